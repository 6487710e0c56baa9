"""The command `steep compare`: how bots fare in two rulesets on the same seeds, or how two tables differ."""

from __future__ import annotations

from typing import Annotated

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import GAMES, Option, read_columns, read_games_at, refuse_columns
from steep.commands.shared.output import print_result, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games

SIDE = f"{options.RULESET}, or FILE.toml@REVISION in a git repository; {GAMES}, of which one version is FILE@VERSION"


@command
def compare(
    a: Annotated[str, Option(SIDE, options.RulesetName())],
    b: Annotated[str, Option("the same", options.RulesetName())],
    *,
    bots: options.Bots | None = None,
    games: options.Games = 2000,
    seed: options.Seed = 0,
    floors: options.FloorsOfGame | None = None,
    turns: options.Turns = 20_000,
    jobs: options.Jobs | None = None,
    columns: options.Columns = (),
    detect: Annotated[
        float,
        Option(
            "say how many games would detect a difference of this size", options.Decimal(0.01, 100), metavar="POINTS"
        ),
    ] = 2.0,
    form: options.FormatOfGate = "text",
) -> int:
    """Let bots play two rulesets on the same seeds, and show the differences.

    $ steep compare tcod-2019 tcod-2020 --games 1000
    $ steep compare mine.toml@HEAD mine.toml --bot diver,explorer
    $ steep compare before.csv after.csv --columns depth=floor
    """
    from steep.play.files.rulesets_at_revision import read_rulebook_at

    called = read_columns(columns)
    read = read_games_at(a, called), read_games_at(b, called)
    if not any(read):
        refuse_columns(called)
    with progress_of_games(bots or "") as on_progress:
        result = lab.compare(
            read[0] or read_rulebook_at(a),
            read[1] or read_rulebook_at(b),
            bots,
            games=games,
            seed=seed,
            floors=floors,
            turns=turns,
            jobs=jobs,
            detect=detect,
            names=(a, b),
            progress=on_progress,
        )
    print_result(result, form)
    asked, played = result.facts.get("games_asked"), sum(row["games"] for row in result.rows("bots"))
    if asked in (None, played):
        return 0
    warn(f"stopped; the figures are of the first {played:,} of {asked:,} seeds")
    return INTERRUPTED
