"""Automatic targets: the most dangerous enemy for confusion; the most enemies, but not the hero, for fireballs."""

from __future__ import annotations

from scenes import CONFUSED, Scene, a_ruleset, ability_of, confuse, set_hp
from steep.core.geometry import NOWHERE, squared_reach
from steep.core.ruleset import CHEBYSHEV, ENEMIES, EVERYBODY, HELPS
from steep.core.world import ALLIED, MAX_INVENTORY, NEUTRAL
from steep.env.kernel.actions import FLAT_ACTIONS, FLAT_THROW, FLAT_USE, act_flat, flat_use, write_flat_mask
from steep.env.kernel.choose_target import (
    BEST,
    NEAREST_ENEMY,
    NEAREST_FRIEND,
    WEAKEST_ENEMY,
    aimed_cell,
    any_blast,
    best_blast,
    best_monster,
)
from steep.rules.action_codes import DONE, EMPTY_SLOT, MUST_CHOOSE, NO_ENEMY_IN_REACH, NO_SUCH_ACTION
from thrown_items import OIL, PEBBLE
from toml_scenes import TomlScene


def use(scene: Scene, slot: int = 0) -> int:
    return act_flat(scene.world, scene.ruleset, FLAT_USE + slot)


def can_use(scene: Scene, slot: int = 0) -> bool:
    mask = [9] * FLAT_ACTIONS
    write_flat_mask(scene.hero, scene.ruleset, mask)
    return mask[FLAT_USE + slot] == 1


def test_confusion_targets_the_nearest_of_equal_enemies() -> None:
    scene = Scene("#r...@.r.#")
    assert best_monster(scene.hero, scene.ruleset, ability_of(scene.ruleset, "?")) == scene.at(7, 1)


def test_sleeping_and_confused_enemies_are_targeted_last() -> None:
    scene = Scene("#o..@r..o#")
    scene.enemy("o", 0).asleep = 1
    confuse(scene.enemy("o", 1), 3)
    scene.update_fov()
    assert best_monster(scene.hero, scene.ruleset, ability_of(scene.ruleset, "?")) == scene.at(5, 1)


def test_confusion_confuses_its_target() -> None:
    scene = Scene("#r@...o..#")
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
    picture = "#@r#"
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
    scene = Scene("#@..#")
    scene.give("?", "*")
    assert [use(scene, slot) for slot in (0, 1, 2)] == [NO_ENEMY_IN_REACH, NO_ENEMY_IN_REACH, EMPTY_SLOT]
    assert not can_use(scene, 0)
    assert not can_use(scene, 1)


def test_a_pending_choice_comes_before_targeting() -> None:
    scene = Scene("#@..#")
    scene.give("?")
    scene.hero.choosing = 1
    assert use(scene) == MUST_CHOOSE


def aim(scene: Scene, aim: int, slot: int = 0) -> int:
    """Use an item with an aim. The mask must have said whether that is possible."""
    mask = [9] * FLAT_ACTIONS
    write_flat_mask(scene.hero, scene.ruleset, mask)
    reason = act_flat(scene.world, scene.ruleset, flat_use(aim, slot))
    assert mask[flat_use(aim, slot)] == (reason == DONE)
    return reason


def befriend(scene: Scene, sign: str, number: int = 0, side: int = ALLIED) -> None:
    """Take a monster to another side."""
    scene.enemy(sign, number).side = side
    scene.world.friends += 1
    scene.update_fov()


def confused_ones(scene: Scene) -> list[bool]:
    """Which monsters are confused, in their order."""
    return [actor.statuses[CONFUSED] > 0 for actor in scene.actors()]


MANY = "#r.@..o..r#"


def test_an_item_can_be_used_on_the_nearest_and_on_the_weakest_enemy() -> None:
    for chosen, expected in ((NEAREST_ENEMY, [True, False, False]), (WEAKEST_ENEMY, [False, False, True])):
        scene = Scene(MANY)
        scene.enemy("r", 1).hp = 2
        scene.update_fov()
        scene.give("?")
        assert aim(scene, chosen) == DONE
        assert confused_ones(scene) == expected


