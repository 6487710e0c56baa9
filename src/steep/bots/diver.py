"""The diver goes straight down: it attacks adjacent monsters, else walks to the stairs, else looks for them.

Of items it uses only food, once it is hungry.
"""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import eat_when_hungry
from steep.bots.movement.pathfinding import (
    NO_ACTION,
    adjacent_enemy,
    follow_path,
    is_on_path,
    leads_down,
    move_onto,
    plan_jump,
    plan_path,
    plan_path_to,
)
from steep.bots.survival import leave_harm
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import CHOOSE, DESCEND, WAIT, action


@rule
def diver(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What the diver wants to do next. Ask `choose_action`, which ends stalemates."""
    if hero.choosing == 1:
        return action(CHOOSE, (hero.level - 2) % ruleset.gain_count)
    act = leave_harm(hero, ruleset, mind)
    if act != NO_ACTION:
        return act
    if hero.visible_monster_count > 0:
        enemy = adjacent_enemy(hero)
        if enemy != NOWHERE:
            return move_onto(hero, hero.visible_monsters[enemy].cell)
    act = eat_when_hungry(hero, ruleset)
    if act != NO_ACTION:
        return act
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if ruleset.falls == 1 and is_jumping(hero, ruleset, mind):
        return follow_path(hero, mind)
    if not is_on_path(hero, mind, hero.stairs):
        plan_path(hero, mind, hero.stairs)
        if mind.length == 0:
            return action(WAIT)
    return follow_path(hero, mind)


@rule
def is_jumping(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> bool:
    """Whether the hero is on its way to where it falls to the next floor, or plans it since the stairs are farther."""
    if is_on_path(hero, mind, mind.goal):
        return mind.goal != NOWHERE and leads_down(hero, ruleset, mind.goal)
    plan_path_to(hero, mind, hero.stairs)
    to_stairs = mind.length
    plan_jump(hero, ruleset, mind)
    return mind.length > 0 and (to_stairs == 0 or mind.length < to_stairs)
