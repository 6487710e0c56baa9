"""What interrupts a multi-turn move, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from follow_multi_turn_moves import follow, stopped_by
from ready_made_sessions import session_in
from scenes import CONFUSED, HERO_HP, E, Scene, W, a_ruleset, add_status, confuse, set_hp, set_stat
from steep.core.ruleset import HARMS, HELPS, REGENERATION
from steep.core.world import ALLIED, HERO, HERO_ROW, NEUTRAL
from steep.play.moves import Interrupts
from steep.play.moves.travel_run_and_rest import Rest
from steep.play.session import Session
from steep.rules.abilities.statuses import give_status, refresh_conditions
from steep.rules.action_codes import MOVE, WAIT, action
from steep.rules.update_view import update_hero


def start_of_move(picture: str) -> tuple[Scene, Session, Interrupts]:
    """A scene, its session, and the interrupt check at the start of a move."""
    scene = Scene(picture)
    session = session_in(scene)
    return scene, session, Interrupts(session)


@pytest.mark.parametrize(
    ("picture", "act", "reason"),
    [
        ("#@..#", action(MOVE, E), ""),
        ("#@....s#", action(WAIT), ""),
        ("#@o#", action(WAIT), "You are hurt: 15 of 20 HP."),
        ("#@s#", action(WAIT), ""),
    ],
    ids=["a step", "an enemy in view from the start", "damage", "a hit without damage"],
)
def test_what_interrupts_in_a_turn(picture: str, act: int, reason: str) -> None:
    scene, session, interrupts = start_of_move(picture)
    scene.act(act)
    assert stopped_by(interrupts, session) == reason


@pytest.mark.parametrize(
    ("signs", "named"), [("..r.o", "A rat and an ogre come"), ("..rro", "Two rats and an ogre come")]
)
def test_new_enemies_are_named_nearest_first_and_those_of_a_kind_counted(signs: str, named: str) -> None:
    scene, session, interrupts = start_of_move("#@.....#")
    for x, sign in enumerate(signs, 2):
        if sign != ".":
            scene.put(sign, scene.at(x, 1))
    assert stopped_by(interrupts, session) == f"{named} into view."


def test_an_enemy_that_comes_into_view_interrupts_once() -> None:
    scene, session, interrupts = start_of_move("#@........s#")
    scene.move(E)
    assert stopped_by(interrupts, session) == ""
    scene.move(E)
    assert stopped_by(interrupts, session) == "A slug comes into view."
    scene.wait()
    assert stopped_by(interrupts, session) == ""


def test_an_enemy_that_comes_back_into_view_interrupts_again() -> None:
    scene, session, interrupts = start_of_move("#@......g.#")
    confuse(scene.enemy("g"), 9)
    count = scene.hero.visible_monster_count
    scene.hero.visible_monster_count = 0
    assert stopped_by(interrupts, session) == ""
    scene.hero.visible_monster_count = count
    assert stopped_by(interrupts, session) == "A golem comes into view."


def test_damage_interrupts_even_if_healing_was_larger() -> None:
    scene, session, interrupts = start_of_move("#@o.#")
    scene.give("!")
    set_hp(scene.world, 8)
    interrupts = Interrupts(session)
    scene.use(0)
    assert (scene.hero.hp, stopped_by(interrupts, session)) == (11, "")
    scene.wait()
    assert stopped_by(interrupts, session).startswith("You are hurt: ")


def test_an_item_underfoot_interrupts_after_a_step() -> None:
    scene, session, interrupts = start_of_move("#@!.#")
    scene.put("*", scene.at(2, 1))
    scene.move(E)
    assert stopped_by(interrupts, session) == "You see a potion and a fireball here."
    scene.wait()
    assert stopped_by(interrupts, session) == ""
    scene.move(E, W)
    assert stopped_by(interrupts, session) == ""


def test_a_level_up_interrupts() -> None:
    scene, session, interrupts = start_of_move("#@o#")
    scene.enemy("o").hp = 1
    scene.move(E)
    assert stopped_by(interrupts, session) == "You have reached level 2."


def test_a_new_floor_interrupts() -> None:
    scene, session, interrupts = start_of_move("#@.#")
    scene.put(">", scene.at(2, 1))
    scene.move(E)
    scene.descend()
    assert stopped_by(interrupts, session) == "You are on floor 2."


def test_death_interrupts() -> None:
    scene, session, interrupts = start_of_move("#@o#")
    set_hp(scene.world, 1)
    scene.wait()
    assert stopped_by(interrupts, session) == "Your run is over."


ALONE = "#@..#"


def poisoned(turns: int) -> tuple[Scene, Session]:
    """A scene whose hero has just been poisoned: it loses 2 HP a turn."""
    ruleset = a_ruleset()
    status = add_status(ruleset, hp=-2, traits=HARMS)
    scene = Scene(ALONE, ruleset)
    session = session_in(scene)
    book = session.rulebook
    session.rulebook = replace(book, statuses=(*book.statuses, replace(book.statuses[0], name="poisoned")))
    give_status(scene.world, ruleset, HERO_ROW, status, turns, HERO)
    update_hero(scene.world)
    return scene, session


def test_a_new_harmful_status_interrupts() -> None:
    scene, session, interrupts = start_of_move(ALONE)
    give_status(scene.world, scene.ruleset, HERO_ROW, CONFUSED, 3, HERO)
    update_hero(scene.world)
    assert stopped_by(interrupts, session) == "You are confused."
    assert stopped_by(interrupts, session) == ""


def test_a_helpful_status_does_not_interrupt() -> None:
    scene, session, interrupts = start_of_move(ALONE)
    scene.ruleset.statuses[CONFUSED].traits = HELPS
    give_status(scene.world, scene.ruleset, HERO_ROW, CONFUSED, 3, HERO)
    update_hero(scene.world)
    assert stopped_by(interrupts, session) == ""


def test_hp_lost_to_a_status_interrupt() -> None:
    scene, session = poisoned(4)
    interrupts = Interrupts(session)
    scene.wait()
    assert stopped_by(interrupts, session) == "You are hurt: 18 of 20 HP."


def test_a_rest_bears_the_statuses_it_waits_for_but_no_other_wound() -> None:
    scene, session = poisoned(4)
    interrupts = Interrupts(session, bears_statuses=True)
    scene.wait()
    assert stopped_by(interrupts, session) == ""
    set_hp(scene.world, scene.hero.hp - 1)
    scene.wait()
    assert stopped_by(interrupts, session) == "You are hurt: 15 of 20 HP."


def test_an_ally_in_view_does_not_interrupt() -> None:
    scene, session, interrupts = start_of_move("#@.....#")
    scene.put("o", scene.at(6, 1))
    scene.enemy("o").side = ALLIED
    scene.update_fov()
    assert stopped_by(interrupts, session) == ""


def test_a_captive_that_comes_into_view_is_called_one() -> None:
    scene, session, interrupts = start_of_move("#@.....#")
    scene.put("o", scene.at(6, 1))
    scene.enemy("o").side, scene.world.friends = NEUTRAL, 1
    scene.update_fov()
    assert stopped_by(interrupts, session) == "A captive ogre comes into view."


class TestRest:
    def test_lasts_until_harmful_statuses_end(self) -> None:
        scene, session = poisoned(4)
        assert follow(session, Rest()) == ""
        assert not any(scene.hero.statuses)
        assert (scene.hero.turn, scene.hero.hp) == (5, HERO_HP - 8)

    def test_is_refused_if_a_status_would_kill(self) -> None:
        scene, session = poisoned(4)
        set_hp(scene.world, 8)
        assert follow(session, Rest()) == "Resting would kill you: you will lose 8 more HP."
        assert scene.hero.turn == 0
        set_hp(scene.world, 9)
        follow(session, Rest())
        assert scene.hero.hp == 1

    def test_lasts_until_full_health_where_wounds_heal(self) -> None:
        scene = Scene(ALONE)
        set_stat(scene.world, REGENERATION, 25)
        refresh_conditions(scene.world.actors[HERO_ROW], scene.ruleset)
        set_hp(scene.world, HERO_HP - 3)
        assert follow(session_in(scene), Rest()) == ""
        assert (scene.hero.turn, scene.hero.hp) == (12, HERO_HP)

    def test_with_an_ally_in_view_is_possible(self) -> None:
        scene = Scene("#@...o#")
        scene.enemy("o").side = ALLIED
        scene.world.friends = 1
        confuse(scene.world.actors[HERO_ROW], 2)
        scene.update_fov()
        assert follow(session_in(scene), Rest()) == ""
        assert scene.hero.turn == 2
