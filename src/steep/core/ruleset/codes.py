"""What numbers in a ruleset mean: stats, triggers, shapes, effects, conditions and settings."""

from __future__ import annotations

from typing import Literal, NamedTuple

from steep.core.ruleset.limits import MAX_DAMAGE_TYPES

HERO_WALKS = 0
HERO_FLIES = 1
"""The hero's classes."""

MAX_HP = 0
POWER = 1
DEFENSE = 2
ACCURACY = 3
EVASION = 4
SPEED = 5
SIGHT = 6
STEALTH = 7
REGENERATION = 8
STAT_NAMES = ("max_hp", "power", "defense", "accuracy", "evasion", "speed", "sight", "stealth", "regeneration")
RESISTANCE = len(STAT_NAMES)
"""The stat of damage type t is RESISTANCE + t: the percent of its damage that is taken off; negative adds to it."""
IMMUNE = 100
"""Percent of damage: whoever has that much resistance takes none."""
STATS = RESISTANCE + MAX_DAMAGE_TYPES
SEEN_STATS = SPEED + 1
"""The first stats, MAX_HP to SPEED: those that the hero sees of a monster."""
GROWTH_PARTS = 100
"""Growth is counted in hundredths of a point."""
NORMAL_SPEED = 100
MIN_SPEED = 10
MAX_SPEED = 1000
MAX_TURNS = 20
"""Turns that a monster has at most in an action of the hero's, or in each turn of a longer one. It loses the rest."""

ON_USE = 0
"""An item is used by the hero."""
ON_TURN = 1
"""A monster may use it instead of moving or attacking."""
ON_HIT = 2
"""Its owner's attack hits; the target is whoever was hit."""
ON_HURT = 3
"""Its owner loses HP to somebody and lives; the target is whoever did it."""
ON_DEATH = 4
"""Its owner dies; the target is its own cell."""
ON_THROW = 5
"""An item is thrown by the hero; the target is the cell where it comes down."""
ON_ARRIVE = 6
"""A monster sees the hero for the first time, or the hero has come to a floor; the target is the hero."""
ON_EQUIP = 7
"""The hero has equipped the item; the target is its own cell."""
ON_UNEQUIP = 8
"""The hero has unequipped the item; the target is its own cell."""
ON_ENTER = 9
"""An actor has entered a cell of a kind of terrain; the target is that cell."""
ON_STAY = 10
"""Somebody is on such a cell at the end of a turn."""
TRIGGER_NAMES = ("use", "turn", "hit", "hurt", "death", "throw", "arrive", "equip", "unequip", "enter", "stay")

BEHAVES = 1 << 20
"""Beside the bits of triggers: a kind of monster does more than wait, chase and attack."""

SELF = 0
"""Its user."""
TOUCH = 1
"""An actor beside its user."""
NEAREST = 2
"""The nearest enemy that its user sees, less than reach + 1 away."""
TARGET = 3
"""An actor that its user sees."""
BOLT = 4
"""The first actor on a line."""
BEAM = 5
"""Every actor on a line."""
BALL = 6
"""Every actor around a cell that its user sees; rock doesn't stop it."""
CONE = 7
"""Every actor within 45 degrees of a direction, out to its reach, that a straight line from its user reaches."""
BURST = 8
"""Every other actor around its user."""
VIEW = 9
"""Every other actor that its user sees."""
WHOLE_FLOOR = 10
"""Every other actor on the floor."""
SHAPE_NAMES = ("self", "touch", "nearest", "target", "bolt", "beam", "ball", "cone", "burst", "view", "floor")

EVERYBODY = 0
ENEMIES = 1
ALLIES = 2
AFFECTS_NAMES = ("everybody", "enemies", "allies")

HARMS = 1
HELPS = 2
MOVES = 4
INFORMS = 8
CALLS = 16
"""It brings allies."""
FEEDS = 32
TRAIT_NAMES = ("harms", "helps", "moves", "informs", "calls", "feeds")

Value = Literal["", "flag", "dice", "cells", "plus", "kinds", "stat", "statuses", "monsters", "terrain", "gases"]
"""What the key of an effect takes: true, an amount, or the key of something."""


