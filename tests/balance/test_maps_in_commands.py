"""What show, roll and diff tell of layouts, terrain, vaults and themes."""

from __future__ import annotations

import csv
import json
from collections import Counter
from fractions import Fraction
from io import StringIO

import pytest

from command_fixture_types import Load, Run, Write
from generated_floors import generated_floors, rulebook_from, within_chance
from steep.balance.diff_rulesets import compare
from steep.balance.odds_of_one_draw import last_change, layout_odds

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
    lines = [line.split() for line in steep("show", path, "--floors", "1-3", "--samples", 100).out.splitlines()]
    for words in ("1 vault den 1 100.0%", "1 theme garden 1 100.0%", "1 vault den 1.00", "3 terrain door 1.00"):
        assert words.split() in lines
    answer = json.loads(steep("show", path, "--floors", "1-3", "--samples", 100, "--format", "json").out)
    made = {(row["floor"], row["kind"]): row for row in answer["made"]}
    water = made[2, "shallow_water"]
    assert water["expected_low"] < 3 / 4 < water["expected_high"]
    assert (made[1, "grass"]["expected"], made[3, "door"]["expected"]) == (5, 1)
    den = made[2, "den"]
    assert den["expected_low"] < 1 / 4 < den["expected_high"]
    odds = {(row["floor"], row["family"], row["kind"]): row["odds"] for row in answer["draws"]}
    assert (odds[2, "vault", "nest"], odds[2, "theme", "garden"]) == ("3/4", "1")


def test_a_ruleset_without_any_shows_none(steep: Run) -> None:
    answer = json.loads(steep("show", "tcod-2020", "--floors", 1, "--samples", 100, "--format", "json").out)
    assert (answer["draws"], answer["made"]) == ([], [])


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


CAVES = 'generator = "caves"\nrock = 46\nsmoothing = 4\narea = 80\n'
TWO = f'[layouts.caves]\n{CAVES}spawn = {{ 1 = 10, 4 = 30 }}\n[layouts.halls]\ngenerator = "rooms"\nspawn = 5\n'


def test_the_odds_of_layouts_are_their_weights_and_generated_floors_have_them() -> None:
    book = rulebook_from(TWO)
    for floor, share in ((1, Fraction(2, 3)), (3, Fraction(2, 3)), (4, Fraction(6, 7)), (101, Fraction(6, 7))):
        odds = layout_odds(book, floor)
        assert odds == {"caves": share, "halls": 1 - share}
        drawn = Counter(int(world["layout"]) for world in generated_floors(book, 1_000, floor))
        assert within_chance(drawn[1], 1_000, share)
    assert layout_odds(rulebook_from(""), 1) == {}


def test_a_change_of_layouts_is_a_change_of_the_floors() -> None:
    assert last_change(rulebook_from("").compiled) == 1
    assert last_change(rulebook_from(TWO).compiled) == 4


def test_show_lists_the_odds_by_floor(steep: Run, write: Write) -> None:
    path = write(TWO)
    lines = [line.split() for line in steep("show", path, "--floors", "3-4", "--samples", 100).out.splitlines()]
    assert ["3", "layout", "caves", "2/3", "66.7%"] in lines
    assert ["4", "layout", "halls", "1/7", "14.3%"] in lines
    draws = json.loads(steep("show", path, "--floors", 4, "--samples", 100, "--format", "json").out)["draws"]
    assert {row["kind"]: row["probability"] for row in draws} == {"caves": 6 / 7, "halls": 1 / 7}


def test_roll_names_the_layout(steep: Run, write: Write) -> None:
    path = write(f"[layouts.caves]\n{CAVES}spawn = 1\n")
    assert steep("roll", path, "--seed", 5).out.splitlines()[0].endswith("seed 5, floor 1, caves")
    assert json.loads(steep("roll", path, "--format", "json").out)["layout"] == "caves"
    assert json.loads(steep("roll", "tcod-2020", "--format", "json").out)["layout"] == ""


def test_diff_tells_changed_odds_and_numbers_of_layouts() -> None:
    changed = TWO.replace("rock = 46", "rock = 50").replace("4 = 30", "4 = 15")
    found = compare(rulebook_from(TWO), rulebook_from(changed), (4, 4), 100, fast=True)
    assert [(each.key, each.before, each.after) for each in found.settings] == [("layouts.caves.rock", 46, 50)]
    layouts = [(each.subject, each.before, each.after) for each in found.odds if each.family == "layouts"]
    assert sorted(layouts) == [("caves", 6 / 7, 3 / 4), ("halls", 1 / 7, 1 / 4)]
