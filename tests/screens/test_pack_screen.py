"""The pack: everything under its letter with its effect in numbers, used, worn and dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from acting import ROOM, a_play, mouse, press, pressed, shown
from scenes import Scene
from steep.content import load_ruleset
from steep.ui.screens.pack import Drop, Inventory, what_it_does
from steep.ui.screens.play import Play


def test_an_empty_pack_says_so_and_lets_nothing_be_chosen(tmp_path: Path) -> None:
    inventory = pressed(Inventory, a_play(tmp_path, Scene(ROOM)), "i")
    assert "You carry nothing." in shown(inventory)
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
    assert "club (worn)" in text
    assert "sword (worn)" not in text


@pytest.mark.parametrize(
    ("key", "does"),
    [
        ("healing_potion", "heals 4 HP"),
        ("lightning_scroll", "20 damage to the nearest foe within 5"),
        ("confusion_scroll", "confuses a foe for 10 turns"),
        ("fireball_scroll", "12 damage to all within 3 of a place"),
        ("sword", "+4 power"),
        ("chain_mail", "+3 defense"),
    ],
)
def test_effects_are_told_in_the_rulesets_numbers(key: str, does: str) -> None:
    item = next(item for item in load_ruleset("tcod-2020-gear").items if item.key == key)
    assert what_it_does(item) == does


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
    inventory = pressed(Inventory, a_play(tmp_path, scene), "i")
    mouse(inventory, "move", "potion")
    assert inventory.choices.at == 1
    mouse(inventory, "left", "potion")
    assert scene.pack() == "~...."


def test_what_is_of_no_use_now_says_why_and_stays(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("!")
    assert "You are in full health already." in shown(press(a_play(tmp_path, scene), "i", "a"))
    assert scene.pack() == "!...."
    assert scene.hero.turn == 0


def test_a_letter_wears_and_takes_off(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("[")
    play = a_play(tmp_path, scene)
    press(play, "i", "a")
    assert scene.worn() == "["
    press(play, "i", "a")
    assert scene.worn() == ""


def test_drop_puts_a_thing_underfoot(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    scene.give("~", "!")
    drop = pressed(Drop, a_play(tmp_path, scene), "d")
    play = pressed(Play, drop, "b")
    assert scene.pack() == "~...."
    assert "You drop the potion." in shown(play)


def test_a_full_pack_scrolls_on_a_low_screen(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    for place in range(26):
        scene.hero.pack[place].kind = 1
    scene.hero.pack_count = 26
    inventory = pressed(Inventory, play, "i")
    first = shown(inventory)
    assert "a  ! potion" in first
    assert "z  ! potion" not in first
    assert "v" in first
    last = shown(press(inventory, "up"))
    assert "> z  ! potion" in last
    assert "a  ! potion" not in last
