"""The layout of a compiled ruleset: one read-only record of numbers.

`content` fills it from TOML; `spawn`, `mapgen` and `rules` read it. Names,
glyphs and sentences stay in `content`: no rule needs them.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.record import Cells, Plane, Rows, record

MAX_KINDS = 512
"""Kinds of monsters, and kinds of items."""

MAX_FLOORS = 100
"""Floors with tables of their own; deeper ones use the last."""

MAX_SPAWN_ROWS = 51_200
"""Rows of one spawn table over all floors."""

MAX_PACKS = 256
MAX_PACK_MEMBERS = 1024
MAX_PITY_TIMERS = 32

MAX_GAINS = 8
MAX_START_ITEMS = 26

NO_EFFECT = 0
HEAL = 1
LIGHTNING = 2
CONFUSION = 3
FIREBALL = 4
EFFECT_NAMES = ("none", "heal", "lightning", "confusion", "fireball")

EUCLID = 0
CHEBYSHEV = 1
DISTANCE_NAMES = ("euclid", "chebyshev")

BUMP = 0
"""One of the eight directions; whoever is there is struck."""
DRIFT = 1
"""-1, 0 or 1 on each axis; only steps, and stands still when something is there."""
DIAGONAL = 2
"""As DRIFT, and stands still unless both axes are moved on."""
STUMBLE_NAMES = ("bump", "drift", "diagonal")

PLAIN_ROOMS = 0
"""A room's size is its floor and one wall."""
WALLED_ROOMS = 1
"""A room's size is its floor and both walls. It lays its walls over what is there, and is tested for a height that is
its width, as the rot.js tutorial does."""
ROOM_NAMES = ("plain", "walled")

APART = 0
"""The hero stands at the start before anything is placed, and every cell takes one thing."""
HERO_LAST = 1
"""The hero comes last: a monster or an item may be where it starts."""
PILED = 2
"""As HERO_LAST, and only monsters take a cell."""
PLACEMENT_NAMES = ("apart", "hero_last", "piled")

SIDESTEP = 0
"""A shortest way; round others when near the goal, a step aside when far."""
QUEUE = 1
"""A shortest way; waits behind whoever stands in it."""
AVOID = 2
"""A shortest way on which nobody stands, if it is not too long; else a step straight ahead."""
STRAIGHT = 3
"""A step straight ahead, or none when something is there."""
PURSUIT_NAMES = ("sidestep", "queue", "avoid", "straight")

NEEDS_ANYONE = 0
"""A fireball is refused where it burns neither a monster nor the hero."""
NEEDS_ENEMY = 1
"""A fireball is refused where it burns no monster."""
NEEDS_NOTHING = 2
"""A fireball may burn nobody, and is used up."""
FIREBALL_NAMES = ("anyone", "enemy", "nothing")

AT_ONCE = 0
"""Monsters act on what the hero sees after its move."""
LATE = 1
"""On what it saw before."""
REACTION_NAMES = ("at_once", "late")

GAIN_MAX_HP = 0
GAIN_POWER = 1
GAIN_DEFENSE = 2
GAIN_NAMES = ("max_hp", "power", "defense")


@record
class MonsterKind:
    """What a kind of monster is made of."""

    hp: int
    power: int
    defense: int
    xp: int
    """What its death gives."""
    threat: int
    """What it takes of a floor's threat, in thousandths (`steep.spawn.threat`); at least 1."""
    unique: int
    """1 when a run has no more than one of it."""
    asleep: int
    """Percent of them that are asleep when their floor is made."""
    notice: int
    """Steps: a sleeper n steps away wakes in a turn with n in 1 .. notice, with chance (notice + 1 - n) / notice."""


@record
class ItemKind:
    """What a kind of item does."""

    effect: int
    """What using it does: HEAL, LIGHTNING, CONFUSION, FIREBALL, or NO_EFFECT."""
    amount: int
    """HP healed, damage dealt, or turns of confusion."""
    reach: int
    """Cells: lightning strikes whoever is less than one more away; or the radius of a fireball."""
    slot: int
    """Where it is worn, 1 and up; 0 for what is not worn."""
    power: int
    """Added while worn."""
    defense: int
    """Added while worn."""
    pity_timer: int
    """Number of the meter that counts it, + 1; 0 when none does."""


@record
class PackMember:
    """Some of one kind in a pack."""

    kind: int
    min_count: int
    max_count: int


@record
class MonsterPack:
    """A leader and its members, placed together. In a spawn table its number stands as MAX_KINDS + number."""

    leader: int
    first_member: int
    """Rows first_member .. first_member + member_count - 1 of `Ruleset.pack_members`."""
    member_count: int
    first_floor: int
    """The floor from which on it comes."""
    growth: int
    """Floors after the first until it may have its most members; 0 when it may at once."""


@record
class PityTimer:
    """A kind of item whose chance rises with each floor without one and falls with each one given."""

    kind: int
    start: int
    """Chance of one on floor 1, in thousandths."""
    step: int
    reset: int
    guarantee: Annotated[Cells, Plane("i2", MAX_FLOORS)]
    """How many a run has been given by each floor (row 0 is floor 1), at the least; deeper floors use the last."""


@record
class Gain:
    """One choice of a level-up."""

    stat: int
    amount: int


@record
class StartItem:
    """Something the hero begins with."""

    kind: int
    equipped: int


