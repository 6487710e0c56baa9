"""Compiles validated sections into the record of numbers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.sections import LOST_SIGHT, Counts, Hero, Item, LevelUp, Map, Monster, Rules
from steep.core.ruleset import DISTANCE_NAMES, EFFECT_NAMES, GAIN_NAMES, STUMBLE_NAMES, Ruleset
from steep.spawn.compile import fill_counts, fill_spawns


def compile_ruleset(
    map_: Map,
    rules: Rules,
    hero: Hero,
    level_up: LevelUp,
    counts: Counts,
    monsters: Sequence[Monster],
    items: Sequence[Item],
) -> Ruleset:
    """The record in its plain form. A kind's number is its index here."""
    record = Ruleset()
    fill_map(record, map_)
    fill_rules(record, rules)
    fill_hero(record, hero, items)
    fill_levels(record, level_up)
    fill_monsters(record, monsters)
    fill_items(record, items, hero.slots)
    fill_counts(record.monsters_per_room, counts.monsters_per_room)
    fill_counts(record.items_per_room, counts.items_per_room)
    fill_spawns(record.monster_spawns, dict(enumerate(monster.spawn for monster in monsters)), "monsters")
    fill_spawns(record.item_spawns, dict(enumerate(item.spawn for item in items)), "items")
    return record


def fill_map(record: Ruleset, map_: Map) -> None:
    """The numbers of a floor's shape."""
    record.map_width = map_.width
    record.map_height = map_.height
    record.room_attempts = map_.room_attempts
    record.room_min = map_.room_min
    record.room_max = map_.room_max
    record.rooms_may_touch = int(map_.rooms_may_touch)


def fill_rules(record: Ruleset, rules: Rules) -> None:
    """The settings in which roguelikes differ."""
    record.distance = DISTANCE_NAMES.index(rules.distance)
    record.stumble = STUMBLE_NAMES.index(rules.confused)
    record.forgets = LOST_SIGHT.index(rules.lost_sight)
    record.stairs_heal = rules.stairs_heal


def fill_hero(record: Ruleset, hero: Hero, items: Sequence[Item]) -> None:
    """The hero's numbers and first belongings."""
    record.hero_hp = hero.hp
    record.hero_power = hero.power
    record.hero_defense = hero.defense
    record.view_radius = hero.view_radius
    record.pack_capacity = hero.pack
    numbers = {item.key: number for number, item in enumerate(items)}
    record.start_count = len(hero.start)
    for row, start in zip(record.start, hero.start, strict=False):
        row.kind = numbers[start.item]
        row.worn = int(start.worn)


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
