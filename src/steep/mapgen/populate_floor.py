"""Places monsters and items on a floor.

The order: guaranteed monsters, pity items, room by room, whole floor, threat budget, groups, enchantments, gold.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, NOWHERE, STAIRS, steps_between
from steep.core.random_streams import LOOT, SPAWNS, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_FLOORS, CountTable, DiceTable, EnchantmentRow, GroupRow, Ruleset
from steep.core.world import MAX_CHARGES, MAX_PLUS, MAX_ROOMS, MIN_PLUS, Room, World
from steep.mapgen.draw_and_place_spawns import ANY_THREAT, draw_spawn, leader_of, place_spawn
from steep.mapgen.put_on_free_cell import (
    add_actor,
    add_item,
    can_place,
    is_taken,
    mover_of_kind,
    random_cell,
    random_cell_at_home,
    random_room,
)
from steep.spawn.compile_tables import NOTHING, draw_kind, roll_dice, value_on
from steep.spawn.curves import floor_above

# Places the goal of a run on its last floor, and draws the amounts of gold on a floor.


@rule
def has_goal_item(world: World, ruleset: Ruleset) -> bool:
    """Whether the item that wins the run lies on the floor."""
    for i in range(world.item_count):
        if world.items[i].kind + 1 == ruleset.goal_item:
            return True
    return False


@rule
def has_goal_monster(world: World, ruleset: Ruleset) -> bool:
    """Whether the monster whose death wins the run is on the floor."""
    for index in range(world.actor_count):
        if world.actors[index].kind + 1 == ruleset.goal_monster:
            return True
    return False


@rule
def place_goal(world: World, ruleset: Ruleset) -> None:
    """Put the run's goal on the stairs of the last floor, before anything is drawn for it, unless a map has it.

    If the stairs are taken, or there are none, it is somewhere else.
    """
    cell = stairs_of(world)
    if ruleset.goal_item > 0 and not has_goal_item(world, ruleset):
        item_cell = cell if cell != NOWHERE else cell_away_from_start(world, ruleset, ruleset.holds)
        add_item(world, ruleset.goal_item - 1, item_cell)
    if ruleset.goal_monster > 0 and not has_goal_monster(world, ruleset):
        home = mover_of_kind(ruleset, ruleset.goal_monster - 1).lives_on
        if cell == NOWHERE or not can_place(world, ruleset, home, cell):
            cell = cell_away_from_start(world, ruleset, home)
        if cell == NOWHERE:
            # A monster that stays in water, on a floor without any.
            cell = cell_away_from_start(world, ruleset, ruleset.holds)
        if cell != NOWHERE:
            add_actor(world, ruleset, ruleset.goal_monster - 1, cell, SPAWNS)


@rule
def take_goal_away(world: World, ruleset: Ruleset) -> None:
    """Take the goal off a floor below the last one if its map has it: the run has been won."""
    for i in range(world.item_count):
        if world.items[i].kind + 1 == ruleset.goal_item:
            world.items[i].cell = NOWHERE


@rule
def draw_gold(world: World, ruleset: Ruleset) -> None:
    """Draw the amounts of gold on a new floor, after everything is placed: no other draw of a floor depends on them."""
    floor = floor_above(ruleset.below, world.floor)
    for i in range(world.item_count):
        row = ruleset.items[world.items[i].kind].gold
        if row > 0:
            amount = roll_dice(ruleset.gold[row - 1], floor, world.random, LOOT)
            world.items[i].charges = max(1, min(MAX_CHARGES, amount))


# Draws the enchantment of the items on a new floor.


@rule
def draw_plus(world: World, enchantment: EnchantmentRow, floor: int) -> int:
    """Draw an enchantment by the tables of a floor; 0 for none."""
    if below(world.random, LOOT, 100) >= value_on(enchantment.chance, floor):
        return 0
    plus = roll_dice(enchantment.plus, floor, world.random, LOOT)
    if below(world.random, LOOT, 100) < enchantment.negative:
        plus = -plus
    return max(MIN_PLUS, min(MAX_PLUS, plus))


@rule
def enchant_items(world: World, ruleset: Ruleset) -> None:
    """Enchant items that may be enchanted, after everything is placed: no other draw of a floor depends on it."""
    floor = floor_above(ruleset.below, world.floor)
    for i in range(world.item_count):
        number = ruleset.items[world.items[i].kind].enchantment
        if number > 0:
            world.item_plus[i] = draw_plus(world, ruleset.enchantments[number - 1], floor)


# Pity timers: the chance of an item rises with each floor without one and falls with each one generated.

MAX_REDRAWS = 100
"""Cells tried to find a free one. After these, the last is used even if it is taken."""


@rule
def start_pity_timers(world: World, ruleset: Ruleset) -> None:
    """Reset all pity timers at the start of a run."""
    for number in range(ruleset.pity_timer_count):
        state = world.pity_timers[number]
        state.chance = ruleset.pity_timers[number].start
        state.given = 0
        state.counted = 0


@rule
def advance_pity_timers(world: World, ruleset: Ruleset) -> None:
    """Update the chance of each pity timer by what the previous floor generated."""
    for number in range(ruleset.pity_timer_count):
        pity_timer = ruleset.pity_timers[number]
        state = world.pity_timers[number]
        if world.floor > 1:
            fresh = state.given - state.counted
            if fresh > 0:
                state.chance = max(0, state.chance - fresh * pity_timer.reset)
            else:
                state.chance = min(1000, state.chance + pity_timer.step)
        state.counted = state.given


@rule
def generate_item(world: World, ruleset: Ruleset, kind: int, cell: int) -> None:
    """Place an item while a floor is made, and count it for its pity timer."""
    if add_item(world, kind, cell, ruleset.items[kind].charges) and ruleset.items[kind].pity_timer > 0:
        world.pity_timers[ruleset.items[kind].pity_timer - 1].given += 1


@rule
def free_cell(world: World, ruleset: Ruleset) -> int:
    """A random room cell for an item that must not be dropped, free if MAX_REDRAWS draws find one."""
    cell = random_cell(world, random_room(world, LOOT), LOOT)
    for _ in range(MAX_REDRAWS):
        if not is_taken(world, ruleset, cell):
            break
        cell = random_cell(world, random_room(world, LOOT), LOOT)
    return cell


@rule
def place_pity_items(world: World, ruleset: Ruleset) -> None:
    """Place the items that pity timers and guarantees give on this floor, before any others."""
    floor = min(floor_above(ruleset.below, world.floor), MAX_FLOORS)
    for number in range(ruleset.pity_timer_count):
        pity_timer = ruleset.pity_timers[number]
        state = world.pity_timers[number]
        due = 1 if below(world.random, LOOT, 1000) < state.chance else 0
        guarantee = int(pity_timer.guarantee[floor - 1])
        due = max(due, guarantee - state.given)
        for _ in range(due):
            generate_item(world, ruleset, pity_timer.kind, free_cell(world, ruleset))


# Places the guaranteed monsters of a floor, such as bosses, before all others.

MAX_TRIES = 100
"""Random cells tried to find a free one. After these, the first free cell of the floor is used."""


@rule
def cell_away_from_start(world: World, ruleset: Ruleset, home: Cells) -> int:
    """A random cell for an actor's home, in any room but the first if there is another; NOWHERE if none is free."""
    if home[FLOOR] == 0:
        return random_cell_at_home(world, ruleset, home, SPAWNS)
    others = world.room_count - 1
    for _ in range(MAX_TRIES):
        room = world.rooms[1 + below(world.random, SPAWNS, others) if others > 0 else 0]
        cell = random_cell(world, room, SPAWNS)
        if can_place(world, ruleset, home, cell):
            return cell
    for cell in range(CELLS):
        if can_place(world, ruleset, home, cell):
            return cell
    return NOWHERE


