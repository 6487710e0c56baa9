"""Observations by key: shapes, types and bounds, and the meaning of each entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from steep.content import Rulebook
from steep.core.geometry import CELLS, HEIGHT, WIDTH
from steep.core.ruleset import MAX_KINDS
from steep.core.world import MAX_INVENTORY
from steep.env.kernel.actions_and_masks import ARGUMENTS, FLAT_ACTIONS, VERBS
from steep.env.kernel.compass_to_nearest_goals import NEEDLES
from steep.env.kernel.write_observations import GLYPH_ITEMS, MAX_AMOUNT, MAX_STAT, MESSAGE_ROWS, PLANES, YES
from steep.rules.perceived_events import EVENT_NAMES

FLAT = "flat"
TARGETS = "targets"


@dataclass(frozen=True, slots=True)
class Entry:
    """One number or plane of an observation."""

    name: str
    low: int
    high: int
    meaning: str


STATS = (
    Entry("floor", 1, MAX_STAT, "the hero's floor"),
    Entry("last_floor", 1, MAX_STAT, "the last floor of the episode"),
    Entry("turn", 0, MAX_STAT, "turns played"),
    Entry("hp", 0, MAX_STAT, "hit points"),
    Entry("max_hp", 0, MAX_STAT, "maximum hit points"),
    Entry("power", -MAX_STAT, MAX_STAT, "including equipment"),
    Entry("defense", -MAX_STAT, MAX_STAT, "including equipment"),
    Entry("xp", 0, MAX_STAT, "XP towards the next level"),
    Entry("xp_to_next", 0, MAX_STAT, "XP needed for the next level"),
    Entry("level", 1, MAX_STAT, "experience level"),
    Entry("kills", 0, MAX_STAT, "monsters killed"),
    Entry("choosing", 0, 1, "1 while a level-up gain must be chosen; no other action is possible"),
    Entry("inventory", 0, MAX_INVENTORY, "items carried"),
    Entry("inventory_room", 0, MAX_INVENTORY, "free inventory slots"),
    Entry("enemies", 0, 128, "enemies in view"),
    Entry("explored", 0, MAX_STAT, "cells seen for the first time, over the whole run"),
    Entry("x", 0, WIDTH - 1, "the hero's column"),
    Entry("y", 0, HEIGHT - 1, "the hero's row"),
    Entry("underfoot", 0, MAX_KINDS, "kind of the item underfoot + 1; 0 for none"),
    Entry("stairs", 0, 1, "1 when the hero knows where the stairs down are"),
    Entry("stairs_x", 1 - WIDTH, WIDTH - 1, "columns to the stairs, positive to the east; 0 while unknown"),
    Entry("stairs_y", 1 - HEIGHT, HEIGHT - 1, "rows to the stairs, positive to the south; 0 while unknown"),
)

FEATURES = (
    Entry("rock", 0, YES, "remembered rock"),
    Entry("open", 0, YES, "remembered floor or stairs"),
    Entry("stairs", 0, YES, "remembered stairs down"),
    Entry("visible", 0, YES, "in view now"),
    Entry("hero", 0, YES, "the hero, always in the middle"),
    Entry("heal", 0, YES, "an item that heals"),
    Entry("lightning", 0, YES, "a lightning item"),
    Entry("confusion", 0, YES, "a confusion item"),
    Entry("fireball", 0, YES, "a fireball item"),
    Entry("equipment", 0, YES, "an item to equip"),
    Entry("other", 0, YES, "an item without an effect"),
    Entry("visited", 0, YES, "the hero stood on the item and left it there"),
    Entry("enemy", 0, YES, "an enemy in view"),
    Entry("enemy_hp", 0, YES, "its HP, as a fraction of its kind's HP"),
    Entry("asleep", 0, YES, "it is asleep"),
    Entry("confused", 0, YES, "it is confused"),
    Entry("enemy_damage", 0, YES, "the fraction of the hero's HP that its attack takes on average"),
    Entry("hero_damage", 0, YES, "the fraction of its HP that the hero's attack takes on average"),
)

COMPASS = (
    Entry("stairs", 0, 8, "the stairs down"),
    Entry("unexplored", 0, 8, "the nearest cell next to an unknown one"),
    Entry("item", 0, 8, "the nearest item that the hero has not stood on"),
    Entry("enemy", 0, 8, "the nearest enemy in view"),
)

MESSAGE = (
    Entry("what", 0, len(EVENT_NAMES), "number of the event in `steep.rules.perceived_events` + 1; 0 for an empty row"),
    Entry("who", 0, MAX_KINDS + 1, "1 for the hero, else kind of monster + 2; 0 for an empty row"),
    Entry(
        "whom", 0, MAX_KINDS + 1, "1 for the hero, else kind of monster, kind of item or stat + 2, as the event has it"
    ),
    Entry("amount", 0, MAX_AMOUNT, "HP, XP, turns, level, floor or inventory slot, as the event has it"),
    Entry("dx", 1 - WIDTH, WIDTH - 1, "columns from the hero to the event, positive to the east"),
    Entry("dy", 1 - HEIGHT, HEIGHT - 1, "rows from the hero to the event, positive to the south"),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Shape, type and bounds of an observation. Bounds broadcast to the shape."""

    shape: tuple[int, ...]
    dtype: type[np.integer[Any]]
    low: ArrayLike = 0
    high: ArrayLike = 1


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """An observation that can be requested."""

    layout: Callable[[Rulebook, int, str], Layout]
    """Its layout for a rulebook, a crop size and a kind of actions (FLAT or TARGETS)."""
    meaning: str
    privileged: bool = False


