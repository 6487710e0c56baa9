"""Compiles validated sections into the record of numbers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compiling.abilities import fill_abilities, unidentified_items
from steep.content.compiling.copy_sections_to_record import copy_fields, copy_rows
from steep.content.compiling.drawings import fill_drawings
from steep.content.compiling.layouts import fill_layouts
from steep.content.compiling.spawns import (
    fill_all_counts,
    fill_enchantments,
    fill_growth,
    fill_guaranteed,
    fill_out_of_depth,
    fill_packs,
    fill_pity_timers,
    fill_tables,
    fill_threats,
)
from steep.content.compiling.terrain import fill_gases, fill_movers, fill_terrain, note_ways
from steep.content.sections import Attack, Hero, Item, Sections
from steep.core.record import mostly_shared
from steep.core.ruleset import BEHAVES, MAX_KINDS, STAT_NAMES, Ruleset
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import MAX_CHARGES, MAX_STACK
from steep.spawn.compile_tables import fill_counts
from steep.spawn.dice import fill_dice
from steep.spawn.exact_numbers import SpawnError

MAP_NAMES = {"width": "map_width", "height": "map_height"}
RULES_NAMES = {"confused": "stumble", "lost_sight": "forgets"}
HERO_NAMES = {"inventory": "inventory_capacity"}
HUNGER_NAMES = {"full": "hunger_full", "start": "hunger_start"}
LEVEL_UP_NAMES = {"base": "level_base", "factor": "level_factor", "must_exceed": "level_above"}
"""The names that some keys have in the record. All other keys keep theirs."""

HIT_CHANCES = ("hit_chance", "min_hit_chance", "max_hit_chance")
BEHAVIOURS = (
    "keeps_distance",
    "flees_below",
    "erratic",
    "returns_above",
    "loses_trail",
    "wanders",
    "guards",
    "ambush",
    "stays",
)
"""What kinds of monsters can do besides waiting, chasing and attacking."""

STAT_KEYS = ("hp", *STAT_NAMES)
"""Keys that `steep.content.compiling.abilities` compiles into stats."""


OWN_ROWS = TERRAIN_ROWS
"""Rows of each table that a ruleset has for itself. Of the thousands that there are most rulesets use a few.