class EffectKind(NamedTuple):
    """What is known of an effect. What it does is a rule of `steep.rules.abilities.effects` or `effects_on_cells`."""

    number: int
    """Compiled rulesets contain it."""
    key: str
    """Its key in an ability's `effects`."""
    takes: Value
    meaning: str
    """What its key means, in the manual and the schema."""
    does: str
    """What an ability with it does. What depends on a sign is written "{change:raises|lowers}"."""
    done: str = ""
    """What became of the target, in words; empty if nothing is said of it."""
    does_to_user: str = ""
    """What an ability with it does to its user, if that has other words."""
    traits: int = 0
    otherwise: int = 0
    """Its traits where `decided_by` says no."""
    decided_by: Literal["", "sign", "status helps", "status harms", "hero has it", "gas harms"] = ""
    """What decides its traits."""
    needs: tuple[str, ...] = ()
    """The numbers that it needs. A `count` or an `amount` is its amount, which otherwise is the value of its key."""
    also: tuple[str, ...] = ()
    """The numbers that it can have."""
    status: str = ""
    """The status that it always gives."""
    takes_hp: bool = False
    gives_hp: bool = False
    on_cells: bool = False
    """Whether it changes the cells that an ability reaches, not the actors there."""
    wanted: Literal["always", "never", "on enemies"] = "always"
    """When monsters want it, unless `is_wanted` has a branch for it."""


EFFECTS: dict[int, EffectKind] = {}
"""All effects by number, in the order of their keys."""


def effect(kind: EffectKind) -> int:
    """Add an effect to EFFECTS. Returns its number."""
    if EFFECTS.setdefault(kind.number, kind) is not kind:
        raise ValueError(f'effect "{kind.key}": {kind.number} is the number of "{EFFECTS[kind.number].key}"')
    return kind.number


# A row fills its lines.
# fmt: off

NO_EFFECT = effect(EffectKind(0, "none", "", "", "unknown effect on {whom}", "unknown effect"))
DAMAGE = effect(EffectKind(1, "damage", "dice", "HP it takes", "{value} {type}damage to {whom}", traits=HARMS,
    takes_hp=True, wanted="on enemies"))
HEAL = effect(EffectKind(2, "heal", "dice", "HP it restores", "restores {value} HP to {whom}", "healed",
    does_to_user="heals {value} HP", traits=HELPS, gives_hp=True))
DRAIN = effect(EffectKind(10, "drain", "dice", "HP it takes and its user gains", "drains {value} HP from {whom}",
    traits=HARMS, takes_hp=True, gives_hp=True, wanted="on enemies"))
GIVE_STATUS = effect(EffectKind(3, "status", "statuses", "the status it gives", "{gives} for {turns}", "then {status}",
    traits=HELPS, otherwise=HARMS, decided_by="status helps", needs=("turns",)))
CURE_STATUS = effect(EffectKind(4, "cure", "statuses", "the status it ends", "cures {whom} of {being}",
    "no longer {status}", traits=HELPS, otherwise=HARMS, decided_by="status harms"))
TELEPORT = effect(EffectKind(5, "teleport", "flag", "whether it moves its target to a random cell of a random room",
    "teleports {whom}", "teleported", traits=MOVES))
BLINK = effect(EffectKind(6, "blink", "cells", "it moves its target to a random cell within this many cells",
    "teleports {whom} up to {cells} away", "teleported", traits=MOVES))
PUSH = effect(EffectKind(7, "push", "cells", "cells by which it moves its target away from its user",
    "pushes {whom} back by {cells}", "pushed back", traits=HARMS | MOVES, wanted="on enemies"))
PULL = effect(EffectKind(8, "pull", "cells", "cells by which it moves its target towards its user",
    "pulls {whom} closer by {cells}", "pulled closer", traits=MOVES, wanted="on enemies"))
SUMMON = effect(EffectKind(9, "summon", "monsters", "the monster that it places around its target",
    "summons {summoned} around {whom}", "{a_name} beside", traits=HELPS | CALLS, otherwise=HARMS,
    decided_by="hero has it", needs=("count",), also=("limit",)))
CHANGE_STAT = effect(EffectKind(11, "stat", "stat", "the stat that it changes for good",
    "{change:raises|lowers} {whose} by {size} for good", "{change:+} {stat}", traits=HELPS, otherwise=HARMS,
    decided_by="sign", needs=("amount",)))
WAKE = effect(EffectKind(12, "wake", "flag", "whether it wakes its target and calls it to the hero", "wakes {whom}",
    "woken", traits=HARMS))
