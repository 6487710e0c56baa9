"""Bots see only the view: nothing else in the world changes their choices."""

from __future__ import annotations

import random

import pytest

from ready_made_sessions import load
from steep.bots.choose_action import BOTS, Bot, choose_action
from steep.bots.memory.bot_memory import BotMemory, ImaginedState, start_mind
from steep.core.geometry import CELLS, FLOOR, UNKNOWN
from steep.core.record import pack, unpack
from steep.core.world import PLAYING, World
from steep.rules.new_game import new_game
from steep.rules.turn import step


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
        for turn in range(60):
            if world.outcome != PLAYING:
                break
            other = other_world(world, turn)
            action = choose_action(bot.number, world.hero, ruleset, mind, imagined)
            assert choose_action(bot.number, other.hero, ruleset, other_mind, imagined) == action
            assert pack(mind) == pack(other_mind)
            step(world, ruleset, action)
