"""How two rulesets differ, as a result: odds and expected numbers by floor, and settings."""

from __future__ import annotations

import dataclasses
from typing import Any

from steep.balance.diff_rulesets import CurveChange, Difference, Setting, SettingByFloor
from steep.content import Rulebook
from steep.content.sections import Legend, fields_of
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.spawn.dice import Dice

CHANGES = (
    Column("measure"),
    Column("floor", "floor", "floor"),
    Column("family"),
    Column("subject", title=""),
    Column("before", "number", "before", digits=3),
    Column("after", "number", "after", digits=3),
    Column("change", "number", "change", ends=("change_low", "change_high"), digits=3),
)
SETTINGS = (
    Column("key", title=""),
    Column("floors", title=""),
    Column("before", title="before"),
    Column("after", title="after"),
)

HIDDEN = "the hashes differ, so something does, but none of the figures that are compared on these floors"


def difference_result(found: Difference, before: Rulebook, after: Rulebook, names: tuple[str, str]) -> Result:
    """What differs between two rulesets. `names` are what they were called by the caller."""
    facts = {
        "a": {"ruleset": names[0], "hash": before.hash},
        "b": {"ruleset": names[1], "hash": after.hash},
        "floors": [found.first, found.last],
        "samples": found.samples,
    }
    title = f"from {names[0]} {before.hash} to {names[1]} {after.hash}, floors {found.first} to {found.last}"
    same = () if found else ("nothing differs" if before.hash == after.hash else HIDDEN,)
    return Result(title, facts, tables_of(found), sentences=same)


def tables_of(found: Difference) -> tuple[Table, ...]:
    """What differs in odds and numbers, and the settings that do."""
    captions = {
        "odds": "odds of a draw, exact",
        "expected": f"expected on the floor, from {found.samples:,} generated floors each",
    }
    changes = [row_of("odds", each) for each in found.odds] + [row_of("expected", each) for each in found.expected]
    settings = [setting_row("", each) for each in found.settings]
    settings += [setting_row(on_floors(each), each) for each in found.by_floor]
    return (
        Table("changes", CHANGES, tuple(changes), group_by="measure", captions=captions),
        Table("settings", SETTINGS, tuple(settings), "settings, on every floor where none is named"),
    )


def row_of(measure: str, it: CurveChange) -> tuple[Cell, ...]:
    """A changed number, with the interval of the difference."""
    change = Estimate(it.after - it.before, Interval(it.low, it.high))
    return measure, it.floor, it.family, it.subject, float(it.before), float(it.after), change


def setting_row(floors: str, setting: Setting) -> tuple[Cell, ...]:
    """Both values of a setting; of two maps of one size, only the rows that differ, and else their sizes."""
    a: Any = setting.before
    b: Any = setting.after
    family, _, key = setting.key.partition(".")
    if family not in ("vaults", "floors") or not key.endswith(".map"):
        return setting.key, floors, worded(a), worded(b)
    if a and b and len(a) == len(b):
        rows = [(y, *pair) for y, pair in enumerate(zip(a, b, strict=True), 1) if pair[0] != pair[1]]
        sides = (" ".join(f'{row[0]}: "{row[side]}"' for row in rows) for side in (1, 2))
    else:
        sides = (f"{len(rows[0])} x {len(rows)}" if rows else "-" for rows in (a, b))
    return setting.key, floors, *sides


def on_floors(setting: SettingByFloor) -> str:
    """The floors on which a setting has its values."""
    first, last = setting.first, setting.last
    return f"floor {first}" if first == last else f"floors {first}-{last}"


def worded(value: object) -> str:
    """A setting's value on one line. Of a table in a list, only the keys that differ from their defaults."""
    if isinstance(value, tuple):
        return "[" + ", ".join(worded(entry) for entry in value) + "]"
    if dataclasses.is_dataclass(value) and not isinstance(value, Dice):
        keys = fields_of(type(value)).values()
        given = ((key.name, getattr(value, key.name)) for key in keys if getattr(value, key.name) != key.default)
        glyph = [f'"{value.glyph}"'] if isinstance(value, Legend) else []
        return " ".join([*glyph, *(f"{name}={held}" for name, held in given)])
    return "-" if value is None else str(value)
