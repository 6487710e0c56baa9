"""Using items: healing, lightning, confusion and fireballs."""

from __future__ import annotations

import pytest

from scenes import CONFUSED, CROWD_SIZE, ITEMS, MONSTERS, E, Scene, crowded_scene, kind_of, set_hp
from steep.core.world import DEAD, HERO
from steep.rules import action_codes
from steep.rules.action_codes import action
from steep.rules.perceived_events import AFFLICTED, DAMAGED, DIED, GAINED_XP, HEALED, HIT

ALONE = "#@..#"


def scene_with(sign: str, picture: str) -> Scene:
    """A scene whose hero carries one item."""
    scene = Scene(picture)
    scene.give(sign)
    return scene


class TestHealing:
    def test_restores_its_amount_and_uses_up_the_potion(self) -> None:
        scene = scene_with("!", ALONE)
        set_hp(scene.world, 2)
        assert scene.use(0) == action_codes.DONE
        assert scene.hero.hp == 2 + ITEMS["!"].amount
        assert scene.inventory() == "....."
        assert scene.hero.inventory_count == 0

    def test_stops_at_maximum_hp_and_the_event_has_the_actual_amount(self) -> None:
        scene = scene_with("!", ALONE)
        set_hp(scene.world, scene.hero.max_hp - 3)
        scene.use(0)
        assert scene.hero.hp == scene.hero.max_hp
        assert [event.amount for event in scene.events(HEALED)] == [3]

    def test_is_refused_in_full_health(self) -> None:
        scene = scene_with("!", ALONE)
        assert scene.refuse(action(action_codes.USE, 0)) == action_codes.FULL_HEALTH


class TestLightning:
    def test_hits_the_nearest_in_view_and_ignores_defense(self) -> None:
        scene = scene_with(
            "~",
            """
            #######
            #@..g.#
            #.....#
            #...r.#
            #######
            """,
        )
        assert scene.use(0) == action_codes.DONE
        assert scene.enemy("g").hp == MONSTERS["g"].hp - ITEMS["~"].amount
        assert scene.enemy("r").hp == MONSTERS["r"].hp
        assert [(event.whom, event.amount) for event in scene.events(DAMAGED)] == [(kind_of("g"), 9)]

    def test_measures_euclidean_distance(self) -> None:
        scene = scene_with(
            "~",
            """
            #######
            #@..o.#
            #..o..#
            #######
            """,
        )
        scene.use(0)
        assert [scene.enemy("o", number).hp for number in (0, 1)] == [12, 3]

    def test_hits_the_first_of_equally_near_monsters(self) -> None:
        scene = scene_with("~", "#o.@.o#")
        scene.use(0)
        assert [scene.enemy("o", number).hp for number in (0, 1)] == [3, 12]

    def test_reaches_exactly_its_range(self) -> None:
        scene = scene_with("~", "#@...o.#")
        assert scene.use(0) == action_codes.DONE

    @pytest.mark.parametrize(
        "picture",
        [
            "########\n#@....o#\n########",
            "########\n#@....##\n#......#\n#......#\n##....o#\n########",
            "########\n#@.....#\n#######.\n#######.\n#####o..",
            ALONE,
            "#####\n#@#o#\n#####",
        ],
        ids=["a step too far", "a diagonal step too far", "around a corner", "no monster", "behind rock"],
    )
    def test_is_refused_when_no_visible_monster_is_in_range(self, picture: str) -> None:
        scene = scene_with("~", picture)
        assert scene.refuse(action(action_codes.USE, 0)) == action_codes.NO_ENEMY_IN_REACH


