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
MAX_ENCHANTMENTS = 16
MAX_GOLD_KINDS = 16
"""Kinds of items that are gold."""

MAX_HUNGER_STAGES = 4

MAX_LAYOUTS = 32
MAX_OVERLAYS = 8 * MAX_LAYOUTS
MAX_VAULTS = 64
MAX_DRAWINGS = 96
"""Vaults and drawn floors."""
MAX_DRAWN_CELLS = 65_536
"""Cells of all of them."""
MAX_LEGEND_ROWS = 768
MAX_THEMES = 64
MAX_FILLS = 256
MAX_LEGEND_CHOICES = 2048
MAX_ENTRANCES = 1024

MAX_GUARANTEED = 256
"""Monsters placed for sure, over all floors."""

MAX_GAINS = 8
MAX_START_ITEMS = 26

MAX_ABILITIES = 1024
"""Abilities, each kind's own: two kinds that share an ability have a row each."""

MAX_EFFECTS = 2048
MAX_STATUSES = 24
MAX_DAMAGE_TYPES = 8
MAX_COOLDOWNS = 4
"""Abilities of one kind."""

MAX_TERRAIN = 64
"""Kinds of terrain, and UNKNOWN."""

MAX_MOVERS = 64
"""Classes of actors that can and will walk on the same terrain."""

HERO_WALKS = 0
HERO_FLIES = 1
"""The hero's classes."""

MAX_HP = 0
POWER = 1
DEFENSE = 2
ACCURACY = 3
EVASION = 4
SPEED = 5
SIGHT = 6
STEALTH = 7
REGENERATION = 8
STAT_NAMES = ("max_hp", "power", "defense", "accuracy", "evasion", "speed", "sight", "stealth", "regeneration")
RESISTANCE = len(STAT_NAMES)
"""The stat of damage type t is RESISTANCE + t: the percent of its damage that is taken off; negative adds to it."""
STATS = RESISTANCE + MAX_DAMAGE_TYPES
SEEN_STATS = SPEED + 1
"""The first stats, MAX_HP to SPEED: those that the hero sees of a monster."""
GROWTH_PARTS = 100
"""Growth is counted in hundredths of a point."""
NORMAL_SPEED = 100
MIN_SPEED = 10
MAX_SPEED = 1000
MAX_TURNS = 20
"""Turns that a monster has at most in an action of the hero's, or in each turn of a longer one. It loses the rest."""

ON_USE = 0
"""An item is used by the hero."""
ON_TURN = 1
"""A monster may use it instead of moving or attacking."""
ON_HIT = 2
"""Its owner's attack hits; the target is whoever was hit."""
ON_HURT = 3
"""Its owner loses HP to somebody and lives; the target is whoever did it."""
ON_DEATH = 4
"""Its owner dies; the target is its own cell."""
ON_THROW = 5
"""An item is thrown by the hero; the target is the cell where it comes down."""
ON_ARRIVE = 6
"""A monster sees the hero for the first time, or the hero has come to a floor; the target is the hero."""
ON_EQUIP = 7
"""The hero has equipped the item; the target is its own cell."""
ON_UNEQUIP = 8
"""The hero has unequipped the item; the target is its own cell."""
ON_ENTER = 9
"""Somebody has come to a cell of a kind of terrain; the target is that cell."""
ON_STAY = 10
"""Somebody is on such a cell at the end of a turn."""
TRIGGER_NAMES = ("use", "turn", "hit", "hurt", "death", "throw", "arrive", "equip", "unequip", "enter", "stay")

BEHAVES = 1 << 20
"""Beside the bits of triggers: a kind of monster does more than wait, chase and attack."""

