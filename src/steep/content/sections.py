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
from fractions import Fraction
from typing import Any, cast

from steep.content.read_values_by_floor import by_floor, dice_by_floor, weight_by_floor
from steep.content.value_types import (
    REQUIRED,
    Field,
    FieldType,
    boolean,
    character,
    color_list,
    count_range,
    decimal,
    dice_notation,
    drawn_map,
    integer,
    key_list,
    legend_table,
    name_list,
    number_list,
    number_table,
    one_of,
    reference,
    references,
    rgb,
    table_list,
    text,
    word_list,
    word_table,
)
from steep.core.fov import FOV_NAMES
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import (
    AFFECTS_NAMES,
    ARMOR_NAMES,
    CONDITION_NAMES,
    DISTANCE_NAMES,
    FOLLOW_NAMES,
    GENERATOR_NAMES,
    MAX_ABILITIES,
    MAX_COOLDOWNS,
    MAX_DAMAGE_TYPES,
    MAX_DRAWINGS,
    MAX_ENCHANTMENTS,
    MAX_FLOORS,
    MAX_GAINS,
    MAX_HUNGER_STAGES,
    MAX_KINDS,
    MAX_LAYOUTS,
    MAX_PACKS,
    MAX_PITY_TIMERS,
    MAX_START_ITEMS,
    MAX_STATUSES,
    MAX_TERRAIN,
    MAX_THEMES,
    MAX_VAULTS,
    MOVES_NAMES,
    NEEDS_NAMES,
    PLACEMENT_NAMES,
    PURSUIT_NAMES,
    REACTION_NAMES,
    ROOM_NAMES,
    SHAPE_NAMES,
    STACKING_NAMES,
    STAT_NAMES,
    STUMBLE_NAMES,
    TRIGGER_NAMES,
)
from steep.core.world import (
    FOR_EVER,
    MAX_ACTORS,
    MAX_CHARGES,
    MAX_INVENTORY,
    MAX_ITEMS,
    MAX_NUTRITION,
    MAX_PLUS,
    MAX_RADIUS,
    MAX_ROOMS,
    MAX_TIME,
    MIN_PLUS,
)
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice, DiceSteps

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

FIXED_TERRAIN = {"unknown": True, "rock": True, "floor": False, "stairs": False}
"""The kinds of terrain that every ruleset has, in the order of their numbers, and whether each is solid and opaque."""

LOST_SIGHT_NAMES = ("follow", "stand")

ITEM_EFFECT_NAMES = ("none", "heal", "lightning", "confusion", "fireball")
"""What an item can do that names no ability of its own."""

UNIDENTIFIED_SHAPES = ("self", "touch", "target", "bolt")
"""The shapes that the use of an unidentified item can have."""

DRAWN_BY_LEGEND = ("monster", "item")
"""What a cell of a drawn map can draw from the tables."""

MAX_OVERLAYS_ON_FLOOR = 20
MAX_VAULT_WIDTH = 40
MAX_VAULT_HEIGHT = 30
MAX_VAULTS_ON_FLOOR = 8

GROWING = ("max_hp", "power", "defense", "accuracy", "evasion", "speed", "regeneration", "xp")
"""What can grow with the floors."""

LEVEL_UP_STATS = STAT_NAMES
"""The stats that a level-up can raise."""


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

# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a level-up."""

    stat:   str = field(one_of(LEVEL_UP_STATS), REQUIRED, "the stat that rises; max_hp also heals by the same amount")
    amount: int = field(integer(1, MAX_NUMBER), REQUIRED, "how much it rises")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One item that the hero starts with."""

    item:     str  = field(reference("the key of an item"), REQUIRED, "the item")
    equipped: bool = field(boolean(),                       False,    "whether it is equipped at the start")
    plus:     int  = field(integer(MIN_PLUS, MAX_PLUS),     0,        "its enchantment")
    identified: bool = field(boolean(),                     True,     "whether the hero knows what it is; always if it is equipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Members of one kind in a pack."""

    kind:  str             = field(reference("the key of a monster"), REQUIRED, "the monster")
    count: tuple[int, int] = field(count_range(MAX_ACTORS),           REQUIRED, "how many, each number equally likely")


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Blobs of a kind of terrain, laid over a floor."""

    terrain: str             = field(TERRAIN,                             REQUIRED, "the terrain: a lake, a chasm, a meadow")
    shore:   str             = field(TERRAIN,                             "",       "the terrain on the floor around it; by default the floor stays")
    count:   tuple[int, int] = field(count_range(MAX_OVERLAYS_ON_FLOOR),  REQUIRED, "how many, each number equally likely")
    cells:   int             = field(integer(4, 1000),                    REQUIRED, "about how large each is")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect of an ability: one of the first keys, and the numbers it uses."""

    damage: Dice | None = field(dice_notation(), None, "HP it takes")
    heal:   Dice | None = field(dice_notation(), None, "HP it restores")
    drain:  Dice | None = field(dice_notation(), None, "HP it takes and its user gains")
    status: str  = field(reference("the key of a status"), "", "the status it gives")
    cure:   str  = field(reference("the key of a status"), "", "the status it ends")
    teleport: bool = field(boolean(),        False, "whether it moves its target to a random cell of a random room")
    blink:  int  = field(integer(0, WIDTH),  0, "it moves its target to a random cell within this many cells")
    push:   int  = field(integer(0, WIDTH),  0, "cells by which it moves its target away from its user")
    pull:   int  = field(integer(0, WIDTH),  0, "cells by which it moves its target towards its user")
    summon: str  = field(reference("the key of a monster"), "", "the monster that it places around its target")
    count:  Dice | None = field(dice_notation(), None, "how many it summons; required with summon")
    stat:   str  = field(one_of(("", *STAT_NAMES)), "", "the stat that it changes for good")
    amount: int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "by how much it changes the stat; required with stat")
    wake:   bool = field(boolean(),          False, "whether it wakes its target and calls it to the hero")
    enchant: int = field(integer(MIN_PLUS, MAX_PLUS), 0, "how much it adds to the enchantment of what the hero has equipped in a slot")
    slot:   str  = field(reference("one of hero.slots"), "", "that slot; required with enchant")
    identify: int = field(integer(0, MAX_INVENTORY), 0, "how many kinds of items in its inventory it tells the hero, the first first")
    shield: Dice | None = field(dice_notation(), None, "HP of damage that its target is shielded from; its status is shielded")
    steal:  bool = field(boolean(),          False, "whether its user, a monster, takes an item from the hero")
    transform: str = field(reference("the key of a monster"), "", "the monster that it turns its target into")
    split:  bool = field(boolean(),          False, "whether it divides its target in two, each with half of its HP")
    feed:   Dice | None = field(dice_notation(), None, "nutrition it gives the hero")
    fall:   bool = field(boolean(),          False, "whether its target falls to the next floor; a monster is gone")
    terrain: str = field(TERRAIN, "", "the terrain that the cells in its shape become, unless they are solid or stairs")
    dig:    bool = field(boolean(),          False, "whether it digs through the cells in its shape")
    ignite: bool = field(boolean(),          False, "whether it sets fire to the cells in its shape")
    reveal: int  = field(integer(0, WIDTH),  0,     "steps within which the hero finds all hidden terrain; 80 for the whole floor")
    map:    int  = field(integer(0, WIDTH),  0,     "steps within which the hero learns the map; 80 for the whole floor")
    detect: int  = field(integer(0, WIDTH),  0,     "steps within which the hero learns where items lie; 80 for the whole floor")
    type:   str  = field(reference("the key of a damage type"), "", "the type of its damage")
    turns:  int  = field(integer(0, FOR_EVER - 1), 0, "how long the status lasts; required with status and shield")
    chance: int  = field(integer(0, 100),          100, "percent, for each target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """What a character of a drawn map puts on its cell. A text stands for the terrain alone."""

    glyph:   str
    terrain: str = field(TERRAIN, "", "the terrain of the cell; by default floor")
    monster: tuple[str, ...] = field(references("monsters"), (), "the monster there; of several, one")
    pack:    str = field(reference("the key of a pack"), "", "the pack there")
    item:    tuple[str, ...] = field(references("items"), (), "the item there; of several, one")
    tag:     str = field(reference("the key of a tag"), "", "one of the monsters, or of the items, with this tag is there")
    draw:    str = field(one_of(("none", *DRAWN_BY_LEGEND)), "none", "what is drawn for the cell by the tables of the floor")
    deeper:  int = field(integer(0, MAX_FLOORS), 0, "by how many floors the tables for draw are deeper")
    chance:  int = field(integer(0, 100), 100, "percent of the times in which the cell has its monster and item")
    key:     bool = field(boolean(), False, "whether the key of a vault whose key_in names this one lies there")
    start:   bool = field(boolean(), False, "whether the hero starts there; on drawn floors")
    keep:    bool = field(boolean(), False, "whether the cell stays what it is without the vault")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of hunger."""

    name:   str = field(text(40),                    REQUIRED, "the word that follows 'You are'")
    below:  int = field(integer(0, MAX_NUTRITION),   REQUIRED, "the highest nutrition at which it lasts")
    status: str = field(reference("the key of a status"), "",  "the status that the hero has then; one that takes no HP")
    hp:     int = field(integer(0, MAX_NUMBER),      0,        "HP that the hero loses each turn")


OVERLAYS = table_list(tuple(fields_of(Overlay).values()), 1, 8)
@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Something that a theme puts into a room."""

    count:   Dice | None = field(dice_notation(), REQUIRED, "how many, each on a cell of its own")
    terrain: str = field(reference("the key of a terrain"), "", "the terrain of these cells; by default they stay as they are")
    monster: tuple[str, ...] = field(references("monsters"), (), "the monster there; of several, one")
    pack:    str = field(reference("the key of a pack"), "", "the pack there")
    item:    tuple[str, ...] = field(references("items"), (), "the item there; of several, one")
    tag:     str = field(reference("the key of a tag"), "", "one of the monsters, or of the items, with this tag is there")
    draw:    str = field(one_of(("none", *DRAWN_BY_LEGEND)), "none", "what is drawn for the cell by the tables of the floor")
    deeper:  int = field(integer(0, MAX_FLOORS), 0, "by how many floors the tables for draw are deeper")


CHOICES = table_list(tuple(fields_of(Choice).values()), 1, MAX_GAINS)
START = table_list(tuple(fields_of(Start).values()), 0, MAX_START_ITEMS)
STAGES = table_list(tuple(fields_of(Stage).values()), 0, MAX_HUNGER_STAGES)
MEMBERS = table_list(tuple(fields_of(Member).values()), 1, 16)
TAGS = key_list(16)
LEGEND = legend_table(tuple(fields_of(Legend).values()), 64)
FILLS = table_list(tuple(fields_of(Fill).values()), 1, 16)
EFFECTS = table_list(tuple(fields_of(Effect).values()), 1, 8)
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
    fireball_needs: str = field(one_of(NEEDS_NAMES),      "anyone",   "who must be in a fireball's radius for it to be cast")
    followers:      str = field(one_of(FOLLOW_NAMES),     "allies",   "who comes along by the stairs: allies within 2 steps, or also enemies beside the hero")
    stairs_heal:    int = field(PERCENT,                  0,          "percent of max HP that taking the stairs restores")
    attack_noise:   int = field(integer(0, WIDTH),        0,          "steps within which an attack is heard; 0 for nobody")
    reaction:       str = field(one_of(REACTION_NAMES),   "at_once",  "when monsters react to what the hero newly sees")
    finds:          int = field(PERCENT,                  0,          "percent of turns in which the hero finds each hidden thing beside it")
    fov:            str = field(one_of(FOV_NAMES),        "symmetric", "the field of view algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What an attack does. Without this section it always hits, for power minus defense."""

    min_damage:      int = field(NUMBER,               0,   "the least HP that a hit takes, before resistances")
    spread:          int = field(PERCENT,              0,   "percent by which damage varies up and down")
    hit_chance:      int = field(PERCENT,              100, "percent of attacks that hit, before accuracy and evasion")
    min_hit_chance:  int = field(PERCENT,              0,   "the lowest chance to hit, whatever the evasion")
    max_hit_chance:  int = field(PERCENT,              100, "the highest chance to hit, whatever the accuracy")
    critical_chance: int = field(PERCENT,              0,   "percent of hits that are critical")
    critical_factor: int = field(integer(100, 1000),   100, "percent of its damage that a critical hit does")
    armor:           str = field(one_of(ARMOR_NAMES),  "reduction", "what defense lowers: damage, or the chance to be hit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero:
    """The hero at the start of a run."""

    hp:          int               = field(integer(1, MAX_NUMBER),    REQUIRED, "HP and max HP")
    power:       int               = field(NUMBER,                    REQUIRED, "damage of a hit, without equipment")
    defense:     int               = field(NUMBER,                    REQUIRED, "subtracted from every hit taken, without equipment")
    accuracy:    int               = field(BONUS,                     0,        "percent added to the chance to hit")
    evasion:     int               = field(BONUS,                     0,        "percent taken from the chance to be hit")
    stealth:     int               = field(BONUS,                     0,        "steps taken off the distance within which sleeping monsters may notice the hero")
    regeneration: int              = field(NUMBER,                    0,        "HP recovered in 100 turns")
    speed:       int               = field(integer(1, 1000),          100,      "turns in a hundred of an actor with speed 100")
    resist:      tuple[tuple[str, int], ...] = field(RESIST,          (),       "percent of each damage type that it doesn't take, without equipment")
    damage:      Dice | None       = field(dice_notation(),           None,     "added to power in attacks without a weapon")
    damage_type: str               = field(DAMAGE_TYPE,               "",       "the type of that damage; by default plain")
    view_radius: int               = field(integer(1, MAX_RADIUS),    REQUIRED, "radius of the field of view in cells")
    inventory:   int               = field(integer(1, MAX_INVENTORY), REQUIRED, "how many items the hero can carry")
    throw_range: int               = field(integer(0, WIDTH),         0,        "cells that the hero throws any item; 0 if only those made for throwing are thrown")
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
    min_monsters_per_room:  Steps     = field(by_floor(0, MAX_ACTORS),   NEVER,   "minimum number of monsters in a room that gets any")
    min_items_per_room:     Steps     = field(by_floor(0, MAX_ITEMS),    NEVER,   "minimum number of items in a room that gets any")
    monster_room_chance:    int       = field(PERCENT,                   100,     "percent of rooms that get monsters by room")
    item_room_chance:       int       = field(PERCENT,                   100,     "percent of rooms that get items by room")
    monsters_per_floor:     DiceSteps = field(dice_by_floor(MAX_ACTORS), NO_DICE, "monsters on a floor")
    items_per_floor:        DiceSteps = field(dice_by_floor(MAX_ITEMS),  NO_DICE, "items on a floor")
    monsters_per_100_cells: Steps     = field(by_floor(0, 100),          NEVER,   "monsters per hundred open cells")
    items_per_100_cells:    Steps     = field(by_floor(0, 100),          NEVER,   "items per hundred open cells")
    threat_per_floor:       Steps     = field(by_floor(0, MAX_NUMBER),   NEVER,   "threat to spend on monsters, in thousandths")
    themes_per_floor:       DiceSteps = field(dice_by_floor(MAX_ROOMS - 1), NO_DICE, "rooms with themes on a floor")
    vaults_per_floor:       DiceSteps = field(dice_by_floor(MAX_VAULTS_ON_FLOOR), NO_DICE, "vaults on a floor")


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
class Run:
    """How a run is won: by the stairs of the last floor, or by the goal that is there instead. Without it, a run has no end."""

    last_floor:   int = field(integer(0, MAX_FLOORS),            0,  "the last floor; 0 for no end")
    goal_item:    str = field(reference("the key of an item"),    "", "the item on its stairs that wins the run: the hero takes it by walking onto it")
    goal_monster: str = field(reference("the key of a monster"),  "", "the monster on its stairs whose death wins the run")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a run scores. Without this section runs have no score, and deeper ones are better."""

    floor: int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each floor reached")
    gold:  int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each piece of gold")
    kill:  int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each monster killed")
    turns: int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each 100 turns; usually negative")
    win:   int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for winning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunger:
    """Nutrition, of which each turn takes 1. Without food it is a clock."""

    full:   int = field(integer(0, MAX_NUTRITION), 0,         "the most nutrition that the hero can have; 0 if it never hungers")
    start:  int = field(integer(0, MAX_NUTRITION), 0,         "nutrition at the start of a run; 0 for full")
    name:   str = cosmetic(text(12),               "Food",    "what the screen calls nutrition")
    death:  str = cosmetic(text(40),               "Starved", "how the hero dies of it: what precedes 'on floor 5'")
    stages: tuple[Stage, ...] = field(STAGES,      (),        "the stages of hunger, each with less nutrition than the one before")


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
    accuracy: int  = field(BONUS,             0,        "percent added to its chance to hit")
    evasion: int   = field(BONUS,             0,        "percent taken from the chance to hit it")
    regeneration: int = field(NUMBER,         0,        "HP it recovers in 100 turns")
    damage:  Dice | None = field(dice_notation(), None, "rolled and added to power in each attack")
    damage_type: str = field(DAMAGE_TYPE,     "",       "the type of its attacks' damage; by default plain")
    xp:      int   = field(NUMBER,            REQUIRED, "XP for killing it")
    spawn:   Steps = field(WEIGHT,            NEVER,    "spawn weight among monsters and packs, by floor; 0 for never")
    guaranteed_on: tuple[int, ...] = field(FLOORS, (),  "floors that have one for sure, besides those drawn")
    tags:    tuple[str, ...] = field(TAGS,    (),       "sections [tags.KEY] that change its weight")
    abilities: tuple[str, ...] = field(ABILITIES, (),   "its abilities")
    resist:  tuple[tuple[str, int], ...] = field(RESIST, (), "percent of each damage type that it doesn't take")
    unique:  bool  = field(boolean(),         False,    "whether it appears at most once in a run")
    out_of_depth: bool = field(boolean(),     True,     "whether it may appear out of depth")
    asleep:  int   = field(PERCENT,           0,        "percent of them that start asleep")
    notice:  int   = field(integer(0, WIDTH), 0,        "steps within which a sleeping one may notice the hero")
    speed:   int   = field(integer(1, 1000),  100,      "turns in a hundred of an actor with speed 100, at most 20 in an action of the hero's")
    keeps_distance: int = field(integer(0, WIDTH), 0,   "steps that it tries to keep between itself and the hero")
    flees_below: int = field(PERCENT,         0,        "percent of its HP below which it runs away")
    returns_above: int = field(PERCENT,       0,        "percent of its HP from which on one that ran away comes back; 0 for flees_below")
    erratic: int   = field(PERCENT,           0,        "percent of its turns in which it takes a random step")
    loses_trail: int = field(integer(0, 1000), 0,       "turns for which it follows the trail of a hero that it no longer sees")
    wanders: int   = field(PERCENT,           0,        "percent of its turns without a goal in which it sets out for another room")
    guards:  bool  = field(boolean(),         False,    "whether it returns to where it was placed")
    ambush:  int   = field(integer(0, WIDTH), 0,        "steps: it waits until the hero is that near; 0 if it doesn't wait")
    captive: int   = field(PERCENT,           0,        "percent of them that are captives: freed by walking into them, they are allies")
    stays:   bool  = field(boolean(),         False,    "whether it never leaves its cell by itself")
    moves:   str   = field(one_of(MOVES_NAMES), "walks", "how it gets about; in_water never leaves deep terrain, swims leaves it")
    opens_doors: bool = field(boolean(),      True,     "whether it goes through doors")
    attack_reach: int = field(ATTACK_REACH,   1,        "steps up to which it attacks, along an open line")
    attack_time: int = field(TIME,            100,      "percent of a turn that its attack takes; it acts at most 20 times in an action of the hero's")
    growth:  tuple[tuple[str, Fraction], ...] = field(GROWTH, (), "points that these stats, and its XP, gain with each floor")
    grows_from: int = field(integer(0, MAX_FLOORS), 0,  "the floor on which it has the numbers above; 0 for the first that may have it")
    grows_to: int  = field(integer(0, MAX_FLOORS), 0,    "the last floor that adds to them; 0 for no end")
    threat:  int   = field(NUMBER,            0,        "what one counts against threat_per_floor, in thousandths of the hero's HP; 0 for what one fight costs")
    boss:    bool  = cosmetic(boolean(),      False,    "whether it is meant to beat the average hero: steep lint then only notes a lost or costly fight")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A kind of item."""

    key:     str
    name:    str   = cosmetic(text(40),                 "",       "the displayed name; by default the key, with spaces")
    glyph:   str   = cosmetic(character(),              REQUIRED, "the character on the map")
    color:   Shade = cosmetic(rgb(),                    GREY,     "the glyph's colour")
    category: str  = cosmetic(text(20),                 "",       "what the inventory lists it under; by default its slot, or a word of its name")
    effect:  str   = field(one_of(ITEM_EFFECT_NAMES),   "none",   "what happens when it is used; using it consumes it")
    amount:  int   = field(NUMBER,                      0,        "HP healed, damage dealt or turns of confusion")
    reach:   int   = field(integer(0, WIDTH),           0,        "cells: the range of lightning, the radius of a fireball")
    charges: int   = field(integer(0, MAX_CHARGES),     0,        "how often it can be used; 0 if using it uses it up, or only its ammunition")
    recharge: int  = field(integer(0, MAX_NUMBER),      0,        "turns in which it regains a charge; 0 for never")
    ammunition: str = field(reference("the key of an item"), "",  "the item that each use takes from the inventory")
    thrown:  Dice | None = field(dice_notation(),       None,     "HP that it takes from whoever it hits when it is thrown")
    breaks:  int   = field(PERCENT,                     0,        "percent of throws in which it breaks")
    appearance: str = field(reference("the key of an appearance"), "", "what it looks like until it is identified; empty if everybody knows it")
    gold:    DiceSteps = field(dice_by_floor(MAX_CHARGES), NO_DICE, "how much gold it is: the hero takes it by walking over it")
    slot:    str   = field(reference("one of hero.slots"), "",    "its equipment slot; empty if it can't be equipped")
    max_hp:  int   = field(BONUS,                       0,        "bonus while equipped")
    power:   int   = field(BONUS,                       0,        "bonus while equipped")
    defense: int   = field(BONUS,                       0,        "bonus while equipped")
    accuracy: int  = field(BONUS,                       0,        "bonus while equipped")
    evasion: int   = field(BONUS,                       0,        "bonus while equipped")
    speed:   int   = field(integer(-1000, 1000),        0,        "bonus while equipped; 100 is the speed of most actors")
    sight:   int   = field(BONUS,                       0,        "bonus while equipped")
    stealth: int   = field(BONUS,                       0,        "bonus while equipped")
    regeneration: int = field(BONUS,                    0,        "bonus while equipped")
    damage:  Dice | None = field(dice_notation(),       None,     "rolled and added to power in each attack with it")
    damage_type: str = field(DAMAGE_TYPE,               "",       "the type of the damage of attacks with it; by default plain")
    attack_reach: int = field(ATTACK_REACH,             1,        "steps up to which attacks with it reach")
    attack_time: int = field(TIME,                      100,      "percent of a turn that an attack with it takes")
    spawn:   Steps = field(WEIGHT,                      NEVER,    "spawn weight among items, by floor; 0 for never")
    enchantment: str = field(reference("the key of an enchantment"), "", "how its enchantment is drawn; empty if it is never found enchanted")
    each_plus: tuple[tuple[str, int], ...] = field(EACH_PLUS, (), "what each +1 adds; by default 1 to power for weapons, 1 to defense for armour")
    abilities: tuple[str, ...] = field(ABILITIES,       (),       "its abilities; using it sets off one with the trigger use, throwing it one with the trigger throw")
    resist:  tuple[tuple[str, int], ...] = field(RESIST, (),      "percent of each damage type that its wearer doesn't take")
    tags:    tuple[str, ...] = field(TAGS,              (),       "as for monsters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """What some kinds of items look like until they are identified. Each run gives each kind one of the names."""

    key:    str
    names:  tuple[str, ...]   = field(name_list(40, MAX_KINDS // 2), REQUIRED, "the displayed names, as many as there are kinds, or more")
    glyph:  str               = cosmetic(character(),   REQUIRED, "the character on the map")
    colors: tuple[Shade, ...] = cosmetic(color_list(),  (GREY,),  "the glyph's colours, in the order of the names; repeated if they are fewer")
    shape:  str               = field(one_of(UNIDENTIFIED_SHAPES),  "self",   "whom the hero has to aim one at to find out what it does")
    reach:  int               = field(integer(0, WIDTH), 0,       "cells from the hero within which that is; 0 for as far as it sees")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something that items and monsters can do."""

    key:     str
    name:    str   = cosmetic(text(40),              "",       "the displayed name; by default the key, with spaces")
    trigger: str   = field(one_of(TRIGGER_NAMES),    "use",    "what sets it off")
    shape:   str   = field(one_of(SHAPE_NAMES),      REQUIRED, "whom it can hit")
    affects: str   = field(one_of(AFFECTS_NAMES),    "everybody", "whom of those it affects")
    needs:   str   = field(one_of(NEEDS_NAMES),      "anyone", "whom it must hit for it to be used")
    reach:   int   = field(integer(0, WIDTH),        0,        "cells from its user; 0 for as far as it sees")
    radius:  int   = field(integer(0, MAX_RADIUS),   0,        "cells around its target, or around its user for a burst")
    noise:   int   = field(integer(0, WIDTH),        0,        "steps from its user within which it is heard; 0 for a silent one")
    chance:  int   = field(PERCENT,                  100,      "percent of the times that it is set off, or of the turns in which a monster could use it")
    cooldown: int  = field(integer(0, FOR_EVER - 1), 0,        "turns until a monster can use it again")
    time:    int   = field(TIME,                     100,      "percent of a turn that using it takes")
    min_distance: int = field(integer(0, WIDTH),     0,        "steps to the hero from which on a monster uses it")
    max_distance: int = field(integer(0, WIDTH),     0,        "steps to the hero up to which a monster uses it; 0 for no limit")
    hp_below: int  = field(PERCENT,                  0,        "a monster uses it below this percent of its HP; 0 for always")
    effects: tuple[Effect, ...] = field(EFFECTS,     REQUIRED, "what it does, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnidentifiedItem(Item):
    """What a kind of item looks like until it is identified. An appearance has one for each of its names."""

    uses: tuple[Ability, ...]
    """How it is used, as far as the hero knows; nothing if it is equipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A status that the hero and monsters can have."""

    key:      str
    name:     str  = cosmetic(text(40),               "",    "the word that follows 'is'; by default the key, with spaces")
    verb:     str  = cosmetic(text(40),               "",    "what giving it does, such as 'confuses' or 'puts … to sleep'; by default 'makes … NAME'")
    conditions: tuple[str, ...] = field(word_list(CONDITION_NAMES), (), "what it does")
    helps:    bool = field(boolean(),                 False, "whether having it is good")
    hp:       int  = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "HP gained each turn; negative for HP lost")
    type:     str  = field(reference("the key of a damage type"), "", "the type of the damage it does")
    stacking: str  = field(one_of(STACKING_NAMES),    "longest", "what a second dose does")
    max_turns: int = field(integer(0, FOR_EVER - 1),  0,     "the longest it can last; 0 for no limit")
    absorbs:  int  = field(NUMBER,                    0,     "HP of damage that a dose takes for its bearer; used up, it ends")
    ends_when_hurt: bool = field(boolean(),           False, "whether losing HP ends it")
    max_hp:   int  = field(BONUS,                     0,     "added while it lasts")
    power:    int  = field(BONUS,                     0,     "added while it lasts")
    defense:  int  = field(BONUS,                     0,     "added while it lasts")
    accuracy: int  = field(BONUS,                     0,     "added while it lasts")
    evasion:  int  = field(BONUS,                     0,     "added while it lasts")
    sight:    int  = field(BONUS,                     0,     "added while it lasts")
    stealth:  int  = field(BONUS,                     0,     "added while it lasts")
    speed:    int  = field(integer(-1000, 1000),      0,     "added while it lasts; 100 is the speed of most actors")
    regeneration: int = field(BONUS,                  0,     "added while it lasts")
    resist:   tuple[tuple[str, int], ...] = field(RESIST, (), "percent of each damage type, added while it lasts")


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageType:
    """A type of damage."""

    key:  str
    verb: str = cosmetic(text(40), "", "the word that follows 'is' when it hurts; by default hurt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A kind of terrain: what a cell of the map is."""

    key:    str
    name:   str   = cosmetic(text(40),    "",       "the displayed name; by default the key, with spaces")
    glyph:  str   = cosmetic(character(), REQUIRED, "the character on the map")
    color:  Shade = cosmetic(rgb(),       GREY,     "the glyph's colour; the screen has its own for rock, floor and stairs")
    flickers: bool = cosmetic(boolean(),  False,    "whether its colours flicker while it is in view, as fire does")
    solid:  bool  = field(boolean(),      False,    "whether nobody can be there")
    opaque: bool  = field(boolean(),      False,    "whether nobody can see through it")
    deep:   bool  = field(boolean(),      False,    "whether those who swim are at home there: it does nothing to them")
    tall:   bool  = field(boolean(),      False,    "whether those who fly meet it too; always if it is opaque")
    door:   bool  = field(boolean(),      False,    "whether only those who open doors go there")
    entered_to: str = field(TERRAIN,      "",       "what it becomes when somebody enters it")
    left_to: str  = field(TERRAIN,        "",       "what it becomes when it is left with nothing on it")
    opens_to: str = field(TERRAIN,        "",       "what it becomes when the hero walks into it, if it is solid")
    key_item: str = field(reference("the key of an item"), "", "the item that opening it takes; empty if it takes none")
    digs_to: str  = field(TERRAIN,        "",       "what it becomes when somebody digs there; empty if that does nothing")
    looks_like: str = field(TERRAIN,      "",       "what it looks like until it is found, if it is hidden")
    found_to: str = field(TERRAIN,        "",       "what it becomes when it is found or sets something off; required with looks_like")
    fades_to: str = field(TERRAIN,        "",       "what it becomes by itself")
    fade_chance: int = field(PERCENT,     0,        "percent of turns in which it does; required with fades_to")
    burns_to: str = field(TERRAIN,        "",       "what it becomes when it catches fire")
    flammable: int = field(PERCENT,       0,        "percent of turns in which it catches fire from a burning cell beside it; required with burns_to")
    burns:  bool  = field(boolean(),      False,    "whether it sets fire to what is beside it")
    taken_to: str = field(TERRAIN,        "",       "what the others of its kind in its room become when an item is taken from one")
    abilities: tuple[str, ...] = field(ABILITIES, (), "its abilities, with the triggers enter and stay; their user is whoever is there")


@dataclass(frozen=True, slots=True, kw_only=True)
class Enchantment:
    """How the enchantment of equipment that lies on a floor is drawn."""

    key:      str
    chance:   Steps     = field(by_floor(0, 100),        NEVER,    "percent of it that is enchanted")
    plus:     DiceSteps = field(dice_by_floor(MAX_PLUS), REQUIRED, "how strong its enchantment is")
    negative: int       = field(PERCENT,                 0,        f"percent of enchantments that are negative, down to {MIN_PLUS}")


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
    follows_leader: bool = field(boolean(),      False,    "whether its members sleep and wake with their leader, and follow it")


@dataclass(frozen=True, slots=True, kw_only=True)
class PityTimer:
    """An item whose chance rises on every floor without it and falls when it appears."""

    key:       str
    start:     int   = field(PERCENT,                0,     "percent: the chance of one on floor 1")
    step:      int   = field(PERCENT,                0,     "percent added after a floor without one")
    reset:     int   = field(PERCENT,                0,     "percent subtracted for each one that appears")
    guarantee: Steps = field(by_floor(0, MAX_ITEMS), NEVER, "minimum number that a run has been given by a floor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A way to dig floors. Without any, floors are dug as [map] says."""

    key:       str
    name:      str   = cosmetic(text(40),                  "",       "the displayed name; by default the key, with spaces")
    generator: str   = field(one_of(GENERATOR_NAMES),      REQUIRED, "what digs the floor")
    spawn:     Steps = field(WEIGHT,                       NEVER,    "weight among layouts, by floor; 0 for never")
    room_attempts: int = field(integer(0, 500),            0,        "attempts at a room; 0 for as many as in [map]")
    room_min:  int   = field(integer(0, WIDTH - 1),        0,        "smallest side of a room; 0 for that in [map]")
    room_max:  int   = field(integer(0, WIDTH - 1),        0,        "largest side; 0 for that in [map]")
    loops:     int   = field(PERCENT,                      0,        "percent of what could close a loop that does")
    rock:      int   = field(integer(30, 55),              0,        "percent of a cave that is rock before it is smoothed")
    smoothing: int   = field(integer(1, 8),                0,        "rounds in which a cave is smoothed")
    area:      int   = field(integer(20, 400),             0,        "about how many cells of a cave or a maze count as a room")
    door:      str   = field(TERRAIN,                      "",       "the terrain in doorways; by default they are open")
    doors:     int   = field(PERCENT,                      100,      "percent of doorways that have a door")
    overlays:  tuple[Overlay, ...] = field(OVERLAYS,       (),       "blobs of terrain that are laid over the floor, in order")
    spacing:   int   = field(integer(2, 8),                0,        "steps between two crossings of a maze")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What fills a room with things that go together."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key, with spaces")
    spawn:   Steps = field(by_floor(0, MAX_NUMBER), NEVER, "spawn weight among themes, by floor; 0 for never")
    fill:    tuple[Fill, ...] = field(FILLS,    REQUIRED, "what is put into the room, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vault:
    """A part of a floor that is drawn as a map."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key, with spaces")
    map:     tuple[str, ...] = field(drawn_map(MAX_VAULT_WIDTH, MAX_VAULT_HEIGHT), REQUIRED, "its cells")
    legend:  tuple[Legend, ...] = field(LEGEND, (),       "what the characters of the map stand for")
    spawn:   Steps = field(by_floor(0, MAX_NUMBER), NEVER, "spawn weight among vaults, by floor; 0 for never")
    once:    bool  = field(boolean(),           False,    "whether it appears at most once in a run")
    rotated: bool  = field(boolean(),           True,     "whether it may be turned by quarter turns")
    mirrored: bool = field(boolean(),           True,     "whether it may be mirrored")
    populate: bool = field(boolean(),           False,    "whether monsters and items that are counted by room, cell or floor may be placed inside, too")
    key_in:  str   = field(reference("the key of a vault"), "", "the vault on the same floor in which the keys of its locked doors lie; by default they lie in other rooms")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnFloor:
    """A whole floor that is drawn as a map."""

    key:     str
    name:    str   = cosmetic(text(40),         "",       "the displayed name; by default the key, with spaces")
    floor:   tuple[int, ...] = field(FLOORS,    REQUIRED, "the floors that are like this")
    map:     tuple[str, ...] = field(drawn_map(WIDTH, HEIGHT), REQUIRED, "its cells")
    legend:  tuple[Legend, ...] = field(LEGEND, (),       "what the characters of the map stand for")
    populate: bool = field(boolean(),           False,    "whether monsters and items of the tables are placed, too")


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
    monster_power: int = field(CHANGE,       0,  "percent: change of every monster's power and damage dice")
    hero_hp:       int = field(CHANGE,       0,  "percent: change of the hero's hp")
    floors:        Fraction = field(decimal(Fraction(1, 10), Fraction(10)), Fraction(1), "factor by which all tables by floor are stretched: 0.5 puts 20 floors into 10")
    depth:         int = field(integer(-MAX_FLOORS, MAX_FLOORS), 0, "floors: monsters spawn as if this much deeper")

# fmt: on


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """All sections of a ruleset that affect the game. Kinds are sorted by key."""

    map: Map
    rules: Rules
    attack: Attack
    hero: Hero
    level_up: LevelUp
    counts: Counts
    out_of_depth: OutOfDepth
    wandering: Wandering
    run: Run
    score: Scoring
    hunger: Hunger
    monsters: tuple[Monster, ...]
    items: tuple[Item, ...]
    """Their weights already include their tags."""
    appearances: tuple[Appearance, ...]
    abilities: tuple[Ability, ...]
    statuses: tuple[Status, ...]
    damage_types: tuple[DamageType, ...]
    terrain: tuple[Terrain, ...]
    """By number: first the kinds of FIXED_TERRAIN, then the others sorted by key."""
    enchantments: tuple[Enchantment, ...]
    packs: tuple[Pack, ...]
    pity_timers: tuple[PityTimer, ...]
    layouts: tuple[Layout, ...]
    themes: tuple[Theme, ...]
    vaults: tuple[Vault, ...]
    floors: tuple[DrawnFloor, ...]


SINGLE_SECTIONS: dict[str, type[object]] = {
    "map": Map,
    "rules": Rules,
    "attack": Attack,
    "hero": Hero,
    "level_up": LevelUp,
    "counts": Counts,
    "out_of_depth": OutOfDepth,
    "wandering": Wandering,
    "run": Run,
    "score": Scoring,
    "hunger": Hunger,
}
"""Sections that appear once, by name."""

KEYED_SECTIONS: dict[str, type[object]] = {
    "monsters": Monster,
    "items": Item,
    "appearances": Appearance,
    "abilities": Ability,
    "statuses": Status,
    "damage_types": DamageType,
    "terrain": Terrain,
    "enchantments": Enchantment,
    "tags": Tag,
    "packs": Pack,
    "pity_timers": PityTimer,
    "layouts": Layout,
    "themes": Theme,
    "vaults": Vault,
    "floors": DrawnFloor,
    "modes": Mode,
}
"""Sections that appear once for each key, such as ``[monsters.troll]``, by name."""

MAX_ENTRIES = {
    "monsters": MAX_KINDS,
    "items": MAX_KINDS,
    "appearances": 16,
    "abilities": MAX_ABILITIES // 2,
    "statuses": MAX_STATUSES,
    "damage_types": MAX_DAMAGE_TYPES,
    "terrain": MAX_TERRAIN,
    "enchantments": MAX_ENCHANTMENTS,
    "tags": MAX_KINDS,
    "packs": MAX_PACKS,
    "pity_timers": MAX_PITY_TIMERS,
    "layouts": MAX_LAYOUTS,
    "themes": MAX_THEMES,
    "vaults": MAX_VAULTS,
    "floors": MAX_DRAWINGS - MAX_VAULTS,
    "modes": 32,
}
"""How many entries each of them may have: the capacity of the compiled record, and for modes of a list on screen."""

DRAWN = ("monsters", "items", "packs")
"""The families that are drawn by weight."""

LAYOUT_KEYS = {
    "room_attempts": ("rooms", "loops", "maze"),
    "room_min": ("rooms", "loops", "partition", "maze"),
    "room_max": ("rooms", "loops", "partition", "maze"),
    "loops": ("loops", "partition", "maze"),
    "rock": ("caves",),
    "smoothing": ("caves",),
    "area": ("caves", "maze"),
    "spacing": ("maze",),
}
"""Keys that only some generators use, and those generators."""

LAYOUT_NEEDS = ("rock", "smoothing", "area", "spacing")
"""Those of them that their generators need."""

EFFECT_KEYS = {
    "amount": ("heal", "lightning", "confusion", "fireball"),
    "reach": ("lightning", "fireball"),
}
"""Keys that only some effects use, and those effects."""


def plural(family: str) -> str:
    """The plural that messages use for the entries of a family."""
    return "kinds" if family in ("monsters", "items", "terrain") else family
