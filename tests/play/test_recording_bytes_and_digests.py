"""Actions as bytes, and digests of worlds."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ready_made_sessions import dived, load
from steep.core.geometry import CELLS
from steep.play.files.recording import (
    CHECK_BYTES,
    DIGEST_BYTES,
    MAX_ACTION,
    Recording,
    RunHeader,
    decoded,
    digest,
    encoded,
    recording_bytes,
    recording_from,
)
from steep.play.session import Session
from steep.rules.action_codes import MOVE, WAIT, action

ACTIONS = st.lists(st.integers(0, MAX_ACTION), max_size=50)


@given(actions=ACTIONS)
def test_actions_survive_encoding_and_decoding(actions: list[int]) -> None:
    assert decoded(encoded(actions)) == actions


def test_a_step_takes_one_byte_and_no_action_more_than_four() -> None:
    assert [len(encoded([action(MOVE, direction)])) for direction in range(8)] == [1] * 8
    assert len(encoded([action(15, 63, CELLS - 1)])) == 4


@given(data=st.binary(max_size=60))
def test_damaged_bytes_decode_to_the_actions_before_the_damage(data: bytes) -> None:
    actions = decoded(data)
    assert data.startswith(encoded(actions))
    assert all(0 <= act <= MAX_ACTION for act in actions)


@pytest.mark.parametrize("byte", [128, 255])
def test_decoding_stops_at_an_action_longer_than_four_bytes(byte: int) -> None:
    started = time.process_time()
    assert decoded(encoded([5]) + bytes([byte]) * 1_000_000) == [5]
    assert time.process_time() - started < 1


@given(actions=ACTIONS)
def test_a_recording_survives_encoding_and_decoding(actions: list[int]) -> None:
    header = RunHeader.of(load("tcod-2020"), 3)
    recording = Recording(header, bytes(DIGEST_BYTES))
    for act in actions:
        recording.add(act, act.to_bytes(DIGEST_BYTES, "little"))
    assert recording_from(header, len(actions), recording_bytes(recording)) == recording


def test_too_few_bytes_for_the_actions_are_refused() -> None:
    with pytest.raises(ValueError, match="2 actions do not fit into 21 bytes"):
        recording_from(RunHeader.of(load("tcod-2020"), 3), 2, bytes(DIGEST_BYTES + 2 * CHECK_BYTES + 1))


def test_the_digest_depends_on_the_action() -> None:
    world = Session.start(load("tcod-2020"), 1).world
    assert digest(world, action(WAIT)) != digest(world, action(WAIT, 1))


def test_the_digest_depends_on_the_world() -> None:
    session = Session.start(load("tcod-2020"), 1)
    before = digest(session.world, 0)
    session.world.hero.xp += 1
    assert digest(session.world, 0) != before


def test_a_recording_takes_at_most_four_bytes_per_turn() -> None:
    session = dived(actions=300)
    assert len(recording_bytes(session.recording)) <= 4 * 300
