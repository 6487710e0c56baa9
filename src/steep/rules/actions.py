"""What the hero can try, and why it cannot be done.

An action is one integer: a verb, an argument and a target cell. The commonest,
a step, is below 128 and so takes one byte of a replay.
"""

from __future__ import annotations

from steep.core.rule import rule

WAIT = 0
MOVE = 1
"""Argument: index of a direction. A monster in the way is attacked."""
PICK_UP = 2
USE = 3
"""Argument: place in the pack. Cell: the target, for what needs one. Wears and takes off what is worn."""
DROP = 4
"""Argument: place in the pack."""
DESCEND = 5
CHOOSE = 6
"""Argument: number of a level-up's gain. Takes no time."""
VERB_NAMES = ("wait", "move", "pick up", "use", "drop", "descend", "choose")

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
REASON_NAMES = (
    "done",
    "blocked",
    "nothing here",
    "pack full",
    "empty place",
    "no stairs here",
    "full health",
    "no enemy in reach",
    "out of sight",
    "no enemy there",
    "nobody in the blast",
    "no use",
    "must choose a gain first",
    "nothing to choose",
    "no such action",
    "run over",
    "no room on this floor",
)
"""Why an action was impossible, by number; `play.messages` has the sentences."""


@rule
def action(verb: int, argument: int = 0, cell: int = 0) -> int:
    """One integer for a verb, an argument (0 .. 63) and a target cell."""
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
