"""Places the goal of a run on its last floor, and draws how much the gold of a floor is."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.random_streams import LOOT, SPAWNS
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_CHARGES, World
from steep.mapgen.guaranteed_monsters import cell_away_from_start, stairs_of
from steep.mapgen.put_on_free_cell import add_actor, add_item, can_place, mover_of_kind
from steep.spawn.draw_from_compiled_tables import roll_dice
from steep.spawn.floors_below import floor_above


@rule
def has_goal_item(world: World, ruleset: Ruleset) -> bool:
    """Whether the item that wins the run lies on the floor."""
    for i in range(world.item_count):
        if world.items[i].kind + 1 == ruleset.goal_item:
            return True
    return False


@rule
def has_goal_monster(world: World, ruleset: Ruleset) -> bool:
    """Whether the monster whose death wins the run is on the floor."""
    for index in range(world.actor_count):
        if world.actors[index].kind + 1 == ruleset.goal_monster:
            return True
    return False


@rule
def place_goal(world: World, ruleset: Ruleset) -> None:
    """Put the run's goal on the stairs of the last floor, before anything is drawn for it, unless a map has it.

    Where the stairs are taken, or there are none, it is somewhere else.
    """
    cell = stairs_of(world)
    if ruleset.goal_item > 0 and not has_goal_item(world, ruleset):
        item_cell = cell if cell != NOWHERE else cell_away_from_start(world, ruleset, ruleset.holds)
        add_item(world, ruleset.goal_item - 1, item_cell)
    if ruleset.goal_monster > 0 and not has_goal_monster(world, ruleset):
        home = mover_of_kind(ruleset, ruleset.goal_monster - 1).lives_on
        if cell == NOWHERE or not can_place(world, ruleset, home, cell):
            cell = cell_away_from_start(world, ruleset, home)
        if cell == NOWHERE:
            # A floor without water, for who stays in it.
            cell = cell_away_from_start(world, ruleset, ruleset.holds)
        if cell != NOWHERE:
            add_actor(world, ruleset, ruleset.goal_monster - 1, cell, SPAWNS)


@rule
def take_goal_away(world: World, ruleset: Ruleset) -> None:
    """Take the goal off a floor below the last one, whose map has it: the run has been won."""
    for i in range(world.item_count):
        if world.items[i].kind + 1 == ruleset.goal_item:
            world.items[i].cell = NOWHERE


@rule
def draw_gold(world: World, ruleset: Ruleset) -> None:
    """Draw how much the gold of a new floor is, after everything is placed: no other draw of a floor depends on it."""
    floor = floor_above(ruleset.below, world.floor)
    for i in range(world.item_count):
        row = ruleset.items[world.items[i].kind].gold
        if row > 0:
            amount = roll_dice(ruleset.gold[row - 1], floor, world.random, LOOT)
            world.items[i].charges = max(1, min(MAX_CHARGES, amount))
