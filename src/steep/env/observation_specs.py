"""The observations by key: their shapes, their types and their bounds, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steep.content import Rulebook
from steep.core.geometry import CELLS, HEIGHT, WIDTH
from steep.core.ruleset import MAX_KINDS
from steep.core.world import MAX_INVENTORY
from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS
from steep.env.kernel.compass import NEEDLES
from steep.env.kernel.observations import AMOUNT_MOST, GLYPH_ITEMS, MESSAGE_ROWS, PLANES, STAT_MOST, YES
from steep.rules.events import EVENT_NAMES

MOST = STAT_MOST
"""For numbers that a ruleset may make as large as it likes: what is larger is given as this."""

FLAT = "flat"
TARGETS = "targets"


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of an observation."""

    name: str
    low: int
    high: int
    meaning: str


STATS = (
    Entry("floor", 1, MOST, "the floor that the hero is on"),
    Entry("last_floor", 1, MOST, "the floor to leave alive"),
    Entry("turn", 0, MOST, "turns gone by"),
    Entry("hp", 0, MOST, "hit points"),
    Entry("max_hp", 0, MOST, "the most hit points"),
    Entry("power", -MOST, MOST, "with all that is worn"),
    Entry("defense", -MOST, MOST, "with all that is worn"),
    Entry("xp", 0, MOST, "towards the next level"),
    Entry("xp_to_next", 0, MOST, "XP at which the next level is reached"),
    Entry("level", 1, MOST, "the hero's level"),
    Entry("kills", 0, MOST, "monsters that the hero killed"),
    Entry("choosing", 0, 1, "1 while a gain must be chosen; nothing else is possible then"),
    Entry("pack", 0, MAX_INVENTORY, "things carried"),
    Entry("pack_room", 0, MAX_INVENTORY, "things that there is room for"),
    Entry("foes", 0, 128, "monsters in view"),
    Entry("explored", 0, MOST, "cells that were seen for the first time, over the run"),
    Entry("x", 0, WIDTH - 1, "the hero's column"),
    Entry("y", 0, HEIGHT - 1, "the hero's row"),
    Entry("underfoot", 0, MAX_KINDS, "kind of a thing underfoot + 1, 0 for none"),
    Entry("stairs", 0, 1, "1 when it is known where the stairs down are"),
    Entry("stairs_x", 1 - WIDTH, WIDTH - 1, "columns to the stairs, eastward; 0 while they are not known"),
    Entry("stairs_y", 1 - HEIGHT, HEIGHT - 1, "rows to the stairs, southward; 0 while they are not known"),
)

FEATURES = (
    Entry("rock", 0, YES, "known to be rock"),
    Entry("open", 0, YES, "known to be floor or stairs"),
    Entry("stairs", 0, YES, "known to be the stairs down"),
    Entry("lit", 0, YES, "in view"),
    Entry("hero", 0, YES, "the hero: always in the middle"),
    Entry("heal", 0, YES, "a thing that heals"),
    Entry("lightning", 0, YES, "a thing that strikes with lightning"),
    Entry("confusion", 0, YES, "a thing that confuses"),
    Entry("fireball", 0, YES, "a thing that burns"),
    Entry("worn", 0, YES, "a thing to wear"),
    Entry("other", 0, YES, "a thing of no use"),
    Entry("visited", 0, YES, "the hero stood on the thing and left it"),
    Entry("foe", 0, YES, "a monster in view"),
    Entry("foe_hp", 0, YES, "its HP, as a share of those of its kind"),
    Entry("asleep", 0, YES, "it sleeps"),
    Entry("confused", 0, YES, "it stumbles"),
    Entry("foe_blow", 0, YES, "the share of the hero's HP that its blow takes"),
    Entry("hero_blow", 0, YES, "the share of its HP that the hero's blow takes"),
)

COMPASS = (
    Entry("stairs", 0, 8, "the stairs down"),
    Entry("unexplored", 0, 8, "the nearest cell beside one that is not known"),
    Entry("thing", 0, 8, "the nearest thing that the hero did not stand on yet"),
    Entry("foe", 0, 8, "the nearest monster in view"),
)