def _glyphs(*shape: int) -> Callable[[Rulebook, int, str], Layout]:
    return lambda rulebook, crop, _: Layout(
        shape or (crop, crop), np.int16, 0, GLYPH_ITEMS - 1 + len(rulebook.items) + len(rulebook.monsters)
    )


def _lows(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.low for entry in entries]


def _highs(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.high for entry in entries]


def _mask(_: Rulebook, __: int, actions: str) -> Layout:
    return Layout((FLAT_ACTIONS,) if actions == FLAT else (VERBS, ARGUMENTS), np.int8)


OBSERVATIONS: dict[str, ObservationSpec] = {
    "action_mask": ObservationSpec(_mask, "1 for each possible action, 0 for the others"),
    "compass": ObservationSpec(
        lambda _, __, ___: Layout((NEEDLES, 2), np.int16, 0, [[8, CELLS]] * NEEDLES),
        "directions to the stairs, unexplored ground, items and enemies",
    ),
    "features": ObservationSpec(
        lambda _, crop, __: Layout((PLANES, crop, crop), np.uint8, 0, YES), "feature planes around the hero"
    ),
    "glyphs": ObservationSpec(_glyphs(HEIGHT, WIDTH), "the map as the hero knows it"),
    "glyphs_crop": ObservationSpec(_glyphs(), "the same, around the hero"),
    "inventory": ObservationSpec(
        lambda rulebook, _, __: Layout(
            (MAX_INVENTORY, 2), np.int16, [[0, 0]] * MAX_INVENTORY, [[len(rulebook.items), 1]] * MAX_INVENTORY
        ),
        "the inventory",
    ),
    "message": ObservationSpec(
        lambda _, __, ___: Layout(
            (MESSAGE_ROWS, len(MESSAGE)), np.int16, [_lows(MESSAGE)] * MESSAGE_ROWS, [_highs(MESSAGE)] * MESSAGE_ROWS
        ),
        "events of the last step",
    ),
    "seed": ObservationSpec(
        lambda _, __, ___: Layout((2,), np.uint32, 0, [2**32 - 1, 2**31 - 1]), "the run's seed", True
    ),
    "stats": ObservationSpec(
        lambda _, __, ___: Layout((len(STATS),), np.int32, _lows(STATS), _highs(STATS)), "the hero's numbers"
    ),
    "target_mask": ObservationSpec(
        lambda _, crop, __: Layout((MAX_INVENTORY, crop, crop), np.int8), "where each item can be used"
    ),
    "true_map": ObservationSpec(_glyphs(HEIGHT, WIDTH), "the whole map", True),
}
"""In alphabetical order, as in a Dict space."""
