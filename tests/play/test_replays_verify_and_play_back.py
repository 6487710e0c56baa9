"""Replays: their files, verification, and playback in both directions."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ready_made_sessions import dead_run, dive, dived, load
from steep.core.record import digest
from steep.play.files.container import container_bytes, read_container
from steep.play.files.recording import CHECK_BYTES, DIGEST_BYTES, Recording
from steep.play.files.replays import REPLAY, ReplayError, read, rulebook_of, verify, write
from steep.play.playback import KEYFRAME_SPACING, Playback
from steep.play.session import Session
from steep.rules.action_codes import CHOOSE, MOVE, WAIT, action

SEED = 46


@cache
def finished_run() -> Session:
    """A short finished run of the diver through four floors, shared by all tests; do not change it."""
    return dived(seed=SEED, actions=5_000)


@cache
def finished_playback() -> Playback:
    """Its playback, shared by all jumps of a test."""
    return Playback(finished_run().recording, load("tcod-2020"))


@pytest.fixture
def recording() -> Recording:
    return deepcopy(finished_run().recording)


@pytest.fixture
def path(tmp_path: Path, recording: Recording) -> Path:
    path = tmp_path / "run.replay"
    write(recording, path)
    return path


def turn_of(number: int) -> int:
    """The turn of an action of the finished run; choosing at a level-up takes no turn."""
    actions = finished_run().recording.actions[: number + 1]
    return sum(act & 15 != CHOOSE for act in actions)


def refusal(path: Path) -> str:
    with pytest.raises(ReplayError) as refused:
        read(path)
    return str(refused.value).removeprefix(f"{path}: ")


def test_a_recording_survives_writing_and_reading(path: Path, recording: Recording) -> None:
    assert read(path) == recording


def test_a_replay_file_takes_less_than_four_bytes_per_turn(path: Path) -> None:
    write(dead_run().recording, path)
    assert path.stat().st_size < 4 * dead_run().turn


def test_a_recorded_run_verifies(path: Path) -> None:
    verdict = verify(read(path), load("tcod-2020"))
    assert (verdict.turns, verdict.first_difference) == (finished_run().turn, None)
    assert verdict.sentence == f"verified: all {finished_run().turn} turns are as recorded"


@pytest.mark.parametrize("number", [0, 57, -1])
def test_a_changed_action_is_reported_with_its_turn(recording: Recording, number: int) -> None:
    number %= recording.length
    recording.actions[number] = action(WAIT, 9)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(number)
    assert verdict.sentence == f"turn {turn_of(number)} is the first that differs: the game differs from the recording"


def test_a_changed_action_with_the_same_effect_is_reported(recording: Recording) -> None:
    steps = (number for number, act in enumerate(recording.actions) if act & 15 == MOVE)
    number = next(steps)
    recording.actions[number] |= 1 << 12
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(number)


def test_an_impossible_action_is_reported_with_its_turn(recording: Recording) -> None:
    recording.actions[100] = action(CHOOSE)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(100)
    assert "its action is impossible here (nothing to choose)" in verdict.sentence


def test_a_missing_action_is_reported(recording: Recording) -> None:
    # Two equal actions in a row would be ambiguous: skip them.
    number = next(at for at in range(60, 100) if recording.actions[at] != recording.actions[at + 1])
    del recording.actions[number]
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(number)


def test_surplus_actions_are_reported(recording: Recording) -> None:
    del recording.checks[-3 * CHECK_BYTES :]
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(recording.length)


def test_actions_missing_at_the_end_are_reported(recording: Recording) -> None:
    readable = recording.length - 3
    del recording.actions[readable:]
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(readable)
    assert f"{readable} of {recording.length} actions can be read" in verdict.sentence


def test_a_changed_check_is_reported_with_its_turn(recording: Recording) -> None:
    recording.checks[99 * CHECK_BYTES] ^= 1
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(99)


def test_a_changed_final_digest_is_reported_on_the_last_turn(recording: Recording) -> None:
    recording.final = bytes(DIGEST_BYTES)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == finished_run().turn
    assert "the final world is not the recorded one" in verdict.sentence


def test_a_changed_seed_is_reported_on_the_first_turn(recording: Recording) -> None:
    recording.header = replace(recording.header, seed=43)
    assert verify(recording, load("tcod-2020")).first_difference == 1


def test_a_difference_in_a_replay_of_another_version_names_the_versions(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steep.play.files.recording.__version__", "99.0")
    recording.checks[0] ^= 1
    assert verify(recording, load("tcod-2020")).sentence.endswith(
        "; the replay is from Steep 0.1.0; this is 99.0, whose rules may differ: use 0.1.0"
    )


@given(data=st.data())
def test_a_file_altered_in_any_byte_is_refused_or_fails_verification(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("altered") / "run.replay"
    write(dived(actions=30).recording, path)
    altered = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(altered) - 1))
    altered[at] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(altered)
    try:
        altered_recording = read(path)
    except ReplayError:
        return
    assert not verify(altered_recording, load("tcod-2020")).verified


def test_a_changed_checksum_of_the_body_alone_fails_verification(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[50] ^= 1
    path.write_bytes(data)
    verdict = verify(read(path), load("tcod-2020"))
    assert (verdict.verified, verdict.first_difference) == (False, None)
    assert verdict.sentence.endswith("but the file was altered: the checksum of its body does not match")


@pytest.mark.parametrize(
    "change",
    [
        {"actions": -1},
        {"actions": "9"},
        {"actions": 10**9},
        {"actions": True},
        {"seed": -1},
        {"version": 1},
        {"floor": 0},
        {"floor": 10**9},
        {"floor": "1"},
    ],
)
def test_a_header_with_impossible_values_is_refused(path: Path, change: dict[str, Any]) -> None:
    content = read_container(REPLAY, path)
    path.write_bytes(container_bytes(REPLAY, content.header | change, content.body))
    assert refusal(path).startswith("this replay is invalid: ")


@pytest.mark.parametrize("header", ["[]", "{", "ÿ", "[" * 60_000])
def test_a_header_that_is_not_an_object_is_refused(path: Path, header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steep.play.files.container.json.dumps", lambda *_, **__: header)
    path.write_bytes(container_bytes(REPLAY, {}, b""))
    assert refusal(path) == "this replay has an invalid header"


def test_a_replay_that_cannot_be_written_is_reported(path: Path, recording: Recording) -> None:
    with pytest.raises(ReplayError, match=r"this replay could not be written: (Not a directory|File exists)"):
        write(recording, path / "deeper" / "run.replay")


@pytest.mark.parametrize("play", [verify, Playback])
def test_another_ruleset_is_refused(recording: Recording, play: Callable[[Recording, Any], object]) -> None:
    with pytest.raises(ReplayError, match='it was played with another ruleset: "tcod-2020" with hash'):
        play(recording, load("tcod-2020-gear"))


@pytest.mark.parametrize("play", [verify, Playback])
def test_another_world_layout_is_refused(recording: Recording, play: Callable[[Recording, Any], object]) -> None:
    recording.header = replace(recording.header, layout="00000000")
    with pytest.raises(ReplayError, match="this replay is from another build of Steep"):
        play(recording, load("tcod-2020"))


def test_the_rulebook_of_a_replay_is_loaded(recording: Recording) -> None:
    assert rulebook_of(recording, load) is load("tcod-2020")


def test_a_rulebook_that_cannot_be_loaded_is_named(recording: Recording) -> None:
    recording.header = replace(recording.header, ruleset="mine", ruleset_path="/gone/mine.toml")
    with pytest.raises(ReplayError, match='this replay cannot be played: its ruleset "mine" cannot be loaded: '):
        rulebook_of(recording, load)


@cache
def states() -> list[tuple[bytes, list[str], dict[str, int]]]:
    """The state of the finished run after each action: the world's digest, the messages and the kills."""
    session = Session.start(load("tcod-2020"), SEED)
    states = [(digest(session.world), [entry.line for entry in session.log.entries], dict(session.kills))]
    for act in finished_run().recording.actions:
        session.act(act)
        states.append((digest(session.world), [entry.line for entry in session.log.entries], dict(session.kills)))
    return states


