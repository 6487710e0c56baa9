"""What is recorded of a game: a floor visit for each floor that the hero came to, and what hurt it there.

`COLUMNS` are what tables, figures and reports take from a visit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from steep.core.random_streams import MAX_SEED
from steep.core.record import Within, record
from steep.core.ruleset import MAX_ABILITIES, MAX_KINDS, MAX_STATUSES
from steep.core.world import (
    END_NAMES,
    MAX_INVENTORY,
    PLAYING,
    Defense,
    Level,
    Points,
    Power,
)

VISIT_ENDS = ("left", *END_NAMES[1:])
"""How floor visits ended, in words."""

OWN_FIRE = MAX_KINDS
"""Stands for the hero's own fireballs among the kinds of monsters."""
BY_HUNGER = MAX_KINDS + 1
"""Stands for hunger among the kinds of monsters."""

TERRAIN = MAX_KINDS + 2
"""Stands for all terrain among the kinds of monsters."""

OTHERS = 3
"""Causes of deaths and damage besides the kinds of monsters: own fire, hunger and terrain, numbered from MAX_KINDS."""

ATTACK = 0
"""The cause of damage by attacks. That of an ability is 1 + its number, that of a status 1 + the number of abilities in
the ruleset + its number.
"""

MAX_CAUSES = 1 + MAX_ABILITIES + MAX_STATUSES

Count = Annotated[int, Within(0, 2**31 - 1)]
"""What happens at most a few times a turn, on one floor."""
Total = Annotated[int, Within(0, 2**62)]
"""Points of many turns."""


@record
class FloorVisit:
    """One floor of one game. The hero's stats and inventory are those on arrival.

    `COLUMNS` describes the fields from `arrived` on.
    """

    seed: Annotated[int, Within(0, MAX_SEED)]
    floor: Annotated[int, Within(1, 2**15 - 1)]
    end: Annotated[int, Within(PLAYING, len(END_NAMES) - 1)]
    """A number of `steep.core.world`; PLAYING when the hero went down."""
    killer: Annotated[int, Within(-1, TERRAIN)]
    """The kind that killed the hero, OWN_FIRE, BY_HUNGER or TERRAIN; -1 when it did not die."""
    arrived: Count
    """Turns played before arrival."""
    turns: Count
    """Turns spent on this floor."""
    level: Level
    xp: Total
    """Gained so far, over all levels."""
    hp: Points
    max_hp: Points
    power: Power
    defense: Defense
    items: Annotated[int, Within(0, MAX_INVENTORY)]
    """Number carried."""
    healing: Total
    """HP that the carried items can restore."""
    kills: Count
    """Kills on this floor."""
    damage: Total
    """HP lost on this floor."""
    healed: Total
    """HP restored on this floor."""
    by_attacks: Count
    """Kills on this floor that the hero perceived: those by its attacks, and by what its attacks and equipment set
    off."""
    by_shots: Count
    """By thrown items that last, and by used items that are always known, such as bows."""
    by_magic: Count
    """By used items that must be identified, such as wands."""
    by_allies: Count
    """By other monsters: allies, for the most part. Allies that die don't count."""
    by_fire: Count
    """By thrown items that break, by what sets on fire, by statuses and by terrain: fire, for the most part."""


@record
class DamageRow:
    """What one kind of monster did to the hero on one floor of one game, by attacks, an ability or a status."""

    seed: Annotated[int, Within(0, MAX_SEED)]
    floor: Annotated[int, Within(1, 2**15 - 1)]
    kind: Annotated[int, Within(0, TERRAIN)]
    """A kind of monster, OWN_FIRE, BY_HUNGER or TERRAIN."""
    cause: Annotated[int, Within(ATTACK, MAX_CAUSES - 1)]
    """By what it hurt."""
    damage: Total
    """HP."""
    hits: Count
    """Hits that took HP."""


@dataclass(frozen=True, slots=True)
class VisitColumn:
    """A measure of a floor visit, in a field of the same name in `FloorVisit`."""

    name: str
    type: str
    """The type of the Parquet column."""
    about: str
    title: str = ""
    """Its heading in the report's table by floor; empty where it is not shown there."""
    digits: int = 0
    """Decimals of its mean."""
    short_title: str = ""
    """Its heading in the table that `steep measure` prints; empty where it is not shown there."""


COLUMNS = (
    VisitColumn("arrived", "int32", "turns played before arrival"),
    VisitColumn("turns", "int32", "turns spent on the floor", "turns", 0, "turns"),
    VisitColumn("level", "int32", "on arrival", "level", 2, "level"),
    VisitColumn("xp", "int64", "gained before arrival, over all levels", "XP"),
    VisitColumn("hp", "int64", "HP on arrival", "HP", 1, "HP then"),
    VisitColumn("max_hp", "int64", "maximum HP on arrival", "max HP", 1, "of"),
    VisitColumn("power", "int64", "on arrival", "power", 1),
    VisitColumn("defense", "int64", "on arrival", "defense", 1),
    VisitColumn("items", "int16", "carried on arrival", "items", 1, "items"),
    VisitColumn("healing", "int64", "HP that the items carried on arrival can restore", "healing", 1),
    VisitColumn("kills", "int32", "on the floor", "kills", 1),
    VisitColumn("damage", "int64", "HP lost on the floor", "HP lost", 1, "lost"),
    VisitColumn("healed", "int64", "HP restored on the floor", "HP healed", 1, "healed"),
    VisitColumn("by_attacks", "int32", "kills on the floor by attacks, and by what they and the equipment set off"),
    VisitColumn("by_shots", "int32", "kills by thrown items that last, and by used items that are always known"),
    VisitColumn("by_magic", "int32", "kills by used items that must be identified and set nothing on fire"),
    VisitColumn("by_allies", "int32", "kills of enemies that were seen, by other monsters: allies, for the most part"),
    VisitColumn("by_fire", "int32", "kills by what breaks when thrown or sets on fire, by statuses and by terrain"),
)

KILLED_BY = ("by_attacks", "by_shots", "by_magic", "by_allies", "by_fire")
"""The columns that say by what means the monsters were killed."""

MEASURES = tuple(column.name for column in COLUMNS)
"""The columns' names, in order."""
