"""Replays: files of them, their verification, and playing back and forth."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions import dead_run, dive, load
from steep.core.record import digest
from steep.play.files import replays
from steep.play.files.container import container_bytes, read_container
from steep.play.files.replays import REPLAY, Playback, ReplayError, read, rulebook_of, verify, write
from steep.play.recording import CHECK_BYTES, DIGEST_BYTES, Recording
from steep.play.session import Session
from steep.rules.action_codes import CHOOSE, MOVE, WAIT, action


@cache
def finished() -> Session:
    """A run of the diver, which no test may change."""
    return dead_run()


@pytest.fixture
def recording() -> Recording:
    return deepcopy(finished().recording)


@pytest.fixture
def path(tmp_path: Path, recording: Recording) -> Path:
    path = tmp_path / "run.replay"
    write(recording, path)
    return path


def turn_of(number: int) -> int:
    """The turn that an action of the finished run belongs to; choosing takes none."""
    actions = finished().recording.actions[: number + 1]
    return sum(act & 15 != CHOOSE for act in actions)


def refusal(path: Path) -> str:
    with pytest.raises(ReplayError) as refused:
        read(path)
    return str(refused.value).removeprefix(f"{path}: ")


def test_a_recording_comes_back_from_its_file(path: Path, recording: Recording) -> None:
    assert read(path) == recording


def test_a_run_is_a_few_bytes_a_turn(path: Path) -> None:
    assert path.stat().st_size < 4 * finished().turn


def test_a_recorded_run_verifies(path: Path) -> None:
    verdict = verify(read(path), load("tcod-2020"))
    assert (verdict.turns, verdict.first_difference) == (finished().turn, None)
    assert verdict.sentence == f"verified: all {finished().turn} turns are as recorded"


def test_a_run_that_is_not_over_verifies() -> None:
    session = dive(Session.start(load("tcod-2020-gear"), 5), 30)
    assert verify(session.recording, session.rulebook).turns == session.turn


def test_a_run_of_no_actions_verifies() -> None:
    session = Session.start(load("tcod-2020"), 5)
    assert verify(session.recording, session.rulebook).first_difference is None


@pytest.mark.parametrize("number", [0, 1, 57, 200, -1])
def test_another_action_is_found_on_its_turn(recording: Recording, number: int) -> None:
    number %= recording.length
    recording.actions[number] = action(WAIT, 9)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(number)
    assert (
        verdict.sentence == f"turn {turn_of(number)} is the first that differs: the game goes another way than recorded"
    )


def test_an_action_that_only_looks_different_is_found_too(recording: Recording) -> None:
    steps = (number for number, act in enumerate(recording.actions) if act & 15 == MOVE)
    number = next(steps)
    recording.actions[number] |= 1 << 12
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(number)


def test_an_impossible_action_is_found_on_its_turn(recording: Recording) -> None:
    recording.actions[100] = action(CHOOSE)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(100)
    assert "its action is impossible here (nothing to choose)" in verdict.sentence


def test_an_action_left_out_is_found(recording: Recording) -> None:
    # Of two equal steps either may be the one that is missing.
    number = next(at for at in range(250, 300) if recording.actions[at] != recording.actions[at + 1])
    del recording.actions[number]
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(number)


def test_actions_too_many_are_found(recording: Recording) -> None:
    del recording.checks[-3 * CHECK_BYTES :]
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(recording.length)


def test_actions_cut_off_at_the_end_are_found(recording: Recording) -> None:
    kept = recording.length - 3
    del recording.actions[kept:]
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == turn_of(kept)
    assert f"{kept} of {recording.length} actions can be read" in verdict.sentence


def test_another_check_is_found_on_its_turn(recording: Recording) -> None:
    recording.checks[99 * CHECK_BYTES] ^= 1
    assert verify(recording, load("tcod-2020")).first_difference == turn_of(99)


def test_another_end_is_found_on_the_last_turn(recording: Recording) -> None:
    recording.final = bytes(DIGEST_BYTES)
    verdict = verify(recording, load("tcod-2020"))
    assert verdict.first_difference == finished().turn
    assert "the final world is not the recorded one" in verdict.sentence


def test_another_seed_is_found_on_the_first_turn(recording: Recording) -> None:
    recording.header = replace(recording.header, seed=43)
    assert verify(recording, load("tcod-2020")).first_difference == 1


def test_a_difference_in_a_replay_of_another_version_says_so(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steep.play.run_header.__version__", "99.0")
    recording.checks[0] ^= 1
    assert verify(recording, load("tcod-2020")).sentence.endswith(
        "; the replay is from Steep 0.1.0, and this is Steep 99.0, whose rules may differ"
    )


@settings(max_examples=25)
@given(data=st.data())
def test_a_file_altered_in_any_byte_is_refused_or_found_out(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("altered") / "run.replay"
    write(dive(Session.start(load("tcod-2020"), 42), 60).recording, path)
    altered = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(altered) - 1))
    altered[at] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(altered)
    try:
        found = read(path)
    except ReplayError:
        return
    seal_of_the_body = at < len(altered) - len(read_container(REPLAY, path).body)
    assert seal_of_the_body or verify(found, load("tcod-2020")).first_difference is not None


def test_a_file_cut_short_at_any_byte_says_so(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert "this replay is cut short: " in refusal(path)


def test_another_kind_of_file_is_not_a_replay(path: Path) -> None:
    path.write_text("Not a replay, but long enough to be one, if only it began as one does, and so on.\n" * 3)
    assert refusal(path) == "this replay is not a Steep replay"


def test_a_replay_of_another_format_is_from_another_version(path: Path) -> None:
    content = read_container(REPLAY, path)
    path.write_bytes(container_bytes(replace(REPLAY, format=7), content.header, content.body))
    assert (
        refusal(path)
        == "this replay is from another version of Steep: its format is 7, and this version reads format 1"
    )


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
def test_a_header_that_no_steep_writes_is_refused(path: Path, change: dict[str, Any]) -> None:
    content = read_container(REPLAY, path)
    path.write_bytes(container_bytes(REPLAY, content.header | change, content.body))
    assert refusal(path).startswith("this replay holds what no Steep writes: ")


@pytest.mark.parametrize("header", ["[]", "{", "ÿ", "[" * 60_000])
def test_a_header_that_is_no_object_is_refused(path: Path, header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steep.play.files.container.json.dumps", lambda *_, **__: header)
    path.write_bytes(container_bytes(REPLAY, {}, b""))
    assert refusal(path) == "this replay holds a header that no Steep writes"


def test_no_file_is_reported_in_the_systems_words(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none") == "the replay cannot be read: No such file or directory"


def test_a_replay_that_cannot_be_written_is_reported(path: Path, recording: Recording) -> None:
    with pytest.raises(ReplayError, match=r"the replay could not be written: (Not a directory|File exists)"):
        write(recording, path / "deeper" / "run.replay")


@pytest.mark.parametrize("play", [verify, Playback])
def test_another_ruleset_is_refused(recording: Recording, play: Callable[[Recording, Any], object]) -> None:
    with pytest.raises(ReplayError, match='it was played with another ruleset: "tcod-2020" with hash'):
        play(recording, load("tcod-2020-gear"))


@pytest.mark.parametrize("play", [verify, Playback])
def test_worlds_laid_out_otherwise_are_refused(recording: Recording, play: Callable[[Recording, Any], object]) -> None:
    recording.header = replace(recording.header, layout="00000000")
    with pytest.raises(ReplayError, match="this replay is from another build of Steep"):
        play(recording, load("tcod-2020"))


def test_the_rulebook_of_a_replay_is_found(recording: Recording) -> None:
    assert rulebook_of(recording, load) is load("tcod-2020")


def test_a_rulebook_that_cannot_be_had_is_named(recording: Recording) -> None:
    recording.header = replace(recording.header, ruleset="mine", ruleset_path="/gone/mine.toml")
    with pytest.raises(ReplayError, match='this replay cannot be played: its ruleset "mine" cannot be loaded: '):
        rulebook_of(recording, load)


@cache
def stations() -> list[tuple[bytes, list[str], dict[str, int]]]:
    """What the finished run was after each number of actions: its world, what was said, who was slain."""
    session = Session.start(load("tcod-2020"), 42)
    found = [(digest(session.world), [said.line for said in session.log.entries], dict(session.kills))]
    for act in finished().recording.actions:
        session.advance(act)
        found.append((digest(session.world), [said.line for said in session.log.entries], dict(session.kills)))
    return found


def where(playback: Playback) -> tuple[bytes, list[str], dict[str, int]]:
    session = playback.session
    return digest(session.world), [said.line for said in session.log.entries], dict(session.kills)


def test_a_playback_steps_from_the_first_action_to_the_last(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    while playback.step():
        pass
    assert playback.at == playback.length == recording.length
    assert playback.session.over
    assert where(playback) == stations()[-1]


def test_a_playback_steps_back_to_the_beginning(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(70)
    for at in range(69, -1, -1):
        assert playback.back()
        assert playback.at == at
        assert where(playback) == stations()[at]
    assert not playback.back()


@settings(max_examples=15)
@given(jumps=st.lists(st.integers(-20, 450), min_size=1, max_size=8))
def test_wherever_a_playback_goes_all_is_as_it_was_then(jumps: list[int]) -> None:
    playback = Playback(finished().recording, load("tcod-2020"))
    for jump in jumps:
        playback.go(jump)
        assert playback.at == max(0, min(jump, playback.length))
        assert where(playback) == stations()[playback.at]


def test_a_playback_goes_to_the_arrival_on_a_floor(recording: Recording) -> None:
    playback = Playback(recording, load("tcod-2020"))
    assert finished().floor >= 3
    for floor in (2, 1, finished().floor, 3):
        assert playback.go_to_floor(floor)
        assert playback.session.floor == floor
        assert playback.at == 0 or playback.session.log.entries[-1].text == f"You arrive on floor {floor}."
        assert where(playback) == stations()[playback.at]


def test_a_run_that_began_on_a_deeper_floor_is_played_back_from_there(path: Path) -> None:
    run = dive(Session.start(load("tcod-2020"), 6, 3), 300)
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


def test_a_replay_that_does_not_say_where_it_began_began_on_floor_1(path: Path, recording: Recording) -> None:
    content = read_container(REPLAY, path)
    del content.header["floor"]
    path.write_bytes(container_bytes(REPLAY, content.header, content.body))
    assert read(path) == recording


@pytest.mark.parametrize("floor", [0, -3, 99])
def test_a_floor_that_was_never_reached_leaves_a_playback_where_it_was(recording: Recording, floor: int) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(33)
    assert not playback.go_to_floor(floor)
    assert playback.at == 33
    assert where(playback) == stations()[33]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that sessions go through, as they do."""
    found: list[int] = []
    advance = Session.advance

    def counted(session: Session, act: int) -> int:
        found.append(act)
        return advance(session, act)

    monkeypatch.setattr(Session, "advance", counted)
    return found