@rule
def stairs_of(world: World) -> int:
    """The cell of the stairs; NOWHERE if the floor has none."""
    for cell in range(CELLS):
        if world.tiles[cell] == STAIRS:
            return cell
    return NOWHERE


@rule
def cell_beside_stairs(world: World, ruleset: Ruleset, home: Cells) -> int:
    """The cell nearest to the stairs, but not on them, that is free for an actor's home; NOWHERE if there is none."""
    stairs = stairs_of(world)
    best = NOWHERE
    for cell in range(CELLS):
        nearer = best == NOWHERE or steps_between(cell, stairs) < steps_between(best, stairs)
        if nearer and stairs not in (NOWHERE, cell) and can_place(world, ruleset, home, cell):
            best = cell
    return best


@rule
def place_guaranteed(world: World, ruleset: Ruleset) -> None:
    """Place the floor's guaranteed monsters, but no unique that has already appeared in this run."""
    floor = floor_above(ruleset.below, world.floor)
    for number in range(ruleset.guaranteed_count):
        due = ruleset.guaranteed[number]
        if due.floor == floor and world.uniques_spawned[due.kind] == 0:
            home = mover_of_kind(ruleset, due.kind).lives_on
            cell = cell_beside_stairs(world, ruleset, home) if ruleset.monsters[due.kind].at_stairs == 1 else NOWHERE
            if cell == NOWHERE:
                cell = cell_away_from_start(world, ruleset, home)
            if cell == NOWHERE:
                world.dropped_actors += 1
            else:
                add_actor(world, ruleset, due.kind, cell, SPAWNS)


