"""`steep.lab.compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesets_of_known_hazard import deadly
from steep.core.input_errors import InputError
from steep.lab import RulesetComparison, compare
from steep.lab.figures.compare_two_rulesets import DEATHS


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> RulesetComparison:
    """Nothing kills in A; in B the hazard of each floor is known."""
    folder = tmp_path_factory.mktemp("rulesets")
    for name, monsters in (("safe", 0), ("deadly", 1)):
        (folder / f"{name}.toml").write_text(deadly(monsters), encoding="utf-8")
    return compare(folder / "safe.toml", folder / "deadly.toml", "diver", games=200, floors=(1, 3), jobs=1)


def test_a_comparison_holds_each_difference_with_its_interval(compared: RulesetComparison) -> None:
    assert compared.whole
    changes = compared["diver"].ranked(DEATHS)
    assert all(each.a == 0 and each.interval.low < each.difference < each.interval.high for each in changes)
    assert changes[0].holds
    with pytest.raises(InputError, match='no games of "divr"'):
        compared["divr"]


def test_its_table_has_a_row_for_each_difference(compared: RulesetComparison) -> None:
    rows = compared.table.to_pylist()
    assert [row["floor"] for row in rows if row["measure"] == DEATHS] == [
        each.floor for each in compared["diver"].ranked(DEATHS)
    ]
    assert compared.to_polars()["difference"].to_list() == compared.to_pandas()["difference"].to_list()


def test_it_is_saved_and_loaded_whole(compared: RulesetComparison, tmp_path: Path) -> None:
    compared.save(tmp_path / "compared.json")
    loaded = RulesetComparison.load(tmp_path / "compared.json")
    assert loaded == compared
    assert json.dumps(loaded.as_json()) == json.dumps(compared.as_json())


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{}", "it is no RulesetComparison"),
        ('{"format": 1, "result": "RulesetComparison"}', "RulesetComparison lacks steep, rules, a, b, bots, wanted"),
        ("[", "this result cannot be used"),
    ],
)
def test_a_damaged_file_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(InputError, match=complaint):
        RulesetComparison.load(tmp_path / "bad.json")
    with pytest.raises(InputError, match="cannot be read"):
        RulesetComparison.load(tmp_path / "missing.json")


def test_a_notebook_shows_the_survival_under_both(compared: RulesetComparison) -> None:
    page = compared.html()
    assert page.count("<figure>") == 3
    assert "deadly.toml" in page
    assert "significant" in page
    assert compared._repr_html_().startswith("<iframe srcdoc=")


def test_a_wrong_argument_gets_one_clear_message() -> None:
    with pytest.raises(InputError, match="detect: found 0; allowed: a number from"):
        compare("tcod-2020", "tcod-2020", detect=0)
