"""Chooses the vaults of a floor by weight, and places them and the keys of their locked doors."""

from __future__ import annotations

from steep.core.geometry import CELLS, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import VAULTS, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Drawing, Ruleset
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.drawings.draw_on_floor import draw_terrain, height_of, place_drawn, width_of
from steep.mapgen.drawings.fit_vaults import (
    BLOCKED,
    block,
    find_place,
    is_walkable,
    join,
    leave_covered_cells_out,
    outside_of,
    stays_connected,
)
from steep.mapgen.put_on_free_cell import add_item, is_taken, random_cell
from steep.spawn.compile_tables import NOTHING, roll_dice, value_on
from steep.spawn.curves import floor_above

KEY_CELLS = 12
"""The number of random cells from which the farthest from the vault gets its key."""


@rule
def place_vaults(world: World, ruleset: Ruleset) -> None:
    """Place the guaranteed vaults of a floor, then those drawn. One that fits nowhere is left out, and counted."""
    floor = floor_above(ruleset.below, world.floor)
    checked = False
    whole = False
    for vault in range(ruleset.vault_count):
        for _ in range(value_on(ruleset.drawings[vault].guaranteed, floor)):
            if is_available(world, ruleset.drawings[vault], vault):
                # Placing a vault never changes whether the floor is connected.
                whole = whole if checked else stays_connected(world, ruleset)
                checked = True
                if not place_vault(world, ruleset, vault, whole):
                    world.dropped_vaults += 1
    for _ in range(roll_dice(ruleset.vaults_per_floor, floor, world.random, VAULTS)):
        vault = draw_vault(world, ruleset)
        if vault != NOTHING:
            whole = whole if checked else stays_connected(world, ruleset)
            checked = True
            if not place_vault(world, ruleset, vault, whole):
                world.dropped_vaults += 1


@rule
def is_available(world: World, drawing: Drawing, vault: int) -> bool:
    """Whether a vault has not yet appeared in this run, or may do so again."""
    return drawing.once == 0 or world.vaults_seen[vault] == 0


@rule
def draw_vault(world: World, ruleset: Ruleset) -> int:
    """Draw a vault by weight, except those that appear once and have appeared; NOTHING if none has weight."""
    floor = floor_above(ruleset.below, world.floor)
    total = 0
    for vault in range(ruleset.vault_count):
        if is_available(world, ruleset.drawings[vault], vault):
            total += value_on(ruleset.drawings[vault].weight, floor)
    if total == 0:
        return NOTHING
    ticket = below(world.random, VAULTS, total)
    for vault in range(ruleset.vault_count):
        if is_available(world, ruleset.drawings[vault], vault):
            ticket -= value_on(ruleset.drawings[vault].weight, floor)
            if ticket < 0:
                return vault
    return NOTHING


@rule
def place_vault(world: World, ruleset: Ruleset, chosen: int, whole: bool) -> bool:
    """Place a vault, the one that holds its keys, the one that holds that one's keys, and so on.

    Keys for which there is no such vault, or no place for it, lie in far rooms. Returns False if nothing was placed.
    `whole` is whether all of the floor can be reached now.
    """
    vault = chosen
    key_kind = 0
    keys = 0
    lock = world.hero.cell
    while vault != NOTHING:
        place = NOWHERE
        drawing = ruleset.drawings[vault]
        if is_available(world, drawing, vault) and world.room_count + world.shells + 2 <= MAX_ROOMS:
            place = find_place(world, ruleset, drawing, whole)
        if place == NOWHERE:
            break
        draw_vault_at(world, ruleset, vault, place, key_kind, keys)
        key_kind = drawing.key_kind - 1
        keys = drawing.key_count
        lock = place % CELLS
        vault = drawing.key_in - 1 if drawing.key_in > 0 else NOTHING
    for _ in range(keys):
        put_key(world, ruleset, key_kind, lock)
    return vault != chosen


@rule
def draw_vault_at(world: World, ruleset: Ruleset, vault: int, place: int, key_kind: int, keys: int) -> None:
    """Draw a vault at a place that fits, join it to the floor, and place what is in it.

    It becomes a room at the end of the list, where `room_count` doesn't count it. A vault that may be populated also
    becomes a counted room, without its walls.
    """
    drawing = ruleset.drawings[vault]
    way = place // CELLS
    corner = place % CELLS
    block(world, ruleset, drawing, way, corner, BLOCKED)
    for number in range(drawing.first_entrance, drawing.first_entrance + drawing.entrance_count):
        join(world, ruleset, outside_of(ruleset, drawing, number, way, corner), True)
    leave_covered_cells_out(world, corner, width_of(drawing, way), height_of(drawing, way))
    block(world, ruleset, drawing, way, corner, 0)
    world.vaults_seen[vault] = 1
    world.shells += 1
    shell = MAX_ROOMS - world.shells
    region = shell
    add_vault_room(world, drawing, vault, way, corner, shell)
    if drawing.populate == 1:
        region = world.room_count
        world.room_count += 1
        add_vault_room(world, drawing, vault, way, corner, region)
    draw_terrain(world, ruleset, drawing, way, corner, region + 1, shell + 1)
    place_drawn(world, ruleset, drawing, way, corner, key_kind, keys)


@rule
def add_vault_room(world: World, drawing: Drawing, vault: int, way: int, corner: int, row: int) -> None:
    """Write a vault into a row of the list of rooms. The number of its region is that of the row, + 1."""
    room = world.rooms[row]
    room.left = corner % WIDTH - 1
    room.top = corner // WIDTH - 1
    room.right = room.left + width_of(drawing, way) + 1
    room.bottom = room.top + height_of(drawing, way) + 1
    room.region = row + 1
    world.vault_of_room[row] = vault + 1


@rule
def can_hold_key(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether a key may lie on a cell: outside of vaults, where the hero can walk."""
    return is_walkable(world, ruleset, cell) and not is_taken(world, ruleset, cell)


@rule
def put_key(world: World, ruleset: Ruleset, kind: int, lock: int) -> None:
    """Put a key into a room far from its lock."""
    best = NOWHERE
    for _ in range(KEY_CELLS):
        cell = random_cell(world, world.rooms[below(world.random, VAULTS, world.room_count)], VAULTS)
        farther = best == NOWHERE or steps_between(cell, lock) > steps_between(best, lock)
        if farther and can_hold_key(world, ruleset, cell):
            best = cell
    if best == NOWHERE:
        for cell in range(CELLS):
            if can_hold_key(world, ruleset, cell):
                best = cell
                break
    if best == NOWHERE:
        world.dropped_items += 1
    else:
        add_item(world, kind, best, ruleset.items[kind].charges)
