"""Floors below the last one: who has won may go on there, and the floors above come back stronger."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenes import E
from steep.core.geometry import FLOOR, NOWHERE, STAIRS
from steep.core.ruleset import MAX_HP, POWER
from steep.core.world import ALLIED, PLAYING, WON, World
from steep.mapgen.make_floor import make_floor, make_floors_to
from steep.rules.action_codes import DESCEND, DONE, RUN_OVER, WAIT, action
from steep.rules.new_game import new_game
from steep.rules.turn import step
from steep.spawn.curves import MOST_RETURNS, floor_above, percent_stronger, stat_on, xp_on
from toml_scenes import TomlScene, rulebook_of
from worlds_in_both_forms import natively, plain, random_action

AMULET = """
    [run]
    last_floor = 1
    goal_item  = "amulet"

    [items.amulet]
    glyph = "a"
"""
BELOW = """
    [below]
    floors   = [1, 1]
    stronger = 50
"""
FIVE = """
    [run]
    last_floor = 5
    goal_item  = "amulet"

    [below]
    floors   = [2, 4]
    stronger = 100

    [counts]
    monsters_per_floor = { 1 = 4 }

    [items.amulet]
    glyph = "a"

    [monsters.rat]
    damage = "1d4"
    spawn  = { 1 = 1, 4 = 0 }

    [monsters.ogre]
    growth        = { max_hp = 1 }
    grows_from    = 1
    spawn         = { 4 = 1 }
    guaranteed_on = [3]
    unique        = true
