"""Chooses the layout of a floor by weight, and digs it."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, ROCK, WIDTH
from steep.core.random_streams import CHOICES, LAYOUT, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import CAVES, LOOPS, MAX_FLOORS, MAZE, PARTITION, LayoutRow, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.caves_and_mazes import dig_caves, dig_maze
from steep.mapgen.layouts.loops import dig_rooms_with_loops
from steep.mapgen.layouts.overlays import lay_overlays
from steep.mapgen.layouts.partition import dig_partition, dig_tutorial_rooms
from steep.spawn.curves import floor_above

# Hangs doors in doorways: where a tunnel or a wall opens into a room.

PASSAGE = 2 * FLOOR + 2 * ROCK
"""The sum of the kinds of terrain straight beside a doorway."""


@rule
def is_doorway(tiles: Cells, cell: int, along: int) -> bool:
    """Whether a way leads through a cell in the direction `along`, between rock, and is wider on one side at least."""
    across = WIDTH if along == 1 else 1
    if tiles[cell - across] != ROCK or tiles[cell + across] != ROCK:
        return False
    before = cell - along
    after = cell + along
    if tiles[before] != FLOOR or tiles[after] != FLOOR:
        return False
    wide_before = tiles[before - across] == FLOOR and tiles[before + across] == FLOOR
    return wide_before or (tiles[after - across] == FLOOR and tiles[after + across] == FLOOR)


@rule
def hang_doors(world: World, layout: LayoutRow) -> None:
    """Put a door into a share of the doorways."""
    tiles = world.tiles
    for cell in range(WIDTH, CELLS - WIDTH):
        if (
            tiles[cell] == FLOOR
            # Most floor ends here, at little cost.
            and tiles[cell - 1] + tiles[cell + 1] + tiles[cell - WIDTH] + tiles[cell + WIDTH] == PASSAGE
            and cell != world.hero.cell
            and (is_doorway(tiles, cell, 1) or is_doorway(tiles, cell, WIDTH))
            and below(world.random, LAYOUT, 100) < layout.doors
        ):
            tiles[cell] = layout.door


@rule
def draw_layout(world: World, ruleset: Ruleset) -> int:
    """Draw the row of a layout by its weight on this floor, + 1; 0 if none has any."""
    floor = min(floor_above(ruleset.below, world.floor), MAX_FLOORS) - 1
    total = 0
    for number in range(ruleset.layout_count):
        total += int(ruleset.layouts[number].weight[floor])
    if total == 0:
        return 0
    ticket = below(world.random, CHOICES, total)
    number = 0
    while ticket >= int(ruleset.layouts[number].weight[floor]):
        ticket -= int(ruleset.layouts[number].weight[floor])
        number += 1
    return number + 1


@rule
def dig_floor(world: World, ruleset: Ruleset) -> None:
    """Dig rooms into solid rock, and choose where the hero starts and where the stairs are."""
    world.room_count = 0
    if ruleset.layout_count > 0:
        world.layout = draw_layout(world, ruleset)
    if world.layout == 0:
        dig_tutorial_rooms(world, ruleset, ruleset.room_attempts, ruleset.room_min, ruleset.room_max)
        return
    layout = ruleset.layouts[world.layout - 1]
    if layout.generator == CAVES:
        dig_caves(world, ruleset, layout)
    elif layout.generator == LOOPS:
        dig_rooms_with_loops(world, ruleset, layout)
    elif layout.generator == PARTITION:
        dig_partition(world, ruleset, layout)
    elif layout.generator == MAZE:
        dig_maze(world, ruleset, layout)
    else:
        dig_tutorial_rooms(world, ruleset, layout.room_attempts, layout.room_min, layout.room_max)
    if layout.overlay_count > 0:
        lay_overlays(world, ruleset, layout)
    if layout.door > 0:
        hang_doors(world, layout)