def test_the_weakest_of_equal_enemies_is_the_nearest() -> None:
    scene = Scene("#r...@.r.#")
    assert aimed_cell(scene.hero, scene.ruleset, WEAKEST_ENEMY) == scene.at(7, 1)


def test_an_item_can_be_used_on_the_nearest_friend_if_it_affects_friends() -> None:
    scene = Scene(MANY)
    scene.give("?", "?")
    assert aim(scene, NEAREST_FRIEND) == NO_ENEMY_IN_REACH
    befriend(scene, "o")
    ability_of(scene.ruleset, "?").affects = ENEMIES
    assert aim(scene, NEAREST_FRIEND) == NO_ENEMY_IN_REACH
    ability_of(scene.ruleset, "?").affects = EVERYBODY
    assert aim(scene, NEAREST_FRIEND) == DONE
    assert confused_ones(scene) == [False, True, False]


def test_friends_are_no_enemies_to_aim_at() -> None:
    for side in (NEUTRAL, ALLIED):
        scene = Scene(MANY)
        befriend(scene, "r", 0, side)
        befriend(scene, "o", 0, side)
        scene.give("?")
        assert aim(scene, BEST) == DONE
        assert confused_ones(scene) == [False, False, True]


def test_a_fireball_avoids_friends() -> None:
    scene = Scene("""
        ############
        #@...r.o.r.#
        #..........#
        ############
    """)
    fireball = ability_of(scene.ruleset, "*")
    assert hit_by(scene, best_blast(scene.hero, scene.ruleset, fireball)) == {"r", "o"}
    befriend(scene, "o")
    assert hit_by(scene, best_blast(scene.hero, scene.ruleset, fireball)) == {"r"}


def hit_by(scene: Scene, cell: int) -> set[str]:
    """The signs of the monsters within two cells."""
    return {
        sign
        for sign in "ro"
        for number in range(sum(actor.kind == scene.enemy(sign).kind for actor in scene.actors()))
        if squared_reach(scene.enemy(sign, number).cell, cell, False) <= 4
    }


def test_what_helps_is_for_the_friend_who_has_lost_the_most() -> None:
    scene = Scene(MANY)
    ability = ability_of(scene.ruleset, "?")
    ability.traits = HELPS
    scene.give("?")
    assert best_monster(scene.hero, scene.ruleset, ability) == NOWHERE
    befriend(scene, "r", 0)
    befriend(scene, "o")
    scene.enemy("o").hp = 1
    scene.update_fov()
    assert best_monster(scene.hero, scene.ruleset, ability) == scene.enemy("o").cell


def test_an_item_that_needs_no_target_has_no_other_aims() -> None:
    scene = Scene(MANY)
    scene.give("~")
    assert [aim(scene, chosen) for chosen in (NEAREST_ENEMY, WEAKEST_ENEMY, NEAREST_FRIEND)] == [NO_SUCH_ACTION] * 3
    assert aim(scene, BEST) == DONE


def throw(scene: TomlScene, aim: int, slot: int) -> int:
    """Throw an item with an aim. The mask must have said whether that is possible."""
    mask = [9] * FLAT_ACTIONS
    write_flat_mask(scene.hero, scene.ruleset, mask)
    number = FLAT_THROW + aim * MAX_INVENTORY + slot
    reason = act_flat(scene.world, scene.ruleset, number)
    assert mask[number] == (reason == DONE)
    return reason


def test_items_are_thrown_with_the_same_aims() -> None:
    scene = TomlScene("#@..r...r#", OIL + PEBBLE)
    scene.carry("!")
    scene.carry(",")
    scene.update_fov()
    near, far = scene.monster("r", 0), scene.monster("r", 1)
    assert throw(scene, NEAREST_FRIEND, 0) == NO_ENEMY_IN_REACH
    assert throw(scene, BEST, 1) == NO_ENEMY_IN_REACH
    assert throw(scene, BEST, 3) == EMPTY_SLOT
    assert throw(scene, BEST, 0) == DONE
    assert (near.hp, far.hp) == (7, 10)
    assert throw(scene, NEAREST_ENEMY, 1) == DONE
    assert scene.hero.inventory_count == 0
