# ruff: noqa: RUF009 -- a key is a dataclass's field under another name
"""The sections of a ruleset and every key that they accept: the one table that loading, checking and the manual read.

A section is a class; a line of it is a key: its name, the type that the program
sees, what is accepted, what holds when it is left out, and what it means. A
default is never a number of a game, only the absence of something.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from typing import Any, cast

from steep.content.curves import by_floor, dice_by_floor, weight_by_floor
from steep.content.values import (
    REQUIRED,
    Accepts,
    Key,
    character,
    count_range,
    flag,
    keys,
    list_of,
    name_of,
    one_of,
    rgb,
    text,
    whole,
)
from steep.core.fov import FOV_NAMES
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import (
    DISTANCE_NAMES,
    EFFECT_NAMES,
    FIREBALL_NAMES,
    GAIN_NAMES,
    MAX_FLOORS,
    MAX_GAINS,
    MAX_KINDS,
    MAX_PACKS,
    MAX_PITY_TIMERS,
    MAX_START_ITEMS,
    PLACEMENT_NAMES,
    PURSUIT_NAMES,
    REACTION_NAMES,
    ROOM_NAMES,
    STUMBLE_NAMES,
)
from steep.core.world import MAX_ACTORS, MAX_INVENTORY, MAX_ITEMS, MAX_RADIUS, MAX_ROOMS
from steep.spawn.curves import Steps
from steep.spawn.dice import DiceSteps

MOST = 1_000_000
"""No number of a ruleset is larger: so the weights of the largest table still add up within 32 bits."""

NEVER = Steps()
"""The curve of no entries: 0 on every floor."""

UNCHANGED = Steps.of({1: 100})
"""The curve of a percentage that changes nothing."""

NO_DICE = DiceSteps()
"""No dice on any floor."""

Shade = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

GREY: Shade = (192, 192, 192)

LOST_SIGHT = ("follow", "stand")


def plays(accepts: Accepts, default: Any, meaning: str) -> Any:
    """A key that the game depends on."""
    return field(metadata={"accepts": accepts, "default": default, "meaning": meaning, "cosmetic": False})


def looks(accepts: Accepts, default: Any, meaning: str) -> Any:
    """A key that changes only what is shown."""
    return field(metadata={"accepts": accepts, "default": default, "meaning": meaning, "cosmetic": True})


def keys_of(section: type[object]) -> dict[str, Key]:
    """The keys that a section accepts, by name, in their order."""
    return _keys_of(cast("Hashable", section))


@functools.cache
def _keys_of(section: Any) -> dict[str, Key]:
    return {each.name: Key(each.name, **each.metadata) for each in fields(section) if each.metadata}


# Columns say more here than the formatter's one space would.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose at a level-up."""

    stat:   str = plays(one_of(GAIN_NAMES), REQUIRED, "what rises; max_hp heals as much, too")
    amount: int = plays(whole(1, MOST),     REQUIRED, "by how much")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One thing that the hero begins with."""

    item: str  = plays(name_of("the key of an item"), REQUIRED, "which thing")
    equipped: bool = plays(flag(),                        False,    "whether it is worn from the start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Some of one kind in a pack."""

    kind:  str             = plays(name_of("the key of a monster"), REQUIRED, "which monster")
    count: tuple[int, int] = plays(count_range(MAX_ACTORS),         REQUIRED, "how many, each number as likely")


