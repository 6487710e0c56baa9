"""The command `steep tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from steep import lab
from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns
from steep.commands.shared.options import Columns, Format, Jobs, Option, Ruleset, Whole
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.core.input_errors import InputError
from steep.lab.simulate.simulation_task import MAX_GAMES


def run(
    ruleset: Ruleset,
    *,
    target: Annotated[Path, Option("what should hold, and which numbers may move", metavar="FILE")],
    towards: Annotated[
        str | None,
        Option(
            "aim at the survival of games that were played: a table, or a folder of measure --out", metavar="FILE|DIR"
        ),
    ] = None,
    columns: Columns = (),
    budget: Annotated[
        int | None,
        Option(
            "games to play at most (default: what the target says, or 50000)",
            Whole(1, MAX_GAMES, "a budget in games"),
            metavar="N",
        ),
    ] = None,
    jobs: Jobs | None = None,
    state: Annotated[Path | None, Option("keep what was played in this file", metavar="FILE")] = None,
    resume: Annotated[bool, Option("go on from --state")] = False,
    write: Annotated[
        Path | None,
        Option(
            "write the tuned ruleset: over its own file, or one that extends it",
            metavar="FILE",
            name="out",
            was=("--write",),
        ),
    ] = None,
    strict: Annotated[bool, Option("exit 1 and write nothing also when there are too few games to tell")] = False,
    form: Format = "text",
) -> int:
    """Search, measure what was found on other seeds, and print it. The exit code is 1 when a band does not hold.

    $ steep tune mine.toml --target mine.target.toml --out mine.toml
    $ steep tune mine.toml --target mine.target.toml --towards players.csv --budget 20000
    """
    called = read_columns(columns)
    aim = None if towards is None else read_games_at(towards, called)
    if towards is not None and aim is None:
        raise InputError(f'--towards: found "{towards}"; allowed: a table of games, or a folder of measure --out')
    if aim is None:
        refuse_columns(called)
    try:
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
    except lab.Stopped as stopped:
        for line in stopped.args:
            warn(line)
        return INTERRUPTED
    print_result(tuned, form)
    if written := tuned.facts.get("written"):
        warn(f"wrote {written}")
    return 0 if tuned.held else 1
