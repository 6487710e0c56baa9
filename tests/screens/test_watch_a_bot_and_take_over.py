"""Watching a bot play, and taking over."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import dive, dived, load
from screen_driver import a_context, press, pressed, shown, tick_to_end
from steep.play.files import saves
from steep.play.files.replays import read, verify
from steep.ui.screen import Closed
from steep.ui.screens import watch
from steep.ui.screens.context import Context
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.watch_screen import Watch
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.game_over_screen import GameOverScreen


def watching(context: Context) -> Watch:
    screen = watch(context, load("tcod-2020"), 42, "diver")
    assert isinstance(screen, Watch)
    return screen


def test_the_bot_plays_at_the_speed_shown(tmp_path: Path) -> None:
    screen = watching(a_context(tmp_path))
    assert screen.tick_after == pytest.approx(0.1)
    for _ in range(5):
        assert screen.tick() is screen
    assert screen.session.turn == 5
    assert "Watching diver, 10 turns a second." in shown(screen)


def test_it_can_be_paused_stepped_and_sped_up(tmp_path: Path) -> None:
    screen = watching(a_context(tmp_path))
    press(screen, "space")
    assert screen.tick_after is None
    press(screen, ".", ".")
    assert screen.session.turn == 2
    press(screen, "space", "+")
    assert screen.tick_after == pytest.approx(0.05)
    press(screen, "-", "-")
    assert screen.tick_after == pytest.approx(0.2)


@pytest.mark.parametrize("key", ["k", "left", "kp_6", "H"])
def test_a_move_takes_over(tmp_path: Path, key: str) -> None:
    screen = watching(a_context(tmp_path))
    screen.tick()
    play = pressed(Play, screen, key)
    assert play.session is screen.session


def test_a_run_begun_by_a_bot_is_marked_to_its_end_and_gets_no_high_score(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    screen = watching(context)
    for _ in range(30):
        screen.tick()
    play = pressed(Play, screen, "k")
    assert "the bot diver until turn 30" in shown(press(play, "c"))
    assert press(play, "S") is None
    session = saves.load(context.dirs.save, context.load_ruleset)
    dive(session, 5_000)
    death = Play(context, session, lambda: MainMenu(context)).first_screen()
    assert isinstance(death, GameOverScreen)
    assert "Played by the bot diver until turn 30: no high score." in shown(death)
    assert not context.dirs.runs.exists()
    [morgue] = context.dirs.morgue.iterdir()
    assert "\nPlayed   by the bot diver until turn 30\n" in morgue.read_text()


def test_a_run_taken_over_before_the_bot_moved_counts_as_the_players(tmp_path: Path) -> None:
    assert pressed(Play, watching(a_context(tmp_path)), "k").session.bot == ""


def test_taking_over_asks_before_erasing_a_saved_game(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    saves.save(dived(seed=5, actions=3), context.dirs.save)
    screen = watching(context)
    question = pressed(Question, screen, "k")
    assert press(question, "n") is screen
    pressed(Play, question, "y")
    assert saves.load(context.dirs.save, context.load_ruleset).seed == 5


def test_taking_over_during_a_level_up_starts_with_the_choice(tmp_path: Path) -> None:
    screen = watching(a_context(tmp_path))
    screen.session.hero.choosing = 1
    assert "What do you want to improve?" in shown(press(screen, "k"))


def test_the_bots_death_is_shown_and_its_replay_kept_but_no_score(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    screen = watching(context)
    press(screen, *["+"] * 20)
    death = tick_to_end(screen)
    assert isinstance(death, GameOverScreen)
    assert "The bot diver died" in shown(death)
    assert "high scores" not in shown(death)
    assert not context.dirs.runs.exists()
    [morgue] = context.dirs.morgue.iterdir()
    assert "\nPlayed   by the bot diver\n" in morgue.read_text()
    [file] = context.dirs.replays.iterdir()
    assert verify(read(file), screen.session.rulebook).first_difference is None


def test_the_bots_run_leaves_the_save_alone(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    saves.save(dived(seed=5, actions=3), context.dirs.save)
    before = context.dirs.save.read_bytes()
    screen = watching(context)
    press(screen, *["+"] * 20)
    assert isinstance(tick_to_end(screen), GameOverScreen)
    watching(context).handle(Closed())
    assert context.dirs.save.read_bytes() == before


def test_looking_pauses_the_bot(tmp_path: Path) -> None:
    screen = watching(a_context(tmp_path))
    look = pressed(LookCursor, screen, "x")
    assert screen.tick_after is None
    assert press(look, "escape") is screen


def test_leaving_returns_to_the_main_menu(tmp_path: Path) -> None:
    pressed(MainMenu, watching(a_context(tmp_path)), "escape")
    assert watching(a_context(tmp_path)).handle(Closed()) is None


def test_a_run_is_not_taken_over_while_another_process_has_the_save(tmp_path: Path) -> None:
    elsewhere = a_context(tmp_path)
    assert elsewhere.claim()
    screen = watching(a_context(tmp_path))
    question = pressed(Question, screen, "k")
    assert question.prompt() == elsewhere.open_elsewhere
    assert press(question, "n") is screen
    pressed(Question, question, "y")
    elsewhere.release()
    pressed(Play, question, "y")
