"""Exact figures, checked against full enumeration of small rooms and against generated floors."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steep.core.compiled import compiled
from steep.core.geometry import WIDTH
from steep.core.input_errors import InputError
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.mapgen.floor import make_floor
from steep.spawn import Exact, FloorOdds, Pair, Rooms, Sampled, Spread, Steps
from steep.spawn.compile_tables import fill_counts, fill_spawns
from steep.spawn.expected_counts import averaged, mean_placed, mean_placed_after, missed, placed, tried

HERO = 0
"""The cell the hero takes in the first room."""

Filled = tuple[tuple[int, ...], tuple[int, ...]]
"""Kinds of the monsters and of the items that were placed in a room."""


def all_fillings(
    cells: int, hero: bool, monsters: list[int], most: int, items: list[int], more: int
) -> Iterator[tuple[Filled, Fraction]]:
    """Every sequence of draws in a room, with its probability, given weights by kind and maximum counts."""
    draws_of_monsters = list(itertools.product(range(cells), range(len(monsters))))
    draws_of_items = list(itertools.product(range(cells), range(len(items))))
    for n in range(most + 1):
        for first in itertools.product(draws_of_monsters, repeat=n):
            for k in range(more + 1):
                for then in itertools.product(draws_of_items, repeat=k):
                    chance = Fraction(1, (most + 1) * (more + 1) * cells ** (n + k))
                    chance *= math.prod((Fraction(monsters[kind], sum(monsters)) for _, kind in first), start=1)
                    chance *= math.prod((Fraction(items[kind], sum(items)) for _, kind in then), start=1)
                    taken = {HERO} if hero else set()
                    yield (put(taken, first), put(taken, then)), chance


def put(taken: set[int], draws: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The kinds whose cell is free, which then is taken."""
    kinds = []
    for cell, kind in draws:
        if cell not in taken:
            taken.add(cell)
            kinds.append(kind)
    return tuple(kinds)


def pair(weights: list[int], most: int) -> Pair:
    return Pair.of({kind: Steps.of({1: weight}) for kind, weight in enumerate(weights)}, Steps.of({1: most}))


small_rooms = st.tuples(
    st.integers(1, 3),
    st.lists(st.integers(1, 5), min_size=1, max_size=2),
    st.integers(0, 2),
    st.lists(st.integers(1, 5), min_size=1, max_size=2),
    st.integers(0, 2),
)


@settings(max_examples=40)
@given(small_rooms)
def test_every_figure_for_a_room_equals_full_enumeration(
    room: tuple[int, list[int], int, list[int], int],
) -> None:
    cells, monsters, most, items, more = room
    size = {cells: Fraction(1)}
    found = FloorOdds.of(1, pair(monsters, most), pair(items, more), Rooms(size, size))
    for hero, family, weights, filling in (
        (True, 0, monsters, found.monsters.first),
        (False, 0, monsters, found.monsters.other),
        (True, 1, items, found.items.first),
        (False, 1, items, found.items.other),
    ):
        fillings = [
            (filled[family], chance) for filled, chance in all_fillings(cells, hero, monsters, most, items, more)
        ]
        numbers: dict[int, Fraction] = {}
        for kinds, chance in fillings:
            numbers[len(kinds)] = numbers.get(len(kinds), Fraction()) + chance
        assert filling.numbers == {number: chance for number, chance in sorted(numbers.items()) if chance}
        assert filling.placed == sum(len(kinds) * chance for kinds, chance in fillings)
        assert filling.lost == Fraction(most if family == 0 else more, 2) - filling.placed
        for kind in range(len(weights)):
            assert filling.expected(kind) == sum(kinds.count(kind) * chance for kinds, chance in fillings)
            assert filling.at_least_one(kind) == sum(chance for kinds, chance in fillings if kind in kinds)


@given(st.integers(1, 90), st.integers(0, 1), st.integers(0, 12), st.integers(0, 12))
def test_the_closed_forms_are_the_means_of_the_distributions(cells: int, taken: int, most: int, more: int) -> None:
    numbers = placed(cells, taken, most)
    after = averaged(numbers, lambda before: placed(cells, taken + before, more))
    assert sum(numbers.values()) == sum(after.values()) == 1
    assert mean_placed(cells, taken, most) == sum(number * chance for number, chance in numbers.items())
    assert mean_placed_after(cells, taken, most, more) == sum(number * chance for number, chance in after.items())


