"""Masks are exact: every action they allow is possible, and any other changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import a_descent, explore, keys_for, random_possible
from steep.core.world import HERO_ROW, MAX_INVENTORY
from steep.env.kernel.choose_target import NEAREST_ENEMY, WEAKEST_ENEMY
from steep.env.kernel.flat_actions import FLAT_ACTIONS, FLAT_CHOOSE, FLAT_DROP, FLAT_USE, FLAT_WAIT, flat_use
from steep.rules.action_codes import DONE, USE, WAIT

SEEDS = range(6)
AIMED_AT_ENEMIES = (flat_use(NEAREST_ENEMY, 0), flat_use(WEAKEST_ENEMY, 0))
STEPS = 250


def refuse(env: steep.env.DescentEnv, action: Any) -> None:
    """Take an action that must be impossible and change nothing but the number of steps; then restore the state."""
    state = env.get_state()
    world = env._batch.episodes[0]["world"].tobytes()
    *_, info = env.step(action)
    assert info["reason"] != DONE, action
    assert env._batch.episodes[0]["world"].tobytes() == world, action
    env.set_state(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_flat_actions_are_possible_exactly_when_the_mask_allows_them(seed: int) -> None:
    env, random = a_descent(), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(STEPS):
        mask = info["action_mask"]
        refuse(env, random.choice(np.flatnonzero(mask == 0)))
        *_, terminated, truncated, info = env.step(random_possible(random, mask))
        assert info["reason"] == DONE
        if terminated or truncated:
            _, info = env.reset()


def test_every_kind_of_action_is_possible_at_some_time() -> None:
    allowed = np.zeros(FLAT_ACTIONS, np.int64)
    for _, info in explore(a_descent(observations=("compass",)), 1_500, 1):
        allowed += info["action_mask"]
    slots = {first + slot for first in (FLAT_USE, *AIMED_AT_ENEMIES, FLAT_DROP) for slot in range(26)}
    possible_once = set(np.flatnonzero(allowed).tolist())
    assert possible_once >= {
        *range(FLAT_CHOOSE + 3),
        *range(FLAT_USE, FLAT_USE + 10),
        *range(FLAT_DROP, FLAT_DROP + 10),
    }
    assert possible_once <= {*range(FLAT_CHOOSE + 3), *slots}
    assert all(possible_once & set(range(first, first + 26)) for first in AIMED_AT_ENEMIES)


@pytest.mark.parametrize("seed", SEEDS)
def test_explicit_actions_are_possible_exactly_when_the_mask_allows_them(seed: int) -> None:
    env = a_descent(actions="targets", observations=("action_mask", "target_mask"))
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(STEPS):
        mask, targets = info["action_mask"], observation["target_mask"].reshape(MAX_INVENTORY, -1)
        verb, argument = random.choice(np.argwhere(mask == 0))
        refuse(env, (verb, argument, random.integers(targets.shape[1])))
        verb, argument = random_possible(random, mask)
        target = 0
        if verb == USE:
            impossible = np.flatnonzero(targets[argument] == 0)
            # A fireball that hits only monsters out of view is possible, but the mask cannot know that.
            if len(impossible) and env._batch.episodes[0]["world"]["hero"]["visible_monster_count"] > 0:
                out_of_view = [number for number in impossible if not in_view(env, int(number))]
                if out_of_view:
                    refuse(env, (verb, argument, random.choice(out_of_view)))
            target = random.choice(np.flatnonzero(targets[argument]))
        observation, *_, terminated, truncated, info = env.step((verb, argument, target))
        assert info["reason"] == DONE, (verb, argument, target)
        if terminated or truncated:
            observation, info = env.reset()


def in_view(env: steep.env.DescentEnv, number: int) -> bool:
    """Whether a cell of the crop of 21 x 21, counted by rows, is in the hero's field of view."""
    hero = env._batch.episodes[0]["world"]["hero"]
    x = int(hero["cell"]) % 80 + number % 21 - 10
    y = int(hero["cell"]) // 80 + number // 21 - 10
    return 0 <= x < 80 and 0 <= y < 45 and bool(hero["visible"][y * 80 + x])


@pytest.mark.parametrize("action", [(1, 8, 0), (1, 25, 0), (6, 8, 440)])
def test_a_verb_with_an_argument_of_another_verb_does_nothing(action: tuple[int, int, int]) -> None:
    env = a_descent(actions="targets")
    env.reset(seed=1)
    refuse(env, action)


def test_after_death_the_mask_allows_only_waiting() -> None:
    for actions in ("flat", "targets"):
        env = a_descent(actions=actions, observations=keys_for(actions))
        _, info = env.reset(seed=1)
        env._batch.episodes[0]["world"]["actors"][HERO_ROW]["hp"] = 1
        random, terminated = np.random.default_rng(1), False
        while not terminated:
            chosen = random_possible(random, info["action_mask"])
            action = chosen if actions == "flat" else (*chosen, 220)
            _, _, terminated, _, info = env.step(action)
        expected = [[FLAT_WAIT]] if actions == "flat" else [[WAIT, argument] for argument in range(26)]
        assert np.argwhere(info["action_mask"]).tolist() == expected
