"""Playing back a recorded run: by itself, step by step, at any speed, from floor to floor."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from ready_made_sessions import dead_run
from screen_driver import a_context, press, pressed, shown, tick_to_end
from steep.play.files.recording import CHECK_BYTES, DIGEST_BYTES
from steep.ui.screen import Choice, Closed, Mouse
from steep.ui.screens import replay
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.renderer import PROGRESS_WIDTH
from steep.ui.screens.game.replay_screen import Replay, TurnDialog
from steep.ui.screens.texts.pager import MessageHistory


@pytest.fixture
def screen(tmp_path: Path) -> Replay:
    run = dead_run()
    screen = replay(a_context(tmp_path), run.recording, run.rulebook)
    assert isinstance(screen, Replay)
    return screen


def test_starts_at_the_first_action_and_plays_by_itself(screen: Replay) -> None:
    assert screen.playback.at == 0
    assert screen.tick_after == pytest.approx(0.1)
    screen.tick()
    screen.tick()
    assert screen.playback.at == 2
    assert f"action 2 of {screen.playback.length}, turn 2; 10 turns a second" in shown(screen)


def test_shows_the_run_as_the_player_saw_it(screen: Replay) -> None:
    text = shown(screen)
    assert "@" in text
    assert "30/30" in text
    assert "You arrive on floor 1." in text


@pytest.mark.parametrize("key", ["space", "p"])
def test_pauses_and_resumes(screen: Replay, key: str) -> None:
    press(screen, key)
    assert screen.tick_after is None
    assert "paused" in shown(screen)
    press(screen, key)
    assert screen.tick_after is not None


def test_stepping_forward_and_back_pauses(screen: Replay) -> None:
    press(screen, "right", "right", "right", "left")
    assert screen.playback.at == 2
    assert screen.tick_after is None
    assert screen.session.turn == 2


def test_goes_faster_and_slower(screen: Replay) -> None:
    press(screen, "+")
    assert screen.tick_after == pytest.approx(0.05)
    press(screen, "-", "-")
    assert screen.tick_after == pytest.approx(0.2)
    press(screen, *["-"] * 20)
    assert screen.tick_after == pytest.approx(1.0)
    assert "1 turn a second" in shown(screen)


def test_at_top_speed_plays_many_turns_per_frame(screen: Replay) -> None:
    press(screen, *["+"] * 20)
    screen.tick()
    assert screen.playback.at == 20


def test_pauses_at_the_end_and_can_restart(screen: Replay) -> None:
    press(screen, *["+"] * 20)
    tick_to_end(screen)
    assert screen.playback.at == screen.playback.length
    assert "the end" in shown(screen)
    assert "Space restart" in shown(screen)
    assert "You die..." in shown(screen)
    press(screen, "space")
    assert screen.playback.at == 0
    assert screen.tick_after is not None


def test_the_wheel_moves_by_five_turns(screen: Replay) -> None:
    screen.handle(Mouse(1, 1, "wheel_down"))
    assert screen.playback.at == 5
    screen.handle(Mouse(1, 1, "wheel_up"))
    assert screen.playback.at == 0


def test_looking_pauses_the_replay(screen: Replay) -> None:
    look = press(screen, "x")
    assert isinstance(look, LookCursor)
    assert screen.tick_after is None
    assert press(look, "escape") is screen
    assert isinstance(press(screen, "ctrl+p"), MessageHistory)


@pytest.mark.parametrize("key", ["escape", "q"])
def test_leaving_quits(screen: Replay, key: str) -> None:
    assert press(screen, key) is None
    assert screen.handle(Closed()) is None


def test_nothing_is_written(screen: Replay, tmp_path: Path) -> None:
    press(screen, *["+"] * 20)
    tick_to_end(screen)
    screen.handle(Closed())
    assert list(tmp_path.iterdir()) == []


def test_rewinds_at_the_same_speeds_and_pauses_at_the_beginning(screen: Replay) -> None:
    screen.playback.go(60)
    press(screen, "r")
    assert screen.tick() is screen
    assert screen.playback.at == 59
    assert "10 turns a second back" in shown(screen)
    press(screen, *["+"] * 20)
    screen.tick()
    assert screen.playback.at == 39
    press(screen, "r")
    screen.tick()
    assert screen.playback.at == 59
    press(screen, "r")
    tick_to_end(screen)
    assert screen.playback.at == 0
    press(screen, "space")
    screen.tick()
    assert screen.playback.at > 0


def test_jumps_to_a_turn_that_is_typed(screen: Replay) -> None:
    dialog = pressed(TurnDialog, screen, "g", "1", "x", "3", "kp_5", "7", "backspace")
    assert "Turn  135_" in shown(dialog)
    assert press(dialog, "enter") is screen
    assert screen.playback.session.turn == 135
    assert screen.tick_after is None
    press(screen, "g", "2", "0", "enter")
    assert screen.playback.session.turn == 20
    press(screen, "g", *"99999999", "enter")
    assert screen.playback.at == screen.playback.length
    assert press(screen, "g", "enter") is screen
    assert press(screen, "g", "5", "escape") is screen
    assert screen.playback.at == screen.playback.length


def test_jumps_by_a_hundred_turns_and_to_both_ends(screen: Replay) -> None:
    shown(press(screen, "page_down"))
    assert screen.playback.session.turn == 100
    shown(press(screen, "page_down", "page_up"))
    assert screen.playback.session.turn == 100
    shown(press(screen, "end"))
    assert screen.playback.at == screen.playback.length
    shown(press(screen, "home"))
    assert screen.playback.at == 0


def test_a_click_on_the_bar_jumps_there(screen: Replay) -> None:
    row = next(y for y, line in enumerate(shown(screen).splitlines()) if "Replay" in line)
    start = shown(screen).splitlines()[row].index("Replay") + 7
    screen.handle(Mouse(start + PROGRESS_WIDTH - 1, row, "left"))
    assert screen.playback.at == screen.playback.length
    screen.handle(Mouse(start, row, "left"))
    assert screen.playback.at == 0


def test_an_action_that_a_page_chose_is_gone_to(screen: Replay) -> None:
    screen.handle(Choice(7))
    assert screen.playback.at == 7
    screen.handle(Choice(10**9))
    assert screen.playback.at == screen.playback.length


def test_says_from_which_turn_on_the_run_is_not_as_recorded(tmp_path: Path) -> None:
    run = dead_run()
    recording = deepcopy(run.recording)
    recording.checks[20 * CHECK_BYTES] ^= 1
    screen = replay(a_context(tmp_path), recording, run.rulebook)
    assert isinstance(screen, Replay)
    screen.playback.go(20)
    assert "not as recorded" not in shown(screen)
    screen.playback.go(30)
    assert "action 30 of " in shown(screen)
    assert f"not as recorded from turn {screen.playback.session.turn - 9} on" in shown(screen)
    screen.playback.go(3)
    assert "not as recorded from turn" in shown(screen), "it stays on the screen"


def test_says_that_the_result_is_not_the_recorded_one(tmp_path: Path) -> None:
    run = dead_run()
    recording = deepcopy(run.recording)
    recording.final = bytes(DIGEST_BYTES)
    screen = replay(a_context(tmp_path), recording, run.rulebook)
    assert isinstance(screen, Replay)
    screen.playback.go(screen.playback.length)
    assert f"not as recorded from turn {run.turn} on" in shown(screen)


def test_says_that_a_file_was_altered_before_anything_is_played(tmp_path: Path) -> None:
    run = dead_run()
    recording = replace(run.recording, intact=False)
    assert "the file was altered" in shown(replay(a_context(tmp_path), recording, run.rulebook))


def test_previous_floor_first_goes_back_to_the_arrival_on_this_one(screen: Replay) -> None:
    press(screen, ">")
    arrived = screen.playback.at
    press(screen, "right", "right", "right", "<")
    assert screen.playback.at == arrived
    press(screen, "<")
    assert screen.playback.at == 0


def test_a_phone_shows_every_number_whole(screen: Replay) -> None:
    screen.playback.go(screen.playback.length)
    screen.controls.paused = True
    text = shown(screen, 48, 24)
    assert f"action {screen.playback.length} of {screen.playback.length}" in text
    assert f"turn {screen.playback.session.turn}; the end" in text
