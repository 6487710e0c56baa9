"""The layout of a run: one record.

Kinds of monsters and items are numbers in a ruleset here. What the hero knows
is kept separately in `Hero`. That record is the view, the only thing screens,
bots and learning agents get.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, ROCK, UNKNOWN, WIDTH
from steep.core.random_streams import MASK, MAX_SEED, STREAMS
from steep.core.record import Cells, Narrow, Plane, Rows, Within, record
from steep.core.ruleset import (
    MAX_ABILITIES,
    MAX_COOLDOWNS,
    MAX_DAMAGE_TYPES,
    MAX_GASES,
    MAX_KINDS,
    MAX_LAYOUTS,
    MAX_PITY_TIMERS,
    MAX_SPEED,
    MAX_STATUSES,
    MAX_TERRAIN,
    MAX_THEMES,
    MAX_VAULTS,
    NORMAL_SPEED,
    SEEN_STATS,
    STATS,
    TERRAIN_ROWS,
)

MAX_ACTORS = 128
MAX_ITEMS = 128
MAX_ROOMS = 64
MAX_THEMED = 64
"""Themes on a floor."""
MAX_INVENTORY = 26
MAX_STACK = 99
"""Items in one inventory slot."""

MAX_EVENTS = 256
MAX_CHARGES = 1000
MAX_NUTRITION = 1_000_000
MIN_PLUS = -9
MAX_PLUS = 99
"""The lowest and the highest enchantment of an item: what follows its name, as in "sword +2"."""

MAX_FOLLOWERS = 8
"""Monsters that can follow the hero by the stairs at once: as many as can stand beside it."""

MAX_QUEUE = 64
"""Abilities that are waiting to take effect."""

MAX_ACTIVE = 1024
"""Cells whose terrain changes by itself, or that have gas. More than that stay as they are, and hold no gas."""

MAX_GAS = 31
"""Units of gas on a cell."""
GAS_STEP = MAX_GAS + 1
"""In planes of gas, a cell has GAS_STEP times the number of its gas, plus its units; 0 without gas."""

HERO_ROW = MAX_ACTORS
"""The hero's row in `World.actors`."""

NO_ID = 0

HOSTILE = 0
NEUTRAL = 1
ALLIED = 2
"""Sides. The hero is ALLIED."""

FOR_EVER = 30_000
"""Turns of a status that doesn't run out by itself."""

REGENERATES = 1 << 21
"""In `Actor.conditions`: its regeneration isn't 0."""

CARRIES = 1 << 24
"""In `Actor.conditions`: it carries an item that it stole (`loot_of`)."""

ABSORBS = 1 << 22
"""In `Actor.conditions`: it has a status that takes damage for it."""
FLEES = 1 << 23
"""In `Actor.conditions`: it runs from its enemies until it has recovered."""

LEADER = 0
"""In `Actor.memory`: the row of the actor that it follows, + 1; 0 for nobody."""
POST = 1
"""In `Actor.memory`: the cell that a guard returns to; 0 for others."""
TRAIL = 2
"""In `Actor.memory`: turns for which it can still follow the trail of a hero out of sight."""
ROAMS = 3
"""In `Actor.memory`: 1 if its goal is a place to roam to, and not where it suspects the hero."""
MEMORIES = 4

MAX_TIME = 1000
"""Percent of a turn: the longest that an action takes."""
PERCENT = MAX_SPEED
"""A percent of a turn in a monster's energy: the most shares of one in `rules.monsters.monster_turns.turns_due`."""
WHOLE_TURN = NORMAL_SPEED * PERCENT
"""A turn in a monster's energy."""

CELL_BYTES = CELLS // 8
"""Of a plane with a bit for each cell."""

MAX_RADIUS = 15
MAX_IN_VIEW = 1024
MAX_WHAT = 2**15 - 1
"""The highest number that the record has room for. Which events there are, `steep.rules.perceived_events` knows."""

MAX_DETAIL = MAX_DAMAGE_TYPES * (MAX_ABILITIES + MAX_STATUSES) - 1
"""The highest detail of an event: that of damage."""

HERO = -1
"""The hero, in event fields that otherwise name a kind of monster."""
HUNGER = -2
"""As the killer of a hero that starved."""

