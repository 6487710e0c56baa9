"""The layout of a run: one record, declared here and nowhere else.

It knows kinds of monsters and items only by their number in a ruleset. What
the hero knows stands apart, in `Hero`: that record is the view, and screens,
bots and learners are given nothing else.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, STAIRS, WIDTH
from steep.core.record import Cells, Plane, Rows, Within, record
from steep.core.ruleset import MAX_KINDS, MAX_PITY_TIMERS
from steep.core.streams import MASK, MAX_SEED, STREAMS

MAX_ACTORS = 128
MAX_ITEMS = 128
MAX_ROOMS = 64
MAX_INVENTORY = 26
MAX_EVENTS = 256
MAX_RADIUS = 15
MAX_IN_VIEW = 1024
MAX_WHAT = 15
"""The last number of an event (`steep.rules.events`)."""

HERO = -1
"""The hero, where an event names a kind of monster."""

PLAYING = 0
DEAD = 1

UNKNOWN = 0
"""In `Hero.known`: a cell never seen. Otherwise the plane holds its tile + 1."""

REMEMBERED_ROCK = 1
REMEMBERED_FLOOR = 2
REMEMBERED_STAIRS = 3

MAX_LEVEL = 1_000_000
"""The last level of experience. It bounds what a hero can become, so that no number of a run leaves 64 bits."""

MAX_POINTS = 2**40
"""HP, power and damage stay below it: what a hero begins with and wears, and MAX_LEVEL gains, are less."""

Flag = Annotated[int, Within(0, 1)]
Cell = Annotated[int, Within(0, CELLS - 1)]
CellOrNowhere = Annotated[int, Within(NOWHERE, CELLS - 1)]
Kind = Annotated[int, Within(0, MAX_KINDS - 1)]
KindOrHero = Annotated[int, Within(HERO, MAX_KINDS - 1)]
Floor = Annotated[int, Within(0, 2**31 - 1)]
Level = Annotated[int, Within(1, MAX_LEVEL)]
Points = Annotated[int, Within(0, MAX_POINTS)]
Tally = Annotated[int, Within(0, 2**53)]
"""What grows with the turns."""
Turns = Annotated[int, Within(0, 2**31)]
Power = Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]
Defense = Annotated[int, Within(-(2**26), MAX_POINTS)]
"""Below 0 by what is worn alone: no more than MAX_PACK times a million."""


@record
class Room:
    """A room's outer corners; its interior leaves out a wall on every side."""

    left: Annotated[int, Within(0, WIDTH - 1)]
    top: Annotated[int, Within(0, HEIGHT - 1)]
    right: Annotated[int, Within(0, WIDTH - 1)]
    bottom: Annotated[int, Within(0, HEIGHT - 1)]


@record
class Actor:
    """A monster of this floor. It is dead when `hp` is 0; its row is not used again on the floor."""

    kind: Kind
    cell: Cell
    hp: Points
    goal: CellOrNowhere
    """Where it last saw the hero, or NOWHERE."""
    confused: Turns
    """Turns of confusion left."""
    asleep: Flag
    """1 until it wakes."""


@record
class Item:
    """A thing on this floor; `cell` is NOWHERE once somebody took it."""

    kind: Kind
    cell: CellOrNowhere
    seen: Flag
    """1 once the hero saw it."""
    visited: Flag
    """1 once the hero stood on its cell."""


@record
class Carried:
    """A thing in the hero's pack. `kind` is the item's number + 1, 0 an empty place."""

    kind: Annotated[int, Within(0, MAX_KINDS)]
    equipped: Flag


@record
class VisibleMonster:
    """A monster in view."""

    actor: Annotated[int, Within(0, MAX_ACTORS - 1)]
    """Its row in `World.actors`: the same monster keeps it while the floor lasts."""
    kind: Kind
    cell: Cell
    hp: Points
    confused: Turns
    asleep: Flag


@record
class SeenItem:
    """A thing on the floor that the hero saw."""

    item: Annotated[int, Within(0, MAX_ITEMS - 1)]
    kind: Kind
    cell: Cell
    visited: Flag
    """1 once the hero stood on its cell: what still lies there was left on purpose."""


@record
class PityState:
    """How a metered item stands in this run."""

    chance: Annotated[int, Within(0, 1000)]
    """Of one on the next floor, in thousandths."""
    given: Tally
    """Over the run, however it came."""
    counted: Tally
    """How many of them the chance has already fallen for."""


