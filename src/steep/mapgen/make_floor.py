"""Makes a whole floor: clears it, chooses its layout and digs it, populates it and puts the hero at the start."""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.gas import forget_gas_in_view
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE, ORTHOGONAL, ROCK, STAIRS, UNKNOWN, WIDTH
from steep.core.magic_mapping import forget_mapped, forget_trodden
from steep.core.random_streams import CHOICES, LAYOUT, below, seed_streams
from steep.core.record import Cells, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    CAVES,
    HERO_WALKS,
    LOOPS,
    MAX_FLOORS,
    MAX_KINDS,
    MAX_VAULTS,
    MAZE,
    ON_STAY,
    PARTITION,
    TRODDEN,
    LayoutRow,
    Ruleset,
)
from steep.core.world import MAX_ACTIVE, MAX_ROOMS, World
from steep.mapgen.drawings.draw_on_floor import draw_whole_floor
from steep.mapgen.drawings.place_vaults import place_vaults
from steep.mapgen.layouts.caves_and_mazes import dig_caves, dig_maze
from steep.mapgen.layouts.digging import clear_regions
from steep.mapgen.layouts.overlays import lay_overlays
from steep.mapgen.layouts.rooms import dig_partition, dig_rooms_with_loops, dig_tutorial_rooms
from steep.mapgen.populate_floor import (
    advance_pity_timers,
    draw_gold,
    enchant_items,
    place_goal,
    populate,
    start_pity_timers,
    take_goal_away,
)
from steep.mapgen.room_themes import place_themes
from steep.spawn.curves import floor_above, is_below

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
            # Most cells of floor end here, at little cost.
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


# What is noted of a floor's terrain, so that turns don't have to search for it: what changes, what hides, what harms.


@rule
def note_active(world: World, cell: int) -> bool:
    """Note that a cell changes by itself. Returns False if there is no room for another."""
    if world.active[cell] == 0:
        if world.active_count == MAX_ACTIVE:
            return False
        world.active_cells[world.active_count] = cell
        world.active_count += 1
        world.active[cell] = 1
    return True


@rule
def note_terrain(world: World, ruleset: Ruleset, cell: int) -> None:
    """Note what the terrain of a cell does by itself."""
    row = ruleset.terrain[world.tiles[cell]]
    if row.active == 1:
        note_active(world, cell)
    if row.triggers & (1 << ON_STAY) != 0:
        world.hazards = 1
    if row.found_to > 0:
        world.hides = 1


@rule
def forget_terrain(world: World) -> None:
    """Forget what was noted of the floor before, and its gas."""
    for number in range(world.active_count):
        cell = world.active_cells[number]
        world.active[cell] = 0
        world.gas[cell] = 0
    world.active_count = 0
    world.gas_count = 0
    world.hazards = 0
    world.hides = 0


@rule
def note_all_terrain(world: World, ruleset: Ruleset) -> None:
    """Note what the terrain of a new floor does by itself."""
    tiles = world.tiles
    for first in range(0, CELLS, WIDTH):
        highest = STAIRS
        for cell in range(first, first + WIDTH):
            highest = max(highest, int(tiles[cell]))
        if highest > STAIRS:
            for cell in range(first, first + WIDTH):
                if tiles[cell] > STAIRS:
                    note_terrain(world, ruleset, cell)


# Measures the shape of a floor: how connected, how open, how long it is.


@record
class FloorShape:
    """The shape of a floor. A cell is open if a hero on foot will walk on it."""

    open_cells: int
    reached: int
    """How many open cells the hero can walk to from the start."""
    stairs_away: int
    """Steps from the start to the stairs; 0 if they are out of reach."""
    longest: int
    """Steps between the two cells that are farthest from each other, or nearly so."""
    loops: int
    """Bodies of rock, or of terrain that isn't walked on, which one can walk around."""
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


@rule
def set_all_cells(plane: Cells, value: int) -> None:
    """Set a plane to one value, row by row: in plain Python, a slice costs hardly more than a cell."""
    for cell in range(WIDTH):
        plane[cell] = value
    for start in range(WIDTH, CELLS, WIDTH):
        plane[start : start + WIDTH] = plane[0:WIDTH]


