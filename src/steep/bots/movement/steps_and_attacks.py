"""Steps and attacks."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, direction_to, steps_between
from steep.core.rule_decorator import rule
from steep.core.world import HOSTILE, Hero
from steep.rules.action_codes import MOVE, action
from steep.rules.terrain.movers import bears_gas

NO_ACTION = -1
"""The result of a rule that suggests no action."""


@rule
def is_passable(hero: Hero, cell: int) -> bool:
    """Whether the hero knows a cell, and can and should walk there."""
    return hero.passable[hero.remembered[cell]] == 1 and bears_gas(hero, cell)


@rule
def direction_index(step: int) -> int:
    """Index of an offset in DIRECTIONS."""
    for index in range(len(DIRECTIONS)):
        if DIRECTIONS[index] == step:
            return index
    return NOWHERE


@rule
def move_onto(hero: Hero, cell: int) -> int:
    """The step towards a cell, or the attack on a monster there: a cell beside the hero, or straight ahead."""
    return action(MOVE, direction_index(direction_to(hero.cell, cell)))


@rule
def adjacent_enemy(hero: Hero) -> int:
    """Row in `hero.visible_monsters` of the adjacent enemy with the fewest HP; NOWHERE if there is none."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side != HOSTILE or steps_between(enemy.cell, hero.cell) != 1:
            continue
        if found == NOWHERE or enemy.hp < hero.visible_monsters[found].hp:
            found = i
    return found


@rule
def step_off(hero: Hero) -> int:
    """A step off a monster on the hero's own cell, where it can't be attacked; NO_ACTION if there is none."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == hero.cell:
            for direction in range(len(DIRECTIONS)):
                if is_passable(hero, hero.cell + DIRECTIONS[direction]):
                    return action(MOVE, direction)
    return NO_ACTION


@rule
def nearest_enemy(hero: Hero) -> int:
    """Row in `hero.visible_monsters` of the nearest enemy; NOWHERE if there is none."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE:
            steps = steps_between(enemy.cell, hero.cell)
            if found == NOWHERE or steps < steps_between(hero.visible_monsters[found].cell, hero.cell):
                found = i
    return found
