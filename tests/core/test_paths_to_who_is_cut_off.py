"""A path to who is cut off is refused after a look around there; any other is as a search from its goal finds it."""

from __future__ import annotations

import random

import pytest

from steep.core.breadth_first_search import SMALL, clear_search, next_step, search_for, start_search
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, HEIGHT, NOWHERE, ROCK, WIDTH
from steep.core.world import Search

PASSABLE = [0, 0, 1, 1]


def by_search_from_target(plane: list[int], origin: int, target: int, search: Search) -> int:
    """The first step by a search that begins at the target and looks nowhere else."""
    count = search_for(plane, PASSABLE, search, origin, start_search(search, target))
    step = int(search.came_from[origin]) - 1
    clear_search(search, count)
    return step


def scattered(rng: random.Random, open_share: float, width: int) -> list[int]:
    """A map of scattered rocks, `width` columns wide."""
    inside = [y * WIDTH + x for y in range(1, HEIGHT - 1) for x in range(1, width)]
    plane = [ROCK] * CELLS
    for cell in inside:
        plane[cell] = FLOOR if rng.random() < open_share else ROCK
    return plane


@pytest.mark.parametrize("open_share", [0.3, 0.45, 0.6])
def test_the_step_is_the_one_that_a_search_from_the_goal_finds(open_share: float) -> None:
    rng = random.Random(int(100 * open_share))
    found = 0
    for _ in range(20):
        plane = scattered(rng, open_share, 24)
        # Ends may be where nobody can walk, as monsters in doors are.
        origin, target = rng.sample([y * WIDTH + x for y in range(2, HEIGHT - 2) for x in range(2, 23)], 2)
        search = Search()
        step = next_step(plane, PASSABLE, origin, target, search)
        assert step == by_search_from_target(plane, origin, target, Search())
        assert not any(search.came_from)
        found += step != NOWHERE
    assert found > 0


@pytest.mark.parametrize("barred", ["origin", "target", "beside the origin"])
def test_barred_cells_stay_barred(barred: str) -> None:
    plane = [ROCK] * CELLS
    row = [5 * WIDTH + x for x in range(5, 15)]
    for cell in row:
        plane[cell] = FLOOR
    origin, target = row[0], row[-1]
    bar = {"origin": origin, "target": target, "beside the origin": row[1]}[barred]
    one, other = Search(), Search()
    one.came_from[bar] = other.came_from[bar] = target + 1
    assert next_step(plane, PASSABLE, origin, target, one) == by_search_from_target(plane, origin, target, other)
    assert list(one.came_from) == list(other.came_from)


def test_the_floor_is_not_searched_for_who_lives_in_a_pond() -> None:
    plane = [
        FLOOR if 0 < cell % WIDTH < WIDTH - 1 and 0 < cell // WIDTH < HEIGHT - 1 else ROCK for cell in range(CELLS)
    ]
    origin, target = 20 * WIDTH + 20, 30 * WIDTH + 60
    for direction in DIRECTIONS:
        plane[origin + direction] = ROCK
    search = Search()
    assert next_step(plane, PASSABLE, origin, target, search) == NOWHERE
    assert sum(cell != 0 for cell in search.queue) <= SMALL
