"""Monsters' turns: chasing, searching, walking around each other, and confusion."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import CONFUSED, SE, E, S, Scene, confuse, drawn, kind_of, set_hp
from steep.core.geometry import DIRECTIONS, NOWHERE, ROCK, steps_between
from steep.core.world import PLAYING
from steep.rules.perceived_events import DIED, HIT, RECOVERED

A_ROOM = """
    ###########
    #.........#
    #.........#
    #....@....#
    #.........#
    #........r#
    ###########
"""


def test_a_monster_that_sees_the_hero_takes_a_shortest_path() -> None:
    scene = Scene(A_ROOM)
    scene.wait(3)
    assert scene.picture() == drawn("""
        ###########
        #.........#
        #.........#
        #....@r...#
        #.........#
        #.........#
        ###########
    """)


def test_a_monster_that_never_saw_the_hero_stays() -> None:
    scene = Scene("""
        #######
        #@#..r#
        #.#####
        #..####
        #######
    """)
    scene.move(S, E)
    scene.wait(5)
    assert scene.enemy("r").cell == scene.at(5, 1)


def test_a_monster_beyond_the_view_radius_stays() -> None:
    scene = Scene("#@.......r.#")
    scene.wait(3)
    assert scene.enemy("r").cell == scene.at(9, 1)
    scene.move(E)
    assert scene.enemy("r").cell == scene.at(8, 1)


def test_an_adjacent_monster_attacks_instead_of_moving() -> None:
    scene = Scene("""
        ####
        ##r#
        #@.#
        ####
    """)
    scene.wait()
    assert scene.enemy("r").cell == scene.at(2, 1)
    assert [hit.who for hit in scene.events(HIT)] == [kind_of("r")]


def test_a_monster_that_becomes_adjacent_attacks_on_its_next_turn() -> None:
    scene = Scene("#@.r#")
    scene.wait()
    assert (scene.enemy("r").cell, scene.events(HIT)) == (scene.at(2, 1), [])
    scene.wait()
    assert len(scene.events(HIT)) == 1


def test_a_monster_walks_to_where_it_last_saw_the_hero_and_stops() -> None:
    scene = Scene("""
        ##########
        #@.....r.#
        #.########
        #.########
        #........#
        ##########
    """)
    scene.wait()
    scene.move(S, S, SE, E, E, E, E, E)
    assert scene.picture() == drawn("""
        ##########
        #r.......#
        #.########
        #.########
        #......@.#
        ##########
    """)
    assert scene.enemy("r").goal == NOWHERE
    scene.wait(5)
    assert scene.enemy("r").cell == scene.at(1, 1)


SMALL_ROOM = """
    ##########
    #........#
    #........#
    #...@....#
    #........#
    #........#
    ##########