@record
class SpawnTable:
    """Weighted kinds for each floor.

    Rows ``first[floor] .. first[floor + 1] - 1`` belong to a floor (counted
    from 0 here); `cumulative` holds the running sum of the weights within the floor.
    A ticket from 0 to that sum wins the first row whose `cumulative` is above it. The
    leading ``guide_bits[floor]`` of a ticket's 31 bits say where to look first: as
    many rows into the floor as its `guide` has there.
    """

    floors: int
    """How many floors have rows of their own; deeper ones use the last."""
    guide_bits: Annotated[Cells, Plane("u1", MAX_FLOORS)]
    first: Annotated[Cells, Plane("i4", MAX_FLOORS + 1)]
    guide: Annotated[Cells, Plane("i2", MAX_SPAWN_ROWS)]
    kind: Annotated[Cells, Plane("i2", MAX_SPAWN_ROWS)]
    cumulative: Annotated[Cells, Plane("i4", MAX_SPAWN_ROWS)]


@record
class CountTable:
    """At most how many, for each floor (row 0 is floor 1); deeper floors use the last."""

    floors: int
    value: Annotated[Cells, Plane("i4", MAX_FLOORS)]


@record
class DiceTable:
    """Dice for each floor (row 0 is floor 1): `dice` of `sides`, and `plus`; deeper floors use the last."""

    floors: int
    dice: Annotated[Cells, Plane("i2", MAX_FLOORS)]
    sides: Annotated[Cells, Plane("i2", MAX_FLOORS)]
    plus: Annotated[Cells, Plane("i2", MAX_FLOORS)]


@record
class Ruleset:
    """All the numbers of a game."""

    map_width: int
    map_height: int
    room_attempts: int
    room_min: int
    """Least size of a room, in cells; its floor is one less, and two less when rooms are walled."""
    room_max: int
    rooms_may_touch: int
    """1 when two rooms may share a wall, 0 when such an attempt is dropped."""
    rooms: int
    """How rooms are measured and dug: PLAIN_ROOMS or WALLED_ROOMS."""
    placement: int
    """What a cell must be free of to have something placed on it: APART, HERO_LAST or PILED."""
    distance: int
    """How reach and radius are measured: EUCLID or CHEBYSHEV."""
    stumble: int
    """What a confused monster does: BUMP, DRIFT or DIAGONAL."""
    forgets: int
    """1 when a monster that loses sight of the hero stands, 0 when it walks to where it last saw the hero."""
    pursuit: int
    """How a monster goes to its goal: SIDESTEP, QUEUE, AVOID or STRAIGHT."""
    fireball_needs: int
    """Whom a fireball must burn: NEEDS_ANYONE, NEEDS_ENEMY or NEEDS_NOTHING."""
    stairs_heal: int
    """Percent of the most HP that taking the stairs gives back."""
    reaction: int
    """When monsters act on a new view: AT_ONCE, or LATE, a turn after the hero."""
    fov: int
    """What the hero sees: SYMMETRIC, RESTRICTIVE, RAYCASTING, PRECISE or RECURSIVE (`steep.core.fov`)."""
    view_radius: int
    hero_hp: int
    hero_power: int
    hero_defense: int
    inventory_capacity: int
    level_base: int
    """XP to the next level is level_base + level * level_factor."""
    level_factor: int
    level_above: int
    """1 when the XP must exceed what is needed, 0 when reaching it is enough."""
    gains: Annotated[Sequence[Gain], Rows(MAX_GAINS)]
    gain_count: int
    start: Annotated[Sequence[StartItem], Rows(MAX_START_ITEMS)]
    start_count: int
    monster_kinds: int
    item_kinds: int
    monsters: Annotated[Sequence[MonsterKind], Rows(MAX_KINDS)]
    items: Annotated[Sequence[ItemKind], Rows(MAX_KINDS)]
    monsters_per_room: CountTable
    items_per_room: CountTable
    monsters_per_floor: DiceTable
    """On top of those by room, each in a room of its own draw."""
    items_per_floor: DiceTable
    monsters_per_100_cells: CountTable
    """Again on top: so many for every hundred open cells, the rest of a hundred as a chance."""
    items_per_100_cells: CountTable
    threat_per_floor: CountTable
    """Threat that monsters are added for until it is spent, in thousandths."""
    monster_spawns: SpawnTable
    item_spawns: SpawnTable
    deep_chance: CountTable
    """Thousandths of the draws of monsters that are made out of depth."""
    deep_reach: int
    """Floors: how much deeper such a draw is made, 1 to this many, each as likely."""
    deep_spawns: SpawnTable
    """The monsters that may come out of depth; no packs."""
    more_monsters: int
    """Thousandths: so many more come of those that are counted by room, by floor and by cells; below 0, fewer."""
    more_items: int
    packs: Annotated[Sequence[MonsterPack], Rows(MAX_PACKS)]
    pack_members: Annotated[Sequence[PackMember], Rows(MAX_PACK_MEMBERS)]
    pity_timers: Annotated[Sequence[PityTimer], Rows(MAX_PITY_TIMERS)]
    pity_timer_count: int
    wander_every: CountTable
    """Turns on a floor between one wandering monster and the next; 0 for none."""
    safe_steps: int
    """Steps: a monster that would be placed so near to the start, or nearer, is lost."""
