"""Playing a ruleset while editing it, and the debug overlay."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import set_hp
from screen_driver import a_context
from steep.play.files.user_file_paths_and_settings import UserSettings
from steep.ui.drawing.canvas import Canvas
from steep.ui.screen import Key, Screen
from steep.ui.screens import hot_reload
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.played_run import HotReload
from steep.ui.screens.texts.pager import DebugOverlay
from write_with_later_mtime import write


def text_of(screen: Screen) -> str:
    canvas = Canvas(100, 40)
    screen.draw(canvas)
    return canvas.text()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    write(path, 'extends = "tcod-2020"\n')
    return path


@pytest.fixture
def screen(path: Path, tmp_path: Path) -> Play:
    context = a_context(tmp_path)
    screen = hot_reload(context, context.load_ruleset(str(path)), 42)
    assert isinstance(screen, Play)
    assert isinstance(screen.run, HotReload)
    return screen


def test_saving_the_file_regenerates_the_floor(screen: Play, path: Path) -> None:
    write(path, 'extends = "tcod-2020"\ntitle = "No orcs"\n[monsters.orc]\nspawn = 0\n')
    assert screen.tick() is screen
    assert screen.session.world.actor_count == 0
    assert "Reloaded No orcs" in text_of(screen)


def test_an_error_is_shown_in_full_and_the_old_tables_stay(screen: Play, path: Path) -> None:
    before = screen.session.rulebook
    write(path, 'extends = "tcod-2020"\n[monsters.orc]\nspwn = 0\n')
    screen.tick()
    text = " ".join(text_of(screen).split())
    assert "monsters.orc.spwn: unknown key" in text
    assert "the old tables stay" in text
    assert screen.session.rulebook is before


def test_the_file_is_still_watched_after_a_move(screen: Play) -> None:
    screen.handle(Key("o"))
    while screen.move is not None:
        screen.tick()
    assert screen.tick_after is not None


def test_nothing_is_saved(screen: Play, tmp_path: Path) -> None:
    assert screen.handle(Key("S")) is None
    assert not (tmp_path / "data").exists()
    assert screen.context.written == []


def test_the_banner_always_says_that_nothing_is_saved(screen: Play, path: Path) -> None:
    assert "Watching mine.toml. This game is not saved." in text_of(screen)
    write(path, 'extends = "tcod-2020"\n[monsters.orc]\nspawn = 0\n')
    screen.tick()
    assert "Watching mine.toml. This game is not saved." in text_of(screen)


def test_the_menu_says_that_nothing_is_saved(screen: Play) -> None:
    menu = screen.handle(Key("escape"))
    assert menu is not None
    text = text_of(menu)
    assert "Leave (a watched game is not saved)" in text
    assert "Save and" not in text
    assert menu.handle(Key("q")) is None


def test_a_death_restarts_the_run(screen: Play) -> None:
    set_hp(screen.session.world, 1)
    screen.context.settings = UserSettings(stop_below_hp=0)
    for _ in range(600):
        after = screen.handle(Key("tab")) if screen.session.hero.visible_monster_count else screen.handle(Key("o"))
        assert after is screen
        while screen.move is not None:
            screen.tick()
        if "The run starts over" in screen.note:
            break
    assert "Killed by an orc on floor 1." in screen.note
    assert (screen.session.turn, screen.session.hero.hp) == (0, 30)


def test_f2_opens_the_floor_report_and_escape_returns(screen: Play) -> None:
    overlay = screen.handle(Key("f2"))
    assert isinstance(overlay, DebugOverlay)
    assert "Floor 1 of mine, seed 42" in text_of(overlay)
    assert overlay.handle(Key("escape")) is screen
