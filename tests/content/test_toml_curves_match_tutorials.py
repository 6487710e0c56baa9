"""Values by floor in TOML give the odds of the tutorial's own algorithm."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings

from compiled_table_odds import odds_on
from hypothesis_curve_strategies import floors, whole_tables
from steep.content import load_ruleset


def from_dungeon_level(entries: dict[int, int], floor: int) -> int:
    """The tutorials' lookup: the value of the last entry whose floor is reached."""
    current_value = 0
    for floor_minimum, value in sorted(entries.items()):
        if floor_minimum > floor:
            break
        current_value = value
    return current_value


def as_toml(entries: dict[int, int]) -> str:
    return f"{{ {', '.join(f'{floor} = {value}' for floor, value in sorted(entries.items()))} }}"


@settings(max_examples=30)
@given(table=whole_tables, floor=floors)
def test_odds_written_as_toml_are_those_of_the_tutorials_algorithm(
    small: str, table: list[dict[int, int]], floor: int
) -> None:
    kinds = "".join(
        f'[monsters.m{kind}]\nglyph = "m"\nhp = 1\npower = 0\ndefense = 0\nxp = 0\nspawn = {as_toml(entries)}\n'
        for kind, entries in enumerate(table)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my.toml"
        path.write_text(small.replace("[monsters.rat]", kinds + "[monsters.rat]").replace("spawn = 10", ""))
        record = load_ruleset(str(path)).compiled.monster_spawns
    weights = {kind: from_dungeon_level(entries, floor) for kind, entries in enumerate(table)}
    total = sum(weights.values())
    assert odds_on(record, floor) == {kind: Fraction(w, total) for kind, w in weights.items() if w > 0}