ENCHANT = effect(EffectKind(13, "enchant", "plus",
    "how much it adds to the enchantment of the equipment in a slot",
    "{change:enchants|corrodes} your {slot} ({change:+})", traits=HELPS, otherwise=HARMS, decided_by="sign",
    needs=("slot",)))
IDENTIFY = effect(EffectKind(14, "identify", "kinds",
    "how many kinds of items in the inventory it identifies, in order", "identifies {kinds} that you carry",
    traits=INFORMS))
SHIELD = effect(EffectKind(15, "shield", "dice",
    "HP of damage that its target is shielded from, by the status shielded",
    "shields {whom} from {value} damage for {turns}", "shielded", traits=HELPS, needs=("turns",), status="shielded"))
STEAL = effect(EffectKind(16, "steal", "flag", "whether its user, a monster, takes an item from the hero",
    "steals an item from {whom}", traits=HARMS))
TRANSFORM = effect(EffectKind(17, "transform", "monsters", "the monster that it turns its target into",
    "turns {whom} into {a_name}", "turned into {a_name}", traits=HARMS))
SPLIT = effect(EffectKind(18, "split", "flag", "whether it divides its target in two, each with half of its HP",
    "splits {whom} in two", "split in two", traits=HARMS))
FEED = effect(EffectKind(19, "feed", "dice", "nutrition it gives the hero", "gives {whom} {value} {nutrition}",
    traits=FEEDS))
FALL = effect(EffectKind(20, "fall", "flag",
    "whether its target falls to the next floor, if there is one; a monster is gone",
    "makes {whom} fall to the next floor", "fallen to the next floor", traits=MOVES, wanted="on enemies"))
MAKE_TERRAIN = effect(EffectKind(21, "terrain", "terrain",
    "the terrain that the cells in its shape become, unless they are solid or stairs", "makes {name} around {whom}",
    "in {name}", traits=HARMS, on_cells=True, wanted="on enemies"))
DIG = effect(EffectKind(22, "dig", "flag", "whether it digs through the cells in its shape",
    "digs through what is in the way", "the ground dug up", traits=MOVES, on_cells=True, wanted="never"))
IGNITE = effect(EffectKind(23, "ignite", "flag", "whether it sets fire to the cells in its shape",
    "sets fire to what burns around {whom}", "the ground set on fire", traits=HARMS, on_cells=True,
    wanted="on enemies"))
RELEASE_GAS = effect(EffectKind(27, "gas", "gases", "the gas that it releases on each cell in its shape",
    "releases {name} ({units} a cell) around {whom}", "in {name}", traits=HARMS, decided_by="gas harms",
    needs=("amount",), on_cells=True, wanted="on enemies"))
REVEAL = effect(EffectKind(24, "reveal", "cells",
    "steps within which the hero finds all hidden terrain; 80 for the whole floor", "shows hidden things {where}",
    "told what is hidden", traits=INFORMS, wanted="never"))
MAP = effect(EffectKind(25, "map", "cells",
    "steps within which the hero learns the map; 80 for the whole floor",
    "shows the map {where}", "shown the map", traits=INFORMS, wanted="never"))
DETECT = effect(EffectKind(26, "detect", "cells",
    "steps within which the hero learns where items lie; 80 for the whole floor", "shows where items lie {where}",
    "told where items lie", traits=INFORMS, wanted="never"))
# fmt: on

EFFECT_NAMES = tuple(EFFECTS[number].key for number in range(len(EFFECTS)))
TAKE_HP = tuple(number for number, kind in EFFECTS.items() if kind.takes_hp)
GIVE_HP = tuple(number for number, kind in EFFECTS.items() if kind.gives_hp)
OF_CELLS = tuple(number for number, kind in EFFECTS.items() if kind.on_cells)
"""Effects on the cells that an ability reaches, not on the actors there."""
WANTED_ON_ENEMIES = tuple(number for number, kind in EFFECTS.items() if kind.wanted == "on enemies")
NEVER_WANTED = tuple(number for number, kind in EFFECTS.items() if kind.wanted == "never")

CANNOT_ACT = 1
CANNOT_SEE = 2
STUMBLES = 4
"""Its steps go in random directions, and on the turn it ends it does nothing else."""
HELD = 8
"""Cannot move."""
AFRAID = 16
"""Runs from its enemies instead of attacking."""
INVISIBLE = 32
"""Seen only from the cells beside it, and never by the hero."""
CHARMED = 64
"""A monster fights for the other side; the hero harms nobody."""
FLYING = 128
"""Cannot be held, pushed or pulled."""
TELEPATHIC = 256
"""The hero senses every monster of the floor, seen or not."""
CONDITION_NAMES = (
    "cannot_act",
    "cannot_see",
    "stumbles",
    "held",
    "afraid",
    "invisible",
    "charmed",
    "flying",
    "telepathic",
)

