"""Rewards: each term counts what it says, and they add up."""

from __future__ import annotations

import re
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

import steep.env
from descents import a_descent, explore, play
from steep.core.problems import InputError
from steep.env import RewardTerms
from steep.env.acting import FLAT_DESCEND, FLAT_WAIT
from steep.env.judging import TERM_NAMES
from steep.env.rendering import hero_of

EVERY = {name: 2.0**-place for place, name in enumerate(TERM_NAMES)}


def given(env: steep.env.DescentEnv, action: int) -> dict[str, float]:
    """The terms of a step."""
    *_, info = env.step(action)
    terms: dict[str, float] = info["reward_terms"]
    return terms


def test_the_terms_add_up_to_the_reward() -> None:
    env = a_descent(ruleset="tcod-2020", rewards=EVERY, observations=("compass",), floors=(4, 9))
    told: list[dict[str, float]] = []
    taken = env.step

    def step(action: Any) -> Any:
        result = taken(action)
        # One after the other: from Python 3.12 on `sum` makes up for what is lost in rounding.
        assert reduce(add, result[4]["reward_terms"].values(), 0.0) == result[1]
        told.append(result[4]["reward_terms"])
        return result

    env.step = step  # type: ignore[method-assign]
    for _ in explore(env, 1_200, 3):
        pass
    assert all(set(terms) == set(TERM_NAMES) for terms in told)
    assert {name for name in TERM_NAMES if any(terms[name] for terms in told)} >= set(TERM_NAMES) - {"win"}


def test_each_term_counts_what_changed() -> None:
    env = a_descent(rewards=dict.fromkeys(TERM_NAMES, 1.0), observations=("compass",))
    before: Any = None
    run = -1
    for _, info in explore(env, 600, 5):
        hero = hero_of(env._runs.episodes[0])
        if env.run_seed == run:
            terms = info["reward_terms"]
            assert terms["descend"] == hero.floor - before.floor
            assert terms["kill"] == hero.kills - before.kills
            assert terms["explore"] == hero.explored - before.explored >= 0
            assert terms["hp"] == (hero.hp - before.hp) / hero.max_hp
            if hero.level == before.level:
                assert terms["xp"] == hero.xp - before.xp
            else:
                assert terms["xp"] > hero.xp - before.xp
            assert (terms["step"], terms["win"]) == (1, 0)
        before, run = hero, env.run_seed


def test_dying_and_winning_are_told_once_at_the_end() -> None:
    env = steep.env.DescentEnv(floors=(1, 1), rewards={"death": -3.0, "win": 5.0, "descend": 1.0})
    env.reset(seed=1)
    hero = env._runs.episodes[0]["world"]["hero"]
    env._runs.episodes[0]["world"]["tiles"][hero["cell"]] = 2
    assert given(env, FLAT_WAIT) == {"death": 0, "win": 0, "descend": 0}
    assert given(env, FLAT_DESCEND) == {"death": 0, "win": 5, "descend": 1}
    for _, info in play(steep.env.DescentEnv(floors=(9, 9), rewards={"death": -3.0}), 400):
        assert info.get("reward_terms", {"death": 0})["death"] == 0


def test_without_weights_it_is_for_going_down_winning_and_dying() -> None:
    env = steep.env.DescentEnv()
    env.reset(seed=1)
    assert given(env, FLAT_WAIT) == {"descend": 0, "win": 0, "death": 0}


def test_a_term_without_a_weight_is_not_told() -> None:
    env = steep.env.DescentEnv(rewards={"step": -0.5})
    env.reset(seed=1)
    _, reward, _, _, info = env.step(FLAT_WAIT)
    assert (reward, info["reward_terms"]) == (-0.5, {"step": -0.5})


def thrift(before: Any, now: Any) -> Any:
    return np.minimum(now["pack_count"] - before["pack_count"], 0)


def test_a_term_of_ones_own_sees_before_and_after() -> None:
    rewards = RewardTerms({"thrift": 0.5, "step": 1.0}, own={"thrift": thrift})
    env = a_descent(rewards=rewards)
    carried, run = 0, -1
    seen = set()
    for _, info in play(env, 400, 2):
        now = int(env._runs.episodes[0]["world"]["hero"]["pack_count"])
        if env.run_seed == run:
            assert info["reward_terms"]["thrift"] == 0.5 * min(now - carried, 0)
            seen.add(info["reward_terms"]["thrift"])
        carried, run = now, env.run_seed
    assert seen == {0.0, -0.5}


@pytest.mark.parametrize(
    ("weights", "own", "told"),
    [
        ({"kil": 1.0}, {}, 'there is no term "kil" (did you mean "kill"?); there are: descend, kill, xp'),
        ({"thrift": 1.0}, {"thirst": thrift}, 'there is no term "thrift" (did you mean "thirst"?)'),
        ({"step": 1.0}, {"thrift": thrift}, 'the term "thrift" has no weight'),
        ({"step": 1.0}, {"step": thrift}, 'there is a term "step" already'),
        ({"step": "much"}, {}, "the weight of \"step\" is 'much'; it must be a number"),
        ({"step": float("nan")}, {}, 'the weight of "step" is nan; it must be a number'),
    ],
)
def test_terms_that_cannot_be_are_refused(weights: Any, own: Any, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        RewardTerms(weights, own)


def test_the_manual_lists_every_term() -> None:
    manual = RewardTerms.__doc__ or ""
    assert [line.split("`")[1] for line in manual.splitlines() if line.strip().startswith("| `")] == list(TERM_NAMES)


@pytest.mark.parametrize(
    ("gives", "told"),
    [
        (lambda _before, _now: 1.0, "of shape ()"),
        (lambda _before, _now: None, "gave object of shape ()"),
        (lambda before, now: np.stack([before["hp"], now["hp"]]), "of shape (2, 1)"),
        (lambda _before, _now: ["much"], "of shape (1,)"),
    ],
)
def test_a_term_of_ones_own_must_give_a_number_for_each_episode(gives: Any, told: str) -> None:
    env = a_descent(rewards=RewardTerms({"odd": 1.0}, own={"odd": gives}))
    env.reset(seed=1)
    with pytest.raises(InputError, match=r'the term "odd" gave .*it must give numbers of shape \(1,\)') as refused:
        env.step(FLAT_WAIT)
    assert told in str(refused.value)


def test_a_term_of_ones_own_is_a_function() -> None:
    wrong: Any = 3
    with pytest.raises(InputError, match='the term "odd" is 3; it must be a function of before and now'):
        RewardTerms({"odd": 1.0}, own={"odd": wrong})


def test_a_term_of_ones_own_cannot_change_the_episode() -> None:
    def cheat(_before: Any, now: Any) -> Any:
        now["hp"] = 1_000
        return now["hp"]

    env = a_descent(rewards=RewardTerms({"cheat": 1.0}, own={"cheat": cheat}))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.step(FLAT_WAIT)
