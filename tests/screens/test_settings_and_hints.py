"""Settings are changed from the game menu and take effect at once. Hints appear in the log of a first game."""

from __future__ import annotations

from pathlib import Path

from ready_made_sessions import load
from scenes import Scene
from screen_driver import ROOM, a_context, a_play, press, pressed, shown
from steep.play.files.user_file_paths_and_settings import UserSettings, read_settings
from steep.ui.screens import start_game, watch
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import SettingsMenu
from steep.ui.screens.game.play_screen import Play


def test_the_game_menu_shows_and_changes_settings(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    screen = pressed(SettingsMenu, play, "escape", "t")
    assert "Pick up items automatically" in shown(screen)
    assert "Animations" in shown(screen)
    assert press(screen, "a", "b", "d") is screen
    wanted = UserSettings(auto_pickup=False, stop_below_hp=40, animations=False)
    assert read_settings(play.context.dirs.settings) == wanted
    assert play.context.settings.auto_pickup is False
    assert press(screen, "escape") is play


def test_the_percentage_wraps_around(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    screen = pressed(SettingsMenu, play, "escape", "t")
    seen = []
    for _ in range(7):
        press(screen, "b")
        seen.append(play.context.settings.stop_below_hp)
    assert seen == [40, 50, 75, 0, 10, 20, 30]


def test_a_change_that_cannot_be_written_is_reported_and_undone(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    (tmp_path / "config").write_text("a file where the folder should be")
    screen = pressed(SettingsMenu, play, "escape", "t")
    assert "could not be written" in shown(press(screen, "a"))
    assert play.context.settings.auto_pickup is True


def first_game(folder: Path) -> Play:
    context = Context(a_context(folder).dirs, hinting=True)
    play = start_game(context, load("tcod-2020"), 42)
    assert isinstance(play, Play)
    return play


def test_a_first_game_starts_with_a_hint_and_the_second_does_not(tmp_path: Path) -> None:
    first = first_game(tmp_path)
    assert "Hint: Find the stairs (>)" in shown(first)
    assert press(first, "S") is None
    first.context.dirs.save.unlink()
    assert "Hint:" not in shown(first_game(tmp_path))


def test_a_watched_bot_gets_no_hints_but_a_player_who_takes_over_does(tmp_path: Path) -> None:
    context = Context(a_context(tmp_path).dirs, hinting=True)
    screen = watch(context, load("tcod-2020"), 42, "diver")
    for _ in range(20):
        screen.tick()
    assert "Hint:" not in shown(screen)
    assert not context.dirs.hints.exists()
    assert "Hint:" in shown(press(screen, "left"))


def test_hints_can_be_turned_off(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("hints = false\n")
    assert "Hint:" not in shown(first_game(tmp_path))
