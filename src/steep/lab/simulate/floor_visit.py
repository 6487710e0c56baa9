"""What is recorded of a game: a floor visit for each floor that the hero came to, and what hurt it there."""

from __future__ import annotations

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

    `steep.lab.simulate.visit_columns` describes the fields from `arrived` on.
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
    """On this floor."""
    damage: Total
    """HP lost on this floor."""
    healed: Total
    """HP restored on this floor."""
    by_attacks: Count
    """Kills on this floor, of all that the hero perceived: those by its attacks, and by what these and its equipment
    set off."""
    by_shots: Count
    """By what was thrown and lasts, and by used items that are always known, such as bows."""
    by_magic: Count
    """By used items that must be identified, such as wands."""
    by_allies: Count
    """By other monsters: allies, for the most part. Allies that die don't count."""
    by_fire: Count
    """By what breaks when thrown or sets on fire, by statuses and by terrain: fire, for the most part."""


@record
class Wound:
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
