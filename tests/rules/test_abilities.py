"""Abilities: whom each shape hits, whom an ability affects, and what hits, wounds and deaths set off."""

from __future__ import annotations

import pytest

from scenes import (
    CROWD_SIZE,
    HERO_HP,
    ITEMS,
    LEFT,
    MONSTERS,
    TOP,
    E,
    Scene,
    SceneAbility,
    a_ruleset,
    ability_of,
    crowded_scene,
    drawn,
    effect_of,
    give_abilities,
    kind_of,
)
from steep.core.geometry import WIDTH
from steep.core.ruleset import Ruleset, codes
from steep.core.world import ALLIED, DEAD, HERO, HERO_ROW, MAX_QUEUE, NEUTRAL
from steep.rules.action_codes import DONE, NO_ENEMY_THERE, NOTHING_IN_BLAST, OUT_OF_REACH, OUT_OF_SIGHT, USE, action
from steep.rules.perceived_events import DAMAGED, DIED, HIT


def scene_with_wand(
    picture: str, shape: int, *, reach: int = 0, radius: int = 0, affects: int = codes.EVERYBODY
) -> Scene:
    """A scene whose hero carries something that takes 1 HP off everybody in a shape."""
    ruleset = a_ruleset()
    give_abilities(
        ruleset, "%", SceneAbility(codes.ON_USE, shape, amount=1, reach=reach, radius=radius, affects=affects)
    )  # fmt: skip
    scene = Scene(picture, ruleset)
    scene.give("%")
    return scene


