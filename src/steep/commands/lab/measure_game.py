"""`steep measure --game` and `--env`: players play a game that is not Steep's."""

from __future__ import annotations

from typing import Any

from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.core.input_errors import InputError
from steep.lab import measure_game

DEFAULT_BOT = "explorer"


def measure_own_game(game: str | None, bots: str, floors: tuple[int, int] | None, form: str, **how: Any) -> int:
    """Measure, print the figures, and write the table of --out. `how` are further arguments of `measure_game`."""
    bot = None if bots == DEFAULT_BOT else bots
    what = how.get("policy") or bot or ("random" if game is None else DEFAULT_BOT)
    if floors is not None and floors[0] != 1:
        found = "-".join(map(str, floors))
        raise InputError(f'--floors: found "{found}"; a game of your own begins on floor 1, as in 1-{floors[1]}')
    try:
        with progress_of_games(what) as on_progress:
            measured = measure_game(game, bot, last_floor=floors and floors[1], **how, progress=on_progress)
    except KeyboardInterrupt:
        return INTERRUPTED
    for sentence in measured.damaged:
        warn(sentence)
    print_result(measured.result, form)
    if form != "text" and (measured.fault_count or not measured.deterministic):
        warn("\n".join(measured.remarks))
    if not measured.whole:
        again = "" if measured.temporary else "; --resume plays the others"
        found = f"{measured.played:,} of {measured.wanted:,} games that were finished"
        warn(f"stopped; the figures are of the {found}{again}")
        return INTERRUPTED
    return 1 if measured.fault_count == measured.played else 0
