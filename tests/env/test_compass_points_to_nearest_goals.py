"""The compass: paths to the stairs, unexplored cells, items and enemies, over cells the hero knows."""

from __future__ import annotations

from plain_observations import episode_of
from ready_made_sessions import load
from scenes import E, N, S, Scene, W
from steep.bots.explorer import explorer
from steep.bots.memory.bot_memory import BotMemory, start_mind
from steep.core.breadth_first_search import route, route_to_unknown
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE
from steep.core.world import Hero, Search, World
from steep.env.kernel.compass_to_nearest_goals import COMPASS, Compass, write_compass
from steep.env.kernel.episode import EnvParams
from steep.rules.new_game import new_game
from steep.rules.turn import step

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
    scene = Scene("""
        #####
        #@!.#
        #####
    """)
    scene.move(E)
    assert needles(scene.hero)[Compass.item] == (NOWHERE, 0)


def test_paths_lead_around_corners() -> None:
    scene = Scene("""
        #####
        #..>#
        #.###
        #@###
        #####
    """)
    scene.move(N)
    scene.move(S)
    assert needles(scene.hero)[Compass.stairs][1] == 3


def test_compass_distances_are_shortest_path_lengths_throughout_a_game() -> None:
    """On every turn the stairs are as far as a shortest path is long, and a step in that direction is one step less."""
    ruleset, world, mind, path = load("tcod-2020").compiled, World(), BotMemory(), [0] * CELLS
    compared = 0
    for seed in range(8):
        new_game(world, ruleset, seed)
        start_mind(mind, seed)
        for _ in range(150):
            hero = world.hero
            direction, steps = needles(hero)[Compass.stairs]
            if hero.stairs != NOWHERE and hero.cell != hero.stairs:
                assert steps == route(hero.remembered, hero.passable, hero.cell, hero.stairs, SEARCH, path)
                if steps > 1:
                    compared += 1
                    nearer = hero.cell + DIRECTIONS[direction]
                    assert steps - 1 == route(hero.remembered, hero.passable, nearer, hero.stairs, SEARCH, path)
            length = route_to_unknown(hero.remembered, hero.explores, hero.cell, SEARCH, path)
            if length > 0:
                assert needles(hero)[Compass.unexplored][1] == length
            step(world, ruleset, explorer(hero, ruleset, mind))
    assert compared > 100


def test_scratch_space_is_left_zero() -> None:
    scene = Scene("""
        #########
        #>..@..r#
        #########
    """)
    needles(scene.hero)
    assert not any(MARKS)
    assert not any(SEARCH.came_from)