PLAYING = 0
DEAD = 1
WON = 2
STOPPED = 3
"""At a limit of turns or of steps. Only for the lab and the environment; in a world, a run is never stopped."""
END_NAMES = ("running", "died", "won", "stopped")
"""How a run ended: the one list of the rules, the lab and the environment."""

MAX_LEVEL = 1_000_000
"""The highest experience level. It limits what a hero can become, because numbers of a run must fit 64 bits."""

MAX_SEEN_STAT = 2**31 - 1
"""Stats of monsters beyond this look the same."""

MAX_POINTS = 2**40
"""Upper limit for HP, power and damage: more than starting values, equipment and MAX_LEVEL gains can add up to."""

Flag = Annotated[int, Within(0, 1)]
NarrowFlag = Annotated[int, Narrow("i2"), Within(0, 1)]
Cell = Annotated[int, Within(0, CELLS - 1)]
ItemCell = Annotated[int, Within(NOWHERE - MAX_ACTORS, CELLS - 1)]
CellOrNowhere = Annotated[int, Within(NOWHERE, CELLS - 1)]
Kind = Annotated[int, Narrow("i2"), Within(0, MAX_KINDS - 1)]
Killer = Annotated[int, Narrow("i2"), Within(HUNGER, MAX_KINDS + TERRAIN_ROWS - 1)]
KindOrHero = Annotated[int, Narrow("i2"), Within(HERO, MAX_KINDS - 1)]
Cause = Annotated[int, Narrow("i2"), Within(HERO, MAX_KINDS + TERRAIN_ROWS - 1)]
"""Who did something: a kind of monster, HERO, or MAX_KINDS + a row of the table of terrain."""
Side = Annotated[int, Narrow("i2"), Within(HOSTILE, ALLIED)]
Bits = Annotated[int, Narrow("i4"), Within(0, 2**31 - 1)]
Floor = Annotated[int, Within(0, 2**31 - 1)]
Level = Annotated[int, Within(1, MAX_LEVEL)]
Points = Annotated[int, Within(0, MAX_POINTS)]
Tally = Annotated[int, Within(0, 2**53)]
"""A count that grows with the turns."""
Charges = Annotated[int, Within(0, MAX_CHARGES)]
Plus = Annotated[int, Within(MIN_PLUS, MAX_PLUS)]
Turns = Annotated[int, Within(0, 2**31)]
Power = Annotated[int, Within(-MAX_POINTS, MAX_POINTS)]
Defense = Annotated[int, Within(-(2**26), MAX_POINTS)]
"""Equipment alone can make it negative, down to MAX_INVENTORY times minus a million."""


@record
class Room:
    """A room's outer corners. Its interior leaves out a wall on each side; of a region, only its own cells count."""

    left: Annotated[int, Narrow("i2"), Within(0, WIDTH - 1)]
    top: Annotated[int, Narrow("i2"), Within(0, HEIGHT - 1)]
    right: Annotated[int, Narrow("i2"), Within(0, WIDTH - 1)]
    bottom: Annotated[int, Narrow("i2"), Within(0, HEIGHT - 1)]
    region: Annotated[int, Narrow("i2"), Within(0, MAX_ROOMS)]
    """The number in `World.region_of` of the cells that belong to it; 0 if all of its interior does."""


