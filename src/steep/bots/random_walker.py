"""The random one wanders from place to place as its dice fall, and at times does whatever else is possible."""

from __future__ import annotations

from steep.bots.items import can_use, is_on_item
from steep.bots.mind import Mind
from steep.bots.pathfinding import follow_path, is_on_path, plan_path
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import COMBAT, below
from steep.core.world import REMEMBERED_ROCK, Hero
from steep.rules.actions import CHOOSE, DESCEND, MOVE, PICK_UP, USE, WAIT, action

WHIM_ODDS = 4
"""Once in so many turns, about, it does something else than to walk on."""


@rule
def any_goal(hero: Hero, mind: Mind) -> int:
    """Any cell that the hero could stand on as far as it knows, or as often NOWHERE: the nearest unknown ground."""
    if below(mind.random, COMBAT, 2) == 0:
        return NOWHERE
    cell = below(mind.random, COMBAT, CELLS)
    while hero.remembered[cell] <= REMEMBERED_ROCK:
        cell = below(mind.random, COMBAT, CELLS)
    return cell


@rule
def random_action(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """Something that is possible: with what is carried or lies underfoot, or else a step, or to wait."""
    if is_on_item(hero) and hero.inventory_count < ruleset.inventory_capacity:
        return action(PICK_UP)
    place = below(mind.random, COMBAT, ruleset.inventory_capacity)
    cell = (
        hero.visible_monsters[below(mind.random, COMBAT, hero.visible_monster_count)].cell
        if hero.visible_monster_count > 0
        else hero.cell
    )
    if can_use(hero, ruleset, place, cell):
        return action(USE, place, cell)
    direction = below(mind.random, COMBAT, len(DIRECTIONS))
    if hero.remembered[hero.cell + DIRECTIONS[direction]] > REMEMBERED_ROCK:
        return action(MOVE, direction)
    return action(WAIT)


@rule
def random_walker(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """The random one's next action."""
    if hero.choosing == 1:
        return action(CHOOSE, below(mind.random, COMBAT, ruleset.gain_count))
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if below(mind.random, COMBAT, WHIM_ODDS) == 0:
        return random_action(hero, ruleset, mind)
    if not is_on_path(hero, mind, mind.goal):
        plan_path(hero, mind, any_goal(hero, mind))
        if mind.length == 0:
            return action(WAIT)
    return follow_path(hero, mind)