MAX_MISSES = 20
"""Draws in a row that spend nothing before the floor's threat budget is given up."""


@rule
def populate(world: World, ruleset: Ruleset) -> None:
    """Place monsters and items; those that land on a taken cell are dropped, unless they are guaranteed."""
    place_guaranteed(world, ruleset)
    place_pity_items(world, ruleset)
    floor = floor_above(ruleset.below, world.floor)
    min_monsters = value_on(ruleset.min_monsters_per_room, floor)
    max_monsters = value_on(ruleset.monsters_per_room, floor)
    min_items = value_on(ruleset.min_items_per_room, floor)
    max_items = value_on(ruleset.items_per_room, floor)
    for r in range(world.room_count):
        room = world.rooms[r]
        monsters = count_for_room(min_monsters, max_monsters, ruleset.monster_room_chance, world.random, SPAWNS)
        for _ in range(scaled_count(monsters, ruleset.more_monsters, world.random, SPAWNS)):
            place_monsters(world, ruleset, room)
        items = count_for_room(min_items, max_items, ruleset.item_room_chance, world.random, LOOT)
        for _ in range(scaled_count(items, ruleset.more_items, world.random, LOOT)):
            place_item(world, ruleset, room)
    scatter(world, ruleset)
    spend_threat(world, ruleset)
    place_groups(world, ruleset)


@rule
def count_for_room(least: int, most: int, chance: int, random: Cells, stream: int) -> int:
    """A random number from `least` to `most`, or 0 in rooms that get none."""
    if chance < 100 and below(random, stream, 100) >= chance:
        return 0
    return least + below(random, stream, most - least + 1)


@rule
def scaled_count(number: int, more: int, random: Cells, stream: int) -> int:
    """Scale `number` by (1000 + more) / 1000; the fraction left over is the chance of one more."""
    if more == 0:
        return number
    due = number * (1000 + more)
    whole = due // 1000
    if below(random, stream, 1000) < due % 1000:
        whole += 1
    return whole


@rule
def place_monsters(world: World, ruleset: Ruleset, room: Room) -> None:
    """Draw a monster or a pack and place it in a room."""
    spawn = draw_spawn(world, ruleset, SPAWNS)
    cell = random_cell(world, room, SPAWNS)
    if spawn != NOTHING:
        place_spawn(world, ruleset, spawn, cell, ANY_THREAT, SPAWNS)


@rule
def place_item(world: World, ruleset: Ruleset, room: Room) -> None:
    """Draw an item and place it in a room."""
    kind = draw_kind(ruleset.item_spawns, floor_above(ruleset.below, world.floor), world.random, LOOT)
    cell = random_cell(world, room, LOOT)
    if kind != NOTHING and not is_taken(world, ruleset, cell):
        generate_item(world, ruleset, kind, cell)


@rule
def open_cells(world: World, ruleset: Ruleset) -> int:
    """The number of cells on a floor that aren't solid, and not in a vault where nothing else is placed."""
    tiles = world.tiles
    region_of = world.region_of
    last_outside = MAX_ROOMS - world.shells
    count = 0
    for cell in range(CELLS):
        if ruleset.enterable[tiles[cell]] == 1 and region_of[cell] <= last_outside:
            count += 1
    return count


@rule
def count_for_floor(world: World, ruleset: Ruleset, dice: DiceTable, per_100_cells: CountTable, stream: int) -> int:
    """How many to place on top of those counted by room."""
    floor = floor_above(ruleset.below, world.floor)
    number = roll_dice(dice, floor, world.random, stream)
    rate = value_on(per_100_cells, floor)
    if rate > 0:
        due = open_cells(world, ruleset) * rate
        number += due // 100
        if below(world.random, stream, 100) < due % 100:
            number += 1
    return number


