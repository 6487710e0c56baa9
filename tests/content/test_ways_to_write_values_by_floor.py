"""Every form of values by floor in TOML, and the values it gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset
from steep.spawn.curves import SHAPES, Ramp, Steps
from steep.spawn.exact_numbers import Value

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]
Spawn = Callable[[str], list[Value]]

TEN_FLOORS = 10


@pytest.fixture
def load(write: Write, small: str) -> Load:
    """Return a function that loads TOML that extends the small ruleset."""
    write(small, "small.toml")
    return lambda content: load_ruleset(str(write('extends = "small.toml"\n' + content)))


@pytest.fixture
def spawn(load: Load) -> Spawn:
    """Return a function that gives the weights on floors 1 to 10 of a rat with a curve."""
    return lambda curve: load(f"[monsters.rat]\nspawn = {curve}").monsters[0].spawn.values(TEN_FLOORS)


@pytest.mark.parametrize(
    "curve",
    [
        "{ 3 = 15, 5 = 30, 7 = 60 }",
        "{ 0 = 0, 3 = 15, 5 = 30, 7 = 60 }",
        "{ 3 = 15, 5 = 30, 7 = 60, until = 100 }",
    ],
)
def test_steps_hold_until_the_next_one(spawn: Spawn, curve: str) -> None:
    assert spawn(curve) == [0, 0, 15, 15, 30, 30, 60, 60, 60, 60]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_curve_of_its_name(spawn: Spawn, shape: str) -> None:
    curve = SHAPES[shape](40, (3, 7), 2)
    weights = spawn(f'{{ shape = "{shape}", floors = [3, 7], weight = 40, tail = 2 }}')
    assert weights == pytest.approx([curve.at(floor) for floor in range(1, TEN_FLOORS + 1)], abs=1 / 5040)


def test_a_shape_ends_at_once_without_a_tail(spawn: Spawn) -> None:
    assert spawn('{ shape = "flat", floors = [3, 5], weight = 40 }') == [0, 0, 40, 40, 40, 0, 0, 0, 0, 0]


def test_a_ramp_runs_from_point_to_point(spawn: Spawn) -> None:
    ramp = Ramp.of({1: 10, 5: 40, 7: 0})
    assert spawn("{ ramp = { 1 = 10, 5 = 40, 7 = 0 } }") == [ramp.at(floor) for floor in range(1, TEN_FLOORS + 1)]


@pytest.mark.parametrize(
    ("curve", "values"),
    [
        ("{ 2 = 9, 4 = 5, from = 3, until = 5 }", [0, 0, 9, 5, 5, 0, 0, 0, 0, 0]),
        ("{ ramp = { 1 = 10, 10 = 100 }, from = 9 }", [0, 0, 0, 0, 0, 0, 0, 0, 90, 100]),
        ('{ shape = "rise", floors = [2, 5], weight = 8, until = 3 }', [0, 2, 4, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_any_curve_may_have_a_first_and_a_last_floor(spawn: Spawn, curve: str, values: list[int]) -> None:
    assert spawn(curve) == values


def test_a_weight_between_whole_numbers_is_exact_in_parts_of_2520(spawn: Spawn) -> None:
    assert spawn('{ shape = "rise", floors = [1, 10], weight = 1 }') == [Fraction(n, 10) for n in range(1, 11)]


def test_a_finer_weight_is_rounded_to_parts_of_2520(spawn: Spawn) -> None:
    assert spawn('{ shape = "rise", floors = [1, 11], weight = 1 }')[0] == Fraction(229, 2520)


def test_a_count_that_a_formula_gives_is_rounded_down(load: Load) -> None:
    rulebook = load("[counts]\nmonsters_per_room = { ramp = { 1 = 1, 7 = 3 } }")
    assert rulebook.counts.monsters_per_room == Steps.of({1: 1, 4: 2, 7: 3})


def test_weights_between_whole_numbers_are_compiled_over_their_common_denominator(load: Load) -> None:
    bat = '[monsters.bat]\nglyph = "b"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\n'
    rulebook = load(bat + 'spawn = { shape = "rise", floors = [1, 4], weight = 1 }')
    table = rulebook.compiled.monster_spawns
    assert [table.cumulative[row] for row in range(4)] == [1, 41, 1, 21]
