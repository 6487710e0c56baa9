"""Rooms and placement match the originals, in figures and for known seeds."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from steep.content import load_ruleset
from steep.core.compiled import compiled
from steep.core.geometry import DIRECTIONS, ROCK, STAIRS, WIDTH
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import PLACEMENT_NAMES, Ruleset
from steep.core.world import World
from steep.mapgen.floor import make_floor
from steep.mapgen.rooms import walled_overlaps_a_room

FLOORS = 3_000


def steps_to_stairs(tiles: bytes, origin: int) -> int:
    steps, edge = {origin: 0}, [origin]
    for cell in edge:
        if tiles[cell] == STAIRS:
            return steps[cell]
        for direction in DIRECTIONS:
            beside = cell + direction
            if tiles[beside] != ROCK and beside not in steps:
                steps[beside] = steps[cell] + 1
                edge.append(beside)
    raise AssertionError("no stairs to reach")


@dataclass
class Figures:
    """Sums over floors."""

    open_cells: int = 0
    rooms: int = 0
    steps: int = 0
    on_start: Counter[int] = field(default_factory=Counter)
    """How many floors have a monster on the hero's start cell, by floor number."""
    floors: Counter[int] = field(default_factory=Counter)
    piles: int = 0
    """Floors on which two items share a cell."""
    items_on_start: int = 0


@cache
def figures(name: str) -> Figures:
    ruleset, make = from_plain(load_ruleset(name).compiled), compiled(make_floor)
    world: Any = zeros(World, 1)[0]
    found = Figures()
    for seed in range(FLOORS):
        world.seed, floor = seed, 1 + seed % 9
        make(world, ruleset, floor)
        tiles, start = bytes(world.tiles), int(world.hero.cell)
        items = [int(world.items[i].cell) for i in range(world.item_count)]
        found.open_cells += len(tiles) - tiles.count(ROCK)
        found.rooms += int(world.room_count)
        found.steps += steps_to_stairs(tiles, start)
        found.floors[floor] += 1
        found.on_start[floor] += int(world.occupant[start]) > 0
        found.items_on_start += start in items
        found.piles += len(set(items)) < len(items)
    return found


def test_rotjs_has_the_open_cells_rooms_and_path_lengths_of_its_original() -> None:
    found = figures("rotjs")
    # Of the original: 725 open cells, 12.62 rooms, 48.3 steps. A mean of 3,000 floors is off by 2, 0.04 and 0.5.
    assert found.open_cells / FLOORS == pytest.approx(725, abs=5)
    assert found.rooms / FLOORS == pytest.approx(12.62, abs=0.1)
    assert found.steps / FLOORS == pytest.approx(48.3, abs=1.2)


def share_on_start(name: str, floors: range) -> float:
    found = figures(name)
    return sum(found.on_start[floor] for floor in floors) / sum(found.floors[floor] for floor in floors)


def test_in_roguebasin_a_monster_may_stand_where_the_hero_starts() -> None:
    # Half of the maximum of monsters per room, over a room's 25 to 81 cells.
    assert share_on_start("roguebasin", range(1, 4)) == pytest.approx(0.022, abs=0.012)
    assert share_on_start("roguebasin", range(6, 10)) == pytest.approx(0.054, abs=0.015)


def test_in_rotjs_too_and_rooms_are_smaller() -> None:
    assert share_on_start("rotjs", range(1, 4)) == pytest.approx(0.031, abs=0.015)
    assert share_on_start("rotjs", range(6, 10)) == pytest.approx(0.075, abs=0.018)


def test_only_in_roguebasin_items_share_a_cell() -> None:
    assert figures("roguebasin").piles > FLOORS // 50
    assert figures("rotjs").piles == 0


@pytest.mark.parametrize("name", ["tcod-2020", "tcod-2019", "godot"])
def test_elsewhere_the_hero_starts_alone(name: str) -> None:
    found = figures(name)
    assert (sum(found.on_start.values()), found.items_on_start, found.piles) == (0, 0, 0)