def struck(scene: Scene, x: int = 0, y: int = 0) -> str:
    """The picture before the item is used on a cell, with an 'x' for each monster that loses HP."""
    rows = [list(row) for row in scene.picture().splitlines()]
    cells = [actor.cell for actor in scene.actors()]
    assert scene.use(0, scene.at(x, y)) == DONE
    for actor, cell in zip(scene.actors(), cells, strict=True):
        if actor.hp < list(MONSTERS.values())[actor.kind].hp:
            rows[cell // WIDTH - TOP][cell % WIDTH - LEFT] = "x"
    return "\n".join(map("".join, rows))


class TestBolt:
    def test_stops_at_the_first_monster(self) -> None:
        scene = scene_with_wand("#@..o.o.#", codes.BOLT)
        assert struck(scene, 6, 1) == drawn("#@..x.o.#")

    def test_flies_on_beyond_its_target(self) -> None:
        scene = scene_with_wand("#@.....o#", codes.BOLT)
        assert struck(scene, 3, 1) == drawn("#@.....x#")

    def test_stops_at_rock(self) -> None:
        scene = scene_with_wand(
            """
            ########
            #@..#.o#
            #......#
            ########
            """,
            codes.BOLT,
        )
        assert scene.refuse(action(USE, 0, scene.at(6, 1))) == NOTHING_IN_BLAST

    def test_hits_nobody_next_to_its_line(self) -> None:
        scene = scene_with_wand(
            """
            #########
            #@.o....#
            #.....o.#
            #......o#
            #########
            """,
            codes.BOLT,
        )
        assert struck(scene, 7, 3) == drawn("""
            #########
            #@.o....#
            #.....o.#
            #......x#
            #########
        """)

    @pytest.mark.parametrize(("reach", "reason"), [(4, NOTHING_IN_BLAST), (5, DONE)])
    def test_flies_as_far_as_its_reach(self, reach: int, reason: int) -> None:
        scene = scene_with_wand("#@....o#", codes.BOLT, reach=reach)
        assert scene.use(0, scene.at(6, 1)) == reason

    def test_needs_a_direction(self) -> None:
        scene = scene_with_wand("#@.o#", codes.BOLT)
        assert scene.refuse(action(USE, 0, scene.hero.cell)) == NOTHING_IN_BLAST

    def test_is_wasted_where_the_ruleset_allows_it(self) -> None:
        scene = scene_with_wand("#@...#", codes.BOLT)
        ability_of(scene.ruleset, "%").needs = codes.NEEDS_NOTHING
        assert scene.use(0, scene.at(3, 1)) == DONE
        assert scene.inventory() == "....."

    def test_that_passes_over_allies_is_stopped_by_them(self) -> None:
        scene = scene_with_wand("#@.o.o.#", codes.BOLT, affects=codes.ENEMIES)
        scene.enemy("o", 0).side = ALLIED
        scene.update_fov()
        assert scene.refuse(action(USE, 0, scene.at(5, 1))) == NOTHING_IN_BLAST


class TestBeam:
    def test_hits_everybody_on_its_line_up_to_rock(self) -> None:
        scene = scene_with_wand(
            """
            ############
            #@.o..o.o#o#
            #...o......#
            ############
            """,
            codes.BEAM,
        )
        assert struck(scene, 3, 1) == drawn("""
            ############
            #@.x..x.x#o#
            #...o......#
            ############
        """)

    def test_follows_a_slanted_line(self) -> None:
        scene = scene_with_wand(
            """
            #########
            #@oooooo#
            #ooooooo#
            #ooooooo#
            #########
            """,
            codes.BEAM,
        )
        assert struck(scene, 5, 3) == drawn("""
            #########
            #@oooooo#
            #oxxoooo#
            #oooxxoo#
            #########
        """)

    def test_ends_at_its_reach(self) -> None:
        scene = scene_with_wand("#@ooooo#", codes.BEAM, reach=3)
        assert struck(scene, 2, 1) == drawn("#@xxxoo#")


class TestCone:
    def test_hits_within_45_degrees_of_its_direction(self) -> None:
        scene = scene_with_wand(
            """
            #########
            #o.o.o..#
            #.ooo...#
            #oo@ooo.#
            #.ooo...#
            #o.o.oo.#
            #########
            """,
            codes.CONE,
        )
        assert struck(scene, 5, 3) == drawn("""
            #########
            #o.o.x..#
            #.oox...#
            #oo@xxx.#
            #.oox...#
            #o.o.xx.#
            #########
        """)

    def test_ends_at_its_reach(self) -> None:
        scene = scene_with_wand("#@ooooo#", codes.CONE, reach=2)
        assert struck(scene, 6, 1) == drawn("#@xxooo#")

    def test_is_stopped_by_rock(self) -> None:
        scene = scene_with_wand(
            """
            ########
            #..o...#
            #@..#o.#
            #..o...#
            ########
            """,
            codes.CONE,
        )
        assert struck(scene, 6, 2) == drawn("""
            ########
            #..x...#
            #@..#o.#
            #..x...#
            ########
        """)


class TestBurst:
    @pytest.mark.parametrize(("distance", "corner"), [(codes.EUCLID, "o"), (codes.CHEBYSHEV, "x")])
    def test_hits_all_around_within_its_radius_even_behind_rock(self, distance: int, corner: str) -> None:
        picture = """
            #########
            #.o.....#
            #..o.o..#
            #...@#o.#
            #..o....#
            #.......#
            #########
        """
        scene = scene_with_wand(picture, codes.BURST, radius=2)
        scene.ruleset.distance = distance
        assert struck(scene) == drawn("""
            #########
            #.C.....#
            #..x.x..#
            #...@#x.#
            #..x....#
            #.......#
            #########
        """).replace("C", corner)

    def test_spares_its_user(self) -> None:
        scene = scene_with_wand("#@s.#", codes.BURST, radius=1)
        scene.use(0)
        assert scene.hero.hp == scene.hero.max_hp


class TestTouch:
    @pytest.mark.parametrize(("x", "y"), [(2, 1), (2, 2)])
    def test_hits_somebody_beside_its_user_and_nobody_else(self, x: int, y: int) -> None:
        scene = scene_with_wand("#####\n#@o.#\n#oo.#\n#####", codes.TOUCH)
        assert struck(scene, x, y).count("x") == 1
        assert [event.cell for event in scene.events(DAMAGED)] == [scene.at(x, y)]

    def test_does_not_reach_two_steps(self) -> None:
        scene = scene_with_wand("#@.o.#", codes.TOUCH)
        assert scene.refuse(action(USE, 0, scene.at(3, 1))) == OUT_OF_REACH

    def test_is_refused_on_an_empty_cell(self) -> None:
        scene = scene_with_wand("#@.o.#", codes.TOUCH)
        assert scene.refuse(action(USE, 0, scene.at(2, 1))) == NO_ENEMY_THERE


class TestTarget:
    @pytest.mark.parametrize(("reach", "reason"), [(3, OUT_OF_REACH), (4, DONE)])
    def test_has_a_reach(self, reach: int, reason: int) -> None:
        scene = scene_with_wand("#@...o.#", codes.TARGET, reach=reach)
        assert scene.use(0, scene.at(5, 1)) == reason

    def test_has_to_be_seen(self) -> None:
        scene = scene_with_wand("#@#o#", codes.TARGET)
        assert scene.refuse(action(USE, 0, scene.at(3, 1))) == OUT_OF_SIGHT


PILLARS = """
    ############
    #@....o....#
    #.##.......#
    #o##.....o.#
    ####o#######
    ####o#######
    ############
"""


def test_view_hits_whoever_its_user_sees() -> None:
    scene = scene_with_wand(PILLARS, codes.VIEW)
    assert struck(scene) == drawn("""
        ############
        #@....x....#
        #.##.......#
        #x##.....o.#
        ####o#######
        ####o#######
        ############
    """)
    assert scene.hero.hp == scene.hero.max_hp


def test_the_whole_floor_is_hit_seen_or_unseen() -> None:
    scene = scene_with_wand(PILLARS, codes.WHOLE_FLOOR)
    assert struck(scene) == drawn(PILLARS).replace("o", "x")
    assert scene.hero.hp == scene.hero.max_hp


@pytest.mark.parametrize(("affects", "hit"), [(codes.EVERYBODY, "xxx"), (codes.ENEMIES, "xoo"), (codes.ALLIES, "oxx")])
def test_an_ability_affects_everybody_enemies_or_allies(affects: int, hit: str) -> None:
    scene = scene_with_wand("#@ooo#", codes.VIEW, affects=affects)
    ally, neutral = scene.enemy("o", 1), scene.enemy("o", 2)
    ally.side, neutral.side = ALLIED, NEUTRAL
    scene.update_fov()
    assert struck(scene)[9:12] == hit


def test_a_ball_that_affects_enemies_spares_the_hero() -> None:
    ruleset = a_ruleset()
    scene = Scene("#@s.#", ruleset)
    ability_of(ruleset, "*").affects = codes.ENEMIES
    scene.give("*")
    assert scene.use(0, scene.at(2, 1)) == DONE
    assert (scene.hero.hp, scene.enemy("s").hp) == (HERO_HP, 0)


def rats_that(*abilities: SceneAbility) -> Ruleset:
    """A ruleset whose rats have these abilities."""
    ruleset = a_ruleset()
    give_abilities(ruleset, "r", *abilities)
    return ruleset


class TestOnHit:
    def test_a_monsters_hit_sets_off_its_ability_on_whom_it_hit(self) -> None:
        scene = Scene("#@r.#", rats_that(SceneAbility(codes.ON_HIT, codes.TARGET, amount=4)))
        scene.wait()
        assert [(event.who, event.whom, event.amount) for event in scene.events(DAMAGED)] == [(kind_of("r"), HERO, 4)]
        assert scene.hero.hp == HERO_HP - 2 - 4

    def test_it_can_heal_the_attacker(self) -> None:
        scene = Scene("#@r.#", rats_that(SceneAbility(codes.ON_HIT, codes.SELF, codes.HEAL, 3)))
        scene.enemy("r").hp = 1
        scene.wait()
        assert scene.enemy("r").hp == 4

    def test_all_of_a_kinds_abilities_are_set_off(self) -> None:
        burn, bite = (
            SceneAbility(codes.ON_HIT, codes.TARGET, amount=1),
            SceneAbility(codes.ON_HIT, codes.TOUCH, amount=2),
        )
        scene = Scene("#@r.#", rats_that(burn, SceneAbility(codes.ON_DEATH, codes.TARGET, amount=9), bite))
        scene.wait()
        assert [event.amount for event in scene.events(DAMAGED)] == [1, 2]

    @pytest.mark.parametrize(("chance", "times"), [(0, 0), (100, 6)])
    def test_it_has_a_chance(self, chance: int, times: int) -> None:
        scene = Scene("#@r.#", rats_that(SceneAbility(codes.ON_HIT, codes.TARGET, amount=1, chance=chance)))
        scene.wait(6)
        assert len(scene.events(DAMAGED)) == times

    def test_equipment_sets_off_its_ability_only_while_equipped(self) -> None:
        ruleset = a_ruleset()
        give_abilities(ruleset, "/", SceneAbility(codes.ON_HIT, codes.TARGET, amount=1))
        scene = Scene("#@o.#", ruleset)
        scene.give("/")
        scene.move(E)
        assert scene.events(DAMAGED) == []
        scene.use(0)
        scene.move(E)
        assert [(event.who, event.whom) for event in scene.events(DAMAGED)] == [(HERO, kind_of("o"))]
        assert scene.enemy("o").hp == MONSTERS["o"].hp - 2 - (2 + ITEMS["/"].power) - 1


class TestOnHurt:
    def test_a_wound_sets_off_an_ability_on_whoever_did_it(self) -> None:
        scene = Scene("#@..r#", rats_that(SceneAbility(codes.ON_HURT, codes.TARGET, amount=4)))
        scene.give("*")
        effect_of(scene.ruleset, "*").plus = 1
        scene.use(0, scene.at(4, 1))
        assert [(event.who, event.whom, event.amount) for event in scene.events(DAMAGED)][-1] == (kind_of("r"), HERO, 4)

    def test_a_hit_without_damage_and_a_death_set_off_nothing(self) -> None:
        ruleset = a_ruleset()
        for sign in "rg":
            give_abilities(ruleset, sign, SceneAbility(codes.ON_HURT, codes.TARGET, amount=4))
        scene = Scene("#@g.#", ruleset)
        scene.move(E)
        assert scene.events(DAMAGED) == []
        scene = Scene("#@r.#", ruleset)
        scene.enemy("r").hp = 1
        scene.move(E)
        assert scene.events(DAMAGED) == []

    def test_two_that_hurt_each_other_stop_at_a_death(self) -> None:
        ruleset = a_ruleset()
        for sign in "r/":
            give_abilities(ruleset, sign, SceneAbility(codes.ON_HURT, codes.TARGET, amount=1))
        ruleset.items[kind_of("/")].bonus[codes.POWER] = 0
        scene = Scene("#@r.#", ruleset)
        scene.equip("/")
        scene.move(E)
        # 3 HP by the hit, then each takes 1 HP in turn: the rat's last two go after the hero's second.
        assert scene.enemy("r").hp == 0
        assert scene.hero.hp == HERO_HP - 2


class TestOnDeath:
    EXPLODING = SceneAbility(codes.ON_DEATH, codes.BURST, amount=5, radius=1)

    def test_a_burst_hits_those_around_the_dead(self) -> None:
        scene = Scene("#@ro.o.#", rats_that(self.EXPLODING))
        scene.enemy("r").hp = 1
        cells = [actor.cell for actor in scene.actors()]
        scene.move(E)
        assert [(event.who, event.whom, event.cell) for event in scene.events(DAMAGED)] == [
            (kind_of("r"), HERO, scene.hero.cell),
            (kind_of("r"), kind_of("o"), cells[1]),
        ]
        assert [scene.enemy("o", number).hp for number in (0, 1)] == [12 - 5, 12]

    def test_deaths_set_off_deaths_until_none_is_near(self) -> None:
        scene = Scene(
            """
            ############
            #@..rrr..g.#
            #....g.r...#
            #.....r....#
            ############
            """,
            rats_that(self.EXPLODING),
        )
        scene.ruleset.distance = codes.CHEBYSHEV
        scene.give("~")
        golems = [scene.enemy("g", number) for number in (0, 1)]
        assert scene.use(0) == DONE
        assert [actor.hp for actor in scene.actors() if actor.kind == kind_of("r")] == [0] * 5
        assert [golem.hp for golem in golems] == [40, 40 - 4 * 5]

    def test_only_the_heros_own_kill_counts_but_all_give_xp(self) -> None:
        scene = Scene("#@.rrr.#", rats_that(self.EXPLODING))
        scene.give("~")
        scene.use(0)
        assert [actor.hp for actor in scene.actors()] == [0, 0, 0]
        assert (scene.hero.kills, [event.who for event in scene.events(DIED)]) == (
            1,
            [HERO, kind_of("r"), kind_of("r")],
        )
        assert scene.hero.xp == 3 * MONSTERS["r"].xp

    def test_a_monster_killed_by_another_does_not_act(self) -> None:
        scene = Scene("#@rs.#", rats_that(self.EXPLODING))
        scene.enemy("r").hp = 1
        scene.move(E)
        assert scene.enemy("s").hp == 0
        assert [hit.who for hit in scene.events(HIT)] == [HERO]


class TestQueue:
    def test_what_finds_it_full_is_dropped_and_counted(self) -> None:
        scene = crowded_scene()
        for actor in scene.actors():
            actor.triggers = 1 << codes.ON_DEATH
        give_abilities(
            scene.ruleset, "r", SceneAbility(codes.ON_DEATH, codes.BURST, radius=1, effect=codes.DAMAGE, amount=0)
        )
        scene.use(0, scene.hero.cell)
        assert scene.hero.kills == CROWD_SIZE
        assert scene.world.dropped_abilities == CROWD_SIZE - MAX_QUEUE

    def test_is_empty_between_turns(self) -> None:
        scene = Scene("#@r.#", rats_that(SceneAbility(codes.ON_HIT, codes.TARGET, amount=1)))
        for _ in range(3):
            scene.wait()
            assert scene.world.queue_count == 0
            assert not any(scene.world.affected)
        assert scene.world.dropped_abilities == 0

    def test_what_the_dead_left_in_it_still_takes_effect_but_nothing_after_the_heros_death(self) -> None:
        deadly = SceneAbility(codes.ON_DEATH, codes.BURST, amount=99, radius=1)
        scene = Scene(
            "#####\n#@r.#\n#.o.#\n#####", rats_that(deadly, SceneAbility(codes.ON_DEATH, codes.WHOLE_FLOOR, amount=1))
        )
        scene.enemy("r").hp = 1
        scene.move(E)
        assert (scene.world.outcome, scene.world.killer) == (DEAD, kind_of("r"))
        assert scene.enemy("o").hp == MONSTERS["o"].hp
        assert scene.world.actors[HERO_ROW].hp == 0