SELF = 0
"""Its user."""
TOUCH = 1
"""An actor beside its user."""
NEAREST = 2
"""The nearest enemy that its user sees, less than reach + 1 away."""
TARGET = 3
"""An actor that its user sees."""
BOLT = 4
"""The first actor on a line."""
BEAM = 5
"""Every actor on a line."""
BALL = 6
"""Every actor around a cell that its user sees; rock doesn't stop it."""
CONE = 7
"""Every actor within 45 degrees of a direction, out to its reach, that a straight line from its user reaches."""
BURST = 8
"""Every other actor around its user."""
VIEW = 9
"""Every other actor that its user sees."""
WHOLE_FLOOR = 10
"""Every other actor on the floor."""
SHAPE_NAMES = ("self", "touch", "nearest", "target", "bolt", "beam", "ball", "cone", "burst", "view", "floor")

EVERYBODY = 0
ENEMIES = 1
ALLIES = 2
AFFECTS_NAMES = ("everybody", "enemies", "allies")

NO_EFFECT = 0
DAMAGE = 1
HEAL = 2
GIVE_STATUS = 3
CURE_STATUS = 4
TELEPORT = 5
BLINK = 6
PUSH = 7
PULL = 8
SUMMON = 9
DRAIN = 10
CHANGE_STAT = 11
WAKE = 12
ENCHANT = 13
IDENTIFY = 14
SHIELD = 15
STEAL = 16
TRANSFORM = 17
SPLIT = 18
FEED = 19
FALL = 20
MAKE_TERRAIN = 21
DIG = 22
IGNITE = 23
REVEAL = 24
MAP = 25
DETECT = 26
EFFECT_NAMES = (
    "none",
    "damage",
    "heal",
    "status",
    "cure",
    "teleport",
    "blink",
    "push",
    "pull",
    "summon",
    "drain",
    "stat",
    "wake",
    "enchant",
    "identify",
    "shield",
    "steal",
    "transform",
    "split",
    "feed",
    "fall",
    "terrain",
    "dig",
    "ignite",
    "reveal",
    "map",
    "detect",
)

OF_CELLS = (MAKE_TERRAIN, DIG, IGNITE)
"""Effects on the cells that an ability reaches, and not on who is there."""

HARMS = 1
HELPS = 2
MOVES = 4
INFORMS = 8
CALLS = 16
"""It brings allies."""
FEEDS = 32
TRAIT_NAMES = ("harms", "helps", "moves", "informs", "calls", "feeds")

CANNOT_ACT = 1
CANNOT_SEE = 2
STUMBLES = 4
"""Its steps go in random directions, and on the turn it ends it does nothing else."""
HELD = 8
"""Cannot move."""
AFRAID = 16
"""Runs from its enemies instead of attacking."""
INVISIBLE = 32
"""Only seen by who stands beside it; the hero doesn't see it at all."""
CHARMED = 64
"""A monster is on the other side, and the hero harms nobody."""
FLYING = 128
"""Cannot be held, pushed or pulled."""
TELEPATHIC = 256
"""The hero senses every monster of the floor, seen or not."""
CONDITION_NAMES = (
    "cannot_act",
    "cannot_see",
    "stumbles",
    "held",
    "afraid",
    "invisible",
    "charmed",
    "flying",
    "telepathic",
)

LONGEST = 0
"""A new dose lasts as long as the longer of both."""
ADD = 1
"""A new dose adds its turns."""
IGNORE = 2
"""A new dose does nothing."""
STACKING_NAMES = ("longest", "add", "ignore")

WALKS = 0
SWIMS = 1
"""It walks, and is at home in deep terrain."""
FLIES = 2
IN_WATER = 3
"""It never leaves deep terrain."""
MOVES_NAMES = ("walks", "swims", "flies", "in_water")
"""How a kind of monster gets about."""

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

