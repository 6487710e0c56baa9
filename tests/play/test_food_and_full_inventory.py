"""What a hungry hero is told and does, and what a hero with a full inventory can do with what lies here."""

from __future__ import annotations

from pathlib import Path

import pytest

from follow_multi_turn_moves import follow
from keys_and_treasures import KINDS as KEY_KINDS
from ready_made_sessions import session_in
from screen_driver import a_play, press, pressed, shown
from steep.bots.choose_and_use_items import eat
from steep.bots.pathfinding import NO_ACTION
from steep.play.inventory_stacks import usable_underfoot
from steep.play.moves import Explore
from steep.play.session import Session
from steep.play.texts.messages import MessageLog
from steep.play.texts.refusals import full_sentence
from steep.play.texts.survival import supplies
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import DONE, MAX_UNDERFOOT, PICK_UP, UNDERFOOT, USE, WAIT, action, argument_of, cell_of
from steep.ui.screens.game.target_cursors import TargetCursor
from steep.ui.screens.popups.inventory_dialog import UseItem
from toml_scenes import TomlScene

KINDS = """
    [hero]
    inventory = 1
    stacks = true

    [hunger]
    full = 1000
    stages = [{ name = "hungry", below = 300 }, { name = "starving", below = 0, hp = 1 }]

    [abilities]
    feeds = { trigger = "use", shape = "self", effects = [{ feed = 400 }] }
    shines = { trigger = "use", shape = "target", effects = [{ damage = 1 }] }

    [items]
    loaf = { glyph = "%", abilities = ["feeds"] }
    stone = { glyph = "," }
    wand = { glyph = "/", abilities = ["shines"], charges = 2 }
"""
ROOM = "#@.....#"
WITH_LOAF = "#...@.%#"


def hungry(picture: str, carried: str = "", nutrition: int = 301) -> tuple[TomlScene, Session]:
    """A hero about to get hungry, who has seen what lies around it."""
    scene = TomlScene(picture, KINDS)
    for sign in carried:
        scene.carry(sign)
    scene.hero.nutrition = nutrition
    scene.update_fov()
    return scene, session_in(scene)


def said(log: MessageLog) -> list[str]:
    return [message.text for message in log.entries]


@pytest.mark.parametrize(
    ("nutrition", "food"), [(901, "301"), (700, "100 (hungry)"), (600, "0 (famished)"), (5, "0 (famished)")]
)
def test_food_is_shown_as_turns_until_hunger_harms(nutrition: int, food: str) -> None:
    stages = 'stages = [{ name = "hungry", below = 700 }, { name = "famished", below = 600, status = "weakened" }, '
    scene = TomlScene(ROOM, KINDS.replace('stages = [{ name = "hungry", below = 300 }, ', stages))
    scene.hero.nutrition = nutrition
    assert supplies(scene.hero, scene.book) == [("Food", food)]


def test_who_gets_hungry_is_told_what_food_it_carries() -> None:
    _, session = hungry(ROOM, "%%")
    session.act(action(WAIT))
    assert said(session.log) == ["You are hungry.", "You carry 2 loaves (a)."]


def test_or_what_food_it_knows_of_on_the_floor() -> None:
    _, session = hungry(WITH_LOAF)
    session.act(action(WAIT))
    assert said(session.log)[1] == "You carry no food, but know of a loaf 2 steps from here."


def test_or_that_there_is_none() -> None:
    _, session = hungry(ROOM)
    session.act(action(WAIT))
    assert said(session.log)[1] == "You carry no food, and have seen none on this floor."


def test_exploring_goes_back_for_food_that_was_left_once_the_hero_is_hungry() -> None:
    for nutrition, cell in ((900, 4), (200, 6)):
        scene, session = hungry(WITH_LOAF, ",", nutrition)
        scene.world.items[0].visited = 1
        scene.update_fov()
        reason = follow(session, explore := Explore(notes := FloorNotes()))
        assert scene.hero.cell == scene.at(cell, 1)
    assert reason == "You are hungry, and there is a loaf here: use it from the floor."
    assert explore.offer == "use it"
    assert explore.go_on is not None
    explore.go_on()
    assert Explore(notes).next_action(session) == action(USE, UNDERFOOT, scene.hero.cell)
    session.act(action(USE, UNDERFOOT))
    assert follow(session, Explore()) == "There is nothing left to explore."


def test_exploring_onto_food_with_room_for_it_says_that_it_can_be_picked_up() -> None:
    scene, session = hungry(ROOM, nutrition=200)
    scene.put("%", scene.hero.cell)
    scene.update_fov()
    assert follow(session, Explore()) == "You are hungry, and there is a loaf here: pick it up, or use it."


