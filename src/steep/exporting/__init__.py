"""Writes a ruleset's tables in the shape of other games: those of the tutorials, and JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError, nearest
from steep.exporting.shapes.godot import write_godot
from steep.exporting.shapes.rotjs import write_rotjs
from steep.exporting.shapes.tcod_2019 import write_tcod_2019
from steep.exporting.shapes.tcod_2020 import write_tcod_2020
from steep.exporting.tables import Tables, left_out, write_json

__all__ = ["SHAPES", "Exported", "Shape", "export_ruleset"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of tables."""

    write: Callable[[Tables], str]
    like: str
    """The bundled ruleset of the game that has such tables. What it does beyond them, they don't say."""
    comment: str
    """What a line of comment begins with; empty where there are no comments."""


SHAPES = {
    "tcod-2020": Shape(write_tcod_2020, "tcod-2020", "#"),
    "tcod-2019": Shape(write_tcod_2019, "tcod-2019", "#"),
    "rotjs": Shape(write_rotjs, "rotjs", "//"),
    "godot": Shape(write_godot, "godot", "#"),
    "json": Shape(write_json, "tcod-2020", ""),
}
"""All shapes by name."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A ruleset's tables in another shape."""

    text: str
    left_out: tuple[str, ...]
    """What the shape can't say, one line for each thing."""


def export_ruleset(rulebook: Rulebook, shape: str) -> Exported:
    """The tables of a ruleset in one of the SHAPES. Raises `InputError` for another."""
    if shape not in SHAPES:
        raise InputError(f"--as: found {shape!r}; allowed: {', '.join(SHAPES)}{nearest(shape, SHAPES)}")
    chosen = SHAPES[shape]
    tables = Tables.of(rulebook)
    text = chosen.write(tables)
    if chosen.comment:
        text = f"{chosen.comment} Tables of {rulebook.name}, written by `steep export`.\n\n{text}"
    return Exported(text.rstrip("\n") + "\n", tuple(left_out(tables, load_ruleset(chosen.like))))
