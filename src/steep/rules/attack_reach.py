"""Attacks that reach farther than the next cell.

A monster attacks along any open line within its reach, over whoever stands between. The hero attacks by moving: a step
towards an enemy in view that is straight ahead, within reach, with nobody between, attacks it instead.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, direction_to, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, Actor, Hero, VisibleMonster, World
from steep.rules.abilities.ability_shapes import line_is_open, seen_on


@rule
def reach_of_hero(hero: Hero, ruleset: Ruleset) -> int:
    """Steps up to which the hero attacks."""
    return ruleset.items[hero.weapon - 1].attack_reach if hero.weapon > 0 else 1


@rule
def enemy_ahead(hero: Hero, ruleset: Ruleset, offset: int) -> int:
    """Row in `hero.visible_monsters` of the enemy that a step by an offset attacks from afar; NOWHERE if there is none.

    It is the first monster in that direction, and not beside the hero.
    """
    cell = hero.cell
    for steps in range(1, reach_of_hero(hero, ruleset) + 1):
        cell += offset
        if ruleset.stops[hero.remembered[cell]] == 1:
            return NOWHERE
        row = seen_on(hero, cell)
        if row != NOWHERE:
            return row if steps > 1 and hero.visible_monsters[row].side == HOSTILE else NOWHERE
    return NOWHERE


@rule
def can_hit(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether a step of the hero towards an enemy attacks it: it stands beside the hero, or in reach straight ahead."""
    steps = steps_between(hero.cell, enemy.cell)
    if steps <= 1 or ruleset.reaches == 0:
        return steps == 1
    offset = direction_to(hero.cell, enemy.cell)
    row = enemy_ahead(hero, ruleset, offset)
    return offset in DIRECTIONS and row != NOWHERE and hero.visible_monsters[row].cell == enemy.cell


@rule
def hits_from_afar(world: World, ruleset: Ruleset, actor: Actor, target: int) -> bool:
    """Whether a monster that is not beside a cell can attack whoever stands there."""
    steps = steps_between(actor.cell, target)
    return steps <= ruleset.monsters[actor.kind].attack_reach and line_is_open(
        world.tiles, ruleset.stops, actor.cell, target
    )
