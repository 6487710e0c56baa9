"""The inventory: items by letter with their effects in numbers, used, equipped and dropped."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ready_made_sessions import EVERY_MECHANIC, load
from scenes import Scene, set_hp
from screen_driver import ROOM, a_context, a_play, drawing, mouse, press, pressed, shown
from steep.content.compiling.abilities import ability_of, effect_of
from steep.play.inventory_stacks import Stack
from steep.play.session import Session
from steep.play.texts.abilities import item_summary
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.inventory_dialog import DropItem, UseItem
from steep.ui.screens.popups.list_and_question_dialogs import Question
from toml_scenes import TomlScene


def test_a_letter_that_is_not_there_is_told_and_enter_after_it_chooses_nothing(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!")
    set_hp(scene.world, 5)
    inventory = pressed(UseItem, a_play(tmp_path, scene), "i")
    assert "q is not in the list" in shown(press(inventory, "q"))
    assert press(inventory, "enter") is inventory
    assert scene.inventory()[0] == "!"
    assert "is not in the list" not in shown(inventory)
    press(inventory, "enter")
    assert scene.inventory()[0] == "."


def test_an_empty_inventory_has_a_message_and_nothing_to_choose(tmp_path: Path) -> None:
    inventory = pressed(UseItem, a_play(tmp_path, Scene(ROOM)), "i")
    assert "Your inventory is empty." in shown(inventory)
    assert press(inventory, "enter", "a", "down") is inventory
    pressed(Play, inventory, "escape")


def test_items_have_the_letters_of_their_slots(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "~", "?")
    scene.drop(1)
    lines = shown(press(a_play(tmp_path, scene), "i")).splitlines()
    assert any("a  ! potion" in line for line in lines)
    assert any("c  ? confusion" in line for line in lines)
    assert not any(" b  " in line for line in lines)


def test_equipped_items_are_marked_in_words(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.equip("/")
    scene.give("|")
    text = shown(press(a_play(tmp_path, scene), "i"))
    assert "club (equipped)" in text
    assert "sword (equipped)" not in text


def test_a_stack_keeps_its_letter_when_one_is_picked_up_into_an_earlier_slot(tmp_path: Path) -> None:
    scene = Scene("#@!.#")
    scene.give("~", "!", "!")
    scene.drop(0)
    set_hp(scene.world, 1)
    play = a_play(tmp_path, scene)
    assert "You pick up a potion (b; you have 3)." in shown(press(play, "right"))
    assert scene.inventory() == "!!!.."
    assert "b  ! 3 potions" in shown(press(play, "i"))
    press(play, "i", "b")
    assert scene.inventory() == ".!!.."
    assert "b  ! 2 potions" in shown(press(play, "i"))


def test_dropping_takes_one_of_a_stack(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "!")
    press(a_play(tmp_path, scene), "d", "a")
    assert scene.inventory() == "!...."


def test_an_equipped_item_is_not_part_of_a_stack(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.equip("/")
    scene.give("/", "/")
    text = shown(press(a_play(tmp_path, scene), "i"))
    assert "a  / club (equipped)" in text
    assert "b  / 2 clubs" in text


def test_a_letter_uses_an_item(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    set_hp(scene.world, 5)
    pressed(Play, a_play(tmp_path, scene), "i", "b")
    assert scene.hero.hp == 13
    assert scene.inventory() == "~...."


def test_a_click_uses_an_item(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    set_hp(scene.world, 5)
    inventory = pressed(UseItem, a_play(tmp_path, scene), "i")
    mouse(inventory, "move", "potion")
    assert inventory.list_box.selected == 1
    mouse(inventory, "left", "potion")
    assert scene.inventory() == "~...."


def test_an_item_that_would_have_no_effect_is_kept_with_the_reason(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!")
    assert "You are already at full health." in shown(press(a_play(tmp_path, scene), "i", "a"))
    assert scene.inventory() == "!...."
    assert scene.hero.turn == 0


def test_a_letter_equips_and_unequips(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("[")
    play = a_play(tmp_path, scene)
    press(play, "i", "a")
    assert scene.equipped() == "["
    press(play, "i", "a")
    assert scene.equipped() == ""


def test_drop_puts_an_item_on_the_floor(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    drop = pressed(DropItem, a_play(tmp_path, scene), "d")
    play = pressed(Play, drop, "b")
    assert scene.inventory() == "~...."
    assert "You drop the potion." in shown(play)


def test_a_full_inventory_scrolls_on_a_small_screen(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    for slot in range(26):
        scene.hero.inventory[slot].kind = 6
        scene.hero.inventory[slot].equipped = 1
    scene.hero.inventory_count = 26
    inventory = pressed(UseItem, play, "i")
    first = shown(inventory)
    assert "a  / club" in first
    assert "z  / club" not in first
    assert "v" in first
    last = shown(press(inventory, "up"))
    assert "> z  / club" in last
    assert "a  / club" not in last


def test_a_long_text_of_the_selected_item_is_shown_in_full_below_the_list(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "*")
    play = a_play(tmp_path, scene)
    book = play.session.rulebook
    status = replace(book.statuses[0], verb="does everything that takes a very long time to tell to")
    effect = replace(effect_of({"status": status.key}), turns=3)
    short_form = ability_of(book.items[0], book.rules)
    assert short_form is not None
    ability = replace(short_form, key="long", name="long", effects=(effect, effect))
    items = [replace(item, effect="none", abilities=("long",)) if item.glyph == "*" else item for item in book.items]
    play.session.rulebook = replace(book, items=tuple(items), abilities=(ability,), statuses=(status,))
    dialog = pressed(UseItem, play, "i")
    assert "long time to tell to you for 3 turns" not in shown(dialog)
    text = " ".join(shown(press(dialog, "down")).replace("│", " ").split())
    assert text.count("does everything that takes a very long time to tell to you for 3 turns") == 2


def rows_of_box(text: str) -> list[str]:
    """What is between the sides of the box."""
    return [line.split("│")[1] for line in text.splitlines() if line.count("│") == 2]


def a_full_inventory(folder: Path, *, lengthen: str = "") -> Play:
    """A game with 26 items in which no two are alike, some with a text of several lines, some without any."""
    session = Session.start(load(EVERY_MECHANIC), 5)
    items = (replace(item, name=item.name + lengthen) for item in session.rulebook.items)
    session.rulebook = replace(session.rulebook, items=tuple(items))
    context = a_context(folder)
    return Play(context, session, lambda: MainMenu(context))


@pytest.mark.parametrize("lengthen", ["", " of the long and winding road to nowhere"])
def test_the_list_has_all_rows_that_the_text_of_the_selected_item_leaves(tmp_path: Path, lengthen: str) -> None:
    dialog = pressed(UseItem, a_full_inventory(tmp_path, lengthen=lengthen), "i")
    for _ in range(len(dialog.rows())):
        rows = rows_of_box(shown(dialog))
        assert len(rows) == 22
        assert [row for row in rows if not row.strip()] == [rows[-2]]
        press(dialog, "down")


def test_three_items_leave_no_row_of_their_box_blank(tmp_path: Path) -> None:
    play = a_full_inventory(tmp_path)
    hero = play.session.hero
    for slot in range(3, 26):
        hero.inventory[slot].kind = 0
    dialog = pressed(UseItem, play, "i")
    top = shown(dialog).splitlines().index(next(line for line in shown(dialog).splitlines() if "Inventory" in line))
    for _ in range(3):
        rows = rows_of_box(shown(dialog))
        assert [row for row in rows if not row.strip()] == [rows[-2]]
        assert "Inventory" in shown(dialog).splitlines()[top]
        press(dialog, "down")


def test_marks_of_more_rows_cover_no_text(tmp_path: Path) -> None:
    dialog = pressed(UseItem, a_full_inventory(tmp_path), "i")
    press(dialog, *["down"] * 14)
    canvas = drawing(dialog)
    marks = [at for at, glyph in enumerate(canvas.glyphs) if glyph in "^v" and canvas.glyphs[at + 1] == "│"]
    assert [canvas.glyphs[at] for at in marks] == ["^", "v"]
    frame = canvas.text().splitlines()[0].index("┐")
    assert [at % canvas.width for at in marks] == [frame - 1, frame - 1]
    for line in canvas.text().splitlines()[1:17]:
        assert line[frame - 2] in " …"


def test_a_comparison_without_room_has_a_line_of_its_own(tmp_path: Path) -> None:
    play = a_full_inventory(tmp_path)
    press(play, "i", "a")
    dialog = pressed(UseItem, play, "i")
    rows = [row.strip() for row in rows_of_box(shown(dialog))]
    assert any(row.startswith("> a  ) envenomed blade -2") for row in rows)
    assert "; power" not in shown(dialog)
    assert any(row.startswith("Damage a turn ") for row in rows)


def test_the_name_of_the_selected_item_is_shown_in_full(tmp_path: Path) -> None:
    dialog = pressed(UseItem, a_full_inventory(tmp_path, lengthen=" of the long and winding road to nowhere"), "i")
    name = "envenomed blade of the long and winding road to nowhere -2 (equipped)"
    rows = [row.strip() for row in rows_of_box(shown(dialog))]
    assert rows.count(f") {name}") == 1
    assert "> a  ) envenomed blade of the long and winding road to nowhere -2 (equipp…" in rows


def test_a_long_name_does_not_take_the_room_of_the_other_items(tmp_path: Path) -> None:
    play = a_full_inventory(tmp_path)
    book = play.session.rulebook
    long = "ring of thorns of the long and winding road to nowhere"
    items = (replace(item, name=long) if item.key == "ring_of_thorns" else item for item in book.items)
    play.session.rulebook = replace(book, items=tuple(items))
    text = shown(press(play, "i"))
    assert f"b  = {long} (equipped)" in text
    assert re.search(r"n  ! potion of might {7,}raises your maximum HP by 3", text)


def test_a_text_longer_than_half_the_screen_ends_in_an_ellipsis(tmp_path: Path) -> None:
    class Long(UseItem):
        def detail(self, stack: Stack) -> str:
            return f"{stack.letter} word" * 300

    rows = rows_of_box(shown(Long(a_full_inventory(tmp_path))))
    assert rows[-3].rstrip().endswith("…")
    assert len(rows) == 22


def test_ammunition_tells_what_it_is_for(tmp_path: Path) -> None:
    session = a_full_inventory(tmp_path).session
    quiver = next(item for item in session.rulebook.items if item.key == "quiver")
    assert item_summary(quiver, session.rulebook) == "for the bow"


TONIC = """
    [abilities.mends]
    shape = "self"
    effects = [{ heal = "2d6" }, { cure = "poisoned" }]
    [items.tonic]
    glyph = "!"
    abilities = ["mends"]
"""


def test_an_item_that_would_do_nothing_is_used_only_after_a_question(tmp_path: Path) -> None:
    scene = TomlScene("#@..#", TONIC)
    scene.carry("!")
    scene.carry("!")
    play = a_play(tmp_path, scene)
    question = pressed(Question, play, "i", "a")
    assert "The tonic would do nothing now. You are at full health." in " ".join(
        shown(question).replace("│", " ").split()
    )
    assert press(question, "n") is play
    assert scene.hero.inventory_count == 2
    press(play, "i", "a", "y")
    assert scene.hero.inventory_count == 1
    scene.afflict(scene.body, "poisoned", 5)
    press(play, "i", "a")
    assert scene.hero.inventory_count == 0
