"""Events: what the hero perceived, as small records. `play.messages` turns them into sentences."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.world import MAX_EVENTS, World

ARRIVED = 0
"""amount: the floor."""
HIT = 1
"""who hit whom for amount; 0 is a hit without damage."""
BURNED = 2
"""whom was burned for amount."""
SHOCKED = 3
"""whom was hit by lightning for amount."""
DIED = 4
"""whom was killed by who."""
GAINED_XP = 5
LEVELLED = 6
"""amount: the new level."""
HEALED = 7
CONFUSED = 8
CAME_TO = 9
"""who is no longer confused."""
PICKED_UP = 10
"""whom: the item's kind; amount: its inventory slot."""
DROPPED = 11
EQUIPPED = 12
UNEQUIPPED = 13
GREW = 14
"""whom: the stat; amount: by how much."""
WOKE = 15
"""who noticed the hero."""
EVENT_NAMES = (
    "arrived",
    "hit",
    "burned",
    "shocked",
    "died",
    "gained xp",
    "levelled",
    "healed",
    "confused",
    "came to",
    "picked up",
    "dropped",
    "equipped",
    "unequipped",
    "grew",
    "woke",
)


@rule
def emit(world: World, what: int, who: int, whom: int, amount: int, cell: int) -> None:
    """Add an event to the hero's ring buffer."""
    hero = world.hero
    event = hero.events[hero.event_count % MAX_EVENTS]
    event.what = what
    event.who = who
    event.whom = whom
    event.amount = amount
    event.cell = cell
    hero.event_count += 1


@rule
def emit_if_visible(world: World, what: int, who: int, whom: int, amount: int, cell: int) -> None:
    """Add an event if the hero sees the cell where it happens."""
    if world.hero.visible[cell] == 1:
        emit(world, what, who, whom, amount, cell)