class TestConfusion:
    CORRIDOR = "#@.....r.#"

    def test_emits_its_turns_and_uses_up_the_scroll(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        scene.use(0, scene.enemy("r").cell)
        assert [(event.whom, event.amount, event.detail) for event in scene.events(AFFLICTED)] == [
            (kind_of("r"), 3, CONFUSED)
        ]
        assert scene.inventory() == "....."

    def test_is_refused_on_oneself(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        assert scene.refuse(action(action_codes.USE, 0, scene.hero.cell)) == action_codes.NO_ENEMY_THERE


class TestFireball:
    def test_burns_all_within_its_euclidean_radius(self) -> None:
        scene = scene_with(
            "*",
            """
            ##########
            #....o.o.#
            #.....o..#
            #@.o.o.oo#
            #......o.#
            #.....oo.#
            ##########
            """,
        )
        scene.use(0, scene.at(5, 3))
        assert sorted(event.cell for event in scene.events(DAMAGED)) == sorted(
            scene.at(x, y) for x, y in [(5, 1), (6, 2), (3, 3), (5, 3), (7, 3)]
        )

    def test_emits_every_death_in_a_crowd_and_the_xp_once(self) -> None:
        scene = crowded_scene()
        assert scene.use(0, scene.hero.cell) == action_codes.DONE
        deaths = [event for event in scene.events(DIED) if event.who == HERO]
        assert len(deaths) == scene.hero.kills == CROWD_SIZE
        assert [event.amount for event in scene.events(GAINED_XP)] == [CROWD_SIZE * MONSTERS["r"].xp]
        assert [event.whom for event in scene.events(DAMAGED)] == [HERO]

    def test_burns_the_hero_too(self) -> None:
        scene = scene_with("*", "#@.r.#")
        scene.use(0, scene.at(3, 1))
        assert scene.hero.max_hp - scene.hero.hp == ITEMS["*"].amount
        assert [(event.who, event.whom) for event in scene.events(DAMAGED)] == [(HERO, HERO), (HERO, kind_of("r"))]
        assert scene.enemy("r").hp == 0

    def test_burns_the_hero_at_the_edge_of_the_blast(self) -> None:
        scene = scene_with("*", ALONE)
        assert scene.use(0, scene.at(3, 1)) == action_codes.DONE
        assert scene.hero.max_hp - scene.hero.hp == ITEMS["*"].amount

    def test_that_kills_the_hero_has_the_hero_as_killer_and_hits_nothing_after(self) -> None:
        scene = scene_with("*", "#@r.#")
        set_hp(scene.world, ITEMS["*"].amount)
        assert scene.use(0, scene.at(2, 1)) == action_codes.DONE
        assert (scene.world.outcome, scene.world.killer, scene.hero.hp) == (DEAD, HERO, 0)
        assert scene.enemy("r").hp == MONSTERS["r"].hp
        assert scene.events(HIT) == []
        assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, HERO)]

    def test_ignores_defense_and_corners_within_its_radius(self) -> None:
        scene = scene_with(
            "*",
            """
            ########
            #@....g#
            #####.##
            #####s##
            ########
            """,
        )
        scene.use(0, scene.at(5, 1))
        assert scene.enemy("g").hp == MONSTERS["g"].hp - ITEMS["*"].amount
        assert scene.enemy("s").hp == 0
        assert scene.hero.kills == 1

    def test_is_refused_out_of_sight(self) -> None:
        scene = scene_with("*", "#@#r#")
        assert scene.refuse(action(action_codes.USE, 0, scene.at(3, 1))) == action_codes.OUT_OF_SIGHT


def test_dead_monsters_are_not_hit_by_effects() -> None:
    scene = Scene("#@s....#")
    scene.give("~", "*")
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.refuse(action(action_codes.USE, 0)) == action_codes.NO_ENEMY_IN_REACH
    assert scene.refuse(action(action_codes.USE, 1, scene.at(4, 1))) == action_codes.NOTHING_IN_BLAST
    scene.use(1, scene.at(3, 1))
    assert [event.whom for event in scene.events(DAMAGED)] == [HERO]


def test_an_item_without_an_effect_cannot_be_used_and_stays() -> None:
    scene = scene_with("%", ALONE)
    assert scene.refuse(action(action_codes.USE, 0)) == action_codes.NO_USE
