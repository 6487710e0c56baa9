"""Events: what the hero perceived, as small records. `play.messages` turns them into sentences."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_DAMAGE_TYPES
from steep.core.world import HERO, MAX_EVENTS, World

ARRIVED = 0
"""amount: the floor."""
HIT = 1
"""who hit whom for amount; 0 is a hit without damage. detail: 1 if it was critical."""
CRITICAL = 1
"""In the detail of HIT."""
DAMAGED = 2
"""An ability of who, or a status that it gave, damaged whom for amount; detail: `damage_detail`."""
DIED = 3
"""whom was killed by who."""
GAINED_XP = 4
LEVELLED = 5
"""amount: the new level."""
HEALED = 6
"""whom recovered amount HP."""
AFFLICTED = 7
"""who gave whom a status for amount turns; detail: the status."""
RECOVERED = 8
"""who no longer has a status; detail: the status."""
PICKED_UP = 9
"""whom: the item's kind; amount: its inventory slot. detail of all about items: the enchantment."""
DROPPED = 10
EQUIPPED = 11
UNEQUIPPED = 12
GREW = 13
"""whom: the stat; amount: by how much."""
WOKE = 14
"""who noticed the hero."""
RAISED = 15
"""who raised a stat of whom by amount; detail: the stat."""
LOWERED = 16
"""who lowered a stat of whom by amount; detail: the stat."""
VANISHED = 17
"""whom was teleported from the cell."""
SHOVED = 18
"""who moved whom from the cell, away from who or, where the detail is PULLED, towards it; amount: the steps."""
PULLED = 1
"""In the detail of SHOVED."""
SUMMONED = 19
"""who summoned whom; where the detail is BY_THE_DEAD, by dying."""
BY_THE_DEAD = 1
"""In the detail of SUMMONED."""
MISSED = 20
"""who attacked whom and missed."""
FREED = 21
"""The hero freed whom."""
THROWN = 22
"""whom: the kind of the item that the hero threw; the cell is where it comes down."""
BROKE = 23
"""whom: the kind of the item that broke when it was thrown."""
ABSORBED = 24
"""whom's shield took amount of damage."""
ENCHANTED = 25
"""whom: the kind of the hero's item whose enchantment changed."""
IDENTIFIED = 26
"""whom: the item's kind; amount: the row of `Ruleset.items` that it looked like."""
STOLE = 27
"""who stole whom, a kind of item, from the hero."""
TRANSFORMED = 28
"""who became whom."""
DIVIDED = 29
"""who split in two."""
BLOCKED_BY_UNSEEN = 30
"""The hero, which attacks nobody, couldn't step where somebody stands that it doesn't see."""
NOTHING_HAPPENED = 31
"""What the hero used had no effect that it perceives."""
GATHERED = 32
"""The hero walked over whom, a kind of item, which is amount gold."""
TOOK_GOAL = 33
"""The hero has whom, the kind of item that wins the run."""
VICTORY = 34
"""The hero has won."""
HUNGERED = 35
"""amount: the stage of hunger that begins; 0 if the hero hungers no more. detail: the stage that ends."""
STARVED = 36
"""The hero lost amount HP; detail: the stage of hunger."""
FED = 37
"""The hero gained amount nutrition."""
FOUND = 38
"""The hero found hidden terrain; detail: its kind."""
OPENED = 39
"""The hero opened terrain; detail: its kind before."""
FELL = 40
"""whom fell from the cell to the next floor."""
MADE = 41
"""Terrain appeared on amount cells; detail: its kind."""
DUG = 42
"""amount cells were dug through; detail: the kind of terrain of the first."""
IGNITED = 43
"""amount cells caught fire; detail: the kind of terrain of the first."""
INFORMED = 44
"""An ability told the hero of amount cells, things or items; detail: OF_HIDDEN, OF_MAP or OF_ITEMS."""
OF_HIDDEN = 0
OF_MAP = 1
OF_LYING_ITEMS = 2
EVENT_NAMES = (
    "arrived",
    "hit",
    "damaged",
    "died",
    "gained xp",
    "levelled",
    "healed",
    "afflicted",
    "recovered",
    "picked up",
    "dropped",
    "equipped",
    "unequipped",
    "grew",
    "woke",
    "raised",
    "lowered",
    "vanished",
    "shoved",
    "summoned",
    "missed",
    "freed",
    "thrown",
    "broke",
    "absorbed",
    "enchanted",
    "identified",
    "stole",
    "transformed",
    "divided",
    "blocked by unseen",
    "nothing happened",
    "gathered",
    "took goal",
    "victory",
    "hungered",
    "starved",
    "fed",
    "found",
    "opened",
    "fell",
    "made",
    "dug",
    "ignited",
    "informed",
)


@rule
def damage_detail(damage_type: int, cause: int) -> int:
    """The detail of DAMAGED. `cause` is the number of an ability, or MAX_ABILITIES + that of a status."""
    return damage_type + MAX_DAMAGE_TYPES * cause


@rule
def type_of_damage(detail: int) -> int:
    """The damage type in the detail of DAMAGED."""
    return detail % MAX_DAMAGE_TYPES


@rule
def cause_of(detail: int) -> int:
    """The cause in the detail of DAMAGED: the number of an ability, or MAX_ABILITIES + that of a status."""
    return detail // MAX_DAMAGE_TYPES


@rule
def emit(world: World, what: int, who: int, whom: int, amount: int, cell: int, detail: int = 0) -> None:
    """Add an event to the hero's ring buffer."""
    hero = world.hero
    event = hero.events[hero.event_count % MAX_EVENTS]
    event.what = what
    event.who = who
    event.whom = whom
    event.amount = amount
    event.detail = detail
    event.cell = cell
    hero.event_count += 1


@rule
def emit_if_visible(world: World, what: int, who: int, whom: int, amount: int, cell: int, detail: int = 0) -> None:
    """Add an event if it happens to the hero, or on a cell that the hero sees."""
    if whom == HERO or world.hero.visible[cell] == 1:
        emit(world, what, who, whom, amount, cell, detail)
