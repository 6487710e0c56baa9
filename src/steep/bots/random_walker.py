"""The random walker walks to random places, and sometimes does another possible action."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import is_on_item
from steep.bots.movement.pathfinding import follow_path, is_on_path, is_passable, plan_path
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import can_use
from steep.rules.action_codes import CHOOSE, DESCEND, DONE, MOVE, PICK_UP, THROW, USE, WAIT, action
from steep.rules.items.throwing import throw_refusal

WHIM_ODDS = 4
"""About one turn in this many, it does something other than walking on."""


@rule
def any_goal(hero: Hero, mind: BotMemory) -> int:
    """A random cell the hero remembers as open or, half of the time, NOWHERE for the nearest unknown ground."""
    if below(mind.random, COMBAT, 2) == 0:
        return NOWHERE
    cell = below(mind.random, COMBAT, CELLS)
    passable = hero.passable
    while passable[hero.remembered[cell]] == 0:
        cell = below(mind.random, COMBAT, CELLS)
    return cell


@rule
def random_action(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A random possible action: pick up, use an item, step or wait."""
    if is_on_item(hero) and hero.inventory_count < ruleset.inventory_capacity:
        return action(PICK_UP)
    slot = below(mind.random, COMBAT, ruleset.inventory_capacity)
    cell = (
        hero.visible_monsters[below(mind.random, COMBAT, hero.visible_monster_count)].cell
        if hero.visible_monster_count > 0
        else hero.cell
    )
    if can_use(hero, ruleset, slot, cell):
        return action(USE, slot, cell)
    if ruleset.throws == 1 and throw_refusal(hero, ruleset, slot, cell) == DONE:
        return action(THROW, slot, cell)
    direction = below(mind.random, COMBAT, len(DIRECTIONS))
    if is_passable(hero, hero.cell + DIRECTIONS[direction]):
        return action(MOVE, direction)
    return action(WAIT)


@rule
def random_walker(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What the random walker wants to do next. Ask `choose_action`, as of every bot."""
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
