"""Rooms and placement match the originals on average, and known seeds keep their floors."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from steep.content import load_ruleset
from steep.core.geometry import DIRECTIONS, ROCK, STAIRS, WIDTH
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import PLACEMENT_NAMES, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.rooms import walled_overlaps_a_room
from steep.mapgen.make_floor import make_floor

FLOORS = 1_500


def steps_to_stairs(tiles: bytes, origin: int) -> int:
    steps, queue = {origin: 0}, [origin]
    for cell in queue:
        if tiles[cell] == STAIRS:
            return steps[cell]
        for direction in DIRECTIONS:
            neighbour = cell + direction
            if tiles[neighbour] != ROCK and neighbour not in steps:
                steps[neighbour] = steps[cell] + 1
                queue.append(neighbour)
    raise AssertionError("unreachable stairs")


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
    ruleset, make = from_plain(load_ruleset(name).compiled), native(make_floor)
    world: Any = zeros(World, 1)[0]
    totals = Figures()
    for seed in range(FLOORS):
        world.seed, floor = seed, 1 + seed % 9
        make(world, ruleset, floor)
        tiles, start = bytes(world.tiles), int(world.hero.cell)
        items = world.items["cell"][: world.item_count].tolist()
        totals.open_cells += len(tiles) - tiles.count(ROCK)
        totals.rooms += int(world.room_count)
        totals.steps += steps_to_stairs(tiles, start) if name == "rotjs" else 0
        totals.floors[floor] += 1
        totals.on_start[floor] += int(world.occupant[start]) > 0
        totals.items_on_start += start in items
        totals.piles += len(set(items)) < len(items)
    return totals


def test_rotjs_has_the_open_cells_rooms_and_path_lengths_of_its_original() -> None:
    totals = figures("rotjs")
    # The original has 725 open cells, 12.62 rooms and 48.3 steps. A mean over 1,500 floors varies by 3, 0.06 and 0.7.
    assert totals.open_cells / FLOORS == pytest.approx(725, abs=8)
    assert totals.rooms / FLOORS == pytest.approx(12.62, abs=0.15)
    assert totals.steps / FLOORS == pytest.approx(48.3, abs=1.8)


def fraction_with_monster_on_start(name: str, floors: range) -> float:
    totals = figures(name)
    return sum(totals.on_start[floor] for floor in floors) / sum(totals.floors[floor] for floor in floors)


def test_in_roguebasin_a_monster_may_stand_on_the_start_cell() -> None:
    # The expected number of monsters in a room, half of the maximum, divided by its 25 to 81 cells.
    assert fraction_with_monster_on_start("roguebasin", range(1, 4)) == pytest.approx(0.022, abs=0.012)
    assert fraction_with_monster_on_start("roguebasin", range(6, 10)) == pytest.approx(0.054, abs=0.015)


def test_in_rotjs_it_is_more_likely_because_rooms_are_smaller() -> None:
    assert fraction_with_monster_on_start("rotjs", range(1, 4)) == pytest.approx(0.031, abs=0.015)
    assert fraction_with_monster_on_start("rotjs", range(6, 10)) == pytest.approx(0.075, abs=0.018)


def test_items_share_a_cell_in_roguebasin_but_not_in_rotjs() -> None:
    assert figures("roguebasin").piles > FLOORS // 50
    assert figures("rotjs").piles == 0


@pytest.mark.parametrize("name", ["tcod-2020", "tcod-2019", "godot"])
def test_other_rulesets_keep_the_start_cell_empty_and_never_stack_items(name: str) -> None:
    totals = figures(name)
    assert (sum(totals.on_start.values()), totals.items_on_start, totals.piles) == (0, 0, 0)


FLOORS_BY_SEED = {
    "tcod-2020": "f67a030a4726eb8a",
    "tcod-2019": "f67a030a4726eb8a",
    "godot": "5f5442f14febdcd2",
    "rotjs": "147b2e6cf2295316",
    "roguebasin": "b2d0fc220d252abd",
}


@pytest.mark.parametrize("name", FLOORS_BY_SEED)
def test_a_seed_gives_the_same_floors_in_every_version(name: str) -> None:
    ruleset, world, checksum = load_ruleset(name).compiled, World(), hashlib.sha256()
    for seed in range(25):
        world.seed = seed
        make_floor(world, ruleset, 1 + seed % 9)
        actors = [(actor.kind, actor.cell) for actor in world.actors[: world.actor_count]]
        items = [(item.kind, item.cell) for item in world.items[: world.item_count]]
        # The checksums are from when rock was 0.
        checksum.update(bytes(tile - ROCK for tile in world.tiles))
        checksum.update(repr(actors + items + [world.hero.cell]).encode())
    assert checksum.hexdigest()[:16] == FLOORS_BY_SEED[name]


def walled_ruleset() -> Ruleset:
    return load_ruleset("rotjs").compiled


def test_a_walled_room_is_two_cells_smaller_inside_than_its_size() -> None:
    ruleset = walled_ruleset()
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


def test_the_gap_between_walled_rooms_is_one_cell_on_the_right_and_none_above() -> None:
    world = World()
    world.room_count = 1
    room = world.rooms[0]
    room.left, room.top, room.right, room.bottom = 20, 20, 25, 25
    right = {gap: walled_overlaps_a_room(world, 25 + gap, 20, 30 + gap, 25) for gap in (1, 2)}
    above = {gap: walled_overlaps_a_room(world, 20, 14 - gap, 25, 19 - gap) for gap in (0, 1)}
    assert (right, above) == ({1: True, 2: False}, {0: True, 1: False})


@pytest.mark.parametrize("placement", range(len(PLACEMENT_NAMES)), ids=PLACEMENT_NAMES)
def test_placement_decides_whether_monsters_stand_on_the_start_cell_and_items_share_cells(placement: int) -> None:
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
