"""The layout of a run: one record, declared here and nowhere else.

It knows kinds of monsters and items only by their number in a ruleset. What
the hero knows stands apart, in `Hero`: that record is the view, and screens,
bots and learners are given nothing else.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS
from steep.core.record import Cells, Plane, Rows, record
from steep.core.ruleset import MAX_KINDS, MAX_METERS
from steep.core.streams import STREAMS

MAX_ACTORS = 128
MAX_ITEMS = 128
MAX_ROOMS = 64
MAX_PACK = 26
MAX_EVENTS = 256
MAX_RADIUS = 15
MAX_IN_VIEW = 1024

HERO = -1
"""The hero, where an event names a kind of monster."""

PLAYING = 0
DEAD = 1

UNKNOWN = 0
"""In `Hero.known`: a cell never seen. Otherwise the plane holds its tile + 1."""

KNOWN_ROCK = 1
KNOWN_FLOOR = 2
KNOWN_STAIRS = 3


@record
class Room:
    """A room's outer corners; its interior leaves out a wall on every side."""

    left: int
    top: int
    right: int
    bottom: int


@record
class Actor:
    """A monster of this floor. It is dead when `hp` is 0; its row is not used again on the floor."""

    kind: int
    cell: int
    hp: int
    goal: int
    """Where it last saw the hero, or NOWHERE."""
    confused: int
    """Turns of confusion left."""
    asleep: int
    """1 until it wakes."""


@record
class Item:
    """A thing on this floor; `cell` is NOWHERE once somebody took it."""

    kind: int
    cell: int
    seen: int
    """1 once the hero saw it."""
    visited: int
    """1 once the hero stood on its cell."""


@record
class Carried:
    """A thing in the hero's pack. `kind` is the item's number + 1, 0 an empty place."""

    kind: int
    worn: int


@record
class Foe:
    """A monster in view."""

    actor: int
    """Its row in `World.actors`: the same monster keeps it while the floor lasts."""
    kind: int
    cell: int
    hp: int
    confused: int
    asleep: int


@record
class Find:
    """A thing on the floor that the hero saw."""

    item: int
    kind: int
    cell: int
    visited: int
    """1 once the hero stood on its cell: what still lies there was left on purpose."""


@record
class MeterState:
    """How a metered item stands in this run."""

    chance: int
    """Of one on the next floor, in thousandths."""
    given: int
    """Over the run, however it came."""
    counted: int
    """How many of them the chance has already fallen for."""


@record
class Event:
    """Something the hero perceived."""

    what: int
    who: int
    """Number of a monster's kind, or HERO."""
    whom: int
    """Number of a monster's or an item's kind, or HERO."""
    amount: int
    cell: int


@record
class Search:
    """Room to work in for breadth-first searches; clean (all zero) between them, but for `queue`."""

    came: Annotated[Cells, Plane("i2", CELLS)]
    """The cell before this one, + 1; 0 where the search has not been."""
    queue: Annotated[Cells, Plane("i2", CELLS)]


@record
class Hero:
    """The hero's body, belongings and knowledge: the view."""

    floor: int
    turn: int
    cell: int
    hp: int
    max_hp: int
    power: int
    """With all that is worn."""
    defense: int
    """With all that is worn."""
    xp: int
    """Towards the next level."""
    level: int
    kills: int
    choosing: int
    """1 while a level-up waits to be chosen; nothing else can be done before."""
    stairs: int
    """Cell of the stairs down, NOWHERE until seen."""
    explored: int
    """Cells that were seen for the first time, over the run."""
    pack_count: int
    in_view_count: int
    foe_count: int
    find_count: int
    event_count: int
    """Events since the run began."""
    pack: Annotated[Sequence[Carried], Rows(MAX_PACK)]
    known: Annotated[Cells, Plane("u1", CELLS)]
    """What is remembered of every cell: UNKNOWN, or its tile + 1."""
    lit: Annotated[Cells, Plane("u1", CELLS)]
    """1 where the hero sees now."""
    in_view: Annotated[Cells, Plane("i2", MAX_IN_VIEW)]
    """The lit cells, in the order of seeing; each once."""
    foes: Annotated[Sequence[Foe], Rows(MAX_ACTORS)]
    finds: Annotated[Sequence[Find], Rows(MAX_ITEMS)]
    events: Annotated[Sequence[Event], Rows(MAX_EVENTS)]
    """A ring: event number n stands in row n % MAX_EVENTS."""


@record
class World:
    """A whole run."""

    seed: int
    floor: int
    turn: int
    outcome: int
    """PLAYING or DEAD."""
    killer: int
    """Kind of what killed the hero (HERO for an own fireball)."""
    dropped_actors: int
    """Newcomers that a full table had no room for, over the run."""
    dropped_items: int
    arrived: int
    """The turn on which the hero came to this floor."""
    room_count: int
    actor_count: int
    item_count: int
    tiles: Annotated[Cells, Plane("u1", CELLS)]
    occupant: Annotated[Cells, Plane("u1", CELLS)]
    """Row of the living monster that stands on a cell, + 1."""
    rooms: Annotated[Sequence[Room], Rows(MAX_ROOMS)]
    actors: Annotated[Sequence[Actor], Rows(MAX_ACTORS)]
    items: Annotated[Sequence[Item], Rows(MAX_ITEMS)]
    met: Annotated[Cells, Plane("u1", MAX_KINDS)]
    """1 for a unique kind of monster that this run has had."""
    meters: Annotated[Sequence[MeterState], Rows(MAX_METERS)]
    random: Annotated[Cells, Plane("i8", 4 * STREAMS)]
    """Four words of state for each stream (`steep.core.streams`)."""
    hero: Hero
    search: Search
    sight: Annotated[Cells, Plane("i2", 1280)]
    """Room to work in for the field of view."""
