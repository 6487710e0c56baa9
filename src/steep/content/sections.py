# ruff: noqa: E501, RUF009 -- lines of a table; field() and cosmetic() declare dataclass fields
"""The schema of rulesets: every section and every key. Loading, validation and the manual's tables all read it.

A section is a class, and each line in it declares a key: its name, the type in
Python, the values it takes, its default and its meaning. A default is never a
game's number; it only means that something is absent.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, cast

from steep.content.read_values_by_floor import by_floor, dice_by_floor, weight_by_floor
from steep.content.value_types import (
    REQUIRED,
    Field,
    FieldType,
    boolean,
    character,
    count_range,
    integer,
    key_list,
    one_of,
    reference,
    rgb,
    table_list,
    text,
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

LOST_SIGHT_NAMES = ("follow", "stand")


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


# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a level-up."""

    stat:   str = field(one_of(GAIN_NAMES),     REQUIRED, "the stat that rises; max_hp also heals by the same amount")
    amount: int = field(integer(1, MAX_NUMBER), REQUIRED, "how much it rises")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One item that the hero starts with."""

    item:     str  = field(reference("the key of an item"), REQUIRED, "the item")
    equipped: bool = field(boolean(),                       False,    "whether it is equipped at the start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Members of one kind in a pack."""

    kind:  str             = field(reference("the key of a monster"), REQUIRED, "the monster")
    count: tuple[int, int] = field(count_range(MAX_ACTORS),           REQUIRED, "how many, each number equally likely")


