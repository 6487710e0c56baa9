"""What stops a long move, and what does not."""

from __future__ import annotations

from scenes import E, Scene, W
from sessions import session_in
from steep.play.moves import Interrupts
from steep.play.session import Session


def at_peace(picture: str) -> tuple[Scene, Session, Interrupts]:
    """A scene, its session, and a vigil that has just begun."""
    scene = Scene(picture)
    session = session_in(scene)
    return scene, session, Interrupts(session)


def test_a_move_goes_on_while_nothing_new_happens() -> None:
    scene, session, interrupts = at_peace("""
        #####
        #@..#
        #####
    """)
    scene.move(E)
    assert interrupts.reason(session) == ""


def test_an_enemy_that_comes_into_view_interrupts_once() -> None:
    scene, session, interrupts = at_peace("""
        ############
        #@........s#
        ############
    """)
    scene.move(E)
    assert interrupts.reason(session) == ""
    scene.move(E)
    assert interrupts.reason(session) == "A slug comes into view."
    scene.wait()
    assert interrupts.reason(session) == ""


def test_of_several_new_enemies_the_nearest_is_named_first() -> None:
    scene, session, interrupts = at_peace("""
        ########
        #@.....#
        ########
    """)
    scene.put("o", scene.at(6, 1))
    scene.put("r", scene.at(4, 1))
    assert interrupts.reason(session) == "A rat and an ogre come into view."


def test_new_enemies_that_are_alike_are_counted() -> None:
    scene, session, interrupts = at_peace("""
        ########
        #@.....#
        ########
    """)
    for x, sign in ((4, "r"), (5, "r"), (6, "o")):
        scene.put(sign, scene.at(x, 1))
    assert interrupts.reason(session) == "Two rats and an ogre come into view."


def test_an_enemy_in_view_from_the_start_does_not_interrupt() -> None:
    scene, session, interrupts = at_peace("""
        ########
        #@....s#
        ########
    """)
    scene.wait()
    assert interrupts.reason(session) == ""


def test_an_enemy_that_left_and_came_back_interrupts_again() -> None:
    scene, session, interrupts = at_peace("""
        ###########
        #@......g.#
        ###########
    """)
    scene.enemy("g").confused = 9
    known = scene.hero.visible_monster_count
    scene.hero.visible_monster_count = 0
    assert interrupts.reason(session) == ""
    scene.hero.visible_monster_count = known
    assert interrupts.reason(session) == "A golem comes into view."


def test_damage_stops() -> None:
    scene, session, interrupts = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.wait()
    assert interrupts.reason(session) == "You are hurt: 15 of 20 HP."


def test_a_hit_without_damage_does_not_interrupt() -> None:
    scene, session, interrupts = at_peace("""
        ####
        #@s#
        ####
    """)
    scene.wait()
    assert interrupts.reason(session) == ""


def test_damage_stops_even_after_healing_by_more() -> None:
    scene, session, interrupts = at_peace("""
        #####
        #@o.#
        #####
    """)
    scene.give("!")
    scene.hero.hp = 8
    interrupts = Interrupts(session)
    scene.use(0)
    assert (scene.hero.hp, interrupts.reason(session)) == (11, "")
    scene.wait()
    assert interrupts.reason(session).startswith("You are hurt: ")


def test_an_item_underfoot_interrupts_after_a_step() -> None:
    scene, session, interrupts = at_peace("""
        #####
        #@!.#
        #####
    """)
    scene.put("*", scene.at(2, 1))
    scene.move(E)
    assert interrupts.reason(session) == "You see a potion and a fireball here."
    scene.wait()
    assert interrupts.reason(session) == ""
    scene.move(E, W)
    assert interrupts.reason(session) == ""


def test_a_level_up_stops() -> None:
    scene, session, interrupts = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.enemy("o").hp = 1
    scene.move(E)
    assert interrupts.reason(session) == "You have reached level 2."


def test_a_new_floor_stops() -> None:
    scene, session, interrupts = at_peace("""
        ####
        #@.#
        ####
    """)
    scene.put(">", scene.at(2, 1))
    scene.move(E)
    scene.descend()
    assert interrupts.reason(session) == "You are on floor 2."


def test_death_stops() -> None:
    scene, session, interrupts = at_peace("""
        ####
        #@o#
        ####
    """)
    scene.hero.hp = 1
    scene.wait()
    assert interrupts.reason(session) == "Your run is over."


def test_what_was_in_view_before_the_move_does_not_interrupt() -> None:
    scene, session, _ = at_peace("""
        #######
        #@...s#
        #######
    """)
    assert scene.hero.visible_monster_count == 1
    assert Interrupts(session).reason(session) == ""
