"""Automatic targets: the most dangerous enemy for confusion; the most enemies, but not the hero, for fireballs."""

from __future__ import annotations

from scenes import CONFUSED, E, Scene, a_ruleset, ability_of, confuse, set_hp
from steep.core.geometry import NOWHERE
from steep.core.ruleset import CHEBYSHEV
from steep.env.kernel.choose_target import any_blast, best_blast, best_monster
from steep.env.kernel.flat_actions import FLAT_ACTIONS, FLAT_USE, act_flat, write_flat_mask
from steep.rules.action_codes import DONE, EMPTY_SLOT, MUST_CHOOSE, NO_ENEMY_IN_REACH


def use(scene: Scene, slot: int = 0) -> int:
    return act_flat(scene.world, scene.ruleset, FLAT_USE + slot)


def can_use(scene: Scene, slot: int = 0) -> bool:
    mask = [9] * FLAT_ACTIONS
    write_flat_mask(scene.hero, scene.ruleset, mask)
    return mask[FLAT_USE + slot] == 1


def test_confusion_targets_the_most_powerful_visible_enemy() -> None:
    scene = Scene("""
        ##########
        #r@...o..#
        ##########
    """)
    assert best_monster(scene.hero, scene.ruleset, ability_of(scene.ruleset, "?")) == scene.at(6, 1)


def test_confusion_targets_the_nearest_of_equal_enemies() -> None:
    scene = Scene("""
        ##########
        #r...@.r.#
        ##########
    """)
    assert best_monster(scene.hero, scene.ruleset, ability_of(scene.ruleset, "?")) == scene.at(7, 1)


def test_sleeping_and_confused_enemies_are_targeted_last() -> None:
    scene = Scene("""
        ##########
        #o..@r..o#
        ##########
    """)
    scene.enemy("o", 0).asleep = 1
    confuse(scene.enemy("o", 1), 3)
    scene.update_fov()
    assert best_monster(scene.hero, scene.ruleset, ability_of(scene.ruleset, "?")) == scene.at(5, 1)


def test_confusion_confuses_its_target() -> None:
    scene = Scene("""
        ##########
        #r@...o..#
        ##########
    """)
    scene.give("?")
    assert can_use(scene)
    assert use(scene) == DONE
    assert scene.enemy("o").statuses[CONFUSED] > 0
    assert scene.inventory() == "....."


def test_a_fireball_hits_the_most_enemies_but_not_the_hero() -> None:
    scene = Scene("""
        ##########
        #@..r...r#
        #.......r#
        ##########
    """)
    set_hp(scene.world, 1)
    cell = best_blast(scene.hero, scene.ruleset, ability_of(scene.ruleset, "*"))
    scene.give("*")
    assert use(scene) == DONE
    assert scene.hero.hp == 1
    assert [enemy.hp > 0 for enemy in scene.actors()].count(False) >= 2
    assert cell != NOWHERE


def test_a_fireball_that_would_hit_the_hero_has_no_target() -> None:
    ruleset = a_ruleset()
    ruleset.distance = CHEBYSHEV
    picture = """
        ####
        #@r#
        ####
    """
    scene = Scene(picture, ruleset)
    scene.give("*")
    assert best_blast(scene.hero, scene.ruleset, ability_of(scene.ruleset, "*")) == NOWHERE
    assert not can_use(scene)
    assert use(scene) == NO_ENEMY_IN_REACH
    assert scene.inventory() == "*...."


def test_the_blast_is_measured_by_the_rulesets_distance() -> None:
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
    fireball = ability_of(ruleset, "*")
    assert best_blast(Scene(picture).hero, a_ruleset(), fireball) != NOWHERE
    cell = best_blast(Scene(picture).hero, ruleset, fireball)
    assert max(abs(cell % 80 - Scene(picture).hero.cell % 80), abs(cell // 80 - Scene(picture).hero.cell // 80)) > 2


def test_any_blast_is_true_exactly_when_best_blast_has_a_target() -> None:
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
        fireball = ability_of(scene.ruleset, "*")
        for fireball.radius in range(5):
            has_target = best_blast(scene.hero, scene.ruleset, fireball) != NOWHERE
            assert any_blast(scene.hero, scene.ruleset, fireball) == has_target


def test_without_visible_enemies_there_is_no_target() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.give("?", "*")
    assert [use(scene, slot) for slot in (0, 1, 2)] == [NO_ENEMY_IN_REACH, NO_ENEMY_IN_REACH, EMPTY_SLOT]
    assert not can_use(scene, 0)
    assert not can_use(scene, 1)


def test_a_pending_choice_comes_before_targeting() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.give("?")
    scene.hero.choosing = 1
    assert use(scene) == MUST_CHOOSE


def test_a_move_towards_an_enemy_two_cells_away_is_possible() -> None:
    scene = Scene("""
        #####
        #@.r#
        #####
    """)
    assert act_flat(scene.world, scene.ruleset, E) == DONE
    assert scene.hero.cell == scene.at(2, 1)
