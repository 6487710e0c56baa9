"""The layout of a compiled ruleset: one read-only record of numbers.

`content` fills it from TOML; `spawn`, `mapgen` and `rules` read it. Names,
glyphs and messages stay in `content`, since no rule needs them.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.record import Cells, Plane, Rows, record

MAX_KINDS = 512
"""Kinds of monsters, and kinds of items."""

MAX_FLOORS = 100
"""Floors with table rows of their own. Deeper floors use the last row."""

MAX_SPAWN_ROWS = 51_200
"""Rows of one spawn table, over all floors."""

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

NO_SHAPE = 0
"""It can't be used."""
USER = 1
"""Who uses it."""
NEAREST = 2
"""The nearest enemy in view and in reach."""
ENEMY = 3
"""The enemy in view on the target cell."""
BLAST = 4
"""All within reach of the target cell, which is in view."""
EFFECT_SHAPES = (NO_SHAPE, USER, NEAREST, ENEMY, BLAST)
"""Whom each effect reaches, in the order of EFFECT_NAMES."""

HELPS = 1
"""Gives the user `amount` HP."""
HARMS = 2
"""Takes `amount` HP, or that many turns, from all it reaches."""
EFFECT_TRAITS = (0, HELPS, HARMS, HARMS, HARMS)
"""What each effect is good for, as a sum of the bits above, in the order of EFFECT_NAMES."""

EUCLID = 0
CHEBYSHEV = 1
DISTANCE_NAMES = ("euclid", "chebyshev")

BUMP = 0
"""A step in one of the eight directions; attacks whatever is there."""
DRIFT = 1
"""-1, 0 or 1 on each axis; never attacks, and doesn't move if the cell is taken."""
DIAGONAL = 2
"""As DRIFT, but only moves diagonally."""
STUMBLE_NAMES = ("bump", "drift", "diagonal")

PLAIN_ROOMS = 0
"""A room's size includes one wall on each axis."""
WALLED_ROOMS = 1
"""A room's size includes both walls, which overwrite what was there. Overlaps are tested with an existing room's width
in place of its height, as in the rot.js tutorial.
"""
ROOM_NAMES = ("plain", "walled")

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
PURSUIT_NAMES = ("sidestep", "queue", "avoid", "straight")

NEEDS_ANYONE = 0
"""A fireball is refused if it would hit neither a monster nor the hero."""
NEEDS_ENEMY = 1
"""A fireball is refused if it would hit no monster."""
NEEDS_NOTHING = 2
"""A fireball may hit nothing; it is used up all the same."""
FIREBALL_NAMES = ("anyone", "enemy", "nothing")

AT_ONCE = 0
"""Monsters react to the hero's field of view after its move."""
LATE = 1
"""Monsters react to the hero's field of view before its move."""
REACTION_NAMES = ("at_once", "late")

GAIN_MAX_HP = 0
GAIN_POWER = 1
GAIN_DEFENSE = 2
GAIN_NAMES = ("max_hp", "power", "defense")


@record
class MonsterKind:
    """The numbers of a kind of monster."""

    hp: int
    power: int
    defense: int
    xp: int
    """XP for killing it."""
    threat: int
    """How much of a floor's threat budget it uses, in thousandths (`steep.spawn.monster_threat`); at least 1."""
    unique: int
    """1 if a run has at most one of it."""
    asleep: int
    """Percent that are asleep when their floor is made."""
    notice: int
    """Steps. A sleeper n steps away, n in 1 .. notice, wakes with chance (notice + 1 - n) / notice each turn."""


@record
class ItemKind:
    """The numbers of a kind of item."""

    effect: int
    """HEAL, LIGHTNING, CONFUSION, FIREBALL or NO_EFFECT."""
    shape: int
    """Its effect's of EFFECT_SHAPES."""
    traits: int
    """Its effect's of EFFECT_TRAITS."""
    amount: int
    """HP healed, damage dealt, or turns of confusion."""
    reach: int
    """Cells. Lightning hits monsters less than reach + 1 away; for a fireball, the blast radius."""
    slot: int
    """Equipment slot, from 1; 0 if it can't be equipped."""
    power: int
    """Bonus while equipped."""
    defense: int
    """Bonus while equipped."""
    pity_timer: int
    """Number of the pity timer that counts it, + 1; 0 for none."""


@record
class PackMember:
    """Members of one kind in a pack."""

    kind: int
    min_count: int
    max_count: int


@record
class MonsterPack:
    """A leader and its members, which spawn together. In a spawn table, pack n is MAX_KINDS + n."""

    leader: int
    first_member: int
    """Rows first_member .. first_member + member_count - 1 of `Ruleset.pack_members`."""
    member_count: int
    first_floor: int
    """The first floor the pack appears on."""
    growth: int
    """Floors after the first until it can have its maximum members; 0 if it can from the start."""


@record
class PityTimer:
    """An item kind whose chance rises with each floor without one and falls with each one generated."""

    kind: int
    start: int
    """Chance on floor 1, in thousandths."""
    step: int
    """Added for a floor without one, in thousandths."""
    reset: int
    """Subtracted for each one generated, in thousandths."""
    guarantee: Annotated[Cells, Plane("i2", MAX_FLOORS)]
    """How many a run has been given by each floor at least (index 0 is floor 1). Deeper floors use the last value."""


