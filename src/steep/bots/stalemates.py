"""Ends stalemates: waiting for nothing, chases after monsters that keep away, and walks that lead back for ever."""

from __future__ import annotations

from steep.bots.bot_memory import Mind
from steep.bots.dangerous_terrain import PATIENCE, dare
from steep.bots.pathfinding import explore, follow_path, go_down, plan_path_to
from steep.bots.steps_and_attacks import NO_ACTION, nearest_enemy
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
def turns_stuck(hero: Hero, mind: Mind) -> int:
    """How many turns ago the hero last made progress."""
    progress = hero.cells_explored + hero.xp + (hero.level << 40)
    if progress != mind.progress:
        mind.progress = progress
        mind.progress_turn = hero.turn
    return hero.turn - mind.progress_turn


@rule
def end_stalemate(hero: Hero, ruleset: Ruleset, mind: Mind, wanted: int) -> int:
    """What a bot does instead of what it wants: the same, unless it has been stuck for long."""
    turns = turns_stuck(hero, mind)
    if wanted != action(WAIT) or (nearest_enemy(hero) != NOWHERE and turns < STUCK_AFTER):
        mind.idle = 0
    elif mind.idle < PATIENCE:
        mind.idle += 1
    else:
        act = dare(hero, ruleset, mind)
        if act != NO_ACTION:
            return act
    if turns < STUCK_AFTER or hero.choosing == 1:
        return wanted
    act = NO_ACTION
    if turns % (LEAVING + CHARGING) < LEAVING:
        act = go_down(hero, ruleset, mind)
        if act == NO_ACTION:
            act = explore(hero, mind)
    else:
        enemy = nearest_enemy(hero)
        if enemy != NOWHERE:
            plan_path_to(hero, mind, hero.visible_monsters[enemy].cell)
            act = NO_ACTION if mind.length == 0 else follow_path(hero, mind)
    return wanted if act == NO_ACTION else act
