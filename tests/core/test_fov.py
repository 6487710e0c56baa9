"""Field of view: every algorithm agrees with its original on every cell, plain and compiled."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tcod.map
from hypothesis import given
from hypothesis import strategies as st
from tcod import libtcodpy

from fov_cases import CASES, Case, case
from steep.core.compiled import compiled
from steep.core.fov import FOV_NAMES, RAYCASTING, RECURSIVE, RESTRICTIVE, SYMMETRIC, clear_fov, see
from steep.core.geometry import CELLS, FLOOR, HEIGHT, WIDTH
from steep.core.world import MAX_IN_VIEW, MAX_RADIUS, World

VIEWS = Path(__file__).parent / "views"

CENTRE = 21 * WIDTH + 40


Seen = Callable[[Case, int], set[int]]


class NoNegativeIndex(bytearray):
    """A plane that raises for negative indices."""

    def __getitem__(self, index: Any) -> Any:
        assert index >= 0
        return super().__getitem__(index)


def seen_in(of: Case, fov: int, plane: type[bytearray] = bytearray) -> set[int]:
    sight, visible, in_view = list(World().sight), plane(CELLS), [0] * MAX_IN_VIEW
    tiles = plane(of.tiles)
    count = see(fov, tiles, of.width, of.height, of.origin, of.radius, sight, visible, in_view)
    cells = set(in_view[:count])
    assert len(cells) == count
    assert cells == {cell for cell in range(CELLS) if visible[cell]}
    return cells


def seen_by_numba() -> Seen:
    twin: Any = compiled(see)
    sight = np.zeros(len(World().sight), "i8")

    def seen(of: Case, fov: int) -> set[int]:
        visible, in_view = np.zeros(CELLS, "u1"), np.zeros(MAX_IN_VIEW, "i2")
        tiles = np.frombuffer(bytes(of.tiles), "u1")
        count = twin(fov, tiles, of.width, of.height, of.origin, of.radius, sight, visible, in_view)
        return {int(cell) for cell in in_view[:count]}

    return seen


@pytest.fixture(scope="module", params=["plain", "compiled"])
def seen(request: pytest.FixtureRequest) -> Seen:
    return seen_in if request.param == "plain" else seen_by_numba()


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case(number) for number in range(CASES)]


def answers(name: str) -> list[str]:
    """What the original sees, from tools/draw_views.py."""
    return (VIEWS / f"{name}.txt").read_text(encoding="utf-8").split("\n", 1)[1].split()


@pytest.mark.parametrize("name", ["symmetric", "restrictive", "raycasting", "precise"])
def test_every_cell_agrees_with_the_original(name: str, cases: list[Case], seen: Seen) -> None:
    fov, expected = FOV_NAMES.index(name), answers(name)
    assert len(expected) == len(cases)
    assert [at for at, each in enumerate(cases) if each.digest(seen(each, fov)) != expected[at]] == []


def seen_recursively(of: Case) -> set[int]:
    """The article's shadowcasting, octant by octant, recursive and with float slopes."""
    x, y, found = of.origin % WIDTH, of.origin // WIDTH, {of.origin}

    def scan(row: int, start: float, end: float, place: Callable[[int, int], int]) -> None:
        if start < end:
            return
        while row <= of.radius:
            shadow = False
            after = start
            for column in range(row, -1, -1):
                lower, upper = (column - 0.5) / (row + 0.5), (column + 0.5) / (row - 0.5)
                if lower > start:
                    continue
                if upper < end:
                    break
                cell = place(row, column)
                if row * row + column * column < of.radius * of.radius:
                    found.add(cell)
                if of.tiles[cell] != FLOOR:
                    if not shadow:
                        scan(row + 1, start, upper, place)
                    shadow, after = True, lower
                elif shadow:
                    shadow, start = False, after
            if shadow:
                return
            row += 1

    for down in (-1, 1):
        for across in (-1, 1):
            scan(1, 1.0, 0.0, lambda row, column, d=down, a=across: (y + d * row) * WIDTH + x + a * column)  # type: ignore[misc]
            scan(1, 1.0, 0.0, lambda row, column, d=down, a=across: (y + d * column) * WIDTH + x + a * row)  # type: ignore[misc]
    return found


