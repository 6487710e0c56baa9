"""Which numbers of a ruleset's text are points of curves, and where they stand."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from steep.content import load_ruleset, ruleset_names
from steep.web import workbench
from steep.web.curves_in_text import Line, groups_in

FORMS = {
    "spawn = 80": {"spawn": (1, 80)},
    "spawn = { 3 = 15, 5 = 30, until = 8 }": {"spawn.3": (3, 15), "spawn.5": (5, 30), "spawn.until": (8, 30)},
    "spawn = { ramp = { 4 = 5, 9 = 30 } }": {"spawn.ramp.4": (4, 5), "spawn.ramp.9": (9, 30)},
    'spawn = { shape = "fall", floors = [2, 5], weight = 80 }': {
        "spawn.weight": (2, 80),
        "spawn.floors[1]": (2, 80),
        "spawn.floors[2]": (5, 20),
    },
}
"""Forms of a weight, and what its points are: floor and value by path."""


def line_of_troll(form: str) -> Line:
    """The curve of the only kind whose weight a text writes itself."""
    curves = workbench.check(f'extends = "tcod-2020"\n[monsters.troll]\n{form}\n')["curves"]
    [line] = [line for group in curves for line in group["lines"] if "override" not in line]
    assert (curves[0]["name"], line["key"]) == ("monsters: spawn", "troll")
    return line


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_a_weight_has_its_numbers_as_points(form: str) -> None:
    line = line_of_troll(form)
    found = {
        point["path"].removeprefix("monsters.troll."): (point["floor"], point["value"]) for point in line["points"]
    }
    assert found == FORMS[form]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_point_of_a_bundled_ruleset_is_a_number_at_its_path_and_lies_on_its_curve(name: str) -> None:
    text, floors = workbench.source(name), 12
    for group in groups_in(text, load_ruleset(name), floors):
        for line in group["lines"]:
            for point in line["points"] if "override" not in line else ():
                assert at_path(tomllib.loads(text), point["path"]) == point["value"]
                assert line["values"][point["floor"] - 1] == point["value"]


def test_curves_are_those_that_the_ruleset_has() -> None:
    rulebook = load_ruleset("tcod-2020")
    [monsters, items, counts] = groups_in(workbench.source("tcod-2020"), rulebook, 8)
    assert [monsters["name"], items["name"], counts["name"]] == ["monsters: spawn", "items: spawn", "counts"]
    assert {line["key"]: line["values"] for line in monsters["lines"]} == {
        kind.key: kind.spawn.values(8) for kind in rulebook.monsters
    }
    assert counts["lines"][0]["values"] == rulebook.counts.monsters_per_room.values(8)


def at_path(found: Any, path: str) -> object:
    """What stands at a path: keys, and entries of lists counted from 1."""
    for key, entry in re.findall(r"([\w-]+)|\[(\d+)\]", path):
        found = found[key] if key else found[int(entry) - 1]
    return found


def test_the_weights_of_a_group_share_a_chart() -> None:
    text = 'extends = "tcod-2020"\n[groups.bosses]\nper_floor = 1\nmonsters = { orc = 2, troll = { 1 = 3, 4 = 5 } }\n'
    [bosses] = [group for group in workbench.check(text)["curves"] if group["name"] == "groups: bosses"]
    assert {line["key"]: [point["path"] for point in line["points"]] for line in bosses["lines"]} == {
        "orc": ["groups.bosses.monsters.orc"],
        "troll": ["groups.bosses.monsters.troll.1", "groups.bosses.monsters.troll.4"],
    }
    assert [line["values"][:4] for line in bosses["lines"]] == [[2, 2, 2, 2], [3, 3, 3, 5]]


@pytest.mark.parametrize("form", FORMS)
def test_a_formula_takes_no_points_and_a_curve_keeps_its_last(form: str) -> None:
    line = line_of_troll(form)
    assert (line["additions"] is None) == ("weight =" in form)
    removable = [point["floor"] for point in line["points"] if "entry" in point]
    rows = line["additions"]["rows"] if line["additions"] else []
    assert removable == ([row["floor"] for row in rows] if len(rows) > 1 else [])


@pytest.mark.parametrize("key", ["adder", "gargoyle"])
def test_a_curve_of_what_a_text_extends_can_be_written_into_it_and_changes_nothing(key: str) -> None:
    text = 'extends = "steep"\n'
    before = workbench.check(text)
    [line] = [line for line in before["curves"][0]["lines"] if line["key"] == key]
    written = f"{text}[monsters.{key}]\n{line['override']}\n"
    after = workbench.check(written)
    assert after["monsters"] == before["monsters"]
    [own] = [line for line in after["curves"][0]["lines"] if line["key"] == key]
    assert "override" not in own
    assert own["values"] == line["values"]
    assert [(point["path"], point["value"]) for point in own["points"]] == [
        (point["path"], point["value"]) for point in line["points"]
    ]
