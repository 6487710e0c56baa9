"""A copy of an environment continues with the same results, independently of the original."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import steep.env
from eventful_ruleset_and_random_play import a_descent, eventful_rulebook, keys_for, random_possible


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301


COPY_FUNCTIONS = pytest.mark.parametrize("copy_of", [copy.deepcopy, pickled])


@COPY_FUNCTIONS
def test_a_copied_environment_gives_the_same_steps(copy_of: Callable[[Any], Any]) -> None:
    env = a_descent(observations=keys_for("flat"), max_steps=40)
    _, info = env.reset(seed=5)
    other = copy_of(env)
    random = np.random.default_rng(1)
    turns = []
    for _ in range(60):
        action = random_possible(random, info["action_mask"])
        result = env.step(action)
        assert data_equivalence(other.step(action), result, exact=True)
        info, turn = result[-1], int(result[0]["stats"][2])
        turns.append(turn)
        if result[2] or result[3]:
            info = env.reset()[1]
            other.reset()
    assert len({*turns}) > 9


@COPY_FUNCTIONS
@pytest.mark.parametrize("copies", [True, False])
def test_a_copied_vector_gives_the_same_steps(copy_of: Callable[[Any], Any], copies: bool) -> None:
    envs = steep.env.DescentVectorEnv(
        3, eventful_rulebook(), floors=(1, 4), observations=("stats", "glyphs"), copy=copies
    )
    _, infos = envs.reset(seed=5)
    other = copy_of(envs)
    for _ in range(30):
        actions = infos["action_mask"].argmax(1)
        result = envs.step(actions)
        assert data_equivalence(other.step(actions), result, exact=True)
        infos = result[-1]
    assert result[0]["stats"][:, 2].min() > 0


@COPY_FUNCTIONS
def test_a_copy_is_independent_of_the_original(copy_of: Callable[[Any], Any]) -> None:
    env = a_descent()
    observation, _ = env.reset(seed=5)
    other = copy_of(env)
    state = env.get_state()
    for _ in range(5):
        other.step(8)
    assert env.get_state() == state != other.get_state()
    assert data_equivalence(env.set_state(state)[0], observation, exact=True)


@COPY_FUNCTIONS
def test_a_copied_game_in_words_goes_on_alike_even_from_a_question(copy_of: Callable[[Any], Any]) -> None:
    game = steep.env.TextEnv("Steps-v0")
    assert copy_of(game).reset(1) == game.reset(1)
    assert 'Say "descend" again' in game.step("descend")
    other = copy_of(game)
    assert (other.commands, other.tokens) == (game.commands, game.tokens)
    texts = [game.step("descend") for _ in range(3)]
    assert [other.step("descend") for _ in range(3)] == texts
    assert other.session.turn == game.session.turn > 0