"""


@pytest.mark.parametrize("seed", range(6))
def test_up_to_four_monsters_in_a_room_all_reach_the_hero(seed: int) -> None:
    scene = Scene(SMALL_ROOM)
    set_hp(scene.world, 1000)
    corners = [scene.at(x, y) for x in range(6, 9) for y in range(1, 6)]
    for cell in random.Random(seed).sample(corners, 4):
        scene.put("r", cell)
    scene.wait(8)
    assert [steps_between(rat.cell, scene.hero.cell) for rat in scene.actors()] == [1, 1, 1, 1]


def test_a_monster_walks_around_others_to_a_free_side_of_the_hero() -> None:
    scene = Scene("""
        ########
        #......#
        #.rr...#
        #.@rr..#
        #.rr...#
        #......#
        ########
    """)
    set_hp(scene.world, 1000)
    scene.wait(4)
    assert [steps_between(rat.cell, scene.hero.cell) for rat in scene.actors()].count(2) == 0


def test_a_monster_finds_a_path_around_a_long_wall() -> None:
    scene = Scene("""
        ##########
        #...######
        #.#.######
        #@#......#
        ########.#
        #r.......#
        ##########
    """)
    scene.enemy("r").goal = scene.hero.cell
    assert scene.hero.visible[scene.enemy("r").cell] == 0
    scene.wait(17)
    assert scene.picture() == drawn("""
        ##########
        #...######
        #r#.######
        #@#......#
        ########.#
        #........#
        ##########
    """)


def test_a_blocked_monster_walks_past_the_one_in_front() -> None:
    scene = Scene("""
        #########
        #or....@#
        #.......#
        #########
    """)
    scene.wait()
    assert scene.picture() == drawn("""
        #########
        #..r...@#
        #.o.....#
        #########
    """)


def test_a_path_around_others_may_begin_with_a_step_back() -> None:
    scene = Scene("""
        ########
        #....###
        #.##.###
        #@ro.###
        ########
    """)
    set_hp(scene.world, 1000)
    scene.wait(4)
    assert scene.enemy("o").cell == scene.at(1, 2)


def test_monsters_queue_in_a_corridor() -> None:
    scene = Scene("#@..r.r#")
    scene.wait(6)
    assert scene.picture() == drawn("#@rr...#")


def test_monsters_act_in_the_order_in_which_they_were_placed() -> None:
    front_first = Scene("#@..ro.#")
    front_first.wait()
    assert front_first.picture() == drawn("#@.ro..#")
    rear_first = Scene("#.or..@#")
    rear_first.wait()
    assert rear_first.picture() == drawn("#.o.r.@#")


def test_a_monster_that_cannot_get_nearer_waits_and_never_steps_back() -> None:
    scene = Scene("""
        ########
        ##.....#
        #@ro...#
        ##.....#
        ########
    """)
    set_hp(scene.world, 1000)
    for _ in range(8):
        scene.wait()
        assert steps_between(scene.enemy("o").cell, scene.hero.cell) <= 2


def test_a_monster_whose_goal_is_taken_stops_next_to_it() -> None:
    scene = Scene("""
        ########
        #......#
        #.rr...#
        #......#
        ######.#
        #....@.#
        ########
    """)
    for rat in scene.actors():
        rat.goal = scene.at(5, 2)
    scene.wait(6)
    before = scene.picture()
    scene.wait(6)
    assert scene.picture() == before
    assert sorted(steps_between(rat.cell, scene.at(5, 2)) for rat in scene.actors()) == [0, 1]


def confused_scene(seed: int, picture: str = A_ROOM, turns: int = 11) -> Scene:
    """A scene whose monsters are confused."""
    scene = Scene(picture, seed=seed)
    for actor in scene.actors():
        confuse(actor, turns)
    return scene


def first_seed(condition: Callable[[int], bool]) -> int:
    """The first seed for which a condition holds."""
    return next(seed for seed in range(2000) if condition(seed))


@given(st.integers(0, 2**63 - 1))
def test_a_confused_monster_steps_to_an_adjacent_cell_or_stays(seed: int) -> None:
    scene = confused_scene(seed)
    rat = scene.enemy("r")
    for _ in range(10):
        before = rat.cell
        scene.wait()
        assert rat.cell == before or rat.cell - before in DIRECTIONS
        assert scene.world.tiles[rat.cell] != ROCK
        assert scene.world.occupant[rat.cell] == 1


OGRE_BESIDE_RAT = """
    #####
    #...#
    #ro.#
    #..@#
    #####
"""


def hit_by_the_ogre(seed: int) -> Scene:
    """A scene where only a confused ogre acts, next to a rat with few HP."""
    scene = Scene(OGRE_BESIDE_RAT, seed=seed)
    confuse(scene.enemy("o"), 2)
    scene.enemy("r").hp = 1
    scene.wait()
    return scene


def test_a_confused_monster_may_kill_another_and_the_hero_gets_xp_but_no_kill() -> None:
    def kills_the_rat(seed: int) -> bool:
        return any(event.who == kind_of("o") for event in hit_by_the_ogre(seed).events(DIED))

    scene = hit_by_the_ogre(first_seed(kills_the_rat))
    assert scene.enemy("r").hp == 0
    assert [(hit.who, hit.whom) for hit in scene.events(HIT)] == [(kind_of("o"), kind_of("r"))]
    assert (scene.hero.xp, scene.hero.kills) == (4, 0)


def test_recovering_from_confusion_takes_the_turn() -> None:
    scene = confused_scene(0, "#@r#", turns=1)
    scene.wait()
    assert [(event.who, event.detail) for event in scene.events(RECOVERED)] == [(kind_of("r"), CONFUSED)]
    assert scene.events(HIT) == []
    scene.wait()
    assert len(scene.events(HIT)) == 1


def test_nothing_out_of_view_emits_an_event() -> None:
    scene = confused_scene(0, "#@#r..#", turns=2)
    scene.wait(3)
    assert scene.enemy("r").statuses[CONFUSED] == 0
    assert scene.events(RECOVERED) == []


@pytest.mark.parametrize("seed", range(6))
def test_no_two_monsters_share_a_cell_and_none_stands_in_rock(seed: int) -> None:
    scene = Scene(
        """
        ##########
        #r.ro#..s#
        #.#..#.###
        #r..@..r.#
        ##.###.#.#
        #o...r...#
        ##########
        """,
        seed=seed,
    )
    set_hp(scene.world, 1000)
    confuse(scene.enemy("r", 1), 50)
    confuse(scene.enemy("o"), 50)
    for turn in range(40):
        scene.move((seed * 7 + turn * 5) % 8)
        alive = [actor.cell for actor in scene.actors() if actor.hp > 0]
        assert len({*alive, scene.hero.cell}) == len(alive) + 1
        assert all(scene.world.tiles[cell] != ROCK for cell in alive)
        for row, actor in enumerate(scene.actors()):
            assert scene.world.occupant[actor.cell] != row + 1 or actor.hp > 0
    assert scene.world.outcome == PLAYING
