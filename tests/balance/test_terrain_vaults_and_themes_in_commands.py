"""`steep show`, `roll` and `diff` tell terrain, vaults and themes: exact odds, and sampled numbers with intervals."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from command_fixture_types import Load, Run, Write
from steep.balance.diff_rulesets import compare

TEXT = """
[counts]
vaults_per_floor = 1
themes_per_floor = 1
[vaults.den]
spawn = 1
map = "~~~"
rotated = false
legend = { "~" = "shallow_water" }
[vaults.nest]
spawn = { 2 = 3 }
map = "..."
[themes.garden]
spawn = 1
fill = [{ terrain = "grass", count = 5 }]
[floors.hall]
floor = 3
map = '''
#######
#@"+">#
#######'''
legend = { '"' = "grass" }
"""


def test_show_tells_cells_of_terrain_with_intervals_and_exact_odds_of_vaults_and_themes(
    steep: Run, write: Write
) -> None:
    path = write(TEXT)
    lines = steep("show", path, "--floors", "1-3", "--samples", 100).out.splitlines()
    assert "    den: 100.0% of draws, 1.00 ±0.00 on the floor" in lines
    assert "  rooms with themes: 1 drawn: garden 100.0%" in lines
    assert "  cells of terrain: grass 5.0 ±0.0, shallow_water 3.0 ±0.0" in lines
    assert "  cells of terrain: door 1.0 ±0.0, grass 2.0 ±0.0" in lines
    first, second, third = json.loads(steep("show", path, "--floors", "1-3", "--samples", 100, "--format", "json").out)[
        "floors"
    ]
    water = second["expected"]["terrain"]["shallow_water"]
    assert (water["exact"], water["floors"]) == (False, 100)
    assert water["low"] < 3 / 4 < water["high"]
    assert first["expected"]["terrain"]["grass"]["value"] == 5
    assert third["expected"]["terrain"]["door"] == {
        "value": 1.0,
        "exact": False,
        "low": 1.0,
        "high": 1.0,
        "floors": 100,
    }
    rows = list(csv.DictReader(StringIO(steep("show", path, "--floors", 2, "--samples", 100, "--format", "csv").out)))
    drawn = {(row["family"], row["kind"]): row for row in rows}
    assert (drawn["vault", "nest"]["odds"], drawn["theme", "garden"]["odds"]) == ("3/4", "1")
    assert float(drawn["vault", "den"]["expected_low"]) < 1 / 4 < float(drawn["vault", "den"]["expected_high"])
    assert drawn["terrain", "grass"]["odds"] == ""
    assert float(drawn["terrain", "grass"]["expected"]) == 5


def test_a_ruleset_without_any_shows_none(steep: Run) -> None:
    (floor,) = json.loads(steep("show", "tcod-2020", "--floors", 1, "--samples", 100, "--format", "json").out)["floors"]
    assert (floor["expected"]["terrain"], floor["vaults"], floor["themes"]) == ({}, {}, {})


def test_roll_tells_vaults_and_terrain_as_text_json_and_csv(steep: Run, write: Write) -> None:
    path = write(TEXT)
    lines = steep("roll", path, "--seed", 4).out.splitlines()
    assert any(line.startswith("den, 3 x 1 at ") for line in lines)
    assert "  ~  3  shallow_water" in lines
    assert '  "  5  grass' in lines
    floor = json.loads(steep("roll", path, "--seed", 4, "--format", "json").out)
    assert floor["terrain"] == {"grass": 5, "shallow_water": 3}
    (vault,) = floor["vaults"]
    rows = list(csv.DictReader(StringIO(steep("roll", path, "--seed", 4, "--format", "csv").out)))
    assert [(row["kind"], int(row["x"]), int(row["y"])) for row in rows if row["family"] == "vault"] == [
        ("den", vault["x"], vault["y"])
    ]
    water = [(int(row["x"]), int(row["y"])) for row in rows if row["kind"] == "shallow_water"]
    assert water == [(vault["x"] + step, vault["y"]) for step in range(3)]
    assert all(floor["map"][y][x] == "~" for x, y in water)
    assert {row["family"] for row in rows} >= {"monster", "vault", "terrain"}


@pytest.mark.parametrize(
    ("old", "new", "odds", "numbers"),
    [
        (
            "2 = 3",
            "2 = 1",
            {("vaults", "den"): (1 / 4, 1 / 2), ("vaults", "nest"): (3 / 4, 1 / 2)},
            {"vaults", "terrain"},
        ),
        ("count = 5", "count = 6", {}, {"terrain"}),
        ("[themes.garden]\nspawn = 1", "[themes.garden]\nspawn = 0", {("themes", "garden"): (1, 0)}, {"terrain"}),
    ],
)
def test_diff_tells_changed_odds_and_numbers(
    load: Load, old: str, new: str, odds: dict[tuple[str, str], tuple[float, float]], numbers: set[str]
) -> None:
    before, after = load(TEXT), load(TEXT.replace(old, new))
    found = compare(before, after, (2, 2), 200, fast=True)
    assert {(each.family, each.subject): (each.before, each.after) for each in found.odds} == odds
    assert {each.family for each in found.expected} & {"vaults", "terrain"} == numbers
    if "count = 6" in new:
        (grass,) = [each for each in found.expected if each.subject == "grass"]
        assert (grass.before, grass.after) == (5, 6)
    assert compare(before, load(TEXT), (2, 2), 100, fast=True).expected == ()
