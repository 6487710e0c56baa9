"""The brawler goes down looking for fights: it charges every monster it sees and uses no items but food."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.choose_and_use_items import eat_when_hungry
from steep.bots.level_ups import gain_of
from steep.bots.movement.pathfinding import (
    NO_ACTION,
    explore,
    follow_path,
    go_down,
    is_on_path,
    nearest_enemy,
    plan_path_to,
    step_off,
)
from steep.bots.survival import leave_harm
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import POWER, Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import CHOOSE, WAIT, action


@rule
def charge(hero: Hero, mind: BotMemory) -> int:
    """A step to the nearest monster, or to where the last one was seen; NO_ACTION if there is none.

    A monster may be visible from one cell and not from the next. A brawler that forgot it there would go back and forth
    forever.
    """
    enemy = nearest_enemy(hero)
    if enemy != NOWHERE and hero.visible_monsters[enemy].cell == hero.cell:
        return step_off(hero)
    if enemy != NOWHERE:
        plan_path_to(hero, mind, hero.visible_monsters[enemy].cell)
        return NO_ACTION if mind.length == 0 else follow_path(hero, mind)
    is_charging = mind.goal != NOWHERE and mind.goal != hero.stairs
    return follow_path(hero, mind) if is_charging and is_on_path(hero, mind, mind.goal) else NO_ACTION


@rule
def brawler(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What the brawler wants to do next. Ask `choose_action`, which ends stalemates."""
    if hero.choosing == 1:
        return action(CHOOSE, gain_of(ruleset, POWER))
    act = leave_harm(hero, ruleset, mind)
    if act == NO_ACTION:
        act = charge(hero, mind)
    if act == NO_ACTION:
        act = eat_when_hungry(hero, ruleset)
    if act == NO_ACTION:
        act = go_down(hero, ruleset, mind)
    if act == NO_ACTION:
        act = explore(hero, mind)
    return action(WAIT) if act == NO_ACTION else act
