"""What a hero does while it is held, afraid or charmed, if that keeps it from what it wants to do."""

from __future__ import annotations

from steep.bots.pathfinding import adjacent_enemy, is_passable, move_onto, nearest_enemy
from steep.core.geometry import DIRECTIONS, NOWHERE, squared_distance
from steep.core.rule_decorator import rule
from steep.core.ruleset import AFRAID, CHARMED, HELD, STUMBLES, Ruleset
from steep.core.world import HOSTILE, NEUTRAL, Hero
from steep.rules.abilities.ability_shapes import seen_on
from steep.rules.action_codes import MOVE, WAIT, action, argument_of, verb_of
from steep.rules.combat import enemy_ahead

UNWILLING = AFRAID | CHARMED
"""What keeps a hero from attacking."""


@rule
def is_open(hero: Hero, cell: int) -> bool:
    """Whether the hero can step onto a cell, as far as it knows."""
    return is_passable(hero, cell) and seen_on(hero, cell) == NOWHERE


@rule
def step_away_from(hero: Hero, threat: int) -> int:
    """A step that leads farthest from a cell; waits if none leads farther."""
    act = action(WAIT)
    farthest = squared_distance(hero.cell, threat)
    for direction in range(len(DIRECTIONS)):
        cell = hero.cell + DIRECTIONS[direction]
        if squared_distance(cell, threat) > farthest and is_open(hero, cell):
            act = action(MOVE, direction)
            farthest = squared_distance(cell, threat)
    return act


@rule
def attack_where_it_stands(hero: Hero) -> int:
    """An attack on an adjacent enemy; waits if there is none."""
    row = adjacent_enemy(hero)
    return action(WAIT) if row == NOWHERE else move_onto(hero, hero.visible_monsters[row].cell)


@rule
def able_move(hero: Hero, ruleset: Ruleset, act: int) -> int:
    """What to do instead of a step or an attack of a hero that is held, afraid or charmed.

    A held hero attacks or waits. One that is afraid or charmed steps away from the nearest enemy. All of
    them can still free a captive.
    """
    row = seen_on(hero, hero.cell + DIRECTIONS[argument_of(act)])
    if row != NOWHERE and hero.visible_monsters[row].side == NEUTRAL:
        return act
    if hero.conditions & HELD != 0:
        can_attack = hero.conditions & UNWILLING == 0 or hero.conditions & STUMBLES != 0
        ahead = ruleset.reaches == 1 and enemy_ahead(hero, ruleset, DIRECTIONS[argument_of(act)]) != NOWHERE
        if ahead and can_attack:
            return act
        return attack_where_it_stands(hero) if can_attack else action(WAIT)
    if row == NOWHERE or hero.visible_monsters[row].side != HOSTILE or hero.conditions & STUMBLES != 0:
        return act
    return step_away_from(hero, hero.visible_monsters[nearest_enemy(hero)].cell)


@rule
def action_while_impaired(hero: Hero, ruleset: Ruleset, act: int) -> int:
    """What to do instead of an action: the same if nothing keeps the hero from it."""
    if verb_of(act) != MOVE or hero.conditions & (HELD | UNWILLING) == 0:
        return act
    return able_move(hero, ruleset, act)
