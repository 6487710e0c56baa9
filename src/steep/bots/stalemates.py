"""Ends stalemates: waiting for nothing, chases after monsters that keep away, and walks that lead back for ever."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.bots.movement.pathfinding import NO_ACTION, explore, follow_path, go_down, nearest_enemy, plan_path_to
from steep.bots.survival import PATIENCE, dare
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import WAIT, action

STUCK_AFTER = 200
"""Turns without progress: no XP, no new cell seen. Longer than most walks to the stairs.

Kills alone are none: the summoned give no XP, and some never run out.
"""

LEAVING = 192
"""Turns for which a stuck bot leaves everybody alone: enough for most walks to the stairs."""

CHARGING = 64
"""Turns for which it then walks up to the nearest enemy, before it leaves again."""


@rule
def turns_stuck(hero: Hero, mind: BotMemory) -> int:
    """How many turns ago the hero last made progress."""
    progress = hero.cells_explored + hero.xp + (hero.level << 40)
    if progress != mind.progress:
        mind.progress = progress
        mind.progress_turn = hero.turn
    return hero.turn - mind.progress_turn


@rule
def leave_or_charge(hero: Hero, ruleset: Ruleset, mind: BotMemory, turns: int) -> int:
    """What a bot does that has been stuck for some turns; NO_ACTION if it can't do that."""
    if turns % (LEAVING + CHARGING) < LEAVING:
        act = go_down(hero, ruleset, mind)
        return explore(hero, mind) if act == NO_ACTION else act
    enemy = nearest_enemy(hero)
    if enemy == NOWHERE:
        return NO_ACTION
    plan_path_to(hero, mind, hero.visible_monsters[enemy].cell)
    return NO_ACTION if mind.length == 0 else follow_path(hero, mind)


@rule
def is_idle(hero: Hero, mind: BotMemory, act: int, turns: int) -> bool:
    """Whether a bot has waited for long, for no enemy in view or for one that doesn't come."""
    # Who has dared a step and still would only wait dares the next.
    bears_enemies = turns >= STUCK_AFTER or mind.idle > PATIENCE
    if act != action(WAIT) or (nearest_enemy(hero) != NOWHERE and not bears_enemies):
        mind.idle = 0
        return False
    mind.idle += 1
    return mind.idle > PATIENCE


@rule
def end_stalemate(hero: Hero, ruleset: Ruleset, mind: BotMemory, wanted: int) -> int:
    """What a bot does instead of what it wants: the same, unless it has been stuck or idle for long."""
    turns = turns_stuck(hero, mind)
    act = wanted
    if turns >= STUCK_AFTER and hero.choosing == 0:
        act = leave_or_charge(hero, ruleset, mind, turns)
        if act == NO_ACTION:
            act = wanted
    if is_idle(hero, mind, act, turns):
        daring = dare(hero, ruleset, mind)
        if daring != NO_ACTION:
            return daring
    return act