MESSAGE = (
    Entry("what", 0, len(EVENT_NAMES), "number of the event in `steep.rules.events` + 1; 0 for an empty row"),
    Entry("who", 0, MAX_KINDS + 1, "1 for the hero, kind of monster + 2; 0 for an empty row"),
    Entry(
        "whom", 0, MAX_KINDS + 1, "1 for the hero, else + 2: kind of monster, of item where it is about one, or stat"
    ),
    Entry("amount", 0, AMOUNT_MOST, "HP, XP, turns, level, floor or place in the pack, as the event has it"),
    Entry("dx", 1 - WIDTH, WIDTH - 1, "columns from the hero to where it happened, eastward"),
    Entry("dy", 1 - HEIGHT, HEIGHT - 1, "rows from the hero to where it happened, southward"),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How an observation is laid out."""

    shape: tuple[int, ...]
    dtype: Any
    low: Any = 0
    high: Any = 1


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """An observation that can be asked for."""

    layout: Callable[[Rulebook, int, str], Layout]
    """For a rulebook, a size of crop and a kind of actions."""
    meaning: str
    privileged: bool = False


def _glyphs(*shape: int) -> Callable[[Rulebook, int, str], Layout]:
    return lambda book, crop, _: Layout(
        shape or (crop, crop), np.int16, 0, GLYPH_ITEMS - 1 + len(book.items) + len(book.monsters)
    )


def _lows(entries: tuple[Entry, ...]) -> Any:
    return [entry.low for entry in entries]


def _highs(entries: tuple[Entry, ...]) -> Any:
    return [entry.high for entry in entries]


def _mask(_: Rulebook, __: int, actions: str) -> Layout:
    return Layout((FLAT_ACTIONS,) if actions == FLAT else (VERBS, ARGUMENTS), np.int8)


OBSERVATIONS: dict[str, ObservationSpec] = {
    "action_mask": ObservationSpec(_mask, "1 for each action that is possible, 0 for the others"),
    "compass": ObservationSpec(
        lambda _, __, ___: Layout((NEEDLES, 2), np.int16, 0, [[8, CELLS]] * NEEDLES),
        "the way to the stairs, the unexplored, things and foes",
    ),
    "features": ObservationSpec(
        lambda _, crop, __: Layout((PLANES, crop, crop), np.uint8, 0, YES), "planes round the hero"
    ),
    "glyphs": ObservationSpec(_glyphs(HEIGHT, WIDTH), "the map as far as it is known"),
    "glyphs_crop": ObservationSpec(_glyphs(), "the same round the hero"),
    "inventory": ObservationSpec(
        lambda book, _, __: Layout(
            (MAX_INVENTORY, 2), np.int16, [[0, 0]] * MAX_INVENTORY, [[len(book.items), 1]] * MAX_INVENTORY
        ),
        "what is in the pack",
    ),
    "message": ObservationSpec(
        lambda _, __, ___: Layout(
            (MESSAGE_ROWS, len(MESSAGE)), np.int16, [_lows(MESSAGE)] * MESSAGE_ROWS, [_highs(MESSAGE)] * MESSAGE_ROWS
        ),
        "what happened in the last step",
    ),
    "seed": ObservationSpec(
        lambda _, __, ___: Layout((2,), np.uint32, 0, [2**32 - 1, 2**31 - 1]), "the run's seed", True
    ),
    "stats": ObservationSpec(
        lambda _, __, ___: Layout((len(STATS),), np.int32, _lows(STATS), _highs(STATS)), "the hero in numbers"
    ),
    "target_mask": ObservationSpec(
        lambda _, crop, __: Layout((MAX_INVENTORY, crop, crop), np.int8), "where a thing can be used"
    ),
    "true_map": ObservationSpec(_glyphs(HEIGHT, WIDTH), "the map as it is", True),
}
"""In alphabetical order, as a Dict space holds them."""
