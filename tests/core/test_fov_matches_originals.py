"""Field of view: every algorithm agrees with its original on every cell, plain and native."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
import tcod.map
from hypothesis import given
from hypothesis import strategies as st
from tcod import libtcodpy

from fov_cases import CASES, Case, case
from steep.core.fov import FOV_NAMES, RAYCASTING, RECURSIVE, RESTRICTIVE, SYMMETRIC, clear_fov, see
from steep.core.geometry import CELLS, FLOOR, HEIGHT, ROCK, WIDTH
from steep.core.native.native_rule import native
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_TERRAIN
from steep.core.world import MAX_IN_VIEW, MAX_RADIUS, World

ANSWERS = Path(__file__).parent / "reference_fov"

CENTRE = 21 * WIDTH + 40

PLAIN_SHARE = 3
"""One in so many cases is looked at in plain Python, which takes a hundred times as long, by the same source."""


OPAQUE = bytearray(kind == ROCK for kind in range(MAX_TERRAIN))

Seen = Callable[[Case, int], set[int]]


class NoNegativeIndex(bytearray):
    """A plane that raises for negative indices."""

    def __getitem__(self, index: Any) -> Any:
        assert index >= 0
        return super().__getitem__(index)


def seen_in(sample: Case, fov: int, plane: type[bytearray] = bytearray) -> set[int]:
    sight, visible, in_view = list(World().sight), plane(CELLS), [0] * MAX_IN_VIEW
    tiles = plane(sample.tiles)
    count = see(fov, tiles, OPAQUE, sample.width, sample.height, sample.origin, sample.radius, sight, visible, in_view)
    cells = set(in_view[:count])
    assert len(cells) == count
    assert cells == {cell for cell in range(CELLS) if visible[cell]}
    return cells


@rule
def see_cells(
    fov: int,
    tiles: Annotated[Cells, "u1"],
    opaque: Annotated[Cells, "u1"],
    width: int,
    height: int,
    origin: int,
    radius: int,
    sight: Annotated[Cells, "i8"],
    visible: Annotated[Cells, "u1"],
    in_view: Annotated[Cells, "i2"],
) -> int:
    return see(fov, tiles, opaque, width, height, origin, radius, sight, visible, in_view)


def seen_natively() -> Seen:
    opaque, sight = np.frombuffer(bytearray(OPAQUE), "u1"), np.zeros(len(World().sight), "i8")

    def seen(sample: Case, fov: int) -> set[int]:
        visible, in_view = np.zeros(CELLS, "u1"), np.zeros(MAX_IN_VIEW, "i2")
        tiles: Any = np.frombuffer(bytearray(sample.tiles), "u1")
        size = sample.width, sample.height, sample.origin, sample.radius
        arrays: Any = (sight, visible, in_view)
        count = native(see_cells)(fov, tiles, opaque, *size, *arrays)
        return {int(cell) for cell in in_view[:count]}

    return seen


@pytest.fixture(scope="module", params=["plain", "native"])
def seen(request: pytest.FixtureRequest) -> Seen:
    return seen_in if request.param == "plain" else seen_natively()


@pytest.fixture(
    scope="module",
    params=[pytest.param(10, id="a tenth of the cases"), pytest.param(1, id="all cases", marks=pytest.mark.slow)],
)
def all_cases(request: pytest.FixtureRequest) -> list[Case]:
    return [case(number) for number in range(CASES // request.param)]


@pytest.fixture(scope="module")
def cases(seen: Seen, all_cases: list[Case]) -> list[Case]:
    return all_cases[: len(all_cases) // PLAIN_SHARE] if seen is seen_in else all_cases


def expected_digests(name: str) -> list[str]:
    """Digests of what the original sees, written by tools/record_reference_fov.py."""
    return (ANSWERS / f"{name}.txt").read_text(encoding="utf-8").split("\n", 1)[1].split()


@pytest.mark.parametrize("name", ["symmetric", "restrictive", "raycasting", "precise"])
def test_every_visible_cell_agrees_with_the_original(name: str, cases: list[Case], seen: Seen) -> None:
    fov, expected = FOV_NAMES.index(name), expected_digests(name)
    assert len(expected) == CASES
    assert [at for at, each in enumerate(cases) if each.digest(seen(each, fov)) != expected[at]] == []


def seen_recursively(sample: Case) -> set[int]:
    """The article's shadowcasting, octant by octant, recursive and with float slopes."""
    x, y, cells = sample.origin % WIDTH, sample.origin // WIDTH, {sample.origin}

    def scan(row: int, start: float, end: float, cell_at: Callable[[int, int], int]) -> None:
        if start < end:
            return
        while row <= sample.radius:
            shadow = False
            after = start
            for column in range(row, -1, -1):
                lower, upper = (column - 0.5) / (row + 0.5), (column + 0.5) / (row - 0.5)
                if lower > start:
                    continue
                if upper < end:
                    break
                cell = cell_at(row, column)
                if row * row + column * column < sample.radius * sample.radius:
                    cells.add(cell)
                if sample.tiles[cell] != FLOOR:
                    if not shadow:
                        scan(row + 1, start, upper, cell_at)
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
    return cells