"""

HALL = """
[floors.hall]
floor  = 4
map    = "######\\n#@a.>#\\n######"
legend = { a = { item = "amulet" } }
"""


def kinds_on(piece: str, floor: int) -> Counter[str]:
    """The monsters of a floor, by their keys."""
    book, world = rulebook_of(piece), World()
    make_floors_to(world, book.compiled, floor)
    return Counter(book.monsters[world.actors[row].kind].key for row in range(world.actor_count))


def a_victory(picture: str = "######\n#@a.>#\n######", piece: str = AMULET + BELOW) -> TomlScene:
    """A scene in which the hero has just taken the amulet."""
    scene = TomlScene(picture, piece)
    scene.move(E)
    assert scene.world.outcome == WON
    return scene


class TestGoingOn:
    def test_who_has_won_may_go_down_to_the_floor_below_in_no_time(self) -> None:
        scene = a_victory()
        turn = scene.world.turn
        assert scene.act(action(DESCEND)) == DONE
        assert (scene.world.outcome, scene.world.floor, scene.hero.floor) == (PLAYING, 2, 2)
        assert scene.world.turn == scene.world.arrived == turn
        assert scene.fault() == ""
        scene.wait(3)
        assert scene.world.turn == turn + 3

    def test_nothing_else_can_be_done_after_a_victory(self) -> None:
        scene = a_victory()
        assert step(scene.world, scene.ruleset, action(WAIT)) == RUN_OVER
        assert scene.world.outcome == WON

    def test_without_the_section_a_victory_ends_the_run(self) -> None:
        scene = a_victory(piece=AMULET)
        assert step(scene.world, scene.ruleset, action(DESCEND)) == RUN_OVER

    def test_the_dead_go_nowhere(self) -> None:
        scene = TomlScene("#@r.>#", AMULET + BELOW)
        scene.world.actors[0].hp = 1
        scene.monster("r").stats[POWER] = 99
        scene.wait()
        assert step(scene.world, scene.ruleset, action(DESCEND)) == RUN_OVER

    def test_allies_come_along(self) -> None:
        scene = TomlScene("######\n#@a.>#\n#r...#\n######", AMULET + BELOW)
        scene.monster("r").side, scene.world.friends = ALLIED, 1
        scene.move(E)
        scene.act(action(DESCEND))
        assert [actor.side for actor in scene.actors() if actor.hp > 0] == [ALLIED]
        assert scene.fault() == ""

    def test_nothing_wins_below_and_the_stairs_there_lead_on(self) -> None:
        book, world = rulebook_of(AMULET + BELOW), World()
        new_game(world, book.compiled, 3, 1)
        world.outcome = WON
        step(world, book.compiled, action(DESCEND))
        for floor in (3, 4):
            arrive_at_stairs(world)
            assert step(world, book.compiled, action(DESCEND)) == DONE
            assert (world.outcome, world.floor) == (PLAYING, floor)
            goal = book.compiled.goal_item - 1
            assert goal not in [item.kind for item in world.items[: world.item_count] if item.cell >= 0]

    def test_the_death_of_the_goal_monster_wins_once(self) -> None:
        piece = '[run]\nlast_floor = 1\ngoal_monster = "rat"\n[monsters.rat]\nhp = 1\n'
        scene = a_victory("#@r.>#", piece + "[below]\nfloors = [1, 1]\n")
        scene.act(action(DESCEND))
        scene.put("r", scene.hero.cell + 1)
        scene.monster("r", -1).hp = 1
        scene.move(E)
        assert scene.monster("r", -1).hp == 0
        assert scene.world.outcome == PLAYING


def arrive_at_stairs(world: World) -> None:
    """Put the hero on the stairs."""
    world.hero.cell = next(cell for cell, tile in enumerate(world.tiles) if tile == STAIRS)


class TestFloors:
    def test_the_floors_come_back_one_after_the_other_and_again(self) -> None:
        below = rulebook_of(FIVE).compiled.below
        assert [floor_above(below, floor) for floor in range(1, 13)] == [1, 2, 3, 4, 5, 2, 3, 4, 2, 3, 4, 2]
        assert [percent_stronger(below, floor) for floor in range(4, 13)] == [0, 0, *[100] * 3, *[200] * 3, 300]
        assert percent_stronger(below, 10**9) == MOST_RETURNS * 100

    def test_a_floor_below_has_what_the_tables_of_the_floor_above_say(self) -> None:
        for floor, kinds in ((6, {"rat"}), (7, {"rat", "ogre"}), (8, {"ogre"}), (9, {"rat"})):
            assert kinds_on(FIVE, floor).keys() == kinds, floor

    def test_uniques_come_back(self) -> None:
        assert [kinds_on(FIVE, floor)["ogre"] for floor in (3, 6, 7, 9, 10)] == [1, 0, 1, 0, 1]

    def test_a_floor_below_is_another_than_the_one_above(self) -> None:
        book = rulebook_of(FIVE)
        above, below = World(), World()
        make_floor(above, book.compiled, 2)
        make_floor(below, book.compiled, 6)
        assert list(above.tiles) != list(below.tiles)

    def test_drawn_floors_come_back_without_what_wins(self) -> None:
        ruleset = rulebook_of(FIVE + HALL).compiled
        cells, goals = [], []
        for floor in (4, 8):
            world = World()
            make_floors_to(world, ruleset, floor)
            cells.append([cell for cell, tile in enumerate(world.tiles) if tile in (FLOOR, STAIRS)])
            items = world.items[: world.item_count]
            goals.append(sum(item.cell != NOWHERE and item.kind + 1 == ruleset.goal_item for item in items))
        assert cells[0] == cells[1]
        assert len(cells[0]) == 4
        assert goals == [1, 0]


class TestStrength:
    def test_monsters_gain_hp_damage_and_xp_each_time_and_nothing_else(self) -> None:
        book = rulebook_of(FIVE)
        rat = next(row for row, kind in zip(book.compiled.monsters, book.monsters, strict=False) if kind.key == "rat")
        # Power 3 and 1d4: 5.5 on average, and as much again each time.
        assert [(stat_on(rat, MAX_HP, floor), stat_on(rat, POWER, floor)) for floor in (2, 6, 9)] == [
            (10, 3), (20, 3 + 5), (30, 3 + 11),
        ]  # fmt: skip
        assert [xp_on(rat, floor) for floor in (2, 6, 9)] == [4, 8, 12]
        others = [stat for stat in range(9) if stat not in (MAX_HP, POWER)]
        assert all(stat_on(rat, stat, 2) == stat_on(rat, stat, 9) for stat in others)

    def test_what_grows_by_floor_grows_as_on_the_floor_above(self) -> None:
        book = rulebook_of(FIVE)
        ogre = next(row for row, kind in zip(book.compiled.monsters, book.monsters, strict=False) if kind.key == "ogre")
        assert [stat_on(ogre, MAX_HP, floor) for floor in (3, 4, 7, 8)] == [32, 33, 64, 66]


@pytest.mark.parametrize("seed", [3, 8])
def test_plain_and_native_worlds_are_the_same_below(seed: int) -> None:
    ruleset = rulebook_of(FIVE).compiled
    forms = [form(ruleset) for form in (plain, natively)]
    for form in forms:
        form.start(seed, 5)
        form.world.outcome = WON
    rng = random.Random(seed)
    for turn in range(60):
        act = (
            action(DESCEND)
            if turn == 0
            else forms[0].bot_action()
            if turn % 4
            else random_action(rng, forms[0].world.hero)
        )
        assert len({form.act(act) for form in forms}) == 1
        assert len({form.bytes() for form in forms}) == 1
    assert forms[0].world.floor > 5
