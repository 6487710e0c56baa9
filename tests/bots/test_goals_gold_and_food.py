"""Bots go for what wins a run, take gold, and eat before they starve. They know kinds by numbers and traits only."""

from __future__ import annotations

import pytest

from scenes import SE, W
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, BRAWLER, DIVER, EXPLORER, MASHER, RANDOM, TACTICIAN, choose_action
from steep.content import Rulebook
from steep.core.world import PLAYING, WON, World
from steep.rules.action_codes import MOVE, USE, action, verb_of
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait
from toml_scenes import TomlScene, rulebook_of

SMALL = """
    [map]
    width         = 40
    height        = 20
    room_attempts = 6
"""
STAIRS = (
    SMALL
    + """
    [run]
    last_floor = 2
"""
)
AMULET = (
    STAIRS
    + """
    goal_item = "amulet"

    [items.amulet]
    glyph = "a"
"""
)
SLEEPER = (
    STAIRS
    + """
    goal_monster = "rat"

    [monsters.rat]
    asleep = 100
    stays  = true
"""
)
FAST = (
    SMALL
    + """
    [hunger]
    full   = 300
    start  = 200
    stages = [{ name = "hungry", below = 50 }, { name = "starving", below = 0, hp = 1 }]

    [abilities.meal]
    shape   = "self"
    effects = [{ feed = 200 }]

    [items.bread]
    glyph     = "b"
    abilities = ["meal"]
    spawn     = 1

    [items.coins]
    glyph = "$"
    gold  = 10
    spawn = 1

    [counts]
    items_per_floor = 8
"""
)
PLAYERS = {name: bot.number for name, bot in BOTS.items() if bot.number != RANDOM}


def played(book: Rulebook, bot: int, seed: int, turns: int) -> World:
    """A game of a bot until it ends, or so many turns are over."""
    world, mind, imagined = World(), BotMemory(), ImaginedState()
    new_game(world, book.compiled, seed)
    start_mind(mind, seed)
    while world.outcome == PLAYING and world.turn < turns:
        step_or_wait(world, book.compiled, choose_action(bot, world.hero, book.compiled, mind, imagined))
    return world


@pytest.mark.parametrize("piece", [STAIRS, AMULET, SLEEPER], ids=["stairs", "item", "monster"])
@pytest.mark.parametrize("bot", PLAYERS.values(), ids=PLAYERS.keys())
def test_every_bot_but_the_random_one_wins_where_nobody_stops_it(bot: int, piece: str) -> None:
    for seed in (1, 2, 3):
        world = played(rulebook_of(piece), bot, seed, 1500)
        assert world.outcome == WON
        assert world.floor == 2


@pytest.mark.parametrize("bot", [EXPLORER, TACTICIAN])
def test_who_explores_takes_gold_and_eats_before_it_starves(bot: int) -> None:
    world = played(rulebook_of(FAST), bot, 4, 1200)
    assert world.turn >= 1200
    assert world.hero.gold > 0
    assert world.hero.hp == world.hero.max_hp


def test_food_is_eaten_when_none_of_it_is_wasted_or_the_hero_is_hungry() -> None:
    scene = TomlScene("#@.#", FAST)
    scene.carry("b")
    mind, imagined = BotMemory(), ImaginedState()
    eaten_at = []
    for nutrition in (300, 101, 100, 50, 1):
        for bot in (EXPLORER, MASHER):
            start_mind(mind, 1)
            scene.hero.nutrition = nutrition
            act = choose_action(bot, scene.hero, scene.ruleset, mind, imagined)
            eaten_at += [nutrition] if verb_of(act) == USE else []
    assert eaten_at == [100, 100, 50, 50, 1, 1]


@pytest.mark.parametrize("bot", [DIVER, BRAWLER])
def test_who_goes_straight_down_eats_only_when_it_is_hungry(bot: int) -> None:
    scene = TomlScene("#@.#", FAST)
    scene.carry("b")
    mind, imagined = BotMemory(), ImaginedState()
    eats = {}
    for nutrition in (100, 51, 50, 1):
        start_mind(mind, 1)
        scene.hero.nutrition = nutrition
        eats[nutrition] = verb_of(choose_action(bot, scene.hero, scene.ruleset, mind, imagined)) == USE
    assert eats == {100: False, 51: False, 50: True, 1: True}


@pytest.mark.parametrize(("lying", "goes"), [("b", W), ("k", SE)])
def test_the_masher_walks_to_food_that_it_sees_and_to_no_other_item(lying: str, goes: int) -> None:
    knife = "[items.knife]\nglyph = 'k'\nthrown = 2\n"
    scene = TomlScene(f"######\n#{lying}.@.#\n#...>#\n######", FAST + knife)
    mind = BotMemory()
    start_mind(mind, 1)
    assert choose_action(MASHER, scene.hero, scene.ruleset, mind, ImaginedState()) == action(MOVE, goes)
