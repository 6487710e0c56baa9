"""The shortcut that says who hurts the hero says what the expected damage says."""

from __future__ import annotations

import random

import pytest

from steep.bots.combat.enemies import hurts, surely_hurts, turn_damage
from steep.bots.level_ups import imagine_monster
from steep.content import load_ruleset
from steep.core.ruleset import MAX_SPEED, MIN_SPEED, RESISTANCE, SPEED, Ruleset
from steep.core.world import VisibleMonster, World
from steep.rules.new_game import new_game

NUMBERS = (-100, -3, 0, 1, 20, 99, 100, 101, 1000)


@pytest.mark.parametrize("name", ["steep", "tcod-2019"])
@pytest.mark.parametrize("least", [0, 1])
def test_who_surely_hurts_does(name: str, least: int) -> None:
    ruleset, world, draw = load_ruleset(name).compiled, World(), random.Random(1)
    new_game(world, ruleset, 1)
    seen = {True: 0, False: 0}
    for _ in range(800):
        enemy = any_enemy(ruleset, world, draw)
        ruleset.min_damage = least
        takes = turn_damage(world.hero, ruleset, enemy) > 0
        assert hurts(world.hero, ruleset, enemy) == takes
        assert takes or not surely_hurts(world.hero, ruleset, enemy)
        seen[takes] += 1
    assert min(seen.values()) > 20


def any_enemy(ruleset: Ruleset, world: World, draw: random.Random) -> VisibleMonster:
    """A monster with numbers that are as likely at the edge as anywhere, beside a hero that has such, too."""
    enemy = VisibleMonster()
    imagine_monster(enemy, ruleset, draw.randrange(ruleset.monster_kinds), 1)
    for stats in (enemy.stats, world.hero.stats):
        for stat in range(len(enemy.stats)):
            stats[stat] = draw.choice(NUMBERS)
        stats[SPEED] = draw.choice((MIN_SPEED, 100, MAX_SPEED))
    for stat in range(RESISTANCE, len(world.hero.stats)):
        world.hero.stats[stat] = draw.choice((-50, 0, 0, 50, 100))
    return enemy
