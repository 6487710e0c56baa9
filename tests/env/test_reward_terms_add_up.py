"""Rewards: each term counts what it says, and they add up."""

from __future__ import annotations

import re
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steep.env
from eventful_ruleset_and_random_play import a_descent, explore, play, random_possible
from steep.core.geometry import STAIRS
from steep.core.input_errors import InputError
from steep.core.world import DEAD, PLAYING, STOPPED
from steep.env import RewardTerms
from steep.env.kernel.actions import FLAT_DESCEND, FLAT_WAIT
from steep.env.render import hero_of
from steep.env.rewards import TERM_NAMES

ALL_TERMS = {name: 2.0**-index for index, name in enumerate(TERM_NAMES)}


def terms_in(info: dict[str, Any]) -> dict[str, float]:
    """The terms of a step's reward by name."""
    return {key.removeprefix("reward_"): value for key, value in info.items() if key.startswith("reward_")}


def terms_of_step(env: steep.env.DescentEnv, action: int) -> dict[str, float]:
    """Take a step. Returns the terms of its reward."""
    *_, info = env.step(action)
    return terms_in(info)


def test_the_terms_add_up_to_the_reward() -> None:
    env = a_descent(ruleset="tcod-2020", rewards=ALL_TERMS, observations=("compass",), floors=(4, 9))
    step_terms: list[dict[str, float]] = []
    take_step = env.step

    def step(action: Any) -> Any:
        result = take_step(action)
        # Not `sum`: since Python 3.12 it corrects rounding errors.
        assert reduce(add, terms_in(result[4]).values(), 0.0) == result[1]
        step_terms.append(terms_in(result[4]))
        return result

    env.step = step  # type: ignore[method-assign]
    for _ in explore(env, 1_200, 3):
        pass
    assert all(set(terms) == set(TERM_NAMES) for terms in step_terms)
    assert {name for name in TERM_NAMES if any(terms[name] for terms in step_terms)} >= set(TERM_NAMES) - {
        "win",
        "stop",
        "gold",
    }


def test_each_term_counts_the_change_it_is_named_after() -> None:
    env = a_descent(rewards=dict.fromkeys(TERM_NAMES, 1.0), observations=("compass",))
    before: Any = None
    run = -1
    for _, info in explore(env, 300, 5):
        hero = hero_of(env._batch.episodes[0])
        if env.run_seed == run:
            terms = terms_in(info)
            assert terms["descend"] == hero.floor - before.floor
            assert terms["kill"] == hero.kills - before.kills
            assert terms["explore"] == hero.cells_explored - before.cells_explored >= 0
            assert terms["hp"] == (hero.hp - before.hp) / hero.max_hp
            if hero.level == before.level:
                assert terms["xp"] == hero.xp - before.xp
            else:
                assert terms["xp"] > hero.xp - before.xp
            assert (terms["step"], terms["win"]) == (1, 0)
        before, run = hero, env.run_seed


def test_death_and_win_count_once_at_the_end() -> None:
    env = steep.env.DescentEnv("tcod-2020", floors=(1, 1), rewards={"death": -3.0, "win": 5.0, "descend": 1.0})
    env.reset(seed=1)
    hero = env._batch.episodes[0]["world"]["hero"]
    env._batch.episodes[0]["world"]["tiles"][hero["cell"]] = STAIRS
    assert terms_of_step(env, FLAT_WAIT) == {"death": 0, "win": 0, "descend": 0, "stop": 0}
    assert terms_of_step(env, FLAT_DESCEND) == {"death": 0, "win": 5, "descend": 1, "stop": 0}
    for _, info in play(steep.env.DescentEnv("tcod-2020", floors=(9, 9), rewards={"death": -3.0}), 400):
        assert info.get("reward_death", 0) == 0


def test_the_default_terms_are_descend_win_death_and_stop() -> None:
    env = steep.env.DescentEnv("tcod-2020")
    env.reset(seed=1)
    assert terms_of_step(env, FLAT_WAIT) == {"descend": 0, "win": 0, "death": 0, "stop": 0}


def test_a_term_without_a_weight_is_not_reported() -> None:
    env = steep.env.DescentEnv("tcod-2020", rewards={"step": -0.5})
    env.reset(seed=1)
    _, reward, _, _, info = env.step(FLAT_WAIT)
    assert (reward, terms_in(info)) == (-0.5, {"step": -0.5})


@pytest.mark.parametrize(
    ("weights", "stop"),
    [
        (None, -1.0),
        ({"descend": 1.0, "death": -3.0}, -3.0),
        ({"death": -3.0, "hp": 0.5}, -3.5),
        ({"hp": 2.0}, -2.0),
        ({"death": -3.0, "stop": 0.0}, 0.0),
        ({"descend": 1.0}, None),
    ],
)
def test_a_stop_without_a_weight_costs_as_much_as_the_costliest_death(weights: Any, stop: float | None) -> None:
    assert RewardTerms(weights).weights.get("stop") == stop