CHOICES = list_of(tuple(keys_of(Choice).values()), 1, MAX_GAINS)
START = list_of(tuple(keys_of(Start).values()), 0, MAX_START_ITEMS)
MEMBERS = list_of(tuple(keys_of(Member).values()), 1, 16)
TAGS = keys(16)
PERCENT = whole(0, 100)
CHANGE = whole(-100, 900)
WEIGHT = weight_by_floor(MOST)
RULESET = name_of("a ruleset's name, or a path from this file")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands above the sections. It is this file's alone: what extends it does not take it over."""

    title:       str = looks(text(60),  "", "what lists call it; else its name")
    description: str = looks(text(400), "", "a sentence or two on what it is like")
    extends:     str = looks(RULESET,   "", "the ruleset that holds wherever this file says nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """How a floor is dug: attempts at rooms, those that overlap dropped, each joined to the one before."""

    width:         int = plays(whole(3, WIDTH),     REQUIRED, "cells from side to side, the outer rock included")
    height:        int = plays(whole(3, HEIGHT),    REQUIRED, "cells from top to bottom, the outer rock included")
    room_attempts: int = plays(whole(1, MAX_ROOMS), REQUIRED, "attempts at a room")
    room_min:      int = plays(whole(2, WIDTH - 1), REQUIRED, "cells of a room's side and one of its walls, at least")
    room_max:      int = plays(whole(2, WIDTH - 1), REQUIRED, "the same, at most; less than the map's sides")
    rooms:         str = plays(one_of(ROOM_NAMES),  "plain",  "how rooms are measured; walled ones count both walls")
    rooms_may_touch: bool = plays(flag(),           False,    "whether two rooms may share a wall")
    safe_steps:    int = plays(whole(0, WIDTH),     0,        "steps: so near to the start no monster is placed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Where the rules of roguelikes differ."""

    distance:    str = plays(one_of(DISTANCE_NAMES), "euclid", "how reach is measured; chebyshev counts king's moves")
    confused:    str = plays(one_of(STUMBLE_NAMES),  "bump",   "how a confused monster stumbles")
    lost_sight:  str = plays(one_of(LOST_SIGHT),     "follow", "a monster that loses sight goes where it saw the hero")
    pursuit:     str = plays(one_of(PURSUIT_NAMES),  "sidestep", "how a monster goes where it wants to be")
    placement:   str = plays(one_of(PLACEMENT_NAMES), "apart",   "what a cell must be free of to be given something")
    fireball_needs: str = plays(one_of(FIREBALL_NAMES), "anyone", "whom a fireball must burn, or it is not thrown")
    stairs_heal: int = plays(whole(0, 100),          0,        "percent of the most HP that the stairs give back")
    reaction:    str = plays(one_of(REACTION_NAMES), "at_once",  "when monsters act on what the hero sees anew")
    fov:         str = plays(one_of(FOV_NAMES), "symmetric",   "the algorithm that says which cells the hero sees")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero:
    """The hero as a run begins."""

    hp:          int               = plays(whole(1, MOST),       REQUIRED, "hit points, and the most there can be")
    power:       int               = plays(whole(0, MOST),       REQUIRED, "damage of a blow, with nothing worn")
    defense:     int               = plays(whole(0, MOST),       REQUIRED, "taken off every blow, with nothing worn")
    view_radius: int               = plays(whole(1, MAX_RADIUS), REQUIRED, "cells the hero sees; rules.fov shapes it")
    inventory:        int               = plays(whole(1, MAX_INVENTORY),   REQUIRED, "items carried at most")
    slots:       tuple[str, ...]   = plays(keys(MAX_INVENTORY),       (),       "where things can be worn, one in each")
    start:       tuple[Start, ...] = plays(START,                (),       "what the pack holds, in its order")


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelUp:
    """Experience: XP to the next level is base + level × factor. What is over is kept."""

    base:        int                = plays(whole(0, MOST), REQUIRED, "XP")
    factor:      int                = plays(whole(0, MOST), REQUIRED, "XP for each level, the first included")
    must_exceed: bool               = plays(flag(),         REQUIRED, "false: reaching what is needed is enough")
    choices:     tuple[Choice, ...] = plays(CHOICES,        REQUIRED, "what a level-up offers; one is taken")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many come, by floor: by room, and on top of that by dice, by open cells and by threat."""

    monsters_per_room:      Steps     = plays(by_floor(0, MAX_ACTORS),      NEVER,   "monsters in a room, at most")
    items_per_room:         Steps     = plays(by_floor(0, MAX_ITEMS),       NEVER,   "items in a room, at most")
    monsters_per_floor:     DiceSteps = plays(dice_by_floor(MAX_ACTORS),    NO_DICE, "monsters on a floor")
    items_per_floor:        DiceSteps = plays(dice_by_floor(MAX_ITEMS),     NO_DICE, "items on a floor")
    monsters_per_100_cells: Steps     = plays(by_floor(0, 100),             NEVER,   "monsters on a hundred open cells")
    items_per_100_cells:    Steps     = plays(by_floor(0, 100),             NEVER,   "items on a hundred open cells")
    threat_per_floor:       Steps     = plays(by_floor(0, MOST),            NEVER,   "threat to spend, in thousandths")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfDepth:
    """Monsters that belong deeper and come all the same."""

    chance: Steps = plays(by_floor(0, 100),     NEVER, "percent of all draws of monsters")
    reach:  int   = plays(whole(0, MAX_FLOORS), 0,     "floors: so much deeper at most such a draw is made")
    damped: int   = plays(whole(0, MAX_FLOORS), 0,     "floors on which the chance is still growing from nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wandering:
    """Monsters that come while the hero stays."""

    every: Steps = plays(by_floor(0, MOST), NEVER, "turns on a floor between one coming and the next; 0 is never")


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster:
    """A kind of monster."""

    key:     str
    name:    str   = looks(text(40),          "",       "what it is called; else its key with spaces")
    glyph:   str   = looks(character(),       REQUIRED, "the character that stands for it")
    color:   Shade = looks(rgb(),             GREY,     "the colour of its glyph")
    hp:      int   = plays(whole(1, MOST),    REQUIRED, "hit points")
    power:   int   = plays(whole(0, MOST),    REQUIRED, "damage of a blow, before the target's defense")
    defense: int   = plays(whole(0, MOST),    REQUIRED, "taken off every blow")
    xp:      int   = plays(whole(0, MOST),    REQUIRED, "XP that its death gives")
    spawn:   Steps = plays(WEIGHT,            NEVER,    "weight by floor among the monsters; 0 is never")
    tags:    tuple[str, ...] = plays(TAGS,    (),       "sections [tags.KEY] that have a say in its weight")
    unique:  bool  = plays(flag(),            False,    "whether a run has at most one of it")
    out_of_depth: bool = plays(flag(),        True,     "whether it may come before its floor")
    asleep:  int   = plays(PERCENT,           0,        "percent of them that are asleep at first")
    notice:  int   = plays(whole(0, WIDTH),   0,        "steps from which a sleeper may notice the hero")
    threat:  int   = looks(whole(0, MOST),    0,        "what its maker thinks it threatens; 0 is no opinion")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A kind of item."""

    key:     str
    name:    str   = looks(text(40),                         "",       "what it is called; else its key with spaces")
    glyph:   str   = looks(character(),                      REQUIRED, "the character that stands for it")
    color:   Shade = looks(rgb(),                            GREY,     "the colour of its glyph")
    effect:  str   = plays(one_of(EFFECT_NAMES),             "none",   "what using it does, once")
    amount:  int   = plays(whole(0, MOST),                   0,        "HP healed, damage done, or turns of confusion")
    reach:   int   = plays(whole(0, WIDTH),                  0,        "cells: lightning's reach, a fireball's radius")
    slot:    str   = plays(name_of("one of hero.slots"),     "",       "where it is worn; else it is not")
    power:   int   = plays(whole(-MOST, MOST),               0,        "added while worn")
    defense: int   = plays(whole(-MOST, MOST),               0,        "added while worn")
    spawn:   Steps = plays(WEIGHT,                           NEVER,    "weight by floor among the items; 0 is never")
    tags:    tuple[str, ...] = plays(TAGS,                   (),       "as for monsters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """What the weights of many kinds have in common."""

    key:     str
    weight:  Steps = plays(WEIGHT,              NEVER,     "weight of those that have no spawn of their own")
    percent: Steps = plays(by_floor(0, 10_000), UNCHANGED, "percent that all weights with this tag are multiplied by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Monsters that come together."""

    key:     str
    name:    str   = looks(text(40),              "",       "what it is called; else its key with spaces")
    leader:  str   = plays(name_of("the key of a monster"), REQUIRED, "who leads it")
    members: tuple[Member, ...] = plays(MEMBERS,  REQUIRED, "who else comes")
    spawn:   Steps = plays(WEIGHT,                NEVER,    "weight by floor among the monsters; 0 is never")
    growth:  int   = plays(whole(0, MAX_FLOORS),  0,        "floors after its first until its members may be the most")


@dataclass(frozen=True, slots=True, kw_only=True)
class PityTimer:
    """A kind of item that a run gets evenly."""

    key:       str
    start:     int   = plays(PERCENT,                0,     "percent: the chance of one on floor 1")
    step:      int   = plays(PERCENT,                0,     "percent more for a floor that had none")
    reset:      int   = plays(PERCENT,                0,     "percent less for each one that came")
    guarantee: Steps = plays(by_floor(0, MAX_ITEMS), NEVER, "how many a run was given by a floor, at the least")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """The same ruleset, easier or harder. Every change is in percent: 50 is half as much again, -50 is half."""

    key:           str
    title:         str = looks(text(40),                     "", "what lists call it; else its key")
    description:   str = looks(text(400),                    "", "a sentence or two on what it is like")
    monsters:      int = plays(CHANGE,                       0,  "percent: monsters more or less, however counted")
    items:         int = plays(CHANGE,                       0,  "percent: items more or less, however counted")
    threat:        int = plays(CHANGE,                       0,  "percent: threat_per_floor more or less")
    out_of_depth:  int = plays(CHANGE,                       0,  "percent: out_of_depth.chance more or less")
    wandering:     int = plays(CHANGE,                       0,  "percent: turns of wandering.every more or less")
    monster_hp:    int = plays(CHANGE,                       0,  "percent: every monster's hp more or less")
    monster_power: int = plays(CHANGE,                       0,  "percent: every monster's power more or less")
    hero_hp:       int = plays(CHANGE,                       0,  "percent: the hero's hp more or less")
    depth:         int = plays(whole(-MAX_FLOORS, MAX_FLOORS), 0, "floors: monsters come as if so much deeper")

# fmt: on


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """All sections of a ruleset that a game depends on. Kinds are in the order of their keys."""

    map: Map
    rules: Rules
    hero: Hero
    level_up: LevelUp
    counts: Counts
    out_of_depth: OutOfDepth
    wandering: Wandering
    monsters: tuple[Monster, ...]
    items: tuple[Item, ...]
    """Their weights are what tags have made of them."""
    packs: tuple[Pack, ...]
    pity_timers: tuple[PityTimer, ...]


SECTIONS: dict[str, type[object]] = {
    "map": Map,
    "rules": Rules,
    "hero": Hero,
    "level_up": LevelUp,
    "counts": Counts,
    "out_of_depth": OutOfDepth,
    "wandering": Wandering,
}
"""Sections that a ruleset has once, by name."""

KINDS: dict[str, type[object]] = {
    "monsters": Monster,
    "items": Item,
    "tags": Tag,
    "packs": Pack,
    "pity_timers": PityTimer,
    "modes": Mode,
}
"""Sections that a ruleset has once for each key, as ``[monsters.troll]``."""

ROOM = {
    "monsters": MAX_KINDS,
    "items": MAX_KINDS,
    "tags": MAX_KINDS,
    "packs": MAX_PACKS,
    "pity_timers": MAX_PITY_TIMERS,
    "modes": 32,
}
"""How many of each there may be. The compiled record has no room for more, and no list would show more modes."""

DRAWN = ("monsters", "items", "packs")
"""Those of them that are drawn by weight."""

EFFECT_KEYS = {
    "amount": ("heal", "lightning", "confusion", "fireball"),
    "reach": ("lightning", "fireball"),
}
"""The keys of an item that effects need, and which effects."""


def plural(family: str) -> str:
    """What a message calls many of a family."""
    return "kinds" if family in ("monsters", "items") else family
