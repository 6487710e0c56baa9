"""Whether a world's rooms and tiles agree with what the hero remembers and sees of them."""

from __future__ import annotations

from steep.core.gas import gas_row, units_of_gas
from steep.core.geometry import CELLS, HEIGHT, NOWHERE, ROCK, STAIRS, UNKNOWN, WIDTH
from steep.core.magic_mapping import is_mapped
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    Ruleset,
)
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import (
    MAX_ROOMS,
    Hero,
    World,
)
from steep.mapgen.layouts.digging import has_a_cell
from steep.mapgen.make_floor import drawing_on


@rule
def rooms_are_sound(world: World) -> bool:
    """Whether every room has an interior, and every region a cell.

    Cells of a room may be rock again if another was dug over it. Vaults are at the end of the list, beyond all others.
    """
    if world.room_count + world.shells > MAX_ROOMS:
        return False
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.right - room.left < 2 or room.bottom - room.top < 2:
            return False
        if room.region > 0 and not has_a_cell(world, room):
            return False
    return True


@rule
def tiles_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the border is rock, terrain is known, and exactly one cell has stairs; on a drawn floor, one at most."""
    tiles = world.tiles
    for x in range(WIDTH):
        if tiles[x] != ROCK or tiles[CELLS - WIDTH + x] != ROCK:
            return False
    for y in range(HEIGHT):
        if tiles[y * WIDTH] != ROCK or tiles[y * WIDTH + WIDTH - 1] != ROCK:
            return False
    stairs = 0
    for cell in range(CELLS):
        if tiles[cell] == UNKNOWN or tiles[cell] >= ruleset.terrain_kinds:
            return False
        if tiles[cell] == STAIRS:
            stairs += 1
    return stairs == 1 or (stairs == 0 and drawing_on(ruleset, world.floor) > 0)


@rule
def is_on_border(cell: int) -> bool:
    """Whether a cell is on the border, which is always rock."""
    x = cell % WIDTH
    y = cell // WIDTH
    return x == 0 or x == WIDTH - 1 or y == 0 or y == HEIGHT - 1


@rule
def may_be_remembered(world: World, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Whether the hero can remember a kind of terrain on a cell. In view it is as it looks, and stairs never change."""
    if kind >= ruleset.terrain_kinds or ruleset.seen_as[kind] != kind:
        return False
    if (kind == STAIRS) != (world.tiles[cell] == STAIRS) or (is_on_border(cell) and kind != ROCK):
        return False
    return world.hero.visible[cell] == 0 or kind == int(ruleset.seen_as[world.tiles[cell]])


@rule
def active_cells_are_listed(world: World) -> bool:
    """Whether each cell that changes by itself is listed once."""
    for number in range(world.active_count):
        if world.active[world.active_cells[number]] != 1:
            return False
        for other in range(number):
            if world.active_cells[other] == world.active_cells[number]:
                return False
    listed = 0
    for cell in range(CELLS):
        listed += int(world.active[cell])
    return listed == world.active_count


@rule
def gas_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether each cell with gas has some of a known one and is listed, and the hero knows of the gas in view alone."""
    count = 0
    seen = 0
    for cell in range(CELLS):
        if world.gas[cell] > 0:
            row = gas_row(world.gas, cell)
            if row > NO_GAS + ruleset.gas_kinds or row == NO_GAS or units_of_gas(world.gas, cell) == 0:
                return False
            if world.active[cell] == 0 or is_on_border(cell):
                return False
            count += 1
            seen += int(world.hero.visible[cell])
        if world.hero.gas[cell] != (world.gas[cell] if world.hero.visible[cell] == 1 else 0):
            return False
    return world.gas_count == count and world.hero.gas_in_view == seen


@rule
def remembered_map_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether cells in view are remembered as they look, others as something that may be there, and the stairs."""
    hero = world.hero
    stairs = NOWHERE
    for cell in range(CELLS):
        tile = int(hero.remembered[cell])
        if tile == UNKNOWN:
            if hero.visible[cell] == 1:
                return False
        elif not may_be_remembered(world, ruleset, cell, tile):
            return False
        elif tile == STAIRS:
            stairs = cell
    return hero.stairs == stairs


@rule
def mapped_cells_are_sound(hero: Hero) -> bool:
    """Whether the cells that the hero knows from magic alone are counted, remembered and out of view."""
    count = 0
    for cell in range(CELLS):
        if is_mapped(hero, cell):
            count += 1
            if hero.remembered[cell] == UNKNOWN or hero.visible[cell] == 1:
                return False
    return hero.mapped_count == count


@rule
def view_is_listed(world: World) -> bool:
    """Whether each cell in view is listed once, the hero's own included."""
    hero = world.hero
    marks = world.search.came_from
    listed = 0
    for i in range(hero.in_view_count):
        cell = hero.in_view[i]
        if hero.visible[cell] == 1 and marks[cell] == 0:
            marks[cell] = 1
            listed += 1
    for i in range(hero.in_view_count):
        marks[hero.in_view[i]] = 0
    visible = hero.visible
    seen = 0
    for cell in range(CELLS):
        if visible[cell] == 1:
            seen += 1
    return seen == listed and listed == hero.in_view_count and hero.visible[hero.cell] == 1
