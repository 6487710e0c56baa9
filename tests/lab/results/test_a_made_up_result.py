"""A made-up study with one table, and all forms of what it found. No form knows the study."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from steep.core.input_errors import InputError
from steep.lab.charts.chart import Chart, Line
from steep.lab.results.result import Cell, Column, Finding, Form, Result, Table, Verdict
from steep.lab.results.text_forms import MAX_ROWS, as_text
from steep.lab.stats.confidence_intervals import Estimate, Interval

COLUMNS = (
    Column("bot"),
    Column("thirst", "text", "thirst"),
    Column("floor", "floor", "floor"),
    Column("games", "count", "games"),
    Column("dead", "share", "dead", ends=("dead_low", "dead_high")),
    Column("change", "points", "change", ends=("low", "high")),
    Column("hp", "number", "HP lost", digits=2),
    Column("p", "p", "p"),
    Column("seed", "count"),
    Column("holds", "flag", "significant"),
)
NOT_KNOWN = Estimate(float("nan"), Interval(float("-inf"), float("inf")))


def row(bot: str, thirst: str, floor: int, *, holds: bool) -> tuple[Cell, ...]:
    dead = Estimate(0.125, Interval(0.091, 0.168))
    change = Estimate(-0.061, Interval(-0.08, 0.042))
    return bot, thirst, floor, 12_345, dead, change, 1234.5, 0.00321, 7, holds


STUDY = Result(
    "Thirst in mine_*.toml",
    {"ruleset": "mine_*.toml", "cleared": {"diver": Estimate(2.5, NOT_KNOWN.interval)}},
    (
        Table(
            "floors",
            COLUMNS,
            (
                row("diver", "great\x1b[31m", 1, holds=True),
                ("diver", "<b>|none", 2, 0, NOT_KNOWN, NOT_KNOWN, float("nan"), 1.0, None, False),
                row("brawler", "great", 3, holds=True),
            ),
            notes=("Thirst is made up.",),
            group_by="bot",
            captions={"diver": "diver clears 2.50 floors"},
            notable=(0, 2),
        ),
    ),
    ("10 games from seed 0",),
    (Chart("Thirst", (1, 2), (Line("rat", "b0", (0.5, 1.0)),)),),
    Verdict("broken", good=False),
    ("1 of 2 is thirsty",),
    ("few people played",),
    (Finding("error", "thirst, floor 1", "diver: 100%\nof all", "rules/a,b:c.toml", 3),),
)

TEXT = """\
Thirst in mine_*.toml
10 games from seed 0

