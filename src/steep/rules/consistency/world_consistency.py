"""Checks that the numbers of a world are consistent, as in every world that play can reach.

`steep.core.record.out_of_range` checks each number by itself first. A world
that passes both can be played on: no rule will index outside an array or loop
forever, wherever the numbers came from.
"""

from __future__ import annotations

from steep.core.breadth_first_search import ENDS_SEARCH
from steep.core.geometry import UNKNOWN
from steep.core.random_streams import STREAMS
from steep.core.record import Cells, out_of_range, unpack
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    MAX_ABILITIES,
    MAX_STATUSES,
    RESISTANCE,
    SEEN_STATS,
    TELEPATHIC,
    Ruleset,
)
from steep.core.ruleset.limits import MAX_TERRAIN, TERRAIN_ROWS
from steep.core.world import (
    DEAD,
    HERO,
    HUNGER,
    MAX_ACTORS,
    MAX_DETAIL,
    MAX_EVENTS,
    MAX_INVENTORY,
    Actor,
    Hero,
    VisibleMonster,
    World,
)
from steep.rules.consistency.bodies_and_items import (
    actors_are_sound,
    appearances_are_sound,
    bodies_are_sound,
    cause_is_sound,
    friends_are_counted,
    hero_body_is_sound,
    ids_are_sound,
    inventory_is_sound,
    is_terrain_or_gas,
    items_are_sound,
    occupants_are_sound,
    seen_items_are_listed,
)
from steep.rules.consistency.maps_and_events import (
    active_cells_are_listed,
    gas_is_sound,
    mapped_cells_are_sound,
    remembered_map_is_sound,
    rooms_are_sound,
    tiles_are_sound,
    view_is_listed,
)
from steep.rules.items.identification_and_enchantments import PLUS_CODES
from steep.rules.perceived_events import (
    DAMAGED,
    DIED,
    GREW,
    HUNGERED,
    IDENTIFIED,
    OF_HUNGER,
    OF_ITEMS,
    OF_STATS,
    OF_STATUSES,
    OF_TERRAIN,
    PICKED_UP,
    STARVED,
    cause_of,
    events_about,
    side_of,
    type_of_damage,
)
from steep.rules.perceived_events import (
    EVENTS as EVENT_ROWS,
)
from steep.rules.terrain import goes_to
from steep.rules.update_view import is_seen, seen_stat

# Whether the events that the hero perceived name what is in the ruleset.

SIDES = tuple(sum(row.sentences) for row in EVENT_ROWS)
"""Which sides each event may have: those for which it has a sentence."""

DETAILS = tuple(row.details for row in EVENT_ROWS)

OF_KINDS = events_about("kind of item")


@rule
def details_of(what: int, ruleset: Ruleset) -> int:
    """How many details an event of a type can have."""
    if what == DAMAGED:
        return MAX_DETAIL + 1
    if what in OF_STATUSES:
        return ruleset.status_count
    if what in OF_STATS:
        return RESISTANCE
    if what in OF_HUNGER:
        return ruleset.hunger_stage_count + 1
    if what in OF_ITEMS:
        return PLUS_CODES
    return TERRAIN_ROWS if what in OF_TERRAIN else DETAILS[what]


@rule
def damage_is_sound(detail: int, ruleset: Ruleset) -> bool:
    """Whether the detail of damage names a damage type in the ruleset, and an ability or a status."""
    cause = cause_of(detail)
    if cause < MAX_ABILITIES:
        return cause < ruleset.ability_count and type_of_damage(detail) < ruleset.damage_type_count
    return cause - MAX_ABILITIES < ruleset.status_count and type_of_damage(detail) < ruleset.damage_type_count