def test_the_recursive_one_agrees_with_the_article(cases: list[Case], seen: Seen) -> None:
    assert [at for at, each in enumerate(cases) if seen(each, RECURSIVE) != seen_recursively(each)] == []


@pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
def test_no_negative_index_is_read(fov: int, cases: list[Case]) -> None:
    for each in cases[:100]:
        seen_in(each, fov, NoNegativeIndex)


@st.composite
def any_case(draw: st.DrawFn) -> Case:
    """A map that Hypothesis can shrink: open except for the rock it chose."""
    width, height = draw(st.integers(5, WIDTH)), draw(st.integers(5, HEIGHT))
    x, y = draw(st.integers(1, width - 2)), draw(st.integers(1, height - 2))
    near = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
    tiles = bytearray(CELLS)
    for row in range(1, height - 1):
        for column in range(1, width - 1):
            tiles[row * WIDTH + column] = FLOOR
    for across, down in draw(st.lists(near, max_size=60)):
        if (across, down) != (0, 0) and 0 < x + across < width - 1 and 0 < y + down < height - 1:
            tiles[(y + down) * WIDTH + x + across] = 0
    return Case(tiles, width, height, y * WIDTH + x, draw(st.integers(1, MAX_RADIUS)))


@pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"), reason="libtcod may round slopes otherwise on this processor"
)
@pytest.mark.parametrize(
    ("fov", "algorithm"),
    [
        (SYMMETRIC, libtcodpy.FOV_SYMMETRIC_SHADOWCAST),
        (RESTRICTIVE, libtcodpy.FOV_RESTRICTIVE),
        (RAYCASTING, libtcodpy.FOV_BASIC),
    ],
)
@given(of=any_case())
def test_it_agrees_with_the_libtcod_that_is_installed(fov: int, algorithm: int, of: Case) -> None:
    plane = np.frombuffer(bytes(of.tiles), "u1").reshape(HEIGHT, WIDTH).T[: of.width, : of.height] > 0
    y, x = divmod(of.origin, WIDTH)
    oracle = tcod.map.compute_fov(plane, (x, y), of.radius, light_walls=True, algorithm=algorithm)
    expected = {int(y) * WIDTH + int(x) for x, y in np.argwhere(oracle)}
    assert seen_in(of, fov) == expected | {of.origin}


def on_open_ground(fov: int, radius: int) -> set[int]:
    tiles = bytearray(CELLS)
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            tiles[y * WIDTH + x] = FLOOR
    return seen_in(Case(tiles, WIDTH, HEIGHT, CENTRE, radius), fov)


@pytest.mark.parametrize(
    ("name", "radius", "cells", "straight"),
    [
        ("symmetric", 8, 193, 7),
        ("restrictive", 8, 289, 8),
        ("raycasting", 10, 317, 10),
        ("precise", 8, 289, 8),
        ("recursive", 8, 193, 7),
    ],
)
def test_each_has_its_own_shape_on_open_ground(name: str, radius: int, cells: int, straight: int) -> None:
    seen = on_open_ground(FOV_NAMES.index(name), radius)
    assert len(seen) == cells
    assert [CENTRE + away in seen for away in (straight, straight + 1)] == [True, False]


@pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
def test_the_largest_view_fits_its_list(fov: int) -> None:
    assert len(on_open_ground(fov, MAX_RADIUS)) <= MAX_IN_VIEW


def test_symmetric_fov_is_symmetric() -> None:
    for number in range(0, 20, 5):
        of = case(number)
        floor = [cell for cell in range(CELLS) if of.tiles[cell]]
        views = {cell: seen_in(Case(of.tiles, of.width, of.height, cell, 8), SYMMETRIC) for cell in floor[::5]}
        for cell, seen in views.items():
            for other in seen & views.keys():
                assert cell in views[other]


def test_clear_fov_undoes_see() -> None:
    of = case(1)
    sight, visible, in_view = list(World().sight), bytearray(CELLS), [0] * MAX_IN_VIEW
    count = see(SYMMETRIC, of.tiles, of.width, of.height, of.origin, 8, sight, visible, in_view)
    assert sum(visible) == count > 1
    clear_fov(visible, in_view, count)
    assert not any(visible)
