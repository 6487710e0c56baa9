"""What holds for every bot: how strong it is, that it plays by the view, and which are gone."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from bot_strength import BY_STRENGTH, gain, sign_test
from ready_made_sessions import load
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import BOTS, GONE, Bot, choose_action, find_bot
from steep.cli import main
from steep.content import load_ruleset
from steep.core.geometry import CELLS, FLOOR, UNKNOWN
from steep.core.input_errors import InputError
from steep.core.record import pack, unpack
from steep.core.world import PLAYING, STOPPED, World
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.rules.new_game import new_game
from steep.rules.turn import step

GAMES = {"random": ("tcod-2019", 60), "brawler": ("tcod-2019", 60), "explorer": ("tcod-2019:hard", 80)}
"""The ruleset and the games for each pair of bots, by the name of the weaker one.

In tcod-2019 the explorer clears nearly all floors, so only hundreds of games show that the tactician clears more.
"""
PAIRS = [(weaker, stronger, *GAMES[weaker]) for weaker, stronger in pairwise(BY_STRENGTH)]
MORE_GAMES = pytest.param("explorer", "tactician", "tcod-2019", 700, marks=pytest.mark.slow)


@pytest.mark.parametrize(("weaker", "stronger", "ruleset", "games"), [*PAIRS, MORE_GAMES])
def test_each_bot_survives_longer_than_the_next_weaker_one(
    weaker: str, stronger: str, ruleset: str, games: int
) -> None:
    """A sign test over the seeds on which one bot got further than the other, p < 0.001."""
    better, worse = gain(ruleset, weaker, stronger, games)
    assert better > worse
    assert sign_test(better, worse) < 0.001, (better, worse)


@pytest.mark.parametrize(("weaker", "stronger", "games"), [("random", "masher", 400), ("masher", "explorer", 60)])
def test_the_masher_is_between_the_random_walker_and_the_explorer(weaker: str, stronger: str, games: int) -> None:
    better, worse = gain("tcod-2019", weaker, stronger, games)
    assert better > worse
    assert sign_test(better, worse) < 0.001, (better, worse)


@pytest.mark.parametrize("ruleset", ["roguebasin", "tcod-2020", "rotjs-gear"])
def test_the_random_walker_dies_early(ruleset: str) -> None:
    """The random walker never wins: nearly all runs end on the first floors, few at the turn limit."""
    with WorkerPool(load_ruleset(ruleset).compiled, 2) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(Task("random", 0, 100, last_floor=10))))
    visits = np.concatenate([batch.visits for batch in batches])
    last = visits[visits["end"] != PLAYING]
    assert last["floor"].max() <= 5
    assert (last["end"] == STOPPED).mean() < 0.2


@pytest.mark.parametrize(("bot", "games"), [("diver", 300), ("brawler", 300), ("explorer", 100)])
def test_no_bot_walks_in_circles_near_a_monster_behind_a_corner(bot: str, games: int) -> None:
    """In roguebasin a monster behind a corner stays there: visible from one cell, hidden from the next."""
    with WorkerPool(load_ruleset("roguebasin").compiled, 2) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(Task(bot, 0, games, last_floor=10))))
    visits = np.concatenate([batch.visits for batch in batches])
    assert visits["seed"][visits["end"] == STOPPED].tolist() == []


def other_world(world: World, seed: int) -> World:
    """A copy of the world with the same view; the rest of its state is different."""
    rng = random.Random(seed)
    other = unpack(World, pack(world))
    for cell in range(CELLS):
        if other.hero.remembered[cell] == UNKNOWN:
            other.tiles[cell] = FLOOR if rng.random() < 0.5 else other.tiles[cell]
    for actor in other.actors[: other.actor_count]:
        if other.hero.visible[actor.cell] == 0:
            actor.hp += 50
            actor.goal = other.hero.cell
    for word in range(len(other.random)):
        other.random[word] = rng.getrandbits(31) | 1
    other.seed = rng.getrandbits(40)
    return other


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_bots_ignore_what_the_hero_does_not_know(bot: Bot) -> None:
    ruleset, world = load("tcod-2019").compiled, World()
    mind, other_mind, imagined = BotMemory(), BotMemory(), ImaginedState()
    for seed in range(2):
        new_game(world, ruleset, seed)
        start_mind(mind, seed)
        start_mind(other_mind, seed)
        for turn in range(25):
            if world.outcome != PLAYING:
                break
            other = other_world(world, turn)
            action = choose_action(bot.number, world.hero, ruleset, mind, imagined)
            assert choose_action(bot.number, other.hero, ruleset, other_mind, imagined) == action
            assert pack(mind) == pack(other_mind)
            step(world, ruleset, action)


NUMBERS = range(6, 11)
"""Those of bots that are gone. Results that were stored then contain them."""


@pytest.mark.parametrize("name", ["weapon", "bow", "staff", "allies", "fire"])
def test_a_bot_that_is_gone_is_refused_with_what_to_use(name: str) -> None:
    with pytest.raises(InputError) as refused:
        find_bot(f"tactician-{name}")
    assert str(refused.value) == f'the bot "tactician-{name}" is gone: use "tactician"'


def test_a_command_refuses_it_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "tcod-2020", "--bot", "explorer,tactician-bow", "--games", "1"]) == 2
    assert capsys.readouterr().err == 'steep: the bot "tactician-bow" is gone: use "tactician"\n'


def test_what_to_use_exists_and_no_number_is_used_again() -> None:
    assert set(GONE.values()) <= set(BOTS)
    assert not set(GONE) & set(BOTS)
    assert [bot.number for bot in BOTS.values()] == [1, 5, 0, 2, 3, 4]
    assert not {bot.number for bot in BOTS.values()} & set(NUMBERS)
