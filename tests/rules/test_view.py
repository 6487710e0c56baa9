"""The view: what the hero sees, remembers and does not know."""

from __future__ import annotations

from scenes import CONFUSED, SE, E, Scene, W, confuse, drawn, kind_of
from steep.core.geometry import FLOOR, NOWHERE, ROCK, STAIRS, UNKNOWN


def test_the_hero_sees_the_room_and_its_walls_and_nothing_beyond() -> None:
    scene = Scene("""
        #########
        #@..#...#
        #...#...#
        #####...#
        #########
    """)
    assert scene.visible() == drawn("""
        #####
        #...#
        #...#
        #####
    """)


def test_sight_ends_before_the_view_radius() -> None:
    scene = Scene("#@........#")
    assert [scene.hero.visible[scene.at(x, 1)] for x in (7, 8, 9)] == [1, 1, 0]


def test_seen_cells_are_remembered_and_others_are_unknown() -> None:
    scene = Scene("#@>........#")
    assert [scene.hero.remembered[scene.at(x, 1)] for x in (0, 1, 2, 9)] == [
        ROCK,
        FLOOR,
        STAIRS,
        UNKNOWN,
    ]
    scene.move(E, E, E, E, E, E, E, E)
    assert scene.hero.visible[scene.at(0, 1)] == 0
    assert [scene.hero.remembered[scene.at(x, 1)] for x in (0, 1, 2, 9)] == [
        ROCK,
        FLOOR,
        STAIRS,
        FLOOR,
    ]


def test_the_stairs_are_remembered_once_seen() -> None:
    scene = Scene("#.@.......>..#")
    assert scene.hero.stairs == NOWHERE
    scene.move(E)
    assert scene.hero.stairs == scene.at(10, 1)
    scene.move(W, W)
    assert scene.hero.visible[scene.at(10, 1)] == 0
    assert scene.hero.stairs == scene.at(10, 1)


def test_monsters_are_listed_only_while_in_view() -> None:
    scene = Scene("""
        #######
        #.@#r.#
        #.....#
        #######
    """)
    assert scene.hero.visible_monster_count == 0
    scene.move(SE)
    enemy = scene.hero.visible_monsters[0]
    assert (scene.hero.visible_monster_count, enemy.actor, enemy.kind, enemy.cell, enemy.hp) == (
        1,
        0,
        kind_of("r"),
        scene.enemy("r").cell,
        5,
    )


def test_a_monster_that_leaves_the_view_is_not_remembered() -> None:
    scene = Scene("#@.......g#")
    scene.move(E)
    assert scene.hero.visible_monster_count == 1
    confuse(scene.enemy("g"), 9)
    scene.move(W)
    scene.hero.cell = scene.at(1, 1)
    scene.world.occupant[scene.enemy("g").cell] = 0
    scene.enemy("g").cell = scene.at(9, 1)
    scene.update_fov()
    assert scene.hero.visible_monster_count == 0


def test_visible_monsters_are_listed_as_they_are_after_the_turn() -> None:
    scene = Scene("#@...o#")
    scene.wait()
    assert scene.hero.visible_monsters[0].cell == scene.at(4, 1)
    confuse(scene.enemy("o"), 2)
    scene.wait()
    assert scene.hero.visible_monsters[0].statuses[CONFUSED] == 1


def test_items_are_remembered_where_they_were_seen() -> None:
    scene = Scene("#@!........#")
    scene.move(E, E, E, E, E, E, E, E, E)
    assert scene.hero.visible[scene.at(2, 1)] == 0
    assert [(item.kind, item.cell) for item in scene.hero.seen_items[: scene.hero.seen_item_count]] == [
        (kind_of("!"), scene.at(2, 1))
    ]


def test_unseen_items_are_not_listed() -> None:
    scene = Scene("#@#!.#")
    scene.wait()
    assert scene.hero.seen_item_count == 0


def test_an_item_the_hero_stepped_on_is_marked_visited() -> None:
    scene = Scene("#@!~#")
    assert [item.visited for item in scene.hero.seen_items[:2]] == [0, 0]
    scene.move(E, W)
    assert [item.visited for item in scene.hero.seen_items[:2]] == [1, 0]


def test_a_dropped_item_is_marked_visited() -> None:
    scene = Scene("#@..#")
    scene.give("!")
    scene.drop(0)
    assert scene.hero.seen_items[0].visited == 1


def test_a_new_item_in_a_reused_row_is_unseen() -> None:
    scene = Scene("#@..#")
    scene.put("!", scene.hero.cell)
    scene.pick_up()
    scene.put("~", scene.at(3, 1))
    assert (scene.hero.seen_item_count, scene.hero.seen_items[0].item, scene.hero.seen_items[0].visited) == (1, 0, 0)


def test_a_visible_monster_sees_the_hero() -> None:
    scene = Scene("""
        ##########
        #@.......#
        #.####.#.#
        #.#r.#.#r#
        #...#....#
        ##########
    """)
    for cell in (scene.at(x, y) for y in range(1, 5) for x in range(1, 9)):
        if scene.world.tiles[cell] != ROCK and not scene.world.occupant[cell]:
            scene.hero.cell = cell
            scene.update_fov()
            visible_cells = {enemy.cell for enemy in scene.hero.visible_monsters[: scene.hero.visible_monster_count]}
            for actor in scene.actors():
                scene.hero.cell = actor.cell
                scene.update_fov()
                assert (scene.hero.visible[cell] == 1) == (actor.cell in visible_cells)
