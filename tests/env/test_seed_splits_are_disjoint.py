"""Splits of seeds: no seed is in two of them, and an environment with a split plays only its seeds."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import steep.env
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.env.check_arguments import SPLITS, TEST, TRAIN, VALIDATION, split_of


def test_the_splits_never_change() -> None:
    assert range(1_000_000_000, 1_000_100_000) == TRAIN
    assert range(2_000_000_000, 2_000_010_000) == VALIDATION
    assert range(3_000_000_000, 3_000_010_000) == TEST
    assert SPLITS == {"train": TRAIN, "validation": VALIDATION, "test": TEST}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("tset", 'seeds is "tset" (did you mean "test"?); there are: train, validation, test, or a range'),
        ("round:12", "seeds is 'round:12'; after the colon: allowed: 64 hexadecimal digits"),
        ("train:0", 'seeds is "train:0"; after the colon: allowed: 1 to 100000'),
        (range(0), "seeds is range(0, 0); it must be one of train, validation, test, or a range with step 1"),
        (range(0, 9, 2), "a range with step 1"),
        ([1, 2], "a range with step 1"),
        (range(-1, 3), f"from 0 to {MAX_SEED}"),
        (range(MAX_SEED, MAX_SEED + 2), f"from 0 to {MAX_SEED}"),
        (range(2**31 + 1), "at most 2,147,483,648 seeds"),
    ],
)
def test_an_invalid_list_of_seeds_is_refused(wrong: Any, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        split_of(wrong)


def test_the_seeds_of_a_round_follow_from_its_value_and_are_none_of_the_splits() -> None:
    found = split_of("round:" + "0123456789abcdef" * 4)
    assert found == split_of("round:" + "0123456789ABCDEF" * 4) != split_of("round:" + "0" * 64)
    assert (len(found), found.start) == (len(TEST), 4_733_376_187_817_025_464)
    assert found.start > max(TRAIN.stop, VALIDATION.stop, TEST.stop)


def seeds_of(env: Any) -> list[int]:
    """The seeds of the current runs."""
    return env.run_seeds.tolist() if isinstance(env, steep.env.DescentVectorEnv) else [env.unwrapped.run_seed]


def single(seeds: Any) -> Any:
    return gymnasium.make("steep/Descent-v0", ruleset="tcod-2020", floors=(1, 1), seeds=seeds)


def vector(seeds: Any, mode: AutoresetMode = AutoresetMode.NEXT_STEP) -> steep.env.DescentVectorEnv:
    return steep.env.DescentVectorEnv(8, "tcod-2020", floors=(1, 1), max_steps=3, seeds=seeds, autoreset_mode=mode)


@pytest.mark.parametrize("seeds", ["train", "validation", "test", range(5), "train:200"])
def test_an_environment_plays_only_seeds_of_its_split(seeds: Any) -> None:
    env, played = single(seeds), []
    for episode in range(60):
        env.reset(seed=episode if episode % 3 == 0 else None)
        played += seeds_of(env)
    assert set(played) <= set(split_of(seeds))
    assert len(set(played)) > (4 if seeds == range(5) else 45)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_every_world_of_a_vector_plays_only_seeds_of_its_split(mode: AutoresetMode) -> None:
    envs, played = vector("test", mode), []
    envs.reset(seed=3)
    for _ in range(20):
        played += seeds_of(envs)
        envs.step(np.zeros(8, np.int64))
    assert set(played) <= set(TEST)
    assert len(set(played)) >= 32


def test_a_seed_draws_the_same_run_seeds_in_a_single_environment_and_in_a_vector() -> None:
    envs, env, together, alone = vector(range(1_000)), single(range(1_000)), [], []
    for _ in range(2):
        envs.reset(seed=5)
        together.append(seeds_of(envs))
    for seed in steep.env.world_seeds(5, 8):
        env.reset(seed=int(seed))
        alone += seeds_of(env)
    assert together == [alone, alone]
    assert len(set(alone)) > 1


def test_without_a_split_a_seed_is_used_unchanged() -> None:
    env = single(None)
    for seed in (0, TEST[0], TEST[-1]):
        env.reset(seed=seed)
        assert seeds_of(env) == [seed]


def test_an_invalid_split_is_refused_when_the_environment_is_made() -> None:
    with pytest.raises(InputError, match='seeds is "trian"'):
        steep.env.DescentEnv("tcod-2020", seeds="trian")


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_the_seed_of_another_split_is_warned_of(make: Any) -> None:
    env = make("steep/Steps-v0")
    with pytest.warns(UserWarning, match=f"seed {TEST[0]} of test only chooses among the environment's own seeds"):
        env.reset(seed=TEST[0])
    env.reset(seed=TRAIN[0])
