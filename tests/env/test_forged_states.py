"""Forged states: valid checksums around impossible numbers. They are refused, or can be played on without harm."""

from __future__ import annotations

import random
import struct
from collections import Counter
from typing import Any

import numpy as np
import pytest

import steep.env
from eventful_ruleset_and_random_play import a_descent
from forged_records import fields_in, forged
from forged_states import joined, some_states, split, try_out
from steep.core.input_errors import InputError
from steep.core.record import fields_of
from steep.env.kernel import episode_to_bytes as states
from steep.env.kernel.episode import FAULTS, Episode


def test_every_number_of_an_episode_has_a_range_except_scratch_space() -> None:
    without_range = {field.name for field in fields_of(Episode) if field.of is None and field.within is None}
    snapshot = next(field.of for field in fields_of(Episode) if field.name == "now")
    assert snapshot is not None
    assert without_range == set()
    assert all(field.within is not None for field in fields_of(snapshot))


@pytest.mark.parametrize("mutations", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_forged_states_are_refused_or_can_be_played_on(mutations: int) -> None:
    env, rng, messages = a_descent(texts=True), random.Random(5), Counter[str]()
    originals, player = [split(state) for state in some_states(env, 6)], np.random.default_rng(2)
    for _ in range(mutations):
        header, body = rng.choice(originals)
        message = try_out(env, joined(header, forged(Episode, body, rng)), player)
        messages[message.removeprefix("this state is invalid: ")] += 1
    assert messages[""] > mutations // 20
    assert sum(count for message, count in messages.items() if ", not from " in message) > mutations // 4
    assert len(set(FAULTS[1:]) & messages.keys()) >= len(FAULTS) - (5 if mutations > 1_000 else 12)


def test_a_vector_that_refuses_a_forged_state_is_unchanged() -> None:
    envs = steep.env.DescentVectorEnv(2, "tcod-2020")
    envs.reset(seed=1)
    before = envs.get_states()
    header, body = split(before[0])
    at = next(start for name, start, *_ in fields_in(Episode) if name == "world[0].actor_count")
    wrong = body[:at] + struct.pack("<q", 129) + body[at + 8 :]
    with pytest.raises(InputError, match=r"is invalid: world.actor_count is 129, not from 0 to 128"):
        envs.set_states([None, joined(header, wrong)])
    assert envs.get_states() == before


@pytest.mark.parametrize("name", list(states.HEADER))
@pytest.mark.parametrize("wrong", [-1, 2**80, 1.5, float("nan"), None, "many", [], {}, True, "\x1b[2J"])
def test_a_forged_header_is_refused(name: str, wrong: Any) -> None:
    env = a_descent()
    header, body = split(some_states(env, 1, 1)[0])
    forged_header = header | {name: wrong}
    if name == "ruleset" and isinstance(wrong, str):
        return  # used only in messages; the hash decides
    with pytest.raises(InputError):
        env.set_state(joined(forged_header, body))
