"""The view: what the hero sees, remembers, and does not know."""

from __future__ import annotations

from scenes import SE, E, Scene, W, drawn, kind_of
from steep.core.geometry import NOWHERE
from steep.core.world import KNOWN_FLOOR, KNOWN_ROCK, KNOWN_STAIRS, UNKNOWN


def test_the_hero_sees_its_room_and_the_walls_of_it_and_nothing_beyond() -> None:
    scene = Scene("""
        #########
        #@..#...#
        #...#...#
        #####...#
        #########
    """)
    assert scene.lit() == drawn("""
        #####
        #...#
        #...#
        #####
    """)


def test_sight_ends_before_the_view_radius() -> None:
    scene = Scene("""
        ###########
        #@........#
        ###########
    """)
    assert [scene.hero.lit[scene.at(x, 1)] for x in (7, 8, 9)] == [1, 1, 0]


def test_what_was_seen_is_remembered_and_what_was_not_is_unknown() -> None:
    scene = Scene("""
        ############
        #@>........#
        ############
    """)
    assert [scene.hero.known[scene.at(x, 1)] for x in (0, 1, 2, 9)] == [KNOWN_ROCK, KNOWN_FLOOR, KNOWN_STAIRS, UNKNOWN]
    scene.move(E, E, E, E, E, E, E, E)
    assert scene.hero.lit[scene.at(0, 1)] == 0
    assert [scene.hero.known[scene.at(x, 1)] for x in (0, 1, 2, 9)] == [
        KNOWN_ROCK,
        KNOWN_FLOOR,
        KNOWN_STAIRS,
        KNOWN_FLOOR,
    ]


def test_the_stairs_are_known_once_seen_and_stay_so() -> None:
    scene = Scene("""
        ##############
        #.@.......>..#
        ##############
    """)
    assert scene.hero.stairs == NOWHERE
    scene.move(E)
    assert scene.hero.stairs == scene.at(10, 1)
    scene.move(W, W)
    assert scene.hero.lit[scene.at(10, 1)] == 0
    assert scene.hero.stairs == scene.at(10, 1)


def test_monsters_are_known_only_while_in_view() -> None:
    scene = Scene("""
        #######
        #.@#r.#
        #.....#
        #######
    """)
    assert scene.hero.foe_count == 0
    scene.move(SE)
    foe = scene.hero.foes[0]
    assert (scene.hero.foe_count, foe.actor, foe.kind, foe.cell, foe.hp) == (1, 0, kind_of("r"), scene.foe("r").cell, 5)


def test_a_monster_that_leaves_the_view_is_not_remembered() -> None:
    scene = Scene("""
        ###########
        #@.......g#
        ###########
    """)
    scene.move(E)
    assert scene.hero.foe_count == 1
    scene.foe("g").confused = 9
    scene.move(W)
    scene.hero.cell = scene.at(1, 1)
    scene.world.occupant[scene.foe("g").cell] = 0
    scene.foe("g").cell = scene.at(9, 1)
    scene.look()
    assert scene.hero.foe_count == 0


def test_what_is_known_of_a_monster_in_view_is_as_it_is_after_the_turn() -> None:
    scene = Scene("""
        #######
        #@...o#
        #######
    """)
    scene.wait()
    assert scene.hero.foes[0].cell == scene.at(4, 1)
    scene.foe("o").confused = 2
    scene.wait()
    assert scene.hero.foes[0].confused == 1


def test_the_dead_are_not_in_view() -> None:
    scene = Scene("""
        #####
        #@sr#
        #####
    """)
    scene.move(E)
    assert [foe.kind for foe in scene.hero.foes[: scene.hero.foe_count]] == [kind_of("r")]


def test_things_are_remembered_where_they_were_seen() -> None:
    scene = Scene("""
        ############
        #@!........#
        ############
    """)
    scene.move(E, E, E, E, E, E, E, E, E)
    assert scene.hero.lit[scene.at(2, 1)] == 0
    assert [(find.kind, find.cell) for find in scene.hero.finds[: scene.hero.find_count]] == [
        (kind_of("!"), scene.at(2, 1))
    ]


def test_things_never_seen_are_not_known() -> None:
    scene = Scene("""
        ######
        #@#!.#
        ######
    """)
    scene.wait()
    assert scene.hero.find_count == 0


def test_a_thing_that_the_hero_stood_on_and_left_is_marked_so() -> None:
    scene = Scene("""
        #####
        #@!~#
        #####
    """)
    assert [find.visited for find in scene.hero.finds[:2]] == [0, 0]
    scene.move(E, W)
    assert [find.visited for find in scene.hero.finds[:2]] == [1, 0]


def test_a_thing_that_the_hero_dropped_is_marked_as_stood_upon() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.give("!")
    scene.drop(0)
    assert scene.hero.finds[0].visited == 1


def test_a_new_thing_in_the_row_of_a_taken_one_is_new() -> None:
    scene = Scene("""
        #####
        #@..#
        #####
    """)
    scene.put("!", scene.hero.cell)
    scene.pick_up()
    scene.put("~", scene.at(3, 1))
    assert (scene.hero.find_count, scene.hero.finds[0].item, scene.hero.finds[0].visited) == (1, 0, 0)


def test_whom_the_hero_sees_sees_the_hero() -> None:
    scene = Scene("""
        ##########
        #@.......#
        #.####.#.#
        #.#r.#.#r#
        #...#....#
        ##########
    """)
    for cell in (scene.at(x, y) for y in range(1, 5) for x in range(1, 9)):
        if scene.world.tiles[cell] and not scene.world.occupant[cell]:
            scene.hero.cell = cell
            scene.look()
            seen = {foe.cell for foe in scene.hero.foes[: scene.hero.foe_count]}
            for actor in scene.actors():
                scene.hero.cell = actor.cell
                scene.look()
                assert (scene.hero.lit[cell] == 1) == (actor.cell in seen)
