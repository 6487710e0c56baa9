"""The brawler goes down in search of fights: it charges all that it sees, and uses nothing that it finds."""

from __future__ import annotations

from steep.bots.level_ups import gain_of
from steep.bots.mind import Mind
from steep.bots.moves import NO_ACTION, move_onto, nearest_enemy
from steep.bots.pathfinding import explore, go_down
from steep.core.geometry import NOWHERE
from steep.core.paths import next_step
from steep.core.rule import rule
from steep.core.ruleset import GAIN_POWER, Ruleset
from steep.core.world import REMEMBERED_ROCK, Hero
from steep.rules.actions import CHOOSE, WAIT, action


@rule
def brawler(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """The brawler's next action."""
    if hero.choosing == 1:
        return action(CHOOSE, gain_of(ruleset, GAIN_POWER))
    enemy = nearest_enemy(hero)
    if enemy != NOWHERE:
        cell = next_step(hero.remembered, REMEMBERED_ROCK, hero.cell, hero.visible_monsters[enemy].cell, mind.search)
        if cell != NOWHERE:
            return move_onto(hero, cell)
    act = go_down(hero, mind)
    if act == NO_ACTION:
        act = explore(hero, mind)
    return action(WAIT) if act == NO_ACTION else act
