"""Attacks: power minus defense without a roll, deaths, credit for kills, and when a turn ends."""

from __future__ import annotations

from scenes import HERO_DEFENSE, HERO_POWER, MONSTERS, NE, E, Scene, kind_of, set_hp
from steep.core.world import DEAD, HERO, PLAYING
from steep.rules.action_codes import DONE
from steep.rules.perceived_events import DIED, GAINED_XP, HIT


def test_a_step_into_a_monster_attacks_it_and_leaves_the_hero_in_place() -> None:
    scene = Scene("#@o.#")
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
    scene = Scene("#@o#")
    scene.move(E)
    assert scene.hero.max_hp - scene.hero.hp == MONSTERS["o"].power - HERO_DEFENSE


def test_a_hit_without_damage_emits_an_event_with_amount_0() -> None:
    scene = Scene("#s@g#")
    scene.move(E)
    assert [(hit.who, hit.whom, hit.amount) for hit in scene.events(HIT)] == [
        (HERO, kind_of("g"), 0),
        (kind_of("s"), HERO, 0),
        (kind_of("g"), HERO, 2),
    ]
    assert scene.enemy("g").hp == MONSTERS["g"].hp


def test_a_killed_monster_leaves_its_cell_and_no_longer_attacks() -> None:
    scene = Scene("#@r.#")
    scene.enemy("r").hp = HERO_POWER
    scene.move(E)
    assert scene.picture() == "#####\n#@..#\n#####"
    assert scene.hero.hp == scene.hero.max_hp
    assert scene.hero.visible_monster_count == 0
    scene.move(E)
    assert scene.hero.cell == scene.at(2, 1)


def test_a_kill_gives_its_xp_and_counts() -> None:
    scene = Scene("#@r#")
    scene.enemy("r").hp = 1
    scene.move(E)
    assert scene.enemy("r").hp == 0
    assert (scene.hero.xp, scene.hero.kills) == (MONSTERS["r"].xp, 1)
    assert [event.amount for event in scene.events(GAINED_XP)] == [MONSTERS["r"].xp]
    assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, kind_of("r"))]


def test_a_monster_with_1_hp_is_alive() -> None:
    scene = Scene("#@r#")
    scene.enemy("r").hp = HERO_POWER + 1
    scene.move(E)
    assert (scene.enemy("r").hp, scene.hero.visible_monster_count, scene.hero.xp) == (1, 1, 0)


def test_a_gain_of_0_xp_emits_no_event() -> None:
    scene = Scene("#@s#")
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.hero.kills == 1
    assert scene.events(GAINED_XP) == []


def test_the_hero_dies_at_0_hp_and_its_killer_is_recorded() -> None:
    scene = Scene("#@o#")
    set_hp(scene.world, MONSTERS["o"].power - HERO_DEFENSE)
    scene.wait()
    assert (scene.world.outcome, scene.hero.hp) == (DEAD, 0)
    assert scene.world.killer == kind_of("o")
    assert [(event.who, event.whom) for event in scene.events(DIED)] == [(kind_of("o"), HERO)]


def test_a_hero_with_1_hp_is_alive() -> None:
    scene = Scene("#@o#")
    set_hp(scene.world, MONSTERS["o"].power - HERO_DEFENSE + 1)
    scene.wait()
    assert (scene.world.outcome, scene.hero.hp) == (PLAYING, 1)


def test_monsters_after_the_killer_do_not_act() -> None:
    scene = Scene("#o@..o#")
    set_hp(scene.world, 1)
    scene.wait()
    assert scene.picture() == "#######\n#o@..o#\n#######"
