"""The browser presenter: names of keys, and frames for a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ready_made_sessions import load
from scenes import Scene
from screen_driver import ROOM, a_context, a_play, drawing
from steep.core.geometry import FLOOR, WIDTH, squared_distance
from steep.play.files.saves import load as load_save
from steep.play.playback import Playback
from steep.play.session import Session
from steep.play.turn_animation import Frame as TurnFrame
from steep.rules.action_codes import DONE, WAIT, action
from steep.ui.displays.browser import (
    COMMANDS,
    NAMES,
    SMALLEST,
    BrowserPresenter,
    Frame,
    SpokenText,
    buttons_of,
    hints_of,
    key_name,
)
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.keymap import load_keymap
from steep.ui.screen import Closed, Event, Key, Mouse, Screen, is_key_name
from steep.ui.screens import start_game
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import GameMenu, SettingsMenu
from steep.ui.screens.game.game_screen_bases import Animation
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.statistics_and_high_scores import HighScores


class Recorder(Screen):
    """Draws its events' number, and ends at the key q."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ticks = 0

    def draw(self, canvas: Canvas) -> None:
        canvas.print(0, 0, f"{len(self.events)}é", palette.BAD, palette.PANEL)

    def handle(self, event: Event) -> Screen | None:
        self.events.append(event)
        return None if event in (Key("q"), Closed()) else self

    def tick(self) -> Screen | None:
        self.ticks += 1
        return self


@pytest.mark.parametrize(
    ("key", "code", "modifiers", "name"),
    [
        ("a", "KeyA", "", "a"),
        ("K", "KeyK", "shift", "K"),
        ("?", "Slash", "shift", "?"),
        ("p", "KeyP", "ctrl", "ctrl+p"),
        ("P", "KeyP", "ctrl shift", "ctrl+p"),
        ("x", "KeyX", "alt", "alt+x"),
        ("ArrowUp", "ArrowUp", "", "up"),
        ("ArrowUp", "ArrowUp", "shift", "shift+up"),
        (" ", "Space", "", "space"),
        ("PageDown", "PageDown", "", "page_down"),
        ("Escape", "Escape", "", "escape"),
        ("F2", "F2", "", "f2"),
        ("8", "Numpad8", "", "kp_8"),
        ("ArrowUp", "Numpad8", "", "kp_8"),
        ("ArrowUp", "Numpad8", "shift", "shift+kp_8"),
        ("Enter", "NumpadEnter", "", "kp_enter"),
        (".", "NumpadDecimal", "", "kp_period"),
        ("+", "NumpadAdd", "", "+"),
        ("Dead", "BracketLeft", "", None),
        ("Unidentified", "", "", None),
        ("F13", "F13", "", None),
    ],
)
def test_keys_have_the_names_of_the_keymap(key: str, code: str, modifiers: str, name: str | None) -> None:
    pressed = {each: each in modifiers.split() for each in ("ctrl", "alt", "shift")}
    assert key_name(key, code, **pressed) == name
    assert name is None or is_key_name(name)


def test_a_frame_has_a_glyph_and_two_colors_for_each_cell(tmp_path: Path) -> None:
    frame = BrowserPresenter(Recorder, Recorder, a_context(tmp_path)).resize(81, 25)
    assert (frame["width"], frame["height"]) == (81, 25)
    assert frame["glyphs"] == "0é" + " " * (81 * 25 - 2)
    assert len(frame["fg"]) == len(frame["bg"]) == 81 * 25 * 3
    assert tuple(frame["fg"][3:6]) == palette.BAD
    assert tuple(frame["bg"][3:6]) == palette.PANEL
    assert frame["seconds"] is None


def test_events_of_the_page_go_to_the_screen_and_give_the_next_frame(tmp_path: Path) -> None:
    screen = Recorder()
    presenter = BrowserPresenter(lambda: screen, Recorder, a_context(tmp_path))
    presenter.resize(80, 24)
    presenter.press("Dead", "", ctrl=False, alt=False, shift=False)
    assert screen.events == []
    frame = presenter.press("ArrowLeft", "ArrowLeft", ctrl=False, alt=False, shift=True)
    assert frame["glyphs"].startswith("1")
    presenter.point(3, 4, "right")
    assert screen.events == [Key("shift+left"), Mouse(3, 4, "right")]