ROOMS = 0
"""Rooms and tunnels, as the tutorials dig them."""
LOOPS = 1
"""Rooms joined to their neighbours by tunnels, with loops and doors."""
PARTITION = 2
"""Rooms wall to wall, with doors between them."""
CAVES = 3
"""Caves that a cellular automaton shapes."""
MAZE = 4
"""A maze with rooms in it."""
GENERATOR_NAMES = ("rooms", "loops", "partition", "caves", "maze")

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
"""An ability is refused if it would hit nobody."""
NEEDS_ENEMY = 1
"""An ability is refused if it would hit nobody but its user."""
NEEDS_NOTHING = 2
"""An ability may hit nobody; it is used up all the same."""
NEEDS_NAMES = ("anyone", "enemy", "nothing")

REDUCTION = 0
"""Defense is subtracted from the damage of a hit."""
EVASIVE = 1
"""Defense is subtracted from the attacker's chance to hit, in percent."""
ARMOR_NAMES = ("reduction", "evasion")

KEEP = -1
"""The tile of a legend's row that leaves the cell as it is."""

FOLLOW_NOBODY = 0
FOLLOW_ALLIES = 1
"""Allies beside the hero come along when it takes the stairs."""
FOLLOW_ALL = 2
"""Whoever is awake beside the hero comes along when it takes the stairs."""
FOLLOW_NAMES = ("nobody", "allies", "all")

AT_ONCE = 0
"""Monsters react to the hero's field of view after its move."""
LATE = 1
"""Monsters react to the hero's field of view before its move."""
REACTION_NAMES = ("at_once", "late")


@record
class EffectRow:
    """One effect of an ability. Which numbers count depends on the effect (`steep.rules.effects`)."""

    ability: int
    """The ability that it belongs to."""
    effect: int
    """DAMAGE, HEAL, GIVE_STATUS or another of EFFECT_NAMES."""
    chance: int
    """Percent, for each actor that the ability hits."""
    dice: int
    """The amount is `dice` d `sides` + `plus`."""
    sides: int
    plus: int
    damage_type: int
    status: int
    turns: int
    """How long a status lasts."""
    kind: int
    """A kind of monster, MAX_KINDS + the number of a pack, or an equipment slot."""
    stat: int


@record
class AbilityRow:
    """Something an item or a monster can do: when, to whom, and what."""

    trigger: int
    """ON_USE, ON_TURN, ON_HIT, or another of TRIGGER_NAMES."""
    area: int
    """Its shape: SELF, TOUCH, NEAREST, or another of SHAPE_NAMES."""
    affects: int
    """EVERYBODY, ENEMIES or ALLIES in its shape."""
    needs: int
    """Whom it must hit to be used: NEEDS_ANYONE, NEEDS_ENEMY or NEEDS_NOTHING."""
    reach: int
    """Cells from its user; 0 for as far as it sees."""
    radius: int
    """Cells around the target of a ball, or around the user of a burst."""
    noise: int
    """Steps within which it is heard; 0 for a silent one."""
    chance: int
    """Percent: that it is set off, or that a monster which could use it does."""
    cooldown: int
    """Turns until a monster can use it again."""
    time: int
    """Percent of a turn that using it takes."""
    min_distance: int
    """Steps to the target at which a monster uses it."""
    max_distance: int
    """0 for no limit."""
    hp_below: int
    """A monster uses it when its HP are below this percent of its maximum; 0 for always."""
    traits: int
    """What it is good for: HARMS, HELPS, MOVES and INFORMS, added up."""
    amount: int
    """About how many HP, or turns of a status, it gives or takes."""
    first_effect: int
    effect_count: int


@record
class StatusRow:
    """A status that an actor can have."""

    conditions: int
    """CANNOT_ACT, CANNOT_SEE and others of CONDITION_NAMES, added up."""
    hp: int
    """HP gained each turn; negative for damage."""
    damage_type: int
    stacking: int
    """LONGEST, ADD or IGNORE."""
    max_turns: int
    ends_when_hurt: int
    """1 if losing HP ends it."""
    absorbs: int
    """HP of damage that a dose takes instead of its bearer; the status ends when they are used up."""
    traits: int
    """HARMS if nobody wants it, HELPS if everybody does."""
    bonus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat while it lasts."""


@record
class AttackDice:
    """What is special about an actor's attacks: `dice` d `sides` + `plus` is added to its power."""

    dice: int
    sides: int
    plus: int
    damage_type: int