@record
class Actor:
    """A monster on this floor, or in row HERO_ROW the hero. It is dead if `hp` is 0."""

    kind: KindOrHero
    cell: Cell
    hp: Points
    id: Tally
    """Its number, which tells it apart from earlier actors in its row: a run numbers its actors from 1. NO_ID is the
    hero, or a dead monster whose row may be used again."""
    xp: Points
    """XP for killing it; 0 if it was summoned."""
    side: Side
    hurt_by: Cause
    """Who last gave it a status that takes HP."""
    goal: CellOrNowhere
    """Where it is going: where it last saw or heard somebody, or where it roams; else NOWHERE."""
    asleep: NarrowFlag
    """1 until it wakes up."""
    energy: Annotated[int, Within(-MAX_TIME * PERCENT, WHOLE_TURN - 1)]
    """For a monster, the time it has left over: percent of a turn times PERCENT, and shares of one; negative after a
    long action. For the hero, how many percent of its turn have passed."""
    conditions: Bits
    """What its statuses do to it: CANNOT_ACT and others, added up."""
    triggers: Bits
    """The bit of each trigger that its abilities have: 1 << trigger. And that of BEHAVES."""
    shield: Points
    """HP of damage that its statuses take for it before it loses any."""
    stats: Annotated[Cells, Plane("i8", STATS), Within(-MAX_POINTS, MAX_POINTS)]
    """Its stats, with those of equipment and statuses."""
    statuses: Annotated[Cells, Plane("i2", MAX_STATUSES), Within(0, FOR_EVER)]
    """Turns left of each status."""
    cooldowns: Annotated[Cells, Plane("i2", MAX_COOLDOWNS), Within(0, FOR_EVER)]
    """Turns until it can use each of its abilities again."""
    memory: Annotated[Cells, Plane("i2", MEMORIES), Within(0, CELLS - 1)]
    """LEADER, POST, TRAIL and ROAMS (`steep.rules.monsters.behaviours`)."""


@record
class Item:
    """An item on this floor."""

    kind: Kind
    cell: ItemCell
    """NOWHERE after it was picked up, and below that for the loot of a monster (`loot_of`)."""
    charges: Annotated[int, Narrow("i2"), Within(0, MAX_CHARGES)]
    """Uses left, if its kind has charges; of gold, how much it is."""
    seen: NarrowFlag
    """1 once the hero has seen it."""
    visited: NarrowFlag
    """1 once the hero has stood on its cell."""


@record
class Carried:
    """An inventory slot. `kind` is the item's row in `Ruleset.items` + 1; 0 if the slot is empty."""

    kind: Annotated[int, Within(0, MAX_KINDS)]
    count: Annotated[int, Within(0, MAX_STACK)]
    """How many there are of it: more than 1 only if its kind `stacks`."""
    equipped: Flag
    charges: Charges
    """Uses left, if its kind has charges; 0 while it isn't identified."""
    recharging: Turns
    """Turns that it has been regaining its next charge."""
    plus: Plus
    """Its enchantment; 0 while it isn't identified."""
    since: Tally
    """The turn on which the hero got it, or the first of those in the slot. Of equal items the newest is used first, so
    that their letter stays."""


@record
class VisibleMonster:
    """A monster in view."""

    actor: Annotated[int, Narrow("i2"), Within(0, MAX_ACTORS - 1)]
    """Its row in `World.actors`, which stays the same while on this floor."""
    kind: Kind
    cell: Cell
    hp: Points
    side: Side
    asleep: NarrowFlag
    conditions: Bits
    """What its statuses do to it."""
    shield: Points
    """HP of damage that its statuses take for it."""
    stats: Annotated[Cells, Plane("i4", SEEN_STATS), Within(-MAX_SEEN_STAT, MAX_SEEN_STAT)]
    """Its stats from MAX_HP to SPEED, with those of its statuses."""
    statuses: Annotated[Cells, Plane("i2", MAX_STATUSES), Within(0, FOR_EVER)]
    """Turns left of each status."""


@record
class SeenItem:
    """An item on the floor that the hero has seen."""

    item: Annotated[int, Narrow("i2"), Within(0, MAX_ITEMS - 1)]
    kind: Kind
    """Its row in `Ruleset.items`."""
    cell: Cell
    visited: NarrowFlag
    """1 once the hero has stood on its cell: an item still there was left on purpose."""


@record
class PityState:
    """The state of a pity timer in this run."""

    chance: Annotated[int, Within(0, 1000)]
    """Of one on the next floor, in thousandths."""
    given: Tally
    """How many this run has generated, in any way."""
    counted: Tally
    """How many of them have already lowered the chance."""


@record
class Event:
    """Something the hero perceived."""

    what: Annotated[int, Narrow("i2"), Within(0, MAX_WHAT)]
    who: Killer
    """A kind of monster, HERO, MAX_KINDS + a row of the table of terrain, or HUNGER after starving."""
    whom: Annotated[int, Narrow("i2"), Within(HERO, MAX_KINDS - 1)]
    """A kind of monster or item, or HERO."""
    amount: Tally
    detail: Annotated[int, Narrow("i2"), Within(0, MAX_DETAIL)]
    """The damage, the status or the stat that the event is about, by its kind."""
    cell: Annotated[int, Narrow("i2"), Within(0, CELLS - 1)]


