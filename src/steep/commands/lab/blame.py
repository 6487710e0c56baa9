"""The command `steep blame`: which table entries cause the deaths on a floor, and what one more item does."""

from __future__ import annotations

from typing import Annotated

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option
from steep.commands.shared.output import print_result, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games


@command
def blame(
    ruleset: options.Ruleset,
    *,
    floor: Annotated[
        int | None, Option("the floor whose deaths to explain; no deeper floor is played", options.FLOOR)
    ] = None,
    one_more: Annotated[
        str | None, Option("add one of these items or of all, instead of removing entries", metavar="ITEM", name="with")
    ] = None,
    bot: options.Bot = "explorer",
    games: options.Games = 1000,
    seed: options.Seed = 0,
    turns: options.Turns = 20_000,
    jobs: options.Jobs | None = None,
    form: options.Format = "text",
) -> int:
    """Find which table entries cause the deaths on a floor.

    $ steep blame tcod-2020 --floor 3
    $ steep blame mine.toml --with healing_potion --games 200
    """
    with progress_of_games(bot) as on_progress:
        found = lab.blame(
            ruleset, floor, bot, one_more=one_more, games=games, seed=seed, turns=turns, jobs=jobs, progress=on_progress
        )
    played = found.facts["games"]
    if played:
        print_result(found, form)
    if played == games:
        return 0
    what = f"the figures are of the first {played:,}" if played else "before the first"
    warn(f"stopped; {what} of {games:,} seeds")
    return INTERRUPTED
