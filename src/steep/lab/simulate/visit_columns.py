"""What is measured of a floor visit: the columns that tables, figures and reports take from `FloorVisit`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A measure of a floor visit, in a field of the same name in `FloorVisit`."""

    name: str
    type: str
    """Of the Parquet column."""
    about: str
    title: str = ""
    """Its heading in the report's table by floor; empty where it is not shown there."""
    digits: int = 0
    """Decimals of its mean."""
    short_title: str = ""
    """Its heading in the table that `steep measure` prints; empty where it is not shown there."""


COLUMNS = (
    Column("arrived", "int32", "turns played before arrival"),
    Column("turns", "int32", "turns spent on the floor", "turns", 0, "turns"),
    Column("level", "int32", "on arrival", "level", 2, "level"),
    Column("xp", "int64", "gained before arrival, over all levels", "XP"),
    Column("hp", "int64", "HP on arrival", "HP", 1, "HP then"),
    Column("max_hp", "int64", "maximum HP on arrival", "max HP", 1, "of"),
    Column("power", "int64", "on arrival", "power", 1),
    Column("defense", "int64", "on arrival", "defense", 1),
    Column("items", "int16", "carried on arrival", "items", 1, "items"),
    Column("healing", "int64", "HP that the items carried on arrival can restore", "healing", 1),
    Column("kills", "int32", "on the floor", "kills", 1),
    Column("damage", "int64", "HP lost on the floor", "HP lost", 1, "lost"),
    Column("healed", "int64", "HP restored on the floor", "HP healed", 1, "healed"),
    Column("by_attacks", "int32", "kills on the floor by attacks, and by what they and the equipment set off"),
    Column("by_shots", "int32", "kills by what was thrown and lasts, and by used items that are always known"),
    Column("by_magic", "int32", "kills by used items that must be identified and set nothing on fire"),
    Column("by_allies", "int32", "kills of enemies that were seen, by other monsters: allies, for the most part"),
    Column("by_fire", "int32", "kills by what breaks when thrown or sets on fire, by statuses and by terrain"),
)

KILLED_BY = ("by_attacks", "by_shots", "by_magic", "by_allies", "by_fire")
"""The columns that say by what means the monsters were killed."""

MEASURES = tuple(column.name for column in COLUMNS)
"""The columns' names, in order."""
