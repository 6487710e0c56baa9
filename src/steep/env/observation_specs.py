"""Observations by key: shapes, types and bounds, and the meaning of each entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from steep.content import Rulebook
from steep.core.geometry import CELLS, HEIGHT, WIDTH
from steep.core.ruleset import (
    CONDITION_NAMES,
    MAX_DAMAGE_TYPES,
    MAX_HUNGER_STAGES,
    MAX_KINDS,
    MAX_STATUSES,
    SHAPE_NAMES,
    STAT_NAMES,
    TRAIT_NAMES,
)
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import ALLIED, FOR_EVER, MAX_CHARGES, MAX_INVENTORY, MAX_PLUS, MAX_RADIUS, MAX_STACK, MIN_PLUS
from steep.env.kernel.compass_to_nearest_goals import NEEDLES
from steep.env.kernel.flat_actions import FLAT_ACTIONS
from steep.env.kernel.targeted_actions import ARGUMENTS, VERBS
from steep.env.kernel.write_features import PLANES, YES
from steep.env.kernel.write_map import GLYPH_HERO, GLYPH_ITEMS, SIDES
from steep.env.kernel.write_numbers import MAX_AMOUNT, MAX_STAT, MESSAGE_ROWS, MONSTER_ROWS
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


STAT_MEANINGS = (
    "maximum hit points",
    "added to the damage of attacks",
    "against the damage of attacks",
    "added to the chance to hit, in percent",
    "taken off the chance to be hit, in percent",
    "how often it acts; 100 is once a turn",
    "how far it sees, in cells",
    "how hard the hero is to notice",
    "HP regained in a hundred turns",
)
"""In the order of `STAT_NAMES`."""

CONDITION_MEANINGS = (
    "it can't act",
    "it sees only the cells around it",
    "its steps go in random directions",
    "it can't leave its cell",
    "it runs from its enemies",
    "others don't see it",
    "a monster is on the other side, and the hero harms nobody",
    "it can't be held, pushed or pulled",
    "it senses all monsters of the floor",
)
"""In the order of `CONDITION_NAMES`."""

TRAIT_MEANINGS = (
    "an ability harms whom it affects",
    "an ability helps whom it affects",
    "an ability moves whom it affects",
    "an ability tells something",
    "an ability calls monsters",
    "an ability gives nutrition",
)
"""In the order of `TRAIT_NAMES`."""


def stat_entries(note: str) -> tuple[Entry, ...]:
    """An entry for each stat with a name."""
    return tuple(
        Entry(name, -MAX_STAT, MAX_STAT, f"{note}: {meaning}")
        for name, meaning in zip(STAT_NAMES, STAT_MEANINGS, strict=True)
    )


CONDITIONS = tuple(
    Entry(name, 0, 1, meaning) for name, meaning in zip(CONDITION_NAMES, CONDITION_MEANINGS, strict=True)
)
"""The entries of the observation `conditions`, in order; also part of each row of `monsters`."""

TRAITS = tuple(Entry(name, 0, 1, meaning) for name, meaning in zip(TRAIT_NAMES, TRAIT_MEANINGS, strict=True))

STATS = (
    Entry("floor", 1, MAX_STAT, "the hero's floor"),
    Entry("last_floor", 1, MAX_STAT, "the last floor of the episode, or of the run if that ends sooner"),
    Entry("turn", 0, MAX_STAT, "turns played"),
    Entry("hp", 0, MAX_STAT, "hit points"),
    Entry("xp", 0, MAX_STAT, "XP towards the next level"),
    Entry("xp_to_next", 0, MAX_STAT, "XP needed for the next level"),
    Entry("level", 1, MAX_STAT, "experience level"),
    Entry("kills", 0, MAX_STAT, "monsters killed"),
    Entry("choosing", 0, 1, "1 while a level-up gain must be chosen; no other action is possible"),
    Entry("inventory", 0, MAX_INVENTORY, "inventory slots in use"),
    Entry("inventory_room", 0, MAX_INVENTORY, "free inventory slots"),
    Entry("enemies", 0, 128, "hostile monsters in view"),
    Entry("friends", 0, 128, "other monsters in view: captives and allies"),
    Entry("explored", 0, MAX_STAT, "cells seen for the first time, over the whole run"),
    Entry("x", 0, WIDTH - 1, "the hero's column"),
    Entry("y", 0, HEIGHT - 1, "the hero's row"),
    Entry("underfoot", 0, MAX_KINDS, "kind of the item underfoot + 1; 0 for none"),
    Entry("stairs", 0, 1, "1 when the hero knows where the stairs down are"),
    Entry("stairs_x", 1 - WIDTH, WIDTH - 1, "columns to the stairs, positive to the east; 0 while unknown"),
    Entry("stairs_y", 1 - HEIGHT, HEIGHT - 1, "rows to the stairs, positive to the south; 0 while unknown"),
    Entry("shield", 0, MAX_STAT, "HP of damage that statuses take before the hero loses any"),
    Entry("gold", 0, MAX_STAT, "gold found"),
    Entry("nutrition", 0, MAX_STAT, "turns until the hero has none left; 0 where nobody hungers"),
    Entry("hunger", 0, MAX_HUNGER_STAGES, "the stage of hunger, from 1; 0 while the hero isn't hungry"),
    *stat_entries("with equipment and statuses"),
)
"""The entries of the observation `stats`, in order."""

INVENTORY = (
    Entry("kind", 0, MAX_KINDS, "kind of the item + 1; 0 when the slot is empty, and then all others are 0 too"),
    Entry("count", 0, MAX_STACK, "how many of it share the slot"),
    Entry("equipped", 0, 1, "1 when it is equipped"),
    Entry("slot", 0, MAX_STAT, "its equipment slot, from 1; 0 if it can't be equipped"),
    Entry("charges", 0, MAX_CHARGES, "charges left; 0 for kinds without charges"),
    Entry("ready", 0, 1, "0 while it lacks a charge or its ammunition"),
    Entry("amount", 0, MAX_STAT, "about how many HP, or turns of a status, using it gives or takes"),
    Entry("shape", 0, len(SHAPE_NAMES), "the shape of what using it does, from 1; 0 if it does nothing"),
    Entry("aimed", 0, 1, "1 if using it needs a target"),
    Entry("reach", 0, MAX_STAT, "cells that it reaches; 0 for as far as the hero sees"),
    Entry("radius", 0, MAX_STAT, "cells around its target that it affects"),
    Entry("damage", -MAX_STAT, MAX_STAT, "what a weapon's dice add to an attack on average, in hundredths of an HP"),
    Entry("throw_range", 0, MAX_RADIUS, "how many cells it can be thrown; 0 if it can't be thrown"),
    Entry("plus", MIN_PLUS, MAX_PLUS, "its enchantment; 0 while it isn't identified"),
    Entry("unidentified", 0, 1, "1 while it isn't identified; its other numbers are then those of what it may be"),
    *TRAITS,
    *stat_entries("what equipping it adds, with its enchantment"),
)
"""The entries of a row of the observation `inventory`, in order."""

MONSTERS = (
    Entry("kind", 0, MAX_KINDS, "kind of the monster + 1; 0 in an unused row"),
    Entry("side", 0, ALLIED, "0 hostile, 1 a captive, 2 an ally"),
    Entry("dx", 1 - WIDTH, WIDTH - 1, "columns from the hero, positive to the east"),
    Entry("dy", 1 - HEIGHT, HEIGHT - 1, "rows from the hero, positive to the south"),
    Entry("hp", 0, MAX_STAT, "hit points"),
    Entry("shield", 0, MAX_STAT, "HP of damage that its statuses take for it"),
    Entry("sensed", 0, 1, "1 if the hero senses it without seeing it"),
    Entry("asleep", 0, 1, "1 until it notices the hero"),
    Entry("damage_taken", 0, MAX_STAT, "what it takes from the hero in a turn on average, in hundredths of an HP"),
    Entry("damage_dealt", 0, MAX_STAT, "what the hero's attack takes from it on average, in hundredths of an HP"),
    Entry("attacks_to_kill", 0, MAX_STAT, "how many such attacks kill it; 0 if they never do"),
    Entry("range", 0, MAX_STAT, "from how many cells away it can harm the hero"),
    Entry("keeps_distance", 0, MAX_STAT, "steps that it tries to keep away"),
    Entry("flees_below", 0, 100, "percent of its HP below which it runs away"),
    Entry("erratic", 0, 100, "percent of its turns in which it takes a random step"),
    Entry("stays", 0, 1, "1 if it never leaves its cell by itself"),
    Entry("ambush", 0, MAX_STAT, "steps: it waits until the hero is that near; 0 if it doesn't wait"),
    Entry("explodes", 0, 1, "1 if its death harms who is near"),
    *CONDITIONS,
    *TRAITS,
    *stat_entries("of its kind, with its statuses"),
)
"""The entries of a row of the observation `monsters`, in order."""

FEATURES = (
    Entry(
        "rock",
        0,
        YES,
        "remembered rock and other terrain on which nobody can be; 127 if the hero can open it, perhaps with a key",
    ),
    Entry(
        "open", 0, YES, "remembered terrain on which somebody can be; 127 if it harms or moves the hero as it is now"
    ),
    Entry("stairs", 0, YES, "remembered stairs down; 127 for terrain that lets the hero fall to the next floor"),
    Entry("visible", 0, YES, "in view now"),
    Entry("hero", 0, YES, "the hero, always in the middle"),
    *(Entry(trait.name, 0, YES, f"an item of which {trait.meaning}") for trait in TRAITS),
    Entry("equipment", 0, YES, "an item to equip"),
    Entry("goal", 0, YES, "an item that wins the run"),
    Entry("gold", 0, YES, "gold"),
    Entry("other", 0, YES, "an item that is none of these"),
    Entry("unidentified", 0, YES, "an item that isn't identified"),
    Entry("visited", 0, YES, "the hero stood on the item and left it there"),
    Entry("enemy", 0, YES, "an enemy, seen or sensed"),
    Entry("captive", 0, YES, "a captive"),
    Entry("ally", 0, YES, "an ally"),
    Entry("monster_hp", 0, YES, "the monster's HP, as a fraction of its kind's"),
    Entry("speed", 0, YES, "its kind's speed, as a fraction of 400"),
    Entry("ranged", 0, YES, "an enemy that can harm the hero from afar"),
    Entry("asleep", 0, YES, "the monster is asleep"),
    Entry("unable", 0, YES, "it can't act, stumbles, can't leave its cell or is afraid"),
    Entry("damage_taken", 0, YES, "the fraction of the hero's HP that an enemy takes in a turn on average"),
    Entry("damage_dealt", 0, YES, "the fraction of its HP that the hero's attack takes on average"),
    Entry("gas", 0, YES, "gas in view, as a fraction of what a cell can hold"),
)
"""The planes of the observation `features`, in order."""

COMPASS = (
    Entry("stairs", 0, 8, "the stairs down"),
    Entry("unexplored", 0, 8, "the nearest cell next to an unknown one, or shown by magic and never seen"),
    Entry("item", 0, 8, "the nearest item that the hero has not stood on"),
    Entry("enemy", 0, 8, "the nearest enemy in view"),
    Entry("friend", 0, 8, "the nearest captive or ally in view"),
)
"""The rows of the observation `compass`, in order."""

MESSAGE = (
    Entry("what", 0, len(EVENT_NAMES), "number of the event in `steep.rules.perceived_events` + 1; 0 for an empty row"),
    Entry(
        "who",
        0,
        MAX_KINDS + TERRAIN_ROWS + 1,
        "1 for the hero, else kind of monster + 2, 514 + kind of terrain, or 579 + kind of gas; 0 for hunger or nobody",
    ),
    Entry(
        "whom", 0, MAX_KINDS + 1, "1 for the hero, else kind of monster, kind of item or stat + 2, as the event has it"
    ),
    Entry("amount", 0, MAX_AMOUNT, "HP, XP, turns, level, floor or inventory slot, as the event has it"),
    Entry("detail", 0, MAX_AMOUNT, "damage type, status, stat or ability, as the event has it"),
    Entry("dx", 1 - WIDTH, WIDTH - 1, "columns from the hero to the event, positive to the east"),
    Entry("dy", 1 - HEIGHT, HEIGHT - 1, "rows from the hero to the event, positive to the south"),
)
"""The entries of a row of the observation `message`, in order."""


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


def highest_glyph(rulebook: Rulebook) -> int:
    """The highest number in a map of glyphs."""
    others = len(rulebook.terrain) - GLYPH_HERO
    return GLYPH_ITEMS - 1 + len(rulebook.item_rows) + SIDES * len(rulebook.monsters) + others


def _glyphs(*shape: int) -> Callable[[Rulebook, int, str], Layout]:
    return lambda rulebook, crop, _: Layout(shape or (crop, crop), np.int16, 0, highest_glyph(rulebook))


def _row(entries: tuple[Entry, ...], dtype: type[np.integer[Any]]) -> Callable[[Rulebook, int, str], Layout]:
    """A row of numbers."""
    return lambda _, __, ___: Layout(
        (len(entries),), dtype, [entry.low for entry in entries], [entry.high for entry in entries]
    )


def _table(
    rows: int, entries: tuple[Entry, ...], dtype: type[np.integer[Any]]
) -> Callable[[Rulebook, int, str], Layout]:
    """Rows of the same numbers. A row may be unused: all 0."""
    return lambda _, __, ___: Layout(
        (rows, len(entries)), dtype, [entry.low for entry in entries], [entry.high for entry in entries]
    )


def _mask(_: Rulebook, __: int, actions: str) -> Layout:
    return Layout((FLAT_ACTIONS,) if actions == FLAT else (VERBS, ARGUMENTS), np.int8)


OBSERVATIONS: dict[str, ObservationSpec] = {
    "action_mask": ObservationSpec(_mask, "1 for each possible action, 0 for the others"),
    "compass": ObservationSpec(
        lambda _, __, ___: Layout((NEEDLES, 2), np.int16, 0, [[8, CELLS]] * NEEDLES),
        "the path to each of five goals: direction + 1, and steps",
    ),
    "conditions": ObservationSpec(_row(CONDITIONS, np.int8), "what the hero's statuses do to it"),
    "features": ObservationSpec(
        lambda _, crop, __: Layout((PLANES, crop, crop), np.uint8, 0, YES),
        "planes around the hero that mean the same under every ruleset",
    ),
    "glyphs": ObservationSpec(_glyphs(HEIGHT, WIDTH), "the map as the hero knows it"),
    "glyphs_crop": ObservationSpec(_glyphs(), "the same, around the hero"),
    "inventory": ObservationSpec(_table(MAX_INVENTORY, INVENTORY, np.int32), "a row for each inventory slot"),
    "message": ObservationSpec(
        _table(MESSAGE_ROWS, MESSAGE, np.int16), "events of the last step, oldest first; the last 16 if there are more"
    ),
    "monsters": ObservationSpec(
        _table(MONSTER_ROWS, MONSTERS, np.int32),
        "a row for each of the 16 nearest monsters seen or sensed, the nearest first",
    ),
    "resistances": ObservationSpec(
        lambda _, __, ___: Layout((MAX_DAMAGE_TYPES,), np.int32, -MAX_STAT, MAX_STAT),
        "percent of each type of damage that the hero doesn't take",
    ),
    "seed": ObservationSpec(
        lambda _, __, ___: Layout((2,), np.uint32, 0, [2**32 - 1, 2**31 - 1]),
        "the run's seed, its low 32 bits and its high 31 bits",
        True,
    ),
    "stats": ObservationSpec(_row(STATS, np.int32), "the hero's numbers"),
    "statuses": ObservationSpec(
        lambda _, __, ___: Layout((MAX_STATUSES,), np.int16, 0, FOR_EVER), "turns left of each of the hero's statuses"
    ),
    "target_mask": ObservationSpec(
        lambda _, crop, __: Layout((2, MAX_INVENTORY, crop, crop), np.int8),
        "with `targets`: 1 where each item can be used (all 1 if not aimed), then where it can be thrown",
    ),
    "true_map": ObservationSpec(_glyphs(HEIGHT, WIDTH), "as `glyphs`, for the whole floor", True),
}
"""In alphabetical order, as in a Dict space."""
