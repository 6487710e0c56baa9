"""The compass and the features, which take short cuts, give the numbers of those computed the plain way."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from plain_observations import episode_of, plain_compass, plain_ground
from ready_made_sessions import load
from scenes import E, S, Scene, W
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import DIVER, EXPLORER, choose_action
from steep.content import load_ruleset
from steep.core.geometry import CELLS, NOWHERE, WIDTH
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, Hero, Search, World
from steep.env.kernel.compass_to_nearest_goals import COMPASS, Compass, write_compass
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.write_map import FEATURES, GLYPH_HERO, write_crop, write_glyphs, write_ground, write_true_map
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait
from worlds_in_both_forms import EVERY_MECHANIC, random_action

TURNS = 30
CROPS = (1, 9, 21, 45)

RULESETS = ("tcod-2020-gear", "rotjs", "godot", "roguebasin", "tcod-2019", str(EVERY_MECHANIC))


def needles_of_a_game(ruleset: Ruleset, seed: int, bot: int) -> set[int]:
    """Compare each turn of a game. Returns the needles that pointed somewhere."""
    search, marks, needle_row = Search(), bytearray(CELLS), [7] * (2 * len(COMPASS))
    world, mind, imagined, rng = World(), BotMemory(), ImaginedState(), random.Random(seed)
    new_game(world, ruleset, seed)
    start_mind(mind, seed)
    seen: set[int] = set()
    hero = world.hero
    while world.turn < TURNS and world.outcome == PLAYING:
        write_compass(episode_of(hero, search, marks), ruleset, EnvParams(), needle_row)
        assert needle_row == plain_compass(hero, ruleset, search)
        assert not any(marks)
        seen |= {needle for needle in range(len(COMPASS)) if needle_row[2 * needle]}
        crop = CROPS[world.turn % len(CROPS)]
        fast: Any = np.full(len(FEATURES) * crop * crop, 7, np.uint8)
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
    assert seen == set(range(len(COMPASS)))


class CountedRuleset:
    """A ruleset that counts how often the numbers are read that the glyphs of terrain depend on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.reads = 0

    @property
    def item_rows(self) -> int:
        self.reads += 1
        return self._ruleset.item_rows

    @property
    def monster_kinds(self) -> int:
        self.reads += 1
        return self._ruleset.monster_kinds


def test_maps_of_glyphs_read_the_ruleset_once_and_not_for_each_cell() -> None:
    """Compiled loops over cells are only fast while nothing but the cells is read in them."""
    rulebook = load_ruleset(str(EVERY_MECHANIC))
    kind = GLYPH_HERO + 1
    world = World()
    world.hero.cell = WIDTH * 20 + 40
    world.hero.remembered[:] = bytes([kind]) * CELLS
    world.tiles[:] = bytes([kind]) * CELLS
    glyph = 1 + len(rulebook.item_rows) + 3 * len(rulebook.monsters) + kind
    episode, params = Episode(), EnvParams()
    episode.world, params.crop = world, 21
    writers: list[tuple[int, Callable[..., None]]] = [
        (CELLS, write_glyphs),
        (21 * 21, write_crop),
        (CELLS, write_true_map),
    ]
    for cells, write in writers:
        ruleset, row = CountedRuleset(rulebook.compiled), np.zeros(cells, np.int16)
        write(episode, ruleset, params, row)
        assert np.count_nonzero(row == glyph) == cells - 1, "all but the hero's"
        assert ruleset.reads == 2


SEARCH, MARKS = Search(), bytearray(CELLS)
RULESET = load("tcod-2020").compiled


def needles(hero: Hero) -> list[tuple[int, int]]:
    """The direction (NOWHERE for none) and the steps of each needle."""
    row = [99] * 2 * len(COMPASS)
    write_compass(episode_of(hero, SEARCH, MARKS), RULESET, EnvParams(), row)
    return [(row[i] - 1, row[i + 1]) for i in range(0, 2 * len(COMPASS), 2)]


def test_each_needle_points_at_its_target() -> None:
    scene = Scene("""
        #########
        #>..@..r#
        ####.####
        ####!####
        #########
    """)
    compass = needles(scene.hero)
    assert compass[Compass.stairs] == (W, 3)
    assert compass[Compass.enemy] == (E, 3)
    assert compass[Compass.item] == (S, 2)
    assert compass[Compass.unexplored] == (NOWHERE, 0)


def test_the_compass_does_not_point_at_visited_items() -> None:
    scene = Scene("#@!.#")
    scene.move(E)
    assert needles(scene.hero)[Compass.item] == (NOWHERE, 0)
