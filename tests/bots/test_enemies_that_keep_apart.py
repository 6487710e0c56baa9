"""Enemies that keep apart, and who hurts the hero."""

from __future__ import annotations

import random

import pytest

from scenes import set_hp
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import EXPLORER, TACTICIAN, choose_action
from steep.bots.combat.enemies import hurts, is_threat, surely_hurts, turn_damage
from steep.bots.level_ups import imagine_monster
from steep.content import load_ruleset
from steep.core.ruleset import MAX_SPEED, MIN_SPEED, RESISTANCE, SPEED, Ruleset
from steep.core.world import PLAYING, VisibleMonster, World
from steep.rules.new_game import new_game
from toml_scenes import EEL, TomlScene

TERRAIN = {"+": "door", "=": "deep_water"}
KINDS = (
    EEL
    + """

    [monsters.serpent]
    glyph = "S"
    hp = 900
    power = 4
    defense = 1
    xp = 3
    moves = "in_water"

    [monsters.root]
    glyph = "R"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    stays = true

    [monsters.spitter]
    glyph = "s"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    stays = true
    abilities = ["spit"]

    [abilities.spit]
    trigger = "turn"
    shape = "bolt"
    effects = [{ damage = 3 }]
"""
)
POND = """
    ####################
    #..........#########
    #@.........+...====#
    #..........#...=ee=#
    #..........#...====#
    ############..######
               #>.#
               ####
"""


def turns_to_leave(picture: str, bot: int) -> int:
    """How many turns a bot takes to go down."""
    scene = TomlScene(picture, KINDS, terrain=TERRAIN)
    set_hp(scene.world, 60)
    mind, imagined, floor, turns = BotMemory(), ImaginedState(), scene.world.floor, 0
    start_mind(mind, 1)
    while scene.world.floor == floor and scene.world.outcome == PLAYING and turns < 300:
        scene.act(choose_action(bot, scene.hero, scene.ruleset, mind, imagined))
        turns += 1
    assert scene.world.floor == floor + 1
    return turns


@pytest.mark.parametrize("bot", [EXPLORER, TACTICIAN])
def test_nobody_waits_at_the_door_for_an_eel(bot: int) -> None:
    assert turns_to_leave(POND, bot) < 1.5 * turns_to_leave(POND.replace("e", "="), bot)


@pytest.mark.parametrize("bot", [EXPLORER, TACTICIAN])
def test_nobody_waits_at_the_door_for_a_root(bot: int) -> None:
    hall = POND.replace("=", ".").replace("ee", ".R")
    assert turns_to_leave(hall, bot) < 1.5 * turns_to_leave(hall.replace("R", "."), bot)


def test_a_hero_driven_from_the_shore_goes_back_there_only_for_so_long() -> None:
    # It can't win, and away from the shore the serpent is no threat: it fled and came back for as long as it lived.
    shore = """
        ####################
        #..>.......====#####
        #@.........=S==#####
        #..............#####
        ##############.#####
        ##############.....#
        ##################.#
        ####################
    """
    assert turns_to_leave(shore, EXPLORER) < 80


@pytest.mark.parametrize(
    ("picture", "threat"),
    [("#@.e=#", False), ("#@=e=#", True), ("#@..R#", False), ("#.@R.#", True), ("#@..s#", True)],
)
def test_what_keeps_apart_is_a_threat_where_it_can_strike(picture: str, threat: bool) -> None:
    scene = TomlScene(f"######\n{picture}\n######", KINDS, terrain=TERRAIN)
    assert is_threat(scene.hero, scene.ruleset, scene.hero.visible_monsters[0]) == threat


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