CHOICES = table_list(tuple(fields_of(Choice).values()), 1, MAX_GAINS)
START = table_list(tuple(fields_of(Start).values()), 0, MAX_START_ITEMS)
MEMBERS = table_list(tuple(fields_of(Member).values()), 1, 16)
TAGS = key_list(16)
PERCENT = integer(0, 100)
CHANGE = integer(-100, 900)
NUMBER = integer(0, MAX_NUMBER)
WEIGHT = weight_by_floor(MAX_NUMBER)
RULESET = reference("a ruleset's name, or a path from this file")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The keys above all sections. They belong to this file alone and are not inherited."""

    title:       str = cosmetic(text(60),  "", "the name in lists; by default the file's name")
    description: str = cosmetic(text(400), "", "a sentence or two about the ruleset")
    extends:     str = cosmetic(RULESET,   "", "the ruleset that supplies everything this file leaves out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """How a floor is dug: attempts at rooms, overlapping ones dropped, each room joined to the one before."""

    width:         int = field(integer(3, WIDTH),     REQUIRED, "cells from side to side, including the outer rock")
    height:        int = field(integer(3, HEIGHT),    REQUIRED, "cells from top to bottom, including the outer rock")
    room_attempts: int = field(integer(1, MAX_ROOMS), REQUIRED, "attempts at a room")
    room_min:      int = field(integer(2, WIDTH - 1), REQUIRED, "smallest side of a room in cells, one wall included")
    room_max:      int = field(integer(2, WIDTH - 1), REQUIRED, "largest side; must be less than the map's sides")
    rooms:         str = field(one_of(ROOM_NAMES),    "plain",  "how rooms are measured; walled ones count both walls")
    rooms_may_touch: bool = field(boolean(),          False,    "whether two rooms may share a wall")
    safe_steps:    int = field(integer(0, WIDTH),     0,        "no monster is placed within this many steps of the start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rules in which roguelikes differ."""

    distance:       str = field(one_of(DISTANCE_NAMES),   "euclid",   "how reach is measured; chebyshev counts king's moves")
    confused:       str = field(one_of(STUMBLE_NAMES),    "bump",     "how a confused monster moves")
    lost_sight:     str = field(one_of(LOST_SIGHT_NAMES), "follow",   "a monster that loses sight goes where it last saw the hero")
    pursuit:        str = field(one_of(PURSUIT_NAMES),    "sidestep", "how a monster moves towards its goal")
    placement:      str = field(one_of(PLACEMENT_NAMES),  "apart",    "what may not be on a cell where something is placed")
    fireball_needs: str = field(one_of(FIREBALL_NAMES),   "anyone",   "who must be in a fireball's radius for it to be cast")
    stairs_heal:    int = field(PERCENT,                  0,          "percent of max HP that taking the stairs restores")
    reaction:       str = field(one_of(REACTION_NAMES),   "at_once",  "when monsters react to what the hero newly sees")
    fov:            str = field(one_of(FOV_NAMES),        "symmetric", "the field of view algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero:
    """The hero at the start of a run."""

    hp:          int               = field(integer(1, MAX_NUMBER),    REQUIRED, "HP and max HP")
    power:       int               = field(NUMBER,                    REQUIRED, "damage of a hit, without equipment")
    defense:     int               = field(NUMBER,                    REQUIRED, "subtracted from every hit taken, without equipment")
    view_radius: int               = field(integer(1, MAX_RADIUS),    REQUIRED, "radius of the field of view in cells")
    inventory:   int               = field(integer(1, MAX_INVENTORY), REQUIRED, "how many items the hero can carry")
    slots:       tuple[str, ...]   = field(key_list(MAX_INVENTORY),   (),       "the equipment slots; each holds one item")
    start:       tuple[Start, ...] = field(START,                     (),       "the starting inventory, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelUp:
    """Experience: the XP to the next level is base + level × factor. XP beyond that carries over."""

    base:        int                = field(NUMBER,    REQUIRED, "XP")
    factor:      int                = field(NUMBER,    REQUIRED, "XP per level, starting with level 1")
    must_exceed: bool               = field(boolean(), REQUIRED, "true: the XP must exceed that number; false: equal is enough")
    choices:     tuple[Choice, ...] = field(CHOICES,   REQUIRED, "what a level-up offers; the player picks one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many monsters and items are placed on a floor. The numbers by room, floor, cells and threat add up."""

    monsters_per_room:      Steps     = field(by_floor(0, MAX_ACTORS),   NEVER,   "maximum number of monsters in a room")
    items_per_room:         Steps     = field(by_floor(0, MAX_ITEMS),    NEVER,   "maximum number of items in a room")
    monsters_per_floor:     DiceSteps = field(dice_by_floor(MAX_ACTORS), NO_DICE, "monsters on a floor")
    items_per_floor:        DiceSteps = field(dice_by_floor(MAX_ITEMS),  NO_DICE, "items on a floor")
    monsters_per_100_cells: Steps     = field(by_floor(0, 100),          NEVER,   "monsters per hundred open cells")
    items_per_100_cells:    Steps     = field(by_floor(0, 100),          NEVER,   "items per hundred open cells")
    threat_per_floor:       Steps     = field(by_floor(0, MAX_NUMBER),   NEVER,   "threat to spend on monsters, in thousandths")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfDepth:
    """Monsters drawn from the tables of deeper floors."""

    chance: Steps = field(by_floor(0, 100),       NEVER, "percent of monster draws that are out of depth")
    reach:  int   = field(integer(0, MAX_FLOORS), 0,     "how many floors deeper such a draw may be, at most")
    damped: int   = field(integer(0, MAX_FLOORS), 0,     "number of first floors on which the chance rises from 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wandering:
    """Monsters that arrive while the hero is on a floor."""

    every: Steps = field(by_floor(0, MAX_NUMBER), NEVER, "turns on a floor between two arrivals; 0 for none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster:
    """A kind of monster."""

    key:     str
    name:    str   = cosmetic(text(40),       "",       "the displayed name; by default the key, with spaces")
    glyph:   str   = cosmetic(character(),    REQUIRED, "the character on the map")
    color:   Shade = cosmetic(rgb(),          GREY,     "the glyph's colour")
    hp:      int   = field(integer(1, MAX_NUMBER), REQUIRED, "HP")
    power:   int   = field(NUMBER,            REQUIRED, "damage of a hit, before the target's defense")
    defense: int   = field(NUMBER,            REQUIRED, "subtracted from every hit taken")
    xp:      int   = field(NUMBER,            REQUIRED, "XP for killing it")
    spawn:   Steps = field(WEIGHT,            NEVER,    "spawn weight among monsters and packs, by floor; 0 for never")
    tags:    tuple[str, ...] = field(TAGS,    (),       "sections [tags.KEY] that change its weight")
    unique:  bool  = field(boolean(),         False,    "whether it appears at most once in a run")
    out_of_depth: bool = field(boolean(),     True,     "whether it may appear out of depth")
    asleep:  int   = field(PERCENT,           0,        "percent of them that start asleep")
    notice:  int   = field(integer(0, WIDTH), 0,        "steps within which a sleeping one may notice the hero")
    threat:  int   = cosmetic(NUMBER,         0,        "the threat its author intends, for steep lint; 0 to skip the check")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A kind of item."""

    key:     str
    name:    str   = cosmetic(text(40),                 "",       "the displayed name; by default the key, with spaces")
    glyph:   str   = cosmetic(character(),              REQUIRED, "the character on the map")
    color:   Shade = cosmetic(rgb(),                    GREY,     "the glyph's colour")
    effect:  str   = field(one_of(EFFECT_NAMES),        "none",   "what happens when it is used; using it consumes it")
    amount:  int   = field(NUMBER,                      0,        "HP healed, damage dealt or turns of confusion")
    reach:   int   = field(integer(0, WIDTH),           0,        "cells: the range of lightning, the radius of a fireball")
    slot:    str   = field(reference("one of hero.slots"), "",    "its equipment slot; empty if it can't be equipped")
    power:   int   = field(integer(-MAX_NUMBER, MAX_NUMBER), 0,   "bonus while equipped")
    defense: int   = field(integer(-MAX_NUMBER, MAX_NUMBER), 0,   "bonus while equipped")
    spawn:   Steps = field(WEIGHT,                      NEVER,    "spawn weight among items, by floor; 0 for never")
    tags:    tuple[str, ...] = field(TAGS,              (),       "as for monsters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A weight, or a change of weights, that many kinds share."""

    key:     str
    weight:  Steps = field(WEIGHT,              NEVER,     "weight of kinds with this tag and no spawn of their own")
    percent: Steps = field(by_floor(0, 10_000), UNCHANGED, "percent by which all weights with this tag are multiplied")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A group of monsters that spawns together."""

    key:     str
    name:    str   = cosmetic(text(40),          "",       "the displayed name; by default the key, with spaces")
    leader:  str   = field(reference("the key of a monster"), REQUIRED, "the monster that leads it")
    members: tuple[Member, ...] = field(MEMBERS, REQUIRED, "the other monsters")
    spawn:   Steps = field(WEIGHT,               NEVER,    "spawn weight among monsters and packs, by floor; 0 for never")
    growth:  int   = field(integer(0, MAX_FLOORS), 0,      "floors after its first until it can have its maximum of members")


@dataclass(frozen=True, slots=True, kw_only=True)
class PityTimer:
    """An item whose chance rises on every floor without it and falls when it appears."""

    key:       str
    start:     int   = field(PERCENT,                0,     "percent: the chance of one on floor 1")
    step:      int   = field(PERCENT,                0,     "percent added after a floor without one")
    reset:     int   = field(PERCENT,                0,     "percent subtracted for each one that appears")
    guarantee: Steps = field(by_floor(0, MAX_ITEMS), NEVER, "minimum number that a run has been given by a floor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """The same ruleset, easier or harder. Changes are in percent: 50 makes it half as much again, -50 halves it."""

    key:           str
    title:         str = cosmetic(text(40),  "", "the name in lists; by default the key")
    description:   str = cosmetic(text(400), "", "a sentence or two about the mode")
    monsters:      int = field(CHANGE,       0,  "percent: change of the number of monsters, however counted")
    items:         int = field(CHANGE,       0,  "percent: change of the number of items, however counted")
    threat:        int = field(CHANGE,       0,  "percent: change of threat_per_floor")
    out_of_depth:  int = field(CHANGE,       0,  "percent: change of out_of_depth.chance")
    wandering:     int = field(CHANGE,       0,  "percent: change of wandering.every")
    monster_hp:    int = field(CHANGE,       0,  "percent: change of every monster's hp")
    monster_power: int = field(CHANGE,       0,  "percent: change of every monster's power")
    hero_hp:       int = field(CHANGE,       0,  "percent: change of the hero's hp")
    depth:         int = field(integer(-MAX_FLOORS, MAX_FLOORS), 0, "floors: monsters spawn as if this much deeper")

# fmt: on


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """All sections of a ruleset that affect the game. Kinds are sorted by key."""

    map: Map
    rules: Rules
    hero: Hero
    level_up: LevelUp
    counts: Counts
    out_of_depth: OutOfDepth
    wandering: Wandering
    monsters: tuple[Monster, ...]
    items: tuple[Item, ...]
    """Their weights already include their tags."""
    packs: tuple[Pack, ...]
    pity_timers: tuple[PityTimer, ...]


SINGLE_SECTIONS: dict[str, type[object]] = {
    "map": Map,
    "rules": Rules,
    "hero": Hero,
    "level_up": LevelUp,
    "counts": Counts,
    "out_of_depth": OutOfDepth,
    "wandering": Wandering,
}
"""Sections that appear once, by name."""

KEYED_SECTIONS: dict[str, type[object]] = {
    "monsters": Monster,
    "items": Item,
    "tags": Tag,
    "packs": Pack,
    "pity_timers": PityTimer,
    "modes": Mode,
}
"""Sections that appear once for each key, such as ``[monsters.troll]``, by name."""

MAX_ENTRIES = {
    "monsters": MAX_KINDS,
    "items": MAX_KINDS,
    "tags": MAX_KINDS,
    "packs": MAX_PACKS,
    "pity_timers": MAX_PITY_TIMERS,
    "modes": 32,
}
"""How many entries each of them may have: the capacity of the compiled record, and for modes of a list on screen."""

DRAWN = ("monsters", "items", "packs")
"""The families that are drawn by weight."""

EFFECT_KEYS = {
    "amount": ("heal", "lightning", "confusion", "fireball"),
    "reach": ("lightning", "fireball"),
}
"""Keys that only some effects use, and those effects."""


def plural(family: str) -> str:
    """The plural that messages use for the entries of a family."""
    return "kinds" if family in ("monsters", "items") else family
