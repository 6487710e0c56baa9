"""Exact odds of a single draw from the compiled tables, and the last floor on which anything changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from steep.content import Item, Monster, Rulebook
from steep.content.sections import Pack
from steep.core.ruleset import (
    MAX_FLOORS,
    MAX_KINDS,
    CountTable,
    DiceTable,
    Drawing,
    GroupRow,
    GroupWeight,
    LegendRow,
    Ruleset,
    SpawnTable,
)
from steep.mapgen.draw_and_place_spawns import leader_of, max_members
from steep.mapgen.make_floor import drawing_on
from steep.spawn.compile_tables import value_on
from steep.spawn.curves import last_change as last_different
from steep.spawn.curves import last_floor_of_growth
from steep.spawn.placement_odds_and_counts import Pair

Odds = dict[int, Fraction]
"""The probability of each kind or spawn, by its number."""


def table_odds(table: SpawnTable, floor: int) -> Odds:
    """The odds of a table on a floor; empty where nothing has weight."""
    return Pair(table, CountTable()).odds(floor) if table.floors else {}


def tickets(table: SpawnTable, floor: int) -> dict[int, tuple[int, int]]:
    """The weight of each number on a floor and the sum of all weights, as integers."""
    row = min(floor, table.floors) - 1
    rows = range(table.first[row], table.first[row + 1]) if table.floors else range(0)
    upto = [0, *(table.cumulative[at] for at in rows)]
    return {table.kind[at]: (upto[n + 1] - upto[n], upto[-1]) for n, at in enumerate(rows)}


def spawn_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each spawn of monsters (a kind, or MAX_KINDS + a pack) before any unique has appeared.

    Out-of-depth draws are spread evenly over the `deep_reach` floors below. If the sum is less than 1, the rest gives
    nothing.
    """
    chance = Fraction(value_on(ruleset.deep_chance, floor), 1000)
    odds = {spawn: (1 - chance) * share for spawn, share in table_odds(ruleset.monster_spawns, floor).items()}
    if chance:
        for deeper in range(floor + 1, floor + ruleset.deep_reach + 1):
            for spawn, share in table_odds(ruleset.deep_spawns, deeper).items():
                odds[spawn] = odds.get(spawn, Fraction()) + chance * share / ruleset.deep_reach
    return odds


def monster_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each kind of monster, alone or as the leader of a pack."""
    odds: Odds = {}
    for spawn, share in spawn_odds(ruleset, floor).items():
        leader = int(leader_of(ruleset, spawn))
        odds[leader] = odds.get(leader, Fraction()) + share
    return odds


def item_odds(ruleset: Ruleset, floor: int) -> Odds:
    """The odds of each kind of item, without pity timers."""
    return table_odds(ruleset.item_spawns, floor)


def has_packs(ruleset: Ruleset, floor: int) -> bool:
    """Whether a floor can have packs."""
    return any(spawn >= MAX_KINDS for spawn in tickets(ruleset.monster_spawns, floor))


def odds_by_group(ruleset: Ruleset, floor: int) -> dict[int, Odds]:
    """The odds in each group of a ruleset that draws on a floor, by number, before any unique has appeared.

    A group of which no kind has weight there has no odds.
    """
    if not is_populated(ruleset, floor):
        return {}
    found: dict[int, Odds] = {}
    for number, group in enumerate(ruleset.groups[: ruleset.group_count]):
        if max_rolled(group.per_room, floor) or max_rolled(group.per_floor, floor):
            rows = weights_of_group(ruleset, group)
            found[number] = shares({row.kind: int(row.weight[min(floor, MAX_FLOORS) - 1]) for row in rows})
    return found


def group_odds(rulebook: Rulebook, floor: int) -> dict[str, dict[str, Fraction]]:
    """The odds of `odds_by_group` by the keys of groups and of what they draw, without groups that have none."""
    return {
        rulebook.groups[number].key: {kind_in_group(rulebook, number, kind).key: share for kind, share in odds.items()}
        for number, odds in odds_by_group(rulebook.compiled, floor).items()
        if odds
    }


def kind_in_group(rulebook: Rulebook, number: int, kind: int) -> Monster | Pack | Item:
    """A kind or a pack by its number in the table of a group."""
    if rulebook.compiled.groups[number].of_items:
        return rulebook.items[kind]
    return rulebook.monsters[kind] if kind < MAX_KINDS else rulebook.packs[kind - MAX_KINDS]


def weights_of_group(ruleset: Ruleset, group: GroupRow) -> Sequence[GroupWeight]:
    """The rows of a group's table."""
    return ruleset.group_weights[group.first_weight : group.first_weight + group.weight_count]