@record
class MonsterKind:
    """The numbers of a kind of monster."""

    stats: Annotated[Cells, Plane("i4", STATS)]
    """Each stat by number: MAX_HP, POWER, DEFENSE, ..., RESISTANCE + damage type."""
    attack: AttackDice
    xp: int
    """XP for killing it."""
    growth: Annotated[Cells, Plane("i4", STATS)]
    """What each stat gains with each floor after `grows_from` up to `grows_to`, in GROWTH_PARTS."""
    xp_growth: int
    """The same for XP."""
    grows_from: int
    """The floor on which it has the stats above."""
    grows_to: int
    """The last floor that adds to them; 0 if it never grows."""
    deeper: int
    """Floors by which a mode has it grow as if deeper."""
    stretched: int
    """Percent by which a mode has stretched the floors, over which it grows, too; negative for fewer floors."""
    threat: Annotated[Cells, Plane("i4", MAX_FLOORS)]
    """How much of a floor's threat budget it uses, in thousandths: declared, or what a fight costs; at least 1.

    Index 0 is floor 1, and deeper floors use the last value.
    """
    unique: int
    """1 if a run has at most one of it."""
    asleep: int
    """Percent that are asleep when their floor is made."""
    notice: int
    """Steps. A sleeper n steps away, n in 1 .. notice, wakes with chance (notice + 1 - n) / notice each turn."""
    keeps_distance: int
    """Steps that it tries to keep between itself and the hero."""
    flees_below: int
    """Percent of its max HP below which it runs away."""
    erratic: int
    """Percent of its turns in which it takes a random step."""
    returns_above: int
    """Percent of its max HP from which on one that fled comes back; 0 for as soon as it isn't below `flees_below`."""
    loses_trail: int
    """Turns for which it follows the trail of a hero that it no longer sees."""
    wanders: int
    """Percent of its turns without a goal in which it sets out for another room."""
    guards: int
    """1 if it returns to where it was placed when there is nothing to do."""
    ambush: int
    """Steps. It waits until the hero is that near, or hurts it; 0 if it doesn't wait."""
    stays: int
    """1 if it never leaves its cell by itself."""
    attack_reach: int
    """Steps up to which it attacks, along an open line."""
    attack_time: int
    """Percent of a turn that its attack takes."""
    captive: int
    """Percent of them that are captives."""
    first_ability: int
    ability_count: int
    mover: int
    """Its class among `Ruleset.movers`."""
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger. And BEHAVES, if any behaviour above isn't 0."""