@rule
def events_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether events name kinds, statuses, damage types and stats in the ruleset."""
    hero = world.hero
    for row in range(min(hero.event_count, MAX_EVENTS)):
        event = hero.events[row]
        if not cause_is_sound(ruleset, event.who):
            return False
        if event.who == HUNGER and (event.what != DIED or event.whom != HERO):
            return False
        if event.what == HUNGERED and event.amount > ruleset.hunger_stage_count:
            return False
        if event.what == STARVED and event.detail == 0:
            return False
        if event.what == PICKED_UP and event.amount >= MAX_INVENTORY:
            return False
        if event.what >= len(SIDES) or SIDES[event.what] & side_of(event.who, event.whom) == 0:
            return False
        if event.detail >= details_of(event.what, ruleset):
            return False
        if event.what in OF_TERRAIN and not is_terrain_or_gas(ruleset, event.detail):
            return False
        if event.what == DAMAGED and not damage_is_sound(event.detail, ruleset):
            return False
        if event.what == GREW:
            if event.whom >= RESISTANCE:
                return False
        elif event.what == IDENTIFIED:
            if event.whom >= ruleset.item_kinds:
                return False
            if event.amount < ruleset.item_kinds or event.amount >= ruleset.item_rows:
                return False
        elif event.what in OF_ITEMS or event.what in OF_KINDS:
            if event.whom >= ruleset.item_rows:
                return False
        elif event.whom >= ruleset.monster_kinds:
            return False
    return True


SOUND = 0
HERO_DIFFERS = 1
HP_AND_OUTCOME = 2
ROOMS = 3
TILES = 4
REMEMBERED = 5
IN_VIEW = 6
ACTORS = 7
OCCUPANTS = 8
ITEMS = 9
INVENTORY = 10
VISIBLE_MONSTERS = 11
SEEN_ITEMS = 12
EVENTS = 13
PITY_TIMERS = 14
STREAM_STATE = 15
HERO_BODY = 16
BODIES = 17
IDS = 18
FRIENDS = 19
APPEARANCES = 20
NUTRITION = 21
WAYS = 22
GAS = 23
FAULTS = (
    "",
    "the hero and the world differ in floor, turn or position",
    "the hero's HP, the outcome and the killer don't match",
    "a room has no interior, or the layout doesn't exist",
    "the map's border is open, it doesn't have exactly one staircase, or what changes by itself isn't listed",
    "a remembered cell differs from the map, or one that was never seen isn't counted",
    "a cell in view is not listed, or listed twice",
    "a monster has an unknown kind, or stands on or walks to an impossible cell",
    "a cell's occupant stands elsewhere",
    "an item has an unknown kind, lies outside the border or can't be enchanted",
    "the inventory holds something impossible",
    "the visible monsters don't match those on the floor",
    "the seen items don't match those on the floor",
    "an event names something that isn't in the ruleset",
    "a pity timer has counted more items than were generated",
    "a random stream is all zero",
    "the hero's body differs from what the hero knows of it",
    "an actor's statuses, conditions, triggers, cooldowns or memory are impossible",
    "two monsters have the same number",
    "the count of friends differs from the monsters",
    "what unidentified items look like is impossible",
    "the hero has more nutrition than it can have, or hungered where nobody does",
    "the terrain that the hero can pass doesn't follow from its items and statuses",
    "a cell has gas that isn't in the ruleset or isn't listed, or the hero knows of gas out of view",
)
"""What is wrong, by number."""


@rule
def fault_in(world: World, ruleset: Ruleset) -> int:
    """The first fault of a world whose numbers are all in range; SOUND if there is none."""
    if hero_differs(world, ruleset):
        return HERO_DIFFERS
    if not hp_and_outcome_are_sound(world, ruleset):
        return HP_AND_OUTCOME
    if not nutrition_is_sound(world, ruleset):
        return NUTRITION
    if world.layout > ruleset.layout_count or not rooms_are_sound(world):
        return ROOMS
    if not tiles_are_sound(world, ruleset) or not active_cells_are_listed(world):
        return TILES
    if not remembered_map_is_sound(world, ruleset) or not mapped_cells_are_sound(world.hero):
        return REMEMBERED
    if not view_is_listed(world):
        return IN_VIEW
    if not gas_is_sound(world, ruleset):
        return GAS
    if not actors_are_sound(world, ruleset):
        return ACTORS
    if not inventory_is_sound(world, ruleset):
        return INVENTORY
    if not hero_body_is_sound(world, ruleset):
        return HERO_BODY
    if not bodies_are_sound(world, ruleset):
        return BODIES
    if not ids_are_sound(world):
        return IDS
    if not occupants_are_sound(world):
        return OCCUPANTS
    if not friends_are_counted(world):
        return FRIENDS
    if not appearances_are_sound(world, ruleset):
        return APPEARANCES
    if not items_are_sound(world, ruleset):
        return ITEMS
    if not ways_are_sound(world.hero, ruleset):
        return WAYS
    if not visible_monsters_are_listed(world):
        return VISIBLE_MONSTERS
    if not seen_items_are_listed(world):
        return SEEN_ITEMS
    if not events_are_sound(world, ruleset):
        return EVENTS
    if not pity_timers_are_sound(world, ruleset):
        return PITY_TIMERS
    return SOUND if streams_are_sound(world.random) else STREAM_STATE


@rule
def hero_differs(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's position, floor or turn contradicts the world's."""
    hero = world.hero
    if hero.floor != world.floor or hero.turn != world.turn or world.arrived > world.turn or world.floor < 1:
        return True
    return ruleset.enterable[world.tiles[hero.cell]] == 0