def test_recursive_fov_agrees_with_the_article(cases: list[Case], seen: Seen) -> None:
    assert [at for at, each in enumerate(cases) if seen(each, RECURSIVE) != seen_recursively(each)] == []


@pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
def test_no_negative_index_is_read(fov: int, all_cases: list[Case]) -> None:
    for each in all_cases[:100]:
        seen_in(each, fov, NoNegativeIndex)


@st.composite
def any_case(draw: st.DrawFn) -> Case:
    """A map that Hypothesis can shrink: open ground with rock on some cells."""
    width, height = draw(st.integers(5, WIDTH)), draw(st.integers(5, HEIGHT))
    x, y = draw(st.integers(1, width - 2)), draw(st.integers(1, height - 2))
    near = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
    tiles = bytearray([ROCK]) * CELLS
    for row in range(1, height - 1):
        for column in range(1, width - 1):
            tiles[row * WIDTH + column] = FLOOR
    for across, down in draw(st.lists(near, max_size=60)):
        if (across, down) != (0, 0) and 0 < x + across < width - 1 and 0 < y + down < height - 1:
            tiles[(y + down) * WIDTH + x + across] = ROCK
    return Case(tiles, width, height, y * WIDTH + x, draw(st.integers(1, MAX_RADIUS)))


@pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"),
    reason="libtcod may round slopes differently on this processor",
)
@pytest.mark.parametrize(
    ("fov", "algorithm"),
    [
        (SYMMETRIC, libtcodpy.FOV_SYMMETRIC_SHADOWCAST),
        (RESTRICTIVE, libtcodpy.FOV_RESTRICTIVE),
        (RAYCASTING, libtcodpy.FOV_BASIC),
    ],
)
@given(sample=any_case())
def test_fov_agrees_with_the_installed_libtcod(fov: int, algorithm: int, sample: Case) -> None:
    plane = np.frombuffer(bytes(sample.tiles), "u1").reshape(HEIGHT, WIDTH).T[: sample.width, : sample.height] > ROCK
    y, x = divmod(sample.origin, WIDTH)
    oracle = tcod.map.compute_fov(plane, (x, y), sample.radius, light_walls=True, algorithm=algorithm)
    expected = {int(y) * WIDTH + int(x) for x, y in np.argwhere(oracle)}
    assert seen_in(sample, fov) == expected | {sample.origin}


def on_open_ground(fov: int, radius: int) -> set[int]:
    tiles = bytearray([ROCK]) * CELLS
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            tiles[y * WIDTH + x] = FLOOR
    return seen_in(Case(tiles, WIDTH, HEIGHT, CENTRE, radius), fov)


@pytest.mark.parametrize(
    ("name", "radius", "cells", "reach"),
    [
        ("symmetric", 8, 193, 7),
        ("restrictive", 8, 289, 8),
        ("raycasting", 10, 317, 10),
        ("precise", 8, 289, 8),
        ("recursive", 8, 193, 7),
    ],
)
def test_each_algorithm_has_its_own_shape_on_open_ground(name: str, radius: int, cells: int, reach: int) -> None:
    seen = on_open_ground(FOV_NAMES.index(name), radius)
    assert len(seen) == cells
    assert [CENTRE + distance in seen for distance in (reach, reach + 1)] == [True, False]


@pytest.mark.parametrize("fov", range(len(FOV_NAMES)), ids=FOV_NAMES)
def test_the_largest_view_fits_its_list(fov: int) -> None:
    assert len(on_open_ground(fov, MAX_RADIUS)) <= MAX_IN_VIEW


def test_symmetric_fov_is_symmetric() -> None:
    for number in range(0, 20, 10):
        sample = case(number)
        floor = [cell for cell in range(CELLS) if sample.tiles[cell] == FLOOR]
        views = {
            cell: seen_in(Case(sample.tiles, sample.width, sample.height, cell, 8), SYMMETRIC) for cell in floor[::5]
        }
        for cell, seen in views.items():
            for other in seen & views.keys():
                assert cell in views[other]


def test_clear_fov_undoes_see() -> None:
    sample = case(1)
    sight, visible, in_view = list(World().sight), bytearray(CELLS), [0] * MAX_IN_VIEW
    count = see(SYMMETRIC, sample.tiles, OPAQUE, sample.width, sample.height, sample.origin, 8, sight, visible, in_view)
    assert sum(visible) == count > 1
    clear_fov(visible, in_view, count)
    assert not any(visible)
