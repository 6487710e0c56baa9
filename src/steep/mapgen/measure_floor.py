"""Measures the shape of a floor: how connected, how open, how long it is."""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, ORTHOGONAL, STAIRS, WIDTH
from steep.core.record import Cells, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, Ruleset
from steep.core.world import World


@record
class FloorShape:
    """The shape of a floor. A cell is open if a hero on foot will walk on it."""

    open_cells: int
    reached: int
    """How many open cells the hero can walk to from the start."""
    stairs_away: int
    """Steps from the start to the stairs; 0 if they are out of reach."""
    longest: int
    """Steps between two cells that are far apart: those that are the farthest from each other, or nearly."""
    loops: int
    """Bodies of rock, or of what nobody walks on, which one can walk around."""
    dead_ends: int
    """Open cells with one open cell to the north, south, west and east."""
    spacious: int
    """Open cells with eight open cells around them."""
    misplaced: int
    """Monsters and items where nothing can be."""


@rule
def count_neighbours(tiles: Cells, passable: Cells, shape: FloorShape) -> None:
    """Count what can be told from the cells around each cell."""
    open_cells = 0
    sides = 0
    squares = 0
    for cell in range(WIDTH, CELLS - WIDTH):
        if passable[tiles[cell]] > 0:
            open_cells += 1
            beside = 0
            for direction in ORTHOGONAL:
                beside += int(passable[tiles[cell + direction]])
            around = 0
            for direction in DIRECTIONS:
                around += int(passable[tiles[cell + direction]])
            sides += beside
            squares += int(
                passable[tiles[cell + 1]] * passable[tiles[cell + WIDTH]] * passable[tiles[cell + WIDTH + 1]]
            )
            shape.dead_ends += 1 if beside == 1 else 0
            shape.spacious += 1 if around == len(DIRECTIONS) else 0
    shape.open_cells = open_cells
    # Euler's formula: of one connected body, cells - pairs of cells + squares of cells = 1 - holes.
    shape.loops = max(0, 1 - (open_cells - sides // 2 + squares))


@rule
def walk_from(world: World, ruleset: Ruleset, origin: int, shape: FloorShape) -> int:
    """Walk from a cell to all that can be reached, and count. Returns one of the cells that are the farthest."""
    search = world.search
    shape.stairs_away = 0
    shape.longest = 0
    first = 0
    count = start_search(search, origin)
    while first < count:
        reached = spread(world.tiles, ruleset.movers[HERO_WALKS].passable, search, first, count, NOWHERE)
        first = count
        if reached > count:
            shape.longest += 1
        for number in range(count, reached):
            if world.tiles[search.queue[number]] == STAIRS:
                shape.stairs_away = shape.longest
        count = reached
    shape.reached = count
    farthest = int(search.queue[count - 1])
    clear_search(search, count)
    return farthest


@rule
def measure_floor(world: World, ruleset: Ruleset, shape: FloorShape) -> None:
    """Measure a floor that was just made."""
    shape.dead_ends = 0
    shape.spacious = 0
    shape.misplaced = 0
    count_neighbours(world.tiles, ruleset.movers[HERO_WALKS].passable, shape)
    farthest = walk_from(world, ruleset, world.hero.cell, shape)
    reached = shape.reached
    stairs_away = shape.stairs_away
    walk_from(world, ruleset, farthest, shape)
    shape.reached = reached
    shape.stairs_away = stairs_away
    for i in range(world.actor_count):
        if ruleset.enterable[world.tiles[world.actors[i].cell]] == 0:
            shape.misplaced += 1
    for i in range(world.item_count):
        if ruleset.enterable[world.tiles[world.items[i].cell]] == 0:
            shape.misplaced += 1