WEIGHTS = {
    "default": None,
    "train_ppo.py": {"descend": 1.0, "win": 2.0, "death": -2.0, "xp": 0.005, "explore": 0.005, "step": -0.002},
    "all": {name: -0.5 if name in ("death", "step") else 0.25 for name in TERM_NAMES if name != "stop"},
}


def die(env: steep.env.DescentEnv) -> float:
    """The reward of a step in which the hero dies."""
    world = env._batch.episodes[0]["world"]
    world["hero"]["hp"] = 0
    world["outcome"] = DEAD
    return float(env.step(FLAT_WAIT)[1])


def stall(env: steep.env.DescentEnv) -> float:
    """The total reward of waiting without monsters until a limit stops the episode."""
    world = env._batch.episodes[0]["world"]
    world["actors"]["hp"] = 0
    world["occupant"][:] = 0
    total, end = 0.0, PLAYING
    while end == PLAYING:
        _, reward, _, _, info = env.step(FLAT_WAIT)
        total, end = total + reward, info["end"]
    assert end == STOPPED
    return total


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60), left=st.integers(1, 40), impossible=st.booleans())
def test_stalling_until_a_limit_never_gives_more_than_dying(
    weights: Any, seed: int, steps: int, left: int, impossible: bool
) -> None:
    env = a_descent(rewards=weights, ruleset="tcod-2020", floors=(1, 10), max_steps=10**6, max_turns=10**6)
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        *_, terminated, _, info = env.step(random_possible(random, info["action_mask"]))
        if terminated or info["action_mask"][FLAT_WAIT] == 0:
            return
    state, params = env.get_state(), env._batch._params[0]
    params["step_limit" if impossible else "turn_limit"] = left + (
        env._batch.episodes[0]["steps"] if impossible else env._batch.episodes[0]["world"]["turn"]
    )
    stalled = stall(env)
    env.set_state(state)
    assert stalled <= die(env)


def thrift(before: Any, now: Any) -> Any:
    return np.minimum(now["inventory_count"] - before["inventory_count"], 0)


def test_a_custom_term_receives_the_snapshots_before_and_after() -> None:
    rewards = RewardTerms({"thrift": 0.5, "step": 1.0}, custom={"thrift": thrift})
    env = a_descent(rewards=rewards)
    inventory_count, run = 0, -1
    values = set()
    for _, info in play(env, 400, 2):
        now = int(env._batch.episodes[0]["world"]["hero"]["inventory_count"])
        if env.run_seed == run:
            assert info["reward_thrift"] == 0.5 * min(now - inventory_count, 0)
            values.add(info["reward_thrift"])
        inventory_count, run = now, env.run_seed
    assert values == {0.0, -0.5}


@pytest.mark.parametrize(
    ("weights", "custom", "message"),
    [
        ({"kil": 1.0}, {}, 'there is no term "kil" (did you mean "kill"?); there are: descend, kill, xp'),
        ({"thrift": 1.0}, {"thirst": thrift}, 'there is no term "thrift" (did you mean "thirst"?)'),
        ({"step": 1.0}, {"thrift": thrift}, 'the term "thrift" has no weight'),
        ({"step": 1.0}, {"step": thrift}, 'the custom term "step" has the name of a built-in term'),
        ({"step": "much"}, {}, "the weight of \"step\" is 'much'; it must be a number"),
        ({"step": float("nan")}, {}, 'the weight of "step" is nan; it must be a number'),
    ],
)
def test_invalid_terms_are_refused(weights: Any, custom: Any, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        RewardTerms(weights, custom)


def test_the_manual_lists_every_term() -> None:
    manual = RewardTerms.__doc__ or ""
    assert [line.split("`")[1] for line in manual.splitlines() if line.strip().startswith("| `")] == list(TERM_NAMES)


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (lambda _before, _now: 1.0, "of shape ()"),
        (lambda _before, _now: None, "gave object of shape ()"),
        (lambda before, now: np.stack([before["hp"], now["hp"]]), "of shape (2, 1)"),
        (lambda _before, _now: ["much"], "of shape (1,)"),
    ],
)
def test_a_custom_term_must_return_one_number_per_episode(term: Any, message: str) -> None:
    env = a_descent(rewards=RewardTerms({"odd": 1.0}, custom={"odd": term}))
    env.reset(seed=1)
    with pytest.raises(InputError, match=r'the term "odd" gave .*it must give numbers of shape \(1,\)') as refused:
        env.step(FLAT_WAIT)
    assert message in str(refused.value)


def test_a_custom_term_must_be_callable() -> None:
    wrong: Any = 3
    with pytest.raises(InputError, match=r'the term "odd" is 3; it must be a function of \(before, now\)'):
        RewardTerms({"odd": 1.0}, custom={"odd": wrong})


def test_a_custom_term_cannot_change_the_episode() -> None:
    def cheat(_before: Any, now: Any) -> Any:
        now["hp"] = 1_000
        return now["hp"]

    env = a_descent(rewards=RewardTerms({"cheat": 1.0}, custom={"cheat": cheat}))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.step(FLAT_WAIT)
