"""Every event and every reason has a sentence in proper English."""

from __future__ import annotations

import string

import pytest

from ready_made_sessions import load
from scenes import E
from steep.content.articles_and_plurals import definite, indefinite, plural
from steep.core.world import HERO, Event
from steep.play.texts import messages
from steep.play.texts.messages import (
    MAX_MESSAGES,
    REASON_SENTENCES,
    MessageLog,
    enumerated,
    letter_of,
    missed_sentence,
    sentence,
    underfoot_sentence,
)
from steep.play.texts.survival import STAIRS_DOWN, STAIRS_OUT, STAIRS_SEALED
from steep.rules import perceived_events as events
from steep.rules.action_codes import REASON_NAMES
from steep.rules.perceived_events import EVENTS
from toml_scenes import TomlScene

GEAR = load("tcod-2020-gear")
ORC, TROLL = (next(i for i, kind in enumerate(GEAR.monsters) if kind.key == key) for key in ("orc", "troll"))
POTION, ARMOR = (
    next(i for i, kind in enumerate(GEAR.items) if kind.key == key) for key in ("healing_potion", "leather_armor")
)


PLAIN, FIRE, LIGHTNING = (
    next(i for i, each in enumerate(GEAR.damage_types) if each.key == key) for key in ("plain", "fire", "lightning")
)
CONFUSED, INVISIBLE = (
    next(i for i, status in enumerate(GEAR.statuses) if status.key == key) for key in ("confused", "invisible")
)


def sentence_for(what: int, who: int, whom: int, amount: int = 0, detail: int = 0) -> tuple[str, str]:
    event = Event()
    event.what, event.who, event.whom, event.amount, event.detail = what, who, whom, amount, detail
    return sentence(event, GEAR)


