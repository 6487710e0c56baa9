"""What stops a long move, and what does not."""

from __future__ import annotations

from runs import session_in
from scenes import E, Scene, W
from steep.play.session import Session
from steep.play.vigil import Vigil


def at_peace(picture: str) -> tuple[Scene, Session, Vigil]:
    """A scene, its session, and a vigil that has just begun."""
    scene = Scene(picture)
    session = session_in(scene)
    return scene, session, Vigil(session)


def test_nothing_new_stops_nothing() -> None:
    scene, session, vigil = at_peace("""
        #####
        #@..#
        #####
    """)
    scene.move(E)
    assert vigil.broken(session) == ""


def test_a_foe_that_comes_into_view_stops_once() -> None:
    scene, session, vigil = at_peace("""
        ############
        #@........s#
        ############
    """)
    scene.move(E)
    assert vigil.broken(session) == ""
    scene.move(E)
    assert vigil.broken(session) == "A slug comes into view."
    scene.wait()
    assert vigil.broken(session) == ""


def test_several_foes_at_once_are_told_by_the_nearest() -> None:
    scene, session, vigil = at_peace("""
        ########
        #@.....#
        ########
    """)
    scene.put("o", scene.at(6, 1))
    scene.put("r", scene.at(4, 1))
    assert vigil.broken(session) == "A rat and 1 more come into view."


def test_a_foe_in_view_from_the_start_stops_nothing() -> None:
    scene, session, vigil = at_peace("""
        ########
        #@....s#
        ########
    """)
    scene.wait()
    assert vigil.broken(session) == ""


def test_a_foe_that_went_and_came_back_stops_again() -> None:
    scene, session, vigil = at_peace("""
        ###########
        #@......g.#
        ###########
    """)
    scene.foe("g").confused = 9
    known = scene.hero.foe_count
    scene.hero.foe_count = 0
    assert vigil.broken(session) == ""
    scene.hero.foe_count = known
    assert vigil.broken(session) == "A golem comes into view."


def test_damage_stops() -> None:
    scene, session, vigil = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.wait()
    assert vigil.broken(session) == "You are hurt: 15 of 20 HP."


def test_a_blow_that_does_nothing_does_not_stop() -> None:
    scene, session, vigil = at_peace("""
        ####
        #@s#
        ####
    """)
    scene.wait()
    assert vigil.broken(session) == ""


def test_damage_stops_even_after_healing_by_more() -> None:
    scene, session, vigil = at_peace("""
        #####
        #@o.#
        #####
    """)
    scene.give("!")
    scene.hero.hp = 8
    vigil = Vigil(session)
    scene.use(0)
    assert (scene.hero.hp, vigil.broken(session)) == (11, "")
    scene.wait()
    assert vigil.broken(session).startswith("You are hurt: ")


def test_a_thing_underfoot_stops_after_a_step() -> None:
    scene, session, vigil = at_peace("""
        #####
        #@!.#
        #####
    """)
    scene.put("*", scene.at(2, 1))
    scene.move(E)
    assert vigil.broken(session) == "You see a potion and a fireball here."
    scene.wait()
    assert vigil.broken(session) == ""
    scene.move(E, W)
    assert vigil.broken(session) == ""


def test_a_level_up_stops() -> None:
    scene, session, vigil = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.foe("o").hp = 1
    scene.move(E)
    assert vigil.broken(session) == "You have reached level 2."


def test_a_new_floor_stops() -> None:
    scene, session, vigil = at_peace("""
        ####
        #@.#
        ####
    """)
    scene.put(">", scene.at(2, 1))
    scene.move(E)
    scene.descend()
    assert vigil.broken(session) == "You are on floor 2."


def test_death_stops() -> None:
    scene, session, vigil = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.hero.hp = 1
    scene.wait()
    assert vigil.broken(session) == "Your run is over."


def test_what_was_in_view_before_the_vigil_is_no_news() -> None:
    scene, session, _ = at_peace("""
        #######
        #@...s#
        #######
    """)
    assert scene.hero.foe_count == 1
    assert Vigil(session).broken(session) == ""
