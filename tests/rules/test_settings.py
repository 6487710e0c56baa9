"""What the settings change in which roguelikes differ."""

from __future__ import annotations

import pytest

from scenes import Scene, a_ruleset
from steep.core.geometry import NOWHERE, WIDTH
from steep.core.ruleset import BUMP, CHEBYSHEV, DIAGONAL, DRIFT, EUCLID
from steep.core.streams import STREAMS, seed_streams
from steep.core.world import World
from steep.mapgen.rooms import overlaps_a_room
from steep.rules.actions import DONE
from steep.rules.monsters import stumbling_step


def steps_of(how: int) -> list[tuple[int, int]]:
    """Many stumbling steps, as (across, down)."""
    random = [0] * (4 * STREAMS)
    seed_streams(random, 5, 1)
    steps = (stumbling_step(random, how) for _ in range(9_000))
    return [((step + 1 + WIDTH) % WIDTH - 1, (step + 1 + WIDTH) // WIDTH - 1) for step in steps]


def test_who_bumps_takes_each_of_the_eight_directions_alike() -> None:
    steps = steps_of(BUMP)
    assert len(set(steps)) == 8
    assert (0, 0) not in steps
    assert all(abs(steps.count(step) - 1_125) < 150 for step in set(steps))


def test_who_drifts_stands_still_one_time_in_nine() -> None:
    steps = steps_of(DRIFT)
    assert len(set(steps)) == 9
    assert all(abs(steps.count(step) - 1_000) < 150 for step in set(steps))


def test_on_diagonals_only_four_times_in_nine_a_step_is_taken() -> None:
    steps = steps_of(DIAGONAL)
    assert set(steps) == {(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)}
    assert abs(steps.count((0, 0)) - 5_000) < 250


@pytest.mark.parametrize("how", [DRIFT, DIAGONAL])
def test_who_drifts_strikes_nobody(how: int) -> None:
    ruleset = a_ruleset()
    ruleset.stumble = how
    scene = Scene("""
        ####
        #@r#
        ####
    """, ruleset)  # fmt: skip
    scene.world.actors[0].confused = 50
    for _ in range(49):
        scene.wait()
    assert scene.hero.hp == scene.hero.max_hp


def test_who_bumps_strikes_the_hero_in_the_way() -> None:
    scene = Scene("""
        ####
        #@r#
        ####
    """)
    scene.world.actors[0].confused = 50
    for _ in range(49):
        scene.wait()
    assert scene.hero.hp < scene.hero.max_hp


@pytest.mark.parametrize(("distance", "left"), [(EUCLID, 3), (CHEBYSHEV, 0)])
def test_a_blast_is_round_or_square(distance: int, left: int) -> None:
    ruleset = a_ruleset()
    ruleset.distance = distance
    scene = Scene("""
        #########
        #.....s.#
        #.......#
        #...s...#
        #.......#
        #@......#
        #########
    """, ruleset)  # fmt: skip
    corner, middle = scene.world.actors[:2]
    scene.give("*")
    scene.use(0, middle.cell)
    assert (corner.hp, middle.hp) == (left, 0)


@pytest.mark.parametrize(("distance", "struck"), [(EUCLID, False), (CHEBYSHEV, True)])
def test_lightning_reaches_as_the_ruleset_measures(distance: int, struck: bool) -> None:
    ruleset = a_ruleset()
    ruleset.distance = distance
    scene = Scene("""
        #######
        #....o#
        #.....#
        #.....#
        #.....#
        #@....#
        #######
    """, ruleset)  # fmt: skip
    scene.give("~")
    assert (scene.use(0) == DONE) == struck


@pytest.mark.parametrize("forgets", [0, 1])
def test_a_monster_that_loses_sight_follows_or_stands(forgets: int) -> None:
    ruleset = a_ruleset()
    ruleset.forgets = forgets
    scene = Scene("""
        ###########
        #@......r.#
        ###########
    """, ruleset)  # fmt: skip
    actor = scene.world.actors[0]
    scene.wait()
    assert (actor.goal == NOWHERE) == bool(forgets)


def test_rooms_that_share_a_wall_overlap_unless_they_may_touch() -> None:
    world = World()
    world.room_count = 1
    room = world.rooms[0]
    room.left, room.top, room.right, room.bottom = 10, 10, 16, 16
    assert overlaps_a_room(world, 16, 10, 22, 16, 0)
    assert not overlaps_a_room(world, 16, 10, 22, 16, 1)
    assert not overlaps_a_room(world, 17, 10, 22, 16, 0)
    assert overlaps_a_room(world, 15, 15, 22, 22, 1)
    assert not overlaps_a_room(world, 10, 16, 16, 22, 1)


@pytest.mark.parametrize(("percent", "healed"), [(0, 3), (50, 13), (100, 20)])
def test_the_stairs_heal_a_share_of_the_most_hp(percent: int, healed: int) -> None:
    ruleset = a_ruleset()
    ruleset.stairs_heal = percent
    scene = Scene("""
        ####
        #@>#
        ####
    """, ruleset)  # fmt: skip
    scene.hero.hp = 3
    scene.move(3)
    scene.descend()
    assert scene.hero.hp == healed