def test_going_back_does_not_play_from_the_beginning(recording: Recording, played: list[int]) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(playback.length)
    played.clear()
    playback.back()
    assert playback.at == playback.length - 1
    assert len(played) < replays.KEYFRAME_SPACING


def test_going_on_plays_only_what_lies_between(recording: Recording, played: list[int]) -> None:
    playback = Playback(recording, load("tcod-2020"))
    playback.go(40)
    played.clear()
    playback.go(45)
    assert played == recording.actions[40:45]


def test_keyframes_stay_few_however_long_the_run_is(monkeypatch: pytest.MonkeyPatch, recording: Recording) -> None:
    monkeypatch.setattr(replays, "KEYFRAME_SPACING", 2)
    monkeypatch.setattr(replays, "MAX_KEYFRAMES", 10)
    playback = Playback(recording, load("tcod-2020"))
    playback.go(playback.length)
    assert len(playback._keyframes) <= 10
    for at in (1, playback.length - 1, 64, 63, 65):
        playback.go(at)
        assert where(playback) == stations()[at]


def test_a_recording_that_does_not_fit_ends_where_it_fails_and_says_so(recording: Recording) -> None:
    recording.actions[50] = action(CHOOSE)
    playback = Playback(recording, load("tcod-2020"))
    playback.go(400)
    assert (playback.at, playback.length) == (50, 50)
    assert playback.session.log.entries[-1].text == "The recording no longer matches the game from here on."
    assert not playback.step()
