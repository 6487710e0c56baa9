"""Puts monsters and items into the rooms of a floor."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import LOOT, SPAWNS, below, between
from steep.core.world import MAX_ACTORS, MAX_ITEMS, Room, World
from steep.spawn.draw import NOTHING, draw_kind, most_on


@rule
def cell_in(room: Room, random: Cells, stream: int) -> int:
    """A uniform cell of a room's interior."""
    x = between(random, stream, room.left + 1, room.right - 1)
    y = between(random, stream, room.top + 1, room.bottom - 1)
    return y * WIDTH + x


@rule
def add_actor(world: World, ruleset: Ruleset, kind: int, cell: int) -> bool:
    """Put a monster of a kind on a free cell. A full table drops it, counted, and says False."""
    if world.actor_count == MAX_ACTORS:
        world.dropped_actors += 1
        return False
    actor = world.actors[world.actor_count]
    actor.kind = kind
    actor.cell = cell
    actor.hp = ruleset.monsters[kind].hp
    actor.goal = NOWHERE
    actor.confused = 0
    world.actor_count += 1
    world.occupant[cell] = world.actor_count
    return True


@rule
def add_item(world: World, kind: int, cell: int) -> bool:
    """Put an item of a kind on a cell, in a row that was left or a new one. A full table says False."""
    row = world.item_count
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE:
            row = i
            break
    if row == MAX_ITEMS:
        world.dropped_items += 1
        return False
    if row == world.item_count:
        world.item_count += 1
    item = world.items[row]
    item.kind = kind
    item.cell = cell
    item.seen = 0
    item.visited = 0
    return True


@rule
def item_lies_on(world: World, cell: int) -> bool:
    """Whether an item lies on a cell."""
    for i in range(world.item_count):
        if world.items[i].cell == cell:
            return True
    return False


@rule
def populate(world: World, ruleset: Ruleset) -> None:
    """Fill every room of the floor; what would stand where something stands already is lost."""
    random = world.random
    most_monsters = most_on(ruleset.monsters_per_room, world.floor)
    most_items = most_on(ruleset.items_per_room, world.floor)
    for r in range(world.room_count):
        room = world.rooms[r]
        for _ in range(below(random, SPAWNS, most_monsters + 1)):
            kind = draw_kind(ruleset.monster_spawns, world.floor, random, SPAWNS)
            cell = cell_in(room, random, SPAWNS)
            if kind != NOTHING and world.occupant[cell] == 0 and cell != world.hero.cell:
                add_actor(world, ruleset, kind, cell)
        for _ in range(below(random, LOOT, most_items + 1)):
            kind = draw_kind(ruleset.item_spawns, world.floor, random, LOOT)
            cell = cell_in(room, random, LOOT)
            free = world.occupant[cell] == 0 and cell != world.hero.cell
            if kind != NOTHING and free and not item_lies_on(world, cell):
                add_item(world, kind, cell)
