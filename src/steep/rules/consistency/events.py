"""Whether the events that the hero perceived name what is in the ruleset."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    MAX_ABILITIES,
    RESISTANCE,
    Ruleset,
)
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import (
    HERO,
    HUNGER,
    MAX_DETAIL,
    MAX_EVENTS,
    MAX_INVENTORY,
    World,
)
from steep.rules.consistency.bodies_and_items import cause_is_sound, is_terrain_or_gas
from steep.rules.items.enchantments import PLUS_CODES
from steep.rules.perceived_events import (
    DAMAGED,
    DIED,
    EVENTS,
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

SIDES = tuple(sum(row.sentences) for row in EVENTS)
"""Which sides each event may have: those for which it has a sentence."""

DETAILS = tuple(row.details for row in EVENTS)

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