@pytest.mark.parametrize(
    ("event", "text", "kind"),
    [
        ((events.ARRIVED, HERO, HERO, 2), "You arrive on floor 2.", "info"),
        ((events.HIT, HERO, ORC, 5), "You hit the orc for 5.", "hero_hits"),
        ((events.HIT, ORC, HERO, 1), "The orc hits you for 1.", "enemy_hits"),
        ((events.HIT, TROLL, ORC, 4), "The troll hits the orc for 4.", "info"),
        ((events.HIT, HERO, ORC, 9, events.CRITICAL), "You critically hit the orc for 9!", "hero_hits"),
        ((events.HIT, ORC, HERO, 9, events.CRITICAL), "The orc critically hits you for 9!", "enemy_hits"),
        ((events.HIT, ORC, TROLL, 9, events.CRITICAL), "The orc critically hits the troll for 9.", "info"),
        ((events.MISSED, HERO, ORC, 0), "You miss the orc.", "harmless"),
        ((events.MISSED, ORC, HERO, 0), "The orc misses you.", "harmless"),
        ((events.MISSED, TROLL, ORC, 0), "The troll misses the orc.", "info"),
        ((events.HIT, ORC, HERO, 0), "The orc hits you, but it does no damage.", "harmless"),
        ((events.HIT, HERO, TROLL, 0), "You hit the troll, but it does no damage.", "harmless"),
        ((events.HIT, ORC, TROLL, 0), "The orc hits the troll, but it does no damage.", "harmless"),
        ((events.DAMAGED, HERO, ORC, 12, FIRE), "The orc is burned for 12.", "hero_hits"),
        ((events.DAMAGED, HERO, HERO, 12, FIRE), "You are burned for 12.", "enemy_hits"),
        ((events.DAMAGED, ORC, HERO, 12, FIRE), "You are burned for 12 by the orc.", "enemy_hits"),
        ((events.DAMAGED, TROLL, ORC, 3, PLAIN), "The orc is hurt for 3.", "info"),
        ((events.DAMAGED, HERO, ORC, 0, FIRE), "The orc takes no damage.", "harmless"),
        ((events.DAMAGED, ORC, HERO, 0, FIRE), "You take no damage.", "harmless"),
        ((events.DAMAGED, HERO, TROLL, 20, LIGHTNING), "The troll is shocked for 20.", "hero_hits"),
        ((events.DIED, HERO, ORC), "The orc dies.", "good"),
        ((events.DIED, TROLL, ORC), "The orc dies.", "good"),
        ((events.DIED, ORC, HERO), "You die...", "death"),
        ((events.DIED, HERO, HERO), "You die...", "death"),
        ((events.GAINED_XP, HERO, HERO, 35), "You gain 35 XP.", "info"),
        ((events.LEVELLED, HERO, HERO, 2), "You reach level 2!", "level"),
        ((events.HEALED, HERO, HERO, 4), "You recover 4 HP.", "good"),
        ((events.HEALED, ORC, ORC, 4), "The orc recovers 4 HP.", "bad"),
        ((events.AFFLICTED, HERO, TROLL, 10, CONFUSED), "The troll is confused.", "good"),
        ((events.AFFLICTED, TROLL, HERO, 10, CONFUSED), "You are confused.", "bad"),
        ((events.AFFLICTED, HERO, HERO, 10, INVISIBLE), "You are invisible.", "info"),
        ((events.AFFLICTED, ORC, TROLL, 10, INVISIBLE), "The troll is invisible.", "info"),
        ((events.RECOVERED, TROLL, TROLL, 0, CONFUSED), "The troll is no longer confused.", "bad"),
        ((events.RECOVERED, HERO, HERO, 0, CONFUSED), "You are no longer confused.", "info"),
        ((events.RAISED, HERO, HERO, 2, 1), "You gain 2 power.", "level"),
        ((events.LOWERED, ORC, HERO, 2, 2), "You lose 2 defense.", "bad"),
        ((events.LOWERED, HERO, ORC, 2, 0), "The orc loses 2 maximum HP.", "good"),
        ((events.VANISHED, HERO, HERO), "You are suddenly somewhere else.", "info"),
        ((events.VANISHED, TROLL, HERO), "The troll sends you somewhere else.", "bad"),
        ((events.VANISHED, ORC, ORC), "The orc vanishes.", "info"),
        ((events.SHOVED, TROLL, HERO, 2), "The troll pushes you back.", "bad"),
        ((events.SHOVED, HERO, ORC, 2), "You push the orc back.", "info"),
        ((events.SHOVED, TROLL, ORC, 2), "The troll pushes the orc back.", "info"),
        ((events.SHOVED, TROLL, HERO, 2, events.PULLED), "The troll pulls you closer.", "bad"),
        ((events.SHOVED, HERO, ORC, 2, events.PULLED), "You pull the orc towards you.", "info"),
        ((events.SHOVED, TROLL, ORC, 2, events.PULLED), "The troll pulls the orc closer.", "info"),
        ((events.NOTHING_HAPPENED, HERO, HERO), "Nothing happens.", "info"),
        ((events.SUMMONED, HERO, ORC), "An orc appears and fights for you.", "good"),
        ((events.SUMMONED, TROLL, ORC), "The troll calls an orc.", "bad"),
        ((events.SUMMONED, TROLL, ORC, 0, events.BY_THE_DEAD), "An orc rises where the troll fell.", "bad"),
        ((events.PICKED_UP, HERO, POTION, 1), "You pick up a healing potion (b).", "info"),
        ((events.PICKED_UP, HERO, ARMOR, 25), "You pick up some leather armor (z).", "info"),
        ((events.DROPPED, HERO, POTION), "You drop the healing potion.", "info"),
        ((events.EQUIPPED, HERO, ARMOR), "You equip the leather armor.", "info"),
        ((events.UNEQUIPPED, HERO, ARMOR), "You unequip the leather armor.", "info"),
        ((events.GREW, HERO, 0, 20), "Your maximum HP rises by 20.", "level"),
        ((events.GREW, HERO, 2, 1), "Your defense rises by 1.", "level"),
    ],
)
def test_an_event_has_this_sentence(event: tuple[int, ...], text: str, kind: str) -> None:
    assert sentence_for(*event) == (text, kind)


def test_every_event_has_a_sentence_and_those_for_some_of_its_sides_belong_to_it() -> None:
    for row in EVENTS:
        assert row.sentences, row.name
        assert row.harmless.keys() | row.marked.keys() <= row.sentences.keys(), row.name


def test_no_two_reasons_share_a_sentence() -> None:
    assert len(set(REASON_SENTENCES.values())) == len(REASON_SENTENCES) == len(REASON_NAMES) - 1


def test_every_sentence_begins_with_a_capital_and_ends_with_a_mark() -> None:
    fixed = [
        messages.GREETING,
        STAIRS_DOWN,
        STAIRS_SEALED,
        STAIRS_OUT,
        missed_sentence(3),
        underfoot_sentence(["dagger"]),
    ]
    templates = [
        text
        for row in EVENTS
        for text in (*(text for text, _ in row.sentences.values()), *row.harmless.values(), *row.marked.values())
    ]
    for text in [*fixed, *templates, *REASON_SENTENCES.values()]:
        assert text[0] in string.ascii_uppercase + "{", text
        assert text[-1] in ".!", text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("healing potion", "a healing potion"),
        ("orc", "an orc"),
        ("unicorn", "a unicorn"),
        ("hourglass", "an hourglass"),
        ("one-eyed ogre", "a one-eyed ogre"),
        ("chain mail", "some chain mail"),
        ("leather armor", "some leather armor"),
        ("undergrowth", "some undergrowth"),
        ("coins", "some coins"),
        ("potion of fire", "a potion of fire"),
        ("Grip", "Grip"),
    ],
)
def test_the_indefinite_article_follows_pronunciation(name: str, expected: str) -> None:
    assert indefinite(name) == expected