@record
class Event:
    """Something the hero perceived."""

    what: Annotated[int, Within(0, MAX_WHAT)]
    who: KindOrHero
    """Number of a monster's kind, or HERO."""
    whom: KindOrHero
    """Number of a monster's or an item's kind, or HERO."""
    amount: Tally
    cell: Cell


@record
class Search:
    """Room to work in for breadth-first searches; clean (all zero) between them, but for `queue`."""

    came_from: Annotated[Cells, Plane("i2", CELLS), Within(0, 0)]
    """The cell before this one, + 1; 0 where the search has not been."""
    queue: Annotated[Cells, Plane("i2", CELLS)]


@record
class Hero:
    """The hero's body, belongings and knowledge: the view."""

    floor: Floor
    turn: Tally
    cell: Cell
    hp: Points
    max_hp: Annotated[int, Within(1, MAX_POINTS)]
    power: Power
    """With all that is worn."""
    defense: Defense
    """With all that is worn."""
    xp: Tally
    """Towards the next level."""
    level: Level
    kills: Tally
    choosing: Flag
    """1 while a level-up waits to be chosen; nothing else can be done before."""
    stairs: CellOrNowhere
    """Cell of the stairs down, NOWHERE until seen."""
    cells_explored: Tally
    """Cells that were seen for the first time, over the run."""
    inventory_count: Annotated[int, Within(0, MAX_INVENTORY)]
    in_view_count: Annotated[int, Within(1, MAX_IN_VIEW)]
    visible_monster_count: Annotated[int, Within(0, MAX_ACTORS)]
    seen_item_count: Annotated[int, Within(0, MAX_ITEMS)]
    event_count: Tally
    """Events since the run began."""
    inventory: Annotated[Sequence[Carried], Rows(MAX_INVENTORY)]
    remembered: Annotated[Cells, Plane("u1", CELLS), Within(UNKNOWN, REMEMBERED_STAIRS)]
    """What is remembered of every cell: UNKNOWN, or its tile + 1."""
    visible: Annotated[Cells, Plane("u1", CELLS), Within(0, 1)]
    """1 where the hero sees now."""
    in_view: Annotated[Cells, Plane("i2", MAX_IN_VIEW), Within(0, CELLS - 1)]
    """The lit cells, in the order of seeing; each once."""
    visible_monsters: Annotated[Sequence[VisibleMonster], Rows(MAX_ACTORS)]
    seen_items: Annotated[Sequence[SeenItem], Rows(MAX_ITEMS)]
    events: Annotated[Sequence[Event], Rows(MAX_EVENTS)]
    """A ring: event number n stands in row n % MAX_EVENTS."""


@record
class World:
    """A whole run."""

    seed: Annotated[int, Within(0, MAX_SEED)]
    floor: Floor
    turn: Tally
    outcome: Annotated[int, Within(PLAYING, DEAD)]
    """PLAYING or DEAD."""
    killer: KindOrHero
    """Kind of what killed the hero (HERO for an own fireball)."""
    dropped_actors: Tally
    """Newcomers that a full table had no room for, over the run."""
    dropped_items: Tally
    arrived: Tally
    """The turn on which the hero came to this floor."""
    room_count: Annotated[int, Within(1, MAX_ROOMS)]
    actor_count: Annotated[int, Within(0, MAX_ACTORS)]
    item_count: Annotated[int, Within(0, MAX_ITEMS)]
    tiles: Annotated[Cells, Plane("u1", CELLS), Within(0, STAIRS)]
    occupant: Annotated[Cells, Plane("u1", CELLS), Within(0, MAX_ACTORS)]
    """Row of the living monster that stands on a cell, + 1."""
    rooms: Annotated[Sequence[Room], Rows(MAX_ROOMS)]
    actors: Annotated[Sequence[Actor], Rows(MAX_ACTORS)]
    items: Annotated[Sequence[Item], Rows(MAX_ITEMS)]
    uniques_spawned: Annotated[Cells, Plane("u1", MAX_KINDS), Within(0, 1)]
    """1 for a unique kind of monster that this run has had."""
    pity_timers: Annotated[Sequence[PityState], Rows(MAX_PITY_TIMERS)]
    random: Annotated[Cells, Plane("i8", 4 * STREAMS), Within(0, MASK)]
    """Four words of state for each stream (`steep.core.streams`)."""
    hero: Hero
    search: Search
    sight: Annotated[Cells, Plane("i8", 1280)]
    """Room to work in for the field of view."""
