"""Compiles spawning: counts, spawn tables, packs, out-of-depth draws, pity timers and threat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steep.content.compiling.fill_rows import Numbers, fill_row, fill_table
from steep.content.sections import Counts, Group, Item, Monster, OutOfDepth, Pack, PityTimer, Sections
from steep.core.miss_chance_and_damage import MAX_THREAT, during_action, expected_damage, threat_of
from steep.core.ruleset import (
    MAX_FLOORS,
    MAX_GUARANTEED,
    MAX_KINDS,
    AttackDice,
    GroupWeight,
    LayoutRow,
    MonsterKind,
    Ruleset,
    codes,
)
from steep.spawn.compile_tables import MAX_TICKETS, fill_counts, fill_spawns, too_many_tickets, whole_weights
from steep.spawn.curves import Steps, changes, floor_above, is_below, stats_on
from steep.spawn.exact_numbers import SpawnError, divided

MINIMUMS = {"min_monsters_per_room": "monsters_per_room", "min_items_per_room": "items_per_room"}
"""The keys of minimums, and those of their maximums."""

PER_PERCENT = 10
"""Thousandths in a percent."""


def check_minimums(counts: Counts) -> None:
    """Raise `SpawnError` where a minimum is above its maximum."""
    for low, high in MINIMUMS.items():
        for floor, least, most in too_few(getattr(counts, low), getattr(counts, high)):
            raise SpawnError(f"counts.{low}", f"{least} on floor {floor}", f"at most {high}, which is {most} there")


def too_few(low: Steps, high: Steps) -> Iterator[tuple[int, int, int]]:
    """The floors on which a minimum is above its maximum, with both."""
    for floor, pair in enumerate(zip(low.values(MAX_FLOORS), high.values(MAX_FLOORS), strict=True), 1):
        least, most = map(int, pair)
        if least > most:
            yield floor, least, most


def fill_tables(record: Ruleset, monsters: Sequence[Monster], packs: Sequence[Pack], items: Sequence[Item]) -> None:
    """Fill the spawn tables. Packs share the monsters' table; the out-of-depth table has no packs."""
    weights = {number: monster.spawn for number, monster in enumerate(monsters)}
    out_of_depth = {number: weights[number] for number, monster in enumerate(monsters) if monster.out_of_depth}
    of_packs = {MAX_KINDS + number: pack.spawn for number, pack in enumerate(packs)}
    fill_spawns(record.monster_spawns, weights | of_packs, "monsters")
    fill_spawns(record.deep_spawns, out_of_depth, "monsters")
    fill_spawns(record.item_spawns, {number: item.spawn for number, item in enumerate(items)}, "items")


def fill_guaranteed(record: Ruleset, monsters: Sequence[Monster]) -> None:
    """Fill a row for each guaranteed monster of a floor. Raises `SpawnError` for too many."""
    rows = sorted((floor, kind) for kind, monster in enumerate(monsters) for floor in monster.guaranteed_on)
    if len(rows) > MAX_GUARANTEED:
        raise SpawnError("monsters", f"{len(rows)} floors in guaranteed_on of all kinds", f"at most {MAX_GUARANTEED}")
    record.guaranteed_count = len(rows)
    for row, (floor, kind) in zip(record.guaranteed, rows, strict=False):
        row.floor, row.kind = floor, kind


def fill_packs(record: Ruleset, packs: Sequence[Pack], numbers: Numbers) -> None:
    """Fill a row for each pack and a row for each of its members."""
    first = 0
    for row, pack in zip(record.packs, packs, strict=False):
        fill_row(row, pack, numbers)
        row.first_member = first
        row.member_count = fill_table(record.pack_members[first:], pack.members, numbers)
        row.first_floor = pack.spawn.entries[0][0] if pack.spawn.entries else 1
        first += row.member_count


def damped_chance(depth: OutOfDepth) -> Steps:
    """The chance that a monster is drawn out of depth, by floor, in percent.

    Up to floor `damped` it is scaled: floor f has (f - 1) / damped of `chance`. Deeper floors have all of it.
    """
    if depth.damped == 0:
        return depth.chance
    chances = enumerate(depth.chance.values(MAX_FLOORS), 1)
    return Steps(
        changes([(floor, divided(percent * min(floor - 1, depth.damped), depth.damped)) for floor, percent in chances])
    )


def fill_groups(record: Ruleset, groups: Sequence[Group], numbers: Numbers) -> None:
    """Fill a row for each group and a row for each of its weights. In a group, pack n is MAX_KINDS + n."""
    first = 0
    record.group_count = fill_table(record.groups, groups, numbers)
    for row, group in zip(record.groups, groups, strict=False):
        row.first_weight, row.weight_count, row.of_items = first, len(group.weights), int(bool(group.items))
        rows = record.group_weights[first : first + row.weight_count]
        for each, (family, key) in zip(rows, group.weights, strict=True):
            each.kind = numbers.rows[family][key] + (MAX_KINDS if family == "packs" else 0)
        fill_weights(rows, list(group.weights.values()), f"groups.{group.key}")
        first += row.weight_count


