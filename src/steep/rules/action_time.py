"""How long actions take, in percent of a turn. Most take one turn, which needs no record."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import NORMAL_SPEED, Ruleset
from steep.core.world import Hero, World


@rule
def take_time(world: World, ruleset: Ruleset, time: int) -> None:
    """Let the action that is being taken last that long."""
    if ruleset.timed == 1:
        world.extra_time = time - NORMAL_SPEED


@rule
def attack_time_of_hero(hero: Hero, ruleset: Ruleset) -> int:
    """Percent of a turn that an attack by the hero takes."""
    return ruleset.items[hero.weapon - 1].attack_time if hero.weapon > 0 else NORMAL_SPEED
