"""Writes a ruleset's tables in the shape of other games: those of the tutorials, and JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError, nearest
from steep.exporting.shapes import camel_case, fill_in
from steep.exporting.tables import Tables, left_out, names_of, values_of, variable, write_json

__all__ = ["SHAPES", "Exported", "Shape", "export_ruleset"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of tables."""

    like: str
    """The bundled ruleset of the game that has such tables. Whatever else that game does, the tables don't say."""
    comment: str
    """What begins a comment line; empty if the shape has no comments."""
    name: Callable[[str], str] = variable
    """The name of what makes or holds a kind, from the kind's key."""
    taken: tuple[str, ...] = ()
    """Names that the code around the tables uses."""


def spawner(key: str) -> str:
    """The function of the rot.js tutorial that makes a kind."""
    return f"spawn{camel_case(key)}"


PYTHON = ("player", "Actor", "Item", "Fighter", "Inventory", "Level", "Equippable", "EquipmentType", "HostileEnemy")
SHAPES = {
    "tcod-2020": Shape("tcod-2020", "#", variable, PYTHON),
    "tcod-2019": Shape("tcod-2019", "#"),
    "rotjs": Shape("rotjs", "//", spawner, ("spawnPlayer", "spawnMap")),
    "godot": Shape("godot", "#"),
    "json": Shape("tcod-2020", ""),
}
"""All shapes by name. Each but JSON has a template."""


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
    if not chosen.comment:
        return Exported(f"{write_json(tables)}\n", tuple(left_out(tables, load_ruleset(chosen.like))))
    names = names_of(tables, chosen.name, chosen.taken)
    text = fill_in(shape, values_of(tables, names, ("Enum", "EquipmentType", "Equippable")))
    text = f"{chosen.comment} Tables of {rulebook.name}, written by `steep export`.\n\n{text}"
    return Exported(text.rstrip("\n") + "\n", tuple(left_out(tables, load_ruleset(chosen.like))))