def test_starving_stops_a_move_at_each_quarter_of_the_hp_and_not_in_each_turn() -> None:
    picture = "#" * 52 + "\n#@" + "." * 49 + "#\n" + "#" * 52
    _, session = hungry(picture, nutrition=0)
    reasons = [follow(session, Explore()) for _ in range(2)]
    assert reasons == ["You are starving: 22 of 30 HP.", "You are starving: 15 of 30 HP."]
    assert session.hero.turn == 15


def test_who_starves_with_food_does_not_explore_before_eating() -> None:
    _, session = hungry(WITH_LOAF, "%", nutrition=0)
    assert follow(session, Explore()) == "You are starving. You carry a loaf (a). Eat before you go on."
    session.act(action(USE, 0))
    assert follow(session, Explore()) != "You are starving. You carry a loaf (a). Eat before you go on."


def test_a_full_inventory_is_told_with_what_can_be_done_about_it() -> None:
    scene, session = hungry(ROOM, ",")
    scene.put("%", scene.hero.cell)
    session.act(action(PICK_UP))
    assert said(session.log) == ["Your inventory is full: drop or use something first, or use the loaf from the floor."]


def test_a_key_that_finds_no_room_is_told_with_what_to_do() -> None:
    scene = TomlScene(ROOM, KEY_KINDS + "[hero]\ninventory = 1\n")
    session = session_in(scene)
    scene.carry("s")
    scene.put("k", scene.hero.cell)
    session.act(action(PICK_UP))
    text = "drop something here, take the brass key, and come back for it when the brass key is used up."
    assert said(session.log) == [f"Your inventory is full: {text}"]


def test_what_lies_here_is_in_the_inventory_screen_under_a_digit(tmp_path: Path) -> None:
    scene, _session = hungry(ROOM, ",", 250)
    for sign in "%/":
        scene.put(sign, scene.hero.cell)
    play = a_play(tmp_path, scene)
    text = shown(pressed(UseItem, play, "i"))
    assert "Here on the floor" in text
    assert "1  % loaf" in text
    assert "2  / wand" in text
    assert press(play, "i", "1") is play
    assert scene.hero.nutrition == 649
    assert "1  / wand" in shown(pressed(UseItem, play, "i"))
    assert isinstance(press(play, "i", "1"), TargetCursor)


def test_walking_onto_one_more_of_a_stack_picks_it_up_with_a_full_inventory(tmp_path: Path) -> None:
    scene, _session = hungry("#@%,...#", "%")
    play = a_play(tmp_path, scene)
    press(play, "l")
    assert scene.hero.inventory[0].count == 2
    press(play, "l")
    assert play.note == "Your inventory is full: drop or use something first."


def pile(below: int, top: str = "%", carried: str = "") -> tuple[TomlScene, Session]:
    """A hungry hero on a pile: stones, and something to use after them."""
    scene, session = hungry(ROOM, carried, nutrition=200)
    for sign in [*"," * below, *top]:
        scene.put(sign, scene.hero.cell)
    scene.update_fov()
    return scene, session


def test_the_last_thing_in_a_pile_that_an_action_can_name_is_used_where_it_lies() -> None:
    scene, session = pile(MAX_UNDERFOOT - 1)
    (stack,) = usable_underfoot(session)
    use = action(USE, stack.next_slot)
    assert (argument_of(use), cell_of(use), stack.letter) == (stack.next_slot, 0, "")
    assert session.act(use) == DONE
    assert scene.hero.nutrition > 200


def test_what_lies_deeper_in_a_pile_is_not_offered_and_the_inventory_says_so(tmp_path: Path) -> None:
    scene, session = pile(MAX_UNDERFOOT, carried="%")
    assert usable_underfoot(session) == []
    assert "from the floor" not in full_sentence(scene.hero, session.rulebook)
    play = a_play(tmp_path, scene)
    inventory = pressed(UseItem, play, "i")
    text = " ".join(shown(inventory).replace("│", " ").split())
    assert "1 more thing could be used here, but only the first 32 in the pile can." in text
    press(inventory, "1", "escape")
    assert scene.hero.inventory[0].count == 1


def test_only_the_first_nine_things_of_a_pile_have_a_digit_and_the_others_are_chosen_with_enter(tmp_path: Path) -> None:
    scene, session = pile(8, "%%%")
    assert [stack.letter for stack in usable_underfoot(session)] == ["9", "", ""]
    play = a_play(tmp_path, scene)
    inventory = pressed(UseItem, play, "i")
    press(inventory, "down", "down", "enter")
    assert scene.hero.nutrition > 200


@pytest.mark.parametrize(("below", "eats"), [(MAX_UNDERFOOT - 1, True), (MAX_UNDERFOOT, False)])
def test_a_bot_eats_from_a_pile_only_what_an_action_can_name(below: int, eats: bool) -> None:
    scene, _ = pile(below)
    use = action(USE, UNDERFOOT + below, scene.hero.cell) if eats else NO_ACTION
    assert eat(scene.hero, scene.ruleset) == use
