"""A mode stretches all tables by floor: `floors = 0.5` puts twenty floors into ten."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiled_table_odds import odds_on
from steep.content import Rulebook, RulesetError, load_ruleset
from steep.content.modes_and_stretching import (
    at_least_one,
    first_with,
    stretched_floor,
    stretched_guarantee,
    stretched_steps,
    stretched_value,
    transformed_section,
    unstretched_floor,
)
from steep.content.sections import Below
from steep.core.record import pack
from steep.core.ruleset import MAX_FLOORS, MAX_HP, CountTable
from steep.spawn.compile_tables import value_on
from steep.spawn.curves import Steps, last_floor_of_growth, stat_on, threat_on

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]

HALF = Fraction(1, 2)
FACTORS = st.integers(10, 1000).map(lambda percent: Fraction(percent, 100))
CURVES = st.dictionaries(st.integers(1, MAX_FLOORS), st.integers(0, 99), max_size=12).map(Steps.of)
FLOOR_NUMBERS = st.integers(1, MAX_FLOORS)

WORLD = """
[monsters.cat]
glyph = "c"
hp = 10
power = 5
defense = 1
xp = 7
spawn = { 3 = 20, 7 = 5 }
growth = { max_hp = 3 }
grows_to = 9

[monsters.lion]
glyph = "L"
hp = 90
power = 9
defense = 2
xp = 99
guaranteed_on = [12, 20]

[items.coins]
glyph = "$"
spawn = { 1 = 1, 9 = 30 }
gold = { 1 = "1d6", 9 = "5d6" }

[counts]
monsters_per_room = { 1 = 2, 4 = 4, 9 = 6 }
monsters_per_floor = { 1 = "2d4+1", 5 = "3d4" }
threat_per_floor = { 1 = 1000, 4 = 3000 }

[out_of_depth]
chance = { 1 = 10 }
reach = 3
damped = 4

[wandering]
every = { 2 = 100, 8 = 50 }

[packs.clowder]
leader = "cat"
members = [{ kind = "cat", count = [1, 4] }]
spawn = { 5 = 10 }
growth = 4

[pity_timers.salve]
step = 10
guarantee = { 4 = 2, 20 = 9 }

[run]
last_floor = 20

