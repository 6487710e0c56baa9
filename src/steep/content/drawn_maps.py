"""Drawn maps: what their characters stand for, which cells can be entered, and where a vault joins its floor.

Vaults and drawn floors share all of it. A cell is a pair (column, row), from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steep.content.sections import Fill, Legend, Terrain, fields_of

Position = tuple[int, int]

USUAL: dict[str, dict[str, Any]] = {
    "#": {"terrain": "rock"},
    ".": {"terrain": "floor"},
    "+": {"terrain": "door"},
    " ": {"keep": True},
    ">": {"terrain": "stairs"},
    "@": {"start": True},
}
"""The meaning of characters that a legend leaves out."""

OF_FLOORS = {">", "@"}
"""Those of them that only drawn floors have."""

BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0))
AROUND = (*BESIDE, (-1, -1), (1, -1), (-1, 1), (1, 1))


BECOMES = ("opens_to", "found_to", "burns_to")
"""The keys of a kind of terrain that name what it becomes when somebody opens it, finds it or sets it on fire."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What drawn maps have to know of a kind of terrain."""

    number: int
    """Its tile."""
    solid: bool
    """Whether nobody can enter it."""
    enterable: bool
    """Whether it can be entered, perhaps after opening, finding or burning it."""
    key: str
    """The item that opens it."""


def grounds_of(terrain: Iterable[Terrain]) -> dict[str, Ground]:
    """What drawn maps have to know of some kinds of terrain."""
    return grounds_by_key({kind.key: {name: getattr(kind, name) for name in fields_of(Terrain)} for kind in terrain})


def grounds_by_key(kinds: Mapping[str, Mapping[str, Any]]) -> dict[str, Ground]:
    """The same for kinds of terrain by key, as files give them."""
    enterable = {key for key, kind in kinds.items() if not kind["solid"]}
    while new := {
        key for key, kind in kinds.items() if key not in enterable and enterable & {kind.get(each) for each in BECOMES}
    }:
        enterable |= new
    return {
        key: Ground(number, bool(kind["solid"]), key in enterable, kind.get("key_item") or "" if kind["solid"] else "")
        for number, (key, kind) in enumerate(kinds.items())
        if key != "unknown"
    }


def usual(glyph: str) -> Legend:
    """The meaning of a character that a legend leaves out."""
    defaults = {name: key.default for name, key in fields_of(Legend).items()}
    return Legend(glyph=glyph, **(defaults | USUAL[glyph]))


def legend_of_fill(fill: Fill) -> Legend:
    """The entry of a legend that puts the same on a cell."""
    shared = {name: getattr(fill, name) for name in fields_of(Fill) if name != "count"}
    return Legend(glyph="", chance=100, key=False, start=False, keep=not fill.terrain, **shared)


def signs_of(rows: Sequence[str], legend: Iterable[Legend]) -> dict[str, Legend]:
    """The legend of each character of a map that has one."""
    given = {entry.glyph: entry for entry in legend}
    signs = sorted(set().union(*rows))
    return {sign: given.get(sign) or usual(sign) for sign in signs if sign in given or sign in USUAL}


def cells_of(rows: Sequence[str]) -> Iterator[tuple[Position, str]]:
    """Each cell of a map, row by row, with its character."""
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            yield (x, y), sign


def enterable_cells(rows: Sequence[str], signs: Mapping[str, Legend], grounds: Mapping[str, Ground]) -> set[Position]:
    """The cells that can be entered."""
    open_signs = {
        sign for sign, entry in signs.items() if not entry.keep and grounds[entry.terrain or "floor"].enterable
    }
    return {cell for cell, sign in cells_of(rows) if sign in open_signs}


def kept_cells(rows: Sequence[str], signs: Mapping[str, Legend]) -> set[Position]:
    """The cells that stay what they are without the vault."""
    return {cell for cell, sign in cells_of(rows) if signs[sign].keep}


def locks_of(rows: Sequence[str], signs: Mapping[str, Legend], grounds: Mapping[str, Ground]) -> list[str]:
    """The key of each locked door."""
    keys = {sign: grounds[entry.terrain or "floor"].key for sign, entry in signs.items() if not entry.keep}
    return [keys[sign] for _, sign in cells_of(rows) if keys.get(sign)]


def is_outside(cell: Position, rows: Sequence[str], kept: set[Position]) -> bool:
    """Whether a cell is the floor's own: beyond the map, or kept as it is."""
    x, y = cell
    return not (0 <= x < len(rows[0]) and 0 <= y < len(rows)) or cell in kept


def ways_out(cell: Position, rows: Sequence[str], kept: set[Position]) -> list[Position]:
    """The cells outside a vault that are straight beside one of its cells."""
    beside = [(cell[0] + dx, cell[1] + dy) for dx, dy in BESIDE]
    return [each for each in beside if is_outside(each, rows, kept)]


def connected(start: Iterable[Position], among: set[Position]) -> set[Position]:
    """The cells of `among` that can be walked to from `start` through `among`, in eight directions."""
    found = set(start) & among
    new = list(found)
    while new:
        x, y = new.pop()
        for dx, dy in AROUND:
            beside = (x + dx, y + dy)
            if beside in among and beside not in found:
                found.add(beside)
                new.append(beside)
    return found


def entrances(rows: Sequence[str], open_cells: set[Position], kept: set[Position]) -> list[Position]:
    """The cells outside a vault that have to be open: one for each unbroken stretch of open cells at its edge."""
    edge = {cell for cell in open_cells if ways_out(cell, rows, kept)}
    found = []
    while edge:
        stretch = sorted(connected([min(edge)], edge))
        edge.difference_update(stretch)
        found.append(ways_out(stretch[len(stretch) // 2], rows, kept)[0])
    return found
