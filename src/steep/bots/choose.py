"""Asks a bot, by its number, for its next action. The kernels that play many games call this one rule."""

from __future__ import annotations

from steep.bots.diver import diver
from steep.bots.mind import Mind
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.actions import WAIT, action

DIVER = 0


@rule
def choose_action(bot: int, hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """What a bot does next."""
    if bot == DIVER:
        return diver(hero, ruleset, mind)
    return action(WAIT)
