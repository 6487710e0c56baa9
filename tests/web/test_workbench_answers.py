"""What the workbench's page is answered, without a browser."""

from __future__ import annotations

import pytest

from steep.balance.lint.all_checks import lint
from steep.content import load_ruleset, ruleset_names
from steep.core.input_errors import InputError
from steep.scripting import odds, play_run, roll_floor
from steep.web import workbench


@pytest.mark.parametrize("name", ruleset_names())
def test_the_text_of_each_bundled_ruleset_has_no_problem_and_its_exact_odds(name: str) -> None:
    checked = workbench.check(workbench.source(name))
    assert checked["problems"] == []
    for floor in (1, checked["floors"]):
        exact = odds(name, floor)
        shown = {band["key"]: band["shares"][floor - 1] for band in checked["monsters"]}
        assert {key: share for key, share in shown.items() if share} == {
            key: float(share) for key, share in exact.monsters.items()
        }


def test_problems_have_the_path_of_their_key_or_their_line() -> None:
    text = workbench.source("tcod-2020")
    wrong = workbench.check(text.replace("hp          = 30", "hp = -3").replace("xp      = 35", "xpp = 35"))
    assert [problem["path"] for problem in wrong["problems"]] == ["hero.hp", "monsters.orc.xpp", "monsters.orc"]
    assert workbench.check("[map\n")["problems"][0]["path"] == "line 1, column 5"


def test_a_survey_has_the_findings_of_lint() -> None:
    found = workbench.survey(workbench.source("tcod-2020"), 100)["findings"]
    known = lint(load_ruleset("tcod-2020"), 100, fast=False)
    assert [(each["code"], each["floor"], each["text"]) for each in found] == [
        (each.code, each.floor, each.text) for each in known
    ]


def test_a_rolled_floor_is_the_one_that_a_run_finds() -> None:
    rolled, found = workbench.roll(workbench.source("tcod-2020"), 7, 3), roll_floor("tcod-2020", 7, 3)
    assert (tuple(rolled["rows"]), rolled["start"]) == (found.rows, found.start)
    assert [thing["kind"] for thing in rolled["things"]] == [
        each.kind for each in (*found.terrain, *found.items, *found.monsters)
    ]
    with pytest.raises(InputError, match="floor: found 0"):
        workbench.roll(workbench.source("tcod-2020"), 7, 0)


def test_games_end_where_the_bots_runs_end() -> None:
    run = play_run("tcod-2020", 3, "diver")
    assert workbench.play(workbench.source("tcod-2020"), "diver", 3, 1) == [[run.floor, int(run.over and not run.won)]]
    assert workbench.curves([[1, 1], [2, 0]], 2)["hazard"][0][0] == 0.5


def test_a_ruleset_that_is_not_bundled_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="found no ruleset named 'tcod'; allowed: godot"):
        workbench.source("tcod")
