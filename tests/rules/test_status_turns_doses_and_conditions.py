"""Statuses: how long they last, how doses stack, what ends them, and what they do to the hero and to monsters."""

from __future__ import annotations

import pytest

from scenes import (
    HERO_DEFENSE,
    HERO_HP,
    HERO_POWER,
    MONSTERS,
    E,
    N,
    Scene,
    SceneAbility,
    a_ruleset,
    add_status,
    drawn,
    give_abilities,
    kind_of,
    set_hp,
)
from steep.core.fov import FOV_NAMES
from steep.core.geometry import steps_between
from steep.core.ruleset import (
    ADD,
    BURST,
    CANNOT_ACT,
    CANNOT_SEE,
    DEFENSE,
    GIVE_STATUS,
    HELD,
    IGNORE,
    LONGEST,
    ON_HIT,
    ON_HURT,
    ON_USE,
    POWER,
    SELF,
    STUMBLES,
    TARGET,
)
from steep.core.world import DEAD, FOR_EVER, HERO, HERO_ROW
from steep.rules.abilities.statuses import give_status
from steep.rules.action_codes import DONE
from steep.rules.perceived_events import AFFLICTED, DAMAGED, DIED, HIT, RECOVERED

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
        scene = scene_with_status(conditions=CANNOT_ACT)
        dose(scene, 0, turns)
        assert idle_turns(scene) == turns

    @pytest.mark.parametrize("turns", [1, 2, 5])
    def test_the_hero_has_it_for_so_many_of_its_turns_when_a_monster_gives_it(self, turns: int) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, conditions=CANNOT_ACT)
        give_abilities(ruleset, "r", SceneAbility(ON_HIT, TARGET, GIVE_STATUS, status=1, turns=turns))
        scene = Scene(BESIDE, ruleset)
        scene.wait()
        assert scene.hero.statuses[1] == turns
        scene.world.actors[0].triggers = 0
        assert lost_actions(scene) == turns

    @pytest.mark.parametrize("turns", [1, 2, 5])
    def test_the_hero_has_it_for_so_many_turns_after_the_one_in_which_it_gives_it_to_itself(self, turns: int) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, bonus={POWER: 2})
        give_abilities(ruleset, "%", SceneAbility(ON_USE, SELF, GIVE_STATUS, status=1, turns=turns))
        scene = Scene(BESIDE.replace("r", "g"), ruleset)
        ruleset.monsters[kind_of("g")].stats[DEFENSE] = 0
        scene.world.actors[0].stats[DEFENSE] = 0
        scene.give("%")
        scene.use(0)
        for _ in range(turns + 1):
            scene.move(E)
        assert [hit.amount for hit in scene.events(HIT) if hit.who == HERO] == [HERO_POWER + 2] * turns + [HERO_POWER]

    def test_its_beginning_and_its_end_are_events(self) -> None:
        scene = scene_with_status(conditions=CANNOT_ACT)
        dose(scene, 0, 2)
        scene.wait(3)
        rat = kind_of("r")
        assert [(event.who, event.whom, event.amount, event.detail) for event in scene.events(AFFLICTED)] == [
            (HERO, rat, 2, 1)
        ]
        assert [(event.who, event.detail) for event in scene.events(RECOVERED)] == [(rat, 1)]

    def test_one_without_end_stays(self) -> None:
        scene = scene_with_status(conditions=CANNOT_ACT)
        dose(scene, 0, FOR_EVER)
        scene.wait(60)
        assert scene.world.actors[0].statuses[1] == FOR_EVER

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
        (LONGEST, 3, 5, 5),
        (LONGEST, 5, 3, 5),
        (ADD, 3, 5, 8),
        (ADD, 5, 3, 8),
        (IGNORE, 3, 5, 3),
        (IGNORE, 5, 3, 5),
    ],
)
class TestTwoDoses:
    def test_of_a_monster(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(conditions=CANNOT_ACT, stacking=stacking)
        dose(scene, 0, first)
        dose(scene, 0, second)
        assert idle_turns(scene) == turns

    def test_of_the_hero(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(conditions=CANNOT_ACT, stacking=stacking)
        for each in (first, second):
            dose(scene, HERO_ROW, each)
        scene.wait()
        assert lost_actions(scene) == turns

    def test_give_their_bonus_once(self, stacking: int, first: int, second: int, turns: int) -> None:
        scene = scene_with_status(bonus={POWER: 7}, stacking=stacking)
        for each in (first, second):
            dose(scene, HERO_ROW, each)
        assert scene.world.actors[HERO_ROW].stats[POWER] == HERO_POWER + 7
        scene.wait(turns + 1)
        assert scene.hero.stats[POWER] == HERO_POWER


@pytest.mark.parametrize("stacking", [LONGEST, ADD, IGNORE])
@pytest.mark.parametrize("doses", [1, 2, 3])
def test_it_lasts_at_most_its_max_turns(stacking: int, doses: int) -> None:
    scene = scene_with_status(conditions=CANNOT_ACT, stacking=stacking, max_turns=4)
    for _ in range(doses):
        dose(scene, 0, 9)
    assert idle_turns(scene) == 4


class TestEndsWhenHurt:
    @pytest.mark.parametrize(("ends", "idle"), [(0, True), (1, False)])
    def test_losing_hp_ends_it(self, ends: int, idle: bool) -> None:
        scene = scene_with_status(BESIDE.replace("r", "o"), conditions=CANNOT_ACT, ends_when_hurt=ends)
        dose(scene, 0, 20)
        scene.move(E)
        assert (scene.world.actors[0].statuses[1] > 0) == idle
        assert (kind_of("o") in [hit.who for hit in scene.events(HIT)]) == (not idle)

    def test_a_hit_without_damage_does_not_end_it(self) -> None:
        scene = scene_with_status(BESIDE.replace("r", "g"), conditions=CANNOT_ACT, ends_when_hurt=1)
        dose(scene, 0, 20)
        scene.move(E)
        assert scene.world.actors[0].statuses[1] > 0


class TestBonus:
    def test_is_added_while_it_lasts(self) -> None:
        scene = scene_with_status(BESIDE.replace("r", "o"), bonus={POWER: 4, DEFENSE: -1})
        dose(scene, 0, 2)
        set_hp(scene.world, HERO_HP)
        scene.wait(3)
        usual = MONSTERS["o"].power - HERO_DEFENSE
        assert [hit.amount for hit in scene.events(HIT)] == [usual + 4, usual + 4, usual]
        assert scene.world.actors[0].stats[DEFENSE] == MONSTERS["o"].defense


class TestConditions:
    def test_a_hero_that_cannot_act_waits_whatever_it_does(self) -> None:
        scene = scene_with_status(conditions=CANNOT_ACT)
        dose(scene, HERO_ROW, 2)
        assert scene.move(E) == DONE
        assert scene.enemy("r").hp == MONSTERS["r"].hp
        assert [hit.whom for hit in scene.events(HIT)] == [HERO]

    def test_a_hero_that_stumbles_goes_anywhere(self) -> None:
        ends = set()
        for seed in range(40):
            ruleset = a_ruleset()
            add_status(ruleset, conditions=STUMBLES)
            scene = Scene(BESIDE.replace("r", "."), ruleset, seed=seed)
            dose(scene, HERO_ROW, 5)
            before = scene.hero.cell
            assert scene.move(N) == DONE
            assert steps_between(scene.hero.cell, before) == 1
            ends.add(scene.hero.cell)
        assert len(ends) == 8

    def test_a_hero_that_stumbles_into_rock_stays(self) -> None:
        scene = scene_with_status("###\n#@#\n###", conditions=STUMBLES)
        dose(scene, HERO_ROW, 5)
        assert scene.move(N) == DONE
        assert scene.picture() == drawn("###\n#@#\n###")

    def test_a_held_hero_attacks_but_does_not_leave_its_cell(self) -> None:
        scene = scene_with_status(conditions=HELD)
        dose(scene, HERO_ROW, 5)
        before = scene.hero.cell
        scene.move(N)
        scene.move(E)
        assert scene.hero.cell == before
        assert scene.enemy("r").hp == MONSTERS["r"].hp - HERO_POWER

    def test_a_held_monster_attacks_but_does_not_leave_its_cell(self) -> None:
        far = "########\n#@..r..#\n########"
        scene = scene_with_status(far, conditions=HELD)
        dose(scene, 0, 4)
        scene.wait(4)
        assert scene.picture() == drawn(far)
        scene.wait(1)
        assert scene.picture() == drawn("########\n#@.r...#\n########")
        scene = scene_with_status(conditions=HELD)
        dose(scene, 0, 4)
        scene.wait()
        assert len(scene.events(HIT)) == 1

    def test_a_held_monster_that_stumbles_does_not_leave_its_cell(self) -> None:
        far = "########\n#@..r..#\n########"
        scene = scene_with_status(far, conditions=HELD | STUMBLES)
        dose(scene, 0, 20)
        scene.wait(19)
        assert scene.picture() == drawn(far)

    @pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
    def test_a_blind_hero_sees_only_beside_it_and_is_still_seen(self, fov: int) -> None:
        ruleset = a_ruleset()
        ruleset.fov = fov
        add_status(ruleset, conditions=CANNOT_SEE)
        give_abilities(ruleset, "%", SceneAbility(ON_USE, SELF, GIVE_STATUS, status=1, turns=2))
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


class TestHp:
    @pytest.mark.parametrize("index", [0, HERO_ROW])
    def test_it_takes_its_hp_once_in_each_of_its_turns(self, index: int) -> None:
        scene = scene_with_status("#######\n#@#.o.#\n#######", hp=-2)
        dose(scene, index, 3)
        before = scene.world.actors[index].hp
        scene.wait(9)
        assert scene.world.actors[index].hp == before - 3 * 2

    def test_whoever_gave_it_has_killed_whom_it_kills(self) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, hp=-9)
        give_abilities(ruleset, "s", SceneAbility(ON_HIT, TARGET, GIVE_STATUS, status=1, turns=9))
        scene = Scene(BESIDE.replace("r", "s"), ruleset)
        scene.wait(3)
        assert (scene.world.outcome, scene.world.killer) == (DEAD, kind_of("s"))
        scene = scene_with_status(hp=-9)
        dose(scene, 0, 2)
        scene.wait()
        assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, kind_of("r"))]
        assert (scene.hero.kills, scene.hero.xp) == (1, MONSTERS["r"].xp)

    def test_what_it_sets_off_takes_effect_in_the_same_turn(self) -> None:
        ruleset = a_ruleset()
        add_status(ruleset, hp=-1)
        give_abilities(ruleset, "/", SceneAbility(ON_HURT, BURST, amount=1, radius=3))
        scene = Scene("######\n#@.s.#\n######", ruleset)
        scene.equip("/")
        scene.enemy("s").asleep = 1
        dose(scene, HERO_ROW, 1)
        scene.wait()
        assert scene.world.queue_count == 0
        assert [(event.who, event.whom) for event in scene.events(DAMAGED)] == [(HERO, HERO), (HERO, kind_of("s"))]

    def test_it_gives_hp_up_to_the_maximum(self) -> None:
        scene = scene_with_status("#####\n#@..#\n#####", hp=3)
        set_hp(scene.world, HERO_HP - 5)
        dose(scene, HERO_ROW, 1)
        scene.wait()
        assert scene.hero.hp == HERO_HP - 2
        dose(scene, HERO_ROW, 5)
        scene.wait(3)
        assert scene.hero.hp == HERO_HP
