"""Keyframes that a recording stores: a jump anywhere plays few actions, and a damaged keyframe only makes it slower."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generated_floors import rulebook_from
from ready_made_sessions import dive
from steep.content import Rulebook
from steep.core.record import digest
from steep.play.files import recording, replays, saves
from steep.play.files.container import container_bytes, read_container
from steep.play.files.replays import REPLAY, ReplayError
from steep.play.playback import Playback
from steep.play.session import Session

SPACING = 32
ACTIONS = 130


@pytest.fixture(autouse=True)
def close_keyframes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STORED_SPACING", SPACING)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """A ruleset in which nobody dies."""
    return rulebook_from('extends = "tcod-2020"\n[counts]\nmonsters_per_room = 0\n[hero]\nhp = 999\n')


@pytest.fixture(scope="module")
def run(book: Rulebook) -> Session:
    """A run of some floors with stored keyframes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "STORED_SPACING", SPACING)
        session = dive(Session.start(book, 5), ACTIONS)
    assert session.floor > 1
    return session


@pytest.fixture
def session(run: Session) -> Session:
    return deepcopy(run, {id(run.rulebook): run.rulebook})


def test_a_run_has_one_every_so_many_actions(session: Session) -> None:
    assert [*session.recording.keyframes] == [*range(SPACING, ACTIONS, SPACING)]


def test_there_are_never_too_many(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MAX_STORED", 3)
    session = dive(Session.start(book, 5), ACTIONS)
    assert [*session.recording.keyframes] == [64, 128]


def test_a_replay_and_a_save_keep_them(session: Session, tmp_path: Path) -> None:
    replays.write(session.recording, tmp_path / "a.replay")
    assert replays.read(tmp_path / "a.replay").keyframes == session.recording.keyframes
    saves.save(session, tmp_path / "save")
    path_of = {session.rulebook.found_at: session.rulebook, session.rulebook.name: session.rulebook}
    restored = saves.load(tmp_path / "save", path_of.__getitem__)
    assert restored.recording.keyframes == session.recording.keyframes
    assert [*dive(restored, 60).recording.keyframes][-1] == 160


def test_a_jump_anywhere_plays_few_actions_and_gives_the_same_run(session: Session, played: list[int]) -> None:
    whole = Playback(replace(session.recording, keyframes={}), session.rulebook)
    quick = Playback(session.recording, session.rulebook)
    for at in (ACTIONS - 1, 3, 90, 91, 40, ACTIONS):
        whole.go(at)
        played.clear()
        quick.go(at)
        assert len(played) < SPACING
        assert digest(quick.session.world) == digest(whole.session.world)
        assert quick.session.kills == whole.session.kills
        assert [each.line for each in quick.session.log.entries[-5:]] == [
            each.line for each in whole.session.log.entries[-5:]
        ]


def test_a_jump_to_a_turn_or_a_floor_plays_few_actions(session: Session, played: list[int]) -> None:
    for turn in (110, 17, 90):
        quick = Playback(session.recording, session.rulebook)
        played.clear()
        quick.go_to_turn(turn)
        assert quick.session.turn == turn
        assert len(played) <= SPACING
    quick = Playback(session.recording, session.rulebook)
    whole = Playback(replace(session.recording, keyframes={}), session.rulebook)
    played.clear()
    assert quick.go_to_floor(session.floor)
    assert len(played) <= SPACING
    assert whole.go_to_floor(session.floor)
    assert quick.at == whole.at
    assert not quick.go_to_floor(session.floor + 1)
    assert quick.at == whole.at


@pytest.mark.parametrize(
    "forge",
    [
        lambda data: data[:-9],
        lambda data: data[:200] + b"!" + data[201:],
        lambda _: b"",
    ],
)
def test_a_damaged_one_is_passed_over(session: Session, forge: Any) -> None:
    recording = deepcopy(session.recording)
    for at, keyframe in recording.keyframes.items():
        recording.keyframes[at] = replace(keyframe, data=forge(keyframe.data))
    playback = Playback(recording, session.rulebook)
    playback.go(ACTIONS)
    assert digest(playback.session.world) == digest(session.world)


def test_one_of_another_run_is_passed_over(session: Session, book: Rulebook) -> None:
    recording = deepcopy(session.recording)
    recording.keyframes = dive(Session.start(book, 6), ACTIONS).recording.keyframes
    playback = Playback(recording, book)
    playback.go(ACTIONS)
    assert digest(playback.session.world) == digest(session.world)


@pytest.mark.parametrize(
    "table",
    [
        7,
        [7],
        [[1, 2, 3]],
        [[1, 2, 3, "4"]],
        [[1, 2, 3, -4]],
        [[0, 1, 1, 4]],
        [[10**9, 1, 1, 4]],
        [[1, 1, 1, 10**9]],
        [[1, 1, 1, 0]] * 1_000,
    ],
)
def test_a_forged_table_is_refused(session: Session, tmp_path: Path, table: Any) -> None:
    path = tmp_path / "a.replay"
    replays.write(session.recording, path)
    content = read_container(REPLAY, path)
    path.write_bytes(container_bytes(REPLAY, content.header | {"keyframes": table}, content.body))
    with pytest.raises(ReplayError, match="is invalid"):
        replays.read(path)


def test_a_replay_without_any_can_be_played(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    replays.write(replace(session.recording, keyframes={}), path)
    content = read_container(REPLAY, path)
    del content.header["keyframes"]
    path.write_bytes(container_bytes(REPLAY, content.header, content.body))
    recording = replays.read(path)
    assert recording == session.recording
    assert replays.verify(recording, session.rulebook).first_difference is None
