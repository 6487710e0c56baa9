"""The compass and the features, which take short cuts, give the numbers of those computed the plain way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from plain_observations import plain_compass, plain_ground
from steep.bots.bot_memory import ImaginedState, Mind, start_mind
from steep.bots.choose_action import DIVER, EXPLORER, choose_action
from steep.content import load_ruleset
from steep.core.geometry import CELLS
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, Search, World
from steep.env.kernel.compass_to_nearest_goals import NEEDLES, write_compass
from steep.env.kernel.write_features import PLANES, write_ground
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait
from worlds_in_three_forms import EVERY_MECHANIC, random_action

TURNS = 250
CROPS = (1, 9, 21, 45)


RULESETS = ("tcod-2020-gear", "rotjs", "godot", "roguebasin", "tcod-2019", str(EVERY_MECHANIC))


def needles_of_a_game(ruleset: Ruleset, seed: int, bot: int) -> set[int]:
    """Compare each turn of a game. Returns the needles that pointed somewhere."""
    search, marks, needle_row = Search(), bytearray(CELLS), [7] * (2 * NEEDLES)
    world, mind, imagined, rng = World(), Mind(), ImaginedState(), random.Random(seed)
    new_game(world, ruleset, seed)
    start_mind(mind, seed)
    seen: set[int] = set()
    hero = world.hero
    while world.turn < TURNS and world.outcome == PLAYING:
        write_compass(hero, ruleset, search, marks, needle_row)
        assert needle_row == plain_compass(hero, ruleset, search)
        assert not any(marks)
        seen |= {needle for needle in range(NEEDLES) if needle_row[2 * needle]}
        crop = CROPS[world.turn % len(CROPS)]
        fast: Any = np.full(PLANES * crop * crop, 7, np.uint8)
        plain: Any = fast.copy()
        write_ground(hero, ruleset, crop, fast)
        plain_ground(hero, ruleset, crop, plain)
        assert (fast == plain).all()
        act = choose_action(bot, hero, ruleset, mind, imagined)
        step_or_wait(world, ruleset, act if rng.random() < 0.8 else random_action(rng, hero))
    return seen


def test_every_turn_of_many_games_gives_the_same_numbers() -> None:
    seen: set[int] = set()
    for name in RULESETS:
        ruleset = load_ruleset(name).compiled
        # Friends are rare, and only in the last ruleset.
        for seed, bot in enumerate((EXPLORER, DIVER) * (4 if name == RULESETS[-1] else 1), 1):
            seen |= needles_of_a_game(ruleset, seed, bot)
    assert seen == set(range(NEEDLES))
