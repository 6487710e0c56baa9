"""States: a restored episode continues exactly as before, and so do the episodes after it."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import steep.env
from compressed_zeros import compressed_gigabyte
from eventful_ruleset_and_random_play import a_descent, eventful_rulebook, keys_for, random_possible
from steep.core.input_errors import InputError
from steep.core.record import size_of
from steep.env.kernel import episode_to_bytes as states
from steep.env.kernel.actions import FLAT_WAIT
from steep.env.kernel.episode import Episode
from steep.play.files.container import container_bytes, container_from


def future(env: steep.env.DescentEnv, info: Any, steps: int) -> list[Any]:
    """Everything an environment returns over some steps, with a reset after each episode."""
    random = np.random.default_rng(1)
    results: list[Any] = []
    for _ in range(steps):
        step = env.step(random_possible(random, info["action_mask"]))
        results.append(step)
        info = step[-1]
        if step[2] or step[3]:
            results.append(env.reset())
            info = results[-1][1]
    return results


def same(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(data_equivalence(a, b, exact=True) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_state_is_as_small_as_the_manual_says(seed: int) -> None:
    env = gymnasium.make("steep/Descent-v0").unwrapped
    assert isinstance(env, steep.env.DescentEnv)
    env.reset(seed=seed)
    assert 3_900 <= len(env.get_state()) <= 4_500


def test_a_restored_state_has_the_same_future() -> None:
    env = a_descent(observations=keys_for("flat"), max_steps=60, texts=True)
    _, info = env.reset(seed=5)
    for _ in range(4):
        state = env.get_state()
        observation, restored_info = env.set_state(state)
        first = future(env, info, 150)
        again, info_again = env.set_state(state)
        assert data_equivalence((observation, restored_info), (again, info_again), exact=True)
        assert same(future(env, info_again, 150), first)
        env.set_state(state)
        info = future(env, restored_info, 20)[-1][-1]


def test_a_state_can_be_set_in_another_environment_and_in_a_vector() -> None:
    one, other = a_descent(), a_descent()
    envs = steep.env.DescentVectorEnv(3, eventful_rulebook(), floors=(1, 4))
    _, info = one.reset(seed=5)
    future(one, info, 30)
    state = one.get_state()
    other.set_state(state)
    envs.reset(seed=[1, 2, 3])
    envs.set_state(-1, state)
    assert envs.get_state(2) == other.get_state() == state
    assert future(one, other.set_state(state)[1], 10)
    assert envs.run_seeds.tolist() == [1, 2, one.run_seed]


def test_a_state_includes_its_difficulty() -> None:
    env = a_descent(difficulty=0.9)
    env.reset(seed=1)
    other = a_descent()
    other.reset(seed=1)
    assert other.difficulty == 0.5
    _, info = other.set_state(env.get_state())
    assert other.difficulty == info["difficulty"] == 0.9
    assert [env.step(FLAT_WAIT)[1] for _ in range(9)] == [other.step(FLAT_WAIT)[1] for _ in range(9)]
    assert env.run_seed == other.run_seed


def test_the_states_of_a_vector_are_set_all_together_or_not_at_all() -> None:
    envs = steep.env.DescentVectorEnv(3, "tcod-2020", max_steps=5)
    envs.reset(seed=1)
    saved = envs.get_states()
    for _ in range(7):
        envs.step(np.full(3, 8))
    later = envs.get_states()
    with pytest.raises(InputError):
        envs.set_states([saved[0], saved[1], b"no"])
    assert envs.get_states() == later
    envs.set_states([None, saved[1], saved[0]])
    assert envs.get_states() == [later[0], saved[1], saved[0]]
    with pytest.raises(InputError, match="2 states were given for 3 environments"):
        envs.set_states(saved[:2])
    for index in (3, -4, 1.5, None):
        wrong: Any = index
        with pytest.raises(InputError, match=f"there is no environment {index}; there are 0 to 2"):
            envs.get_state(wrong)
        with pytest.raises(InputError, match=f"there is no environment {index}; there are 0 to 2"):
            envs.set_state(wrong, saved[0])


def test_the_state_of_an_ended_episode_is_set_as_ended() -> None:
    envs = steep.env.DescentVectorEnv(1, "tcod-2020", max_steps=2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    unfinished = envs.get_state(0)
    envs.step(np.full(1, 8))
    envs.step(np.full(1, 8))
    over = envs.get_state(0)
    envs.set_state(0, unfinished)
    envs.step(np.full(1, 8))
    envs.set_state(0, over)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.full(1, 8))


def test_with_same_step_autoreset_setting_an_ended_state_begins_the_next_episode() -> None:
    ended, other = (
        steep.env.DescentVectorEnv(2, "tcod-2020", max_steps=3, autoreset_mode=mode)
        for mode in ("Disabled", "SameStep")
    )
    ended.reset(seed=1)
    for _ in range(3):
        ended.step(np.full(2, 8))
    over = ended.get_states()
    other.reset(seed=[9, 10])
    other.step(np.full(2, 8))
    observation, _ = other.set_states([over[0], None])
    assert observation["stats"][:, 2].tolist() == [0, 1]
    ended.reset()
    assert other.run_seeds.tolist() == [ended.run_seeds[0], 10]
    truncated = [other.step(np.full(2, 8))[3].tolist() for _ in range(3)]
    assert truncated == [[False, False], [False, True], [True, False]]


def test_a_state_includes_the_difficulty_of_later_episodes() -> None:
    env = a_descent()
    env.reset(seed=1, options={"difficulty": 0.9})
    envs = steep.env.DescentVectorEnv(2, eventful_rulebook(), max_steps=1)
    envs.reset(seed=1)
    envs.set_difficulty(0.7)
    other = a_descent()
    other.set_state(env.get_state())
    assert other.reset()[1]["difficulty"] == env.reset()[1]["difficulty"] == 0.9
    other.set_state(envs.get_state(0))
    assert other.difficulty == 0.5
    assert other.reset()[1]["difficulty"] == 0.7


def test_there_is_no_state_before_the_first_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        a_descent().get_state()
    with pytest.raises(gymnasium.error.ResetNeeded):
        steep.env.DescentVectorEnv(2, "tcod-2020").get_states()


def a_state() -> bytes:
    env = a_descent()
    env.reset(seed=5)
    return env.get_state()


@pytest.mark.parametrize("state", [b"", b"steep", "text", None, b"\x80\x04pickle" * 9])
def test_bytes_that_are_not_a_state_are_refused(state: Any) -> None:
    with pytest.raises(InputError, match=r"is not a Steep state|is cut short"):
        a_descent().set_state(state)


@pytest.mark.parametrize("cut", [23, 60, 200, 400, -1])
def test_a_truncated_state_is_refused(cut: int) -> None:
    with pytest.raises(InputError, match="this state is cut short"):
        a_descent().set_state(a_state()[:cut])


@pytest.mark.parametrize("at", [30, 250, 600, -1])
def test_an_altered_state_is_refused(at: int) -> None:
    state = bytearray(a_state())
    state[at] ^= 0xFF
    with pytest.raises(InputError, match="this state was altered"):
        a_descent().set_state(bytes(state))


def with_header(name: str, value: Any) -> bytes:
    """A state with another value in its header and valid checksums."""
    content = container_from(states.STATE, io.BytesIO(a_state()))
    return container_bytes(states.STATE, content.header | {name: value}, content.body)


def with_body(packed: bytes) -> bytes:
    """A state with another body and valid checksums."""
    return container_bytes(states.STATE, container_from(states.STATE, io.BytesIO(a_state())).header, packed)


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"not compressed",
        zlib.compress(bytes(10)),
        zlib.compress(bytes(size_of(Episode) + 1)),
        zlib.compress(bytes(size_of(Episode))) + b"more",
    ],
    ids=["empty", "not compressed", "too short", "too long", "trailing bytes"],
)
def test_a_body_of_the_wrong_size_is_refused(packed: bytes) -> None:
    with pytest.raises(InputError, match="this state is invalid"):
        a_descent().set_state(with_body(packed))


def test_a_state_that_would_decompress_to_a_gigabyte_is_refused_before_it_does() -> None:
    env, forged = a_descent(), with_body(compressed_gigabyte())
    tracemalloc.start()
    with pytest.raises(InputError, match="is invalid"):
        env.set_state(forged)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**23


def test_a_header_of_the_wrong_length_is_refused() -> None:
    state = a_state()
    for length in (0, 5, 10**6, 2**32 - 1):
        forged = state[:14] + struct.pack("<I", length) + state[18:]
        with pytest.raises(InputError, match="was altered: the checksum of its first bytes does not match"):
            a_descent().set_state(forged)


@pytest.mark.parametrize("name", ["difficulty", "next_difficulty"])
def test_a_difficulty_out_of_range_is_refused_and_changes_nothing(name: str) -> None:
    forged = with_header(name, 7.5)
    env = a_descent()
    env.reset(seed=1)
    state = env.get_state()
    with pytest.raises(InputError, match=r"a difficulty of 7\.5"):
        env.set_state(forged)
    assert env.get_state() == state


def test_a_state_of_another_ruleset_is_refused_by_name() -> None:
    env = steep.env.DescentEnv("rotjs")
    env.reset(seed=1)
    message = 'this state has the ruleset "my" with hash [0-9a-f]{16}, and this environment has "rotjs" with hash'
    with pytest.raises(InputError, match=message):
        env.set_state(a_state())


def test_a_state_of_another_version_or_build_is_refused() -> None:
    for name, message in (("version", "is from Steep x"), ("layout", "is from another build of Steep")):
        with pytest.raises(InputError, match=message):
            a_descent().set_state(with_header(name, "x"))
