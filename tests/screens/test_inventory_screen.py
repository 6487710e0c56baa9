"""The pack: everything under its letter with its effect in numbers, used, worn and dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import Scene
from screen_driver import ROOM, a_play, mouse, press, pressed, shown
from steep.content import load_ruleset
from steep.ui.screens.game.play import Play
from steep.ui.screens.popups.inventory import DropItem, UseItem, item_summary


def test_an_empty_pack_says_so_and_lets_nothing_be_chosen(tmp_path: Path) -> None:
    inventory = pressed(UseItem, a_play(tmp_path, Scene(ROOM)), "i")
    assert "Your inventory is empty." in shown(inventory)
    assert press(inventory, "enter", "a", "down") is inventory
    pressed(Play, inventory, "escape")


def test_things_stand_under_the_letters_of_their_places(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "~", "?")
    scene.drop(1)
    lines = shown(press(a_play(tmp_path, scene), "i")).splitlines()
    assert any("a  ! potion" in line for line in lines)
    assert any("c  ? confusion" in line for line in lines)
    assert not any(" b  " in line for line in lines)


def test_what_is_worn_is_marked_in_words(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.dress("/")
    scene.give("|")
    text = shown(press(a_play(tmp_path, scene), "i"))
    assert "club (equipped)" in text
    assert "sword (equipped)" not in text


def test_like_things_are_one_row_with_their_number(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "~", "!", "!")
    play = a_play(tmp_path, scene)
    for text in (shown(press(play, "i")), shown(play, 120, 40)):
        assert text.count("potion") == 1
        assert "3 potions" in text
    assert "a  ! 3 potions" in shown(press(play, "i"))


def test_a_stack_keeps_its_letter_while_one_is_left(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!", "!")
    scene.hero.hp = 1
    play = a_play(tmp_path, scene)
    press(play, "i", "b")
    assert scene.pack() == "~!..."
    assert "b  ! potion" in shown(press(play, "i"))
    press(play, "i", "b")
    assert scene.pack() == "~...."


def test_dropping_takes_one_of_a_stack(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!", "!")
    press(a_play(tmp_path, scene), "d", "a")
    assert scene.pack() == "!...."


def test_what_is_equipped_is_no_part_of_a_stack(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.dress("/")
    scene.give("/", "/")
    text = shown(press(a_play(tmp_path, scene), "i"))
    assert "a  / club (equipped)" in text
    assert "b  / 2 clubs" in text


def test_picking_up_names_the_letter_and_the_number_of_the_stack(tmp_path: Path) -> None:
    scene = Scene("#####\n#@!.#\n#####")
    scene.give("!", "~")
    assert "You pick up a potion (a; you have 2)." in shown(press(a_play(tmp_path, scene), "right"))


def test_gear_is_compared_with_what_is_equipped(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.dress("/")
    scene.give("|", "/", "[")
    text = shown(press(a_play(tmp_path, scene), "i"))
    assert "sword            +5 power (vs. club: +3 power)" in text
    assert "+2 power (vs. club: no change)" in text
    assert text.count("vs.") == 2


@pytest.mark.parametrize(
    ("key", "does"),
    [
        ("healing_potion", "heals 4 HP"),
        ("lightning_scroll", "20 damage to the nearest enemy within 5"),
        ("confusion_scroll", "confuses an enemy for 10 turns"),
        ("fireball_scroll", "12 damage to all within 3 of a spot"),
        ("sword", "+4 power"),
        ("chain_mail", "+3 defense"),
    ],
)
def test_effects_are_told_in_the_rulesets_numbers(key: str, does: str) -> None:
    item = next(item for item in load_ruleset("tcod-2020-gear").items if item.key == key)
    assert item_summary(item) == does


def test_a_letter_uses_a_thing(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    scene.hero.hp = 5
    pressed(Play, a_play(tmp_path, scene), "i", "b")
    assert scene.hero.hp == 13
    assert scene.pack() == "~...."


def test_arrows_and_enter_use_a_thing(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    scene.hero.hp = 5
    pressed(Play, a_play(tmp_path, scene), "i", "down", "enter")
    assert scene.pack() == "~...."


def test_a_click_uses_a_thing(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    scene.hero.hp = 5
    inventory = pressed(UseItem, a_play(tmp_path, scene), "i")
    mouse(inventory, "move", "potion")
    assert inventory.list_box.selected == 1
    mouse(inventory, "left", "potion")
    assert scene.pack() == "~...."


def test_what_is_of_no_use_now_says_why_and_stays(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!")
    assert "You are already at full health." in shown(press(a_play(tmp_path, scene), "i", "a"))
    assert scene.pack() == "!...."
    assert scene.hero.turn == 0


def test_a_letter_wears_and_takes_off(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("[")
    play = a_play(tmp_path, scene)
    press(play, "i", "a")
    assert scene.equipped() == "["
    press(play, "i", "a")
    assert scene.equipped() == ""


def test_drop_puts_a_thing_underfoot(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    drop = pressed(DropItem, a_play(tmp_path, scene), "d")
    play = pressed(Play, drop, "b")
    assert scene.pack() == "~...."
    assert "You drop the potion." in shown(play)


def test_a_full_pack_scrolls_on_a_low_screen(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    for place in range(26):
        scene.hero.inventory[place].kind = 6
        scene.hero.inventory[place].equipped = 1
    scene.hero.inventory_count = 26
    inventory = pressed(UseItem, play, "i")
    first = shown(inventory)
    assert "a  / club" in first
    assert "z  / club" not in first
    assert "v" in first
    last = shown(press(inventory, "up"))
    assert "> z  / club" in last
    assert "a  / club" not in last
