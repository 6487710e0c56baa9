"""What screens and reports say of kinds of items that the hero hasn't identified."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from generated_floors import rulebook_from
from screen_driver import a_context, press, shown
from steep.balance.diff_rulesets import settings_that_differ
from steep.balance.lint.items_and_abilities import why_useless
from steep.balance.rolled_floors import roll_floors
from steep.core.geometry import NOWHERE
from steep.lab.ruleset_results.floors import floor_as_text
from steep.play.files.morgue import morgue_text
from steep.play.inventory_stacks import stacks_of
from steep.play.session import Session
from steep.play.texts.describe import describe_cell
from steep.play.warnings_and_discoveries import discovery_texts
from steep.rules.action_codes import DONE, USE, action
from steep.rules.items.identification_and_enchantments import learn
from steep.rules.update_view import update_visible
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.target_cursors import TargetCursor
from steep.ui.screens.menus.main_menu import MainMenu
from steep.ui.screens.popups.inventory_dialog import UseItem
from steep.ui.screens.texts.character_sheet import Character

NOW = datetime(2024, 1, 1, tzinfo=UTC)

RULES = """
extends = "tcod-2020"
[hero]
slots = ["ring"]
start = [
    { item = "potion_of_speed", identified = false },
    { item = "potion_of_speed", identified = false },
    { item = "wand_of_sparks", identified = false },
    { item = "ring_of_might", identified = false },
    { item = "potion_of_water" },
]
[appearances.potion]
names = ["murky potion", "red potion", "blue potion"]
glyph = "!"
[appearances.wand]
names = ["oak wand"]
glyph = "/"
shape = "bolt"
reach = 6
[appearances.ring]
names = ["jade ring"]
glyph = "="
[abilities.haste]
shape = "self"
effects = [{ status = "hasted", turns = 9 }]
[abilities.spark]
shape = "target"
effects = [{ damage = 4 }]
[items.potion_of_speed]
glyph = "!"
appearance = "potion"
abilities = ["haste"]
spawn = 30
[items.potion_of_heroes]
glyph = "!"
appearance = "potion"
abilities = ["haste"]
spawn = 10
[items.potion_of_water]
glyph = "!"
appearance = "potion"
spawn = 10
[items.wand_of_sparks]
glyph = "/"
appearance = "wand"
abilities = ["spark"]
charges = 3
[items.ring_of_might]
glyph = "="
appearance = "ring"
slot = "ring"
power = 3
"""


@pytest.fixture
def session() -> Session:
    return Session.start(rulebook_from(RULES), 7)


def look_of(session: Session, slot: int) -> str:
    """What the hero calls the item in a slot."""
    return session.rulebook.item_rows[session.hero.inventory[slot].kind - 1].name


def test_the_inventory_groups_by_what_is_seen_and_tells_no_more(session: Session, tmp_path: Path) -> None:
    potion = look_of(session, 0)
    assert [stack.name for stack in stacks_of(session)] == [f"2 {potion}s", "oak wand", "jade ring", "potion of water"]
    context = a_context(tmp_path)
    text = shown(UseItem(Play(context, session, lambda: MainMenu(context))), 100, 40)
    assert "unknown effect on you" in text
    assert "unknown effect on the first one in a line of 6" in text
    assert "unknown bonus" in text
    assert "might" not in text
    assert "speed" not in text


def test_an_unknown_wand_is_aimed_as_its_appearance_says(session: Session, tmp_path: Path) -> None:
    context = a_context(tmp_path)
    screen = press(UseItem(Play(context, session, lambda: MainMenu(context))), "c")
    assert isinstance(screen, TargetCursor)
    assert "Oak wand:" in shown(screen, 100, 40)


def test_a_message_tells_what_an_item_was(session: Session) -> None:
    potion = look_of(session, 0)
    assert session.act(action(USE, 1)) == DONE
    assert f"The {potion} is a potion of speed." in [entry.text for entry in session.log.entries]
    assert stacks_of(session)[0].name == "potion of speed"


def test_the_look_cursor_tells_what_it_could_be_by_the_odds(session: Session) -> None:
    item = session.world.items[0]
    item.kind, item.cell, item.seen = session.hero.inventory[4].kind - 1, session.hero.cell, 1
    item.kind = next(n for n, kind in enumerate(session.rulebook.items) if kind.key == "potion_of_heroes")
    update_visible(session.world)
    lines = describe_cell(session, session.hero.cell)
    assert "It could be potion of speed (75%) or potion of heroes (25%)." in lines
    assert not any("potion of water" in line for line in lines)


def test_the_character_sheet_and_the_morgue_list_discoveries(session: Session, tmp_path: Path) -> None:
    expected = [
        ("potion of water", "identified"),
        ("potion of speed", "75% of unknown potions"),
        ("potion of heroes", "25% of unknown potions"),
        ("ring of might", "100% of unknown rings"),
        ("wand of sparks", "100% of unknown wands"),
    ]
    by_name = sorted(discovery_texts(session.hero, session.rulebook))
    assert by_name == sorted(expected)
    context = a_context(tmp_path)
    text = shown(Character(context, Play(context, session, lambda: MainMenu(context)), session), 80, 60)
    assert "Identified: 1 of 5" in text
    assert "potion of heroes  25% of unknown potions" in text
    assert "potion of heroes: 25% of unknown potions" in morgue_text(session, None, NOW)


def test_a_kind_that_the_floor_does_not_have_is_said_to_be_none() -> None:
    deeper = Session.start(rulebook_from(RULES.replace("spawn = 10", "spawn = { 3 = 10 }", 1)), 7)
    texts = discovery_texts(deeper.hero, deeper.rulebook)
    assert ("potion of speed", "100% of unknown potions") in texts
    assert ("potion of heroes", "not found on this floor") in texts


def test_a_kind_that_a_group_draws_may_be_on_the_floor_and_has_no_share() -> None:
    rules = RULES.replace("spawn = 10", "spawn = 0", 1)
    drawn = Session.start(rulebook_from(rules + "[groups.gifts]\nper_floor = 1\nitems = { potion_of_heroes = 1 }\n"), 7)
    assert ("potion of heroes", "may be on this floor") in discovery_texts(drawn.hero, drawn.rulebook)


def test_where_everything_is_known_there_is_no_list(tmp_path: Path) -> None:
    session = Session.start(rulebook_from('extends = "tcod-2020"\n'), 7)
    context = a_context(tmp_path)
    assert "Identified" not in shown(
        Character(context, Play(context, session, lambda: MainMenu(context)), session), 80, 60
    )
    assert "Identified" not in morgue_text(session, None, NOW)


def test_a_learned_kind_is_shown_everywhere_at_once(session: Session) -> None:
    potion = next(n for n, kind in enumerate(session.rulebook.items) if kind.key == "potion_of_heroes")
    learn(session.world, potion)
    assert ("potion of speed", "100% of unknown potions") in discovery_texts(session.hero, session.rulebook)


def test_roll_lists_true_kinds_and_says_so(session: Session) -> None:
    rolled = next(iter(roll_floors(session.rulebook, 7, 1, 3)))
    text = floor_as_text(session.rulebook, rolled)
    assert "Items are listed by their true kinds, identified or not." in text
    assert not any(name in text for name in ("murky", "red potion", "oak wand"))


def test_diff_compares_appearances(session: Session) -> None:
    other = rulebook_from(RULES.replace('"murky potion", ', '"murky potion", "odd potion", '))
    assert [each.key for each in settings_that_differ(session.rulebook, other)] == ["appearances.potion.names"]


def test_lint_lets_an_unidentified_kind_do_nothing(session: Session) -> None:
    number = next(n for n, kind in enumerate(session.rulebook.items) if kind.key == "potion_of_water")
    item, row = session.rulebook.items[number], session.rulebook.compiled.items[number]
    assert row.use == NOWHERE
    assert why_useless(item, row) == ""
    row.appearance = 0
    assert why_useless(item, row) != ""
