"""What terrain does each turn: it harms who stays, burns, fades, and is found. Gas does what terrain does."""

from __future__ import annotations

from steep.core.gas import gas_row
from steep.core.geometry import DIRECTIONS
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO_ROW, PLAYING, World
from steep.rules.abilities.use_abilities import resolve
from steep.rules.terrain.terrain_at_work import become, is_occupied, kindle, look_around, move_gas, stay

AROUND = (*DIRECTIONS, 0)
"""Where fire spreads to."""

FOUR_ROLLS = 100**4
"""Four rolls of 100 are drawn at once, as drawing is most of what fire costs. They are used up when only 1 is left."""


@rule
def take_terrain_turn(world: World, ruleset: Ruleset) -> None:
    """A turn of the floor's terrain. It is asked for only where some may do something."""
    if world.hides == 1 and ruleset.finds > 0:
        look_around(world, ruleset)
    if world.active_count > 0:
        change_by_itself(world, ruleset)
    if world.hazards == 1 or world.gas_count > 0:
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
    """Let terrain burn and fade that does so by itself, and gas move. What begins in this turn goes on in the next."""
    count = int(world.active_count)
    cells = world.active_cells
    for number in range(count):
        cell = int(cells[number])
        burn_or_fade(world, ruleset, cell)
        if world.gas[cell] > 0:
            move_gas(world, ruleset, cell)
    kept = 0
    for number in range(world.active_count):
        cell = cells[number]
        if ruleset.terrain[world.tiles[cell]].active == 1 or world.gas[cell] > 0:
            cells[kept] = cell
            kept += 1
        else:
            world.active[cell] = 0
    world.active_count = kept


@rule
def burn_or_fade(world: World, ruleset: Ruleset, cell: int) -> None:
    """A turn of one cell: what burns there spreads, and what fades may do so, unless somebody is there."""
    gas_burns = world.gas[cell] > 0 and ruleset.terrain[gas_row(world.gas, cell)].burns == 1
    if gas_burns or ruleset.terrain[world.tiles[cell]].burns == 1:
        spread_fire(world, ruleset, cell)
    row = ruleset.terrain[world.tiles[cell]]
    fades = row.fade_chance > 0 and (row.burns == 1 or not is_occupied(world, cell))
    if fades and below(world.random, COMBAT, 100) < row.fade_chance:
        become(world, ruleset, cell, row.fades_to)


@rule
def spread_fire(world: World, ruleset: Ruleset, cell: int) -> None:
    """Set fire to what can burn around a burning cell, and to what else there is on it: a roll for each cell."""
    rolls = 1
    for direction in AROUND:
        beside = cell + direction
        kind = int(world.tiles[beside])
        gas = gas_row(world.gas, beside)
        percent = max(ruleset.flammable[kind], ruleset.flammable[gas])
        if percent > 0:
            if rolls == 1:
                rolls = FOUR_ROLLS + below(world.random, COMBAT, FOUR_ROLLS)
            roll = rolls % 100
            rolls //= 100
            if roll < ruleset.flammable[kind]:
                become(world, ruleset, beside, ruleset.terrain[kind].burns_to)
            if roll < ruleset.flammable[gas]:
                kindle(world, ruleset, beside)
