"""What interrupts a multi-turn move, and what does not."""

from __future__ import annotations

from scenes import E, Scene, W, confuse, set_hp
from sessions import session_in
from steep.play.moves import Interrupts
from steep.play.session import Session


def start_of_move(picture: str) -> tuple[Scene, Session, Interrupts]:
    """A scene, its session, and the interrupt check at the start of a move."""
    scene = Scene(picture)
    session = session_in(scene)
    return scene, session, Interrupts(session)


def test_a_move_continues_while_nothing_new_happens() -> None:
    scene, session, interrupts = start_of_move("""
        #####
        #@..#
        #####
    """)
    scene.move(E)
    assert interrupts.reason(session) == ""


def test_an_enemy_that_comes_into_view_interrupts_once() -> None:
    scene, session, interrupts = start_of_move("""
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


def test_several_new_enemies_are_named_nearest_first() -> None:
    scene, session, interrupts = start_of_move("""
        ########
        #@.....#
        ########
    """)
    scene.put("o", scene.at(6, 1))
    scene.put("r", scene.at(4, 1))
    assert interrupts.reason(session) == "A rat and an ogre come into view."


def test_new_enemies_of_one_kind_are_counted() -> None:
    scene, session, interrupts = start_of_move("""
        ########
        #@.....#
        ########
    """)
    for x, sign in ((4, "r"), (5, "r"), (6, "o")):
        scene.put(sign, scene.at(x, 1))
    assert interrupts.reason(session) == "Two rats and an ogre come into view."


def test_an_enemy_in_view_from_the_start_does_not_interrupt() -> None:
    scene, session, interrupts = start_of_move("""
        ########
        #@....s#
        ########
    """)
    scene.wait()
    assert interrupts.reason(session) == ""


def test_an_enemy_that_comes_back_into_view_interrupts_again() -> None:
    scene, session, interrupts = start_of_move("""
        ###########
        #@......g.#
        ###########
    """)
    confuse(scene.enemy("g"), 9)
    count = scene.hero.visible_monster_count
    scene.hero.visible_monster_count = 0
    assert interrupts.reason(session) == ""
    scene.hero.visible_monster_count = count
    assert interrupts.reason(session) == "A golem comes into view."


def test_damage_interrupts() -> None:
    scene, session, interrupts = start_of_move("""
        ####
        #@o#
        ####
    """)
    scene.wait()
    assert interrupts.reason(session) == "You are hurt: 15 of 20 HP."


def test_a_hit_without_damage_does_not_interrupt() -> None:
    scene, session, interrupts = start_of_move("""
        ####
        #@s#
        ####
    """)
    scene.wait()
    assert interrupts.reason(session) == ""


def test_damage_interrupts_even_if_healing_was_larger() -> None:
    scene, session, interrupts = start_of_move("""
        #####
        #@o.#
        #####
    """)
    scene.give("!")
    set_hp(scene.world, 8)
    interrupts = Interrupts(session)
    scene.use(0)
    assert (scene.hero.hp, interrupts.reason(session)) == (11, "")
    scene.wait()
    assert interrupts.reason(session).startswith("You are hurt: ")


def test_an_item_underfoot_interrupts_after_a_step() -> None:
    scene, session, interrupts = start_of_move("""
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


def test_a_level_up_interrupts() -> None:
    scene, session, interrupts = start_of_move("""
        ####
        #@o#
        ####
    """)
    scene.enemy("o").hp = 1
    scene.move(E)
    assert interrupts.reason(session) == "You have reached level 2."


def test_a_new_floor_interrupts() -> None:
    scene, session, interrupts = start_of_move("""
        ####
        #@.#
        ####
    """)
    scene.put(">", scene.at(2, 1))
    scene.move(E)
    scene.descend()
    assert interrupts.reason(session) == "You are on floor 2."


def test_death_interrupts() -> None:
    scene, session, interrupts = start_of_move("""
        ####
        #@o#
        ####
    """)
    set_hp(scene.world, 1)
    scene.wait()
    assert interrupts.reason(session) == "Your run is over."


def test_a_monster_in_view_before_the_move_does_not_interrupt() -> None:
    scene, session, _ = start_of_move("""
        #######
        #@...s#
        #######
    """)
    assert scene.hero.visible_monster_count == 1
    assert Interrupts(session).reason(session) == ""
