"""Layouts in the commands: exact odds by floor, and which one a generated floor has."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

from command_fixture_types import Run, Write
from generated_floors import generated_floors, rulebook_from, within_chance
from steep.balance.diff_rulesets import compare
from steep.balance.layout_odds import layout_odds
from steep.balance.odds_of_one_draw import last_change

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
