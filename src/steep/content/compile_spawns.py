"""Compiles what a ruleset says of who comes: counts, weights, packs, depth, meters, wanderers and threat."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content.sections import Counts, Hero, Item, Monster, OutOfDepth, Pack, PityTimer
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, Ruleset
from steep.spawn.compile import fill_counts, fill_spawns
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import fill_dice
from steep.spawn.exact import divided
from steep.spawn.threat import threat_of

PER_PERCENT = 10
"""Thousandths in a percent."""


def numbers_of(kinds: Sequence[Monster | Item]) -> dict[str, int]:
    """The number of each kind by its key."""
    return {kind.key: number for number, kind in enumerate(kinds)}


def fill_all_counts(record: Ruleset, counts: Counts) -> None:
    """How many come, in each way of counting."""
    fill_counts(record.monsters_per_room, counts.monsters_per_room)
    fill_counts(record.items_per_room, counts.items_per_room)
    fill_dice(record.monsters_per_floor, counts.monsters_per_floor)
    fill_dice(record.items_per_floor, counts.items_per_floor)
    fill_counts(record.monsters_per_100_cells, counts.monsters_per_100_cells)
    fill_counts(record.items_per_100_cells, counts.items_per_100_cells)
    fill_counts(record.threat_per_floor, counts.threat_per_floor)


def fill_tables(record: Ruleset, monsters: Sequence[Monster], packs: Sequence[Pack], items: Sequence[Item]) -> None:
    """The weighted tables. A pack is drawn among the monsters; out of depth come neither packs nor who may not."""
    weights = {number: monster.spawn for number, monster in enumerate(monsters)}
    bold = {number: weights[number] for number, monster in enumerate(monsters) if monster.out_of_depth}
    groups = {MAX_KINDS + number: pack.spawn for number, pack in enumerate(packs)}
    fill_spawns(record.monster_spawns, weights | groups, "monsters")
    fill_spawns(record.deep_spawns, bold, "monsters")
    fill_spawns(record.item_spawns, {number: item.spawn for number, item in enumerate(items)}, "items")


def fill_packs(record: Ruleset, packs: Sequence[Pack], monsters: Sequence[Monster]) -> None:
    """A row for each pack, and one for each of its members."""
    numbers = numbers_of(monsters)
    first = 0
    for row, pack in zip(record.packs, packs, strict=False):
        row.leader = numbers[pack.leader]
        row.first_member = first
        row.member_count = len(pack.members)
        row.first_floor = pack.spawn.entries[0][0] if pack.spawn.entries else 1
        row.growth = pack.growth
        for number, member in enumerate(pack.members, first):
            place = record.pack_members[number]
            place.kind = numbers[member.kind]
            place.min_count, place.max_count = member.count
        first += len(pack.members)


def damped_chance(depth: OutOfDepth) -> Steps:
    """The chance of a draw out of depth by floor, in percent.

    On floor f it is (f - 1) / damped of what `chance` says, from floor damped + 1 on all of it.
    """
    if depth.damped == 0:
        return depth.chance
    chances = enumerate(depth.chance.values(MAX_FLOORS), 1)
    return Steps(
        changes([(floor, divided(percent * min(floor - 1, depth.damped), depth.damped)) for floor, percent in chances])
    )


def fill_depth(record: Ruleset, depth: OutOfDepth) -> None:
    """How often, in thousandths rounded down, and how far draws are made out of depth."""
    chance = damped_chance(depth)
    fill_counts(record.deep_chance, Steps(tuple((floor, PER_PERCENT * percent) for floor, percent in chance.entries)))
    record.deep_reach = depth.reach


def fill_meters(record: Ruleset, pity_timers: Sequence[PityTimer], items: Sequence[Item]) -> None:
    """A row for each meter, and on each kind of item the meter that counts it."""
    numbers = numbers_of(items)
    record.pity_timer_count = len(pity_timers)
    for number, pity_timer in enumerate(pity_timers):
        row = record.pity_timers[number]
        row.kind = numbers[pity_timer.key]
        row.start, row.step, row.reset = (
            PER_PERCENT * percent for percent in (pity_timer.start, pity_timer.step, pity_timer.reset)
        )
        for floor, guarantee in enumerate(pity_timer.guarantee.values(MAX_FLOORS)):
            row.guarantee[floor] = int(guarantee)
        record.items[row.kind].pity_timer = number + 1


def fill_threats(record: Ruleset, monsters: Sequence[Monster], hero: Hero, items: Sequence[Item]) -> None:
    """What each kind threatens the hero with as a run begins, what it wears included."""
    kinds = {item.key: item for item in items}
    worn = [kinds[start.item] for start in hero.start if start.equipped]
    power = hero.power + sum(item.power for item in worn)
    defense = hero.defense + sum(item.defense for item in worn)
    for row, monster in zip(record.monsters, monsters, strict=False):
        row.threat = threat_of(
            monster.hp, monster.power, monster.defense, hero_hp=hero.hp, hero_power=power, hero_defense=defense
        )