@rule
def hp_and_outcome_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero is dead exactly if that ended the run, and the killer exists."""
    hero = world.hero
    if hero.hp > hero.max_hp or not cause_is_sound(ruleset, world.killer):
        return False
    return (hero.hp > 0) == (world.outcome != DEAD)


@rule
def nutrition_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's nutrition is possible, and hunger killed it only where it can."""
    return world.hero.nutrition <= ruleset.hunger_full and (world.killer != HUNGER or ruleset.hunger_full > 0)


@rule
def ways_are_sound(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether the terrain that the hero can pass follows from its items and statuses."""
    for kind in range(MAX_TERRAIN):
        passes = goes_to(hero, ruleset, kind) if kind < ruleset.terrain_kinds else 0
        if hero.passable[kind] != passes or hero.explores[kind] != (ENDS_SEARCH if kind == UNKNOWN else passes):
            return False
    return True


@rule
def visible_monsters_are_listed(world: World) -> bool:
    """Whether the list of visible monsters is up to date (`steep.rules.update_view.update_visible`)."""
    hero = world.hero
    seen = 0
    sensed = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0:
            if is_seen(world, actor):
                if not is_shown(hero.visible_monsters[seen], actor, index):
                    return False
                seen += 1
            elif hero.conditions & TELEPATHIC != 0:
                row = hero.visible_monster_count + sensed
                if row >= MAX_ACTORS or not is_shown(hero.visible_monsters[row], actor, index):
                    return False
                sensed += 1
    return seen == hero.visible_monster_count and sensed == hero.sensed_monster_count


@rule
def is_shown(seen: VisibleMonster, actor: Actor, index: int) -> bool:
    """Whether the hero is shown a monster as it is."""
    if seen.actor != index or seen.kind != actor.kind or seen.cell != actor.cell or seen.side != actor.side:
        return False
    if seen.hp != actor.hp or seen.conditions != actor.conditions or seen.asleep != actor.asleep:
        return False
    for stat in range(SEEN_STATS):
        if seen.stats[stat] != seen_stat(actor, stat):
            return False
    for status in range(MAX_STATUSES):
        if seen.statuses[status] != actor.statuses[status]:
            return False
    return seen.shield == actor.shield


@rule
def pity_timers_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether no pity timer has counted more items than were generated."""
    for number in range(ruleset.pity_timer_count):
        if world.pity_timers[number].counted > world.pity_timers[number].given:
            return False
    return True


@rule
def streams_are_sound(random: Cells) -> bool:
    """Whether no random stream is all zero: it would stay so, and draws from it might never end."""
    for stream in range(STREAMS):
        words = 0
        for word in range(4 * stream, 4 * stream + 4):
            words |= random[word]
        if words == 0:
            return False
    return True


def checked_world(packed: bytes, ruleset: Ruleset) -> World:
    """The world from packed bytes that may come from anywhere.

    Raises `ValueError`, saying what is wrong, if no run of the ruleset can lead to it.
    """
    if wrong := out_of_range(World, packed):
        raise ValueError(f"a world in which {wrong}")
    world = unpack(World, packed)
    if wrong := FAULTS[fault_in(world, ruleset)]:
        raise ValueError(f"a world in which {wrong}")
    return world
