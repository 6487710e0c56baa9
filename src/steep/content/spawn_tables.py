"""Spawn tables that say, floor by floor, which weights change there; read for the curves of the kinds they name.

Three tutorials write their tables so (tcod, 2020; rot.js; Godot), each in its
own way, and any of them can be pasted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from steep.content.curves import ANY_FLOOR, FLOOR_KEY, named, number_of
from steep.content.errors import Place, shown
from steep.content.sections import DRAWN, MOST
from steep.content.values import accepting, name_of, read_entry, whole
from steep.spawn.curves import Steps

WEIGHT = whole(0, MOST)
CHOICES = accepting("a list of entries { value = …, weight = … }", lambda found: isinstance(found, list))
ROW = (named("floor", ANY_FLOOR), named("weights", CHOICES))
CHOICE = (named("value", name_of("the key of a kind")), named("weight", WEIGHT))

Entry = tuple[str, int, Place]
"""A kind, its weight, and where they stand."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights that a table gives to one kind."""

    place: Place
    """Where it is named first."""
    by_floor: dict[int, int] = field(default_factory=dict)

    @property
    def curve(self) -> Steps:
        """The curve of the weights."""
        return Steps.of(self.by_floor)


def read_tables(found: object, at: Place) -> dict[tuple[str, str], Weights]:
    """The weights of all kinds that ``[spawn.monsters]`` and ``[spawn.items]`` name, by family and key."""
    kinds: dict[tuple[str, str], Weights] = {}
    if not isinstance(found, dict):
        at.reject_value(found, "sections [spawn.monsters], [spawn.items] and [spawn.packs]")
        return kinds
    for family, table in found.items():
        if family not in DRAWN:
            at.under(family).reject_name(family, "unknown key", DRAWN)
            continue
        before = 0
        for floor, entries, place in rows_of(table, at.under(family)):
            if floor < before:
                place.reject(f"found floor {floor} after floor {before}", "floors in rising order")
            before = max(before, floor)
            for kind, weight, here in entries:
                # Floors 0 and 1 both mean from the start.
                weights = kinds.setdefault((family, kind), Weights(here))
                if max(floor, 1) in weights.by_floor:
                    here.reject(f"found {shown(kind)} again on floor {max(floor, 1)}", "each kind once on a floor")
                weights.by_floor[max(floor, 1)] = weight
    return kinds


def rows_of(table: object, at: Place) -> Iterator[tuple[int, Iterator[Entry], Place]]:
    """Each floor of a table, what changes there, and where it stands."""
    if isinstance(table, dict):
        for key, weights in table.items():
            floor = number_of(key)
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


def entries_of(weights: object, at: Place) -> Iterator[Entry]:
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


def choices_of(choices: list[Any], at: Place) -> Iterator[Entry]:
    """The entries of ``[{ value = "troll", weight = 15 }]``."""
    for number, choice in enumerate(choices, 1):
        given = read_entry(choice, CHOICE, at.entry(number))
        if None not in given.values():
            yield given["value"], given["weight"], at.entry(number)


def entry_of(kind: str, weight: object, at: Place) -> Iterator[Entry]:
    """One entry, or none once it is reported what is wrong with it."""
    read = WEIGHT.read(weight, at)
    if read is not None:
        yield kind, read, at
