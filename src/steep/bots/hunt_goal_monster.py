"""The goal of a run: on the last floor, every bot but the random one goes for the monster whose death wins."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.combat.fighting import step_to_enemy
from steep.bots.movement.pathfinding import NO_ACTION, explore
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, Hero
from steep.rules.action_codes import WAIT, action


@rule
def hunt(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to the goal of the run, or to where it may be. Bots want this where they would take sealed stairs."""
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        if monster.kind + 1 == ruleset.goal_monster and monster.side == HOSTILE:
            act = step_to_enemy(hero, mind, i)
            if act != NO_ACTION:
                return act
    act = explore(hero, mind)
    return action(WAIT) if act == NO_ACTION else act
