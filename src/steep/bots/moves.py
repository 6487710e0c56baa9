"""Steps and blows, as bots ask for them."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.core.rule import rule
from steep.core.world import REMEMBERED_ROCK, Hero
from steep.rules.actions import MOVE, action

NO_ACTION = -1
"""What a rule gives that has nothing to say about the next action."""


@rule
def direction_index(step: int) -> int:
    """Index of a step in DIRECTIONS."""
    for index in range(len(DIRECTIONS)):
        if DIRECTIONS[index] == step:
            return index
    return NOWHERE


@rule
def move_onto(hero: Hero, cell: int) -> int:
    """The step onto a cell beside the hero, or the blow at who stands there."""
    return action(MOVE, direction_index(cell - hero.cell))


@rule
def adjacent_enemy(hero: Hero) -> int:
    """Row in `hero.foes` of the weakest foe beside the hero; NOWHERE when none is."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if steps_between(enemy.cell, hero.cell) == 1 and (
            found == NOWHERE or enemy.hp < hero.visible_monsters[found].hp
        ):
            found = i
    return found


@rule
def step_off(hero: Hero) -> int:
    """A step off a foe that stands on the hero's own cell, where no blow meets it; NO_ACTION when none does."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == hero.cell:
            for direction in range(len(DIRECTIONS)):
                if hero.remembered[hero.cell + DIRECTIONS[direction]] > REMEMBERED_ROCK:
                    return action(MOVE, direction)
    return NO_ACTION


@rule
def nearest_enemy(hero: Hero) -> int:
    """Row in `hero.foes` of the nearest foe in view; NOWHERE when none is."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        steps = steps_between(hero.visible_monsters[i].cell, hero.cell)
        if found == NOWHERE or steps < steps_between(hero.visible_monsters[found].cell, hero.cell):
            found = i
    return found