@record
class Pending:
    """An ability that something set off and that has yet to take effect."""

    ability: Annotated[int, Within(0, MAX_ABILITIES - 1)]
    user: Annotated[int, Within(0, HERO_ROW)]
    """Its row in `World.actors`."""
    user_id: Tally
    target: Cell
    terrain: Annotated[int, Within(0, TERRAIN_ROWS - 1)]
    """The terrain or gas whose ability it is, by its row; 0 for the user's own."""


@record
class Search:
    """Working memory for breadth-first searches; `came_from` is all 0 between them."""

    came_from: Annotated[Cells, Plane("i2", CELLS), Within(0, 0)]
    """The cell before this one, + 1; 0 if the search hasn't reached it."""
    queue: Annotated[Cells, Plane("i2", CELLS)]


@record
class Hero:
    """The hero's stats, inventory and knowledge: the view."""

    floor: Floor
    turn: Tally
    cell: Cell
    hp: Points
    max_hp: Annotated[int, Within(1, MAX_POINTS)]
    xp: Tally
    """Towards the next level."""
    level: Level
    kills: Tally
    gold: Points
    nutrition: Annotated[int, Within(0, MAX_NUTRITION)]
    """Turns until the hero has none left; 0 where nobody hungers."""
    stats: Annotated[Cells, Plane("i8", STATS), Within(-MAX_POINTS, MAX_POINTS)]
    """The hero's stats, with those of equipment and statuses."""
    conditions: Bits
    """What the hero's statuses do: CANNOT_ACT and others, added up."""
    shield: Points
    """HP of damage that the hero's statuses take before the hero loses any."""
    statuses: Annotated[Cells, Plane("i2", MAX_STATUSES), Within(0, FOR_EVER)]
    """Turns left of each of the hero's statuses."""
    weapon: Annotated[int, Within(0, MAX_KINDS)]
    """The kind + 1 of the equipped item that the hero attacks with; 0 for none."""
    choosing: Flag
    """1 while a level-up waits for a choice; no other action is possible."""
    stairs: CellOrNowhere
    """Cell of the stairs down; NOWHERE until seen."""
    cells_explored: Tally
    """Cells seen for the first time, over the run."""
    inventory_count: Annotated[int, Within(0, MAX_INVENTORY)]
    """Inventory slots in use."""
    in_view_count: Annotated[int, Within(1, MAX_IN_VIEW)]
    visible_monster_count: Annotated[int, Within(0, MAX_ACTORS)]
    sensed_monster_count: Annotated[int, Within(0, MAX_ACTORS)]
    """Monsters that a telepathic hero senses without seeing them. Nothing can be aimed at them."""
    seen_item_count: Annotated[int, Within(0, MAX_ITEMS)]
    event_count: Tally
    """Events since the run began."""
    passable: Annotated[Cells, Plane("u1", TERRAIN_ROWS), Within(0, 1)]
    """1 for each kind of terrain that the hero can and will walk on as it now is, or opens with a key that it carries,
    and for each gas that it walks into; 0 for UNKNOWN."""
    explores: Annotated[Cells, Plane("u1", MAX_TERRAIN), Within(0, 2)]
    """The same, with ENDS_SEARCH for UNKNOWN (`steep.core.breadth_first_search`)."""
    gas_in_view: Annotated[int, Narrow("i2"), Within(0, MAX_IN_VIEW)]
    """How many cells in view have gas."""
    unidentified: Annotated[int, Within(0, MAX_KINDS)]
    """How many kinds of items the hero has yet to identify."""
    identified: Annotated[Cells, Plane("u1", MAX_KINDS), Within(0, 1)]
    """1 for each kind of item that the hero has identified; 0 for those that are always known."""
    inventory: Annotated[Sequence[Carried], Rows(MAX_INVENTORY)]
    remembered: Annotated[Cells, Plane("u1", CELLS), Within(UNKNOWN, MAX_TERRAIN - 1)]
    """The kind of terrain that the hero last saw on each cell; UNKNOWN where it has seen none."""
    visible: Annotated[Cells, Plane("u1", CELLS), Within(0, 1)]
    """1 for cells in view."""
    mapped_count: Annotated[int, Narrow("i2"), Within(0, CELLS)]
    """How many cells of this floor the hero remembers that it has never seen: magic has shown them."""
    mapped: Annotated[Cells, Plane("u1", CELL_BYTES), Within(0, 255)]
    """A bit for each of those cells (`steep.core.magic_mapping`)."""
    gas: Annotated[Cells, Plane("u1", CELLS), Within(0, GAS_STEP * (MAX_GASES + 1) - 1)]
    """The gas on each cell in view (`World.gas`); 0 for all others: nobody knows how gas has moved out of sight."""
    in_view: Annotated[Cells, Plane("i2", MAX_IN_VIEW), Within(0, CELLS - 1)]
    """The visible cells, in the order the field of view found them; each once."""
    visible_monsters: Annotated[Sequence[VisibleMonster], Rows(MAX_ACTORS)]
    """Those in view, then those that are only sensed."""
    seen_items: Annotated[Sequence[SeenItem], Rows(MAX_ITEMS)]
    seen_item_plus: Annotated[Cells, Plane("i2", MAX_ITEMS), Within(MIN_PLUS, MAX_PLUS)]
    """The enchantment of each of `seen_items`. Rows would take four times the room."""
    events: Annotated[Sequence[Event], Rows(MAX_EVENTS)]
    """A ring buffer: event n is in row n % MAX_EVENTS."""