def state_of(playback: Playback) -> tuple[bytes, list[str], dict[str, int]]:
    session = playback.session
    return digest(session.world), [entry.line for entry in session.log.entries], dict(session.kills)


def test_a_playback_steps_from_the_first_action_to_the_last(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    while playback.step():
        pass
    assert playback.at == playback.length == recording.length
    assert playback.session.over
    assert state_of(playback) == states()[-1]


def test_a_playback_steps_back_to_the_beginning(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(20)
    for at in range(19, -1, -1):
        assert playback.back()
        assert playback.at == at
        assert state_of(playback) == states()[at]
    assert not playback.back()


@given(jumps=st.lists(st.integers(-20, 150), min_size=1, max_size=3))
def test_a_playback_at_any_action_has_the_state_of_the_original_run(jumps: list[int]) -> None:
    playback = finished_playback()
    for jump in jumps:
        playback.go(jump)
        assert playback.at == max(0, min(jump, playback.length))
        assert state_of(playback) == states()[playback.at]


def test_a_playback_jumps_to_the_arrival_on_a_floor(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    assert finished_run().floor >= 3
    for floor in (2, 1, finished_run().floor, 3):
        assert playback.go_to_floor(floor)
        assert playback.session.floor == floor
        assert playback.at == 0 or playback.session.log.entries[-1].text == f"You arrive on floor {floor}."
        assert state_of(playback) == states()[playback.at]


def test_a_run_that_began_on_a_deeper_floor_can_be_played_back(path: Path) -> None:
    run = dive(Session.start(load("tcod-2020"), 6, 3), 120)
    assert run.floor > 3
    write(run.recording, path)
    assert read(path) == run.recording
    assert verify(run.recording, load("tcod-2020")).first_difference is None
    playback = Playback(run.recording, load("tcod-2020"))
    assert playback.session.floor == 3
    assert not playback.go_to_floor(1)
    for floor in (4, 3):
        assert playback.go_to_floor(floor)
        assert playback.session.floor == floor
    playback.go(playback.length)
    assert digest(playback.session.world) == digest(run.world)


def test_a_replay_without_a_first_floor_began_on_floor_1(path: Path, recording: Recording) -> None:
    content = read_container(REPLAY, path)
    del content.header["floor"]
    path.write_bytes(container_bytes(REPLAY, content.header, content.body))
    assert read(path) == recording


@pytest.mark.parametrize("floor", [0, 99])
def test_a_jump_to_a_floor_that_was_not_reached_does_nothing(recording: Recording, floor: int) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(33)
    assert not playback.go_to_floor(floor)
    assert playback.at == 33
    assert state_of(playback) == states()[33]


def test_stepping_back_does_not_replay_from_the_beginning(recording: Recording, played: list[int]) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(playback.length)
    played.clear()
    playback.back()
    assert playback.at == playback.length - 1
    assert len(played) < KEYFRAME_SPACING


def test_jumping_ahead_plays_only_the_actions_between(recording: Recording, played: list[int]) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(40)
    played.clear()
    playback.go(45)
    assert played == recording.actions[40:45]


def test_the_number_of_keyframes_is_limited(monkeypatch: pytest.MonkeyPatch, recording: Recording) -> None:
    monkeypatch.setattr("steep.play.playback.KEYFRAME_SPACING", 2)
    monkeypatch.setattr("steep.play.playback.MAX_KEYFRAMES", 10)
    playback = Playback(recording, load("tcod-2020"))
    playback.go(playback.length)
    assert len(playback._keyframes) <= 10
    for at in (1, playback.length - 1, 64, 63, 65):
        playback.go(at)
        assert state_of(playback) == states()[at]


def test_a_playback_ends_at_an_impossible_action_with_a_message(recording: Recording) -> None:
    recording.actions[50] = action(CHOOSE)
    playback = Playback(recording, load("tcod-2020"))
    playback.go(400)
    assert (playback.at, playback.length) == (50, 50)
    assert playback.session.log.entries[-1].text == "The recording no longer matches the game from here on."
    assert not playback.step()
