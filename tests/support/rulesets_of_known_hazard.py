"""Rulesets for which the diver's hazards can be computed by hand."""

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
    """The hero arrives on the stairs of a single room with no monster or one, each with probability 1/2.

    With ``monsters=0`` there is never one. Every hit of a monster kills, and the hero's hits do nothing. The diver
    attacks what is beside it and otherwise descends, so it dies exactly when the monster stands on one of the 8 cells
    around it.
    """
    return DEADLY.format(monsters=monsters, room=room)


HAZARD = 8 / 25 / 2
"""The hazard of each floor of `deadly()`, whose room has 5 x 5 cells."""

WIDE_HAZARD = 8 / 36 / 2
"""The hazard of each floor of ``deadly(room=7)``, whose room has 6 x 6 cells."""
