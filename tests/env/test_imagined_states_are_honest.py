"""`set_state(state, imagine=seed)`: the hero knows the same, and nothing else of the true world is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import steep.env
from eventful_ruleset_and_random_play import eventful_rulebook, keys_for, random_possible
from steep.core.input_errors import InputError

KNOWN = ("hero", "search", "outcome", "killer")
"""The view, scratch space that must stay zero, and how the run ended."""

RULESETS: dict[str, Any] = {"eventful": eventful_rulebook, "steep": lambda: "steep", "roguebasin": lambda: "roguebasin"}


def played(name: str, seed: int) -> Iterator[tuple[steep.env.DescentEnv, bytes]]:
    """States of a run that a bot plays, and an environment for them that shows all that the hero knows."""
    first = 9 if name == "steep" else 1
    options: dict[str, Any] = {"floors": (first, first + 3), "observations": keys_for("targets"), "actions": "targets"}
    envs: Any = gymnasium.make_vec("steep/Descent-v0", num_envs=1, ruleset=RULESETS[name](), **options)
    env = steep.env.DescentEnv(RULESETS[name](), texts=True, **options)
    bot = steep.env.bot_policy("explorer", envs)
    envs.reset(seed=[seed])
    for number in range(600):
        if number % 30 == 7 and envs.snapshots["end"][0] == 0:
            yield env, envs.get_state(0)
        envs.step(bot())


def hidden(env: steep.env.DescentEnv) -> Any:
    """The world of an episode."""
    return env._batch.episodes[0]["world"]


@pytest.mark.parametrize("name", RULESETS)
def test_the_hero_knows_the_same_and_the_rest_differs(name: str) -> None:
    for env, state in played(name, 3):
        true = env.set_state(state)
        random = hidden(env)["random"].copy()
        one = env.set_state(state, imagine=1)
        dice, next_seeds = hidden(env)["random"].copy(), env._batch.episodes[0]["seeds"].copy()
        assert env.imagined
        imagined = env.get_state()
        other = env.set_state(state, imagine=2)
        for each in (one, other):
            assert data_equivalence(each, true, exact=True)
        assert (hidden(env)["random"] != dice).any()
        assert (dice != random).any()
        assert (env._batch.episodes[0]["seeds"] != next_seeds).any()
        # A state of it is sound, and stays marked.
        assert data_equivalence(env.set_state(imagined), one, exact=True)
        assert env.imagined
        assert env.get_state() == imagined


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_that_the_hero_does_not_know_leaks(name: str) -> None:
    random = np.random.default_rng(5)
    for env, state in played(name, 4):
        env.set_state(state)
        env._batch._imagine(env._batch.episodes, 7)
        clean = env._batch.episodes.tobytes()
        env.set_state(state)
        world = hidden(env)
        for field in world.dtype.names:
            if field not in KNOWN:
                world[field] = np.frombuffer(random.bytes(world.dtype[field].itemsize), world.dtype[field])[0]
        env._batch.episodes["seeds"] = random.integers(1, 2**31, env._batch.episodes["seeds"].shape)
        env._batch._imagine(env._batch.episodes, 7)
        assert env._batch.episodes.tobytes() == clean


@pytest.mark.parametrize("name", RULESETS)
def test_imagined_episodes_can_be_played_on(name: str) -> None:
    random = np.random.default_rng(6)
    for number, (env, state) in enumerate(played(name, 5)):
        _, info = env.set_state(state, imagine=number)
        for _ in range(100):
            _, _, terminated, truncated, info = env.step((*random_possible(random, info["action_mask"]), 220))
            if terminated or truncated:
                break
        env.set_state(env.get_state())


def test_stairs_that_were_not_seen_are_imagined_anew() -> None:
    env = steep.env.DescentEnv("tcod-2020")
    env.reset(seed=3)
    state, places = env.get_state(), set()
    for seed in range(8):
        env.set_state(state, imagine=seed)
        places.add(int(np.flatnonzero(hidden(env)["tiles"] == 3).item()))
    assert len(places) > 4


def test_environments_of_a_vector_imagine_alike() -> None:
    envs = steep.env.DescentVectorEnv(3, "tcod-2020")
    envs.reset(seed=1)
    state = envs.get_state(0)
    envs.set_states([None, state, state], imagine=4)
    assert envs.imagined.tolist() == [False, True, True]
    assert envs.get_state(1) == envs.get_state(2)
    envs.set_state(0, state, imagine=4)
    assert envs.get_state(0) == envs.get_state(1)
    with pytest.raises(InputError, match="the seed is -1"):
        envs.set_state(0, state, imagine=-1)
    envs.reset()
    assert not envs.imagined.any()
