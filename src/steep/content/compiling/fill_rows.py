"""Compiles sections into rows of the record, as their keys are declared."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.reading.declarations import Field
from steep.content.sections import KEYED_SECTIONS, Sections, fields_of
from steep.core.ruleset import NO_GAS, STAT_NAMES
from steep.spawn.compile_tables import fill_counts
from steep.spawn.curves import Steps
from steep.spawn.dice import DiceSteps, fill_dice

NUMBERED_AS_ROWS = ("terrain", "gases", "damage_types")
"""Families with a row that means none. In other families a key that may name none is compiled to its row + 1."""


class Numbers:
    """The row of each kind, by family and key."""

    def __init__(self, sections: Sections) -> None:
        self.rows = {
            family: {kind.key: number for number, kind in enumerate(getattr(sections, family))}
            for family in KEYED_SECTIONS
        }
        self.rows["gases"] = {gas.key: number for number, gas in enumerate(sections.gases, NO_GAS + 1)}
        self.rows["slots"] = {slot: number for number, slot in enumerate(sections.hero.slots)}

    def of(self, field: Field, key: str) -> int:
        """The number in the record that stands for what a key names; 0 for none. No damage type means plain damage."""
        family = field.type.family
        if not key:
            return self.rows[family]["plain"] if family == "damage_types" else 0
        return self.rows[family][key] + int(not field.required and family not in NUMBERED_AS_ROWS)


def fill_row(row: object, section: object, numbers: Numbers) -> None:
    """Fill every field of a row that is a key of a section.

    Numbers, booleans, ranges, curves and dice by floor are copied, a word becomes its index and the name of a kind its
    number. Stats have a plane of their own. Raises `AttributeError` when the record lacks a field.
    """
    for key, field in fields_of(type(section)).items():
        value = getattr(section, key)
        if isinstance(field.record, tuple):
            for name, number in zip(field.record, value, strict=True):
                setattr(row, name, number)
        elif not field.record or key in STAT_NAMES:
            continue
        elif field.type.words:
            setattr(row, field.record, field.type.words.index(value))
        elif isinstance(value, int):
            setattr(row, field.record, int(value))
        elif isinstance(value, Steps):
            fill_counts(getattr(row, field.record), value)
        elif isinstance(value, DiceSteps):
            fill_dice(getattr(row, field.record), value)
        elif isinstance(value, str) and field.type.family:
            setattr(row, field.record, numbers.of(field, value))


def fill_table(rows: Sequence[object], sections: Sequence[object], numbers: Numbers) -> int:
    """Fill a row of a table for each section. Returns how many there are."""
    for row, section in zip(rows, sections, strict=False):
        fill_row(row, section, numbers)
    return len(sections)
