"""Reads the ``[spawn]`` tables of a ruleset: the weights that change on each floor, in any format of the tutorials."""

from __future__ import annotations

from typing import Any

from steep.content.reading.read_values_by_floor import ANY_FLOOR, key_floor, subkey
from steep.content.reading.value_types import Field, checked, integer, read_entry, reference
from steep.content.ruleset_errors import Location, shown
from steep.content.sections import DRAWN, MAX_NUMBER
from steep.spawn.table_notations import CHOICE_KEYS, ROW_KEYS, Notation, read_table
from steep.spawn.table_notations import Weights as ReadWeights

Weights = ReadWeights[int, Location]
"""The weights that tables give one kind."""

KIND = reference("the key of a kind")
WEIGHT = integer(0, MAX_NUMBER)
CHOICES = checked("a list of entries { value = …, weight = … }", lambda found: isinstance(found, list))
ROW = (subkey(ROW_KEYS[0], ANY_FLOOR), subkey(ROW_KEYS[1], CHOICES))
CHOICE = (subkey(CHOICE_KEYS[0], KIND), subkey(CHOICE_KEYS[1], WEIGHT))


def read_tables(found: object, at: Location) -> dict[tuple[str, str], Weights]:
    """The weights of all kinds in ``[spawn.monsters]``, ``[spawn.items]`` and ``[spawn.packs]``, by family and key."""
    kinds: dict[tuple[str, str], Weights] = {}
    if not isinstance(found, dict):
        at.reject_value(found, "sections [spawn.monsters], [spawn.items] and [spawn.packs]")
        return kinds
    for family, table in found.items():
        if family not in DRAWN:
            at.under(family).reject_key(family, DRAWN)
            continue
        read = read_table(table, TOML, at.under(family))
        kinds.update({(family, kind): weights for kind, weights in read.items()})
    return kinds


def both(found: object, fields: tuple[Field, Field], at: Location) -> Any:
    """Both values of a table with two keys; None once a mistake is reported."""
    values = tuple(read_entry(found, fields, at).values())
    return None if None in values else values


TOML: Notation[str, int, Location] = Notation(
    floor=key_floor,
    allows=lambda found, at: KIND.read(found, at) is not None,
    weight=WEIGHT.read,
    row=lambda found, at: both(found, ROW, at),
    choice=lambda found, at: both(found, CHOICE, at),
    shown=shown,
    tables="weights by floor: { 3 = { KEY = 15 } } or [{ floor = 3, weights = … }]",
    weights="weights by kind: { KEY = 15 } or [[KEY, 15]]",
    pair="a pair [KEY, weight]",
)
"""Tables in TOML."""
