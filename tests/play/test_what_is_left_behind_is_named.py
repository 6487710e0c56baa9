"""Who goes down is told what is left behind, once a floor, and each time which allies are missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from follow_multi_turn_moves import follow
from keys_and_treasures import KINDS, TERRAIN, put
from ready_made_sessions import session_in
from screen_driver import a_play, press, shown, tick_to_end
from steep.core.geometry import DIRECTIONS, ROCK, steps_between
from steep.core.ruleset import HELD
from steep.core.world import ALLIED, HERO, HOSTILE, NEUTRAL
from steep.play.moves import Descend, Explore, Travel
from steep.play.moves.explore import PATIENCE, left_behind, missing_allies, names_of_allies
from steep.play.session import Session
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import PICK_UP, action
from steep.rules.movement import move_actor
from steep.rules.perceived_events import DIED, emit
from toml_scenes import TomlScene

SHRINE = """
    #########
    #@_._._.#
    #......>#
    #########
"""
PRISON = """
    ###########
    #.....@...#
    #.#########
    #....o#...#
    #######..>#
    ###########
"""
FLOOR = """
    ##########
    #@.......#
    #...._._.#
    #o......>#
    ##########
"""
LEFT = "Left here: a captive ogre, one of two things on altars and a herb."


def with_a_captive(picture: str) -> TomlScene:
    scene = TomlScene(picture, KINDS, terrain=TERRAIN)
    scene.monster("o").side = NEUTRAL
    scene.world.friends = 1
    scene.update_fov()
    return scene


def full_floor() -> TomlScene:
    scene = with_a_captive(FLOOR)
    put(scene, "h", scene.at(5, 2))
    put(scene, "s", scene.at(7, 2))
    put(scene, "h", scene.at(1, 2))
    return scene


def test_a_captive_seen_once_is_named_when_nothing_is_left_to_explore() -> None:
    scene = with_a_captive(PRISON)
    session, notes = session_in(scene), FloorNotes()
    reasons = [follow(session, Explore(notes), notes) for _ in range(2)]
    assert reasons[0] == "A captive ogre comes into view."
    assert "You haven't freed a captive ogre (" in reasons[1]
    scene.monster("o").side = ALLIED
    scene.world.friends = 1
    scene.update_fov()
    assert "captive" not in follow(session, Explore(notes), notes)


def test_a_captive_that_has_died_in_view_is_not_named() -> None:
    scene = with_a_captive(FLOOR)
    notes = FloorNotes()
    notes.look(session_in(scene))
    assert len(notes.captives) == 1
    scene.monster("o").hp = 0
    scene.update_fov()
    notes.look(session_in(scene))
    assert notes.captives == {}


def test_the_stairs_are_not_taken_before_what_is_left_was_named_once() -> None:
    session, notes = session_in(full_floor()), FloorNotes()
    descend = Descend(notes)
    assert follow(session, descend, notes) == LEFT
    assert session.hero.cell == session.hero.stairs
    assert descend.go_on is not None
    descend.go_on()
    assert follow(session, Descend(notes), notes) == "You are on floor 2."
    assert notes.left is False


def test_what_was_caged_when_another_was_taken_is_not_named() -> None:
    scene = TomlScene(SHRINE, KINDS, terrain=TERRAIN)
    for sign, column in (("h", 2), ("s", 4), ("h", 6)):
        put(scene, sign, scene.at(column, 1))
    put(scene, "h", scene.at(1, 2))
    session, notes = session_in(scene), FloorNotes()
    assert left_behind(session, notes) == "Left here: one of three things on altars and a herb."
    scene.move(3)
    session.act(action(PICK_UP))
    assert left_behind(session, notes) == "Left here: a herb."


def test_what_was_taken_or_passed_by_is_not_named() -> None:
    scene = with_a_captive(FLOOR)
    scene.monster("o").side = ALLIED
    put(scene, "h", scene.at(1, 1))
    scene.move(3)
    assert follow(session_in(scene), Descend()) == "You are on floor 2."


HALL = """
    #################
    #o....@......>..#
    #...............#
    #################
