"""Items tell what using them takes, and refusals name the item and what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import session_in
from screen_driver import a_context, pressed, shown
from steep.play.inventory_stacks import stacks_of
from steep.play.session import Session
from steep.play.texts.abilities import use_text
from steep.play.texts.describe import describe_cell
from steep.rules.action_codes import DONE, MOVE, USE, action
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.inventory_dialog import UseItem
from toml_scenes import TomlScene

ARCHER = """
[hero]
throw_range = 5

[items.arrow]
glyph = "-"

[items.bow]
glyph = "}"
abilities = ["spark"]
ammunition = "arrow"

[items.wand]
glyph = "w"
charges = 2
recharge = 15
abilities = ["spark"]

[items.ember]
glyph = "e"
charges = 1
abilities = ["spark"]

[items.oil_flask]
glyph = "?"
name = "oil flask"
abilities = ["splash"]

[items.scroll]
glyph = "s"
abilities = ["temper"]

[abilities.spark]
shape = "bolt"
effects = [{ damage = 3 }]

[abilities.splash]
trigger = "throw"
shape = "target"
effects = [{ damage = 3 }]

[abilities.temper]
shape = "self"
effects = [{ enchant = 1, slot = "weapon" }]
"""

ROOM = "#@...o.#"


@pytest.fixture
def scene() -> TomlScene:
    return TomlScene(ROOM, ARCHER)


def carrying(scene: TomlScene, *keys: str) -> Session:
    session = session_in(scene)
    for key in keys:
        number = [item.key for item in scene.book.items].index(key)
        slot = scene.hero.inventory_count
        scene.hero.inventory[slot].kind = number + 1
        scene.hero.inventory[slot].charges = 0
        scene.hero.inventory[slot].count = 1
        scene.hero.inventory_count += 1
    return session


def test_the_text_of_an_item_tells_its_ammunition_and_when_it_recharges(scene: TomlScene) -> None:
    texts = {item.key: use_text(item, scene.book) for item in scene.book.items}
    assert texts["bow"].endswith("; uses an arrow")
    assert texts["wand"].endswith("; regains a charge in 15 turns")
    assert "regains" not in texts["ember"]


@pytest.mark.parametrize(("count", "name"), [(0, "bow (no arrows)"), (1, "bow (1 arrow)"), (3, "bow (3 arrows)")])
def test_the_name_of_an_item_tells_how_much_ammunition_is_left(scene: TomlScene, count: int, name: str) -> None:
    assert stacks_of(carrying(scene, "bow", *["arrow"] * count))[0].name == name


@pytest.mark.parametrize(
    ("key", "waited", "text"),
    [
        ("bow", 0, "You have no arrows left for the bow."),
        ("wand", 4, "The wand has no charges left, and regains one in 11 turns."),
        ("ember", 0, "The ember has no charges left."),
        ("scroll", 0, "You have no weapon equipped that it could enchant."),
    ],
)
def test_a_refusal_names_the_item_and_what_it_lacks(scene: TomlScene, key: str, waited: int, text: str) -> None:
    session = carrying(scene, key)
    scene.hero.inventory[0].recharging = waited
    assert session.act(action(USE, 0, scene.at(5, 1))) != DONE
    assert session.log.entries[-1].text == text


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("afraid", "You are too afraid to attack for 4 more turns. Walk away, wait, or use or throw an item."),
        ("charmed", "You can't bring yourself to harm anyone for 4 more turns. Walk away or wait."),
    ],
)
def test_who_does_not_dare_to_attack_is_told_for_how_long_and_what_to_do(status: str, told: str) -> None:
    scene = TomlScene("#@o.#", ARCHER)
    scene.afflict(scene.body, status, 4)
    session = session_in(scene)
    assert session.act(action(MOVE, 3)) != DONE
    assert session.log.entries[-1].text == told


def test_an_empty_wand_is_refused_before_aiming(scene: TomlScene, tmp_path: Path) -> None:
    context = a_context(tmp_path)
    play = Play(context, carrying(scene, "wand"), lambda: MainMenu(context))
    assert "The wand has no charges left" in shown(pressed(Play, pressed(UseItem, play, "i"), "a"))


def test_what_throwing_does_is_a_sentence_of_its_own(scene: TomlScene) -> None:
    session = carrying(scene, "oil_flask")
    scene.drop(0)
    assert "An oil flask, in view. Thrown: 3 damage to whoever it hits." in describe_cell(session, scene.hero.cell)


STUNNED = """
    [statuses.stunned]
    verb = "stuns"
    conditions = ["cannot_act"]
"""


def test_a_turn_that_passes_without_the_action_of_a_stunned_hero_is_told() -> None:
    scene = TomlScene("#@..#", STUNNED)
    session = session_in(scene)
    scene.afflict(scene.body, "stunned", 2)
    session.act(action(MOVE, 3))
    assert [message.text for message in session.log.entries][:1] == ["You are stunned and can't act."]
    assert scene.hero.cell == scene.at(1, 1)
