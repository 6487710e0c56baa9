"""Exact odds of a single draw from the compiled tables, and the last floor on which anything changes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from steep.balance.drawn_on_floors import deepest_drawn, is_populated, keys_on, legends_on
from steep.balance.layout_odds import last_change_of_layouts
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, CountTable, DiceTable, Ruleset, SpawnTable
from steep.mapgen.draw_and_place_groups import leader_of, max_members
from steep.spawn.curves import last_change as last_different
from steep.spawn.draw_from_compiled_tables import value_on
from steep.spawn.placement_odds_and_counts import Pair
from steep.spawn.stats_by_floor import last_floor_of_growth

Odds = dict[int, Fraction]
"""The probability of each kind or group, by its number."""


def table_odds(table: SpawnTable, floor: int) -> Odds:
    """The odds of a table on a floor; empty where nothing has weight."""
    return Pair(table, CountTable()).odds(floor) if table.floors else {}


def tickets(table: SpawnTable, floor: int) -> dict[int, tuple[int, int]]:
    """The weight of each number on a floor and the sum of all weights, as integers."""
    row = min(floor, table.floors) - 1
    rows = range(table.first[row], table.first[row + 1]) if table.floors else range(0)
    upto = [0, *(table.cumulative[at] for at in rows)]
    return {table.kind[at]: (upto[n + 1] - upto[n], upto[-1]) for n, at in enumerate(rows)}


def group_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each group of monsters (a kind, or MAX_KINDS + a pack) before any unique has appeared.

    Out-of-depth draws are spread evenly over the `deep_reach` floors below. If the sum is less than 1, the rest gives
    nothing.
    """
    chance = Fraction(value_on(ruleset.deep_chance, floor), 1000)
    odds = {group: (1 - chance) * share for group, share in table_odds(ruleset.monster_spawns, floor).items()}
    if chance:
        for deeper in range(floor + 1, floor + ruleset.deep_reach + 1):
            for group, share in table_odds(ruleset.deep_spawns, deeper).items():
                odds[group] = odds.get(group, Fraction()) + chance * share / ruleset.deep_reach
    return odds


def monster_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each kind of monster, alone or as the leader of a pack."""
    odds: Odds = {}
    for group, share in group_odds(ruleset, floor).items():
        leader = int(leader_of(ruleset, group))
        odds[leader] = odds.get(leader, Fraction()) + share
    return odds


def item_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each kind of item, without pity timers."""
    return table_odds(ruleset.item_spawns, floor)


def has_packs(ruleset: Ruleset, floor: int) -> bool:
    """Whether a floor can have packs."""
    return any(group >= MAX_KINDS for group in tickets(ruleset.monster_spawns, floor))


def draws_monsters(ruleset: Ruleset, floor: int) -> bool:
    """Whether any monster is drawn for a floor, when it is made or later as a wandering monster."""
    if not is_populated(ruleset, floor):
        return value_on(ruleset.wander_every, floor) > 0
    counts = (ruleset.monsters_per_100_cells, ruleset.threat_per_floor, ruleset.wander_every)
    by_room = ruleset.monster_room_chance > 0 and value_on(ruleset.monsters_per_room, floor) > 0
    by_floor = max_rolled(ruleset.monsters_per_floor, floor) > 0
    return by_room or by_floor or any(value_on(table, floor) > 0 for table in counts)


def draws_items(ruleset: Ruleset, floor: int) -> bool:
    """Whether any item is drawn for a floor."""
    if not is_populated(ruleset, floor):
        return False
    by_room = ruleset.item_room_chance > 0 and value_on(ruleset.items_per_room, floor) > 0
    by_floor = max_rolled(ruleset.items_per_floor, floor) > 0
    return by_room or by_floor or value_on(ruleset.items_per_100_cells, floor) > 0


def max_rolled(table: DiceTable, floor: int) -> int:
    """The highest roll of a floor's dice."""
    if table.floors == 0:
        return 0
    row = min(floor, table.floors) - 1
    return max(0, table.dice[row] * table.sides[row] + table.plus[row])


def guaranteed_on(ruleset: Ruleset, floor: int) -> Counter[int]:
    """How many of each kind of monster a floor has for sure, the goal among them, besides those on a map."""
    found: Counter[int] = Counter()
    if is_populated(ruleset, floor):
        found.update(each.kind for each in ruleset.guaranteed[: ruleset.guaranteed_count] if each.floor == floor)
    goal = ruleset.goal_monster - 1
    if floor == ruleset.last_floor and goal >= 0 and goal not in monsters_on_maps(ruleset, floor):
        found[goal] += 1
    return found


def goal_items_on(ruleset: Ruleset, floor: int) -> Counter[int]:
    """The item that wins the run, on its last floor, unless a map has it."""
    goal = ruleset.goal_item - 1
    on_map = goal in items_on_maps(ruleset, floor)
    return Counter([goal] if floor == ruleset.last_floor and goal >= 0 and not on_map else [])