"""


def test_an_ally_that_is_not_beside_the_hero_is_named_before_the_stairs_are_taken() -> None:
    scene = with_a_captive(HALL)
    ogre, notes = scene.monster("o"), FloorNotes()
    ogre.side, ogre.statuses[scene.status("held")], ogre.conditions = ALLIED, 99, HELD
    scene.update_fov()
    session = session_in(scene)
    notes.look(session)
    assert follow(session, Descend(notes), notes) == "The ogre is not beside you."


def test_an_ally_at_the_heroes_heels_is_not_named() -> None:
    scene = with_a_captive(HALL)
    scene.monster("o").side = ALLIED
    scene.update_fov()
    session, notes = session_in(scene), FloorNotes()
    notes.look(session)
    assert missing_allies(session, notes)
    scene.wait(4)
    assert not missing_allies(session, notes)


def test_an_ally_that_was_seen_to_die_is_not_named() -> None:
    scene = with_a_captive(HALL)
    ogre, notes = scene.monster("o"), FloorNotes()
    ogre.side = ALLIED
    scene.update_fov()
    notes.look(session_in(scene))
    ogre.hp = 0
    emit(scene.world, DIED, HERO, ogre.kind, 0, ogre.cell)
    scene.update_fov()
    assert notes.allies
    assert not missing_allies(session_in(scene), notes)


def test_travel_to_a_captive_ends_beside_it() -> None:
    scene = with_a_captive(HALL)
    for _ in range(2):
        assert follow(session_in(scene), Travel(scene.at(1, 1))) == "An ogre stands there: walk into it to free it."
        assert steps_between(scene.hero.cell, scene.at(1, 1)) == 1
    assert scene.monster("o").side == NEUTRAL


def test_who_flees_is_told_nothing() -> None:
    scene = full_floor()
    scene.monster("o").side = HOSTILE
    scene.world.friends = 0
    scene.hero.cell = scene.at(8, 3)
    scene.update_fov()
    assert follow(session_in(scene), Descend()) == "You are on floor 2."


def test_a_long_list_is_shown_once(tmp_path: Path) -> None:
    scene = full_floor()
    play = a_play(tmp_path, scene)
    sword = next(item for item in scene.book.items if item.key == "sword")
    long = replace(sword, name="sword that was forged in a mountain far away and whose name is long")
    rows = tuple(long if item is sword else item for item in scene.book.item_rows)
    play.session.rulebook = replace(scene.book, items=rows[: len(scene.book.items)])
    put(scene, "s", scene.at(1, 2))
    tick_to_end(press(play, ">"))
    assert " ".join(shown(play).split()).count("Left here:") == 1


def test_the_key_again_goes_down(tmp_path: Path) -> None:
    scene = full_floor()
    play = a_play(tmp_path, scene)
    tick_to_end(press(play, ">"))
    assert f"{LEFT} Press > again in a moment to go on." in " ".join(shown(play).split())
    play.tick()
    press(play, ">")
    assert scene.world.floor == 2


def test_several_allies_of_a_kind_that_stay_are_counted() -> None:
    scene = TomlScene(
        """
        ##########
        #@......o#
        #......oo#
        #.......>#
        ##########
        """,
        KINDS,
        terrain=TERRAIN,
    )
    for number in range(3):
        scene.monster("o", number).side = ALLIED
    scene.update_fov()
    notes = FloorNotes()
    notes.look(session := session_in(scene))
    assert names_of_allies(session, missing_allies(session, notes).values()) == "three ogres"


def on_the_stairs(turns: int) -> tuple[TomlScene, Session, FloorNotes]:
    """A hero on the stairs, and an ally far off that is held for some turns."""
    scene = with_a_captive(HALL)
    ogre, notes = scene.monster("o"), FloorNotes()
    ogre.side = ALLIED
    move_actor(scene.world, scene.ruleset, 0, scene.at(8, 1))
    if turns:
        ogre.statuses[scene.status("held")], ogre.conditions = turns, HELD
    scene.hero.cell = scene.at(13, 1)
    scene.update_fov()
    session = session_in(scene)
    notes.look(session)
    return scene, session, notes


def offers_of(session: Session, notes: FloorNotes) -> list[tuple[str, str]]:
    """What Descend says and offers, again and again, to a player who agrees each time, until it goes down."""
    said = []
    while session.floor == 1:
        descend = Descend(notes)
        ended = follow(session, descend, notes)
        if descend.go_on is not None:
            said.append((ended, descend.offer))
            descend.go_on()
    return said


MISSING = "The ogre is not beside you."


def test_the_second_key_waits_for_the_ally_that_can_come_and_goes_down_with_it() -> None:
    scene, session, notes = on_the_stairs(0)
    assert offers_of(session, notes) == [(MISSING, "wait for the ogre")]
    assert 1 < scene.world.turn < PATIENCE
    assert scene.world.friends == 1


def test_who_is_held_is_not_waited_for() -> None:
    scene, session, notes = on_the_stairs(99)
    assert offers_of(session, notes) == [(MISSING, "go down all the same")]
    assert scene.world.turn == 1


def test_after_some_turns_the_key_offers_to_go_without_who_does_not_come() -> None:
    scene, session, notes = on_the_stairs(0)
    # Shut in without having been seen to be.
    for step in DIRECTIONS:
        scene.world.tiles[scene.at(8, 1) + step] = ROCK
    assert offers_of(session, notes) == [(MISSING, "wait for the ogre"), (MISSING, "go down all the same")]
    assert scene.world.turn == PATIENCE + 1


def test_who_is_missing_is_told_each_time_the_key_is_pressed_anew(tmp_path: Path) -> None:
    scene, session, notes = on_the_stairs(0)
    scene.monster("o").hp = 0
    scene.update_fov()
    assert notes.allies
    play = a_play(tmp_path, scene)
    play.session, play.floor_notes = session, notes
    for _ in range(3):
        press(play, ">")
        assert f"{MISSING} Press > again in a moment to wait for the ogre." in shown(play)
        press(play, "i", "escape")
    assert scene.world.floor == 1