FLOORS_BY_SEED = {
    "tcod-2020": "f67a030a4726eb8a",
    "tcod-2019": "f67a030a4726eb8a",
    "godot": "5f5442f14febdcd2",
    "rotjs": "147b2e6cf2295316",
    "roguebasin": "b2d0fc220d252abd",
}


@pytest.mark.parametrize("name", FLOORS_BY_SEED)
def test_a_seed_gives_the_same_floors_in_every_version(name: str) -> None:
    ruleset, world, seen = load_ruleset(name).compiled, World(), hashlib.sha256()
    for seed in range(25):
        world.seed = seed
        make_floor(world, ruleset, 1 + seed % 9)
        actors = [(actor.kind, actor.cell) for actor in world.actors[: world.actor_count]]
        items = [(item.kind, item.cell) for item in world.items[: world.item_count]]
        seen.update(bytes(world.tiles))
        seen.update(repr(actors + items + [world.hero.cell]).encode())
    assert seen.hexdigest()[:16] == FLOORS_BY_SEED[name]


def walled() -> Ruleset:
    return load_ruleset("rotjs").compiled


def test_a_walled_room_has_two_cells_of_floor_less_than_its_size() -> None:
    ruleset = walled()
    ruleset.room_attempts, ruleset.room_min, ruleset.room_max = 1, 7, 7
    world = World()
    make_floor(world, ruleset, 1)
    assert bytes(world.tiles).count(ROCK) == len(world.tiles) - 25
    room = world.rooms[0]
    assert (room.right - room.left, room.bottom - room.top) == (6, 6)
    assert world.hero.cell == (room.top + 3) * WIDTH + room.left + 3


@pytest.mark.parametrize(
    ("size", "below", "overlap"),
    [
        # width and height of the upper room, and how far below its top the new one begins
        ((6, 6), 6, True),
        ((6, 6), 7, False),
        ((6, 10), 7, False),
        ((10, 6), 7, True),
        ((10, 6), 10, True),
        ((10, 6), 11, False),
    ],
)
def test_the_overlap_test_uses_a_walled_rooms_width_as_its_height(
    size: tuple[int, int], below: int, overlap: bool
) -> None:
    world = World()
    world.room_count = 1
    room = world.rooms[0]
    room.left, room.top, room.right, room.bottom = 20, 10, 20 + size[0] - 1, 10 + size[1] - 1
    assert walled_overlaps_a_room(world, 20, 10 + below, 25, 10 + below + 5) == overlap


def test_walled_rooms_keep_one_cell_between_them_on_the_other_sides() -> None:
    world = World()
    world.room_count = 1
    room = world.rooms[0]
    room.left, room.top, room.right, room.bottom = 20, 20, 25, 25
    beside = {gap: walled_overlaps_a_room(world, 25 + gap, 20, 30 + gap, 25) for gap in (1, 2)}
    above = {gap: walled_overlaps_a_room(world, 20, 14 - gap, 25, 19 - gap) for gap in (0, 1)}
    assert (beside, above) == ({1: True, 2: False}, {0: True, 1: False})


@pytest.mark.parametrize("placement", range(len(PLACEMENT_NAMES)), ids=PLACEMENT_NAMES)
def test_placement_decides_whether_the_start_is_taken(placement: int) -> None:
    ruleset = load_ruleset("tcod-2020").compiled
    ruleset.placement = placement
    ruleset.room_attempts, ruleset.room_min, ruleset.room_max = 1, 4, 4
    world = World()
    on_start = piles = 0
    for seed in range(400):
        world.seed = seed
        make_floor(world, ruleset, 6)
        items = [item.cell for item in world.items[: world.item_count]]
        on_start += world.occupant[world.hero.cell] > 0
        piles += len(set(items)) < len(items)
    assert (on_start > 20, piles > 5) == ((False, False), (True, False), (True, True))[placement]
