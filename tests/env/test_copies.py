"""Copies of an environment live a life of their own, and the same one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import steep.env
from env_runs import a_descent, eventful_rulebook, keys_for, random_possible


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301


WAYS = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


@WAYS
def test_a_copied_environment_goes_on_as_the_first_one_does(copied: Callable[[Any], Any]) -> None:
    env = a_descent(observations=keys_for("flat"), max_steps=40)
    _, info = env.reset(seed=5)
    other = copied(env)
    random = np.random.default_rng(1)
    turns = []
    for _ in range(60):
        action = random_possible(random, info["action_mask"])
        found = env.step(action)
        assert data_equivalence(other.step(action), found, exact=True)
        info, turn = found[-1], int(found[0]["stats"][2])
        turns.append(turn)
        if found[2] or found[3]:
            info = env.reset()[1]
            other.reset()
    assert len({*turns}) > 9


@WAYS
@pytest.mark.parametrize("kept", [True, False])
def test_a_copied_vector_goes_on_as_the_first_one_does(copied: Callable[[Any], Any], kept: bool) -> None:
    envs = steep.env.DescentVectorEnv(
        3, eventful_rulebook(), floors=(1, 4), observations=("stats", "glyphs"), copy=kept
    )
    _, infos = envs.reset(seed=5)
    other = copied(envs)
    for _ in range(30):
        actions = infos["action_mask"].argmax(1)
        found = envs.step(actions)
        assert data_equivalence(other.step(actions), found, exact=True)
        infos = found[-1]
    assert found[0]["stats"][:, 2].min() > 0


@WAYS
def test_a_copy_and_the_first_one_do_not_touch(copied: Callable[[Any], Any]) -> None:
    env = a_descent()
    seen, _ = env.reset(seed=5)
    other = copied(env)
    state = env.get_state()
    for _ in range(5):
        other.step(8)
    assert env.get_state() == state != other.get_state()
    assert data_equivalence(env.set_state(state)[0], seen, exact=True)