@given(st.integers(1, 40), st.integers(0, 20))
def test_a_cell_is_missed_with_the_mean_of_the_powers(cells: int, most: int) -> None:
    assert missed(cells, most) == sum(Fraction(cells - 1, cells) ** n for n in range(most + 1)) / (most + 1)


@given(st.integers(0, 50))
def test_the_number_of_draws_is_uniform(most: int) -> None:
    assert tried(most) == dict.fromkeys(range(most + 1), Fraction(1, most + 1))


def test_one_cell_holds_one_and_the_heros_cell_none() -> None:
    assert placed(1, 0, 2) == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert placed(1, 1, 2) == {0: Fraction(1)}


def test_rooms_are_one_less_than_their_sides_each_way() -> None:
    assert Rooms.uniform(3, 4).first == {4: Fraction(1, 4), 6: Fraction(1, 2), 9: Fraction(1, 4)}
    assert Rooms.uniform(6, 10).others[25] == Fraction(1, 25)


def test_without_weights_nothing_is_drawn() -> None:
    found = FloorOdds.of(1, pair([0], 5), pair([1], 1), Rooms.uniform(6, 10))
    assert found.monsters.other.tried == found.monsters.other.placed == 0
    assert found.items.other.placed == Fraction(1, 2)
    assert found.monsters.at_least_one(0, 9) == Exact(Fraction(0))


def test_a_floor_is_its_first_room_and_the_others() -> None:
    found = FloorOdds.of(1, pair([80, 20], 3), pair([1], 1), Rooms.uniform(6, 10)).monsters
    nine = Exact(Fraction(9))
    assert found.placed(nine) == Exact(found.first.placed + 8 * found.other.placed)
    assert found.lost(nine) == Exact(found.first.lost + 8 * found.other.lost)
    assert found.expected(1, nine) == Exact(found.first.expected(1) + 8 * found.other.expected(1))
    assert found.at_least_one(1, 9) == Exact(1 - found.first.none_of(1) * found.other.none_of(1) ** 8)


def test_a_sampled_number_of_rooms_gives_a_sampled_figure() -> None:
    found = FloorOdds.of(1, pair([80, 20], 3), pair([1], 1), Rooms.uniform(6, 10)).monsters
    rooms = Sampled.of([8, 9, 10, 9])
    answer = found.expected(1, rooms)
    assert isinstance(answer, Sampled)
    exact = [found.expected(1, Exact(Fraction(number))) for number in (8, 9, 10, 9)]
    assert answer.mean == pytest.approx(sum(float(one.value) for one in exact if isinstance(one, Exact)) / 4)
    assert (answer.low < answer.mean < answer.high, answer.n) == (True, 4)
    chance = found.at_least_one_of(1, [8, 9, 10, 9])
    assert chance.mean == pytest.approx(sum(float(found.at_least_one(1, n).value) for n in (8, 9, 10, 9)) / 4)
    assert 0 <= chance.low <= chance.mean <= chance.high <= 1


def test_an_interval_holds_the_mean_in_95_of_100_samples() -> None:
    import random

    source = random.Random(11)
    held = 0
    for _ in range(1000):
        sampled = Sampled.of([source.random() for _ in range(40)])
        held += sampled.low <= 0.5 <= sampled.high
    assert 920 <= held <= 970


def test_a_sample_of_one_value_is_refused() -> None:
    with pytest.raises(InputError, match="sample: found 1 values; allowed: two or more"):
        Sampled.of([3.0])


# Generated floors.

FLOORS = 2_000
FLOOR = 6
MONSTER, ITEM = 0, 1

Inside = Counter[tuple[int, int]]
"""How many of each kind of each family."""

Made = list[list[tuple[int, Inside]]]
"""Floors as lists of rooms in order: the number of cells, and what is in them."""


def dungeon() -> Ruleset:
    """Small rooms with high counts, so that many draws are dropped."""
    ruleset = Ruleset()
    ruleset.map_width, ruleset.map_height, ruleset.room_attempts = 80, 43, 30
    ruleset.room_min, ruleset.room_max = 3, 6
    for kind in range(2):
        ruleset.monsters[kind].hp = 1
    fill_spawns(ruleset.monster_spawns, {0: Steps.of({1: 80}), 1: Steps.of({5: 30})})
    fill_spawns(ruleset.item_spawns, {0: Steps.of({1: 35}), 1: Steps.of({2: 10})})
    fill_counts(ruleset.monsters_per_room, Steps.of({1: 5}))
    fill_counts(ruleset.items_per_room, Steps.of({1: 4}))
    return ruleset


