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
        "[[3, 15], [5, 30], [7, 60]]",
        "{ value_level = [[15, 3], [30, 5], [60, 7]] }",
        "{ 0 = 0, 3 = 15, 5 = 30, 7 = 60 }",
        "{ 3 = 15, 5 = 30, 7 = 60, until = 100 }",
    ],
)
def test_steps_may_be_written_as_any_tutorial_writes_them(spawn: Spawn, curve: str) -> None:
    assert spawn(curve) == [0, 0, 15, 15, 30, 30, 60, 60, 60, 60]


@pytest.mark.parametrize(
    "table",
    [
        "[spawn.monsters]\n3 = { rat = 15 }\n5 = { rat = 30 }\n7 = { rat = 60 }",
        '[spawn.monsters]\n3 = [["rat", 15]]\n5 = [["rat", 30]]\n7 = [["rat", 60]]',
        "[spawn]\nmonsters = { 3 = { rat = 15 }, 5 = { rat = 30 }, 7 = { rat = 60 } }",
        "".join(
            f'[[spawn.monsters]]\nfloor = {floor}\nweights = [{{ value = "rat", weight = {weight} }}]\n'
            for floor, weight in ((3, 15), (5, 30), (7, 60))
        ),
    ],
)
def test_tables_may_be_written_as_any_tutorial_writes_them(load: Load, table: str) -> None:
    assert load(table).monsters[0].spawn == Steps.of({3: 15, 5: 30, 7: 60})


def test_a_table_may_name_many_kinds_of_both_families(load: Load) -> None:
    bat = '[monsters.bat]\nglyph = "b"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\n'
    monsters = "[spawn.monsters]\n0 = { rat = 80 }\n1 = { bat = 5 }\n4 = { bat = 9, rat = 0 }\n"
    rulebook = load(bat + monsters + "[spawn.items]\n2 = { salve = 3 }")
    assert [monster.spawn for monster in rulebook.monsters] == [Steps.of({1: 5, 4: 9}), Steps.of({1: 80, 4: 0})]
    assert rulebook.items[0].spawn == Steps.of({2: 3})


def test_a_table_may_name_a_floor_twice_for_two_kinds(load: Load) -> None:
    bat = '[monsters.bat]\nglyph = "b"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\n'
    row = '[[spawn.monsters]]\nfloor = 2\nweights = [{{ value = "{}", weight = 7 }}]\n'
    rulebook = load(bat + row.format("rat") + row.format("bat"))
    assert [monster.spawn for monster in rulebook.monsters] == [Steps.of({2: 7})] * 2


def test_a_table_replaces_an_inherited_curve(load: Load) -> None:
    assert load("[spawn.monsters]\n3 = { rat = 15 }").monsters[0].spawn == Steps.of({3: 15})


def test_a_curve_replaces_an_inherited_table(write: Write, small: str) -> None:
    write(small.replace("spawn = 10", "", 1) + "[spawn.monsters]\n3 = { rat = 15 }", "tables.toml")
    overlay = load_ruleset(str(write('extends = "tables.toml"\n[monsters.rat]\nspawn = 4')))
    assert overlay.monsters[0].spawn == Steps.of({1: 4})


def test_kinds_that_a_table_leaves_out_keep_their_curves(load: Load) -> None:
    bat = '[monsters.bat]\nglyph = "b"\nhp = 1\npower = 1\ndefense = 0\nxp = 1\n'
    rulebook = load(bat + "[spawn.monsters]\n3 = { bat = 15 }")
    assert [monster.spawn for monster in rulebook.monsters] == [Steps.of({3: 15}), Steps.of({1: 10})]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_curve_of_its_name(spawn: Spawn, shape: str) -> None:
    curve = SHAPES[shape](40, (3, 7), 2)
    weights = spawn(f'{{ shape = "{shape}", floors = [3, 7], weight = 40, tail = 2 }}')
    assert weights == pytest.approx([curve.at(floor) for floor in range(1, TEN_FLOORS + 1)], abs=1 / 5040)


def test_a_shape_ends_at_once_without_a_tail(spawn: Spawn) -> None:
    assert spawn('{ shape = "flat", floors = [3, 5], weight = 40 }') == [0, 0, 40, 40, 40, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("points", ["{ 1 = 10, 5 = 40, 7 = 0 }", "[[1, 10], [5, 40], [7, 0]]"])
def test_a_ramp_runs_from_point_to_point(spawn: Spawn, points: str) -> None:
    ramp = Ramp.of({1: 10, 5: 40, 7: 0})
    assert spawn(f"{{ ramp = {points} }}") == [ramp.at(floor) for floor in range(1, TEN_FLOORS + 1)]


@pytest.mark.parametrize(
    ("curve", "values"),
    [
        ("{ weight = 9, from = 3, until = 5 }", [0, 0, 9, 9, 9, 0, 0, 0, 0, 0]),
        ("{ 2 = 9, 4 = 5, from = 3, until = 5 }", [0, 0, 9, 5, 5, 0, 0, 0, 0, 0]),
        ("{ value_level = [[9, 2], [5, 4]], until = 5 }", [0, 9, 9, 5, 5, 0, 0, 0, 0, 0]),
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
