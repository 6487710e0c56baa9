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
from steep.rules.consistency.bodies import cause_is_sound, is_terrain_or_gas
from steep.rules.items.enchantments import PLUS_CODES
from steep.rules.perceived_events import (
    AFFLICTED,
    BROKE,
    BY_THE_DEAD,
    CRITICAL,
    DAMAGED,
    DIED,
    DROPPED,
    DUG,
    ENCHANTED,
    EQUIPPED,
    FOUND,
    GATHERED,
    GREW,
    HIT,
    HUNGERED,
    IDENTIFIED,
    IGNITED,
    INFORMED,
    LOWERED,
    MADE,
    OF_LYING_ITEMS,
    OPENED,
    PICKED_UP,
    PULLED,
    RAISED,
    RECOVERED,
    SHOVED,
    STARVED,
    STOLE,
    SUMMONED,
    THROWN,
    TOOK_GOAL,
    UNEQUIPPED,
    cause_of,
    type_of_damage,
)

BY_HERO_TO_HERO = 1
BY_HERO = 2
TO_HERO = 4
AMONG_OTHERS = 8
SIDES = (
    BY_HERO_TO_HERO,  # arrived
    BY_HERO | TO_HERO | AMONG_OTHERS,  # hit
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # damaged
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # died
    BY_HERO_TO_HERO,  # gained xp
    BY_HERO_TO_HERO,  # levelled
    BY_HERO_TO_HERO | AMONG_OTHERS,  # healed
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # afflicted
    BY_HERO_TO_HERO | AMONG_OTHERS,  # recovered
    BY_HERO,  # picked up
    BY_HERO | AMONG_OTHERS,  # dropped
    BY_HERO,  # wore
    BY_HERO,  # took off
    BY_HERO,  # grew
    AMONG_OTHERS,  # woke
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # raised
    BY_HERO_TO_HERO | BY_HERO | TO_HERO | AMONG_OTHERS,  # lowered
    BY_HERO_TO_HERO | TO_HERO | AMONG_OTHERS,  # vanished
    BY_HERO | TO_HERO | AMONG_OTHERS,  # shoved
    BY_HERO | AMONG_OTHERS,  # summoned
    BY_HERO | TO_HERO | AMONG_OTHERS,  # missed
    BY_HERO,  # freed
    BY_HERO,  # thrown
    BY_HERO,  # broke
    BY_HERO_TO_HERO | AMONG_OTHERS,  # absorbed
    BY_HERO,  # enchanted
    BY_HERO,  # identified
    AMONG_OTHERS,  # stole
    AMONG_OTHERS,  # transformed
    AMONG_OTHERS,  # divided
    BY_HERO_TO_HERO,  # blocked by unseen
    BY_HERO_TO_HERO,  # nothing happened
    BY_HERO,  # gathered
    BY_HERO,  # took goal
    BY_HERO_TO_HERO,  # victory
    BY_HERO_TO_HERO,  # hungered
    BY_HERO_TO_HERO,  # starved
    BY_HERO_TO_HERO,  # fed
    BY_HERO_TO_HERO,  # found
    BY_HERO_TO_HERO,  # opened
    BY_HERO_TO_HERO | AMONG_OTHERS,  # fell
    BY_HERO_TO_HERO,  # made
    BY_HERO_TO_HERO,  # dug
    BY_HERO_TO_HERO,  # ignited
    BY_HERO_TO_HERO,  # informed
)
"""Which sides an event may have (attacker to target), in the order of `steep.rules.perceived_events`."""

OF_ITEMS = (PICKED_UP, DROPPED, EQUIPPED, UNEQUIPPED, THROWN, BROKE, ENCHANTED, STOLE)
"""Events about an item of the hero's."""

OF_TERRAIN = (FOUND, OPENED, MADE, DUG, IGNITED)
"""Events about terrain or gas."""

OF_KINDS = (GATHERED, TOOK_GOAL)
"""Other events about a kind of item."""


@rule
def details_of(what: int, ruleset: Ruleset) -> int:
    """How many details an event of a type can have."""
    if what == DAMAGED:
        return MAX_DETAIL + 1
    if what in (AFFLICTED, RECOVERED):
        return ruleset.status_count
    if what in (RAISED, LOWERED):
        return RESISTANCE
    if what in (HUNGERED, STARVED):
        return ruleset.hunger_stage_count + 1
    if what in OF_ITEMS:
        return PLUS_CODES
    if what == SHOVED:
        return PULLED + 1
    if what == SUMMONED:
        return BY_THE_DEAD + 1
    if what in OF_TERRAIN:
        return TERRAIN_ROWS
    if what == INFORMED:
        return OF_LYING_ITEMS + 1
    return CRITICAL + 1 if what == HIT else 1


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
        if event.who == HERO:
            side = BY_HERO_TO_HERO if event.whom == HERO else BY_HERO
        else:
            side = TO_HERO if event.whom == HERO else AMONG_OTHERS
        if SIDES[event.what] & side == 0:
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
