"""Reads ``[spawn]`` tables, which list the weights that change on each floor, into a curve for each kind.

They may be written as in three tutorials: tcod (2020), rot.js and Godot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from steep.content.curves import ANY_FLOOR, FLOOR_KEY, floor_of, subkey
from steep.content.ruleset_errors import Location, shown
from steep.content.sections import DRAWN, MAX_NUMBER
from steep.content.values import checked, integer, read_entry, reference
from steep.spawn.curves import Steps

WEIGHT = integer(0, MAX_NUMBER)
CHOICES = checked("a list of entries { value = …, weight = … }", lambda found: isinstance(found, list))
ROW = (subkey("floor", ANY_FLOOR), subkey("weights", CHOICES))
CHOICE = (subkey("value", reference("the key of a kind")), subkey("weight", WEIGHT))

Entry = tuple[str, int, Location]
"""A kind, its weight and their location."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights that tables give one kind."""

    location: Location
    """Where the kind first appears."""
    by_floor: dict[int, int] = field(default_factory=dict)

    @property
    def curve(self) -> Steps:
        """The weights as a curve."""
        return Steps.of(self.by_floor)


def read_tables(found: object, at: Location) -> dict[tuple[str, str], Weights]:
    """The weights of all kinds in ``[spawn.monsters]``, ``[spawn.items]`` and ``[spawn.packs]``, by family and key."""
    kinds: dict[tuple[str, str], Weights] = {}
    if not isinstance(found, dict):
        at.reject_value(found, "sections [spawn.monsters], [spawn.items] and [spawn.packs]")
        return kinds
    for family, table in found.items():
        if family not in DRAWN:
            at.under(family).reject_name(family, "unknown key", DRAWN)
            continue
        before = 0
        for floor, entries, location in rows_of(table, at.under(family)):
            if floor < before:
                location.reject(f"found floor {floor} after floor {before}", "floors in rising order")
            before = max(before, floor)
            for kind, weight, here in entries:
                # Floors 0 and 1 both mean the first floor.
                weights = kinds.setdefault((family, kind), Weights(here))
                if max(floor, 1) in weights.by_floor:
                    here.reject(f"found {shown(kind)} again on floor {max(floor, 1)}", "each kind once on a floor")
                weights.by_floor[max(floor, 1)] = weight
    return kinds


def rows_of(table: object, at: Location) -> Iterator[tuple[int, Iterator[Entry], Location]]:
    """Each floor of a table, the entries that change there, and its location."""
    if isinstance(table, dict):
        for key, weights in table.items():
            floor = floor_of(key)
            if floor is None:
                at.under(key).reject(f"found the floor {shown(key)}", FLOOR_KEY)
            else:
                yield floor, entries_of(weights, at.under(key)), at.under(key)
    elif isinstance(table, list):
        for number, row in enumerate(table, 1):
            here = at.entry(number)
            given = read_entry(row, ROW, here)
            if None not in given.values():
                yield given["floor"], choices_of(given["weights"], here.under("weights")), here.under("floor")
    else:
        at.reject_value(table, "weights by floor: { 3 = { KEY = 15 } } or [{ floor = 3, weights = … }]")


def entries_of(weights: object, at: Location) -> Iterator[Entry]:
    """The entries of ``{ troll = 15 }`` or ``[["troll", 15]]``."""
    if isinstance(weights, dict):
        for kind, weight in weights.items():
            yield from entry_of(kind, weight, at.under(kind))
    elif isinstance(weights, list):
        for number, pair in enumerate(weights, 1):
            here = at.entry(number)
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str):
                yield from entry_of(pair[0], pair[1], here)
            else:
                here.reject_value(pair, "a pair [KEY, weight]")
    else:
        at.reject_value(weights, "weights by kind: { KEY = 15 } or [[KEY, 15]]")


def choices_of(choices: list[Any], at: Location) -> Iterator[Entry]:
    """The entries of ``[{ value = "troll", weight = 15 }]``."""
    for number, choice in enumerate(choices, 1):
        given = read_entry(choice, CHOICE, at.entry(number))
        if None not in given.values():
            yield given["value"], given["weight"], at.entry(number)


def entry_of(kind: str, weight: object, at: Location) -> Iterator[Entry]:
    """One entry, or none once a mistake is reported."""
    read = WEIGHT.read(weight, at)
    if read is not None:
        yield kind, read, at