diver clears 2.50 floors
  thirst           floor   games              dead               change   HP lost       p
  great\\u001b[31m      1  12,345  12.5% (9.1–16.8)  -6.1 (-8.0 to +4.2)  1,234.50  0.0032  significant
  <b>|none             2       0                 –                    –         –       1

brawler
  thirst  floor   games              dead               change   HP lost       p
  great       3  12,345  12.5% (9.1–16.8)  -6.1 (-8.0 to +4.2)  1,234.50  0.0032  significant
Thirst is made up.

broken: 1 of 2 is thirsty
few people played
"""

MARKDOWN = r"""### Thirst in mine\_\*.toml: broken

1 of 2 is thirsty

few people played

diver clears 2.50 floors

| thirst | floor | games | dead | change | HP lost | p |  |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| great\\u001b\[31m | 1 | 12,345 | 12.5% (9.1–16.8) | -6.1 (-8.0 to +4.2) | 1,234.50 | 0.0032 | significant |

brawler

| thirst | floor | games | dead | change | HP lost | p |  |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| great | 3 | 12,345 | 12.5% (9.1–16.8) | -6.1 (-8.0 to +4.2) | 1,234.50 | 0.0032 | significant |

10 games from seed 0
"""

GITHUB = """\
::error file=rules/a%2Cb%3Ac.toml,line=3,title=thirst%2C floor 1::diver: 100%25%0Aof all
::warning title=Thirst in mine_*.toml::few people played
::notice title=Thirst in mine_*.toml%3A broken::1 of 2 is thirsty
"""


@pytest.mark.parametrize(("form", "shown"), [("text", TEXT), ("markdown", MARKDOWN), ("github", GITHUB)])
def test_people_see_each_form_without_control_characters(form: Form, shown: str) -> None:
    assert STUDY.shown_as(form) == shown


def test_sentences_below_a_row_are_wrapped_to_the_width() -> None:
    columns = (
        Column("kind", title=""),
        Column("floor", "floor", "floor"),
        *(Column(n, title=n, below=True) for n in ("a", "why")),
    )
    rows = (("spike", 2, "well " * 12 + "water", ""), ("note", 13, "", "as in the tutorial"))
    assert as_text(Result("wells", {}, (Table("wells", columns, rows),)), width=44).splitlines() == [
        "wells",
        "",
        "         floor",
        "  spike      2",
        "      a: well well well well well well well",
        "      well well well well well water",
        "  note      13",
        "      why: as in the tutorial",
    ]


def test_json_has_facts_then_what_was_found_then_each_table() -> None:
    found = json.loads(STUDY.shown_as("json"))
    assert list(found) == ["verdict", "held", "ruleset", "cleared", "sentences", "cautions", "floors"]
    assert (found["verdict"], found["held"]) == ("broken", False)
    assert found["cleared"] == {"diver": {"value": 2.5, "low": None, "high": None}}
    first, second, _ = found["floors"]
    assert (first["dead"], first["dead_low"], first["dead_high"], first["holds"]) == (0.125, 0.091, 0.168, True)
    assert (second["dead"], second["low"], second["hp"], second["seed"]) == (None, None, None, None)


def test_csv_and_data_frames_have_the_columns_of_json() -> None:
    names = list(STUDY.rows()[0])
    headings, first, second, _ = csv.reader(io.StringIO(STUDY.shown_as("csv")))
    assert (
        headings == STUDY.table("floors").column_names == list(STUDY.to_pandas()) == STUDY.to_polars().columns == names
    )
    assert dict(zip(names, first, strict=True))["dead_low"] == "0.091"
    assert dict(zip(names, second, strict=True))["hp"] == ""
    assert STUDY.table().to_pylist() == STUDY.rows("floors")
    with pytest.raises(InputError, match=r'no table "flors" .did you mean "floors"'):
        STUDY.rows("flors")


def test_a_page_has_charts_and_tables_and_escapes_all_texts() -> None:
    page = STUDY.html()
    assert page.count("<figure>") == 1
    assert page.count("<caption>") == 2
    assert "&lt;b&gt;|none" in page
    assert "<b>|none" not in page
    assert STUDY._repr_html_().startswith("<iframe srcdoc=")


def test_a_table_is_cut_in_markdown_and_the_rest_counted() -> None:
    table = Table("many", (Column("floor", "floor", "floor"),), tuple((floor,) for floor in range(MAX_ROWS + 3)))
    shown = Result("long", {}, (table,)).shown_as("markdown")
    assert shown.count("\n| ") == MAX_ROWS + 2
    assert shown.endswith("\n\nAnd 3 more.\n")


def test_what_is_broken_is_raised_with_its_findings() -> None:
    with pytest.raises(AssertionError, match=r"^diver: 100%\nof all$"):
        STUDY.raise_if_broken()
    Result("fine", {}, (), verdict=Verdict("too few games to tell", None)).raise_if_broken()


def test_it_is_saved_and_loaded_whole(tmp_path: Path) -> None:
    STUDY.save(tmp_path / "thirst.json")
    loaded = Result.load(tmp_path / "thirst.json")
    assert all(loaded.shown_as(form) == STUDY.shown_as(form) for form in ("text", "json", "csv", "markdown", "github"))
    assert loaded.html() == STUDY.html()


@pytest.mark.parametrize(
    ("was", "now", "complaint"),
    [
        ("", "", "this result cannot be used"),
        ('"format": 3', '"format": 1', "it is no result of format 3"),
        ('"facts"', '"fats"', "Result lacks facts"),
        ("12345", '"12345"', "'12345' in the column games, which is of count"),
        ('"kind": "share"', '"kind": "eval"', "'eval' for"),
        ('"name": "floors"', '"name": "ruleset"', "facts and tables share a name"),
        ('"group_by": "', '"group_by": "x', "it has no column x"),
    ],
)
def test_a_damaged_file_is_refused(was: str, now: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "thirst.json"
    STUDY.save(path)
    path.write_text(path.read_text().replace(was, now) if was else "[")
    with pytest.raises(InputError, match=complaint):
        Result.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        Result.load(tmp_path / "missing.json")
