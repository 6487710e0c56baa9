"""Compiles validated sections into the record of numbers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compile_spawns import fill_all_counts, fill_depth, fill_meters, fill_packs, fill_tables, fill_threats
from steep.content.sections import LOST_SIGHT, Hero, Item, LevelUp, Map, Monster, Parts, Rules
from steep.core.fov import FOV_NAMES
from steep.core.ruleset import (
    DISTANCE_NAMES,
    EFFECT_NAMES,
    FIREBALL_NAMES,
    GAIN_NAMES,
    PLACEMENT_NAMES,
    PURSUIT_NAMES,
    REACTION_NAMES,
    ROOM_NAMES,
    STUMBLE_NAMES,
    Ruleset,
)
from steep.spawn.compile import fill_counts


def compile_ruleset(parts: Parts) -> Ruleset:
    """The record in its plain form. A kind's number is its index in the parts.

    Raises `SpawnError` when a table has no room for its weights.
    """
    record = Ruleset()
    fill_map(record, parts.map)
    fill_rules(record, parts.rules)
    fill_hero(record, parts.hero, parts.items)
    fill_levels(record, parts.level_up)
    fill_monsters(record, parts.monsters)
    fill_items(record, parts.items, parts.hero.slots)
    fill_all_counts(record, parts.counts)
    fill_tables(record, parts.monsters, parts.packs, parts.items)
    fill_packs(record, parts.packs, parts.monsters)
    fill_depth(record, parts.out_of_depth)
    fill_meters(record, parts.pity_timers, parts.items)
    fill_counts(record.wander_every, parts.wandering.every)
    fill_threats(record, parts.monsters, parts.hero, parts.items)
    return record


def fill_map(record: Ruleset, map_: Map) -> None:
    """The numbers of a floor's shape."""
    record.map_width = map_.width
    record.map_height = map_.height
    record.room_attempts = map_.room_attempts
    record.room_min = map_.room_min
    record.room_max = map_.room_max
    record.rooms = ROOM_NAMES.index(map_.rooms)
    record.rooms_may_touch = int(map_.rooms_may_touch)
    record.safe_steps = map_.safe_steps


def fill_rules(record: Ruleset, rules: Rules) -> None:
    """The settings in which roguelikes differ."""
    record.distance = DISTANCE_NAMES.index(rules.distance)
    record.stumble = STUMBLE_NAMES.index(rules.confused)
    record.forgets = LOST_SIGHT.index(rules.lost_sight)
    record.pursuit = PURSUIT_NAMES.index(rules.pursuit)
    record.placement = PLACEMENT_NAMES.index(rules.placement)
    record.fireball_needs = FIREBALL_NAMES.index(rules.fireball_needs)
    record.stairs_heal = rules.stairs_heal
    record.reaction = REACTION_NAMES.index(rules.reaction)
    record.fov = FOV_NAMES.index(rules.fov)


def fill_hero(record: Ruleset, hero: Hero, items: Sequence[Item]) -> None:
    """The hero's numbers and first belongings."""
    record.hero_hp = hero.hp
    record.hero_power = hero.power
    record.hero_defense = hero.defense
    record.view_radius = hero.view_radius
    record.inventory_capacity = hero.inventory
    numbers = {item.key: number for number, item in enumerate(items)}
    record.start_count = len(hero.start)
    for row, start in zip(record.start, hero.start, strict=False):
        row.kind = numbers[start.item]
        row.equipped = int(start.equipped)


def fill_levels(record: Ruleset, level_up: LevelUp) -> None:
    """What a level costs and gives."""
    record.level_base = level_up.base
    record.level_factor = level_up.factor
    record.level_above = int(level_up.must_exceed)
    record.gain_count = len(level_up.choices)
    for row, choice in zip(record.gains, level_up.choices, strict=False):
        row.stat = GAIN_NAMES.index(choice.stat)
        row.amount = choice.amount


def fill_monsters(record: Ruleset, monsters: Sequence[Monster]) -> None:
    """A row for each kind of monster."""
    record.monster_kinds = len(monsters)
    for row, monster in zip(record.monsters, monsters, strict=False):
        row.hp = monster.hp
        row.power = monster.power
        row.defense = monster.defense
        row.xp = monster.xp
        row.unique = int(monster.unique)
        row.asleep = monster.asleep
        row.notice = monster.notice


def fill_items(record: Ruleset, items: Sequence[Item], slots: Sequence[str]) -> None:
    """A row for each kind of item."""
    record.item_kinds = len(items)
    for row, item in zip(record.items, items, strict=False):
        row.effect = EFFECT_NAMES.index(item.effect)
        row.amount = item.amount
        row.reach = item.reach
        row.slot = slots.index(item.slot) + 1 if item.slot else 0
        row.power = item.power
        row.defense = item.defense