@record
class Gain:
    """One choice at a level-up."""

    stat: int
    amount: int


@record
class StartItem:
    """An item the hero starts with."""

    kind: int
    equipped: int


@record
class SpawnTable:
    """Weighted kinds for each floor.

    Rows ``first[floor] .. first[floor + 1] - 1`` belong to a floor (from 0 here).
    `cumulative` is the running sum of weights within the floor. A ticket from 0 to
    that sum draws the first row whose `cumulative` is above it. To find the row
    quickly, the leading ``guide_bits[floor]`` of the ticket's 31 bits index into
    `guide`, which gives the row to start at, relative to the floor's first.
    """

    floors: int
    """How many floors have rows of their own; deeper floors use the last."""
    guide_bits: Annotated[Cells, Plane("u1", MAX_FLOORS)]
    first: Annotated[Cells, Plane("i4", MAX_FLOORS + 1)]
    guide: Annotated[Cells, Plane("i2", MAX_SPAWN_ROWS)]
    kind: Annotated[Cells, Plane("i2", MAX_SPAWN_ROWS)]
    cumulative: Annotated[Cells, Plane("i4", MAX_SPAWN_ROWS)]


@record
class CountTable:
    """A value for each floor (index 0 is floor 1). Deeper floors use the last value."""

    floors: int
    value: Annotated[Cells, Plane("i4", MAX_FLOORS)]


@record
class DiceTable:
    """Dice for each floor (index 0 is floor 1): `dice` d `sides` + `plus`. Deeper floors use the last entry."""

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
    """Smallest size of a room in cells. Its floor is 1 smaller, or 2 smaller with walled rooms."""
    room_max: int
    rooms_may_touch: int
    """1 if two rooms may share a wall; 0 if such a room is dropped."""
    rooms: int
    """How rooms are measured and dug: PLAIN_ROOMS or WALLED_ROOMS."""
    placement: int
    """Which cells things can be placed on: APART, HERO_LAST or PILED."""
    distance: int
    """How reach and radius are measured: EUCLID or CHEBYSHEV."""
    stumble: int
    """How a confused monster moves: BUMP, DRIFT or DIAGONAL."""
    forgets: int
    """1 if a monster that loses sight of the hero stops; 0 if it walks to where it last saw the hero."""
    pursuit: int
    """How a monster walks to its goal: SIDESTEP, QUEUE, AVOID or STRAIGHT."""
    fireball_needs: int
    """What a fireball must hit: NEEDS_ANYONE, NEEDS_ENEMY or NEEDS_NOTHING."""
    stairs_heal: int
    """Percent of maximum HP that taking the stairs restores."""
    reaction: int
    """When monsters react to a new field of view: AT_ONCE, or LATE, one turn after the hero."""
    fov: int
    """Field of view algorithm: SYMMETRIC, RESTRICTIVE, RAYCASTING, PRECISE or RECURSIVE (`steep.core.fov`)."""
    view_radius: int
    hero_hp: int
    hero_power: int
    hero_defense: int
    inventory_capacity: int
    level_base: int
    """Going from `level` to the next takes level_base + level * level_factor XP."""
    level_factor: int
    level_above: int
    """1 if XP must exceed that number; 0 if reaching it is enough."""
    gains: Annotated[Sequence[Gain], Rows(MAX_GAINS)]
    gain_count: int
    start: Annotated[Sequence[StartItem], Rows(MAX_START_ITEMS)]
    start_count: int
    monster_kinds: int
    item_kinds: int
    monsters: Annotated[Sequence[MonsterKind], Rows(MAX_KINDS)]
    items: Annotated[Sequence[ItemKind], Rows(MAX_KINDS)]
    monsters_per_room: CountTable
    """Maximum per room; the minimum is 0."""
    items_per_room: CountTable
    monsters_per_floor: DiceTable
    """On top of those by room, each in a random room."""
    items_per_floor: DiceTable
    monsters_per_100_cells: CountTable
    """On top of both, for every 100 open cells. The remainder is the chance of one more."""
    items_per_100_cells: CountTable
    threat_per_floor: CountTable
    """Budget for extra monsters, in thousandths of threat."""
    monster_spawns: SpawnTable
    item_spawns: SpawnTable
    deep_chance: CountTable
    """Chance that a monster draw is out of depth, in thousandths."""
    deep_reach: int
    """Floors: an out-of-depth draw uses the table 1 to this many floors deeper, each equally likely."""
    deep_spawns: SpawnTable
    """Monsters that can appear out of depth; no packs."""
    more_monsters: int
    """Thousandths added to the counts by room, by floor and by cells; negative for fewer."""
    more_items: int
    packs: Annotated[Sequence[MonsterPack], Rows(MAX_PACKS)]
    pack_members: Annotated[Sequence[PackMember], Rows(MAX_PACK_MEMBERS)]
    pity_timers: Annotated[Sequence[PityTimer], Rows(MAX_PITY_TIMERS)]
    pity_timer_count: int
    wander_every: CountTable
    """Turns between wandering monsters on a floor; 0 for none."""
    safe_steps: int
    """Steps: monsters that would be placed this close to the start, or closer, are dropped."""
