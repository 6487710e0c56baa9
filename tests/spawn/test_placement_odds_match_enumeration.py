"""Exact odds and expected counts, checked against full enumeration of small rooms and against generated floors."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.core import geometry
from steep.core.geometry import WIDTH
from steep.core.input_errors import InputError
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.ruleset import MAX_HP, Ruleset
from steep.core.world import World
from steep.mapgen.make_floor import make_floor
from steep.spawn import Exact, FloorOdds, Pair, Rooms, Sampled, Spread, Steps
from steep.spawn.compile_tables import fill_counts, fill_spawns
from steep.spawn.placement_odds_and_counts import averaged, mean_placed, mean_placed_after, missed, placed, tried

HERO = 0
"""The cell the hero takes in the first room."""

Filled = tuple[tuple[int, ...], tuple[int, ...]]
"""Kinds of the monsters and of the items that were placed in a room."""


@dataclass(frozen=True)
class PerRoom:
    """Weights by kind, the minimum and maximum count per room, and the percent of rooms that get any."""

    weights: list[int]
    least: int
    most: int
    chance: int

    def pair(self) -> Pair:
        weights = {kind: Steps.of({1: weight}) for kind, weight in enumerate(self.weights)}
        return Pair.of(weights, Steps.of({1: self.most}), Steps.of({1: self.least}), self.chance)

    def sequences(self, cells: int) -> Iterator[tuple[tuple[tuple[int, int], ...], Fraction]]:
        """Every sequence of draws of a cell and a kind in a room, with its probability."""
        yield (), Fraction(100 - self.chance, 100)
        draws = list(itertools.product(range(cells), range(len(self.weights))))
        for n in range(self.least, self.most + 1):
            for drawn in itertools.product(draws, repeat=n):
                share = Fraction(self.chance, 100 * (self.most - self.least + 1) * cells**n)
                yield (
                    drawn,
                    share * math.prod((Fraction(self.weights[kind], sum(self.weights)) for _, kind in drawn), start=1),
                )


def all_fillings(cells: int, hero: bool, monsters: PerRoom, items: PerRoom) -> Iterator[tuple[Filled, Fraction]]:
    """Every sequence of draws in a room, with its probability."""
    for first, chance in monsters.sequences(cells):
        for then, item_chance in items.sequences(cells):
            taken = {HERO} if hero else set()
            yield (place_all(taken, first), place_all(taken, then)), chance * item_chance


def place_all(taken: set[int], draws: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Place each draw whose cell is free. Returns the kinds that were placed."""
    kinds = []
    for cell, kind in draws:
        if cell not in taken:
            taken.add(cell)
            kinds.append(kind)
    return tuple(kinds)


def pair(weights: list[int], maximum: int) -> Pair:
    return Pair.of({kind: Steps.of({1: weight}) for kind, weight in enumerate(weights)}, Steps.of({1: maximum}))


per_room = st.builds(
    lambda weights, numbers, chance: PerRoom(weights, min(numbers), max(numbers), chance),
    st.lists(st.integers(1, 5), min_size=1, max_size=2),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.sampled_from([0, 1, 60, 100]),
)


@given(st.integers(1, 3), per_room, per_room)
def test_all_odds_of_a_room_equal_full_enumeration(cells: int, monsters: PerRoom, items: PerRoom) -> None:
    size = {cells: Fraction(1)}
    odds = FloorOdds.of(1, monsters.pair(), items.pair(), Rooms(size, size))
    for hero, family, table, filling in (
        (True, 0, monsters, odds.monsters.first),
        (False, 0, monsters, odds.monsters.other),
        (True, 1, items, odds.items.first),
        (False, 1, items, odds.items.other),
    ):
        fillings = [(filled[family], chance) for filled, chance in all_fillings(cells, hero, monsters, items)]
        numbers: dict[int, Fraction] = {}
        for kinds, chance in fillings:
            numbers[len(kinds)] = numbers.get(len(kinds), Fraction()) + chance
        assert filling.numbers == {number: chance for number, chance in sorted(numbers.items()) if chance}
        assert filling.placed == sum(len(kinds) * chance for kinds, chance in fillings)
        assert filling.lost == Fraction(table.chance * (table.least + table.most), 200) - filling.placed
        for kind in range(len(table.weights)):
            assert filling.expected(kind) == sum(kinds.count(kind) * chance for kinds, chance in fillings)
            assert filling.at_least_one(kind) == sum(chance for kinds, chance in fillings if kind in kinds)


draws_per_room = st.builds(
    lambda least, more, chance: tried(least + more, least, chance),
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(0, 100),
)