def fill_weights(rows: Sequence[LayoutRow | GroupWeight], weights: Sequence[Steps], where: str) -> None:
    """Fill the weights of rows by floor. Raises `SpawnError` if those of a floor add up to too much."""
    for floor, on_floor in enumerate(zip(*(curve.values(MAX_FLOORS) for curve in weights), strict=True)):
        tickets = whole_weights(on_floor)
        if sum(tickets) > MAX_TICKETS:
            raise too_many_tickets(f"{where} on floor {floor + 1}", on_floor)
        for row, weight in zip(rows, tickets, strict=False):
            row.weight[floor] = weight


def fill_out_of_depth(record: Ruleset, depth: OutOfDepth) -> None:
    """Fill the chance of out-of-depth draws, in thousandths rounded down."""
    chance = damped_chance(depth)
    fill_counts(record.deep_chance, Steps(tuple((floor, PER_PERCENT * percent) for floor, percent in chance.entries)))


def fill_pity_timers(record: Ruleset, pity_timers: Sequence[PityTimer], numbers: Numbers) -> None:
    """Fill a row for each pity timer, and each item's reference to its timer."""
    record.pity_timer_count = len(pity_timers)
    for number, pity_timer in enumerate(pity_timers):
        row = record.pity_timers[number]
        row.kind = numbers.rows["items"][pity_timer.key]
        row.start, row.step, row.reset = (
            PER_PERCENT * percent for percent in (pity_timer.start, pity_timer.step, pity_timer.reset)
        )
        for floor, guarantee in enumerate(pity_timer.guarantee.values(MAX_FLOORS)):
            row.guarantee[floor] = int(guarantee)
        record.items[row.kind].pity_timer = number + 1


def fill_threats(record: Ruleset, monsters: Sequence[Monster]) -> None:
    """Fill the threat of each kind of monster by floor.

    Captives are no threat, so a kind's threat is multiplied by the share of its monsters that aren't captives.
    """
    for row, monster in zip(record.monsters, monsters, strict=False):
        for floor, threat in enumerate(threats_of(record, row, monster.threat)):
            row.threat[floor] = max(1, threat * (100 - row.captive) // 100)


def threats_of(record: Ruleset, row: MonsterKind, declared: int = 0) -> list[int]:
    """The threat by floor of a single monster of a kind, if it is no captive.

    It is what a fight costs the hero at the start of a run, in its starting equipment. A declared threat is that of the
    stats as written, and grows in the same proportion.
    """
    equipped = [record.items[start.kind] for start in record.start[: record.start_count] if start.equipped]
    stats = [record.hero_stats[stat] + sum(int(item.bonus[stat]) for item in equipped) for stat in range(codes.STATS)]
    weapon = next((item for item in equipped if item.weapon), None)
    attack = weapon.attack if weapon else record.hero_attack
    time = weapon.attack_time if weapon else codes.NORMAL_SPEED
    threats: list[int] = []
    for floor in range(1, MAX_FLOORS + 1):
        returns = is_below(row.below, floor) and floor_above(row.below, floor) == row.below.first_floor
        if floor == 1 or row.grows_from < floor <= row.grows_to or returns:
            own = stats_on(row, floor)
            taken = damage_between(record, row.attack, own, stats)
            threat = threat_of(
                own[codes.MAX_HP],
                dealt=damage_between(record, attack, stats, own),
                taken=during_action(taken, row.attack_time, own[codes.SPEED], time, stats[codes.SPEED]),
                hero_hp=max(1, stats[codes.MAX_HP]),
            )
        threats.append(threat)
    if not declared:
        return threats
    return [min(max(1, declared * threat // threats[0]), MAX_THREAT) for threat in threats]


def fill_growth(record: Ruleset, sections: Sections) -> None:
    """Fill what each kind of monster gains with each floor, and the floors that add to it."""
    for row, monster in zip(record.monsters, sections.monsters, strict=False):
        if monster.growth:
            row.grows_from = monster.grows_from or first_floor(monster, sections)
            row.grows_to = monster.grows_to or MAX_FLOORS
        for key, points in monster.growth:
            parts = round(points * codes.GROWTH_PARTS)
            if key == "xp":
                row.xp_growth = parts
            else:
                row.growth[codes.STAT_NAMES.index(key)] = parts


def first_floor(monster: Monster, sections: Sections) -> int:
    """The first floor on which a kind of monster is placed, alone, in a pack or by a group; 1 if it never is."""
    packs = sections.packs
    in_packs = [pack for pack in packs if monster.key in (pack.leader, *(member.kind for member in pack.members))]
    drawn = {("monsters", monster.key), *(("packs", pack.key) for pack in in_packs)}
    curves = [monster.spawn, *(pack.spawn for pack in in_packs)]
    curves += [curve for group in sections.groups for kind, curve in group.weights.items() if kind in drawn]
    return min([*monster.guaranteed_on, *(max(1, curve.entries[0][0]) for curve in curves if curve.entries)], default=1)


def damage_between(record: Ruleset, attack: AttackDice, by: Sequence[int], stats: Sequence[int]) -> int:
    """What an attack by an actor with some stats takes on average from one with others, in hundredths of an HP."""
    resistance = int(stats[codes.RESISTANCE + attack.damage_type])
    return expected_damage(
        record,
        attack,
        int(by[codes.POWER]),
        int(by[codes.ACCURACY]),
        int(stats[codes.DEFENSE]),
        int(stats[codes.EVASION]),
        resistance,
    )
