"""Observations hold what the hero knows. What it does not know may be anything."""

from __future__ import annotations

import numpy as np
import pytest

import steep.env
from env_runs import a_descent, any_possible, keys_for
from steep.env.observation_specs import OBSERVATIONS
from steep.env.settings import PrivilegedWarning

UNTOUCHED = ("hero", "search")
"""The view, and room to work in that has to be clean."""


def scramble(env: steep.env.DescentEnv, random: np.random.Generator) -> None:
    """Overwrite all of the world that is not the view with noise, and look again."""
    world = env._batch.episodes[0]["world"]
    for name in world.dtype.names:
        if name not in UNTOUCHED:
            noise = random.bytes(world.dtype[name].itemsize)
            world[name] = np.frombuffer(noise, world.dtype[name])[0]
    env.set_state(env.get_state())


@pytest.mark.parametrize("actions", ["flat", "targets"])
def test_noise_in_all_that_is_not_known_changes_no_observation(actions: str) -> None:
    env = a_descent(actions=actions, observations=keys_for(actions), texts=True)
    random = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    for _ in range(120):
        chosen = any_possible(random, info["action_mask"])
        _, _, terminated, truncated, info = env.step(chosen if actions == "flat" else (*chosen, 220))
        if terminated or truncated:
            _, info = env.reset()
        state = env.get_state()
        seen, told = env.set_state(state)
        scramble(env, random)
        again, told_again = env.set_state(env.get_state())
        assert all((seen[key] == again[key]).all() for key in seen)
        assert (told["action_mask"] == told_again["action_mask"]).all()
        assert told["message_text"] == told_again["message_text"]
        env.set_state(state)


@pytest.mark.parametrize("key", [key for key in OBSERVATIONS if OBSERVATIONS[key].privileged])
def test_what_is_privileged_is_told_to_be(key: str) -> None:
    with pytest.warns(PrivilegedWarning, match=f'"{key}" tells what the hero does not know') as warned:
        steep.env.DescentEnv(observations=("stats", key))
    assert len(warned) == 1


def test_a_warning_names_who_asked() -> None:
    with pytest.warns(PrivilegedWarning) as warned:
        steep.env.DescentEnv(observations=("true_map",))
    assert warned[0].filename == __file__


def test_the_true_map_and_the_seed_are_what_they_say() -> None:
    with pytest.warns(PrivilegedWarning, match='"seed" and "true_map" tell'):
        env = a_descent(observations=("true_map", "seed", "glyphs"))
    seen, _ = env.reset(seed=2**40 + 5)
    assert seen["seed"].tolist() == [5, 2**8]
    known = seen["glyphs"] > 0
    assert (seen["true_map"] > 0).all()
    assert (seen["true_map"][known] == seen["glyphs"][known]).all()
    world = env._batch.episodes[0]["world"]
    monsters = 5 + len(env._settings.rulebook.items)
    assert (seen["true_map"] >= monsters).sum() == world["actor_count"]
