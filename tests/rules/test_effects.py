"""What using a thing does: healing, lightning, confusion and fire."""

from __future__ import annotations

import pytest

from scenes import ITEMS, MONSTERS, E, Scene, W, drawn, kind_of
from steep.core.world import DEAD, HERO, PLAYING
from steep.rules.actions import (
    DONE,
    FULL_HEALTH,
    NO_ENEMY_IN_REACH,
    NO_ENEMY_THERE,
    NO_USE,
    NOTHING_IN_BLAST,
    OUT_OF_SIGHT,
    USE,
    action,
)
from steep.rules.events import BURNED, CAME_TO, CONFUSED, DIED, HEALED, HIT, SHOCKED

ALONE = """
    #####
    #@..#
    #####
"""


def scene_with(thing: str, picture: str) -> Scene:
    """A scene whose hero carries one thing."""
    scene = Scene(picture)
    scene.give(thing)
    return scene


class TestHealing:
    def test_gives_its_amount_and_the_potion_is_gone(self) -> None:
        scene = scene_with("!", ALONE)
        scene.hero.hp = 2
        assert scene.use(0) == DONE
        assert scene.hero.hp == 2 + ITEMS["!"].amount
        assert scene.pack() == "....."
        assert scene.hero.inventory_count == 0

    def test_gives_no_more_than_there_is_room_for_and_tells_what_it_gave(self) -> None:
        scene = scene_with("!", ALONE)
        scene.hero.hp = scene.hero.max_hp - 3
        scene.use(0)
        assert scene.hero.hp == scene.hero.max_hp
        assert [event.amount for event in scene.told(HEALED)] == [3]

    def test_is_possible_with_one_hp_missing(self) -> None:
        scene = scene_with("!", ALONE)
        scene.hero.hp = scene.hero.max_hp - 1
        assert scene.use(0) == DONE

    def test_is_refused_in_full_health(self) -> None:
        scene = scene_with("!", ALONE)
        assert scene.refuse(action(USE, 0)) == FULL_HEALTH


class TestLightning:
    def test_strikes_the_nearest_in_view_whatever_its_armor(self) -> None:
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
        assert scene.use(0) == DONE
        assert scene.enemy("g").hp == MONSTERS["g"].hp - ITEMS["~"].amount
        assert scene.enemy("r").hp == MONSTERS["r"].hp
        assert [(event.whom, event.amount) for event in scene.told(SHOCKED)] == [(kind_of("g"), 9)]

    def test_measures_nearness_as_the_crow_flies(self) -> None:
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

    def test_strikes_the_first_of_equals(self) -> None:
        scene = scene_with(
            "~",
            """
            #######
            #o.@.o#
            #######
            """,
        )
        scene.use(0)
        assert [scene.enemy("o", number).hp for number in (0, 1)] == [3, 12]

    def test_reaches_exactly_as_far_as_it_says(self) -> None:
        scene = scene_with(
            "~",
            """
            ########
            #@...o.#
            ########
            """,
        )
        assert scene.use(0) == DONE

    @pytest.mark.parametrize(
        "picture",
        [
            "########\n#@....o#\n########",
            "########\n#@....##\n#......#\n#......#\n##....o#\n########",
            "########\n#@.....#\n#######.\n#######.\n#####o..",
            ALONE,
        ],
        ids=["a step too far", "a step aslant too far", "round a corner", "nobody"],
    )
    def test_is_refused_when_nobody_in_view_is_in_reach(self, picture: str) -> None:
        scene = scene_with("~", picture)
        assert scene.refuse(action(USE, 0)) == NO_ENEMY_IN_REACH

    def test_is_refused_when_the_near_one_is_behind_rock(self) -> None:
        scene = scene_with(
            "~",
            """
            #####
            #@#o#
            #####
            """,
        )
        assert scene.refuse(action(USE, 0)) == NO_ENEMY_IN_REACH

    def test_that_fells_counts_as_a_kill(self) -> None:
        scene = scene_with(
            "~",
            """
            #####
            #@.r#
            #####
            """,
        )
        scene.use(0)
        assert (scene.hero.kills, scene.hero.xp) == (1, MONSTERS["r"].xp)


