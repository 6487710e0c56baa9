"""The solver cheats: it knows the floor and the dice, and takes deaths back until a run is won. What it finds wins."""

from __future__ import annotations

import functools
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import solve_by_cheating
from play_clairvoyantly import Foresight, play_floor, reveal, state_of
from prove_winnable import SolvedSeeds
from solve_by_cheating import TRIES, Solution, Solver, style_of

from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.world import DEAD, PLAYING, World
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task
from steep.play.files import replays
from steep.rules.action_codes import DONE
from steep.rules.new_game import new_game
from steep.rules.turn import step
from toml_scenes import TomlScene

TOOL = Path(__file__).parents[2] / "tools" / "prove_winnable.py"
FLOORS = 4
SEEDS = 24

POTION = """
[abilities.healing]
shape = "self"
effects = [{ heal = 7 }]

[items.potion]
glyph = "!"
abilities = ["healing"]
"""

UNKNOWN_POTION = (
    POTION
    + """
appearance = "vial"

[appearances.vial]
names = ["red vial", "blue vial"]
glyph = "!"
colors = ["#ff0000", "#0000ff"]
"""
)


@functools.cache
def small() -> Rulebook:
    return load_ruleset("tcod-2020")


def test_a_floor_is_left_by_the_actions_that_are_written() -> None:
    ruleset, world = small().compiled, World()
    new_game(world, ruleset, 5)
    actions = [0] * 2_000
    count = play_floor(world, ruleset, BotMemory(), ImaginedState(), Foresight(), World(), 0, 1, actions)
    assert world.floor == 2
    again = World()
    new_game(again, ruleset, 5)
    assert all(step(again, ruleset, act) == DONE for act in actions[:count])
    assert (again.floor, again.turn, again.hero.hp, again.random) == (2, world.turn, world.hero.hp, world.random)


def test_the_clairvoyant_hero_knows_the_map_and_the_items_and_the_world_stays_as_it_is() -> None:
    scene = TomlScene("#######\n#@.#.!#\n#######", UNKNOWN_POTION)
    world = scene.world
    assert world.hero.seen_item_count == 0
    before = (list(world.tiles), list(world.random), world.turn, world.hero.hp)
    reveal(world, scene.ruleset)
    assert list(world.hero.remembered) == list(world.tiles)
    assert world.hero.seen_item_count == 1
    assert world.hero.seen_items[0].kind < scene.ruleset.item_kinds
    assert (list(world.tiles), list(world.random), world.turn, world.hero.hp) == before


def test_a_hero_is_in_a_better_state_with_more_hp_more_levels_and_what_heals() -> None:
    scene = TomlScene("###\n#@#\n###", POTION)
    before = state_of(scene.hero, scene.ruleset)
    scene.hero.hp -= 3
    assert state_of(scene.hero, scene.ruleset) == before - 3
    scene.carry("!")
    assert state_of(scene.hero, scene.ruleset) == before - 3 + 1 + 7
    scene.hero.level += 1
    assert state_of(scene.hero, scene.ruleset) == before - 3 + 1 + 7 + scene.hero.max_hp // 4


def test_a_hero_never_tries_a_floor_twice_in_the_same_way() -> None:
    assert len({(style_of(number), number) for number in range(TRIES)}) == TRIES
    assert len({style_of(number) for number in range(TRIES)}) > TRIES // 2


class Stub(Solver):
    """A solver whose heroes die on a floor unless they have left an earlier one in a given way."""

    def __init__(self, wall: int, key_floor: int, key_try: int) -> None:
        super().__init__(small().compiled, FLOORS, 200)
        self.wall, self.key_floor, self.key_try = wall, key_floor, key_try

    def _play(self, world: Any, style: int, seed: int) -> int:
        floor = int(world.floor)
        if floor == self.key_floor and seed == self.key_try:
            world.hero.gold = 1
        if floor == self.wall and world.hero.gold == 0:
            world.outcome = DEAD
        else:
            world.floor += 1
        self._actions[0] = style
        return 1

    def _wins(self, solution: Solution) -> bool:
        return True