def count_rooms(world: Any) -> list[tuple[int, Inside]]:
    """The cells of each room, and how many of each kind it holds. `world` is a NumPy record."""
    placed = [
        (family, kind, divmod(cell, WIDTH))
        for family, rows, count in ((MONSTER, world.actors, world.actor_count), (ITEM, world.items, world.item_count))
        for kind, cell in rows[["kind", "cell"]][:count].tolist()
    ]
    rooms = []
    for left, top, right, bottom in world.rooms[["left", "top", "right", "bottom"]][: world.room_count].tolist():
        inside = Counter((family, kind) for family, kind, (y, x) in placed if left < x < right and top < y < bottom)
        rooms.append(((right - left - 1) * (bottom - top - 1), inside))
    return rooms


@pytest.fixture(scope="module")
def made() -> Made:
    """Floors from the compiled generator."""
    ruleset, make = from_plain(dungeon()), compiled(make_floor)
    world = zeros(World, 1)[0]
    floors = []
    for seed in range(FLOORS):
        world.seed = seed
        make(world, ruleset, FLOOR)
        floors.append(count_rooms(world))
    return floors


def odds_in(rooms: Rooms) -> tuple[Spread, Spread]:
    """The figures for monsters and items with these room sizes."""
    ruleset = dungeon()
    monsters = Pair(ruleset.monster_spawns, ruleset.monsters_per_room)
    found = FloorOdds.of(FLOOR, monsters, Pair(ruleset.item_spawns, ruleset.items_per_room), rooms)
    return found.monsters, found.items


def deviations(found: float, expected: float, variance: float) -> float:
    """By how many standard deviations a sum differs from what is expected."""
    return abs(found - expected) / math.sqrt(variance)


@pytest.mark.parametrize("family", [MONSTER, ITEM])
@pytest.mark.parametrize("first", [True, False])
def test_generated_rooms_match_the_exact_figures_for_their_sizes(made: Made, family: int, first: bool) -> None:
    rooms = [room for floor in made for room in (floor[:1] if first else floor[1:])]
    sizes = Counter(cells for cells, _ in rooms)
    for kind in range(2):
        expected = rooms_with = spread = variance = 0.0
        for cells, count in sizes.items():
            odds = odds_in(Rooms({cells: Fraction(1)}, {cells: Fraction(1)}))[family]
            filling = odds.first if first else odds.other
            chance = float(filling.at_least_one(kind))
            expected += count * float(filling.expected(kind))
            spread += count * float(filling.expected(kind)) * 2
            rooms_with += count * chance
            variance += count * chance * (1 - chance)
        assert deviations(sum(inside[family, kind] for _, inside in rooms), expected, spread) < 4
        assert deviations(sum(inside[family, kind] > 0 for _, inside in rooms), rooms_with, variance) < 4


def test_first_rooms_have_the_uniform_sizes(made: Made) -> None:
    found = Counter(floor[0][0] for floor in made)
    for cells, chance in Rooms.uniform(3, 6).first.items():
        assert deviations(found[cells], FLOORS * float(chance), FLOORS * float(chance * (1 - chance))) < 4


@pytest.mark.parametrize("family", [MONSTER, ITEM])
def test_generated_floors_match_the_figures_for_counted_rooms(made: Made, family: int) -> None:
    counted = Rooms.counted([floor[0][0] for floor in made], [cells for floor in made for cells, _ in floor[1:]])
    odds = odds_in(counted)[family]
    held = [sum((inside for _, inside in floor), Counter()) for floor in made]
    answer = odds.expected(1, Sampled.of([len(floor) for floor in made]))
    found = Sampled.of([inside[family, 1] for inside in held])
    assert isinstance(answer, Sampled)
    assert abs(answer.mean - found.mean) < 2 * (found.high - found.mean)
    chance = odds.at_least_one_of(1, [len(floor) for floor in made]).mean
    rooms_with = sum(inside[family, 1] > 0 for inside in held)
    assert deviations(rooms_with, chance * FLOORS, FLOORS * chance * (1 - chance)) < 4