@record
class ItemKind:
    """The numbers of a kind of item."""

    slot: int
    """Equipment slot, from 1; 0 if it can't be equipped."""
    use: int
    """The ability that using it sets off; -1 if it has none."""
    charges: int
    """How often it can be used; 0 if using it uses it up."""
    recharge: int
    """Turns in which it regains a charge; 0 for never."""
    ammunition: int
    """The kind of item that each use takes from the inventory, + 1; 0 for none."""
    thrown: int
    """The ability that throwing it sets off, + 1; 0 for none."""
    breaks: int
    """Percent of throws in which it breaks."""
    bonus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat while it is equipped."""
    each_plus: Annotated[Cells, Plane("i4", STATS)]
    """Added to each stat, for each +1 of its enchantment."""
    enchantable: int
    """1 if any of those isn't 0."""
    enchantment: int
    """The row of `Ruleset.enchantments` that says which of them are enchanted when found, + 1; 0 if none is."""
    weapon: int
    """1 if attacks with it have its dice, damage type, reach and time."""
    attack: AttackDice
    attack_reach: int
    """Steps up to which attacks with it reach."""
    attack_time: int
    """Percent of a turn that an attack with it takes."""
    first_ability: int
    ability_count: int
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger."""
    pity_timer: int
    """Number of the pity timer that counts it, + 1; 0 for none."""
    appearance: int
    """Number of the appearance that it has until it is identified, + 1; 0 if it is always known."""
    gold: int
    """The row of `Ruleset.gold` that says how much gold it is, + 1; 0 if it is none."""


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
    plus: int
    """Its enchantment."""
    identified: int
    """1 if the hero knows its kind from the start."""


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
class EnchantmentRow:
    """How the enchantment of an item is drawn when a floor is made."""

    chance: CountTable
    """Percent that have one."""
    plus: DiceTable
    negative: int
    """Percent of those whose sign is turned."""


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
    """Percent of what could close a loop that does."""
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
    """1 if a group is drawn by the tables of the floor."""
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
    """The numbers of a kind of terrain."""

    solid: int
    """1 if nobody can be there."""
    deep: int
    """1 if those who swim are at home there: it does nothing to them."""
    tall: int
    """1 if it fills the air: those who fly meet it like all others."""
    door: int
    """1 if only those who open doors go there."""
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
    """What it is known as once it is found: it looks like `Ruleset.seen_as` until then. 0 if it isn't hidden."""
    fades_to: int
    fade_chance: int
    """Percent of turns in which it becomes that."""
    burns_to: int
    """What it becomes when it catches fire."""
    flammable: int
    """Percent of turns in which it catches fire from a burning cell beside it."""
    burns: int
    """1 if it sets fire to what is beside it."""
    taken_to: int
    """What others of its kind in its room become when an item is taken from one."""
    active: int
    """1 if it changes by itself: it burns or fades."""
    first_ability: int
    ability_count: int
    triggers: int
    """The bit of each trigger that its abilities have: 1 << trigger."""


@record
class Mover:
    """A class of actors that go to the same terrain."""

    passable: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind of terrain that they can and will walk on; 0 for UNKNOWN."""
    explores: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """The same, with ENDS_SEARCH for UNKNOWN (`steep.core.breadth_first_search`)."""
    aloft: int
    """Their class while they fly."""
    flies: int
    swims: int


@record
class HungerStage:
    """What happens to the hero while it has no more nutrition left than this."""

    below: int
    """The highest nutrition at which it is in this stage."""
    status: int
    """The status that it has then, + 1; 0 for none."""
    hp: int
    """HP that it loses each turn."""


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
    """How a confused monster moves: BUMP, DRIFT or DIAGONAL."""
    forgets: int
    """1 if a monster that loses sight of the hero stops; 0 if it walks to where it last saw the hero."""
    pursuit: int
    """How a monster walks to its goal: SIDESTEP, QUEUE, AVOID or STRAIGHT."""
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
    """Steps within which an attack is heard; 0 for nobody."""
    reaction: int
    """When monsters react to a new field of view: AT_ONCE, or LATE, one turn after the hero."""
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
    pity_timers: Annotated[Sequence[PityTimer], Rows(MAX_PITY_TIMERS)]
    pity_timer_count: int
    terrain: Annotated[Sequence[TerrainKind], Rows(MAX_TERRAIN)]
    """By number: UNKNOWN, ROCK, FLOOR, STAIRS, and all others."""
    terrain_kinds: int
    """The rows of `terrain` that are in use, UNKNOWN included."""
    opaque: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind of terrain that stops sight. In this plane and the next, UNKNOWN is 1."""
    stops: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each that stops what flies along a line: what is opaque or solid."""
    enterable: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each that an actor can be on, willing or not: what isn't solid. Here and in the next, UNKNOWN is 0."""
    holds: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each on which monsters and items are placed when a floor is made."""
    seen_as: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """What each looks like: itself, unless it is hidden."""
    finds: int
    """Percent of turns in which the hero finds each hidden thing beside it."""
    movers: Annotated[Sequence[Mover], Rows(MAX_MOVERS)]
    """HERO_WALKS, HERO_FLIES, and those of the monsters."""
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
