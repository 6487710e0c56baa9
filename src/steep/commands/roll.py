"""The command `steep roll`: generates floors to look at, or as files to compare later."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import click

from steep.balance.rolled_floors import RolledFloor, roll_floors
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import SEED, FloorsOfDungeon, Format, Option, Ruleset
from steep.commands.shared.output import in_columns, say, say_json
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.ruleset_results.floors import floor_as_json, floor_in_form, floors_as_csv, rows_of
from steep.play.files.rulesets_at_revision import read_rulebook

MAX_SEEDS = 100_000

SUFFIXES = {"text": "txt", "json": "json", "csv": "csv", "markdown": "md"}


@command
def roll(
    ruleset: Ruleset,
    *,
    floors: FloorsOfDungeon = (1, 1),
    seed: Annotated[int, Option("the run's seed", SEED)] = 0,
    count: Annotated[int, Option("roll this many seeds, from --seed on", click.IntRange(1, MAX_SEEDS))] = 1,
    out: Annotated[Path | None, Option("write one file per floor to this folder", metavar="FOLDER")] = None,
    form: Format = "text",
) -> int:
    """Draw floors of a seed, with lists of what is on them.

    $ steep roll tcod-2020 --floors 6 --seed 42
    $ steep roll mine.toml --floors 1-5 --count 10 --out floors/
    """
    if seed + count - 1 > MAX_SEED:
        raise InputError(f"--count: found {count}; the last seed would be beyond {MAX_SEED}")
    first, last = floors
    rulebook = read_rulebook(ruleset)
    if rulebook.run.last_floor and last > rulebook.run.last_floor:
        raise InputError(f"--floors: found {last}; the dungeon ends on floor {rulebook.run.last_floor}")
    rolled_floors = (
        rolled for each in range(seed, seed + count) for rolled in roll_floors(rulebook, each, first, last)
    )
    if out is not None:
        write_catalogue(out, rulebook, rolled_floors, form)
    elif form == "json":
        values = [floor_as_json(rulebook, rolled) for rolled in rolled_floors]
        say_json(values[0] if count == 1 and first == last else values)
    elif form == "csv":
        say(floors_as_csv(row for rolled in rolled_floors for row in rows_of(rulebook, rolled)), end="")
    else:
        for number, rolled in enumerate(rolled_floors):
            say(("\n" if number else "") + in_columns(floor_in_form(rulebook, rolled, form)), end="")
    return 0


def write_catalogue(folder: Path, rulebook: Rulebook, floors: Iterable[RolledFloor], form: str) -> None:
    """Write a file for each floor, named by seed and floor so that two catalogues can be compared."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rolled in floors:
            path = folder / f"seed-{rolled.seed}-floor-{rolled.floor:03}.{SUFFIXES[form]}"
            path.write_text(floor_in_form(rulebook, rolled, form), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"--out: {error.filename or folder} cannot be written ({error.strerror})") from error