[modes.it]
"""


@pytest.fixture
def loaded(write: Write, small: str) -> Load:
    """Return a function that loads a ruleset with tables by floor, in a mode with the given keys; "" for none."""
    write(small, "small.toml")

    def load(keys: str) -> Rulebook:
        book = load_ruleset(str(write('extends = "small.toml"\n' + WORLD + keys)))
        return book.in_mode("it") if keys else book

    return load


def on_floors(table: CountTable, last: int) -> list[int]:
    return [value_on(table, floor) for floor in range(1, last + 1)]


@given(FLOOR_NUMBERS, FLOOR_NUMBERS, FACTORS)
def test_floors_keep_their_order_and_floor_1_is_floor_1(one: int, other: int, factor: Fraction) -> None:
    assert unstretched_floor(1, factor) == 1 == first_with(1, factor)
    if one <= other:
        assert unstretched_floor(one, factor) <= unstretched_floor(other, factor)
        assert stretched_floor(one, factor) <= stretched_floor(other, factor)
    assert unstretched_floor(first_with(one, factor), factor) >= one
    assert first_with(one, factor) == 1 or unstretched_floor(first_with(one, factor) - 1, factor) < one


@given(CURVES)
def test_stretching_by_1_changes_nothing(curve: Steps) -> None:
    assert stretched_steps(curve, Fraction(1)).values(MAX_FLOORS) == curve.values(MAX_FLOORS)


@given(CURVES)
def test_by_a_half_floor_f_has_what_floor_2f_minus_1_had(curve: Steps) -> None:
    values = curve.values(MAX_FLOORS)
    assert stretched_steps(curve, HALF).values(MAX_FLOORS // 2) == values[::2]


@given(CURVES)
def test_by_2_each_floor_is_there_twice(curve: Steps) -> None:
    values = curve.values(MAX_FLOORS)
    assert stretched_steps(curve, Fraction(2)).values(MAX_FLOORS) == [values[n // 2] for n in range(MAX_FLOORS)]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), FACTORS)
def test_a_guarantee_is_given_when_the_floor_as_written_is_over(gains: list[int], factor: Fraction) -> None:
    steps = Steps.of({floor: sum(gains[:floor]) for floor in range(1, len(gains) + 1)})
    last = stretched_floor(len(gains), factor)
    if last <= MAX_FLOORS:
        assert stretched_guarantee(steps, factor).values(MAX_FLOORS)[last - 1] == sum(gains)


def test_a_mode_with_the_factor_1_is_the_ruleset_itself(loaded: Load) -> None:
    assert loaded("floors = 1.0").hash == loaded("").hash
    assert pack(loaded("floors = 1.0").compiled) == pack(loaded("").compiled)


def test_weights_counts_dice_chances_and_intervals_are_those_of_the_floor_as_written(loaded: Load) -> None:
    written, half = loaded("").compiled, loaded("floors = 0.5").compiled
    for floor in range(1, 12):
        for table in ("monster_spawns", "item_spawns"):
            assert odds_on(getattr(half, table), floor) == odds_on(getattr(written, table), 2 * floor - 1)
        for table in ("monsters_per_room", "threat_per_floor", "wander_every", "deep_chance"):
            assert value_on(getattr(half, table), floor) == value_on(getattr(written, table), 2 * floor - 1)
    assert on_floors(half.monsters_per_room, 5) == [2, 2, 4, 4, 6]
    assert [int(half.monsters_per_floor.dice[n]) for n in range(3)] == [2, 2, 3]
    assert [int(half.gold[0].dice[n]) for n in range(5)] == [1, 1, 1, 1, 5]
    assert half.deep_reach == 2


def test_bosses_guarantees_and_the_last_floor_arrive_in_half_the_floors(loaded: Load) -> None:
    half = loaded("floors = 0.5").compiled
    assert [row.floor for row in half.guaranteed[: half.guaranteed_count]] == [6, 10]
    assert half.last_floor == 10
    assert list(half.pity_timers[0].guarantee[:10]) == [0, 2, 2, 2, 2, 2, 2, 2, 2, 9]
    assert half.pity_timers[0].step == 200


@pytest.mark.parametrize(
    ("keys", "source"), [("floors = 0.5", lambda f: 2 * f - 1), ("floors = 2", lambda f: (f + 1) // 2)]
)
def test_monsters_grow_and_threaten_as_on_the_floor_as_written(
    loaded: Load, keys: str, source: Callable[[int], int]
) -> None:
    written, other = loaded("").compiled, loaded(keys).compiled
    for before, after in zip(written.monsters[:3], other.monsters[:3], strict=True):
        for floor in range(1, 30):
            assert stat_on(after, MAX_HP, floor) == stat_on(before, MAX_HP, source(floor))
            assert threat_on(after, floor) == threat_on(before, source(floor))
        last = last_floor_of_growth(after)
        assert last == 0 or stat_on(after, MAX_HP, last - 1) < stat_on(after, MAX_HP, last) == stat_on(
            after, MAX_HP, 99
        )


def test_depth_counts_stretched_floors(loaded: Load) -> None:
    written, both = loaded("").compiled, loaded("floors = 0.5\ndepth = 1").compiled
    for floor in range(1, 10):
        assert odds_on(both.monster_spawns, floor) == odds_on(written.monster_spawns, 2 * floor + 1)
        assert odds_on(both.item_spawns, floor) == odds_on(written.item_spawns, 2 * floor - 1)
        assert stat_on(both.monsters[0], MAX_HP, floor) == stat_on(written.monsters[0], MAX_HP, 2 * floor + 1)


def test_packs_are_full_as_much_sooner(loaded: Load) -> None:
    half = loaded("floors = 0.5").compiled
    assert (half.packs[0].first_floor, half.packs[0].growth) == (3, 2)


def test_of_two_drawn_floors_that_fall_together_the_deeper_stays(write: Write, small: str) -> None:
    drawn = '[floors.{}]\nfloor = {}\nmap = """\n####\n#@>#\n####\n"""\n'
    write(small, "small.toml")
    text = 'extends = "small.toml"\n' + drawn.format("den", "[3, 9]") + drawn.format("lair", "4")
    book = load_ruleset(str(write(text + "[modes.it]\nfloors = 0.5\n"))).in_mode("it")
    assert {each.key: each.floor for each in book.floors} == {"den": (5,), "lair": (2,)}


def test_maps_and_themes_draw_from_as_many_stretched_floors_deeper(write: Write, small: str) -> None:
    write(small, "small.toml")
    text = (
        'extends = "small.toml"\n[vaults.den]\nmap = "#.!."\nlegend = { "!" = { draw = "item", deeper = 4 } }\n'
        '[themes.store]\nfill = [{ draw = "item", deeper = 3, count = 2 }]\n[modes.it]\nfloors = 0.5\n'
    )
    book = load_ruleset(str(write(text))).in_mode("it")
    assert (book.vaults[0].legend[0].deeper, book.themes[0].fill[0].deeper) == (2, 2)


@pytest.mark.parametrize("wrong", ["0.05", "11", "0.333", "true", '"half"'])
def test_only_factors_with_two_decimals_are_allowed(loaded: Load, wrong: str) -> None:
    with pytest.raises(RulesetError, match=r"modes\.it\.floors: .*a number from 0\.1 to 10 with at most 2 decimals"):
        loaded(f"floors = {wrong}")


def stretched_below(floors: tuple[int, ...], factor: Fraction) -> tuple[int, ...]:
    """The floors that come back, stretched."""
    below = Below(floors=floors, stronger=0)
    return at_least_one(transformed_section(below, partial(stretched_value, factor))).floors


@pytest.mark.parametrize(
    ("floors", "factor", "stretched_to"),
    [((17, 18), "0.1", (2, 2)), ((20, 20), "0.5", (10, 10)), ((1, 20), "0.5", (1, 10)), ((60, 60), "10", (100, 100))],
)
def test_at_least_one_floor_comes_back_below(
    floors: tuple[int, int], factor: str, stretched_to: tuple[int, int]
) -> None:
    assert stretched_below(floors, Fraction(factor)) == stretched_to


@given(st.tuples(FLOOR_NUMBERS, FLOOR_NUMBERS).map(sorted), FACTORS)
def test_the_floors_that_come_back_are_above_the_stretched_last_one(floors: list[int], factor: Fraction) -> None:
    first, last = stretched_below(tuple(floors), factor)
    assert 1 <= first <= last <= stretched_floor(floors[1], factor)