Of the table of terrain all do: gases are its last rows.
"""


def compile_ruleset(sections: Sections) -> Ruleset:
    """The plain form of the record. A kind's number is its index in the sections.

    Raises `SpawnError` when a spawn table has no room for its weights.
    """
    try:
        return fill_ruleset(mostly_shared(Ruleset, OWN_ROWS), sections)
    except TypeError:  # more rows are used than are its own
        return fill_ruleset(Ruleset(), sections)


def fill_ruleset(record: Ruleset, sections: Sections) -> Ruleset:
    """Fill a record at zero, and return it."""
    copy_fields(record, sections.map, MAP_NAMES)
    copy_fields(record, sections.rules, RULES_NAMES, without=("fireball_needs",))
    copy_fields(record, sections.attack, without=HIT_CHANCES)
    copy_fields(record, sections.hero, HERO_NAMES, without=(*STAT_KEYS, "view_radius", "stacks"))
    copy_fields(record, sections.level_up, LEVEL_UP_NAMES)
    record.gain_count = copy_rows(record.gains, sections.level_up.choices)
    for row, choice in zip(record.gains, sections.level_up.choices, strict=False):
        row.stat = STAT_NAMES.index(choice.stat)
    record.monster_kinds = copy_rows(
        record.monsters,
        sections.monsters,
        without=("out_of_depth", "grows_from", "grows_to", "threat", "moves", "opens_doors", *STAT_KEYS),
    )
    fill_miss_chances(record, sections.attack)
    fill_items(record, sections)
    fill_abilities(record, sections)
    fill_terrain(record, sections.terrain, sections.items)
    fill_gases(record, sections.gases)
    fill_movers(record, sections.monsters)
    mark_behaviours(record)
    record.throws = int(record.throw_range > 0 or any(row.thrown for row in record.items))
    fill_start(record, sections.hero, sections.items)
    fill_all_counts(record, sections.counts)
    fill_tables(record, sections.monsters, sections.packs, sections.items)
    fill_guaranteed(record, sections.monsters)
    fill_growth(record, sections.monsters, sections.packs)
    fill_packs(record, sections.packs, sections.monsters)
    fill_out_of_depth(record, sections.out_of_depth)
    fill_pity_timers(record, sections.pity_timers, sections.items)
    fill_enchantments(record, sections.enchantments, sections.items)
    mark_stacks(record, sections.hero)
    fill_counts(record.wander_every, sections.wandering.every)
    fill_gold(record, sections.items)
    fill_end(record, sections)
    fill_threats(record, sections.monsters)
    fill_layouts(record, sections.layouts, sections.terrain)
    fill_drawings(record, sections)
    fill_hunger(record, sections)
    note_ways(record)
    return record


def fill_miss_chances(record: Ruleset, attack: Attack) -> None:
    """Fill the chances to miss, which are what remains of those to hit."""
    record.miss_chance = 100 - attack.hit_chance
    record.min_miss_chance = 100 - attack.max_hit_chance
    record.max_miss_chance = 100 - attack.min_hit_chance


def mark_behaviours(record: Ruleset) -> None:
    """Mark the kinds of monsters that behave."""
    for row in record.monsters[: record.monster_kinds]:
        if any(getattr(row, name) for name in BEHAVIOURS):
            row.triggers |= BEHAVES


def fill_items(record: Ruleset, sections: Sections) -> None:
    """Fill a row for each kind of item, and then for each look of those that aren't identified.

    Slots are numbered from 1; 0 is for items that can't be equipped. Raises `SpawnError` for too many rows.
    """
    items, looks = sections.items, unidentified_items(sections)
    appearances = [appearance.key for appearance in sections.appearances]
    record.item_kinds = copy_rows(record.items, items, without=("effect", "amount", "reach", *STAT_KEYS))
    record.item_rows = len(items) + len(looks)
    if record.item_rows > MAX_KINDS:
        raise SpawnError("appearances", f"{len(looks)} names, and {len(items)} items", f"at most {MAX_KINDS} in all")
    keys = [item.key for item in items]
    record.recharges = int(any(item.recharge for item in items))
    for row, item in zip(record.items, (*items, *looks), strict=False):
        row.slot = sections.hero.slots.index(item.slot) + 1 if item.slot else 0
        row.appearance = appearances.index(item.appearance) + 1 if item.appearance else 0
        row.ammunition = keys.index(item.ammunition) + 1 if item.ammunition else 0


def mark_stacks(record: Ruleset, hero: Hero) -> None:
    """Mark what shares an inventory slot: no equipment, and no look that equipment may have.

    Nor what has so many charges that those of a full slot would be too many for its record.
    """
    kinds, looks = record.items[: record.item_kinds], record.items[record.item_kinds : record.item_rows]
    for row in kinds:
        row.stacks = int(hero.stacks and not (row.slot or row.enchantable) and row.charges * MAX_STACK <= MAX_CHARGES)
    alone = {row.appearance for row in kinds if not row.stacks}
    for look in looks:
        look.stacks = int(look.appearance not in alone)


def fill_gold(record: Ruleset, items: Sequence[Item]) -> None:
    """Fill a row for each kind of gold."""
    kinds = [number for number, item in enumerate(items) if item.gold.entries]
    for row, number in enumerate(kinds):
        fill_dice(record.gold[row], items[number].gold)
        record.items[number].gold = row + 1
    record.gathers = int(bool(kinds))


def fill_end(record: Ruleset, sections: Sections) -> None:
    """Fill how a run is won, and what is below."""
    run = sections.run
    record.last_floor = run.last_floor
    record.goal_item = [item.key for item in sections.items].index(run.goal_item) + 1 if run.goal_item else 0
    monsters = [monster.key for monster in sections.monsters]
    record.goal_monster = monsters.index(run.goal_monster) + 1 if run.goal_monster else 0
    record.gathers |= int(record.goal_item > 0)
    if not sections.below.floors:
        return
    first, last = sections.below.floors
    for below in (record.below, *(row.below for row in record.monsters[: record.monster_kinds])):
        below.count, below.first_floor, below.last_floor = last - first + 1, first, run.last_floor
        below.stronger = sections.below.stronger


def fill_hunger(record: Ruleset, sections: Sections) -> None:
    """Fill the hero's nutrition and the stages of hunger."""
    copy_fields(record, sections.hunger, HUNGER_NAMES)
    record.hunger_start = record.hunger_start or record.hunger_full
    statuses = [status.key for status in sections.statuses]
    record.hunger_stage_count = copy_rows(record.hunger_stages, sections.hunger.stages)
    for row, stage in zip(record.hunger_stages, sections.hunger.stages, strict=False):
        row.status = statuses.index(stage.status) + 1 if stage.status else 0


def fill_start(record: Ruleset, hero: Hero, items: Sequence[Item]) -> None:
    """Fill the starting inventory."""
    numbers = {item.key: number for number, item in enumerate(items)}
    record.start_count = copy_rows(record.start, hero.start)
    for row, start in zip(record.start, hero.start, strict=False):
        row.kind = numbers[start.item]
