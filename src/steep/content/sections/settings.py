# ruff: noqa: E501, RUF009 -- lines of a table; field() and cosmetic() declare dataclass fields
"""The sections that a ruleset has once, and its modes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from steep.content.reading.declarations import ARRIVAL, RANGE, REQUIRED, SPAN, Moves, cosmetic, field
from steep.content.reading.read_values_by_floor import by_floor, dice_by_floor
from steep.content.reading.value_types import (
    boolean,
    decimal,
    dice_notation,
    floor_range,
    integer,
    key_list,
    one_of,
    reasons,
    reference,
    table_list,
    text,
)
from steep.content.sections.floors import MAX_VAULTS_ON_FLOOR
from steep.content.sections.keys import (
    BONUS,
    CHANGE,
    DAMAGE_TYPE,
    MAX_NUMBER,
    NEVER,
    NO_DICE,
    NUMBER,
    PERCENT,
    RESIST,
    RULESET,
)
from steep.core import world
from steep.core.fov import FOV_NAMES
from steep.core.geometry import HEIGHT, WIDTH
from steep.core.ruleset import codes, limits
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice, DiceSteps

LOST_SIGHT_NAMES = ("follow", "stand")

LEVEL_UP_STATS = codes.STAT_NAMES
"""The stats that a level-up can raise."""


# Aligned columns read better here than the formatter's layout.
# fmt: off

MAX_STRONGER = 1_000
"""Percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a level-up."""

    stat:   str = field(one_of(LEVEL_UP_STATS), REQUIRED, "the stat that rises; max_hp also heals by the same amount")
    amount: int = field(integer(1, MAX_NUMBER), REQUIRED, "how much it rises")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One item that the hero starts with."""

    item:     str  = field(reference("items"), REQUIRED, "the item", "kind")
    equipped: bool = field(boolean(),                       False,    "whether it is equipped at the start")
    plus:     int  = field(integer(world.MIN_PLUS, world.MAX_PLUS),     0,        "its enchantment")
    identified: bool = field(boolean(),                     True,     "whether the hero knows what it is; always if it is equipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of hunger."""

    name:   str = field(text(40),                    REQUIRED, "the word that follows 'You are'")
    below:  int = field(integer(0, world.MAX_NUTRITION),   REQUIRED, "the highest nutrition at which it lasts")
    status: str = field(reference("statuses"), "",  "the status that the hero has at this stage; it may not take HP")
    hp:     int = field(integer(0, MAX_NUMBER),      0,        "HP that the hero loses each turn")


CHOICES = table_list(Choice, 1, limits.MAX_GAINS)
START = table_list(Start, 0, limits.MAX_START_ITEMS)
STAGES = table_list(Stage, 0, limits.MAX_HUNGER_STAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The keys above all sections. They belong to this file alone and are not inherited."""

    title:       str = cosmetic(text(60),  "", "the name in lists; by default the file's name")
    description: str = cosmetic(text(400), "", "a sentence or two about the ruleset")
    extends:     str = cosmetic(RULESET,   "", "the ruleset from which everything else comes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """How a floor is dug: rooms at random places, each joined to the one before."""

    width:         int = field(integer(3, WIDTH),     REQUIRED, "cells from side to side, including the outer rock", "map_width")
    height:        int = field(integer(3, HEIGHT),    REQUIRED, "cells from top to bottom, including the outer rock", "map_height")
    room_attempts: int = field(integer(1, world.MAX_ROOMS), REQUIRED, "attempts at a room")
    room_min:      int = field(integer(2, WIDTH - 1), REQUIRED, "smallest side of a room in cells, one wall included")
    room_max:      int = field(integer(2, WIDTH - 1), REQUIRED, "largest side; must be less than the map's sides")
    rooms:         str = field(one_of(codes.ROOM_NAMES),    "plain",  "how rooms are measured; walled ones count both walls")
    rooms_may_touch: bool = field(boolean(),          False,    "whether two rooms may share a wall")
    safe_steps:    int = field(integer(0, WIDTH),     0,        "no monster is placed within this many steps of the start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rules in which roguelikes differ."""

    distance:       str = field(one_of(codes.DISTANCE_NAMES),   "euclid",   "how reach is measured; chebyshev counts king's moves")
    confused:       str = field(one_of(codes.STUMBLE_NAMES),    "bump",     "how a confused monster moves", "stumble")
    lost_sight:     str = field(one_of(LOST_SIGHT_NAMES), "follow",   "what a monster does when it loses sight of the hero: go where it last saw it, or stand", "forgets")
    pursuit:        str = field(one_of(codes.PURSUIT_NAMES),    "sidestep", "how a monster moves towards its goal")
    placement:      str = field(one_of(codes.PLACEMENT_NAMES),  "apart",    "which cells count as taken when something is placed")
    fireball_needs: str = field(one_of(codes.NEEDS_NAMES),      "anyone",   "who must be within a fireball's radius, or it isn't cast", "")
    followers:      str = field(one_of(codes.FOLLOW_NAMES),     "allies",   "who follows the hero by the stairs: allies within 2 steps, or also enemies beside it that guard no place")
    stairs_heal:    int = field(PERCENT,                  0,          "percent of max HP that taking the stairs restores")
    attack_noise:   int = field(integer(0, WIDTH),        0,          "steps within which an attack is heard; 0 for silent")
    reaction:       str = field(one_of(codes.REACTION_NAMES),   "at_once",  "when monsters react to what the hero newly sees")
    free_item_actions: bool = field(boolean(),            False,      "whether picking up, using and dropping an item takes no time")
    auto_equip:     bool = field(boolean(),               False,      "whether the hero equips what it picks up if the slot is empty")
    finds:          int = field(PERCENT,                  0,          "percent of turns in which the hero finds each hidden thing beside it")
    fov:            str = field(one_of(FOV_NAMES),        "symmetric", "the field of view algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What an attack does. Without this section it always hits, for power minus defense."""

    min_damage:      int = field(NUMBER,               0,   "the least HP that a hit takes, before resistances")
    spread:          int = field(PERCENT,              0,   "percent by which damage varies up and down")
    hit_chance:      int = field(PERCENT,              100, "percent of attacks that hit, before accuracy and evasion", "")
    min_hit_chance:  int = field(PERCENT,              0,   "the lowest chance to hit, whatever the evasion", "")
    max_hit_chance:  int = field(PERCENT,              100, "the highest chance to hit, whatever the accuracy", "")
    critical_chance: int = field(PERCENT,              0,   "percent of hits that are critical")
    critical_factor: int = field(integer(100, 1000),   100, "percent of its damage that a critical hit does")
    armor:           str = field(one_of(codes.ARMOR_NAMES),  "reduction", "what defense lowers: damage, or the chance to be hit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero:
    """The hero at the start of a run."""

    hp:          int               = field(integer(1, MAX_NUMBER),    REQUIRED, "HP and max HP", "", moves=Moves("hero_hp", 1))
    power:       int               = field(NUMBER,                    REQUIRED, "damage of a hit, without equipment")
    defense:     int               = field(NUMBER,                    REQUIRED, "subtracted from every hit taken, without equipment")
    accuracy:    int               = field(BONUS,                     0,        "percent added to the chance to hit")
    evasion:     int               = field(BONUS,                     0,        "percent taken from the chance to be hit")
    stealth:     int               = field(BONUS,                     0,        "steps subtracted from the distance at which sleeping monsters notice the hero")
    regeneration: int              = field(NUMBER,                    0,        "HP recovered in 100 turns")
    speed:       int               = field(integer(1, 1000),          100,      "actions in 100 normal turns")
    resist:      tuple[tuple[str, int], ...] = field(RESIST,          (),       "percent of each damage type that it doesn't take, without equipment")
    damage:      Dice | None       = field(dice_notation(),           None,     "added to power in attacks without a weapon")
    damage_type: str               = field(DAMAGE_TYPE,               "",       "the type of that damage; by default plain", "")
    view_radius: int               = field(integer(1, world.MAX_RADIUS),    REQUIRED, "radius of the field of view in cells", "")
    inventory:   int               = field(integer(1, world.MAX_INVENTORY), REQUIRED, "how many items, or stacks of equal items, the hero can carry", "inventory_capacity")
    stacks:      bool              = field(boolean(),                 False,    "whether equal items share a slot; equipment and items with more than 10 charges never do", "")
    throw_range: int               = field(integer(0, WIDTH),         0,        "how far the hero throws any item, in cells; 0 if only items made for throwing can be thrown")
    slots:       tuple[str, ...]   = field(key_list(world.MAX_INVENTORY),   (),       "the equipment slots; each holds one item")
    start:       tuple[Start, ...] = field(START,                     (),       "the starting inventory, in order")


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelUp:
    """Experience: the XP to the next level is base + level × factor. XP beyond that carries over."""

    base:        int                = field(NUMBER,    REQUIRED, "XP", "level_base")
    factor:      int                = field(NUMBER,    REQUIRED, "XP per level, starting with level 1", "level_factor")
    must_exceed: bool               = field(boolean(), REQUIRED, "true: the XP must exceed that number; false: equal is enough", "level_above")
    choices:     tuple[Choice, ...] = field(CHOICES,   REQUIRED, "what a level-up offers; the player picks one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many monsters and items are placed on a floor. The numbers by room, floor, cells and threat add up."""

    monsters_per_room:      Steps     = field(by_floor(0, world.MAX_ACTORS),   NEVER,   "maximum number of monsters in a room", moves=Moves("monsters", 0, world.MAX_ACTORS, deeper=True))
    items_per_room:         Steps     = field(by_floor(0, world.MAX_ITEMS),    NEVER,   "maximum number of items in a room", moves=Moves("items", 0, world.MAX_ITEMS))
    min_monsters_per_room:  Steps     = field(by_floor(0, world.MAX_ACTORS),   NEVER,   "minimum number of monsters in a room that gets any", moves=Moves("monsters", 0, world.MAX_ACTORS, deeper=True))
    min_items_per_room:     Steps     = field(by_floor(0, world.MAX_ITEMS),    NEVER,   "minimum number of items in a room that gets any", moves=Moves("items", 0, world.MAX_ITEMS))
    monster_room_chance:    int       = field(PERCENT,                   100,     "percent of rooms that get monsters by room")
    item_room_chance:       int       = field(PERCENT,                   100,     "percent of rooms that get items by room")
    monsters_per_floor:     DiceSteps = field(dice_by_floor(world.MAX_ACTORS), NO_DICE, "monsters on a floor", moves=Moves("monsters", 0, world.MAX_ACTORS, deeper=True))
    items_per_floor:        DiceSteps = field(dice_by_floor(world.MAX_ITEMS),  NO_DICE, "items on a floor", moves=Moves("items", 0, world.MAX_ITEMS))
    monsters_per_100_cells: Steps     = field(by_floor(0, 100),          NEVER,   "monsters per hundred open cells", moves=Moves("monsters", 0, MAX_NUMBER, deeper=True))
    items_per_100_cells:    Steps     = field(by_floor(0, 100),          NEVER,   "items per hundred open cells", moves=Moves("items", 0, MAX_NUMBER))
    threat_per_floor:       Steps     = field(by_floor(0, MAX_NUMBER),   NEVER,   "threat to spend on monsters, in thousandths", moves=Moves("threat", 0, 10 * MAX_NUMBER, deeper=True))
    themes_per_floor:       DiceSteps = field(dice_by_floor(world.MAX_ROOMS - 1), NO_DICE, "rooms with themes on a floor")
    vaults_per_floor:       DiceSteps = field(dice_by_floor(MAX_VAULTS_ON_FLOOR), NO_DICE, "vaults on a floor")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfDepth:
    """Monsters drawn from the tables of deeper floors."""

    chance: Steps = field(by_floor(0, 100),       NEVER, "percent of monster draws that are out of depth", "")
    reach:  int   = field(integer(0, limits.MAX_FLOORS), 0,     "the most floors deeper that such a draw may be", "deep_reach", moves=Moves(floors=SPAN))
    damped: int   = field(integer(0, limits.MAX_FLOORS), 0,     "over this many first floors the chance rises from 0", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wandering:
    """Monsters that arrive while the hero is on a floor."""

    every: Steps = field(by_floor(0, MAX_NUMBER), NEVER, "turns on a floor between two arrivals; 0 for none", "wander_every", moves=Moves("wandering", 1, MAX_NUMBER, deeper=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a run is won: by the last stairs, or by a goal on them. Without this section, a run has no end."""

    last_floor:   int = field(integer(0, limits.MAX_FLOORS),            0,  "the last floor; 0 for no end", moves=Moves(floors=ARRIVAL))
    goal_item:    str = field(reference("items"),    "", "the item on the last stairs that wins the run when the hero walks onto it")
    goal_monster: str = field(reference("monsters"),  "", "the monster on the last stairs whose death wins the run")


@dataclass(frozen=True, slots=True, kw_only=True)
class Below:
    """Floors below the last one, for a hero that has won and goes on. Without this section a victory ends the run."""

    floors:   tuple[int, ...] = field(floor_range(limits.MAX_FLOORS, or_none=True), (), "the first and the last of the floors that repeat there", moves=Moves(floors=RANGE))
    stronger: int = field(integer(0, MAX_STRONGER), 0, "percent of HP, damage and XP that monsters gain each time their floor comes back")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a run scores. Without this section, runs have no score and are ranked by depth."""

    floor: int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each floor reached")
    gold:  int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each piece of gold")
    kill:  int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each monster killed")
    turns: int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for each 100 turns; usually negative")
    win:   int = field(integer(-MAX_NUMBER, MAX_NUMBER), 0, "points for winning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunger:
    """Nutrition. Each turn takes 1."""

    full:   int = field(integer(0, world.MAX_NUTRITION), 0,         "the most nutrition that the hero can have; 0 if it never hungers", "hunger_full")
    start:  int = field(integer(0, world.MAX_NUTRITION), 0,         "nutrition at the start of a run; 0 for full", "hunger_start")
    name:   str = cosmetic(text(12),               "Food",    "what the screen calls nutrition")
    death:  str = cosmetic(text(40),               "Starved", "the cause of death, which precedes 'on floor 5'")
    stages: tuple[Stage, ...] = field(STAGES,      (),        "the stages of hunger, each with less nutrition than the one before")


LINT_CHECKS = (
    "absent",
    "assumed",
    "contrary-ability",
    "costly-fight",
    "cut-in-two",
    "harmless",
    "invulnerable",
    "key-taken-elsewhere",
    "lock-without-key",
    "lost-fight",
    "never-drawn",
    "never-played",
    "never-returns",
    "no-goal",
    "no-layout",
    "no-stairs",
    "no-weight",
    "not-guaranteed",
    "nothing-changes",
    "only-growth",
    "placed-in-harm",
    "populated-in-vain",
    "scores-nothing",
    "single-room",
    "spike",
    "starts-in-harm",
    "starvation",
    "theme-never-drawn",
    "threat-disagrees",
    "threat-disagrees-with-duels",
    "unhurt",
    "unhurtable",
    "unseen-harm",
    "unused-key",
    "unused-terrain",
    "useless-item",
    "vault-never-placed",
    "vaults-dropped",
    "weak-healing",
)
"""The codes of what `steep lint` finds."""

REASONS = reasons("the codes of `steep lint`", LINT_CHECKS, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """Findings of `steep lint` that the ruleset's maker accepts."""

    accept: tuple[tuple[str, str], ...] = cosmetic(REASONS, (), "accepted findings, each with its reason; they fail no check")


UNREAD = ("attack", "counts", "gear", "level_up", "stats", "tables", "weights")
"""What decides a game and may not have been read from its code."""

UNREAD_REASONS = reasons("what decides a game: " + ", ".join(UNREAD), UNREAD, 240)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What `steep import` could not read from a game's code. What follows from it is assumed."""

    unread: tuple[tuple[str, str], ...] = cosmetic(UNREAD_REASONS, (), "what was not read, where, and what Steep does instead")


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
    depth:         int = field(integer(-limits.MAX_FLOORS, limits.MAX_FLOORS), 0, "monsters spawn as if this many floors deeper")
