"""A seed determines the first run and all later ones."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import a_descent
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.core.world import World
from steep.rules.new_game import new_game


def seeds_of_runs(env: steep.env.DescentEnv, seed: int | None, runs: int) -> list[int]:
    env.reset(seed=seed)
    seeds = [env.run_seed]
    for _ in range(runs - 1):
        env.reset()
        seeds.append(env.run_seed)
    return seeds


def test_the_first_run_has_the_seed_given_to_reset() -> None:
    env = steep.env.DescentEnv("tcod-2020", floors=(2, 5))
    env.reset(seed=99)
    world = World()
    new_game(world, env._settings.rulebook.compiled, 99, 2)
    assert bytes(world.tiles) == env._batch.episodes[0]["world"]["tiles"].tobytes()
    assert env.run_seed == 99


def test_later_runs_have_other_seeds_and_these_are_reproducible() -> None:
    first, again, other = (seeds_of_runs(a_descent(), seed, 20) for seed in (7, 7, 8))
    assert first == again
    assert len({*first, *other}) == 40
    assert all(0 <= seed <= MAX_SEED for seed in first)
    assert max(first) > 2**62


def test_the_seeds_of_later_runs_never_change() -> None:
    assert seeds_of_runs(a_descent(), 1, 3) == [1, 3_355_372_995_444_669_356, 4_574_891_303_182_307_153]


def test_without_a_seed_the_seeds_of_runs_come_from_the_environments_generator() -> None:
    env, other = a_descent(), a_descent()
    env.np_random, other.np_random = np.random.default_rng(5), np.random.default_rng(5)
    assert seeds_of_runs(env, None, 5) == seeds_of_runs(other, None, 5)
    assert seeds_of_runs(a_descent(), None, 2) != seeds_of_runs(a_descent(), None, 2)


def test_the_worlds_of_a_vector_have_seeds_drawn_from_its_seed() -> None:
    envs = steep.env.DescentVectorEnv(4, "tcod-2020")
    envs.reset(seed=10)
    drawn = steep.env.world_seeds(10, 4)
    assert envs.run_seeds.tolist() == drawn.tolist()
    envs.reset(seed=[5, None, MAX_SEED, 0])
    assert envs.run_seeds[[0, 2, 3]].tolist() == [5, MAX_SEED, 0]
    single = a_descent()
    single.reset(seed=int(drawn[1]))
    single.reset()
    assert envs.run_seeds[1] == single.run_seed


@pytest.mark.parametrize("seeds", [None, range(10**6)])
def test_vectors_with_consecutive_seeds_share_no_runs_except_by_chance(seeds: range | None) -> None:
    played = []
    for seed in range(3):
        envs = steep.env.DescentVectorEnv(300, "tcod-2020", seeds=seeds, observations=("action_mask",))
        envs.reset(seed=seed)
        played.append(set(envs.run_seeds.tolist()))
        envs.reset()
        played[-1] |= set(envs.run_seeds.tolist())
        assert len(played[-1]) >= (600 if seeds is None else 595)
    # Of a million seeds, two draws of 600 hardly have one in common by chance.
    allowed_in_common = 0 if seeds is None else 5
    assert all(len(one & other) <= allowed_in_common for one, other in itertools.combinations(played, 2))


def test_the_seed_of_a_world_does_not_depend_on_the_number_of_worlds() -> None:
    assert steep.env.world_seeds(7, 1_000)[:10].tolist() == steep.env.world_seeds(7, 10).tolist()
    assert all(0 <= seed <= MAX_SEED for seed in steep.env.world_seeds(MAX_SEED, 1_000))


def test_world_seeds_never_change() -> None:
    assert steep.env.world_seeds(1, 3).tolist() == [
        4_720_721_261_117_928_063,
        8_766_480_278_738_261_043,
        1_329_637_740_802_083_942,
    ]


def test_a_run_seed_is_used_unchanged() -> None:
    env = steep.env.DescentEnv("tcod-2020", seeds="test")
    env.reset(options={"run_seed": steep.env.TEST[7]})
    assert env.run_seed == steep.env.TEST[7]
    envs = steep.env.DescentVectorEnv(3, "tcod-2020", seeds=range(100))
    envs.reset(options={"run_seeds": [5, 99, 0]})
    assert envs.run_seeds.tolist() == [5, 99, 0]
    reset_mask = np.array([False, True, False])
    envs.reset(options={"run_seeds": np.array([-1, 40, -1]), "reset_mask": reset_mask})
    assert envs.run_seeds.tolist() == [5, 40, 0]


@pytest.mark.parametrize(
    ("run_seeds", "message"),
    [
        ([1, 2], "run_seeds is [1, 2]; it must be a list of 3 seeds"),
        (7, "run_seeds is 7; it must be a list of 3 seeds"),
        ([1, 2, None], "the seed is None; it must be a whole number from 0 to"),
        ([1, 2, 100], "the seed of a run is 100; it must be from 0 to 99"),
    ],
)
def test_invalid_run_seeds_are_refused_and_change_nothing(run_seeds: Any, message: str) -> None:
    envs = steep.env.DescentVectorEnv(3, "tcod-2020", seeds=range(100))
    envs.reset(seed=1)
    states = envs.get_states()
    with pytest.raises(InputError, match=re.escape(message)):
        envs.reset(options={"run_seeds": run_seeds})
    assert envs.get_states() == states


def test_a_reset_takes_seeds_of_64_bits_and_drops_the_top_bit_of_a_runs_seed() -> None:
    env, envs = a_descent(), steep.env.DescentVectorEnv(3, "tcod-2020")
    for seed in (2**63 + 5, np.uint64(2**63 + 5)):
        env.reset(seed=seed)  # type: ignore[arg-type]  # NumPy's numbers are accepted
        assert env.run_seed == 5
    envs.reset(seed=[2**63 + 5, 2**64 - 1, 2**63])
    assert envs.run_seeds.tolist() == [5, MAX_SEED, 0]
    envs.reset(seed=2**64 - 1)
    assert envs.run_seeds.tolist() == steep.env.world_seeds(2**64 - 1, 3).tolist()
    assert not set(steep.env.world_seeds(2**63 + 5, 100)) & set(steep.env.world_seeds(5, 100))


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match=f"the seed is {seed}; it must be a whole number from 0 to {2**64 - 1}"):
        steep.env.DescentVectorEnv(2, "tcod-2020").reset(seed=[0, seed])


def test_the_seed_of_a_run_has_63_bits() -> None:
    with pytest.raises(InputError, match=f"the seed is {2**63}; it must be a whole number from 0 to {MAX_SEED}"):
        a_descent().reset(options={"run_seed": 2**63})


def test_a_list_of_seeds_must_have_one_for_each_world() -> None:
    with pytest.raises(InputError, match="3 seeds were given for 2 environments"):
        steep.env.DescentVectorEnv(2, "tcod-2020").reset(seed=[1, 2, 3])


@pytest.mark.parametrize("wrong", [1.5, "abc", True, -1, 2**64, [1, 2.5], ["1", "2"], [1, -1]], ids=repr)
def test_invalid_seeds_of_a_vector_are_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"the seed is .*; it must be a whole number from 0 to"):
        steep.env.DescentVectorEnv(2, "tcod-2020").reset(seed=wrong)
