"""The solver cheats: it takes deaths back until a run is won. What it finds wins from the start."""

from __future__ import annotations

import pytest

from steep.bots.bot_memory import ImaginedState, Mind
from steep.bots.choose_action import EXPLORER
from steep.content import load_ruleset
from steep.core.world import DEAD, PLAYING, World
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.studies.solve_by_cheating import Solver, play_actions, play_floor, state_of
from steep.rules.new_game import new_game
from toml_scenes import TomlScene

FLOORS = 4
SEEDS = 24


def test_a_floor_is_left_by_the_actions_that_are_written() -> None:
    ruleset, world, mind, imagined = load_ruleset("tcod-2020").compiled, World(), Mind(), ImaginedState()
    new_game(world, ruleset, 5)
    actions = [0] * 2_000
    count = play_floor(world, ruleset, mind, imagined, EXPLORER, 1, actions)
    assert world.floor == 2
    again = World()
    assert play_actions(again, ruleset, 5, actions[:count]) == count
    assert (again.floor, again.turn, again.hero.hp) == (2, world.turn, world.hero.hp)


def test_a_hero_is_in_a_better_state_with_more_hp_more_levels_and_what_heals() -> None:
    scene = TomlScene(
        "###\n#@#\n###",
        """
        [abilities.healing]
        shape = "self"
        effects = [{ heal = 7 }]

        [items.potion]
        glyph = "!"
        abilities = ["healing"]
        """,
    )
    before = state_of(scene.hero, scene.ruleset)
    scene.hero.hp -= 3
    assert state_of(scene.hero, scene.ruleset) == before - 3
    scene.carry("!")
    assert state_of(scene.hero, scene.ruleset) == before - 3 + 1 + 7
    scene.hero.level += 1
    assert state_of(scene.hero, scene.ruleset) == before - 3 + 1 + 7 + scene.hero.max_hp // 4


@pytest.mark.slow
def test_runs_that_the_bot_loses_are_won_and_the_same_way_each_time() -> None:
    ruleset = load_ruleset("tcod-2019:hard").compiled
    visits = Simulator(ruleset).play(Task("tactician", 0, SEEDS, last_floor=FLOORS), 0, SEEDS, lambda *_: True).visits
    lost = visits["seed"][visits["end"] == DEAD].tolist()
    assert len(lost) > SEEDS // 4
    solver = Solver(ruleset, FLOORS, ["tactician"], 40)
    solutions = [solver.solve(seed) for seed in lost]
    assert sum(solution.won for solution in solutions) > len(lost) * 3 // 4
    assert Solver(ruleset, FLOORS, ["tactician"], 40).solve(lost[0]).actions.tolist() == solutions[0].actions.tolist()
    for solution in solutions:
        world = World()
        play_actions(world, ruleset, solution.seed, solution.actions.tolist())
        assert solution.won == (world.outcome == PLAYING and world.floor == FLOORS + 1)
