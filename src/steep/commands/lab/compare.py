"""The command `steep compare`: how bots fare in two rulesets on the same seeds, or how two tables differ."""

from __future__ import annotations

from typing import Annotated, Any

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import GAMES, Option, read_columns, read_games_at, refuse_columns
from steep.commands.shared.output import print_result, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.content import Rulebook
from steep.core.input_errors import InputError

SIDE = f"{options.RULESET}, or FILE.toml@REVISION in a git repository; {GAMES}, of which one version is FILE@VERSION"


@command
def compare(
    a: Annotated[str, Option(SIDE, options.RulesetName())],
    b: Annotated[str | None, Option("the same; none with --game-command", options.RulesetName())] = None,
    *,
    bots: options.Bots | None = None,
    games: options.Games = 2000,
    seed: options.Seed = 0,
    floors: options.FloorsOfGame | None = None,
    turns: options.Turns = 20_000,
    jobs: options.Jobs | None = None,
    game_command: options.GameCommand | None = None,
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
    $ steep compare before.parquet --game-command "node game.mjs"
    """
    from steep.lab.game_measurement import measure_like
    from steep.play.files.rulesets_at_revision import read_rulebook_at

    if (b is None) == (game_command is None):
        raise InputError("B: found both or neither of B and --game-command; allowed: one of the two")
    called = read_columns(columns)
    read = read_games_at(a, called), None if b is None else read_games_at(b, called)
    if not any(read):
        refuse_columns(called)
    how: dict[str, Any] = {"games": games, "seed": seed, "turns": turns}
    with progress_of_games(bots or "") as on_progress:
        one: lab.Games | Rulebook = read[0] or read_rulebook_at(a)
        two: lab.Games | Rulebook
        if b is not None:
            two = read[1] or read_rulebook_at(b)
        else:
            who: dict[str, Any] = {"bots": bots, **how}
            who = options.given(**who) if read[0] else who
            who |= {"last_floor": options.last_floor_of(floors)} if floors else {}
            two = measure_like(str(game_command), read[0], **who, jobs=jobs, progress=on_progress)
        result = lab.compare(
            one,
            two,
            bots,
            **how,
            floors=floors,
            jobs=jobs,
            detect=detect,
            names=(a, b or str(game_command)),
            progress=on_progress,
        )
    print_result(result, form)
    asked, played = result.facts.get("games_asked"), sum(row["games"] for row in result.rows("bots"))
    if asked in (None, played):
        return 0
    warn(f"stopped; the figures are of the first {played:,} of {asked:,} seeds")
    return INTERRUPTED