@given(st.integers(1, 90), st.integers(0, 1), draws_per_room, draws_per_room)
def test_the_closed_forms_are_the_means_of_the_distributions(
    cells: int, taken: int, monsters: dict[int, Fraction], items: dict[int, Fraction]
) -> None:
    numbers = placed(cells, taken, monsters)
    after = averaged(numbers, lambda before: placed(cells, taken + before, items))
    assert sum(numbers.values()) == sum(after.values()) == 1
    assert mean_placed(cells, taken, monsters) == sum(number * chance for number, chance in numbers.items())
    assert mean_placed_after(cells, taken, monsters, items) == sum(number * chance for number, chance in after.items())


@given(st.integers(1, 40), st.integers(0, 20))
def test_the_chance_that_no_draw_hits_a_cell_is_the_mean_over_the_numbers_of_draws(cells: int, max_draws: int) -> None:
    powers = [Fraction(cells - 1, cells) ** n for n in range(max_draws + 1)]
    assert missed(cells, tried(max_draws)) == sum(powers) / len(powers)


@given(st.integers(0, 50))
def test_the_number_of_draws_is_uniform(max_draws: int) -> None:
    assert tried(max_draws) == dict.fromkeys(range(max_draws + 1), Fraction(1, max_draws + 1))


def test_the_number_of_draws_is_uniform_from_the_minimum_in_rooms_that_get_any() -> None:
    assert tried(4, 2) == dict.fromkeys((2, 3, 4), Fraction(1, 3))
    assert tried(2, 1, 60) == {0: Fraction(2, 5), 1: Fraction(3, 10), 2: Fraction(3, 10)}
    assert tried(3, 1, 0) == {0: Fraction(1)}


def test_a_room_of_one_cell_holds_one_monster_or_the_hero() -> None:
    assert placed(1, 0, tried(2)) == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert placed(1, 1, tried(2)) == {0: Fraction(1)}


def test_the_inside_of_a_room_is_one_less_than_its_size_each_way() -> None:
    assert Rooms.uniform(3, 4).first == {4: Fraction(1, 4), 6: Fraction(1, 2), 9: Fraction(1, 4)}
    assert Rooms.uniform(6, 10).others[25] == Fraction(1, 25)


def test_without_weights_nothing_is_drawn() -> None:
    odds = FloorOdds.of(1, pair([0], 5), pair([1], 1), Rooms.uniform(6, 10))
    assert odds.monsters.other.tried == odds.monsters.other.placed == 0
    assert odds.items.other.placed == Fraction(1, 2)
    assert odds.monsters.at_least_one(0, 9) == Exact(Fraction(0))


def test_the_figures_of_a_floor_combine_the_first_room_and_the_others() -> None:
    odds = FloorOdds.of(1, pair([80, 20], 3), pair([1], 1), Rooms.uniform(6, 10)).monsters
    nine = Exact(Fraction(9))
    assert odds.placed(nine) == Exact(odds.first.placed + 8 * odds.other.placed)
    assert odds.lost(nine) == Exact(odds.first.lost + 8 * odds.other.lost)
    assert odds.expected(1, nine) == Exact(odds.first.expected(1) + 8 * odds.other.expected(1))
    assert odds.at_least_one(1, 9) == Exact(1 - odds.first.none_of(1) * odds.other.none_of(1) ** 8)


def test_a_sampled_number_of_rooms_gives_a_sampled_figure() -> None:
    odds = FloorOdds.of(1, pair([80, 20], 3), pair([1], 1), Rooms.uniform(6, 10)).monsters
    rooms = Sampled.of([8, 9, 10, 9])
    estimate = odds.expected(1, rooms)
    assert isinstance(estimate, Sampled)
    exact = [odds.expected(1, Exact(Fraction(number))) for number in (8, 9, 10, 9)]
    assert estimate.mean == pytest.approx(sum(float(one.value) for one in exact if isinstance(one, Exact)) / 4)
    assert (estimate.low < estimate.mean < estimate.high, estimate.n) == (True, 4)
    chance = odds.at_least_one_of(1, [8, 9, 10, 9])
    assert chance.mean == pytest.approx(sum(float(odds.at_least_one(1, n).value) for n in (8, 9, 10, 9)) / 4)
    assert 0 <= chance.low <= chance.mean <= chance.high <= 1


def test_an_interval_contains_the_mean_in_95_of_100_samples() -> None:
    import random

    source = random.Random(11)
    covered = 0
    for _ in range(1000):
        sampled = Sampled.of([source.random() for _ in range(40)])
        covered += sampled.low <= 0.5 <= sampled.high
    assert 920 <= covered <= 970


def test_a_sample_of_one_value_is_refused() -> None:
    with pytest.raises(InputError, match="sample: found 1 values; allowed: two or more"):
        Sampled.of([3.0])


# Generated floors.

FLOORS = 1_000
FLOOR = 6
MONSTER, ITEM = 0, 1

Contents = Counter[tuple[int, int]]
"""How many of each kind of each family."""

GeneratedFloors = list[list[tuple[int, Contents]]]
"""Floors as lists of rooms in order: the number of cells, and what is in them."""


