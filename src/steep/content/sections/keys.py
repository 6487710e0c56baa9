"""How sections declare their keys, and the types of values that several of them share.

A section is a class, and each line in it declares a key: its name, the type in
Python, the values it takes, its default and its meaning. A default is never a
game's number; it only means that something is absent.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import Any, cast

from steep.content.reading.read_values_by_floor import weight_by_floor
from steep.content.reading.value_types import (
    Field,
    FieldType,
    integer,
    key_list,
    number_list,
    number_table,
    reference,
    word_table,
)
from steep.core.ruleset import (
    MAX_COOLDOWNS,
    MAX_FLOORS,
)
from steep.core.world import (
    MAX_RADIUS,
    MAX_TIME,
)
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


def field(type_: FieldType, default: object, meaning: str) -> Any:
    """A key that affects the game."""
    return dataclasses.field(metadata={"type": type_, "default": default, "meaning": meaning, "cosmetic": False})


def cosmetic(type_: FieldType, default: object, meaning: str) -> Any:
    """A key that changes only what is displayed."""
    return dataclasses.field(metadata={"type": type_, "default": default, "meaning": meaning, "cosmetic": True})


def fields_of(section: type[object]) -> dict[str, Field]:
    """The keys of a section by name, in order of declaration."""
    return _keys_of(cast("Hashable", section))


@functools.cache
def _keys_of(section: Any) -> dict[str, Field]:
    return {each.name: Field(each.name, **each.metadata) for each in dataclasses.fields(section) if each.metadata}


TERRAIN = reference("the key of a terrain")
GAS = reference("the key of a gas")

TAGS = key_list(16)

ABILITIES = key_list(MAX_COOLDOWNS)
PERCENT = integer(0, 100)
TIME = integer(10, MAX_TIME)
ATTACK_REACH = integer(1, MAX_RADIUS)
CHANGE = integer(-100, 900)
NUMBER = integer(0, MAX_NUMBER)
BONUS = integer(-MAX_NUMBER, MAX_NUMBER)
DAMAGE_TYPE = reference("the key of a damage type")
FLOORS = number_list("a floor", 1, MAX_FLOORS, 16)
WEIGHT = weight_by_floor(MAX_NUMBER)
GROWTH = word_table(GROWING, MAX_NUMBER)
RESIST = number_table("damage types", -1000, 100)
EACH_PLUS = number_table("stats", -100, 100)
RULESET = reference("a ruleset's name, or a path from this file")
