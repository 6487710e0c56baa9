"""The layout of a compiled ruleset: one read-only record of numbers.

`content` fills it from TOML; `spawn`, `mapgen` and `rules` read it. Names,
glyphs and messages stay in `content`, since no rule needs them.
"""

from collections.abc import Sequence
from typing import Annotated

from steep.core.record import Cells, Plane, Rows, record
from steep.core.ruleset.codes import STATS
from steep.core.ruleset.floors import (
    CountTable,
    DiceTable,
    Drawing,
    EnchantmentRow,
    FillRow,
    FloorsBelow,
    GroupRow,
    GroupWeight,
    GuaranteedMonster,
    LayoutRow,
    LegendRow,
    MonsterPack,
    Mover,
    OverlayRow,
    PackMember,
    PityTimer,
    SpawnTable,
    TerrainKind,
    ThemeRow,
)
from steep.core.ruleset.kinds import (
    AbilityRow,
    AttackDice,
    EffectRow,
    Gain,
    HungerStage,
    ItemKind,
    MonsterKind,
    StartItem,
    StatusRow,
)
from steep.core.ruleset.limits import (
    MAX_ABILITIES,
    MAX_DRAWINGS,
    MAX_DRAWN_CELLS,
    MAX_EFFECTS,
    MAX_ENCHANTMENTS,
    MAX_ENTRANCES,
    MAX_FILLS,
    MAX_FLOORS,
    MAX_GAINS,
    MAX_GOLD_KINDS,
    MAX_GROUP_WEIGHTS,
    MAX_GROUPS,
    MAX_GUARANTEED,
    MAX_HUNGER_STAGES,
    MAX_KINDS,
    MAX_LAYOUTS,
    MAX_LEGEND_CHOICES,
    MAX_LEGEND_ROWS,
    MAX_MOVERS,
    MAX_OVERLAYS,
    MAX_PACK_MEMBERS,
    MAX_PACKS,
    MAX_PITY_TIMERS,
    MAX_START_ITEMS,
    MAX_STATUSES,
    MAX_TERRAIN,
    MAX_THEMES,
    TERRAIN_ROWS,
)


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
    layouts: Annotated[Sequence[LayoutRow], Rows(MAX_LAYOUTS)]
    overlays: Annotated[Sequence[OverlayRow], Rows(MAX_OVERLAYS)]
    """Those of a layout are next to each other."""
    layout_count: int
    """0 if all floors are dug as the fields above say."""
    placement: int
    """Which cells things can be placed on: APART, HERO_LAST or PILED."""
    distance: int
    """How reach and radius are measured: EUCLID or CHEBYSHEV."""
    stumble: int
    """How a confused monster moves: BUMP, DRIFT, DIAGONAL or FALTER."""
    forgets: int
    """1 if a monster that loses sight of the hero stops; 0 if it walks to where it last saw the hero."""
    pursuit: int
    """How a monster walks to its goal: SIDESTEP, QUEUE, AVOID, STRAIGHT or TRODDEN."""
    followers: int
    """Who follows the hero by the stairs: FOLLOW_NOBODY, FOLLOW_ALLIES or FOLLOW_ALL."""
    stairs_heal: int
    """Percent of maximum HP that taking the stairs restores."""
    recharges: int
    """1 if any kind of item regains charges."""
    timed: int
    """1 if anything can change how often an actor acts, or how long an action takes: else all act once a turn."""
    reaches: int
    """1 if any attack reaches farther than the next cell."""
    attack_noise: int
    """Steps within which an attack is heard; 0 for silent."""
    reaction: int
    """When monsters react to a new field of view: AT_ONCE, or LATE, one turn after the hero."""
    free_item_actions: int
    """1 if picking up, using and dropping an item takes no time."""
    auto_equip: int
    """1 if equipment for an empty slot is equipped when the hero picks it up."""
    fov: int
    """Field of view algorithm: SYMMETRIC, RESTRICTIVE, RAYCASTING, PRECISE or RECURSIVE (`steep.core.fov`)."""
    hero_stats: Annotated[Cells, Plane("i4", STATS)]
    """The hero's stats at the start of a run; SIGHT is the radius of its view."""
    hero_attack: AttackDice
    """For attacks without a weapon."""
    min_damage: int
    """HP that a hit takes at least, before resistances."""
    spread: int
    """Percent by which damage varies either way."""
    miss_chance: int
    """Percent, before accuracy and evasion; negative if attacks hit in spite of some evasion."""
    min_miss_chance: int
    max_miss_chance: int
    critical_chance: int
    """Percent of hits."""
    critical_factor: int
    """Percent of its damage that a critical hit does."""
    armor: int
    """What defense does: REDUCTION or EVASIVE."""
    inventory_capacity: int
    throws: int
    """1 if any item can be thrown."""
    throw_range: int
    """Cells that the hero throws items which have no range of their own; 0 if only those made for it are thrown."""
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
    """The rows of `items` that are kinds."""
    item_rows: int
    """All rows of `items`: after the kinds, what kinds that aren't identified look like. The view has such rows, and
    the world never does."""
    monsters: Annotated[Sequence[MonsterKind], Rows(MAX_KINDS)]
    items: Annotated[Sequence[ItemKind], Rows(MAX_KINDS)]
    abilities: Annotated[Sequence[AbilityRow], Rows(MAX_ABILITIES)]
    """The abilities of a kind are next to each other."""
    ability_count: int
    effects: Annotated[Sequence[EffectRow], Rows(MAX_EFFECTS)]
    """The effects of an ability are next to each other."""
    statuses: Annotated[Sequence[StatusRow], Rows(MAX_STATUSES)]
    status_count: int
    damage_type_count: int
    monsters_per_room: CountTable
    """Maximum per room."""
    items_per_room: CountTable
    min_monsters_per_room: CountTable
    """Minimum per room that gets any; at most the maximum."""
    min_items_per_room: CountTable
    monster_room_chance: int
    """Percent of rooms that get monsters by room."""
    item_room_chance: int
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
    guaranteed: Annotated[Sequence[GuaranteedMonster], Rows(MAX_GUARANTEED)]
    """In order of floors."""
    guaranteed_count: int
    packs: Annotated[Sequence[MonsterPack], Rows(MAX_PACKS)]
    pack_members: Annotated[Sequence[PackMember], Rows(MAX_PACK_MEMBERS)]
    groups: Annotated[Sequence[GroupRow], Rows(MAX_GROUPS)]
    group_count: int
    group_weights: Annotated[Sequence[GroupWeight], Rows(MAX_GROUP_WEIGHTS)]
    """Those of a group are next to each other."""
    pity_timers: Annotated[Sequence[PityTimer], Rows(MAX_PITY_TIMERS)]
    pity_timer_count: int
    terrain: Annotated[Sequence[TerrainKind], Rows(TERRAIN_ROWS)]
    """By number: UNKNOWN, ROCK, FLOOR, STAIRS, and all others; then, from NO_GAS on, no gas and the gases."""
    terrain_kinds: int
    """The rows of `terrain` before NO_GAS that are in use, UNKNOWN included."""
    gas_kinds: int
    opaque: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind of terrain that stops sight. In this plane and the next, UNKNOWN is 1."""
    stops: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each that stops what flies along a line: what is opaque or solid."""
    enterable: Annotated[Cells, Plane("u1", TERRAIN_ROWS)]
    """1 for each that an actor can be on, willing or not: what isn't solid, and any gas. From here on, UNKNOWN is 0."""
    holds_gas: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each to which gas spreads: what is neither solid nor a door."""
    flammable: Annotated[Cells, Plane("u1", TERRAIN_ROWS)]
    """Percent of turns in which each catches fire from a burning cell beside it."""
    holds: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each on which monsters and items are placed when a floor is made."""
    seen_as: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """What each looks like: itself, unless it is hidden."""
    varying: Annotated[Cells, Plane("u1", TERRAIN_ROWS)]
    """The kinds and gases whose `varies` is 1."""
    varying_count: int
    finds: int
    """Percent of turns in which the hero finds each hidden thing beside it."""
    falls: int
    """1 if floors may have terrain that leads down."""
    passability_changes: int
    """1 if the terrain that the hero can pass may change within a run (`Hero.passable`)."""
    movers: Annotated[Sequence[Mover], Rows(MAX_MOVERS)]
    """HERO_WALKS, HERO_FLIES, and those of the monsters."""
    movers_in_gas: Annotated[Sequence[Mover], Rows(MAX_MOVERS)]
    """The same for an actor in gas that it avoids: every gas is passable."""
    enchantments: Annotated[Sequence[EnchantmentRow], Rows(MAX_ENCHANTMENTS)]
    enchantment_count: int
    gold: Annotated[Sequence[DiceTable], Rows(MAX_GOLD_KINDS)]
    """How much each kind of gold is, by floor."""
    last_floor: int
    """The floor on which the run can be won; 0 if it never ends."""
    goal_item: int
    """The kind of item, + 1, that wins the run when the hero comes upon it; 0 for none."""
    goal_monster: int
    """The kind of monster, + 1, whose death wins the run; 0 for none."""
    below: FloorsBelow
    """The floors below `last_floor`."""
    gathers: int
    """1 if the hero takes any kind of item by walking over it: gold, or the goal."""
    hunger_full: int
    """The most nutrition that the hero can have; 0 if it never hungers."""
    hunger_start: int
    hunger_stages: Annotated[Sequence[HungerStage], Rows(MAX_HUNGER_STAGES)]
    """From the first to the worst, each below the one before."""
    hunger_stage_count: int
    wander_every: CountTable
    """Turns between wandering monsters on a floor; 0 for none."""
    safe_steps: int
    """Steps: monsters that would be placed this close to the start, or closer, are dropped."""
    themes_per_floor: DiceTable
    themes: Annotated[Sequence[ThemeRow], Rows(MAX_THEMES)]
    theme_count: int
    fills: Annotated[Sequence[FillRow], Rows(MAX_FILLS)]
    vaults_per_floor: DiceTable
    drawings: Annotated[Sequence[Drawing], Rows(MAX_DRAWINGS)]
    """The vaults, then the drawn floors."""
    drawing_count: int
    vault_count: int
    drawn_floors: Annotated[Cells, Plane("u1", MAX_FLOORS)]
    """The drawing of each floor that is drawn whole, + 1; 0 for others. Index 0 is floor 1."""
    legend: Annotated[Sequence[LegendRow], Rows(MAX_LEGEND_ROWS)]
    legend_choices: Annotated[Cells, Plane("i2", MAX_LEGEND_CHOICES)]
    drawn_cells: Annotated[Cells, Plane("u1", MAX_DRAWN_CELLS)]
    entrances: Annotated[Cells, Plane("i2", MAX_ENTRANCES)]