def monsters_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of monsters that can appear on a floor, including pack members."""
    groups = set(group_odds(ruleset, floor)) if draws_monsters(ruleset, floor) else set()
    return set(guaranteed_on(ruleset, floor)) | kinds_of(ruleset, groups, floor) | monsters_on_maps(ruleset, floor)


def monsters_on_maps(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of monsters on the maps of a floor's vaults, or on its own."""
    groups: set[int] = set()
    drawn_from: set[int] = set()
    for row in legends_on(ruleset, floor):
        groups.update(ruleset.legend_choices[row.first_monster : row.first_monster + row.monster_count])
        if row.draws_monster:
            drawn_from.add(floor + row.deeper)
    return kinds_of(ruleset, groups.union(*(table_odds(ruleset.monster_spawns, each) for each in drawn_from)), floor)


def kinds_of(ruleset: Ruleset, groups: set[int], floor: int) -> set[int]:
    """The kinds in some groups, as far as a floor has their members."""
    found = set()
    for group in groups:
        found.add(int(leader_of(ruleset, group)))
        if group >= MAX_KINDS:
            pack = ruleset.packs[group - MAX_KINDS]
            members = ruleset.pack_members[pack.first_member : pack.first_member + pack.member_count]
            found.update(member.kind for member in members if max_members(pack, member, floor) > 0)
    return found


def items_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of items that can appear on a floor: drawn by weight or on a map, keys, or from a pity timer."""
    found = set(item_odds(ruleset, floor)) if draws_items(ruleset, floor) else set()
    found |= items_on_maps(ruleset, floor) | set(goal_items_on(ruleset, floor))
    if not is_populated(ruleset, floor):
        return found
    for pity_timer in ruleset.pity_timers[: ruleset.pity_timer_count]:
        if pity_timer.start or (pity_timer.step and floor > 1) or pity_timer.guarantee[min(floor, MAX_FLOORS) - 1]:
            found.add(pity_timer.kind)
    return found


def items_on_maps(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of items on the maps of a floor's vaults, or on its own, and the keys of its vaults."""
    found = keys_on(ruleset, floor)
    drawn_from: set[int] = set()
    for row in legends_on(ruleset, floor):
        found.update(ruleset.legend_choices[row.first_item : row.first_item + row.item_count])
        if row.draws_item:
            drawn_from.add(floor + row.deeper)
    return found.union(*(table_odds(ruleset.item_spawns, each) for each in drawn_from))


def deepest_floor(ruleset: Ruleset) -> int:
    """The last floor of a run; MAX_FLOORS, which stands for all below it, where a run has none."""
    return ruleset.last_floor or MAX_FLOORS


def last_of_interest(ruleset: Ruleset) -> int:
    """The floor below the last change, or the one with the goal of a run if that is deeper."""
    goal = ruleset.last_floor if ruleset.goal_item or ruleset.goal_monster else 0
    return min(max(last_change(ruleset) + 1, goal), deepest_floor(ruleset))


def last_change(ruleset: Ruleset) -> int:
    """The last floor on which any table, or a monster that grows, differs from the floor above; 1 if none does."""
    growing = [last_floor_of_growth(ruleset.monsters[kind]) for kind in monsters_on(ruleset, MAX_FLOORS)]
    return min(max(last_change_of_tables(ruleset), *growing, 1), MAX_FLOORS)


def last_change_of_tables(ruleset: Ruleset) -> int:
    """The last floor on which any table differs from the floor above; 1 if none does."""
    tables: list[SpawnTable | CountTable | DiceTable] = [
        ruleset.monster_spawns,
        ruleset.item_spawns,
        ruleset.monsters_per_room,
        ruleset.items_per_room,
        ruleset.min_monsters_per_room,
        ruleset.min_items_per_room,
        ruleset.monsters_per_floor,
        ruleset.items_per_floor,
        ruleset.monsters_per_100_cells,
        ruleset.items_per_100_cells,
        ruleset.threat_per_floor,
        ruleset.deep_chance,
        ruleset.wander_every,
        ruleset.vaults_per_floor,
        ruleset.themes_per_floor,
    ]
    if any(ruleset.deep_chance.value):
        tables.append(ruleset.deep_spawns)
    for row in ruleset.enchantments[: ruleset.enchantment_count]:
        tables += [row.chance, row.plus]
    guarantees = [
        last_different(pity_timer.guarantee[:MAX_FLOORS])
        for pity_timer in ruleset.pity_timers[: ruleset.pity_timer_count]
    ]
    packs = [
        ruleset.packs[group - MAX_KINDS].first_floor + ruleset.packs[group - MAX_KINDS].growth
        for group in group_odds(ruleset, MAX_FLOORS)
        if group >= MAX_KINDS
    ]
    layouts = last_change_of_layouts(ruleset)
    # The floor below a guaranteed monster differs from its floor, too.
    bosses = [each.floor + 1 for each in ruleset.guaranteed[: ruleset.guaranteed_count]]
    drawn = deepest_drawn(ruleset)
    return min(max(drawn, layouts, *(table.floors for table in tables), *guarantees, *packs, *bosses), MAX_FLOORS)
