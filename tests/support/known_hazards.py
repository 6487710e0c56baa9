"""Rulesets whose hazards can be computed by hand, for the diver."""

from __future__ import annotations

DEADLY = """\
extends = "tcod-2020"

[map]
room_attempts = 1
room_min = {room}
room_max = {room}

[counts]
monsters_per_room = {monsters}
items_per_room = 0

[monsters.orc]
hp = 10000
power = 10000
spawn = 80

[monsters.troll]
hp = 10000
power = 10000
spawn = 30
"""


def deadly(monsters: int = 1, room: int = 6) -> str:
    """Stairs where the hero arrives, in one room, with no monster or one, as a coin falls; or never one.

    Every blow of a monster kills, and none of the hero's does: the diver, who strikes what stands beside it and else
    goes down, dies exactly where the monster stands on one of the 8 cells round it.
    """
    return DEADLY.format(monsters=monsters, room=room)


HAZARD = 8 / 25 / 2
"""Of each floor of `deadly()`, whose room has 5 x 5 cells."""

WIDE_HAZARD = 8 / 36 / 2
"""Of each floor of ``deadly(room=7)``."""
