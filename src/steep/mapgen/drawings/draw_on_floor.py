"""Draws a map on a floor: its terrain, and then its monsters and items, which are placed for sure.

A map can be drawn in eight ways. Way n has n % 4 quarter turns to the right. Ways from 4 on are mirrored first.
"""

from __future__ import annotations

from steep.core.geometry import NOWHERE, WIDTH
from steep.core.random_streams import VAULTS, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import KEEP, MAX_KINDS, Drawing, LegendRow, Ruleset
from steep.core.world import World
from steep.mapgen.draw_and_place_spawns import ANY_THREAT, draw_available, leader_of, place_members
from steep.mapgen.populate_floor import generate_item
from steep.mapgen.put_on_free_cell import add_actor, add_item
from steep.spawn.compile_tables import NOTHING, draw_kind
from steep.spawn.curves import floor_above

TRIES_WITHOUT_GOLD = 60
"""Draws of an item that must not be gold. After these, there is none."""


@rule
def cell_of(number: int, width: int, height: int, way: int, corner: int) -> int:
    """Where a cell of a map of this size is, drawn in some way with its upper left corner at `corner`."""
    x = number % width
    y = number // width
    if way >= 4:
        x = width - 1 - x
    turns = way % 4
    if turns == 1:
        return corner + x * WIDTH + height - 1 - y
    if turns == 2:
        return corner + (height - 1 - y) * WIDTH + width - 1 - x
    if turns == 3:
        return corner + (width - 1 - x) * WIDTH + y
    return corner + y * WIDTH + x


@rule
def width_of(drawing: Drawing, way: int) -> int:
    """The width of a map drawn in some way."""
    return drawing.height if way % 2 == 1 else drawing.width


@rule
def height_of(drawing: Drawing, way: int) -> int:
    """The height of a map drawn in some way."""
    return drawing.width if way % 2 == 1 else drawing.height


@rule
def legend_of(ruleset: Ruleset, drawing: Drawing, number: int) -> LegendRow:
    """What a cell of a map stands for."""
    return ruleset.legend[drawing.first_legend + int(ruleset.drawn_cells[drawing.first_cell + number])]


@rule
def draw_terrain(
    world: World, ruleset: Ruleset, drawing: Drawing, way: int, corner: int, region: int, shell: int
) -> None:
    """Draw the terrain of a map. Cells that can hold monsters and items are of one region, others of another."""
    for number in range(drawing.width * drawing.height):
        tile = legend_of(ruleset, drawing, number).tile
        if tile != KEEP:
            cell = cell_of(number, drawing.width, drawing.height, way, corner)
            world.tiles[cell] = tile
            world.region_of[cell] = region if ruleset.holds[tile] == 1 else shell


@rule
def place_drawn(
    world: World, ruleset: Ruleset, drawing: Drawing, way: int, corner: int, key_kind: int, keys: int
) -> None:
    """Place the monsters and items of a map, and `keys` keys of a kind if the map has places for them."""
    for number in range(drawing.width * drawing.height):
        row = legend_of(ruleset, drawing, number)
        cell = cell_of(number, drawing.width, drawing.height, way, corner)
        if row.holds_key == 1 and keys > 0:
            keys -= 1
            add_item(world, key_kind, cell, ruleset.items[key_kind].charges)
        if row.chance == 100 or below(world.random, VAULTS, 100) < row.chance:
            place_monsters_of(world, ruleset, row, cell)
            place_item_of(world, ruleset, row, cell)


@rule
def place_monsters_of(world: World, ruleset: Ruleset, row: LegendRow, cell: int) -> None:
    """Place the monster of a cell, and the pack that it leads around it; nothing for a unique that has appeared."""
    floor = floor_above(ruleset.below, world.floor)
    spawn = NOTHING
    if row.monster_count > 0:
        spawn = int(ruleset.legend_choices[row.first_monster + below(world.random, VAULTS, row.monster_count)])
    elif row.draws_monster == 1:
        spawn = draw_available(world, ruleset, ruleset.monster_spawns, floor + row.deeper, VAULTS)
    # A pack that was placed before may have taken the cell.
    if spawn != NOTHING and world.occupant[cell] == 0:
        kind = leader_of(ruleset, spawn)
        if world.uniques_spawned[kind] == 0 and add_actor(world, ruleset, kind, cell, VAULTS) and spawn >= MAX_KINDS:
            place_members(world, ruleset, ruleset.packs[spawn - MAX_KINDS], cell, ANY_THREAT, VAULTS)


@rule
def place_item_of(world: World, ruleset: Ruleset, row: LegendRow, cell: int) -> None:
    """Place the item of a cell."""
    kind = NOTHING
    if row.item_count > 0:
        kind = int(ruleset.legend_choices[row.first_item + below(world.random, VAULTS, row.item_count)])
    elif row.draws_item == 1:
        kind = draw_item(world, ruleset, row)
    if kind != NOTHING:
        generate_item(world, ruleset, kind, cell)


@rule
def draw_item(world: World, ruleset: Ruleset, row: LegendRow) -> int:
    """Draw the item of a cell: no gold where only one of several items can be taken, as gold would come on top."""
    floor = floor_above(ruleset.below, world.floor) + row.deeper
    for _ in range(TRIES_WITHOUT_GOLD):
        kind = draw_kind(ruleset.item_spawns, floor, world.random, VAULTS)
        if kind == NOTHING or ruleset.items[kind].gold == 0:
            return kind
        if row.tile == KEEP or ruleset.terrain[row.tile].taken_to == 0:
            return kind
    return NOTHING


@rule
def corner_of(ruleset: Ruleset, drawing: Drawing) -> int:
    """The upper left corner of a drawn floor: the map of a smaller one is in the middle."""
    left = max(0, ruleset.map_width - drawing.width) // 2
    top = max(0, ruleset.map_height - drawing.height) // 2
    return top * WIDTH + left


@rule
def start_of(ruleset: Ruleset, drawing: Drawing) -> int:
    """The cell of a drawn floor on which the hero starts."""
    for number in range(drawing.width * drawing.height):
        if legend_of(ruleset, drawing, number).start == 1:
            return cell_of(number, drawing.width, drawing.height, 0, corner_of(ruleset, drawing))
    return NOWHERE


@rule
def draw_whole_floor(world: World, ruleset: Ruleset, drawing: Drawing) -> None:
    """Draw a floor that is drawn as a map. All cells that can hold monsters and items are one room."""
    corner = corner_of(ruleset, drawing)
    room = world.rooms[0]
    room.left = corner % WIDTH
    room.top = corner // WIDTH
    room.right = room.left + drawing.width - 1
    room.bottom = room.top + drawing.height - 1
    room.region = 1
    world.room_count = 1
    world.layout = 0
    draw_terrain(world, ruleset, drawing, 0, corner, 1, 0)
    world.hero.cell = start_of(ruleset, drawing)
    place_drawn(world, ruleset, drawing, 0, corner, 0, 0)
