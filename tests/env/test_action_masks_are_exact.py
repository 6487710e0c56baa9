"""Masks are exact: every action they allow is possible, and any other changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import (
    a_descent,
    eventful_rulebook,
    every_mechanic,
    explore,
    keys_for,
    random_possible,
)
from generated_floors import rulebook_from
from steep.core.ruleset import CANNOT_ACT
from steep.core.world import HERO_ROW, MAX_INVENTORY
from steep.env.kernel.actions import (
    FLAT_ACTIONS,
    FLAT_CHOOSE,
    FLAT_DROP,
    FLAT_UNDERFOOT,
    FLAT_USE,
    FLAT_WAIT,
    USE_UNDERFOOT,
    flat_use,
)
from steep.env.kernel.choose_target import NEAREST_ENEMY, WEAKEST_ENEMY
from steep.rules.action_codes import DONE, DROP, NOTHING_HERE, THROW, USE, WAIT

SEEDS = (0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6)))
AIMED_AT_ENEMIES = (flat_use(NEAREST_ENEMY, 0), flat_use(WEAKEST_ENEMY, 0))
STEPS = 200


RULEBOOKS = {"eventful": eventful_rulebook, "every mechanic": every_mechanic}


def refuse(env: steep.env.DescentEnv, *actions: Any) -> None:
    """Take actions that must be impossible and change nothing but the number of steps; then restore the state."""
    if not actions:
        return
    state = env.get_state()
    world = env._batch.episodes[0]["world"].tobytes()
    for action in actions:
        *_, info = env.step(action)
        assert info["reason"] != DONE, action
        assert env._batch.episodes[0]["world"].tobytes() == world, action
    env.set_state(state)


def must_wait(env: steep.env.DescentEnv) -> bool:
    """Whether the hero waits whatever it is told to do, so that no action is refused."""
    hero = env._batch.episodes[0]["world"]["hero"]
    return bool(hero["conditions"] & CANNOT_ACT) and not hero["choosing"]


def monsters_out_of_view(env: steep.env.DescentEnv) -> bool:
    """Whether there are living monsters that the hero doesn't see: the mask can't know of those."""
    world = env._batch.episodes[0]["world"]
    actors = world["actors"][: world["actor_count"]]
    return bool((actors["hp"] > 0).sum() > world["hero"]["visible_monster_count"])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_flat_actions_are_possible_exactly_when_the_mask_allows_them(seed: int, rulebook: str) -> None:
    env, random = a_descent(ruleset=RULEBOOKS[rulebook](), observations=("compass",)), np.random.default_rng(seed)
    for _, info in explore(env, STEPS, seed):
        assert info.get("reason", DONE) == DONE
        masked = np.flatnonzero(info["action_mask"] == 0)
        if must_wait(env):
            assert np.flatnonzero(info["action_mask"]).tolist() == [FLAT_WAIT]
            continue
        if monsters_out_of_view(env):
            # What would hit only unseen monsters is possible, but the mask cannot know that.
            masked = np.array([number for number in masked if number not in range(FLAT_USE, FLAT_USE + 26)])
        refuse(env, *random.choice(masked, 3))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_the_mask_allows_in_one_state_is_possible_in_that_state(rulebook: str) -> None:
    env = a_descent(ruleset=RULEBOOKS[rulebook](), observations=("compass",))
    tried = 0
    for number, (_, info) in enumerate(explore(env, 200, 3)):
        if number % 15 == 0:
            state = env.get_state()
            for action in np.flatnonzero(info["action_mask"]):
                assert env.step(action)[-1]["reason"] == DONE, env.action_meanings[action]
                env.set_state(state)
                tried += 1
    assert tried > 200


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
    assert possible_once <= {*range(FLAT_CHOOSE + 3), *slots, FLAT_UNDERFOOT}
    assert all(possible_once & set(range(first, first + 26)) for first in AIMED_AT_ENEMIES)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_explicit_actions_are_possible_exactly_when_the_masks_allow_them(seed: int, rulebook: str) -> None:
    keys = ("action_mask", "target_mask")
    env = a_descent(ruleset=RULEBOOKS[rulebook](), actions="targets", observations=keys)
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(STEPS):
        mask, targets = info["action_mask"], observation["target_mask"].reshape(2, MAX_INVENTORY, -1)
        cells = {USE: targets[0], THROW: targets[1]}
        unseen = monsters_out_of_view(env)
        refused = []
        if not must_wait(env):
            verb, argument = random.choice(np.argwhere(mask == 0))
            if verb not in (USE, USE_UNDERFOOT) or not unseen:
                refused.append((verb, argument, random.integers(targets.shape[2])))
        verb, argument = random_possible(random, mask)
        target = 0
        if verb in cells:
            impossible = np.flatnonzero(cells[verb][argument] == 0)
            if len(impossible) and (verb != USE or not unseen):
                refused.append((verb, argument, random.choice(impossible)))
            target = random.choice(np.flatnonzero(cells[verb][argument]))
        refuse(env, *refused)
        # The targets of what lies underfoot have no mask: one of them is possible.
        for cell in range(targets.shape[2]) if verb == USE_UNDERFOOT else (target,):
            observation, *_, terminated, truncated, info = env.step((verb, argument, cell))
            if info["reason"] == DONE:
                break
        assert info["reason"] == DONE, (verb, argument, target)
        if terminated or truncated:
            observation, info = env.reset()


@pytest.mark.parametrize(("actions", "use"), [("flat", FLAT_UNDERFOOT), ("targets", (USE_UNDERFOOT, 0, 0))])
def test_what_lies_underfoot_is_used_where_it_lies(actions: str, use: Any) -> None:
    start = '[hero]\nstart = [{ item = "healing_potion" }]\n[items.healing_potion]'
    env = steep.env.DescentEnv(rulebook_from(start), floors=(1, 1), actions=actions, observations=("stats",))
    _, info = env.reset(seed=1)
    env._batch.episodes[0]["world"]["actors"][HERO_ROW]["hp"] = 5
    which = use if actions == "flat" else use[:2]
    assert not info["action_mask"][which]
    *_, info = env.step(FLAT_DROP if actions == "flat" else (DROP, 0, 0))
    assert info["action_mask"][which]
    *_, info = env.step(use)
    hp = env._batch.episodes[0]["world"]["hero"]["hp"]
    assert (info["reason"], hp > 5, info["action_mask"][which]) == (DONE, True, 0)
    assert env.step(use)[-1]["reason"] == NOTHING_HERE


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
