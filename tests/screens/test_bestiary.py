"""The bestiary: what was met over all runs, from the title screen and from the game's menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import load
from scenes import Scene
from screen_driver import a_context, a_play, press, pressed, shown
from steep.play.files.lore import RunLore, end_run, read_lore
from steep.ui.screens import main_menu
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import GameMenu
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.menus.main_menu import MainMenu, begin_game
from unidentified_items import ALONE

BOOK = load("tcod-2020")


def with_lore(folder: Path, ruleset: str = "tcod-2020") -> Context:
    """A context in which a troll was met and killed, and a healing potion and stairs were seen."""
    context = a_context(folder)
    run = RunLore(ruleset, kills={"troll": 2}, killed_by="troll")
    run.met = {"monsters": {"troll"}, "items": {"healing_potion"}, "terrain": {"stairs"}}
    end_run(context.dirs.lore, "1", run)
    return context


def of_tcod(folder: Path) -> Bestiary:
    """The bestiary of that ruleset."""
    context = with_lore(folder)
    return Bestiary(context, main_menu(context), BOOK)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_shows_what_was_met_and_a_question_mark_for_all_else(tmp_path: Path, width: int, height: int) -> None:
    text = shown(of_tcod(tmp_path), width, height)
    assert "[Monsters 1 of 2]" in text
    assert "T  troll" in text
    assert "?  ?" in text
    assert "orc" not in text


def test_describes_the_selected_kind_as_looking_at_it_does_and_counts(tmp_path: Path) -> None:
    screen = of_tcod(tmp_path)
    text = shown(screen)
    troll = next(kind for kind in BOOK.monsters if kind.key == "troll")
    assert f"It has {troll.hp} HP. Killing it gives {troll.xp} XP." in text
    assert "Met in 1 run. Killed: 2. It killed you once." in " ".join(text.replace("│", " ").split())
    assert "You have never met this one." in shown(press(screen, "up"))


def test_another_profile_has_a_book_of_its_own(tmp_path: Path) -> None:
    context = with_lore(tmp_path)
    context.change_profile("bob")
    assert "troll" not in shown(Bestiary(context, main_menu(context), BOOK))
    end_run(context.dirs.lore, "2", RunLore("tcod-2020", kills={"orc": 1}))
    context.change_profile("default")
    assert "troll" in shown(Bestiary(context, main_menu(context), BOOK))
    assert "orc" not in read_lore(context.dirs.lore).of("tcod-2020")["monsters"]


def test_tells_the_xp_of_a_kind_only_once_one_was_killed(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    run = RunLore("tcod-2020")
    run.met["monsters"] = {"troll"}
    end_run(context.dirs.lore, "1", run)
    text = shown(Bestiary(context, main_menu(context), BOOK))
    assert "It has 16 HP." in text
    assert "XP" not in text


def test_left_and_right_turn_to_items_and_terrain(tmp_path: Path) -> None:
    screen = of_tcod(tmp_path)
    items = shown(press(screen, "right"))
    assert f"[Items 1 of {len(BOOK.items)}]" in items
    assert "healing potion" in items
    assert "lightning" not in items
    assert "stairs" in shown(press(screen, "right"))
    assert "[Monsters" in shown(press(screen, "right"))
    assert "[Terrain" in shown(press(screen, "left"))


def test_a_glyph_finds_the_next_known_kind_with_it(tmp_path: Path) -> None:
    screen = of_tcod(tmp_path)
    press(screen, "T")
    assert "> T  troll" in shown(screen)
    press(screen, "o")
    assert "> T  troll" in shown(screen)


def test_tab_turns_to_other_rulesets_of_which_something_was_met(tmp_path: Path) -> None:
    context = with_lore(tmp_path)
    end_run(context.dirs.lore, "2", RunLore("no-such-ruleset"))
    menu = main_menu(context)
    screen = pressed(Bestiary, menu, "b")
    assert f"Bestiary: {load('steep').title}" in shown(screen)
    assert f"Monsters 0 of {len(load('steep').monsters)}" in shown(screen)
    assert f"Bestiary: {BOOK.title}" in shown(press(screen, "tab"))
    assert f"Bestiary: {load('steep').title}" in shown(press(screen, "tab"))
    assert press(screen, "escape") is menu


def test_of_a_damaged_file_says_so(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    context.dirs.lore.parent.mkdir(parents=True)
    context.dirs.lore.write_text("what?")
    assert "damaged" in shown(pressed(Bestiary, main_menu(context), "b"))


def test_fills_while_a_game_is_played_and_opens_from_its_menu(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    play = begin_game(context, load("tcod-2020"), 5)
    assert isinstance(play, Play)
    for _ in range(40):
        press(play, "o")
    menu = pressed(GameMenu, play, "escape")
    screen = pressed(Bestiary, menu, "k")
    assert screen.rulebook.name == "tcod-2020"
    met = read_lore(context.dirs.lore).of("tcod-2020")
    assert {kind for family in met.values() for kind in family}
    assert press(screen, "escape") is play


def test_a_game_continued_counts_as_one_run(tmp_path: Path) -> None:
    context = a_context(tmp_path)
    menu = pressed(MainMenu, begin_game(context, load("steep"), 5), ".", "escape", "s")
    for _ in range(2):
        menu = pressed(MainMenu, menu, "c", ".", "escape", "s")
    met = read_lore(context.dirs.lore).of("steep")
    assert {each.met for family in met.values() for each in family.values()} == {1}


def test_a_file_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(ALONE))
    play.context.dirs.lore.mkdir(parents=True)
    assert press(play, ".", ".") is play
    assert play.save()
