"""Multi-turn moves go on in view of enemies that sleep, or that stay away from the hero, as in the water."""

from __future__ import annotations

from follow_multi_turn_moves import follow
from ready_made_sessions import session_in
from scenes import S
from steep.play.moves import Explore, Rest, Run, Travel
from steep.play.moves.rest import NO_REST
from steep.play.session import Session
from toml_scenes import TomlScene

TERRAIN = {"+": "door", "=": "deep_water"}

KINDS = """
    [monsters.eel]
    glyph = "e"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    moves = "in_water"

    [monsters.sleeper]
    glyph = "z"
    hp = 18
    power = 4
    defense = 1
    xp = 3
    asleep = 100
"""

POND = """
    ###########
    #...======#
    #@..==e===#
    #...======#
    #...#######
    #...#
    ##.##
    #...#
    #...#
    #####
"""

HALL = """
    ###########
    #@.....z..#
    #.........#
    #.###.#####
    #...#.....#
    ###########
"""

FULL = "There is nothing left to explore."


def session_of(picture: str) -> tuple[TomlScene, Session]:
    scene = TomlScene(picture, KINDS, terrain=TERRAIN)
    session = session_in(scene)
    session.rulebook = scene.book
    return scene, session


def test_exploring_goes_on_past_an_eel_that_cannot_come() -> None:
    scene, session = session_of(POND)
    assert follow(session, Explore()).startswith(FULL[:-1])
    assert scene.known(2, 8) == "floor"


def test_exploring_goes_on_past_a_sleeper_and_stops_when_it_wakes() -> None:
    scene, session = session_of(HALL)
    assert follow(session, Explore()) == FULL
    scene, session = session_of(HALL)
    scene.world.actors[0].asleep = 0
    scene.update_fov()
    assert follow(session, Explore()) == "You can't explore while a sleeper is in view."


def test_at_the_shore_an_eel_can_strike() -> None:
    _, session = session_of(POND.replace("#@..==", "#..@=="))
    assert follow(session, Explore()) == "You can't explore while an eel is in view."


def test_travel_run_and_rest_go_on_past_an_eel_that_cannot_come() -> None:
    scene, session = session_of(POND)
    assert follow(session, Travel(scene.at(2, 5))) == ""
    scene, session = session_of(POND)
    scene.wound(scene.body, 5)
    assert follow(session, Run(S)) == ""
    assert scene.hero.cell == scene.at(1, 5)
    assert follow(session, Rest()) == NO_REST


def test_one_that_sleeps_interrupts_a_move_once() -> None:
    _, session = session_of("""
        ################
        #@.............#
        ######.######.##
        ####...#####...#
        ####.z.#########
        ####...####
        ###########
    """)
    assert follow(session, Explore()) == "A sleeper comes into view."
    assert follow(session, Explore()) == FULL


def test_a_sleeper_in_the_way_is_named() -> None:
    _, session = session_of("""
        ########
        #@..z..#
        ######.#
        ###....#
        ########
    """)
    assert follow(session, Explore()) == "A sleeper is in the way of what is left to explore."