def drawn_by_groups(ruleset: Ruleset, floor: int, *, items: bool) -> Odds:
    """The items that groups can draw on a floor, or the monsters and packs, with the odds of each in its group."""
    by_group = odds_by_group(ruleset, floor).items()
    groups = [odds for number, odds in by_group if ruleset.groups[number].of_items == items]
    return {kind: share for odds in groups for kind, share in odds.items()}


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
    """How many of each kind of monster are guaranteed on a floor, including the goal, besides those on a map."""
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
    spawns = set(spawn_odds(ruleset, floor)) if draws_monsters(ruleset, floor) else set()
    spawns |= drawn_by_groups(ruleset, floor, items=False).keys()
    return set(guaranteed_on(ruleset, floor)) | kinds_of(ruleset, spawns, floor) | monsters_on_maps(ruleset, floor)


def monsters_on_maps(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of monsters on the maps of a floor's vaults, or on its own."""
    spawns: set[int] = set()
    drawn_from: set[int] = set()
    for row in legends_on(ruleset, floor):
        spawns.update(ruleset.legend_choices[row.first_monster : row.first_monster + row.monster_count])
        if row.draws_monster:
            drawn_from.add(floor + row.deeper)
    return kinds_of(ruleset, spawns.union(*(table_odds(ruleset.monster_spawns, each) for each in drawn_from)), floor)


def kinds_of(ruleset: Ruleset, spawns: set[int], floor: int) -> set[int]:
    """The kinds in some spawns, as far as a floor has their members."""
    found = set()
    for spawn in spawns:
        found.add(int(leader_of(ruleset, spawn)))
        if spawn >= MAX_KINDS:
            pack = ruleset.packs[spawn - MAX_KINDS]
            members = ruleset.pack_members[pack.first_member : pack.first_member + pack.member_count]
            found.update(member.kind for member in members if max_members(pack, member, floor) > 0)
    return found


def items_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of items that can appear on a floor: drawn by weight or a group, on a map, keys, from a pity timer."""
    found = set(item_odds(ruleset, floor)) if draws_items(ruleset, floor) else set()
    found |= items_on_maps(ruleset, floor) | set(goal_items_on(ruleset, floor))
    found |= drawn_by_groups(ruleset, floor, items=True).keys()
    if not is_populated(ruleset, floor):
        return found
    for pity_timer in ruleset.pity_timers[: ruleset.pity_timer_count]:
        if pity_timer.start or (pity_timer.step and floor > 1) or pity_timer.guarantee[min(floor, MAX_FLOORS) - 1]:
            found.add(pity_timer.kind)
    return found


def items_on_maps(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of items on the maps of a floor's vaults, or on its own, and the keys of its vaults."""
    found = key_kinds_on_floor(ruleset, floor)
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
    weights: list[int] = []
    for group in ruleset.groups[: ruleset.group_count]:
        tables += [group.per_room, group.per_floor]
        weights += [last_different(row.weight[:MAX_FLOORS]) for row in weights_of_group(ruleset, group)]
    packs = [
        ruleset.packs[spawn - MAX_KINDS].first_floor + ruleset.packs[spawn - MAX_KINDS].growth
        for spawn in {*spawn_odds(ruleset, MAX_FLOORS), *drawn_by_groups(ruleset, MAX_FLOORS, items=False)}
        if spawn >= MAX_KINDS
    ]
    layouts = last_change_of_layouts(ruleset)
    # The floor below a guaranteed monster differs from its floor, too.
    bosses = [each.floor + 1 for each in ruleset.guaranteed[: ruleset.guaranteed_count]]
    drawn = deepest_drawn(ruleset)
    return min(
        max(drawn, layouts, *(table.floors for table in tables), *guarantees, *weights, *packs, *bosses), MAX_FLOORS
    )


# Exact odds of the layouts of a floor, and the last floor on which they change.


def layout_weights(ruleset: Ruleset, floor: int) -> list[int]:
    """The weight of each layout on a floor, as integers; 0 for all where the floor is drawn whole."""
    if drawing_on(ruleset, floor):
        return [0] * ruleset.layout_count
    return [int(row.weight[min(floor, MAX_FLOORS) - 1]) for row in ruleset.layouts[: ruleset.layout_count]]


def layout_odds(rulebook: Rulebook, floor: int) -> dict[str, Fraction]:
    """The probability of each layout on a floor, by key; empty where none has weight."""
    weights = layout_weights(rulebook.compiled, floor)
    total = sum(weights)
    keys = [layout.key for layout in rulebook.layouts]
    return {key: Fraction(weight, total) for key, weight in zip(keys, weights, strict=True) if weight}


def last_change_of_layouts(ruleset: Ruleset) -> int:
    """The last floor whose layouts have other weights than on the floor above; 1 if there is none."""
    return last_different([layout_weights(ruleset, floor) for floor in range(1, MAX_FLOORS + 1)])


# Which vaults and drawn floors a floor can have, and what is in them.


def drawn_floor(ruleset: Ruleset, floor: int) -> Drawing | None:
    """The drawing of a floor that is drawn whole; None for others."""
    number = drawing_on(ruleset, floor)
    return ruleset.drawings[number - 1] if number else None


def is_populated(ruleset: Ruleset, floor: int) -> bool:
    """Whether a floor has monsters and items of the tables."""
    drawing = drawn_floor(ruleset, floor)
    return drawing is None or drawing.populate == 1


def most_drawn(ruleset: Ruleset, table: DiceTable, floor: int) -> int:
    """The highest number of vaults, or of themes, that is drawn for a floor."""
    if table.floors == 0 or drawn_floor(ruleset, floor) is not None:
        return 0
    row = min(floor, table.floors) - 1
    return max(0, table.dice[row] * table.sides[row] + table.plus[row])


def vault_odds(ruleset: Ruleset, floor: int) -> dict[int, Fraction]:
    """The odds of each vault in a draw on a floor, before any that appears once has; empty if none is drawn."""
    if most_drawn(ruleset, ruleset.vaults_per_floor, floor) == 0:
        return {}
    return shares({n: value_on(ruleset.drawings[n].weight, floor) for n in range(ruleset.vault_count)})


def theme_odds(ruleset: Ruleset, floor: int) -> dict[int, Fraction]:
    """The odds of each theme in a draw on a floor; empty if none is drawn."""
    if most_drawn(ruleset, ruleset.themes_per_floor, floor) == 0:
        return {}
    return shares({n: value_on(ruleset.themes[n].weight, floor) for n in range(ruleset.theme_count)})


def shares(weights: dict[int, int]) -> dict[int, Fraction]:
    """The share of each weight that isn't 0."""
    total = sum(weights.values())
    return {number: Fraction(weight, total) for number, weight in weights.items() if weight}


def guaranteed_vaults(ruleset: Ruleset, floor: int) -> set[int]:
    """The vaults that are guaranteed on a floor, as far as there is room."""
    if drawn_floor(ruleset, floor) is not None:
        return set()
    return {number for number in range(ruleset.vault_count) if value_on(ruleset.drawings[number].guaranteed, floor)}


def vaults_that_can_be_on(ruleset: Ruleset, floor: int) -> list[int]:
    """The vaults that a floor can have: guaranteed ones, those drawn by weight, and those that hold their keys."""
    found = guaranteed_vaults(ruleset, floor) | set(vault_odds(ruleset, floor))
    for number in list(found):
        while ruleset.drawings[number].key_in and ruleset.drawings[number].key_in - 1 not in found:
            number = ruleset.drawings[number].key_in - 1
            found.add(number)
    return sorted(found)


def drawings_on(ruleset: Ruleset, floor: int) -> list[Drawing]:
    """The drawings that a floor can have: itself, or vaults."""
    whole = drawn_floor(ruleset, floor)
    vaults = [ruleset.drawings[number] for number in vaults_that_can_be_on(ruleset, floor)]
    return vaults if whole is None else [whole]


def legends_on(ruleset: Ruleset, floor: int) -> Iterator[LegendRow]:
    """What the cells of the drawings and the themes that a floor can have stand for."""
    for theme in theme_odds(ruleset, floor):
        row = ruleset.themes[theme]
        yield from (fill.what for fill in ruleset.fills[row.first_fill : row.first_fill + row.fill_count])
    for drawing in drawings_on(ruleset, floor):
        cells = ruleset.drawn_cells[drawing.first_cell : drawing.first_cell + drawing.width * drawing.height]
        yield from (ruleset.legend[drawing.first_legend + number] for number in sorted(set(map(int, cells))))


def key_kinds_on_floor(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds of keys that lie on a floor for the locked doors of its vaults."""
    return {drawing.key_kind - 1 for drawing in drawings_on(ruleset, floor) if drawing.key_kind}


def deepest_drawn(ruleset: Ruleset) -> int:
    """The first floor from which on no weight of a vault or a theme and no drawn floor makes a difference."""
    drawn = [floor + 1 for floor in range(1, MAX_FLOORS + 1) if drawn_floor(ruleset, floor)]
    vaults = ruleset.drawings[: ruleset.vault_count]
    weights = [table.floors for vault in vaults for table in (vault.weight, vault.guaranteed)]
    weights += [ruleset.themes[number].weight.floors for number in range(ruleset.theme_count)]
    return max([1, *drawn, *weights])
