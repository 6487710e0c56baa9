"""Seeds fix runs: one from the first step on, and all that follow it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steep.env
from descents import a_descent
from steep.core.problems import InputError
from steep.core.streams import MAX_SEED
from steep.core.world import World
from steep.rules.step import new_game


def seeds_of_runs(env: steep.env.DescentEnv, seed: int | None, runs: int) -> list[int]:
    env.reset(seed=seed)
    found = [env.run_seed]
    for _ in range(runs - 1):
        env.reset()
        found.append(env.run_seed)
    return found


def test_a_run_is_that_of_its_seed() -> None:
    env = steep.env.DescentEnv("tcod-2020", floors=(2, 5))
    env.reset(seed=99)
    world = World()
    new_game(world, env._settings.rulebook.compiled, 99, 2)
    assert bytes(world.tiles) == env._runs.episodes[0]["world"]["tiles"].tobytes()
    assert env.run_seed == 99


def test_runs_that_follow_have_other_seeds_and_always_the_same() -> None:
    first, again, other = (seeds_of_runs(a_descent(), seed, 20) for seed in (7, 7, 8))
    assert first == again
    assert len({*first, *other}) == 40
    assert all(0 <= seed <= MAX_SEED for seed in first)
    assert max(first) > 2**62


def test_the_seeds_that_follow_stay_what_they_are() -> None:
    assert seeds_of_runs(a_descent(), 1, 3) == [1, 3_355_372_995_444_669_356, 4_574_891_303_182_307_153]


def test_without_any_seed_runs_come_from_the_environments_own_generator() -> None:
    env, other = a_descent(), a_descent()
    env.np_random, other.np_random = np.random.default_rng(5), np.random.default_rng(5)
    assert seeds_of_runs(env, None, 5) == seeds_of_runs(other, None, 5)
    assert seeds_of_runs(a_descent(), None, 2) != seeds_of_runs(a_descent(), None, 2)


def test_environments_of_a_vector_have_seeds_one_after_the_other() -> None:
    envs = steep.env.DescentVectorEnv(4)
    envs.reset(seed=10)
    assert envs.run_seeds.tolist() == [10, 11, 12, 13]
    envs.reset(seed=[5, None, MAX_SEED, 0])
    assert envs.run_seeds[[0, 2, 3]].tolist() == [5, MAX_SEED, 0]
    single = a_descent()
    single.reset(seed=11)
    single.reset()
    assert envs.run_seeds[1] == single.run_seed


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_that_no_run_can_have_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match=f"the seed is {seed}; it must be a whole number from 0 to {MAX_SEED}"):
        steep.env.DescentVectorEnv(2).reset(seed=[0, seed])


def test_the_last_seed_of_a_vector_counts_too() -> None:
    with pytest.raises(InputError, match=str(MAX_SEED + 1)):
        steep.env.DescentVectorEnv(2).reset(seed=MAX_SEED)
    with pytest.raises(InputError, match="3 seeds were given for 2 environments"):
        steep.env.DescentVectorEnv(2).reset(seed=[1, 2, 3])


@pytest.mark.parametrize("wrong", [1.5, "abc", True, -1, MAX_SEED, [1, 2.5], ["1", "2"], [1, -1]], ids=repr)
def test_what_is_no_seed_of_a_vector_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"the seed is .*; it must be a whole number from 0 to"):
        steep.env.DescentVectorEnv(2).reset(seed=wrong)
