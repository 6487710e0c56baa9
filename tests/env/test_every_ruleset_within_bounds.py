"""Every ruleset plays in the environment, with all observations within their spaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import every_mechanic, keys_for, random_possible
from generated_floors import rulebook_from
from steep.content import load_ruleset, ruleset_names
from steep.env.kernel.actions import ARGUMENTS
from steep.rules.action_codes import THROW, USE

STEPS = 60
RULESETS = (*ruleset_names(), "every mechanic")


def played(name: str, actions: str) -> Iterator[tuple[steep.env.DescentEnv, Any]]:
    """Play random possible actions. Yields the environment and each observation."""
    ruleset = every_mechanic() if name == "every mechanic" else load_ruleset(name)
    env = steep.env.DescentEnv(ruleset, observations=keys_for(actions), actions=actions, crop=11)
    random = np.random.default_rng(5)
    observation, info = env.reset(seed=5)
    for _ in range(STEPS):
        yield env, observation
        chosen = random_possible(random, info["action_mask"])
        if actions == "targets":
            verb, argument = chosen
            cells = observation["target_mask"].reshape(2, ARGUMENTS, -1)[int(verb == THROW), argument]
            chosen = (verb, argument, random.choice(np.flatnonzero(cells)) if verb in (USE, THROW) else 0)
        observation, _, terminated, truncated, info = env.step(chosen)
        if terminated or truncated:
            observation, info = env.reset()


@pytest.mark.parametrize("actions", ["flat", "targets"])
@pytest.mark.parametrize("name", RULESETS)
def test_random_possible_actions_keep_all_observations_within_their_spaces(name: str, actions: str) -> None:
    for env, observation in played(name, actions):
        assert observation in env.observation_space


def test_statuses_and_damage_types_that_all_rulesets_have_come_first_with_the_same_numbers() -> None:
    plain = load_ruleset("tcod-2020")
    own = rulebook_from('extends = "tcod-2020"\n[damage_types.acid]\nverb = "burned"\n[statuses.adored]\npower = 1\n')
    assert [each.key for each in own.statuses] == [*(each.key for each in plain.statuses), "adored"]
    assert [each.key for each in own.damage_types] == [*(each.key for each in plain.damage_types), "acid"]
