"""The types of values that several sections share.

A section is a class, and each line in it declares a key: its name, the type in Python, the values it takes, its
default, its meaning, and its field in the compiled record if that has another name. A default is never a game's number;
it only means that something is absent.
"""

from __future__ import annotations

from steep.content.reading.read_values_by_floor import weight_by_floor
from steep.content.reading.value_types import (
    integer,
    key_list,
    name_of,
    number_list,
    number_table,
    reference,
    word_table,
)
from steep.core.ruleset import MAX_COOLDOWNS, MAX_FLOORS
from steep.core.world import MAX_RADIUS, MAX_TIME
from steep.spawn.curves import Steps
from steep.spawn.dice import DiceSteps

MAX_NUMBER = 1_000_000
"""The largest number in a ruleset. It keeps the sum of the largest table's weights within 32 bits."""

NEVER = Steps()
"""A curve without entries: 0 on every floor."""

UNCHANGED = Steps.of({1: 100})
"""100 percent on every floor."""

NO_DICE = DiceSteps()
"""No dice on any floor."""

Shade = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

GREY: Shade = (192, 192, 192)

GROWING = ("max_hp", "power", "defense", "accuracy", "evasion", "speed", "regeneration", "xp")
"""What can grow with the floors."""


FIXED_TERRAIN = {"unknown": True, "rock": True, "floor": False, "stairs": False}
"""The kinds of terrain that every ruleset has, in the order of their numbers, and whether each is solid and opaque."""

TERRAIN = reference("terrain", but=("unknown",))
LAID_TERRAIN = reference("terrain", but=tuple(FIXED_TERRAIN))
NEW_TERRAIN = reference("terrain", but=("unknown", "stairs"))
"""What a cell can become."""

GAS = reference("gases")
TAGS = key_list(16, "tags")
ABILITIES = key_list(MAX_COOLDOWNS, "abilities")
PERCENT = integer(0, 100)
TIME = integer(10, MAX_TIME)
ATTACK_REACH = integer(1, MAX_RADIUS)
CHANGE = integer(-100, 900)
NUMBER = integer(0, MAX_NUMBER)
BONUS = integer(-MAX_NUMBER, MAX_NUMBER)
DAMAGE_TYPE = reference("damage_types")
SLOT = name_of("one of hero.slots", "slots")
FLOORS = number_list("a floor", 1, MAX_FLOORS, 16)
WEIGHT = weight_by_floor(MAX_NUMBER)
GROWTH = word_table(GROWING, MAX_NUMBER)
RESIST = number_table("damage types", -1000, 100, "damage_types")
EACH_PLUS = number_table("stats", -100, 100)
RULESET = name_of("a ruleset's name, or a path from this file")
