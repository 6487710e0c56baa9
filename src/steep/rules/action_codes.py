"""The hero's actions, and the reasons why one is impossible.

An action is one integer that holds a verb, an argument and a target cell. The
most common action, a step, is below 128, so it takes one byte in a replay.
"""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import NORMAL_SPEED, Ruleset
from steep.core.world import Hero, World

WAIT = 0
MOVE = 1
"""Argument: index of a direction. Attacks a monster in the way."""
PICK_UP = 2
USE = 3
"""Argument: inventory slot, or UNDERFOOT + the number of an item underfoot, of those that the hero has seen, from 0.
Cell: the target, if the item needs one. Equips or unequips equipment."""
DROP = 4
"""Argument: inventory slot."""
DESCEND = 5
CHOOSE = 6
"""Argument: index of a level-up's gain. Takes no time."""
THROW = 7
"""Argument: inventory slot. Cell: the target."""
VERB_NAMES = ("wait", "move", "pick up", "use", "drop", "descend", "choose", "throw")

UNDERFOOT = 32
"""The first argument of USE that is no inventory slot."""
MAX_UNDERFOOT = 32
"""How many items underfoot have an argument: those from UNDERFOOT to the largest that an action has room for."""

VERB_BITS = 4
ARGUMENT_BITS = 6

DONE = 0
BLOCKED = 1
NOTHING_HERE = 2
INVENTORY_FULL = 3
EMPTY_SLOT = 4
NO_STAIRS_HERE = 5
FULL_HEALTH = 6
NO_ENEMY_IN_REACH = 7
OUT_OF_SIGHT = 8
NO_ENEMY_THERE = 9
NOTHING_IN_BLAST = 10
NO_USE = 11
MUST_CHOOSE = 12
NOTHING_TO_CHOOSE = 13
NO_SUCH_ACTION = 14
RUN_OVER = 15
NO_ROOM_ON_FLOOR = 16
OUT_OF_REACH = 17
TOO_AFRAID = 18
NO_CHARGES = 19
NO_AMMUNITION = 20
CANNOT_THROW = 21
IS_EQUIPPED = 22
TOO_CHARMED = 23
NOTHING_TO_ENCHANT = 24
NOTHING_TO_IDENTIFY = 25
SEALED = 26
NOT_HUNGRY = 27
LOCKED = 28
ENOUGH_ALLIES = 29
CASTER_NOT_IN_BLAST = 30
REASON_NAMES = (
    "done",
    "blocked",
    "nothing here",
    "inventory full",
    "empty slot",
    "no stairs here",
    "full health",
    "no enemy in reach",
    "out of sight",
    "no enemy there",
    "nothing in the blast",
    "no use",
    "must choose a gain first",
    "nothing to choose",
    "no such action",
    "run over",
    "no room on this floor",
    "out of reach",
    "too afraid",
    "no charges",
    "no ammunition",
    "can't be thrown",
    "equipped",
    "too charmed",
    "nothing to enchant",
    "nothing to identify",
    "sealed",
    "not hungry",
    "locked",
    "enough allies",
    "caster not in the blast",
)
"""Short names of the results of an action, by number; `play.texts.messages` has the full sentences."""


@rule
def action(verb: int, argument: int = 0, cell: int = 0) -> int:
    """Pack a verb, an argument (0 .. 63) and a target cell into one integer."""
    return verb | argument << VERB_BITS | cell << (VERB_BITS + ARGUMENT_BITS)


@rule
def verb_of(act: int) -> int:
    """The verb of an action."""
    return act & 15


@rule
def argument_of(act: int) -> int:
    """The argument of an action."""
    return act >> VERB_BITS & 63


@rule
def cell_of(act: int) -> int:
    """The target cell of an action."""
    return act >> (VERB_BITS + ARGUMENT_BITS)


# How long actions take, in percent of a turn. Most take one turn, which needs no record.


@rule
def take_time(world: World, ruleset: Ruleset, time: int) -> None:
    """Set how long the current action takes."""
    if ruleset.timed == 1:
        world.extra_time = time - NORMAL_SPEED


@rule
def attack_time_of_hero(hero: Hero, ruleset: Ruleset) -> int:
    """Percent of a turn that an attack by the hero takes."""
    return ruleset.items[hero.weapon - 1].attack_time if hero.weapon > 0 else NORMAL_SPEED
