"""Experience, level-ups and their choices."""

from __future__ import annotations

import pytest

from scenes import GAINS, HERO_DEFENSE, HERO_HP, HERO_POWER, E, Scene, a_ruleset, set_hp
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import DEAD
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    MUST_CHOOSE,
    NO_SUCH_ACTION,
    PICK_UP,
    USE,
    WAIT,
    action,
)
from steep.rules.experience import xp_to_next
from steep.rules.perceived_events import GREW, HIT, LEVELLED

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
    assert scene.choose(gain) == DONE
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
    for verb in (WAIT, MOVE, PICK_UP, USE, DROP, DESCEND, 9):
        assert scene.refuse(action(verb)) == MUST_CHOOSE


def test_a_gain_that_is_not_in_the_ruleset_cannot_be_chosen() -> None:
    scene = about_to_gain_30(0)
    scene.move(E)
    assert scene.refuse(action(CHOOSE, len(GAINS))) == NO_SUCH_ACTION
    assert scene.hero.choosing == 1


def test_a_dead_hero_gains_no_level() -> None:
    scene = Scene("#o@o#")
    scene.enemy("o", 1).hp = 1
    set_hp(scene.world, 1)
    scene.move(E)
    assert scene.world.outcome == DEAD
    assert (scene.hero.xp, scene.hero.level, scene.hero.choosing) == (30, 1, 0)