class TestConfusion:
    CORRIDOR = """
        ##########
        #@.....r.#
        ##########
    """

    def test_lasts_exactly_its_turns_and_one_more_of_coming_to(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        rat = scene.enemy("r")
        assert scene.use(0, rat.cell) == DONE
        left = [rat.confused]
        while rat.confused:
            before = rat.cell
            scene.wait()
            left.append(rat.confused)
        assert left == [3, 2, 1, 0]
        assert rat.cell == before
        assert [event.who for event in scene.told(CAME_TO)] == [kind_of("r")]
        scene.wait()
        assert rat.cell == before - 1

    def test_is_told_with_its_turns_and_the_scroll_is_gone(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        scene.use(0, scene.enemy("r").cell)
        assert [(event.whom, event.amount) for event in scene.told(CONFUSED)] == [(kind_of("r"), 3)]
        assert scene.pack() == "....."

    def test_of_a_confused_monster_begins_anew(self) -> None:
        scene = Scene(self.CORRIDOR)
        scene.give("?", "?")
        scene.use(0, scene.enemy("r").cell)
        scene.wait()
        scene.use(1, scene.enemy("r").cell)
        assert scene.enemy("r").confused == 3

    def test_reaches_as_far_as_the_eye(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        assert scene.use(0, scene.at(7, 1)) == DONE

    def test_is_refused_where_nobody_stands(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        assert scene.refuse(action(USE, 0, scene.at(3, 1))) == NO_ENEMY_THERE

    def test_is_refused_on_oneself(self) -> None:
        scene = scene_with("?", self.CORRIDOR)
        assert scene.refuse(action(USE, 0, scene.hero.cell)) == NO_ENEMY_THERE

    def test_is_refused_out_of_sight_even_where_somebody_stands(self) -> None:
        scene = scene_with(
            "?",
            """
            #####
            #@#r#
            #####
            """,
        )
        assert scene.refuse(action(USE, 0, scene.at(3, 1))) == OUT_OF_SIGHT


class TestFireball:
    def test_burns_all_within_its_radius_as_the_crow_flies(self) -> None:
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
        assert sorted(event.cell for event in scene.told(BURNED)) == sorted(
            scene.at(x, y) for x, y in [(5, 1), (6, 2), (3, 3), (5, 3), (7, 3)]
        )

    def test_burns_its_caster_too(self) -> None:
        scene = scene_with(
            "*",
            """
            ######
            #@.r.#
            ######
            """,
        )
        scene.use(0, scene.at(3, 1))
        assert scene.hero.max_hp - scene.hero.hp == ITEMS["*"].amount
        assert [(event.who, event.whom) for event in scene.told(BURNED)] == [(HERO, HERO), (HERO, kind_of("r"))]
        assert scene.enemy("r").hp == 0

    def test_may_be_cast_at_oneself_alone(self) -> None:
        scene = scene_with("*", ALONE)
        assert scene.use(0, scene.hero.cell) == DONE
        assert scene.hero.max_hp - scene.hero.hp == ITEMS["*"].amount

    def test_burns_its_caster_at_the_very_edge(self) -> None:
        scene = scene_with("*", ALONE)
        assert scene.use(0, scene.at(3, 1)) == DONE
        assert scene.hero.max_hp - scene.hero.hp == ITEMS["*"].amount

    def test_that_kills_its_caster_names_nobody_else_and_burns_nobody_after(self) -> None:
        scene = scene_with(
            "*",
            """
            #####
            #@r.#
            #####
            """,
        )
        scene.hero.hp = ITEMS["*"].amount
        assert scene.use(0, scene.at(2, 1)) == DONE
        assert (scene.world.outcome, scene.world.killer, scene.hero.hp) == (DEAD, HERO, 0)
        assert scene.enemy("r").hp == MONSTERS["r"].hp
        assert scene.told(HIT) == []
        assert [(event.who, event.whom) for event in scene.told(DIED)] == [(HERO, HERO)]

    def test_goes_through_armor_and_round_corners_within_its_radius(self) -> None:
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

    def test_gives_the_xp_of_all_it_fells(self) -> None:
        scene = scene_with(
            "*",
            """
            ########
            #@...rr#
            ########
            """,
        )
        scene.use(0, scene.at(5, 1))
        assert (scene.hero.kills, scene.hero.xp) == (2, 2 * MONSTERS["r"].xp)
        assert scene.picture() == drawn("""
            ########
            #@.....#
            ########
        """)

    def test_is_refused_where_it_would_burn_nobody(self) -> None:
        scene = scene_with(
            "*",
            """
            ##########
            #@......r#
            ##########
            """,
        )
        assert scene.refuse(action(USE, 0, scene.at(5, 1))) == NOTHING_IN_BLAST

    def test_is_refused_out_of_sight(self) -> None:
        scene = scene_with(
            "*",
            """
            #####
            #@#r#
            #####
            """,
        )
        assert scene.refuse(action(USE, 0, scene.at(3, 1))) == OUT_OF_SIGHT


def test_the_dead_are_neither_struck_nor_burned() -> None:
    scene = Scene("""
        ########
        #@s....#
        ########
    """)
    scene.give("~", "*")
    scene.enemy("s").hp = 1
    scene.move(E)
    assert scene.refuse(action(USE, 0)) == NO_ENEMY_IN_REACH
    assert scene.refuse(action(USE, 1, scene.at(4, 1))) == NOTHING_IN_BLAST
    scene.use(1, scene.at(3, 1))
    assert [event.whom for event in scene.told(BURNED)] == [HERO]


@pytest.mark.parametrize("place", [0, 1], ids=["lightning", "fire"])
def test_who_has_one_hp_left_is_struck_and_burned_like_any_other(place: int) -> None:
    scene = Scene("""
        #######
        #@...r#
        #######
    """)
    scene.give("~", "*")
    scene.enemy("r").hp = 1
    assert scene.use(place, scene.at(5, 1)) == DONE
    assert scene.enemy("r").hp == 0


def test_a_thing_without_an_effect_has_no_use_and_stays() -> None:
    scene = scene_with("%", ALONE)
    assert scene.refuse(action(USE, 0)) == NO_USE


def test_monsters_act_after_a_thing_is_used() -> None:
    scene = scene_with(
        "!",
        """
        #####
        #@o.#
        #####
        """,
    )
    scene.hero.hp = 10
    scene.use(0)
    assert scene.hero.hp == 10 + 8 - 5
    assert scene.world.outcome == PLAYING


def test_who_is_felled_by_an_effect_does_not_act_in_that_turn() -> None:
    scene = scene_with(
        "~",
        """
        #####
        #@r.#
        #####
        """,
    )
    scene.use(0)
    assert scene.told(HIT) == []
    assert scene.move(E, W) == DONE
