"""The diver goes straight down: it fights what is adjacent, else walks to the stairs, else looks for them."""

from __future__ import annotations

from steep.bots.mind import Mind
from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.core.paths import route, route_to_unknown
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import KNOWN_ROCK, Hero
from steep.rules.actions import CHOOSE, DESCEND, MOVE, WAIT, action


@rule
def direction_index(step: int) -> int:
    """Index of a step in DIRECTIONS."""
    for index in range(len(DIRECTIONS)):
        if DIRECTIONS[index] == step:
            return index
    return NOWHERE


@rule
def adjacent_foe(hero: Hero) -> int:
    """Row in `hero.foes` of the weakest foe beside the hero; NOWHERE when none is."""
    found = NOWHERE
    for i in range(hero.foe_count):
        foe = hero.foes[i]
        if steps_between(foe.cell, hero.cell) == 1 and (found == NOWHERE or foe.hp < hero.foes[found].hp):
            found = i
    return found


@rule
def plan_way_down(hero: Hero, mind: Mind) -> None:
    """Plan a way to the stairs, or else to the nearest cell beside an unknown one."""
    mind.floor = hero.floor
    mind.goal = hero.stairs
    mind.at = 0
    mind.length = 0
    if hero.stairs != NOWHERE:
        mind.length = route(hero.known, KNOWN_ROCK, hero.cell, hero.stairs, mind.search, mind.path)
    if mind.length == 0:
        # Stairs can be seen across ground that is not known yet.
        mind.length = route_to_unknown(hero.known, KNOWN_ROCK, hero.cell, mind.search, mind.path)


@rule
def diver(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """The diver's next action."""
    if hero.choosing == 1:
        return action(CHOOSE, (hero.level - 2) % ruleset.gain_count)
    if hero.foe_count > 0:
        foe = adjacent_foe(hero)
        if foe != NOWHERE:
            return action(MOVE, direction_index(hero.foes[foe].cell - hero.cell))
    if hero.cell == hero.stairs:
        return action(DESCEND)
    on_the_way = (
        mind.floor == hero.floor
        and mind.goal == hero.stairs
        and mind.at < mind.length
        and steps_between(hero.cell, int(mind.path[mind.at])) == 1
    )
    if not on_the_way:
        plan_way_down(hero, mind)
        if mind.length == 0:
            return action(WAIT)
    cell = int(mind.path[mind.at])
    mind.at += 1
    return action(MOVE, direction_index(cell - hero.cell))
