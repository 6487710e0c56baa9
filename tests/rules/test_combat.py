"""Attacks: power minus defense without a roll, deaths, credit for kills, and when a turn ends."""

from __future__ import annotations

import pytest

from scenes import HERO_DEFENSE, HERO_POWER, MONSTERS, NE, E, Scene, a_ruleset, kind_of, set_hp
from steep.core.record import mostly_shared
from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, HERO, PLAYING
from steep.rules.action_codes import DONE
from steep.rules.perceived_events import DIED, GAINED_XP, HIT
from steep.spawn.attack_odds import hit_damage, raw_damage


@pytest.mark.parametrize(
    ("power", "defense", "damage"), [(5, 2, 3), (3, 2, 1), (2, 2, 0), (1, 2, 0), (0, 0, 0), (7, 0, 7)]
)
def test_damage_is_power_minus_defense_and_never_negative(power: int, defense: int, damage: int) -> None:
    ruleset = mostly_shared(Ruleset, 1)
    assert hit_damage(ruleset, raw_damage(ruleset, power, 0, defense), 100, False, 0) == damage


def test_a_step_into_a_monster_attacks_it_and_leaves_the_hero_in_place() -> None:
    scene = Scene("""
        #####
        #@o.#
        #####
    """)
    assert scene.move(E) == DONE
    assert scene.enemy("o").hp == MONSTERS["o"].hp - (HERO_POWER - MONSTERS["o"].defense)
    assert scene.hero.cell == scene.at(1, 1)
    hit = scene.events(HIT)[0]
    assert (hit.who, hit.whom, hit.amount, hit.cell) == (HERO, kind_of("o"), 2, scene.at(2, 1))


def test_attacks_work_across_corners() -> None:
    scene = Scene("""
        ####
        ##r#
        #@##
        ####
    """)
    scene.move(NE)
    assert scene.enemy("r").hp == MONSTERS["r"].hp - HERO_POWER


def test_a_monster_attacks_back_in_the_same_turn() -> None:
    scene = Scene("""
        ####
        #@o#
        ####
    """)
    scene.move(E)
    assert scene.hero.max_hp - scene.hero.hp == MONSTERS["o"].power - HERO_DEFENSE


def test_a_hit_without_damage_emits_an_event_with_amount_0() -> None:
    scene = Scene("""
        #####
        #s@g#
        #####
    """)
    scene.move(E)
    assert [(hit.who, hit.whom, hit.amount) for hit in scene.events(HIT)] == [
        (HERO, kind_of("g"), 0),
        (kind_of("s"), HERO, 0),
        (kind_of("g"), HERO, 2),
    ]
    assert scene.enemy("g").hp == MONSTERS["g"].hp


def test_a_killed_monster_leaves_its_cell_and_no_longer_attacks() -> None:
    scene = Scene("""
        #####
        #@r.#
        #####
    """)
    scene.enemy("r").hp = HERO_POWER
    scene.move(E)
    assert scene.picture() == "#####\n#@..#\n#####"
    assert scene.hero.hp == scene.hero.max_hp
    assert scene.hero.visible_monster_count == 0
    scene.move(E)
    assert scene.hero.cell == scene.at(2, 1)


def test_a_monster_at_exactly_0_hp_is_dead_and_hp_is_never_negative() -> None:
    scene = Scene("""
        ####
        #@s#
        ####
    """)
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.enemy("s").hp == 0


def test_a_kill_gives_its_xp_and_counts() -> None:
    scene = Scene("""
        ####
        #@r#
        ####
    """)
    scene.enemy("r").hp = 1
    scene.move(E)
    assert (scene.hero.xp, scene.hero.kills) == (MONSTERS["r"].xp, 1)
    assert [event.amount for event in scene.events(GAINED_XP)] == [MONSTERS["r"].xp]
    assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, kind_of("r"))]


def test_a_monster_with_1_hp_is_alive() -> None:
    scene = Scene("""
        ####
        #@r#
        ####
    """)
    scene.enemy("r").hp = HERO_POWER + 1
    scene.move(E)
    assert (scene.enemy("r").hp, scene.hero.visible_monster_count, scene.hero.xp) == (1, 1, 0)


def test_a_gain_of_1_xp_emits_an_event() -> None:
    ruleset = a_ruleset()
    ruleset.monsters[kind_of("s")].xp = 1
    scene = Scene("#####\n#@s.#\n#####", ruleset)
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.hero.xp == 1
    assert [event.amount for event in scene.events(GAINED_XP)] == [1]


def test_a_gain_of_0_xp_emits_no_event() -> None:
    scene = Scene("""
        ####
        #@s#
        ####
    """)
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.hero.kills == 1
    assert scene.events(GAINED_XP) == []


def test_the_hero_dies_at_0_hp_and_its_killer_is_recorded() -> None:
    scene = Scene("""
        ####
        #@o#
        ####
    """)
    set_hp(scene.world, MONSTERS["o"].power - HERO_DEFENSE)
    scene.wait()
    assert (scene.world.outcome, scene.hero.hp) == (DEAD, 0)
    assert scene.world.killer == kind_of("o")
    assert [(event.who, event.whom) for event in scene.events(DIED)] == [(kind_of("o"), HERO)]


def test_a_hero_with_1_hp_is_alive() -> None:
    scene = Scene("""
        ####
        #@o#
        ####
    """)
    set_hp(scene.world, MONSTERS["o"].power - HERO_DEFENSE + 1)
    scene.wait()
    assert (scene.world.outcome, scene.hero.hp) == (PLAYING, 1)


def test_no_monster_attacks_a_dead_hero() -> None:
    scene = Scene("""
        #####
        #o@o#
        #####
    """)
    set_hp(scene.world, 1)
    scene.wait()
    assert len(scene.events(HIT)) == 1


def test_monsters_after_the_killer_do_not_act() -> None:
    scene = Scene("""
        #######
        #o@..o#
        #######
    """)
    set_hp(scene.world, 1)
    scene.wait()
    assert scene.picture() == "#######\n#o@..o#\n#######"


def test_defense_reduces_every_hit() -> None:
    scene = Scene("""
        #####
        #o@g#
        #####
    """)
    scene.equip("[")
    scene.wait()
    assert [hit.amount for hit in scene.events(HIT)] == [2, 0]
