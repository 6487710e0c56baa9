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


@record
class ItemKind:
    """What a kind of item does."""

    effect: int
    """What using it does: HEAL, LIGHTNING, CONFUSION, FIREBALL, or NO_EFFECT."""
    amount: int
    """HP healed, damage dealt, or turns of confusion."""
    reach: int
    """Cells: how far lightning strikes, or the radius of a fireball."""
    slot: int
    """Where it is worn, 1 and up; 0 for what is not worn."""
    power: int
    """Added while worn."""
    defense: int
    """Added while worn."""


@record
class Gain:
    """One choice of a level-up."""

    stat: int
    amount: int


@record
class StartItem:
    """Something the hero begins with."""

    kind: int
    worn: int


@record
class SpawnTable:
    """Weighted kinds for each floor.

    Rows ``first[floor] .. first[floor + 1] - 1`` belong to a floor (counted
    from 0 here); `upto` holds the running sum of the weights within the floor.
    """

    floors: int
    """How many floors have rows of their own; deeper ones use the last."""
    first: Annotated[Cells, Plane("i4", MAX_FLOORS + 1)]
    kind: Annotated[Cells, Plane("i2", MAX_SPAWN_ROWS)]
    upto: Annotated[Cells, Plane("i4", MAX_SPAWN_ROWS)]


@record
class CountTable:
    """At most how many, for each floor (row 0 is floor 1); deeper floors use the last."""

    floors: int
    most: Annotated[Cells, Plane("i4", MAX_FLOORS)]


@record
class Ruleset:
    """All the numbers of a game."""

    map_width: int
    map_height: int
    room_attempts: int
    room_min: int
    """Least distance between a room's opposite walls; its interior is one less."""
    room_max: int
    rooms_may_touch: int
    """1 when two rooms may share a wall, 0 when such an attempt is dropped."""
    distance: int
    """How reach and radius are measured: EUCLID or CHEBYSHEV."""
    stumble: int
    """What a confused monster does: BUMP, DRIFT or DIAGONAL."""
    forgets: int
    """1 when a monster that loses sight of the hero stands, 0 when it walks to where it last saw the hero."""
    stairs_heal: int
    """Percent of the most HP that taking the stairs gives back."""
    view_radius: int
    hero_hp: int
    hero_power: int
    hero_defense: int
    pack_capacity: int
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
    monster_spawns: SpawnTable
    item_spawns: SpawnTable
