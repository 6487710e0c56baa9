"""The diver goes straight down: it attacks adjacent monsters, else walks to the stairs, else looks for them."""

from __future__ import annotations

from steep.bots.bot_memory import Mind
from steep.bots.pathfinding import follow_path, is_on_path, plan_path
from steep.bots.steps_and_attacks import adjacent_enemy, move_onto
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import CHOOSE, DESCEND, WAIT, action


@rule
def diver(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """The diver's next action."""
    if hero.choosing == 1:
        return action(CHOOSE, (hero.level - 2) % ruleset.gain_count)
    if hero.visible_monster_count > 0:
        enemy = adjacent_enemy(hero)
        if enemy != NOWHERE:
            return move_onto(hero, hero.visible_monsters[enemy].cell)
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if not is_on_path(hero, mind, hero.stairs):
        plan_path(hero, ruleset, mind, hero.stairs)
        if mind.length == 0:
            return action(WAIT)
    return follow_path(hero, mind)
