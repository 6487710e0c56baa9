"""Statuses: how long they last, how doses stack, what ends them, and what they do to the hero and to monsters."""

from __future__ import annotations

import pytest

from scenes import (
    HERO_POWER,
    E,
    N,
    Scene,
    SceneAbility,
    a_ruleset,
    add_status,
    give_abilities,
    kind_of,
)
from steep.core.fov import FOV_NAMES
from steep.core.geometry import steps_between
from steep.core.ruleset import codes
from steep.core.world import HERO, HERO_ROW
from steep.rules.abilities.statuses import give_status
from steep.rules.perceived_events import HIT

BESIDE = """
    #######
    #.....#
    #..@r.#
    #.....#
    #######
"""


def scene_with_status(picture: str = BESIDE, *, bonus: dict[int, int] | None = None, **numbers: int) -> Scene:
    """A scene whose ruleset has one more status, number 1."""
    ruleset = a_ruleset()
    assert add_status(ruleset, bonus=bonus, **numbers) == 1
    return Scene(picture, ruleset)


def dose(scene: Scene, index: int, turns: int) -> None:
    """Give an actor the status for some turns."""
    give_status(scene.world, scene.ruleset, index, 1, turns, HERO)


def idle_turns(scene: Scene) -> int:
    """How many turns pass until the rat attacks."""
    for turn in range(50):
        scene.wait()
        if scene.events(HIT):
            return turn
    raise AssertionError("the rat never attacked")


def lost_actions(scene: Scene) -> int:
    """How many of the hero's steps aren't taken."""
    before = scene.hero.cell
    for turn in range(50):
        scene.move(N)
        if scene.hero.cell != before:
            return turn
    raise AssertionError("the hero never moved")


class TestTurns:
    @pytest.mark.parametrize("turns", [1, 2, 5])
    def test_a_monster_has_it_for_so_many_of_its_turns(self, turns: int) -> None:
        scene = scene_with_status(conditions=codes.CANNOT_ACT)
        dose(scene, 0, turns)
        assert idle_turns(scene) == turns

    @pytest.mark.parametrize("turns", [1, 2, 5])
    def test_the_hero_has_it_for_so_many_of_its_turns_when_a_monster_gives_it(self, turns: int) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, conditions=codes.CANNOT_ACT)
        give_abilities(ruleset, "r", SceneAbility(codes.ON_HIT, codes.TARGET, codes.GIVE_STATUS, status=1, turns=turns))
        scene = Scene(BESIDE, ruleset)
        scene.wait()
        assert scene.hero.statuses[1] == turns
        scene.world.actors[0].triggers = 0
        assert lost_actions(scene) == turns

    @pytest.mark.parametrize("turns", [1, 2, 5])
    def test_the_hero_has_it_for_so_many_turns_after_the_one_in_which_it_gives_it_to_itself(self, turns: int) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, bonus={codes.POWER: 2})
        give_abilities(ruleset, "%", SceneAbility(codes.ON_USE, codes.SELF, codes.GIVE_STATUS, status=1, turns=turns))
        scene = Scene(BESIDE.replace("r", "g"), ruleset)
        ruleset.monsters[kind_of("g")].stats[codes.DEFENSE] = 0
        scene.world.actors[0].stats[codes.DEFENSE] = 0
        scene.give("%")
        scene.use(0)
        for _ in range(turns + 1):
            scene.move(E)
        assert [hit.amount for hit in scene.events(HIT) if hit.who == HERO] == [HERO_POWER + 2] * turns + [HERO_POWER]

    def test_the_view_shows_the_turns_left(self) -> None:
        scene = scene_with_status()
        dose(scene, 0, 4)
        dose(scene, HERO_ROW, 6)
        scene.wait(2)
        assert scene.hero.visible_monsters[0].statuses[1] == scene.world.actors[0].statuses[1] == 3
        assert scene.hero.statuses[1] == scene.world.actors[HERO_ROW].statuses[1] == 5


@pytest.mark.parametrize(
    ("stacking", "first", "second", "turns"),
    [
        (codes.LONGEST, 3, 5, 5),
        (codes.LONGEST, 5, 3, 5),
        (codes.ADD, 3, 5, 8),
        (codes.ADD, 5, 3, 8),
        (codes.IGNORE, 3, 5, 3),
        (codes.IGNORE, 5, 3, 5),
    ],
)
class TestTwoDoses:
    def test_of_a_monster(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(conditions=codes.CANNOT_ACT, stacking=stacking)
        dose(scene, 0, first)
        dose(scene, 0, second)
        assert idle_turns(scene) == turns

    def test_of_the_hero(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(conditions=codes.CANNOT_ACT, stacking=stacking)
        for each in (first, second):
            dose(scene, HERO_ROW, each)
        scene.wait()
        assert lost_actions(scene) == turns

    def test_give_their_bonus_once(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(bonus={codes.POWER: 7}, stacking=stacking)
        for each in (first, second):
            dose(scene, HERO_ROW, each)
        assert scene.world.actors[HERO_ROW].stats[codes.POWER] == HERO_POWER + 7
        scene.wait(turns + 1)
        assert scene.hero.stats[codes.POWER] == HERO_POWER


@pytest.mark.parametrize("stacking", [codes.LONGEST, codes.ADD, codes.IGNORE])
@pytest.mark.parametrize("doses", [1, 2, 3])
def test_it_lasts_at_most_its_max_turns(stacking: int, doses: int) -> None:
    scene = scene_with_status(conditions=codes.CANNOT_ACT, stacking=stacking, max_turns=4)
    for _ in range(doses):
        dose(scene, 0, 9)
    assert idle_turns(scene) == 4


class TestConditions:
    @pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
    def test_a_blind_hero_sees_only_beside_it_and_is_still_seen(self, fov: int) -> None:
        ruleset = a_ruleset()
        ruleset.fov = fov
        add_status(ruleset, conditions=codes.CANNOT_SEE)
        give_abilities(ruleset, "%", SceneAbility(codes.ON_USE, codes.SELF, codes.GIVE_STATUS, status=1, turns=2))
        scene = Scene("########\n#......#\n#@....r#\n#......#\n########", ruleset)
        scene.give("%")
        scene.use(0)
        for _ in range(2):
            assert all(
                steps_between(cell, scene.hero.cell) <= 1 for cell in scene.hero.in_view[: scene.hero.in_view_count]
            )
            assert scene.hero.visible[scene.at(2, 2)] == 1
            assert scene.hero.visible_monster_count == 0
            scene.wait()
        assert scene.enemy("r").cell == scene.at(3, 2)
        assert scene.hero.visible_monster_count == 1
