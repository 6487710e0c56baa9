"""How enchanted items are named, and what the player is told of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from generated_floors import rulebook_from
from screen_driver import a_context, press, shown
from steep.content.articles_and_plurals import indefinite, plural
from steep.content.rulebook import enchanted
from steep.core.world import HERO_ROW
from steep.play.files.morgue import morgue_text
from steep.play.inventory_stacks import stacks_of, worn_by_slot
from steep.play.session import Session
from steep.play.texts.abilities import item_summary
from steep.play.texts.describe import describe_cell, names_at
from steep.play.texts.equipment import comparison
from steep.rules.action_codes import DROP, PICK_UP, USE, action
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.texts.character_sheet import Character

GEAR = """
extends = "tcod-2020"

[hero]
slots = ["hand", "body"]
start = [
    { item = "sword", equipped = true, plus = -1 },
    { item = "sword", plus = 2 },
    { item = "sword", plus = 2 },
    { item = "sword" },
    { item = "mail", plus = 1 },
]

[items.sword]
glyph  = "/"
slot   = "hand"
power  = 3
damage = "1d4"

[abilities.rub_in]
shape = "self"
effects = [{ enchant = 1, slot = "hand" }, { enchant = 1, slot = "body" }]

[items.oil]
glyph = "!"
abilities = ["rub_in"]

[items.mail]
name = "chain mail"
glyph   = "["
slot    = "body"
defense = 2
resist  = { fire = 30 }
each_plus = { defense = 1, evasion = 5 }
"""


@pytest.fixture
def session() -> Session:
    return Session.start(rulebook_from(GEAR), 3)


@pytest.mark.parametrize(
    ("name", "one", "many"),
    [
        ("sword +2", "a sword +2", "swords +2"),
        ("axe -1", "an axe -1", "axes -1"),
        ("chain mail +10", "some chain mail +10", "chain mail +10"),
        ("ring of fire +1", "a ring of fire +1", "rings of fire +1"),
    ],
)
def test_a_plus_follows_the_name_in_the_plural_too(name: str, one: str, many: str) -> None:
    assert (indefinite(name), plural(name)) == (one, many)


def test_items_enchanted_alike_are_a_stack(session: Session) -> None:
    assert [(stack.letter, stack.name) for stack in stacks_of(session)] == [
        ("a", "sword -1 (equipped)"),
        ("b", "2 swords +2"),
        ("d", "sword"),
        ("e", "chain mail +1"),
    ]


def test_what_enchants_names_what_is_equipped_there(session: Session) -> None:
    book = session.rulebook
    oil = next(item for item in book.items if item.key == "oil")
    assert item_summary(oil, book, worn_by_slot(session)) == "enchants your sword -1 (+1) and enchants your body (+1)"
    assert item_summary(oil, book) == "enchants your hand (+1) and enchants your body (+1)"


def test_a_comparison_counts_both_enchantments(session: Session) -> None:
    stacks = stacks_of(session)
    assert comparison(stacks[1].item, session) == "vs. sword -1: damage a turn 9.5 -> 12.5, power 7 -> 10"
    assert comparison(stacks[2].item, session) == "vs. sword -1: damage a turn 9.5 -> 10.5, power 7 -> 8"


def test_an_enchanted_item_gives_what_each_plus_adds() -> None:
    mail = next(item for item in rulebook_from(GEAR).items if item.key == "mail")
    better = enchanted(mail, 3)
    assert (better.name, better.defense, better.evasion, better.resist) == ("chain mail +3", 5, 15, mail.resist)
    assert enchanted(mail, 0) is mail


def test_messages_look_and_travel_name_what_lies_there(session: Session) -> None:
    session.act(action(DROP, 4))
    cell = session.hero.cell
    assert session.log.entries[-1].text == "You drop the chain mail +1."
    assert names_at(session, cell) == "You, chain mail +1"
    assert "Some chain mail +1, in view." in describe_cell(session, cell)
    assert "Equipped, it gives +3 defense, +5 evasion, +30% fire resistance." in describe_cell(session, cell)
    assert "Defense 2 -> 5, evasion 0 -> 5, fire resistance 0% -> 30%." in describe_cell(session, cell)
    session.act(action(PICK_UP))
    assert session.log.entries[-1].text == "You pick up some chain mail +1 (e)."


def test_a_picked_up_item_says_how_many_alike_there_are(session: Session) -> None:
    session.act(action(DROP, 2))
    session.act(action(PICK_UP))
    assert session.log.entries[-1].text == "You pick up a sword +2 (b; you have 2)."


def test_the_sheet_the_morgue_file_and_the_inventory_name_them(session: Session, tmp_path: Path) -> None:
    session.act(action(USE, 4))
    context = a_context(tmp_path)
    play = Play(context, session, lambda: MainMenu(context))
    sheet = shown(Character(play.context, play, session), 100, 40)
    assert "Defense       5 (2 +3 equipped)" in sheet
    assert "sword -1 (equipped)" in sheet
    session.world.actors[HERO_ROW].hp = 0
    assert "  e) chain mail +1 (equipped)" in morgue_text(session, None, datetime(2026, 1, 1, tzinfo=UTC))
    text = shown(press(play, "i"), 120, 40)
    assert "2 swords +2" in text
    assert "+3 power" in text