@rule
def scatter(world: World, ruleset: Ruleset) -> None:
    """Place the monsters and items counted by floor and by open cells, each in a random room."""
    monsters = count_for_floor(world, ruleset, ruleset.monsters_per_floor, ruleset.monsters_per_100_cells, SPAWNS)
    for _ in range(scaled_count(monsters, ruleset.more_monsters, world.random, SPAWNS)):
        place_monsters(world, ruleset, random_room(world, SPAWNS))
    items = count_for_floor(world, ruleset, ruleset.items_per_floor, ruleset.items_per_100_cells, LOOT)
    for _ in range(scaled_count(items, ruleset.more_items, world.random, LOOT)):
        place_item(world, ruleset, random_room(world, LOOT))


@rule
def spend_threat(world: World, ruleset: Ruleset) -> None:
    """Add monsters until the floor's threat budget is spent, or MAX_MISSES draws in a row don't fit into the rest."""
    left = value_on(ruleset.threat_per_floor, floor_above(ruleset.below, world.floor))
    misses = 0
    while left > 0 and misses < MAX_MISSES:
        spawn = draw_spawn(world, ruleset, SPAWNS)
        cell = random_cell(world, random_room(world, SPAWNS), SPAWNS)
        spent = place_spawn(world, ruleset, spawn, cell, left, SPAWNS) if spawn != NOTHING else 0
        left -= spent
        misses = 0 if spent > 0 else misses + 1


# Groups: weighted tables of their own, drawn after all others, so that they change no other draw of monsters and items.


@rule
def place_groups(world: World, ruleset: Ruleset) -> None:
    """Place what each group draws: by room as all else, and by floor on free cells, monsters away from the start."""
    floor = floor_above(ruleset.below, world.floor)
    for number in range(ruleset.group_count):
        group = ruleset.groups[number]
        stream = LOOT if group.of_items == 1 else SPAWNS
        more = ruleset.more_items if group.of_items == 1 else ruleset.more_monsters
        for r in range(world.room_count):
            by_room = roll_dice(group.per_room, floor, world.random, stream)
            for _ in range(scaled_count(by_room, more, world.random, stream)):
                place_in_room(world, ruleset, group, world.rooms[r], stream)
        by_floor = roll_dice(group.per_floor, floor, world.random, stream)
        for _ in range(scaled_count(by_floor, more, world.random, stream)):
            kind = draw_from_group(world, ruleset, group, stream)
            if kind != NOTHING and group.of_items == 1:
                generate_item(world, ruleset, kind, free_cell(world, ruleset))
            elif kind != NOTHING:
                home = mover_of_kind(ruleset, leader_of(ruleset, kind)).lives_on
                place_spawn(world, ruleset, kind, cell_away_from_start(world, ruleset, home), ANY_THREAT, stream)


@rule
def place_in_room(world: World, ruleset: Ruleset, group: GroupRow, room: Room, stream: int) -> None:
    """Draw from a group and place it in a room, unless the cell is taken."""
    kind = draw_from_group(world, ruleset, group, stream)
    cell = random_cell(world, room, stream)
    if kind != NOTHING and group.of_items == 0:
        place_spawn(world, ruleset, kind, cell, ANY_THREAT, stream)
    elif kind != NOTHING and not is_taken(world, ruleset, cell):
        generate_item(world, ruleset, kind, cell)


@rule
def draw_from_group(world: World, ruleset: Ruleset, group: GroupRow, stream: int) -> int:
    """Draw a kind or a pack of a group by weight; NOTHING if none has any, or only uniques that have appeared."""
    total = 0
    for row in range(group.first_weight, group.first_weight + group.weight_count):
        total += weight_in_group(world, ruleset, group, row)
    if total == 0:
        return NOTHING
    ticket = below(world.random, stream, total)
    row = group.first_weight
    while ticket >= weight_in_group(world, ruleset, group, row):
        ticket -= weight_in_group(world, ruleset, group, row)
        row += 1
    return ruleset.group_weights[row].kind


@rule
def weight_in_group(world: World, ruleset: Ruleset, group: GroupRow, row: int) -> int:
    """The weight of a row of a group on this floor; 0 for a unique that has already appeared."""
    weight = ruleset.group_weights[row]
    if group.of_items == 0 and world.uniques_spawned[leader_of(ruleset, weight.kind)] == 1:
        return 0
    return int(weight.weight[min(floor_above(ruleset.below, world.floor), MAX_FLOORS) - 1])
