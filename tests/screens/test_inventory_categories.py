"""The inventory by category, with what equipping an item would change."""

from __future__ import annotations

from pathlib import Path

import pytest

from generated_floors import rulebook_from
from screen_driver import a_context, drawing, mouse, press, pressed, shown
from steep.play.inventory_stacks import by_category, category_of, stacks_of
from steep.play.session import Session
from steep.play.texts.equipment import bonuses, comparison
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.target_cursors import ThrowCursor
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.inventory_dialog import DropItem

GEAR = """
extends = "tcod-2020"

[hero]
damage = "1d3"
throw_range = 5
slots = ["weapon", "body_armor"]
start = [
    { item = "healing_potion" },
    { item = "lightning_scroll" },
    { item = "mail" },
    { item = "sword", plus = 1 },
    { item = "pebble" },
    { item = "arrow" },
    { item = "confusion_scroll" },
    { item = "axe", equipped = true },
    { item = "bread" },
]

[items.sword]
glyph = "/"
slot = "weapon"
power = 3

[items.axe]
glyph = "P"
slot = "weapon"
damage = "1d8"
damage_type = "cold"
accuracy = -5

[items.mail]
glyph = "["
slot = "body_armor"
defense = 2
resist = { fire = 30 }

[items.pebble]
glyph = "*"

[items.arrow]
glyph = "-"

[items.bread]
glyph = "%"
category = "food"
effect = "heal"
amount = 1

[items.bow]
glyph = "}"
effect = "lightning"
amount = 2
reach = 5
ammunition = "arrow"
"""


@pytest.fixture
def session() -> Session:
    return Session.start(rulebook_from(GEAR), 3)


@pytest.fixture
def play(session: Session, tmp_path: Path) -> Play:
    context = a_context(tmp_path)
    return Play(context, session, lambda: MainMenu(context))


def test_items_are_grouped_by_slot_by_the_noun_of_their_name_and_the_rest_last(session: Session) -> None:
    book = session.rulebook
    grouped = [(category_of(stack.item, book), stack.letter) for stack in by_category(stacks_of(session), book)]
    assert grouped == [
        ("weapon", "d"),
        ("weapon", "h"),
        ("body armor", "c"),
        ("ammunition", "f"),
        ("food", "i"),
        ("potions", "a"),
        ("scrolls", "b"),
        ("scrolls", "g"),
        ("other", "e"),
    ]


def test_each_category_has_a_heading_and_letters_stay_with_slots(play: Play) -> None:
    rows = [line.strip(" │>") for line in shown(press(play, "i"), 120, 40).splitlines() if "│" in line]
    wanted = (
        "Weapon",
        "d  / sword +1",
        "h  P axe (equipped)",
        "Body armor",
        "c  [ mail",
        "Scrolls",
        "b  ~ lightning scroll",
    )
    at = [next(n for n, row in enumerate(rows) if row.startswith(text)) for text in wanted]
    assert at == sorted(at)
    assert at[:5] == list(range(at[0], at[0] + 5))


def test_a_click_on_a_heading_chooses_nothing_and_one_on_a_row_its_item(play: Play) -> None:
    dialog = pressed(DropItem, play, "d")
    drawing(dialog)
    assert mouse(dialog, "left", "Body armor") is dialog
    assert mouse(dialog, "left", "mail") is play
    assert play.session.log.entries[-1].text == "You drop the mail."


def test_a_comparison_tells_what_every_stat_and_the_attack_would_become(session: Session) -> None:
    items = {stack.item.key: stack.item for stack in stacks_of(session)}
    assert comparison(items["sword"], session) == (
        "vs. axe: damage a turn 9.0 -> 11.0, +1d3 damage instead of +1d8 cold damage, power 5 -> 9, accuracy -5 -> 0"
    )
    assert comparison(items["mail"], session) == "defense 2 -> 4, fire resistance 0% -> 30%"
    assert comparison(items["bread"], session) == ""


def test_an_enchanted_item_can_be_aimed_to_throw_it(play: Play) -> None:
    cursor = pressed(ThrowCursor, play, "t", "d")
    assert "Sword +1: thrown, it hurts nobody." in shown(cursor)


def test_regeneration_of_equipment_has_its_unit() -> None:
    book = rulebook_from(GEAR + '[items.ring]\nglyph = "="\nslot = "weapon"\nregeneration = 20\n')
    ring = next(item for item in book.items if item.key == "ring")
    assert bonuses(ring) == "+20 HP per 100 turns"


@pytest.mark.parametrize(("category", "listed"), [("", "enchants"), ('category = "scrolls"', "scrolls")])
def test_a_category_overrides_the_last_word_of_a_name(category: str, listed: str) -> None:
    book = rulebook_from(f'{GEAR}[items.scroll_enchant]\nglyph = "?"\n{category}\n')
    assert category_of(next(item for item in book.items if item.key == "scroll_enchant"), book) == listed


@pytest.mark.parametrize("name", ["scroll with burnt edges", "scroll in red ink", "stained scroll", "scroll of vellum"])
def test_the_noun_of_a_name_is_before_what_it_has(name: str) -> None:
    book = rulebook_from(f'{GEAR}[items.unread]\nglyph = "?"\nname = "{name}"\n')
    assert category_of(next(item for item in book.items if item.key == "unread"), book) == "scrolls"
