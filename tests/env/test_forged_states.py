"""Forged states: the checksum holds, and numbers are what no episode has. They are refused, or play on unharmed."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steep.env
from env_runs import a_descent, any_possible
from forged_records import fields_in, forged
from steep.core.errors import InputError
from steep.core.record import fields_of
from steep.env import state as states
from steep.env.kernel.episodes import FAULTS, Episode

MUTATIONS = 10_000


def split(state: bytes) -> tuple[bytes, bytes]:
    """The header and the body of a state."""
    start = len(states.MARK) + 8
    length = struct.unpack_from("<I", state, len(states.MARK))[0]
    return state[start : start + length], zlib.decompress(state[start + length :])


def joined(header: bytes, body: bytes) -> bytes:
    """A state whose checksum holds."""
    return b"".join((states.MARK, struct.pack("<II", len(header), zlib.crc32(body)), header, zlib.compress(body, 1)))


def some_states(env: steep.env.DescentEnv, count: int, steps: int = 40) -> list[bytes]:
    chance, found = np.random.default_rng(1), []
    for seed in range(count):
        _, info = env.reset(seed=seed)
        over = False
        for _ in range(steps):
            if not over:
                *_, terminated, truncated, info = env.step(any_possible(chance, info["action_mask"]))
                over = terminated or truncated
        found.append(env.get_state())
    return found


def try_out(env: steep.env.DescentEnv, state: bytes, chance: np.random.Generator) -> str:
    """What is said of a state that is refused; empty for one that plays on."""
    try:
        _, info = env.set_state(state)
    except InputError as refused:
        return str(refused)
    for _ in range(2):
        if env._over:
            break
        *_, info = env.step(any_possible(chance, info["action_mask"]))
    return ""


def test_every_number_of_an_episode_has_a_range_but_room_to_work_in() -> None:
    without = {field.name for field in fields_of(Episode) if field.of is None and field.within is None}
    standing = next(field.of for field in fields_of(Episode) if field.name == "now")
    assert standing is not None
    assert without == set()
    assert all(field.within is not None for field in fields_of(standing))


def test_ten_thousand_forged_states_are_refused_or_play_on() -> None:
    env, chance, told = a_descent(texts=True), random.Random(5), Counter[str]()
    made, dice = [split(state) for state in some_states(env, 6)], np.random.default_rng(2)
    for _ in range(MUTATIONS):
        header, body = chance.choice(made)
        said = try_out(env, joined(header, forged(Episode, body, chance)), dice)
        told[said.removeprefix("the state holds what no Steep writes: ")] += 1
    assert told[""] > MUTATIONS // 20
    assert sum(count for said, count in told.items() if ", not from " in said) > MUTATIONS // 4
    assert len(set(FAULTS[1:]) & told.keys()) >= len(FAULTS) - 5


def test_a_vector_refuses_a_forged_state_and_stays_as_it_was() -> None:
    envs = steep.env.DescentVectorEnv(2)
    envs.reset(seed=1)
    before = envs.get_states()
    header, body = split(before[0])
    at = next(start for name, start, *_ in fields_in(Episode) if name == "world[0].actor_count")
    wrong = body[:at] + struct.pack("<q", 129) + body[at + 8 :]
    with pytest.raises(InputError, match=r"holds what no Steep writes: world.actor_count is 129, not from 0 to 128"):
        envs.set_states([None, joined(header, wrong)])
    assert envs.get_states() == before


@pytest.mark.parametrize("name", list(states.HEADER))
@pytest.mark.parametrize("wrong", [-1, 2**80, 1.5, float("nan"), None, "many", [], {}, True, "\x1b[2J"])
def test_a_forged_header_is_refused(name: str, wrong: Any) -> None:
    env = a_descent()
    header, body = split(some_states(env, 1, 1)[0])
    forged_header = json.loads(header) | {name: wrong}
    if name == "ruleset" and isinstance(wrong, str):
        return  # only told, never used: the hash decides
    with pytest.raises(InputError):
        env.set_state(joined(json.dumps(forged_header).encode(), body))


IN_BOUNDS = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/env"]
import random
import numpy as np
from env_runs import a_descent
from forged_records import forged
from test_forged_states import joined, some_states, split, try_out
from steep.env.kernel.episodes import Episode

env, chance, dice, refused = a_descent(), random.Random(9), np.random.default_rng(3), 0
made = [split(state) for state in some_states(env, 4)]
for _ in range(2_000):
    header, body = chance.choice(made)
    refused += try_out(env, joined(header, forged(Episode, body, chance)), dice) != ""
print("in bounds" if 0 < refused < 2_000 else refused)
"""


def test_what_is_not_refused_never_leaves_an_array() -> None:
    run = subprocess.run(
        [sys.executable, "-c", IN_BOUNDS, str(Path(__file__).parents[1])],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert run.stdout == "in bounds\n", run.stderr
