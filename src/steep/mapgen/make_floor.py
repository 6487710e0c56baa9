"""Makes a whole floor: clears it, digs it, populates it and puts the hero at the start."""

from __future__ import annotations

from steep.core.gas import forget_gas_in_view
from steep.core.geometry import CELLS, FLOOR, NOWHERE, ROCK, UNKNOWN, WIDTH
from steep.core.magic_mapping import forget_mapped
from steep.core.random_streams import seed_streams
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, MAX_VAULTS, TRODDEN, Ruleset
from steep.core.trodden_cells import forget_trodden
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.drawings.draw_on_floor import draw_whole_floor
from steep.mapgen.drawings.place_vaults import place_vaults
from steep.mapgen.enchant_items import enchant_items
from steep.mapgen.goal_and_gold import draw_gold, place_goal, take_goal_away
from steep.mapgen.layouts.areas import clear_regions
from steep.mapgen.layouts.dig_floor import dig_floor
from steep.mapgen.note_terrain import forget_terrain, note_all_terrain
from steep.mapgen.pity_timers import advance_pity_timers, start_pity_timers
from steep.mapgen.populate_floor import populate
from steep.mapgen.room_themes import place_themes
from steep.spawn.floors_below import floor_above, is_below


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

    Below the last floor those above come back in turn, and nothing is unique any more.
    """
    # A world in which no run has begun numbers its actors from 1, too: NO_ID marks a free row.
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
