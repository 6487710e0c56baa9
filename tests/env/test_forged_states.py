"""Forged states: valid checksums around impossible numbers. They are refused, or can be played on without harm."""

from __future__ import annotations

import io
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
from env_runs import a_descent, random_possible
from forged_records import fields_in, forged
from steep.core.input_errors import InputError
from steep.core.record import fields_of
from steep.env import state as states
from steep.env.kernel.episode import FAULTS, Episode
from steep.play.files.container import container_bytes, container_from

MUTATIONS = 10_000


def split(state: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the decompressed body of a state."""
    content = container_from(states.STATE, io.BytesIO(state))
    return content.header, zlib.decompress(content.body)


def joined(header: dict[str, Any], body: bytes) -> bytes:
    """A state with valid checksums."""
    return container_bytes(states.STATE, header, zlib.compress(body, 1))


def some_states(env: steep.env.DescentEnv, count: int, steps: int = 40) -> list[bytes]:
    rng, result = np.random.default_rng(1), []
    for seed in range(count):
        _, info = env.reset(seed=seed)
        over = False
        for _ in range(steps):
            if not over:
                *_, terminated, truncated, info = env.step(random_possible(rng, info["action_mask"]))
                over = terminated or truncated
        result.append(env.get_state())
    return result


def try_out(env: steep.env.DescentEnv, state: bytes, rng: np.random.Generator) -> str:
    """Load a state and play two steps. Returns the message if the state is refused, otherwise an empty string."""
    try:
        _, info = env.set_state(state)
    except InputError as refused:
        return str(refused)
    for _ in range(2):
        if env._over:
            break
        *_, info = env.step(random_possible(rng, info["action_mask"]))
    return ""


def test_every_number_of_an_episode_has_a_range_except_scratch_space() -> None:
    without_range = {field.name for field in fields_of(Episode) if field.of is None and field.within is None}
    snapshot = next(field.of for field in fields_of(Episode) if field.name == "now")
    assert snapshot is not None
    assert without_range == set()
    assert all(field.within is not None for field in fields_of(snapshot))


def test_ten_thousand_forged_states_are_refused_or_can_be_played_on() -> None:
    env, rng, messages = a_descent(texts=True), random.Random(5), Counter[str]()
    originals, player = [split(state) for state in some_states(env, 6)], np.random.default_rng(2)
    for _ in range(MUTATIONS):
        header, body = rng.choice(originals)
        message = try_out(env, joined(header, forged(Episode, body, rng)), player)
        messages[message.removeprefix("this state holds what no Steep writes: ")] += 1
    assert messages[""] > MUTATIONS // 20
    assert sum(count for message, count in messages.items() if ", not from " in message) > MUTATIONS // 4
    assert len(set(FAULTS[1:]) & messages.keys()) >= len(FAULTS) - 5


def test_a_vector_that_refuses_a_forged_state_is_unchanged() -> None:
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
    forged_header = header | {name: wrong}
    if name == "ruleset" and isinstance(wrong, str):
        return  # used only in messages; the hash decides
    with pytest.raises(InputError):
        env.set_state(joined(forged_header, body))


IN_BOUNDS = """
import sys
sys.path[:0] = [sys.argv[1] + "/support", sys.argv[1] + "/env"]
import random
import numpy as np
from env_runs import a_descent
from forged_records import forged
from test_forged_states import joined, some_states, split, try_out
from steep.env.kernel.episode import Episode

env, rng, player, refused = a_descent(), random.Random(9), np.random.default_rng(3), 0
originals = [split(state) for state in some_states(env, 4)]
for _ in range(2_000):
    header, body = rng.choice(originals)
    refused += try_out(env, joined(header, forged(Episode, body, rng)), player) != ""
print("in bounds" if 0 < refused < 2_000 else refused)
"""


def test_an_accepted_forged_state_never_indexes_out_of_bounds() -> None:
    run = subprocess.run(
        [sys.executable, "-c", IN_BOUNDS, str(Path(__file__).parents[1])],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert run.stdout == "in bounds\n", run.stderr
