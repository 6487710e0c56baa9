"""Weapons are compared by what attacks with them take in a turn: dice, power, attack time and misses together."""

from __future__ import annotations

from pathlib import Path

from ready_made_sessions import session_in
from screen_driver import a_play, press, pressed, shown
from steep.content import Item
from steep.play.session import Session
from steep.play.texts.equipment import comparison, wielded_text
from steep.ui.screens.popups.inventory_dialog import UseItem
from toml_scenes import TomlScene

KINDS = """
    [attack]
    hit_chance = 80

    [items.dagger]
    glyph  = "/"
    slot   = "weapon"
    damage = "1d3"
    attack_time = 50

    [items.maul]
    glyph  = "P"
    slot   = "weapon"
    damage = "2d6"
    power  = 1
    attack_time = 200

    [items.charm]
    glyph = "="
    slot  = "ring"
    defense = 1
"""


def with_a_dagger() -> tuple[TomlScene, Session, dict[str, Item]]:
    scene = TomlScene("#@..#", KINDS)
    session = session_in(scene)
    scene.wear("/")
    return scene, session, {item.key: item for item in scene.book.items}


def test_a_slow_weapon_is_compared_with_a_quick_one() -> None:
    _, session, items = with_a_dagger()
    # (3 + 2) * 80% in half a turn, and (4 + 7) * 80% in two.
    assert "damage a turn 8.0 -> 4.4" in comparison(items["maul"], session)


def test_what_is_wielded_says_what_it_does_in_a_turn() -> None:
    _, session, items = with_a_dagger()
    assert wielded_text(items["dagger"], session) == "8.0 damage a turn"


def test_of_what_is_no_weapon_no_damage_is_told() -> None:
    _, session, items = with_a_dagger()
    assert "damage a turn" not in comparison(items["charm"], session)
    assert wielded_text(items["charm"], session) == ""


def test_the_inventory_shows_both(tmp_path: Path) -> None:
    scene, _session, _ = with_a_dagger()
    scene.carry("P")
    play = a_play(tmp_path, scene)
    dialog = pressed(UseItem, play, "i")
    assert "8.0 damage a turn" in shown(dialog)
    press(dialog, "down")
    assert "damage a turn 8.0 -> 4.4" in shown(dialog)


def test_reach_is_compared_as_a_number_and_time_in_words() -> None:
    pike = '[items.pike]\nglyph = "p"\nslot = "weapon"\nattack_reach = 2\n'
    scene = TomlScene("#@..#", KINDS + pike)
    session = session_in(scene)
    scene.wear("p")
    items = {item.key: item for item in scene.book.items}
    assert "reach 2 -> 1, half a turn an attack instead of a turn" in comparison(items["dagger"], session)
    assert "reach" not in comparison(items["pike"], session)