@record
class World:
    """The whole state of a run."""

    seed: Annotated[int, Within(0, MAX_SEED)]
    floor: Floor
    turn: Tally
    outcome: Annotated[int, Within(PLAYING, WON)]
    """PLAYING, DEAD or WON."""
    killer: Killer
    """What killed the hero: a kind of monster, MAX_KINDS + a row of the table of terrain, HUNGER, or HERO for its own
    fireball."""
    dropped_actors: Tally
    """Monsters dropped because the table was full, over the run."""
    dropped_items: Tally
    layout: Annotated[int, Narrow("i2"), Within(0, MAX_LAYOUTS)]
    """The row of this floor's layout, + 1; 0 if the ruleset has none for it."""
    arrived: Tally
    """The turn the hero arrived on this floor."""
    dropped_vaults: Tally
    """Vaults left out because no place for them was found, over the run."""
    room_count: Annotated[int, Within(1, MAX_ROOMS)]
    shells: Annotated[int, Narrow("i2"), Within(0, MAX_ROOMS - 1)]
    """Vaults of this floor: the number of their rows at the end of `rooms`, which `room_count` leaves out."""
    actor_count: Annotated[int, Within(0, MAX_ACTORS)]
    item_count: Annotated[int, Within(0, MAX_ITEMS)]
    tiles: Annotated[Cells, Plane("u1", CELLS), Within(ROCK, MAX_TERRAIN - 1)]
    """The kind of terrain of each cell."""
    occupant: Annotated[Cells, Plane("u1", CELLS), Within(0, MAX_ACTORS)]
    """Row of the living monster on a cell, + 1; 0 if there is none."""
    rooms: Annotated[Sequence[Room], Rows(MAX_ROOMS)]
    region_of: Annotated[Cells, Plane("u1", CELLS), Within(0, MAX_ROOMS)]
    """The number of the region that each cell belongs to; 0 for none."""
    actors: Annotated[Sequence[Actor], Rows(MAX_ACTORS + 1)]
    """The monsters of this floor; the last row is the hero."""
    friends: Annotated[int, Within(0, MAX_ACTORS)]
    """How many living monsters of this floor are not hostile."""
    next_id: Tally
    """The number of the next actor of the run."""
    followers: Annotated[Sequence[Actor], Rows(MAX_FOLLOWERS)]
    """Working memory: the actors that follow by the stairs."""
    queue: Annotated[Sequence[Pending], Rows(MAX_QUEUE)]
    queue_count: Annotated[int, Within(0, 0)]
    """Abilities waiting to take effect; 0 between turns."""
    cause: Annotated[int, Narrow("i2"), Within(0, 0)]
    """The terrain or gas whose ability is taking effect; 0 for none, and between turns."""
    falls: Annotated[int, Narrow("i2"), Within(0, 0)]
    """1 while the hero falls to the next floor; 0 between turns."""
    sight_changed: Annotated[int, Narrow("i2"), Within(0, 0)]
    """1 if terrain in view has changed since the field of view was computed; 0 between turns."""
    hides: NarrowFlag
    """1 if the floor may have hidden terrain."""
    hazards: NarrowFlag
    """1 if the floor may have terrain with abilities that are set off by staying."""
    active_count: Annotated[int, Narrow("i2"), Within(0, MAX_ACTIVE)]
    active_cells: Annotated[Cells, Plane("i2", MAX_ACTIVE), Within(0, CELLS - 1)]
    """The cells whose terrain changes by itself and those with gas, in the order in which they began."""
    active: Annotated[Cells, Plane("u1", CELLS), Within(0, 1)]
    """1 for each of those cells."""
    gas_count: Annotated[int, Narrow("i2"), Within(0, MAX_ACTIVE)]
    """How many cells have gas."""
    gas: Annotated[Cells, Plane("u1", CELLS), Within(0, GAS_STEP * (MAX_GASES + 1) - 1)]
    """The gas on each cell, in units of GAS_STEP and 1."""
    trodden: Annotated[Cells, Plane("u1", CELL_BYTES), Within(0, 255)]
    """A bit for each cell that the hero or a monster has left, where that matters (`steep.core.magic_mapping`)."""
    affected: Annotated[Cells, Plane("u1", MAX_ACTORS + 1), Within(0, 0)]
    """Working memory of abilities: 1 for each row of `actors` that one affects; all 0 between turns."""
    extra_time: Annotated[int, Within(0, 0)]
    """Percent of a turn by which the action that is being taken is longer than one; 0 between turns."""
    dropped_abilities: Tally
    """Abilities dropped because the queue was full, over the run."""
    items: Annotated[Sequence[Item], Rows(MAX_ITEMS)]
    item_plus: Annotated[Cells, Plane("i2", MAX_ITEMS), Within(MIN_PLUS, MAX_PLUS)]
    """The enchantment of each of `items`."""
    hidden_plus: Annotated[Cells, Plane("i2", MAX_INVENTORY), Within(MIN_PLUS, MAX_PLUS)]
    """The enchantment of what is in each inventory slot and isn't identified."""
    appearances: Annotated[Cells, Plane("i2", MAX_KINDS), Within(0, MAX_KINDS)]
    """For each kind of item that isn't identified the row of `Ruleset.items` that it looks like, + 1, and for that row
    the kind, + 1; 0 for all others."""
    uniques_spawned: Annotated[Cells, Plane("u1", MAX_KINDS), Within(0, 1)]
    """1 for each unique kind of monster that this run has had."""
    vaults_seen: Annotated[Cells, Plane("u1", MAX_VAULTS), Within(0, 1)]
    """1 for each vault that this run has had."""
    vault_of_room: Annotated[Cells, Plane("u1", MAX_ROOMS), Within(0, MAX_VAULTS)]
    """The vault that each row of `rooms` is, + 1; 0 for other rooms."""
    themed: Annotated[int, Within(0, MAX_THEMED)]
    """How many themes were drawn for rooms of this floor."""
    theme_drawn: Annotated[Cells, Plane("u1", MAX_THEMED), Within(0, MAX_THEMES - 1)]
    """The row of each of these, in the order in which they were drawn."""
    theme_room: Annotated[Cells, Plane("u1", MAX_THEMED), Within(0, MAX_ROOMS - 1)]
    """The row of `rooms` that each of these fills."""
    pity_timers: Annotated[Sequence[PityState], Rows(MAX_PITY_TIMERS)]
    random: Annotated[Cells, Plane("i8", 4 * STREAMS), Within(0, MASK)]
    """Four words of state for each stream (`steep.core.random_streams`)."""
    hero: Hero
    search: Search
    sight: Annotated[Cells, Plane("i8", 1280)]
    """Working memory for the field of view."""
