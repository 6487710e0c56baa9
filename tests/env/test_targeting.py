"""Targets that are chosen: confusion for the most dangerous, fire where it burns most and not the hero."""

from __future__ import annotations

import scenes
from scenes import E, Scene, a_ruleset
from steep.core.geometry import NOWHERE
from steep.core.ruleset import CHEBYSHEV
from steep.env.kernel.actions import FLAT_USE, act_flat, write_flat_mask
from steep.env.kernel.targeting import any_blast, best_blast, most_dangerous
from steep.rules.action_codes import DONE, EMPTY_SLOT, MUST_CHOOSE, NO_ENEMY_IN_REACH

RADIUS = scenes.ITEMS["*"].reach


def use(scene: Scene, place: int = 0) -> int:
    return act_flat(scene.world, scene.ruleset, FLAT_USE + place)


def can_use(scene: Scene, place: int = 0) -> bool:
    mask = [9] * 45
    write_flat_mask(scene.hero, scene.ruleset, mask)
    return mask[FLAT_USE + place] == 1


def test_confusion_targets_the_most_powerful_visible_enemy() -> None:
    scene = Scene("""
        ##########
        #r@...o..#
        ##########
    """)
    assert most_dangerous(scene.hero, scene.ruleset) == scene.at(6, 1)


def test_of_equals_it_is_the_nearest() -> None:
    scene = Scene("""
        ##########
        #r...@.r.#
        ##########
    """)
    assert most_dangerous(scene.hero, scene.ruleset) == scene.at(7, 1)


def test_sleeping_and_confused_enemies_are_targeted_last() -> None:
    scene = Scene("""
        ##########
        #o..@r..o#
        ##########
    """)
    scene.enemy("o", 0).asleep = 1
    scene.enemy("o", 1).confused = 3
    scene.update_fov()
    assert most_dangerous(scene.hero, scene.ruleset) == scene.at(5, 1)


def test_confusion_confuses_its_target() -> None:
    scene = Scene("""
        ##########
        #r@...o..#
        ##########
    """)
    scene.give("?")
    assert can_use(scene)
    assert use(scene) == DONE
    assert scene.enemy("o").confused > 0
    assert scene.inventory() == "....."


def test_a_fireball_hits_the_most_enemies_but_not_the_hero() -> None:
    scene = Scene("""
        ##########
        #@..r...r#
        #.......r#
        ##########
    """)
    scene.hero.hp = 1
    cell = best_blast(scene.hero, scene.ruleset, RADIUS)
    scene.give("*")
    assert use(scene) == DONE
    assert scene.hero.hp == 1
    assert [enemy.hp > 0 for enemy in scene.actors()].count(False) >= 2
    assert cell != NOWHERE


def test_fire_that_would_burn_the_hero_has_no_target() -> None:
    ruleset = a_ruleset()
    ruleset.distance = CHEBYSHEV
    picture = """
        ####
        #@r#
        ####
    """
    scene = Scene(picture, ruleset)
    scene.give("*")
    assert best_blast(scene.hero, scene.ruleset, RADIUS) == NOWHERE
    assert not can_use(scene)
    assert use(scene) == NO_ENEMY_IN_REACH
    assert scene.inventory() == "*...."


def test_where_distance_goes_by_steps_so_does_the_blast() -> None:
    ruleset = a_ruleset()
    ruleset.distance = CHEBYSHEV
    picture = """
        #######
        #@....#
        #.....#
        #..r..#
        #.....#
        #.....#
        #######
    """
    assert best_blast(Scene(picture).hero, a_ruleset(), 2) != NOWHERE
    cell = best_blast(Scene(picture).hero, ruleset, 2)
    assert max(abs(cell % 80 - Scene(picture).hero.cell % 80), abs(cell // 80 - Scene(picture).hero.cell // 80)) > 2


def test_whether_there_is_a_target_agrees_with_which() -> None:
    for seed in range(30):
        scene = Scene("""
            ##############
            #@....#......#
            #.....#..r...#
            #........o...#
            #....r#......#
            ##############
        """)
        scene.move(*[(seed >> bit) % 8 for bit in range(5)])
        for radius in range(5):
            found = best_blast(scene.hero, scene.ruleset, radius) != NOWHERE
            assert any_blast(scene.hero, scene.ruleset, radius) == found


def test_without_visible_enemies_there_is_no_target() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.give("?", "*")
    assert [use(scene, place) for place in (0, 1, 2)] == [NO_ENEMY_IN_REACH, NO_ENEMY_IN_REACH, EMPTY_SLOT]
    assert not can_use(scene, 0)
    assert not can_use(scene, 1)


def test_a_choice_comes_before_any_aim() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.give("?")
    scene.hero.choosing = 1
    assert use(scene) == MUST_CHOOSE


def test_an_enemy_that_steps_up_can_still_be_attacked() -> None:
    scene = Scene("""
        #####
        #@.r#
        #####
    """)
    assert act_flat(scene.world, scene.ruleset, E) == DONE
    assert scene.hero.cell == scene.at(2, 1)