@pytest.mark.parametrize("name", ["Grip", "the Lich of the Grove", "The Lich"])
def test_a_proper_name_or_one_with_the_takes_no_article_and_no_plural(name: str) -> None:
    assert (definite(name), indefinite(name), plural(name)) == (name, name, name)


def test_other_names_take_articles_even_if_they_begin_like_one() -> None:
    assert (definite("orc"), indefinite("theropod"), plural("theropod")) == ("the orc", "a theropod", "theropods")


def test_a_name_with_the_is_capitalised_where_a_sentence_begins() -> None:
    piece = "monsters.rat = { name = 'the Lich of the Grove', power = 9 }"
    scene = TomlScene("#@r.#", piece)
    scene.move(E)
    assert scene.messages() == ["You hit the Lich of the Grove for 3.", "The Lich of the Grove hits you for 8."]


def test_a_list_of_names_ends_with_and() -> None:
    assert [enumerated("abc"[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_inventory_slots_have_letters() -> None:
    assert [letter_of(slot) for slot in (0, 1, 25)] == ["a", "b", "z"]


def test_a_repeat_raises_the_count_of_the_last_message() -> None:
    log = MessageLog()
    for turn in (3, 4, 5):
        log.add("You wait.", "info", turn)
    assert [(entry.line, entry.turn) for entry in log.entries] == [("You wait. (x3)", 5)]


def test_a_repeat_after_another_message_is_a_new_message() -> None:
    log = MessageLog()
    for text in ("Thud.", "Ouch.", "Thud."):
        log.add(text)
    assert [entry.line for entry in log.entries] == ["Thud.", "Ouch.", "Thud."]


def test_the_same_text_of_another_kind_is_a_new_message() -> None:
    log = MessageLog()
    log.add("Thud.", "info")
    log.add("Thud.", "bad")
    assert [entry.line for entry in log.entries] == ["Thud.", "Thud."]


def test_a_message_without_a_turn_gets_the_turn_of_the_last_message() -> None:
    log = MessageLog()
    log.add("You hit the orc for 5.", "hero_hits", 12)
    log.add("A thought.")
    assert log.entries[-1].turn == 12


def test_a_full_log_drops_its_oldest_messages() -> None:
    log = MessageLog()
    for number in range(MAX_MESSAGES + 1):
        log.add(f"Line {number}.")
    assert len(log.entries) <= MAX_MESSAGES
    assert log.entries[-1].text == f"Line {MAX_MESSAGES}."
    assert log.entries[0].text == f"Line {MAX_MESSAGES // 10}."


@pytest.mark.parametrize(
    ("singular", "expected"),
    [
        ("healing potion", "healing potions"),
        ("potion of healing", "potions of healing"),
        ("torch", "torches"),
        ("ruby", "rubies"),
        ("key", "keys"),
        ("throwing knife", "throwing knives"),
        ("staff of fire", "staves of fire"),
        ("thief", "thieves"),
        ("dire wolf", "dire wolves"),
        ("elf", "elves"),
        ("dwarf", "dwarfs"),
        ("cliff", "cliffs"),
        ("chain mail", "chain mail"),
        ("Excalibur", "Excalibur"),
    ],
)
def test_plurals(singular: str, expected: str) -> None:
    assert plural(singular) == expected


def test_only_the_last_message_can_be_retracted() -> None:
    log = MessageLog()
    for text in ("first", "second", "second"):
        log.add(text)
    log.retract("first")
    assert [entry.line for entry in log.entries] == ["first", "second (x2)"]
    log.retract("second")
    assert [entry.line for entry in log.entries] == ["first", "second"]
    log.retract("second")
    assert [entry.line for entry in log.entries] == ["first"]


def test_what_told_nothing_is_not_said_beside_what_told_something() -> None:
    found, nothing, again = Event(), Event(), Event()
    for event, amount in ((found, 3), (nothing, 0), (again, 0)):
        event.what, event.amount = events.INFORMED, amount
    assert [each is found for each in messages.without_repeated_nothing([nothing, found, again])] == [True]
    assert [each is nothing for each in messages.without_repeated_nothing([nothing, again])] == [True]
