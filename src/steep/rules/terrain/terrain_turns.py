"""What terrain does each turn: it harms who stays, burns, fades, and is found."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO_ROW, PLAYING, World
from steep.rules.abilities.use_abilities import resolve
from steep.rules.terrain.terrain_at_work import become, is_occupied, look_around, stay


@rule
def take_terrain_turn(world: World, ruleset: Ruleset) -> None:
    """A turn of the floor's terrain. It is asked for only where some may do something."""
    if world.hides == 1 and ruleset.finds > 0:
        look_around(world, ruleset)
    if world.active_count > 0:
        change_by_itself(world, ruleset)
    if world.hazards == 1:
        harm_who_stays(world, ruleset)


@rule
def harm_who_stays(world: World, ruleset: Ruleset) -> None:
    """Let terrain do what it does to who stays in it: the hero first, then monsters in row order."""
    stay(world, ruleset, HERO_ROW)
    for index in range(world.actor_count):
        if world.queue_count > 0:
            resolve(world, ruleset)
        if world.outcome != PLAYING or world.falls == 1:
            return
        if world.actors[index].hp > 0:
            stay(world, ruleset, index)
    if world.queue_count > 0:
        resolve(world, ruleset)


@rule
def change_by_itself(world: World, ruleset: Ruleset) -> None:
    """Let the terrain burn and fade that does so by itself. What begins in this turn goes on in the next."""
    count = int(world.active_count)
    cells = world.active_cells
    for number in range(count):
        burn_or_fade(world, ruleset, int(cells[number]))
    kept = 0
    for number in range(world.active_count):
        cell = cells[number]
        if ruleset.terrain[world.tiles[cell]].active == 1:
            cells[kept] = cell
            kept += 1
        else:
            world.active[cell] = 0
    world.active_count = kept


@rule
def burn_or_fade(world: World, ruleset: Ruleset, cell: int) -> None:
    """A turn of one cell: fire spreads to what can burn beside it; what fades may do so, unless somebody is there."""
    row = ruleset.terrain[world.tiles[cell]]
    if row.burns == 1:
        for direction in DIRECTIONS:
            beside = ruleset.terrain[world.tiles[cell + direction]]
            if beside.flammable > 0 and below(world.random, COMBAT, 100) < beside.flammable:
                become(world, ruleset, cell + direction, beside.burns_to)
    fades = row.fade_chance > 0 and (row.burns == 1 or not is_occupied(world, cell))
    if fades and below(world.random, COMBAT, 100) < row.fade_chance:
        become(world, ruleset, cell, row.fades_to)
