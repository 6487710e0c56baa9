"""To which terrain an actor goes: the hero and each kind of monster belong to a class of `Ruleset.movers`."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import FLYING, HERO_FLIES, HERO_WALKS, Mover, Ruleset
from steep.core.world import HERO_ROW, Hero, World


@rule
def mover_of(world: World, ruleset: Ruleset, index: int) -> Mover:
    """The class of an actor: to which terrain it goes."""
    actor = world.actors[index]
    row = HERO_WALKS if index == HERO_ROW else ruleset.monsters[actor.kind].mover
    return ruleset.movers[ruleset.movers[row].aloft if actor.conditions & FLYING != 0 else row]


@rule
def mover_of_hero(hero: Hero, ruleset: Ruleset) -> Mover:
    """The hero's class, as far as the hero knows."""
    return ruleset.movers[HERO_FLIES if hero.conditions & FLYING != 0 else HERO_WALKS]
