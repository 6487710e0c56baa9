"""Events: what the hero perceived, as small records. Each is a row, from which saves are checked and messages written.

`steep.play.texts.messages` puts names and numbers into the sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_DAMAGE_TYPES
from steep.core.world import HERO, MAX_EVENTS, World

BY_HERO_TO_HERO = 1
BY_HERO = 2
TO_HERO = 4
AMONG_OTHERS = 8
"""The sides of an event: by whom and to whom it occurs."""

Kind = Literal[
    "info", "hero_hits", "enemy_hits", "harmless", "death", "good", "bad", "impossible", "level", "hint", "region"
]
"""The kind of a message, which sets its colour."""

About = Literal["actor", "item", "kind of item", "terrain", "status", "stat", "hunger"]
"""What an event is about: whom it names, or its detail. That of an item is its enchantment."""


class EventRow(NamedTuple):
    """What is known of an event."""

    number: int
    """Saves and recordings contain it."""
    name: str
    sentences: Mapping[int, tuple[str, Kind]]
    """The sentence for each side on which it can occur, and the kind of its message."""
    harmless: Mapping[int, str]
    """The sentences where amount is 0."""
    marked: Mapping[int, str]
    """The sentences where detail is 1."""
    about: About
    details: int
    """How many details it can have, unless they number what it is about."""


EVENTS: list[EventRow] = []
"""All events, by number."""


def event(
    number: int,
    name: str,
    sentences: Mapping[int, tuple[str, Kind]],
    *,
    harmless: Mapping[int, str] | None = None,
    marked: Mapping[int, str] | None = None,
    about: About = "actor",
    details: int = 1,
) -> int:
    """Add an event to EVENTS. Returns its number."""
    if number != len(EVENTS):
        raise ValueError(f'event "{name}": found number {number}, and the next is {len(EVENTS)}')
    EVENTS.append(EventRow(number, name, sentences, harmless or {}, marked or {}, about, details))
    return number


def events_about(*subjects: About) -> tuple[int, ...]:
    """The events about some subjects."""
    return tuple(row.number for row in EVENTS if row.about in subjects)


ARRIVED = event(0, "arrived", {BY_HERO_TO_HERO: ("You arrive on floor {amount}.", "info")})
"""amount: the floor."""
HIT = event(
    1,
    "hit",
    {
        BY_HERO: ("You hit {whom} for {amount}.", "hero_hits"),
        TO_HERO: ("{who} hits you for {amount}.", "enemy_hits"),
        AMONG_OTHERS: ("{who} hits {whom} for {amount}.", "info"),
    },
    harmless={
        BY_HERO: "You hit {whom}, but it does no damage.",
        TO_HERO: "{who} hits you, but it does no damage.",
        AMONG_OTHERS: "{who} hits {whom}, but it does no damage.",
    },
    marked={
        BY_HERO: "You critically hit {whom} for {amount}!",
        TO_HERO: "{who} critically hits you for {amount}!",
        AMONG_OTHERS: "{who} critically hits {whom} for {amount}.",
    },
    details=2,
)
"""who hit whom for amount; 0 is a hit without damage. detail: 1 if it was critical."""
CRITICAL = 1
"""In the detail of HIT."""
DAMAGED = event(
    2,
    "damaged",
    {
        BY_HERO_TO_HERO: ("You are {damaged} for {amount}.", "enemy_hits"),
        BY_HERO: ("{whom} is {damaged} for {amount}.", "hero_hits"),
        TO_HERO: ("You are {damaged} for {amount} by {who}.", "enemy_hits"),
        AMONG_OTHERS: ("{whom} is {damaged} for {amount}.", "info"),
    },
    harmless={
        BY_HERO_TO_HERO: "You take no damage.",
        BY_HERO: "{whom} takes no damage.",
        TO_HERO: "You take no damage.",
        AMONG_OTHERS: "{whom} takes no damage.",
    },
)
"""An ability of who, or a status that it gave, damaged whom for amount; detail: `damage_detail`."""
DIED = event(
    3,
    "died",
    {
        BY_HERO_TO_HERO: ("You die...", "death"),
        BY_HERO: ("{whom} dies.", "good"),
        TO_HERO: ("You die...", "death"),
        AMONG_OTHERS: ("{whom} dies.", "good"),
    },
)
"""whom was killed by who."""
GAINED_XP = event(4, "gained xp", {BY_HERO_TO_HERO: ("You gain {amount} XP.", "info")})
LEVELLED = event(5, "levelled", {BY_HERO_TO_HERO: ("You reach level {amount}!", "level")})
"""amount: the new level."""
HEALED = event(
    6,
    "healed",
    {BY_HERO_TO_HERO: ("You recover {amount} HP.", "good"), AMONG_OTHERS: ("{whom} recovers {amount} HP.", "bad")},
)
"""whom recovered amount HP."""
AFFLICTED = event(
    7,
    "afflicted",
    {
        BY_HERO_TO_HERO: ("You are {status}.", "info"),
        BY_HERO: ("{whom} is {status}.", "good"),
        TO_HERO: ("You are {status}.", "bad"),
        AMONG_OTHERS: ("{whom} is {status}.", "info"),
    },
    about="status",
)
"""who gave whom a status for amount turns; detail: the status."""
RECOVERED = event(
    8,
    "recovered",
    {BY_HERO_TO_HERO: ("You are no longer {status}.", "info"), AMONG_OTHERS: ("{who} is no longer {status}.", "bad")},
    about="status",
)
"""who no longer has a status; detail: the status."""
PICKED_UP = event(9, "picked up", {BY_HERO: ("You pick up {an_item} ({letter}).", "info")}, about="item")
"""whom: the item's kind; amount: its inventory slot. detail of all about items: the enchantment."""
DROPPED = event(
    10, "dropped", {BY_HERO: ("You drop {item}.", "info"), AMONG_OTHERS: ("{who} drops {item}.", "good")}, about="item"
)
EQUIPPED = event(11, "equipped", {BY_HERO: ("You equip {item}.", "info")}, about="item")
UNEQUIPPED = event(12, "unequipped", {BY_HERO: ("You unequip {item}.", "info")}, about="item")
GREW = event(13, "grew", {BY_HERO: ("Your {stat} rises by {amount}.", "level")})
"""whom: the stat; amount: by how much."""
WOKE = event(14, "woke", {AMONG_OTHERS: ("{who} wakes and notices you.", "bad")})
"""who noticed the hero."""
RAISED = event(
    15,
    "raised",
    {
        BY_HERO_TO_HERO: ("You gain {amount} {stat}.", "level"),
        BY_HERO: ("{whom} gains {amount} {stat}.", "info"),
        TO_HERO: ("You gain {amount} {stat}.", "level"),
        AMONG_OTHERS: ("{whom} gains {amount} {stat}.", "bad"),
    },
    about="stat",
)
"""who raised a stat of whom by amount; detail: the stat."""
LOWERED = event(
    16,
    "lowered",
    {
        BY_HERO_TO_HERO: ("You lose {amount} {stat}.", "bad"),
        BY_HERO: ("{whom} loses {amount} {stat}.", "good"),
        TO_HERO: ("You lose {amount} {stat}.", "bad"),
        AMONG_OTHERS: ("{whom} loses {amount} {stat}.", "info"),
    },
    about="stat",
)
"""who lowered a stat of whom by amount; detail: the stat."""
VANISHED = event(
    17,
    "vanished",
    {
        BY_HERO_TO_HERO: ("You are suddenly somewhere else.", "info"),
        TO_HERO: ("{who} sends you somewhere else.", "bad"),
        AMONG_OTHERS: ("{whom} vanishes.", "info"),
    },
)
"""whom was teleported from the cell."""
SHOVED = event(
    18,
    "shoved",
    {
        BY_HERO: ("You push {whom} back.", "info"),
        TO_HERO: ("{who} pushes you back.", "bad"),
        AMONG_OTHERS: ("{who} pushes {whom} back.", "info"),
    },
    marked={
        BY_HERO: "You pull {whom} towards you.",
        TO_HERO: "{who} pulls you closer.",
        AMONG_OTHERS: "{who} pulls {whom} closer.",
    },
    details=2,
)
"""who moved whom from the cell, away from who or, where the detail is PULLED, towards it; amount: the steps."""
PULLED = 1
"""In the detail of SHOVED."""
SUMMONED = event(
    19,
    "summoned",
    {BY_HERO: ("{a_whom} appears and fights for you.", "good"), AMONG_OTHERS: ("{who} calls {a_whom}.", "bad")},
    marked={AMONG_OTHERS: "{a_whom} rises where {who} fell."},
    details=2,
)
"""who summoned whom; where the detail is BY_THE_DEAD, by dying."""
BY_THE_DEAD = 1
"""In the detail of SUMMONED."""
MISSED = event(
    20,
    "missed",
    {
        BY_HERO: ("You miss {whom}.", "harmless"),
        TO_HERO: ("{who} misses you.", "harmless"),
        AMONG_OTHERS: ("{who} misses {whom}.", "info"),
    },
)
"""who attacked whom and missed."""
FREED = event(21, "freed", {BY_HERO: ("You free {whom}, who follows you.", "good")})
"""The hero freed whom."""
THROWN = event(22, "thrown", {BY_HERO: ("You throw {item}.", "info")}, about="item")
"""whom: the kind of the item that the hero threw; the cell is where it comes down."""
BROKE = event(23, "broke", {BY_HERO: ("{item} breaks.", "info")}, about="item")
"""whom: the kind of the item that broke when it was thrown."""
ABSORBED = event(
    24,
    "absorbed",
    {
        BY_HERO_TO_HERO: ("Your shield takes {amount}.", "good"),
        AMONG_OTHERS: ("The shield of {whom} takes {amount}.", "info"),
    },
)
"""whom's shield took amount of damage."""
ENCHANTED = event(25, "enchanted", {BY_HERO: ("Your {bare_item} is now {plus}.", "info")}, about="item")
"""whom: the kind of the hero's item whose enchantment changed."""
IDENTIFIED = event(26, "identified", {BY_HERO: ("{unidentified} is {an_item}.", "good")}, about="kind of item")
"""whom: the item's kind; amount: the row of `Ruleset.items` that it looked like."""
STOLE = event(27, "stole", {AMONG_OTHERS: ("{who} steals {item}!", "bad")}, about="item")
"""who stole whom, a kind of item, from the hero."""
TRANSFORMED = event(28, "transformed", {AMONG_OTHERS: ("{who} turns into {a_whom}.", "info")})
"""who became whom."""
DIVIDED = event(29, "divided", {AMONG_OTHERS: ("{who} splits in two.", "bad")})
"""who split in two."""
BLOCKED_BY_UNSEEN = event(30, "blocked by unseen", {BY_HERO_TO_HERO: ("Something is in the way.", "bad")})
"""A hero that attacks nobody couldn't step onto the cell of an unseen actor."""
NOTHING_HAPPENED = event(31, "nothing happened", {BY_HERO_TO_HERO: ("Nothing happens.", "info")})
"""What the hero used had no effect that it perceives."""
GATHERED = event(32, "gathered", {BY_HERO: ("You pick up {amount} gold.", "good")}, about="kind of item")
"""The hero walked over whom, a kind of item, which is amount gold."""
TOOK_GOAL = event(33, "took goal", {BY_HERO: ("You take {item}!", "level")}, about="kind of item")
"""The hero has whom, the kind of item that wins the run."""
VICTORY = event(34, "victory", {BY_HERO_TO_HERO: ("You have won!", "level")})
"""The hero has won."""
HUNGERED = event(35, "hungered", {BY_HERO_TO_HERO: ("You are {stage}.", "bad")}, about="hunger")
"""amount: the stage of hunger that begins; 0 if the hero hungers no more. detail: the stage that ends."""
STARVED = event(
    36, "starved", {BY_HERO_TO_HERO: ("You are {stage}, and lose {amount} HP.", "enemy_hits")}, about="hunger"
)
"""The hero lost amount HP; detail: the stage of hunger."""
FED = event(37, "fed", {BY_HERO_TO_HERO: ("You gain {amount} {nutrition}.", "good")})
"""The hero gained amount nutrition."""
FOUND = event(38, "found", {BY_HERO_TO_HERO: ("You find {a_terrain}.", "info")}, about="terrain")
"""The hero found hidden terrain; detail: its kind."""
OPENED = event(39, "opened", {BY_HERO_TO_HERO: ("You open {terrain}.", "info")}, about="terrain")
"""The hero opened terrain; detail: its kind before."""
FELL = event(40, "fell", {BY_HERO_TO_HERO: ("You fall!", "bad"), AMONG_OTHERS: ("{whom} falls out of sight.", "good")})
"""whom fell from the cell to the next floor."""
MADE = event(41, "made", {BY_HERO_TO_HERO: ("{a_terrain} appears.", "info")}, about="terrain")
"""Terrain appeared on amount cells; detail: its kind."""
DUG = event(42, "dug", {BY_HERO_TO_HERO: ("{terrain} crumbles.", "info")}, about="terrain")
"""amount cells were dug through; detail: the kind of terrain of the first."""
IGNITED = event(43, "ignited", {BY_HERO_TO_HERO: ("{terrain} catches fire.", "bad")}, about="terrain")
"""amount cells caught fire; detail: the kind of terrain of the first."""
INFORMED = event(44, "informed", {BY_HERO_TO_HERO: ("{news}.", "info")}, details=3)
"""An ability told the hero of amount cells, things or items; detail: OF_HIDDEN, OF_MAP or OF_LYING_ITEMS."""
OF_HIDDEN = 0
OF_MAP = 1
OF_LYING_ITEMS = 2
EVENT_NAMES = tuple(row.name for row in EVENTS)
OF_ITEMS = events_about("item")
OF_TERRAIN = events_about("terrain")
"""Terrain or gas."""
OF_STATS = events_about("stat")
OF_STATUSES = events_about("status")
OF_HUNGER = events_about("hunger")


@rule
def side_of(who: int, whom: int) -> int:
    """By whom and to whom an event occurs."""
    if who == HERO:
        return BY_HERO_TO_HERO if whom == HERO else BY_HERO
    return TO_HERO if whom == HERO else AMONG_OTHERS


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
