"""The rows that say what floors are made of: spawn tables, packs, layouts, drawn maps and terrain."""

from typing import Annotated

from steep.core.record import Cells, Plane, record
from steep.core.ruleset.limits import MAX_FLOORS, MAX_SPAWN_ROWS, MAX_TERRAIN, TERRAIN_ROWS


@record
class FloorsBelow:
    """What the floors below the last one are made of: floors above come back in turn, and with stronger monsters."""

    count: int
    """How many floors come back; 0 if a run ends with its victory."""
    first_floor: int
    """The first of them."""
    last_floor: int
    """The last floor above, on which the run is won."""
    stronger: int
    """Percent of HP, damage and XP that monsters gain each time."""


@record
class PackMember:
    """Members of one kind in a pack."""

    kind: int
    min_count: int
    max_count: int


@record
class GuaranteedMonster:
    """One monster of a kind that a floor has for sure."""

    kind: int
    floor: int


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
    follows_leader: int
    """1 if the members sleep, wake and go where their leader does."""


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
    """The least number a run has been given by each floor (index 0 is floor 1). Deeper floors use the last value."""


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
class GroupRow:
    """A weighted table of its own, drawn besides the ordinary ones: bosses, treasure."""

    of_items: int
    """1 if it draws items; 0 for monsters and packs."""
    first_weight: int
    """Rows first_weight .. first_weight + weight_count - 1 of `Ruleset.group_weights`."""
    weight_count: int
    per_room: DiceTable
    per_floor: DiceTable
    """On top of those by room, each in a random room."""


@record
class GroupWeight:
    """A kind, or MAX_KINDS + a pack, in the table of a group."""

    kind: int
    weight: Annotated[Cells, Plane("i4", MAX_FLOORS)]
    """Its weight on each floor (index 0 is floor 1). Deeper floors use the last value."""


@record
class EnchantmentRow:
    """How the enchantment of an item is drawn when a floor is made."""

    chance: CountTable
    """Percent that have one."""
    plus: DiceTable
    negative: int
    """Percent of enchantments that are made negative."""


@record
class LayoutRow:
    """A generator of floors and its numbers. Which of them count depends on the generator (`steep.mapgen.layouts`)."""

    generator: int
    """ROOMS, LOOPS or another of GENERATOR_NAMES."""
    weight: Annotated[Cells, Plane("i4", MAX_FLOORS)]
    """Its weight on each floor (index 0 is floor 1). Deeper floors use the last value."""
    room_attempts: int
    room_min: int
    room_max: int
    loops: int
    """Percent of possible loops that exist."""
    rock: int
    """Percent of a cave that is rock at first."""
    smoothing: int
    """Rounds of the cellular automaton."""
    area: int
    """About how many cells of a cave or a maze count as a room."""
    spacing: int
    """Steps between two crossings of a maze."""
    door: int
    """The kind of terrain in doorways; 0 for none."""
    doors: int
    """Percent of doorways that have one."""
    first_overlay: int
    overlay_count: int


@record
class OverlayRow:
    """Blobs of a kind of terrain on a floor."""

    terrain: int
    shore: int
    """The kind of terrain on the floor around them; 0 for none."""
    least: int
    most: int
    """How many there are."""
    cells: int
    """About how large each is."""


@record
class LegendRow:
    """What one character of a drawn map puts on its cell."""

    tile: int
    """The cell's tile; KEEP for what it is without the drawing."""
    chance: int
    """Percent: that its monster and item are there."""
    first_monster: int
    monster_count: int
    """Rows of `Ruleset.legend_choices`, one of which is there: kinds of monsters, or MAX_KINDS + the pack's number."""
    first_item: int
    item_count: int
    draws_monster: int
    """1 if a monster or a pack is drawn by the tables of the floor."""
    draws_item: int
    deeper: int
    """Floors by which those tables are deeper."""
    holds_key: int
    """1 if a key of another vault lies there."""
    start: int
    """1 if the hero starts there."""


@record
class FillRow:
    """What a theme puts into a room: so many of it, each on a cell of its own."""

    what: LegendRow
    dice: int
    """There are `dice` d `sides` + `plus`."""
    sides: int
    plus: int


@record
class ThemeRow:
    """A theme of a room."""

    weight: CountTable
    """Weight among themes, by floor."""
    first_fill: int
    fill_count: int


@record
class Drawing:
    """A vault or a whole floor that is drawn as a map."""

    width: int
    height: int
    first_cell: int
    """Row by row from here on, `Ruleset.drawn_cells` has the legend's row of each cell, from `first_legend` on."""
    first_legend: int
    first_entrance: int
    entrance_count: int
    """Rows of `Ruleset.entrances`: the cells outside a vault that have to be open, numbered row by row in a map with a
    column more on the left and on the right, and a row more at the top and at the bottom."""
    weight: CountTable
    """Spawn weight among vaults, by floor."""
    guaranteed: CountTable
    """How many of a vault each floor has, besides those drawn."""
    once: int
    """1 if it appears at most once in a run."""
    rotated: int
    """1 if it may be turned."""
    mirrored: int
    """1 if it may be mirrored."""
    populate: int
    """1 if monsters and items of the tables may be placed inside."""
    key_kind: int
    """The kind of item that opens its locked doors, + 1; 0 for none."""
    key_count: int
    """How many locked doors it has."""
    key_in: int
    """The vault that its keys lie in, + 1; 0 for other rooms."""


@record
class TerrainKind:
    """The numbers of a kind of terrain, or of gas. A gas has only `burns_to` and the fields below that."""

    solid: int
    """1 if nobody can enter it."""
    deep: int
    """1 if swimmers live there and it does nothing to them."""
    tall: int
    """1 if it fills the air, so it affects flyers too."""
    door: int
    """1 if only those who open doors can enter."""
    entered_to: int
    """What it becomes when somebody enters it; 0 if it stays, here and below."""
    left_to: int
    """What it becomes when it is left with nothing on it."""
    opens_to: int
    """What it becomes when the hero opens it."""
    key_kind: int
    """The kind of item that opening it uses up, + 1; 0 for none."""
    digs_to: int
    found_to: int
    """What it becomes once it is found; until then it looks like `Ruleset.seen_as`. 0 if it isn't hidden."""
    fades_to: int
    fade_chance: int
    """Percent of turns in which it becomes that."""
    taken_to: int
    """What others of its kind in its room become when an item is taken from one."""
    active: int
    """1 if it changes by itself: it burns or fades."""
    burns_to: int
    """What it becomes when it catches fire."""
    burns: int
    """1 if it sets fire to what is beside it."""
    thins: int
    """Percent of turns in which a cell loses a unit of gas."""
    spreads: int
    """Percent of turns in which gas moves to a cell beside its own where there is less of it."""
    first_ability: int
    ability_count: int
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger."""
    leads_down: int
    """1 if an actor that enters it falls to the next floor, once it is found."""
    harm: int
    """The most HP, before resistances, that it takes from an actor that enters it and stays for a turn."""
    varies: int
    """1 if the hero's items and statuses decide whether it goes there: it may open it, or resist its harm."""


@record
class Mover:
    """A class of actors that go to the same terrain."""

    passable: Annotated[Cells, Plane("u1", TERRAIN_ROWS)]
    """1 for each kind of terrain that they can and will walk on, and each gas that they walk into; 0 for UNKNOWN."""
    lives_on: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind of terrain on which they are placed: not FLOOR for those that stay in water."""
    aloft: int
    """Their class while they fly."""
    flies: int
    swims: int
