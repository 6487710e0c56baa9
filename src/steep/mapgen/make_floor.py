"""Makes a whole floor: clears it, digs it, populates it and puts the hero at the start."""

from __future__ import annotations

from steep.core.geometry import CELLS, NOWHERE, ROCK
from steep.core.random_streams import seed_streams
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.core.world import UNKNOWN, World
from steep.mapgen.layouts.areas import clear_regions
from steep.mapgen.layouts.dig_floor import dig_floor
from steep.mapgen.pity_timers import start_pity_timers
from steep.mapgen.populate_floor import populate


@rule
def clear_floor(world: World) -> None:
    """Reset the floor to solid rock that the hero hasn't seen, without monsters and items."""
    tiles = world.tiles
    occupant = world.occupant
    remembered = world.hero.remembered
    visible = world.hero.visible
    for cell in range(CELLS):
        tiles[cell] = ROCK
        occupant[cell] = 0
        remembered[cell] = UNKNOWN
        visible[cell] = 0
    world.actor_count = 0
    world.friends = 0
    world.item_count = 0
    world.hero.in_view_count = 0
    world.hero.visible_monster_count = 0
    world.hero.sensed_monster_count = 0
    world.hero.seen_item_count = 0
    world.hero.stairs = NOWHERE


@rule
def make_floor(world: World, ruleset: Ruleset, floor: int) -> None:
    """Replace the floor. It depends only on seed, floor and ruleset, and on uniques and pity timers so far."""
    # A world in which no run has begun numbers its actors from 1, too: NO_ID marks a free row.
    world.next_id = max(world.next_id, 1)
    world.floor = floor
    world.hero.floor = floor
    seed_streams(world.random, world.seed, floor)
    clear_floor(world)
    if ruleset.layout_count > 0:
        clear_regions(world)
    dig_floor(world, ruleset)
    populate(world, ruleset)


@rule
def reset_uniques(world: World) -> None:
    """Allow all unique monsters again, at the start of a run."""
    for kind in range(MAX_KINDS):
        world.uniques_spawned[kind] = 0


@rule
def make_floors_to(world: World, ruleset: Ruleset, floor: int) -> None:
    """Make all floors from 1 to `floor`, as a run does: uniques and pity timers depend on the floors above."""
    start_pity_timers(world, ruleset)
    reset_uniques(world)
    for above in range(1, floor + 1):
        make_floor(world, ruleset, above)