@pytest.mark.parametrize("key_floor", [1, 2, 3])
def test_from_a_floor_that_nobody_leaves_the_search_goes_back_to_floors_above(
    key_floor: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_by_cheating, "native", lambda rule: rule)
    solution = Stub(wall=4, key_floor=key_floor, key_try=3).solve(0)
    assert solution.won
    assert solution.attempts[key_floor - 1] >= 4
    assert len(solution.actions) == FLOORS
    assert {floor for floor, _ in solution.failures} == {4}


def test_a_search_ends_after_its_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_by_cheating, "native", lambda rule: rule)
    solution = Stub(wall=3, key_floor=1, key_try=1_000).solve(0)
    assert not solution.won
    assert solution.floor == 3
    assert 200 <= sum(solution.attempts) < 200 + TRIES


def test_what_a_folder_holds_is_not_searched_for_again_and_each_win_is_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steep.lab.storage.replay_measured_game.native", lambda rule: rule)
    rulebook = small()
    solved = SolvedSeeds.open(tmp_path, rulebook, FLOORS, 200)
    solved.keep(Solution(7, np.array([0, 0, 0]), True, 4, [1, 2, 1, 1]))
    lost = Solution(8, np.zeros(0, np.int64), False, 2, [1, 2, 0, 0])
    lost.failures[2, 0] += 2
    solved.keep(lost)
    again = SolvedSeeds.open(tmp_path, rulebook, FLOORS, 200)
    assert again.seeds == solved.seeds
    assert again.seeds[8]["failed"] == [{}, {rulebook.monsters[0].name: 2}, {}, {}]
    recording = replays.read(tmp_path / "seed-7.steep")
    assert (recording.header.seed, recording.actions) == (7, [0, 0, 0])
    assert replays.verify(recording, rulebook).first_difference is None
    with pytest.raises(InputError, match="another number of attempts"):
        SolvedSeeds.open(tmp_path, rulebook, FLOORS, 300)
    (tmp_path / "search.json").write_text("[]")
    with pytest.raises(InputError, match="this is no search for wins"):
        SolvedSeeds.open(tmp_path, rulebook, FLOORS, 200)


@pytest.mark.slow
def test_runs_that_the_bot_loses_are_won_and_the_same_way_each_time() -> None:
    ruleset = load_ruleset("tcod-2019:hard").compiled
    visits = Simulator(ruleset).play(Task("tactician", 0, SEEDS, last_floor=FLOORS), 0, SEEDS, lambda *_: True).visits
    lost = visits["seed"][visits["end"] == DEAD].tolist()
    assert len(lost) > SEEDS // 4
    solver = Solver(ruleset, FLOORS, 200)
    solutions = [solver.solve(seed) for seed in lost]
    assert sum(solution.won for solution in solutions) > len(lost) * 3 // 4
    assert Solver(ruleset, FLOORS, 200).solve(lost[0]).actions.tolist() == solutions[0].actions.tolist()
    for solution in solutions:
        world = World()
        new_game(world, ruleset, solution.seed)
        assert all(step(world, ruleset, act) == DONE for act in solution.actions.tolist())
        assert solution.won == (world.outcome == PLAYING and world.floor == FLOORS + 1)


@pytest.mark.slow
def test_the_tool_proves_seeds_winnable_and_keeps_the_wins(tmp_path: Path) -> None:
    options = {"--floors": "2", "--games": "2", "--jobs": "1", "--to": str(tmp_path)}
    words = [sys.executable, str(TOOL), "tcod-2020", *chain(*options.items())]
    first, again = (subprocess.run(words, capture_output=True, text=True, check=False) for _ in range(2))
    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert first.stdout.startswith("tcod-2020, floors 1-2: 2 of 2 seeds can be won, 100.0%")
    assert again.stdout == first.stdout
    for seed in range(2):
        recording = replays.read(tmp_path / f"seed-{seed}.steep")
        assert replays.verify(recording, small()).first_difference is None
