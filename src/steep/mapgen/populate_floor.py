"""Places monsters and items on a floor.

The order: guaranteed monsters, pity items, room by room, whole floor, threat budget, enchantments, gold.
"""

from __future__ import annotations

from steep.core.geometry import CELLS
from steep.core.random_streams import LOOT, SPAWNS, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import CountTable, DiceTable, Ruleset
from steep.core.world import MAX_ROOMS, Room, World
from steep.mapgen.draw_and_place_groups import ANY_THREAT, draw_group, place_group
from steep.mapgen.guaranteed_monsters import place_guaranteed
from steep.mapgen.pity_timers import generate_item, place_pity_items
from steep.mapgen.put_on_free_cell import is_taken, random_cell, random_room
from steep.spawn.draw_from_compiled_tables import NOTHING, draw_kind, roll_dice, value_on
from steep.spawn.floors_below import floor_above

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
    """Draw a group and place it in a room."""
    group = draw_group(world, ruleset, SPAWNS)
    cell = random_cell(world, room, SPAWNS)
    if group != NOTHING:
        place_group(world, ruleset, group, cell, ANY_THREAT, SPAWNS)


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
        group = draw_group(world, ruleset, SPAWNS)
        cell = random_cell(world, random_room(world, SPAWNS), SPAWNS)
        spent = place_group(world, ruleset, group, cell, left, SPAWNS) if group != NOTHING else 0
        left -= spent
        misses = 0 if spent > 0 else misses + 1
