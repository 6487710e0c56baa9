"""Field of view: symmetric, and the same as libtcod's symmetric shadowcast."""

from __future__ import annotations

import random

import numpy as np
import pytest
import tcod.constants
import tcod.map

from steep.core.fov import darken, see
from steep.core.geometry import CELLS, FLOOR, HEIGHT, WIDTH
from steep.core.world import MAX_IN_VIEW, MAX_RADIUS, World


def random_tiles(chance: random.Random, density: float) -> bytearray:
    """Rock strewn over floor, within a border of rock."""
    tiles = bytearray(CELLS)
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            tiles[y * WIDTH + x] = FLOOR if chance.random() > density else 0
    return tiles


def seen_from(tiles: bytearray, origin: int, radius: int) -> set[int]:
    sight, lit, in_view = list(World().sight), bytearray(CELLS), [0] * MAX_IN_VIEW
    count = see(tiles, origin, radius, sight, lit, in_view)
    cells = set(in_view[:count])
    assert len(cells) == count
    assert cells == {cell for cell in range(CELLS) if lit[cell]}
    return cells


@pytest.mark.parametrize("radius", [1, 2, 5, 8, 10, MAX_RADIUS])
@pytest.mark.parametrize("density", [0.0, 0.05, 0.2, 0.4, 0.6])
def test_it_agrees_with_libtcod(density: float, radius: int) -> None:
    chance = random.Random(f"{density} {radius}")
    for _ in range(12):
        tiles = random_tiles(chance, density)
        plane = np.frombuffer(bytes(tiles), "u1").reshape(HEIGHT, WIDTH) > 0
        for origin in chance.sample([cell for cell in range(CELLS) if tiles[cell]], 6):
            oracle = tcod.map.compute_fov(
                plane,
                (origin // WIDTH, origin % WIDTH),
                radius=radius,
                light_walls=True,
                algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
            )
            expected = {int(cell) for cell in np.flatnonzero(oracle.ravel())} | {origin}
            assert seen_from(tiles, origin, radius) == expected


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5])
def test_whoever_i_see_sees_me(density: float) -> None:
    chance = random.Random(f"symmetry {density}")
    tiles = random_tiles(chance, density)
    floor = [cell for cell in range(CELLS) if tiles[cell]]
    views = {cell: seen_from(tiles, cell, 8) for cell in floor}
    for cell in floor:
        for other in views[cell]:
            if tiles[other]:
                assert cell in views[other]


def test_the_widest_view_fits_its_list() -> None:
    assert len(seen_from(random_tiles(random.Random(0), 0.0), 22 * WIDTH + 40, MAX_RADIUS)) <= MAX_IN_VIEW


def test_darkening_undoes_seeing() -> None:
    tiles = random_tiles(random.Random(1), 0.2)
    tiles[1000] = FLOOR
    sight, lit, in_view = list(World().sight), bytearray(CELLS), [0] * MAX_IN_VIEW
    count = see(tiles, 1000, 8, sight, lit, in_view)
    assert sum(lit) == count > 1
    darken(lit, in_view, count)
    assert not any(lit)
