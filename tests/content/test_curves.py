"""Values by floor: what a curve gives, and that compiled odds are those of the tutorial's own algorithm."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from steep.content import load_ruleset
from steep.content.sections import MOST
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, MAX_SPAWN_ROWS, CountTable, SpawnTable
from steep.spawn.compile import fill_counts, fill_spawns
from steep.spawn.curves import Steps
from steep.spawn.draw import NOTHING, draw_kind, most_on
from tables import drawn_odds_on, odds_on

floors = st.integers(1, MAX_FLOORS + 10)
curves = st.dictionaries(st.integers(1, MAX_FLOORS), st.integers(0, 40), max_size=6)
tables = st.lists(curves, max_size=6)


def from_dungeon_level(entries: dict[int, int], floor: int) -> int:
    """The value in force, as the tutorials look it up: the last entry whose floor is reached."""
    current_value = 0
    for floor_minimum, value in sorted(entries.items()):
        if floor_minimum > floor:
            break
        current_value = value
    return current_value


def spelled(entries: dict[int, int]) -> str:
    return f"{{ {', '.join(f'{floor} = {value}' for floor, value in sorted(entries.items()))} }}"


def compiled(table: list[dict[int, int]]) -> SpawnTable:
    record = SpawnTable()
    fill_spawns(record, dict(enumerate(map(Steps.of, table))))
    return record


@given(curves, floors)
def test_a_value_is_in_force_until_the_next_entry(entries: dict[int, int], floor: int) -> None:
    assert Steps.of(entries).at(floor) == from_dungeon_level(entries, floor)


@given(curves)
def test_all_values_are_those_of_each_floor(entries: dict[int, int]) -> None:
    steps = Steps.of(entries)
    assert steps.values(MAX_FLOORS) == [steps.at(floor) for floor in range(1, MAX_FLOORS + 1)]


@given(curves)
def test_the_last_floor_is_the_last_on_which_anything_changes(entries: dict[int, int]) -> None:
    steps = Steps.of(entries)
    changes = [floor for floor in range(2, MAX_FLOORS + 1) if steps.at(floor) != steps.at(floor - 1)]
    assert steps.last == max(changes, default=1)


@given(curves, curves)
def test_curves_are_equal_exactly_when_they_give_the_same(one: dict[int, int], other: dict[int, int]) -> None:
    same = Steps.of(one).values(MAX_FLOORS) == Steps.of(other).values(MAX_FLOORS)
    assert (Steps.of(one) == Steps.of(other)) == same


def test_floor_0_means_from_the_start() -> None:
    assert Steps.of({0: 35, 2: 10}) == Steps.of({1: 35, 2: 10})


@given(tables, floors)
def test_compiled_odds_are_those_of_the_tutorials_algorithm(table: list[dict[int, int]], floor: int) -> None:
    weights = {kind: from_dungeon_level(entries, floor) for kind, entries in enumerate(table)}
    total = sum(weights.values())
    assert odds_on(compiled(table), floor) == {kind: Fraction(w, total) for kind, w in weights.items() if w > 0}


@settings(max_examples=30)
@given(table=tables, floor=floors)
def test_odds_written_as_toml_are_those_of_the_tutorials_algorithm(
    small: str, table: list[dict[int, int]], floor: int
) -> None:
    kinds = "".join(
        f'[monsters.m{kind}]\nglyph = "m"\nhp = 1\npower = 0\ndefense = 0\nxp = 0\nspawn = {spelled(entries)}\n'
        for kind, entries in enumerate(table)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my.toml"
        path.write_text(small.replace("[monsters.rat]", kinds + "[monsters.rat]").replace("spawn = 10", ""))
        record = load_ruleset(str(path)).compiled.monster_spawns
    weights = {kind: from_dungeon_level(entries, floor) for kind, entries in enumerate(table)}
    total = sum(weights.values())
    assert odds_on(record, floor) == {kind: Fraction(w, total) for kind, w in weights.items() if w > 0}


@given(tables, floors)
def test_what_is_drawn_has_the_compiled_odds(table: list[dict[int, int]], floor: int) -> None:
    record = compiled(table)
    assert drawn_odds_on(record, floor) == odds_on(record, floor)


@given(tables)
def test_a_table_ends_where_nothing_changes_any_more(table: list[dict[int, int]]) -> None:
    record = compiled(table)
    odds = [odds_on(compiled(table), floor) for floor in range(1, MAX_FLOORS + 1)]
    assert all(found == odds[-1] for found in odds[record.floors - 1 :])
    assert record.floors == max((Steps.of(entries).last for entries in table), default=1)


def test_nothing_is_drawn_where_no_kind_has_weight() -> None:
    record = compiled([{3: 5, 4: 0}])
    drawn = [draw_kind(record, floor, [0] * 16, 0) for floor in (1, 2, 4, 90)]
    assert drawn == [NOTHING] * 4


@given(curves, floors)
def test_compiled_counts_are_those_of_the_tutorials_algorithm(entries: dict[int, int], floor: int) -> None:
    record = CountTable()
    fill_counts(record, Steps.of(entries))
    assert most_on(record, floor) == from_dungeon_level(entries, floor)


def test_the_largest_table_fits_its_record() -> None:
    record = SpawnTable()
    heaviest = Steps.of({1: MOST - 1, MAX_FLOORS: MOST})
    fill_spawns(record, dict.fromkeys(range(MAX_KINDS), heaviest))
    assert record.first[MAX_FLOORS] == MAX_SPAWN_ROWS
    assert record.upto[MAX_SPAWN_ROWS - 1] == MAX_KINDS * MOST
