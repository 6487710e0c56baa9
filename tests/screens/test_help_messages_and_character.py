"""Screens of text: help, messages, character sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import load
from scenes import Scene, set_stat
from screen_driver import ROOM, a_context, a_play, press, pressed, shown
from steep.core.ruleset import REGENERATION
from steep.ui.keymap import key_label
from steep.ui.screen import Mouse
from steep.ui.screens import main_menu, start_game
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.help_screen import CONTEXT_TITLES, Help
from steep.ui.screens.texts.pager import MessageHistory


def all_of(screen: Help | Character) -> str:
    return "\n".join("".join(text for text, _ in line) for line in screen.lines(76))


class TestHelp:
    def test_it_begins_with_what_wins(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        goals = [
            all_of(Help(context, main_menu(context), load(name))).splitlines()[0] for name in ("steep", "tcod-2020")
        ]
        assert [goal.partition(".")[0] for goal in goals] == ["Go down", "Go down as far as you can"]
        assert "You win by finding the Lamp." in goals[0]

    def test_lists_every_key_of_every_context(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        help_ = Help(context, main_menu(context), None)
        text = " ".join(all_of(help_).split())
        keymap = context.keymap
        for name, title in CONTEXT_TITLES.items():
            assert title in text
            for command in keymap.commands(name):
                assert keymap.description(name, command) in text
                for key in keymap.keys(name, command):
                    assert key_label(key) in text

    def test_covers_every_context(self, tmp_path: Path) -> None:
        import tomllib

        import steep.ui.keymap

        contexts = tomllib.loads(Path(steep.ui.keymap.__file__).with_name("keymap.toml").read_text("utf-8"))
        assert set(CONTEXT_TITLES) == set(contexts) - {"describe"}

    def test_shows_the_players_own_keys(self, tmp_path: Path) -> None:
        (tmp_path / "config").mkdir()
        (tmp_path / "config" / "keymap.toml").write_text('[play]\nexplore = ["ctrl+e"]\nrest = []\n')
        context = a_context(tmp_path)
        lines = all_of(Help(context, main_menu(context), None)).splitlines()
        assert [("Ctrl-E" in line) for line in lines if "explore automatically" in line] == [True, True]
        assert "(no key)" in next(line for line in lines if "rest until you are better" in line)

    def test_starts_with_compass_roses_and_ten_commands_on_the_smallest_screen(self, tmp_path: Path) -> None:
        first = shown(Help(a_context(tmp_path), main_menu(a_context(tmp_path)), None), 80, 24)
        for row in (
            "  y k u    7 8 9 ",
            "   \\|/      \\|/ ",
            "  h-@-l    4-@-6 ",
            "   /|\\      /|\\ ",
            "  b j n    1 2 3 ",
        ):
            assert row in first
        for key, does in (("o", "explore automatically"), (">", "walk to the stairs"), ("S", "save and quit")):
            assert any(line.split()[1:2] == [key] and does in line for line in first.splitlines())
        assert "Playing" not in first

    def test_the_roses_have_the_players_own_keys_and_no_dead_ones(self, tmp_path: Path) -> None:
        (tmp_path / "config").mkdir()
        (tmp_path / "config" / "keymap.toml").write_text(
            '[play]\nnorth = ["w"]\nwest = ["a"]\nsouth = ["X"]\nlook = []\nmessages = []\neast = ["D"]\ndrop = []\n'
        )
        context = a_context(tmp_path)
        first = shown(Help(context, main_menu(context), None))
        assert "  y w u " in first
        assert "  a-@-D " in first
        assert "arrow keys" not in first

    def test_explains_every_glyph_of_the_ruleset(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        rulebook = load("tcod-2020")
        text = all_of(Help(context, main_menu(context), rulebook))
        legend = [(kind.glyph, kind.name) for kind in rulebook.monsters]
        legend += [(kind.glyph, kind.name) for kind in rulebook.items]
        for glyph, name in legend:
            assert f"  {glyph}  {name}" in text
        for line in ("@  you", "#  solid rock", ".  floor", ">  stairs down"):
            assert line in text

    def test_is_no_wider_than_a_small_screen(self, tmp_path: Path) -> None:
        context = a_context(tmp_path)
        lines = Help(context, main_menu(context), load("tcod-2020")).lines(76)
        assert max(sum(len(text) for text, _ in line) for line in lines) <= 76


class TestScrolling:
    @pytest.mark.parametrize(
        ("keys", "top"),
        [
            (("down",), 1),
            (("down", "down", "up"), 1),
            (("page_down",), 19),
            (("page_down", "page_up"), 0),
            (("up",), 0),
        ],
    )
    def test_by_lines_and_by_pages(self, tmp_path: Path, keys: tuple[str, ...], top: int) -> None:
        help_ = pressed(Help, main_menu(a_context(tmp_path)), "?")
        shown(help_)
        assert pressed(Help, help_, *keys).top == top

    def test_to_the_end_and_back(self, tmp_path: Path) -> None:
        help_ = pressed(Help, main_menu(a_context(tmp_path)), "?")
        shown(help_)
        press(help_, "end")
        assert "floor" in shown(help_)
        count = len(help_.lines(76))
        assert f"lines {count - 19}-{count} of {count}" in shown(help_)
        press(help_, "down", "page_down")
        assert help_.top == count - 20
        press(help_, "home")
        assert help_.top == 0

    def test_by_the_wheel(self, tmp_path: Path) -> None:
        help_ = pressed(Help, main_menu(a_context(tmp_path)), "?")
        shown(help_)
        help_.handle(Mouse(5, 5, "wheel_down"))
        assert help_.top == 3
        help_.handle(Mouse(5, 5, "wheel_up"))
        assert help_.top == 0

    def test_a_right_click_and_q_go_back(self, tmp_path: Path) -> None:
        menu = main_menu(a_context(tmp_path))
        help_ = pressed(Help, menu, "?")
        assert help_.handle(Mouse(5, 5, "right")) is menu
        assert press(help_, "q") is menu


class TestMessages:
    def test_open_at_the_newest_and_scroll_back(self, tmp_path: Path) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        for number in range(100):
            play.session.log.add(f"message {number}", turn=number)
        history = pressed(MessageHistory, play, "ctrl+p")
        assert "message 99" in shown(history)
        assert "message 5 " not in shown(history)
        assert "message 0" in shown(press(history, "home"))

    def test_stack_repeats_and_show_the_turn(self, tmp_path: Path) -> None:
        play = a_play(tmp_path, Scene(ROOM))
        play.session.log.add("drip", turn=7)
        play.session.log.add("drip", turn=8)
        assert "     8  drip (x2)" in shown(press(play, "ctrl+p"))


class TestCharacter:
    def test_agrees_with_the_xp_bar_where_xp_must_exceed_a_levels_cost(self, tmp_path: Path) -> None:
        play = start_game(a_context(tmp_path), load("tcod-2020"), 42)
        assert isinstance(play, Play)
        play.session.hero.xp = 350
        assert "350/351" in shown(play)
        assert "350/351" in shown(play, 120, 40)
        assert "350 of 351 XP; 1 more for level 2" in all_of(pressed(Character, play, "c"))

    def test_shows_all_numbers(self, tmp_path: Path) -> None:
        scene = Scene(ROOM)
        scene.hero.xp = 4
        scene.equip("/")
        scene.give("!")
        play = a_play(tmp_path, scene)
        play.session.kills.update(rat=3, ogre=1)
        text = " ".join(all_of(pressed(Character, play, "c")).split())
        for part in (
            "Level 1",
            "4 of 30 XP; 26 more for level 2",
            "20 of 20 HP",
            "Power 5 (3 +2 equipped)",
            "Defense 1 ",
            "Seed 1",
            "Slain: 4 3 rats 1 ogre",
            "a club (equipped) +2 power",
            "b potion heals 8 HP",
        ):
            assert part in text


def test_regeneration_has_its_unit(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    set_stat(scene.world, REGENERATION, 8)
    play = a_play(tmp_path, scene)
    assert "Regeneration  8 HP per 100 turns" in all_of(pressed(Character, play, "c"))
    assert "Regeneration 8 HP per 100 turns." in shown(press(play, "x"))


def test_the_help_tells_what_arrows_and_inverted_monsters_are(tmp_path: Path) -> None:
    text = " ".join(all_of(Help(a_context(tmp_path), main_menu(a_context(tmp_path)), None)).split())
    assert "monsters with a status are drawn inverted" in text
    assert "Inverted ^ v < > at the edge of the map point to monsters beyond it." in text
    assert "~ means about; <= means at most" in " ".join(text.split())


def test_the_help_tells_what_captives_and_allies_are(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene("#@.#"))
    text = " ".join(shown(pressed(Help, play, "?"), 100, 300).split())
    assert "Captives do nothing until you walk into them." in text
