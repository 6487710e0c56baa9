"""Attacks: power minus defense without a roll, deaths, credit for kills, when a turn ends, and experience."""

from __future__ import annotations

import pytest

from scenes import GAINS, HERO_DEFENSE, HERO_HP, HERO_POWER, MONSTERS, NE, E, Scene, a_ruleset, kind_of, set_hp
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import DEAD, HERO, PLAYING
from steep.rules import action_codes
from steep.rules.action_codes import DONE, action
from steep.rules.experience_and_victory import xp_to_next
from steep.rules.perceived_events import DIED, GAINED_XP, GREW, HIT, LEVELLED


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


ONE_HIT_FROM_30_XP = "#@o.#"


def about_to_gain_30(xp: int, *, above: int = 0) -> Scene:
    """A scene where the next hit kills an ogre worth 30 XP; level 2 needs 30, level 3 then 50."""
    ruleset = a_ruleset()
    ruleset.level_above = above
    scene = Scene(ONE_HIT_FROM_30_XP, ruleset)
    scene.hero.xp = xp
    scene.enemy("o").hp = 1
    return scene


def test_the_xp_for_a_level_grows_by_the_factor() -> None:
    assert [xp_to_next(a_ruleset(), level) for level in (1, 2, 3)] == [30, 50, 70]


@pytest.mark.parametrize(
    ("xp", "above", "level", "left"),
    [(-1, 0, 1, 29), (0, 0, 2, 0), (0, 1, 1, 30), (1, 1, 2, 1), (19, 0, 2, 19)],
    ids=["too little", "reached", "not exceeded", "exceeded", "more than needed"],
)
def test_xp_reach_or_exceed_what_a_level_costs_and_the_rest_is_kept(xp: int, above: int, level: int, left: int) -> None:
    scene = about_to_gain_30(xp, above=above)
    scene.move(E)
    assert (scene.hero.level, scene.hero.choosing, scene.hero.xp) == (level, level - 1, left)


def test_xp_for_two_levels_gives_two_choices_one_after_the_other() -> None:
    scene = about_to_gain_30(55)
    scene.move(E)
    assert (scene.hero.level, scene.hero.choosing, scene.hero.xp) == (2, 1, 55)
    scene.choose(1)
    assert (scene.hero.level, scene.hero.choosing, scene.hero.xp) == (3, 1, 5)
    scene.choose(1)
    assert (scene.hero.level, scene.hero.choosing, scene.hero.stats[POWER]) == (3, 0, HERO_POWER + 2)
    assert [event.amount for event in scene.events(LEVELLED)] == [2, 3]


@pytest.mark.parametrize(
    ("gain", "stats"),
    [
        (0, (HERO_HP + 5, 7 + 5, HERO_POWER, HERO_DEFENSE)),
        (1, (HERO_HP, 7, HERO_POWER + 1, HERO_DEFENSE)),
        (2, (HERO_HP, 7, HERO_POWER, HERO_DEFENSE + 1)),
    ],
    ids=["max HP", "power", "defense"],
)
def test_a_gain_raises_its_stat(gain: int, stats: tuple[int, int, int, int]) -> None:
    scene = about_to_gain_30(0)
    set_hp(scene.world, 7)
    scene.move(E)
    assert scene.choose(gain) == action_codes.DONE
    hero = scene.hero
    assert (hero.max_hp, hero.hp, hero.stats[POWER], hero.stats[DEFENSE]) == stats
    assert [(event.whom, event.amount) for event in scene.events(GREW)] == [GAINS[gain]]


def test_choosing_takes_no_turn() -> None:
    scene = Scene("#o@o#")
    scene.enemy("o", 1).hp = 1
    scene.move(E)
    hits = len(scene.events(HIT))
    assert hits == 2
    scene.choose(0)
    assert (scene.world.turn, scene.hero.turn, len(scene.events(HIT))) == (1, 1, hits)


def test_no_other_action_is_possible_before_the_choice() -> None:
    scene = about_to_gain_30(0)
    scene.give("!")
    scene.move(E)
    for verb in (
        action_codes.WAIT,
        action_codes.MOVE,
        action_codes.PICK_UP,
        action_codes.USE,
        action_codes.DROP,
        action_codes.DESCEND,
        9,
    ):
        assert scene.refuse(action(verb)) == action_codes.MUST_CHOOSE


def test_a_gain_that_is_not_in_the_ruleset_cannot_be_chosen() -> None:
    scene = about_to_gain_30(0)
    scene.move(E)
    assert scene.refuse(action(action_codes.CHOOSE, len(GAINS))) == action_codes.NO_SUCH_ACTION
    assert scene.hero.choosing == 1


def test_a_dead_hero_gains_no_level() -> None:
    scene = Scene("#o@o#")
    scene.enemy("o", 1).hp = 1
    set_hp(scene.world, 1)
    scene.move(E)
    assert scene.world.outcome == DEAD
    assert (scene.hero.xp, scene.hero.level, scene.hero.choosing) == (30, 1, 0)
