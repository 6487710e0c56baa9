"""Compiles validated sections into the record of numbers that the rules read."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.compiling.abilities import fill_abilities, unidentified_items
from steep.content.compiling.drawings import fill_drawings
from steep.content.compiling.fill_rows import Numbers, fill_row, fill_table
from steep.content.compiling.spawns import (
    check_minimums,
    fill_groups,
    fill_growth,
    fill_guaranteed,
    fill_out_of_depth,
    fill_packs,
    fill_pity_timers,
    fill_tables,
    fill_threats,
    fill_weights,
)
from steep.content.compiling.terrain import fill_gases, fill_movers, fill_terrain, note_ways
from steep.content.sections import LAYOUT_DEFAULTS, Attack, Hero, Item, Layout, Sections
from steep.core.record import mostly_shared
from steep.core.ruleset import BEHAVES, MAX_KINDS, Ruleset
from steep.core.ruleset.limits import TERRAIN_ROWS
from steep.core.world import MAX_CHARGES, MAX_STACK
from steep.spawn.dice import fill_dice
from steep.spawn.exact_numbers import SpawnError

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

FROM_MAP = ("room_attempts", "room_min", "room_max")
"""Keys that come from [map] if neither a layout nor its generator has them."""

OWN_ROWS = TERRAIN_ROWS
"""Rows of each table that a record holds itself. There are thousands, but most rulesets use a few.

In the table of terrain the last rows are used, too: they are gases.
"""


def compile_ruleset(sections: Sections) -> Ruleset:
    """The plain form of the record. A kind's number is its index in the sections.

    Raises `SpawnError` when a spawn table has no room for its weights.
    """
    try:
        return fill_ruleset(mostly_shared(Ruleset, OWN_ROWS), sections)
    except TypeError:  # it uses more rows than its own
        return fill_ruleset(Ruleset(), sections)


def fill_ruleset(record: Ruleset, sections: Sections) -> Ruleset:
    """Fill a record at zero, and return it."""
    numbers = Numbers(sections)
    for section in (
        sections.map,
        sections.rules,
        sections.attack,
        sections.hero,
        sections.level_up,
        sections.counts,
        sections.out_of_depth,
        sections.wandering,
        sections.run,
        sections.hunger,
    ):
        fill_row(record, section, numbers)
    record.gain_count = fill_table(record.gains, sections.level_up.choices, numbers)
    record.start_count = fill_table(record.start, sections.hero.start, numbers)
    record.hunger_stage_count = fill_table(record.hunger_stages, sections.hunger.stages, numbers)
    record.monster_kinds = fill_table(record.monsters, sections.monsters, numbers)
    record.enchantment_count = fill_table(record.enchantments, sections.enchantments, numbers)
    fill_miss_chances(record, sections.attack)
    fill_items(record, sections, numbers)
    fill_abilities(record, sections, numbers)
    fill_terrain(record, sections.terrain, numbers)
    fill_gases(record, sections.gases, numbers)
    fill_movers(record, sections.monsters)
    mark_behaviours(record)
    record.throws = int(record.throw_range > 0 or any(row.thrown for row in record.items))
    check_minimums(sections.counts)
    fill_tables(record, sections.monsters, sections.packs, sections.items)
    fill_guaranteed(record, sections.monsters)
    fill_growth(record, sections)
    fill_packs(record, sections.packs, numbers)
    fill_out_of_depth(record, sections.out_of_depth)
    fill_groups(record, sections.groups, numbers)
    fill_pity_timers(record, sections.pity_timers, numbers)
    mark_stacks(record, sections.hero)
    fill_gold(record, sections.items)
    fill_end(record, sections)
    fill_threats(record, sections.monsters)
    fill_layouts(record, sections.layouts, numbers)
    fill_drawings(record, sections, numbers)
    record.hunger_start = record.hunger_start or record.hunger_full
    note_ways(record)
    return record


def fill_miss_chances(record: Ruleset, attack: Attack) -> None:
    """Fill the chances to miss, which are 100 percent minus those to hit."""
    record.miss_chance = 100 - attack.hit_chance
    record.min_miss_chance = 100 - attack.max_hit_chance
    record.max_miss_chance = 100 - attack.min_hit_chance


def mark_behaviours(record: Ruleset) -> None:
    """Mark the kinds of monsters that can do any of BEHAVIOURS."""
    for row in record.monsters[: record.monster_kinds]:
        if any(getattr(row, name) for name in BEHAVIOURS):
            row.triggers |= BEHAVES


def fill_items(record: Ruleset, sections: Sections, numbers: Numbers) -> None:
    """Fill a row for each kind of item, and then for each look of those that aren't identified.

    Slots are numbered from 1; 0 is for items that can't be equipped. Raises `SpawnError` for too many rows.
    """
    items, looks = sections.items, unidentified_items(sections)
    record.item_kinds = len(items)
    record.item_rows = len(items) + len(looks)
    if record.item_rows > MAX_KINDS:
        raise SpawnError("appearances", f"{len(looks)} names, and {len(items)} items", f"at most {MAX_KINDS} in all")
    record.recharges = int(any(item.recharge for item in items))
    fill_table(record.items, items, numbers)
    for row, look in zip(record.items[len(items) :], looks, strict=False):
        row.slot = numbers.rows["slots"].get(look.slot, -1) + 1
        row.appearance = numbers.rows["appearances"][look.appearance] + 1


def mark_stacks(record: Ruleset, hero: Hero) -> None:
    """Mark the items that can share an inventory slot: not equipment, and no look that equipment may have.

    Items with very many charges can't either: those of a full slot would be too many for its record.
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
    record.gathers |= int(record.goal_item > 0)
    if not sections.below.floors:
        return
    first, last = sections.below.floors
    for below in (record.below, *(row.below for row in record.monsters[: record.monster_kinds])):
        below.count, below.first_floor, below.last_floor = last - first + 1, first, record.last_floor
        below.stronger = sections.below.stronger


def fill_layouts(record: Ruleset, layouts: Sequence[Layout], numbers: Numbers) -> None:
    """Fill a row for each layout and each overlay. Raises `SpawnError` if a floor's weights add up to too much."""
    record.layout_count = fill_table(record.layouts, layouts, numbers)
    for row, layout in zip(record.layouts, layouts, strict=False):
        of_map = {key: getattr(record, key) for key in FROM_MAP}
        for key, number in (of_map | LAYOUT_DEFAULTS[layout.generator]).items():
            if getattr(layout, key) is None:
                setattr(row, key, number)
    first = 0
    for row, layout in zip(record.layouts, layouts, strict=False):
        row.first_overlay = first
        row.overlay_count = fill_table(record.overlays[first:], layout.overlays, numbers)
        first += row.overlay_count
    fill_weights(record.layouts, [layout.spawn for layout in layouts], "layouts")
