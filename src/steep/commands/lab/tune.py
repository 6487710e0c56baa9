"""The command `steep tune`: moves numbers of a ruleset until the figures of bots lie in a target's bands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option, read_columns, read_games_at, refuse_columns
from steep.commands.shared.output import print_result, warn
from steep.commands.shared.progress import progress_of_games
from steep.core.input_errors import InputError
from steep.lab.simulate.simulation_task import MAX_GAMES


@command
def tune(
    ruleset: options.Ruleset,
    *,
    target: Annotated[Path, Option("the target file: what should hold, and which numbers may move")],
    towards: Annotated[
        str | None,
        Option("aim at the survival in these games: a table, or a folder of measure --out", metavar="FILE|DIR"),
    ] = None,
    game_command: options.GameCommand | None = None,
    columns: options.Columns = (),
    budget: Annotated[
        int | None,
        Option("the most games to play (default: the target's, or 50000)", click.IntRange(1, MAX_GAMES)),
    ] = None,
    jobs: options.Jobs | None = None,
    state: Annotated[Path | None, Option("keep finished games in this file")] = None,
    resume: Annotated[bool, Option("continue from --state")] = False,
    write: Annotated[
        Path | None,
        Option(
            "write the tuned ruleset over its own file, or to a new file that extends it", metavar="FILE", name="out"
        ),
    ] = None,
    strict: Annotated[bool, Option("also exit 1 and write nothing if there are too few games to tell")] = False,
    form: options.Format = "text",
) -> int:
    """Move a ruleset's numbers until the bands of a target hold, or exit 1 if they cannot.

    With --game-command, bots should survive each floor of the ruleset as often as they do in that game.

    $ steep tune mine.toml --target mine.target.toml --out mine.toml
    $ steep tune mine.toml --target mine.target.toml --towards players.csv --budget 20000
    $ steep tune mine.toml --target mine.target.toml --game-command "node game.mjs"
    """
    called = read_columns(columns)
    if towards is not None and game_command is not None:
        raise InputError("--towards: found --game-command, too; allowed: one of the two")
    aim = None if towards is None else read_games_at(towards, called)
    if towards is not None and aim is None:
        raise InputError(f'--towards: found "{towards}"; allowed: a table of games, or a folder of measure --out')
    if aim is None:
        refuse_columns(called)
    if game_command is not None:
        from steep.lab.game_measurement import measure_like
        from steep.lab.tuned_ruleset import read_request

        # What can't be tuned is refused before games are played for it.
        read_request(ruleset, target, write)
        with progress_of_games(game_command) as on_progress:
            aim = measure_like(game_command, target, jobs=jobs, progress=on_progress)
    with progress_of_games("tune") as on_progress:
        tuned = lab.tune(
            ruleset,
            target,
            towards=aim,
            budget=budget,
            jobs=jobs,
            state=state,
            resume=resume,
            strict=strict,
            write=write,
            progress=on_progress,
        )
    print_result(tuned, form)
    if written := tuned.facts.get("written"):
        warn(f"wrote {written}")
    return 0 if tuned.held else 1