@rule
def clear_floor(world: World) -> None:
    """Reset the floor to solid rock that the hero hasn't seen, without monsters and items."""
    if world.hero.gas_in_view > 0:
        forget_gas_in_view(world.hero)
    if world.hero.mapped_count > 0:
        forget_mapped(world.hero)
    set_all_cells(world.tiles, ROCK)
    set_all_cells(world.occupant, 0)
    set_all_cells(world.hero.remembered, UNKNOWN)
    set_all_cells(world.hero.visible, 0)
    forget_terrain(world)
    world.layout = 0
    world.themed = 0
    world.actor_count = 0
    world.friends = 0
    world.item_count = 0
    world.hero.in_view_count = 0
    world.hero.visible_monster_count = 0
    world.hero.sensed_monster_count = 0
    world.hero.seen_item_count = 0
    world.hero.stairs = NOWHERE


@rule
def clear_vaults(world: World) -> None:
    """Let no room be a vault."""
    for row in range(MAX_ROOMS):
        world.vault_of_room[row] = 0
    world.shells = 0


@rule
def drawing_on(ruleset: Ruleset, floor: int) -> int:
    """The drawing of a floor that is drawn whole, + 1; 0 for others."""
    return int(ruleset.drawn_floors[floor - 1]) if floor <= MAX_FLOORS else 0


@rule
def close_ways_down(world: World, ruleset: Ruleset) -> None:
    """Let chasms and trapdoors be floor: nothing is below the last floor."""
    for cell in range(CELLS):
        if ruleset.terrain[world.tiles[cell]].leads_down == 1:
            world.tiles[cell] = FLOOR


@rule
def reset_uniques(world: World) -> None:
    """Allow all unique monsters and vaults again, at the start of a run."""
    for kind in range(MAX_KINDS):
        world.uniques_spawned[kind] = 0
    for vault in range(MAX_VAULTS):
        world.vaults_seen[vault] = 0


@rule
def make_floor(world: World, ruleset: Ruleset, floor: int) -> None:
    """Replace the floor. It depends only on seed, floor and ruleset, and on uniques and pity timers so far.

    Below the last floor, the floors above come back in turn, and nothing is unique any more.
    """
    # Actors are numbered from 1 even in a world in which no run has begun, because NO_ID marks a free row.
    world.next_id = max(world.next_id, 1)
    world.floor = floor
    world.hero.floor = floor
    seed_streams(world.random, world.seed, floor)
    clear_floor(world)
    if ruleset.pursuit == TRODDEN:
        forget_trodden(world)
    if ruleset.layout_count > 0 or ruleset.drawing_count > 0:
        clear_regions(world)
        clear_vaults(world)
    if is_below(ruleset.below, floor):
        reset_uniques(world)
    advance_pity_timers(world, ruleset)
    drawn = drawing_on(ruleset, floor_above(ruleset.below, floor))
    if drawn > 0:
        draw_whole_floor(world, ruleset, ruleset.drawings[drawn - 1])
    else:
        dig_floor(world, ruleset)
        if ruleset.vault_count > 0:
            place_vaults(world, ruleset)
    if floor == ruleset.last_floor and ruleset.falls == 1:
        close_ways_down(world, ruleset)
    if drawn == 0 and ruleset.theme_count > 0:
        place_themes(world, ruleset)
    if floor == ruleset.last_floor:
        place_goal(world, ruleset)
    if ruleset.layout_count > 0 or ruleset.drawing_count > 0 or ruleset.theme_count > 0:
        note_all_terrain(world, ruleset)
    if drawn == 0 or ruleset.drawings[drawn - 1].populate == 1:
        populate(world, ruleset)
    if is_below(ruleset.below, floor):
        take_goal_away(world, ruleset)
    if ruleset.enchantment_count > 0:
        enchant_items(world, ruleset)
    if ruleset.gathers == 1:
        draw_gold(world, ruleset)


@rule
def make_floors_to(world: World, ruleset: Ruleset, floor: int) -> None:
    """Make all floors from 1 to `floor`, as a run does: uniques and pity timers depend on the floors above."""
    start_pity_timers(world, ruleset)
    reset_uniques(world)
    for above in range(1, floor + 1):
        make_floor(world, ruleset, above)