def test_the_page_ticks_only_when_the_screen_asked_for_it(tmp_path: Path) -> None:
    screen = Recorder()
    presenter = BrowserPresenter(lambda: screen, Recorder, a_context(tmp_path))
    presenter.resize(80, 24)
    presenter.tick()
    assert screen.ticks == 0
    screen.tick_after = 0.5
    assert presenter.frame()["seconds"] == 0.5
    presenter.tick()
    assert screen.ticks == 1


def test_quitting_leads_back_to_the_first_screen(tmp_path: Path) -> None:
    presenter = BrowserPresenter(Recorder, Recorder, a_context(tmp_path))
    presenter.resize(80, 24)
    presenter.point(0, 0, "left")
    assert presenter.press("q", "KeyQ", ctrl=False, alt=False, shift=False)["glyphs"].startswith("0")


def test_a_page_that_is_hidden_saves_its_game_which_goes_on(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    presenter = BrowserPresenter(lambda: start_game(context, load("tcod-2020"), 42), Recorder, context)
    for turn in (1, 2):
        presenter.press_named(".")
        presenter.put_away()
        assert load_save(context.dirs.save, load).turn == turn


def test_a_page_saves_what_was_done_and_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = a_context(tmp_path)
    presenter = BrowserPresenter(lambda: start_game(context, load("tcod-2020"), 42), Recorder, context)
    presenter.press_named(".")
    presenter.save_if_changed()
    assert load_save(context.dirs.save, load).turn == 1
    monkeypatch.setattr("steep.play.files.saves.save", lambda *_: pytest.fail("saved twice"))
    presenter.save_if_changed()


def test_the_smallest_canvas_is_that_of_a_phone(tmp_path: Path) -> None:
    presenter = BrowserPresenter(Recorder, Recorder, a_context(tmp_path))
    assert presenter.resize(*SMALLEST)["glyphs"].startswith("0")
    assert "Steep needs 48 x 24; this is 47 x 24" in presenter.resize(SMALLEST[0] - 1, SMALLEST[1])["glyphs"]


def test_the_colors_are_those_of_the_players_settings(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("color_blind = true\n", "utf-8")
    frame = BrowserPresenter(Recorder, Recorder, a_context(tmp_path)).resize(80, 24)
    red, green, blue = palette.BAD
    assert tuple(frame["fg"][:2]) == (red, green)
    assert frame["fg"][2] < blue


def described(play: Play) -> BrowserPresenter:
    """A presenter of a page that shows a map of 21 x 15 cells and what stands beside it."""
    presenter = BrowserPresenter(lambda: play, lambda: play, play.context)
    presenter.resize(80, 24, (21, 15))
    return presenter


def panels_of(frame: Frame) -> Any:
    assert frame["panels"] is not None
    return frame["panels"]


def test_of_a_game_a_page_gets_the_map_with_the_hero_in_the_middle_and_the_rest_described(tmp_path: Path) -> None:
    play = start_game(a_context(tmp_path), load("tcod-2020-gear"), 42)
    assert isinstance(play, Play)
    play.session.log.add("A bell rings.")
    hero = play.session.hero
    hero.cell = WIDTH * 20 + 40
    frame = described(play).frame()
    assert (frame["width"], frame["height"]) == (21, 15)
    assert frame["glyphs"][7 * 21 + 10] == "@"
    side = panels_of(frame)["sidebar"]
    assert [bar["text"] for bar in side["bars"]] == [f"{hero.hp}/{hero.max_hp}", "0/351"]
    assert ["Floor", "1"] in side["numbers"]
    assert side["items"][0]["letter"] == "a"
    assert panels_of(frame)["log"][-1][0][0] == "A bell rings."
    assert ("?", "help", "?") in frame["hints"]


def test_a_screen_without_a_map_is_cells_alone(tmp_path: Path) -> None:
    frame = described(a_play(tmp_path, Scene(ROOM))).press_named("?")
    assert frame["panels"] is None
    assert (frame["width"], frame["height"]) == (80, 24)


def test_a_list_over_a_game_is_described_and_a_click_on_a_row_chooses_it(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    presenter = described(play)
    menu = GameMenu(play, play.run.leave_rows())
    box = panels_of(presenter.show(lambda: menu))["dialog"]
    assert (box["title"], box["selected"]) == ("Steep", 0)
    row = [each["text"] for each in box["rows"]].index("Settings")
    presenter.choose(99)
    assert presenter._loop.screen is menu
    assert panels_of(presenter.choose(row))["dialog"]["title"] == "Settings"


def test_the_wheel_and_pages_move_through_a_list_that_is_described(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    presenter = described(play)
    presenter.show(lambda: GameMenu(play, play.run.leave_rows()))

    def selected(frame: Frame) -> int:
        return int(panels_of(frame)["dialog"]["selected"])

    assert selected(presenter.scroll(3)) == 3
    assert selected(presenter.point(0, 0, "wheel_up")) == 2
    assert selected(presenter.press_named("page_down")) == len(play.run.leave_rows()) + 5


def test_hints_name_keys_that_can_be_clicked_or_for_fingers_what_can_be_tapped() -> None:
    hints = (("?", "help"), ("[/]", "floor"), ("letter", "use it"), ("", "no key"), ("arrows", "move"))
    keys = [
        ("?", "help", "?"),
        ("[", "", "["),
        ("]", "floor", "]"),
        ("letter", "use it", None),
        ("arrows", "move", None),
    ]
    assert hints_of(hints, for_fingers=False) == keys
    assert hints_of(hints, for_fingers=True) == [("", "help", "?"), ("tap to", "use it", None)]


def test_a_page_zooms_with_keys_that_no_command_of_a_game_has(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    assert described(play).frame()["zooms"] == ["+", "=", "-"]
    (tmp_path / "keys.toml").write_text('[play]\nexplore = ["+"]\n', "utf-8")
    play.context.keymap = load_keymap(tmp_path / "keys.toml")
    assert described(play).frame()["zooms"] == ["=", "-"]
    assert described(play).press_named("i")["zooms"] == []


def test_light_falls_off_with_the_distance(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    frame = described(play).frame()
    hero = play.session.hero
    floor = [
        cell for cell in hero.in_view[: hero.in_view_count] if hero.remembered[cell] == FLOOR and cell != hero.cell
    ]
    floor.sort(key=lambda cell: squared_distance(cell, hero.cell))

    def light(cell: int) -> int:
        x, y = play.renderer.map_view.position_of(cell) or (0, 0)
        return sum(frame["bg"][(y * 21 + x) * 3 :][:3])

    assert light(floor[0]) > light(floor[-1]) > sum(palette.BACKGROUND)


def test_every_button_is_a_command_of_the_keymap(tmp_path: Path) -> None:
    keymap = load_keymap()
    for context, buttons in COMMANDS.items():
        assert all(command in keymap.commands(context) for _, command in buttons)
    play = a_play(tmp_path, Scene(ROOM))
    assert ("Explore", "o") in buttons_of(play, keymap)
    assert ("Choose", "enter") in buttons_of(MainMenu(play.context), keymap)


def test_a_button_without_a_key_is_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text('[play]\nexplore = []\nfight = ["v"]\n', "utf-8")
    buttons = dict(buttons_of(a_play(tmp_path, Scene(ROOM)), load_keymap(path)))
    assert "Explore" not in buttons
    assert buttons["Fight"] == "v"


def test_keys_that_a_screen_names_have_buttons_and_digits_where_a_number_is_asked_for(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    menu = MainMenu(context)
    hints = (("r", "replay"), ("Escape", "back"), ("q", ""), ("letter", "use"))
    assert buttons_of(menu, context.keymap, hints) == [*buttons_of(menu, context.keymap), ("Replay", "r")]
    presenter = BrowserPresenter(lambda: menu, lambda: menu, context)
    assert ("0", "0") not in presenter.frame()["buttons"]
    asking = presenter.press_named("t")["buttons"]
    assert [key for _, key in asking[:11]] == [*"1234567890", "backspace"]


def test_the_button_that_pauses_a_replay_says_what_it_does_now(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    session = Session.start(load("rotjs"), 1)
    assert session.act(action(WAIT)) == DONE
    replay = Replay(context, Playback(session.recording, session.rulebook))
    (pause,) = context.keymap.keys("replay", "pause")[:1]

    def named() -> str:
        return next(text for text, key in buttons_of(replay, context.keymap) if key == pause)

    assert named() == "Pause"
    replay.handle(Key(pause))
    assert named() == "Resume"
    replay.handle(Key(context.keymap.keys("replay", "end")[0]))
    assert named() == "Restart"


def test_a_finger_scrolls_a_text_by_rows_and_moves_through_a_list(tmp_path: Path) -> None:
    menu = MainMenu(a_context(tmp_path))
    presenter = BrowserPresenter(lambda: menu, lambda: menu, menu.context)
    assert presenter.scroll(2)["swipe"] == "scroll"
    presenter.scroll(-1)
    assert menu.list_box.selected == 1
    presenter.press_named("?")
    text = presenter._loop.screen
    assert isinstance(text, Help)
    presenter.scroll(7)
    presenter.scroll(-2)
    assert text.top == 5


def test_on_a_screen_for_fingers_a_tap_points_and_a_second_one_chooses(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    play.context.buttons = NAMES
    presenter = BrowserPresenter(lambda: play, lambda: play, play.context)
    looking = presenter.press_named("x")
    assert "tap it again: done" in looking["glyphs"]
    position = play.renderer.map_view.position_of(scene.at(1, 1))
    assert position is not None
    presenter.point(*position, "left")
    look = presenter._loop.screen
    assert isinstance(look, LookCursor)
    assert look.cell == scene.at(1, 1)
    presenter.point(*position, "left")
    assert presenter._loop.screen is play


def test_on_a_screen_for_fingers_texts_name_buttons(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.buttons = NAMES
    text = drawing(Help(context, MainMenu(context), None), 48, 60).text()
    assert "Tap a spot to walk there" in text
    assert "Explore explore automatically" in text
    assert (context.named("play", "look"), context.named("play", "save_and_quit")) == ("Look", "S")


def test_on_a_screen_for_fingers_footers_name_what_can_be_tapped_and_no_keys(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    play.context.buttons = NAMES
    presenter = BrowserPresenter(lambda: play, lambda: play, play.context)

    def rows() -> list[str]:
        glyphs = presenter.resize(*SMALLEST)["glyphs"]
        return [glyphs[at : at + SMALLEST[0]].strip(" │") for at in range(0, len(glyphs), SMALLEST[0])]

    assert rows()[-1] == "help   explore   go down   inventory   look"
    presenter.point(rows()[-1].index("inventory") + 2, SMALLEST[1] - 1, "left")
    assert "tap to use, equip or unequip   back" in rows()
    presenter.press_named("escape")
    presenter.press_named(load_keymap().keys("play", "look")[0])
    assert rows()[-1] == "next   stairs   done   back"


def test_in_a_page_nothing_quits_and_no_path_is_named(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    play.context.page_root = tmp_path
    assert [row.text for row, _ in play.run.leave_rows()] == ["Save and return to the main menu", "Abandon this run"]
    assert "Quit" not in drawing(MainMenu(play.context)).text()
    assert "Kept in this browser." in drawing(SettingsMenu(play.context, play)).text()


def test_in_a_page_a_damaged_file_is_named_without_its_folders(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    dirs = context.dirs.of_profile("anna")
    context.change_profile("anna")
    for path in (dirs.save, dirs.scores, dirs.lore):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"damaged")
    screens: dict[Path, Callable[[Context], Screen]] = {
        dirs.save: MainMenu,
        dirs.scores: lambda context: HighScores(context, MainMenu(context)),
        dirs.lore: lambda context: Bestiary(context, MainMenu(context), load("tcod-2020")),
    }
    for path, screen in screens.items():
        assert f"{path.parent.name}/{path.name}:" in "".join(drawing(screen(context), 200, 40).text().split())
        context.page_root = tmp_path
        text = drawing(screen(context), 200, 40).text()
        assert f" {path.name}: " in text
        assert str(tmp_path) not in text
        context.page_root = None


def test_new_messages_are_said_once(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    spoken = SpokenText()
    play.session.log.add("A bell rings.")
    assert spoken.of(play, drawing(play)) == ["A bell rings."]
    assert spoken.of(play, drawing(play)) == []
    play.session.log.add("A bell rings.")
    assert spoken.of(play, drawing(play)) == ["A bell rings. (x2)"]
    play.note = "You can't do that."
    assert spoken.of(play, drawing(play)) == ["You can't do that."]


def test_a_list_is_said_whole_and_then_the_row_that_is_selected(tmp_path: Path) -> None:
    menu = MainMenu(a_context(tmp_path))
    spoken = SpokenText()
    assert {"n New game", "q Quit"} <= {*spoken.of(menu, drawing(menu))}
    menu.handle(Key("down"))
    (row,) = spoken.of(menu, drawing(menu))
    assert row.startswith("d Seed of the day")


def test_while_a_blow_is_shown_the_page_says_and_offers_what_the_game_does(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ROOM))
    game = BrowserPresenter(lambda: play, lambda: play, play.context).frame()
    shown = Animation(play, [TurnFrame((), 0.1)])
    blow = BrowserPresenter(lambda: shown, lambda: play, play.context).frame()
    assert blow["seconds"] == 0.1
    assert (blow["said"], blow["buttons"], blow["swipe"]) == (game["said"], game["buttons"], "run")
