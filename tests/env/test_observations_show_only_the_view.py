"""Observations depend only on what the hero knows, not on the rest of the world."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import a_descent, keys_for, random_possible
from steep.core.native.native_rule import native
from steep.env.check_arguments import PrivilegedWarning
from steep.env.kernel.observations import OBSERVATIONS
from steep.env.kernel.step_episodes import observe_episodes

UNTOUCHED = ("hero", "search")
"""The view, and scratch space that must stay zero."""


def scramble(env: steep.env.DescentEnv, random: np.random.Generator) -> None:
    """Overwrite everything in the world but the view with noise."""
    world = env._batch.episodes[0]["world"]
    for name in world.dtype.names:
        if name not in UNTOUCHED:
            noise = random.bytes(world.dtype[name].itemsize)
            world[name] = np.frombuffer(noise, world.dtype[name])[0]


def observe_again(env: steep.env.DescentEnv) -> tuple[Any, dict[str, Any]]:
    """The observation and info of an episode as it is now, without `set_state`, which would refuse the noise."""
    batch = env._batch
    native(observe_episodes)(batch.episodes, batch._rulesets.compiled, batch._params, batch._buffers)
    return env._observe()


@pytest.mark.parametrize("actions", ["flat", "targets"])
def test_noise_outside_the_view_changes_no_observation(actions: str) -> None:
    env = a_descent(actions=actions, observations=keys_for(actions), texts=True)
    random = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    for _ in range(120):
        chosen = random_possible(random, info["action_mask"])
        _, _, terminated, truncated, info = env.step(chosen if actions == "flat" else (*chosen, 220))
        if terminated or truncated:
            _, info = env.reset()
        state = env.get_state()
        observation, info = env.set_state(state)
        scramble(env, random)
        again, info_again = observe_again(env)
        assert all((observation[key] == again[key]).all() for key in observation)
        assert (info["action_mask"] == info_again["action_mask"]).all()
        assert info["message_text"] == info_again["message_text"]
        env.set_state(state)


@pytest.mark.parametrize("key", [key for key in OBSERVATIONS if OBSERVATIONS[key].privileged])
def test_privileged_observations_warn(key: str) -> None:
    with pytest.warns(PrivilegedWarning, match=f'"{key}" reveals what the hero does not know') as warned:
        steep.env.DescentEnv("tcod-2020", observations=("stats", key))
    assert len(warned) == 1


def test_the_warning_points_at_the_caller() -> None:
    with pytest.warns(PrivilegedWarning) as warned:
        steep.env.DescentEnv("tcod-2020", observations=("true_map",))
    assert warned[0].filename == __file__


def test_the_true_map_is_the_whole_floor_and_the_seed_is_the_run_seed() -> None:
    with pytest.warns(PrivilegedWarning, match='"seed" and "true_map" reveal'):
        env = a_descent(observations=("true_map", "seed", "glyphs"))
    observation, _ = env.reset(seed=2**40 + 5)
    assert observation["seed"].tolist() == [5, 2**8]
    explored = observation["glyphs"] > 0
    assert (observation["true_map"] > 0).all()
    assert (observation["true_map"][explored] == observation["glyphs"][explored]).all()
    world = env._batch.episodes[0]["world"]
    monsters = 5 + len(env._settings.rulebook.items)
    assert (observation["true_map"] >= monsters).sum() == world["actor_count"]
