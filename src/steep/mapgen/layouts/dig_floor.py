"""Chooses the layout of a floor by weight, and digs it."""

from __future__ import annotations

from steep.core.random_streams import CHOICES, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import CAVES, LOOPS, MAX_FLOORS, MAZE, PARTITION, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.caves import dig_caves
from steep.mapgen.layouts.doorways import hang_doors
from steep.mapgen.layouts.loops import dig_rooms_with_loops
from steep.mapgen.layouts.maze import dig_maze
from steep.mapgen.layouts.overlays import lay_overlays
from steep.mapgen.layouts.partition import dig_partition
from steep.mapgen.layouts.tutorial_rooms import dig_tutorial_rooms
from steep.spawn.floors_below import floor_above


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
