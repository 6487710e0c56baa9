"""Compiles validated sections into the record of numbers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compile_spawns import (
    fill_all_counts,
    fill_out_of_depth,
    fill_packs,
    fill_pity_timers,
    fill_tables,
    fill_threats,
)
from steep.content.copy_sections_to_record import copy_fields, copy_rows
from steep.content.sections import Hero, Item, Sections
from steep.core.ruleset import EFFECT_SHAPES, EFFECT_TRAITS, Ruleset
from steep.spawn.compile_tables import fill_counts

MAP_NAMES = {"width": "map_width", "height": "map_height"}
RULES_NAMES = {"confused": "stumble", "lost_sight": "forgets"}
HERO_NAMES = {"hp": "hero_hp", "power": "hero_power", "defense": "hero_defense", "inventory": "inventory_capacity"}
LEVEL_UP_NAMES = {"base": "level_base", "factor": "level_factor", "must_exceed": "level_above"}
"""The names that some keys have in the record. All other keys keep theirs."""


def compile_ruleset(sections: Sections) -> Ruleset:
    """The plain form of the record. A kind's number is its index in the sections.

    Raises `SpawnError` when a spawn table has no room for its weights.
    """
    record = Ruleset()
    copy_fields(record, sections.map, MAP_NAMES)
    copy_fields(record, sections.rules, RULES_NAMES)
    copy_fields(record, sections.hero, HERO_NAMES)
    copy_fields(record, sections.level_up, LEVEL_UP_NAMES)
    record.gain_count = copy_rows(record.gains, sections.level_up.choices)
    record.monster_kinds = copy_rows(record.monsters, sections.monsters, without=("out_of_depth",))
    fill_items(record, sections.items, sections.hero.slots)
    fill_start(record, sections.hero, sections.items)
    fill_all_counts(record, sections.counts)
    fill_tables(record, sections.monsters, sections.packs, sections.items)
    fill_packs(record, sections.packs, sections.monsters)
    fill_out_of_depth(record, sections.out_of_depth)
    fill_pity_timers(record, sections.pity_timers, sections.items)
    fill_counts(record.wander_every, sections.wandering.every)
    fill_threats(record, sections.monsters, sections.hero, sections.items)
    return record


def fill_items(record: Ruleset, items: Sequence[Item], slots: Sequence[str]) -> None:
    """Fill a row for each kind of item. Slots are numbered from 1; 0 is for items that can't be equipped."""
    record.item_kinds = copy_rows(record.items, items)
    for row, item in zip(record.items, items, strict=False):
        row.slot = slots.index(item.slot) + 1 if item.slot else 0
        row.shape = EFFECT_SHAPES[row.effect]
        row.traits = EFFECT_TRAITS[row.effect]


def fill_start(record: Ruleset, hero: Hero, items: Sequence[Item]) -> None:
    """Fill the starting inventory."""
    numbers = {item.key: number for number, item in enumerate(items)}
    record.start_count = copy_rows(record.start, hero.start)
    for row, start in zip(record.start, hero.start, strict=False):
        row.kind = numbers[start.item]