def dungeon() -> Ruleset:
    """Small rooms with high counts, so that many draws are dropped."""
    ruleset = Ruleset()
    ruleset.map_width, ruleset.map_height, ruleset.room_attempts = 80, 43, 30
    ruleset.room_min, ruleset.room_max = 3, 6
    ruleset.holds[geometry.FLOOR] = ruleset.holds[geometry.STAIRS] = 1
    ruleset.movers[0].lives_on[geometry.FLOOR] = ruleset.movers[0].lives_on[geometry.STAIRS] = 1
    for kind in range(2):
        ruleset.monsters[kind].stats[MAX_HP] = 1
    fill_spawns(ruleset.monster_spawns, {0: Steps.of({1: 80}), 1: Steps.of({5: 30})})
    fill_spawns(ruleset.item_spawns, {0: Steps.of({1: 35}), 1: Steps.of({2: 10})})
    fill_counts(ruleset.monsters_per_room, Steps.of({1: 5}))
    fill_counts(ruleset.items_per_room, Steps.of({1: 4}))
    fill_counts(ruleset.min_monsters_per_room, Steps.of({2: 2}))
    fill_counts(ruleset.min_items_per_room, Steps.of({1: 1}))
    ruleset.monster_room_chance, ruleset.item_room_chance = 70, 85
    return ruleset


def count_rooms(world: Any) -> list[tuple[int, Contents]]:
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
def generated() -> GeneratedFloors:
    """Floors from the compiled generator."""
    ruleset, make = from_plain(dungeon()), native(make_floor)
    world = zeros(World, 1)[0]
    floors = []
    for seed in range(FLOORS):
        world.seed = seed
        make(world, ruleset, FLOOR)
        floors.append(count_rooms(world))
    return floors


def odds_in(rooms: Rooms) -> tuple[Spread, Spread]:
    """The odds of monsters and items with these room sizes."""
    ruleset = dungeon()
    monsters = Pair(ruleset.monster_spawns, ruleset.monsters_per_room, ruleset.min_monsters_per_room, 70)
    items = Pair(ruleset.item_spawns, ruleset.items_per_room, ruleset.min_items_per_room, 85)
    odds = FloorOdds.of(FLOOR, monsters, items, rooms)
    return odds.monsters, odds.items


def deviations(actual: float, expected: float, variance: float) -> float:
    """How many standard deviations a sum is from its expected value."""
    return abs(actual - expected) / math.sqrt(variance)


@pytest.mark.parametrize("family", [MONSTER, ITEM])
@pytest.mark.parametrize("first", [True, False])
def test_generated_rooms_match_the_exact_figures_for_their_sizes(
    generated: GeneratedFloors, family: int, first: bool
) -> None:
    rooms = [room for floor in generated for room in (floor[:1] if first else floor[1:])]
    sizes = Counter(cells for cells, _ in rooms)
    odds = {cells: odds_in(Rooms({cells: Fraction(1)}, {cells: Fraction(1)}))[family] for cells in sizes}
    for kind in range(2):
        expected = rooms_with = spread = variance = 0.0
        for cells, count in sizes.items():
            filling = odds[cells].first if first else odds[cells].other
            chance = float(filling.at_least_one(kind))
            expected += count * float(filling.expected(kind))
            spread += count * float(filling.expected(kind)) * 2
            rooms_with += count * chance
            variance += count * chance * (1 - chance)
        assert deviations(sum(inside[family, kind] for _, inside in rooms), expected, spread) < 4
        assert deviations(sum(inside[family, kind] > 0 for _, inside in rooms), rooms_with, variance) < 4


def test_first_rooms_have_the_uniform_sizes(generated: GeneratedFloors) -> None:
    counts = Counter(floor[0][0] for floor in generated)
    for cells, chance in Rooms.uniform(3, 6).first.items():
        assert deviations(counts[cells], FLOORS * float(chance), FLOORS * float(chance * (1 - chance))) < 4


@pytest.mark.parametrize("family", [MONSTER, ITEM])
def test_generated_floors_match_the_figures_for_counted_rooms(generated: GeneratedFloors, family: int) -> None:
    counted = Rooms.counted(
        [floor[0][0] for floor in generated], [cells for floor in generated for cells, _ in floor[1:]]
    )
    odds = odds_in(counted)[family]
    per_floor = [sum((contents for _, contents in floor), Counter()) for floor in generated]
    estimate = odds.expected(1, Sampled.of([len(floor) for floor in generated]))
    sampled = Sampled.of([contents[family, 1] for contents in per_floor])
    assert isinstance(estimate, Sampled)
    assert abs(estimate.mean - sampled.mean) < 2 * (sampled.high - sampled.mean)
    chance = odds.at_least_one_of(1, [len(floor) for floor in generated]).mean
    rooms_with = sum(contents[family, 1] > 0 for contents in per_floor)
    assert deviations(rooms_with, chance * FLOORS, FLOORS * chance * (1 - chance)) < 4