LONGEST = 0
"""A new dose lasts as long as the longer of both."""
ADD = 1
"""A new dose adds its turns."""
IGNORE = 2
"""A new dose does nothing."""
STACKING_NAMES = ("longest", "add", "ignore")

WALKS = 0
SWIMS = 1
"""It walks, and is at home in deep terrain."""
FLIES = 2
IN_WATER = 3
"""It never leaves deep terrain."""
MOVES_NAMES = ("walks", "swims", "flies", "in_water")
"""How a kind of monster gets about."""

EUCLID = 0
CHEBYSHEV = 1
DISTANCE_NAMES = ("euclid", "chebyshev")

BUMP = 0
"""A step in one of the eight directions; attacks whatever is there."""
DRIFT = 1
"""-1, 0 or 1 on each axis; never attacks, and doesn't move if the cell is taken."""
DIAGONAL = 2
"""As DRIFT, but only moves diagonally."""
FALTER = 3
"""As BUMP, but one turn in nine it does nothing, and its confusion lasts that turn longer."""
STUMBLE_NAMES = ("bump", "drift", "diagonal", "falter")

PLAIN_ROOMS = 0
"""A room's size includes one wall on each axis."""
WALLED_ROOMS = 1
"""A room's size includes both walls, which overwrite what was there. Overlaps are tested with an existing room's width
in place of its height, as in the rot.js tutorial.
"""
ROOM_NAMES = ("plain", "walled")

ROOMS = 0
"""Rooms and tunnels, as the tutorials dig them."""
LOOPS = 1
"""Rooms joined to their neighbours by tunnels, with loops and doors."""
PARTITION = 2
"""Rooms wall to wall, with doors between them."""
CAVES = 3
"""Caves that a cellular automaton shapes."""
MAZE = 4
"""A maze with rooms in it."""
GENERATOR_NAMES = ("rooms", "loops", "partition", "caves", "maze")

APART = 0
"""The hero is placed first, and each cell takes one monster or item."""
HERO_LAST = 1
"""The hero is placed last, so a monster or item may be on its start cell."""
PILED = 2
"""As HERO_LAST, and only monsters occupy a cell."""
PLACEMENT_NAMES = ("apart", "hero_last", "piled")

SIDESTEP = 0
"""A shortest path. Goes around other monsters near the goal, and steps aside for them when far."""
QUEUE = 1
"""A shortest path. Waits behind other monsters."""
AVOID = 2
"""A shortest path around other monsters if it isn't too long, else a step straight ahead."""
STRAIGHT = 3
"""A step straight ahead, or none if the cell is taken."""
TRODDEN = 4
"""A path that prefers cells which somebody has left, and avoids those where somebody is. Waits behind others."""
PURSUIT_NAMES = ("sidestep", "queue", "avoid", "straight", "trodden")

NEEDS_ANYONE = 0
"""An ability is refused if it would hit nobody."""
NEEDS_ENEMY = 1
"""An ability is refused if it would hit nobody but its user."""
NEEDS_NOTHING = 2
"""An ability may hit nobody; it is used up all the same."""
NEEDS_CASTER = 3
"""An ability is refused if it would not hit its user."""
NEEDS_NAMES = ("anyone", "enemy", "nothing", "caster")

REDUCTION = 0
"""Defense is subtracted from the damage of a hit."""
EVASIVE = 1
"""Defense is subtracted from the attacker's chance to hit, in percent."""
ARMOR_NAMES = ("reduction", "evasion")

KEEP = -1
"""The tile of a legend's row that leaves the cell as it is."""

FOLLOW_NOBODY = 0
FOLLOW_ALLIES = 1
"""Allies beside the hero come along when it takes the stairs."""
FOLLOW_ALL = 2
"""Whoever is awake beside the hero comes along when it takes the stairs."""
FOLLOW_NAMES = ("nobody", "allies", "all")

AT_ONCE = 0
"""Monsters react to the hero's field of view after its move."""
LATE = 1
"""Monsters react to the hero's field of view before its move."""
REACTION_NAMES = ("at_once", "late")
