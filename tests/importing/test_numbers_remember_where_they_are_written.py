"""Each number of an imported ruleset knows the number in the source that it comes from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from sample_tutorial_projects import ROGUEBASIN_GEAR, TCOD_2019, TCOD_2020, TCOD_2020_GEAR, Files
from steep.importing import Imported
from steep.importing.python.written_numbers import Origin, WrittenInt, origins_of, since_of, whole, written

Import = Callable[[Files], Imported]


def numbers(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """All integers in a value, with their paths."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from numbers(entry, (*path, str(key)))
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from numbers(entry, (*path, str(number)))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def all_numbers(imported: Imported) -> dict[tuple[str, ...], int]:
    return {
        path: number
        for section in imported.sections
        for key, (value, _) in section.entries.items()
        if key != "color"
        for path, number in numbers(value, (*section.path, key))
    }


def text_at(origin: Origin, files: Files) -> str:
    line = files[origin.file].split("\n")[origin.line - 1].encode()
    return line[origin.column : origin.end].decode()


@pytest.mark.parametrize("files", [TCOD_2020, TCOD_2020_GEAR, TCOD_2019, ROGUEBASIN_GEAR])
def test_what_stands_there_is_the_number(files: Files, imported: Import) -> None:
    found = all_numbers(imported(files))
    placed = {path: number for path, number in found.items() if isinstance(number, WrittenInt)}
    for path, number in placed.items():
        for origin in number.origins:
            assert ast.literal_eval(text_at(origin, files)) * number.scale == number, path
    # All but the zeros for numbers that a kind does not have, and what comes from the bundled ruleset.
    bundled = {("items", "confusion_scroll", "amount")} if files is TCOD_2019 else set()
    assert {path for path, number in found.items() if path not in placed and number} == bundled


def test_a_row_knows_its_floor(imported: Import) -> None:
    spawn = all_numbers(imported(TCOD_2020))
    row = spawn["monsters", "troll", "spawn", "5"]
    assert [text_at(origin, TCOD_2020) for origin in origins_of(row)] == ["30"]
    assert [text_at(origin, TCOD_2020) for origin in origins_of(since_of(row))] == ["5"]


def with_orc(hp: str, above: str = "") -> Files:
    old = TCOD_2020["entity_factories.py"]
    return {**TCOD_2020, "entity_factories.py": above + old.replace("hp=10", f"hp={hp}")}


def test_a_constant_is_where_it_is_defined(imported: Import) -> None:
    files = with_orc("ORC_HP", "ORC_HP = 12\n")
    hp = all_numbers(imported(files))["monsters", "orc", "hp"]
    assert hp == 12
    assert origins_of(hp) == (Origin("entity_factories.py", 1, 9, 11),)


def test_a_result_of_arithmetic_is_written_nowhere(imported: Import) -> None:
    hp = all_numbers(imported(with_orc("6 * 2")))["monsters", "orc", "hp"]
    assert hp == 12
    assert origins_of(hp) == ()


def test_equal_rows_one_after_another_are_one_number_in_two_places(imported: Import) -> None:
    procgen = TCOD_2020["procgen.py"].replace("troll, 30)", "troll, 15)")
    row = all_numbers(imported({**TCOD_2020, "procgen.py": procgen}))["monsters", "troll", "spawn", "3"]
    assert len(origins_of(row)) == 2


def test_weights_that_were_multiplied_know_by_what(imported: Import) -> None:
    procgen = TCOD_2020["procgen.py"].replace("orc, 80)", "orc, 0.8)").replace("troll, 15)", "troll, 0.25)")
    orc = all_numbers(imported({**TCOD_2020, "procgen.py": procgen}))["monsters", "orc", "spawn"]
    assert isinstance(orc, WrittenInt)
    assert int(orc) == 16
    assert orc.scale == 20


def test_a_number_that_was_rounded_has_no_place() -> None:
    half = written(2.5, Origin("a.py", 1, 0, 3))
    assert origins_of(whole(half)) == ()
    assert origins_of(whole(half, Fraction(2))) != ()


def test_a_sign_belongs_to_its_number(imported: Import) -> None:
    equippable = TCOD_2020_GEAR["components/equippable.py"].replace("power_bonus=2)", "power_bonus=-2)")
    files = {**TCOD_2020_GEAR, "components/equippable.py": equippable}
    power = all_numbers(imported(files))["items", "dagger", "power"]
    assert [text_at(origin, files) for origin in origins_of(power)] == ["-2"]
