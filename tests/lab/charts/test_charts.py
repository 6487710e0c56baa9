"""Charts as data, and the SVG that they are drawn as. How it looks is not tested."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.balance.odds_and_expectations import survey_floors
from steep.content import load_ruleset
from steep.lab.charts.chart import COLOURS, KIND_COLOURS, Chart, Line, Strip, steps_to, style
from steep.lab.charts.of_survey import band_of, bands_of, charts_of_survey, hp_cost_and_supply_lines, lines_of_hero
from steep.lab.charts.svg import MAX_TICKS, Pen, in_file, in_page, named_columns, spread_out

HOSTILE = "\"'><script>alert(1)</script>&"

NAN = math.nan

CHART = Chart(
    title="Thirst",
    columns=(1, 2, 3, 4),
    lines=(
        Line("camel", "b0", (0.5, NAN, 0.25, 0.25), start=1.0, texts=("50%", "", "", ""), of="camel"),
        Line("dunes", "k1", (0.5, NAN, NAN, NAN), "treads", texts=("",) * 4),
    ),
    top=1.0,
    strips=(Strip("camel", "2.0", "b0", ("9", "8", "", "")),),
    gaps=(False, True, False, False),
    height=100,
)


def test_a_chart_is_drawn_alike_in_a_page_and_in_a_file() -> None:
    page, file = in_page(CHART), in_file("A title", "and more", [CHART, CHART])
    for drawn in (page, file):
        expat.ParserCreate().Parse(drawn, True)
        assert "<title>Floor 1\ncamel: 50%</title>" in drawn
        assert 'aria-label="Thirst, by floor. Floor 1: camel 50%."' in drawn or "<title>A title</title>" in drawn
        assert drawn.count(">dunes</text>") == drawn.count('<svg class="paths"')
    assert 'd="M0 0V50H250M500 75V75H750V75H1000"' in page
    assert 'd="M0 0V50H107.5M215 75V75H322.5V75H430"' in file


def test_a_file_needs_no_other_and_has_both_shades_of_each_colour() -> None:
    drawn = in_file("A title", "", [CHART])
    assert re.findall(r"https?://[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]
    for name, (light, dark) in COLOURS.items():
        first, second = style().split("@media")
        assert f".{name}{{color:{light}}}" in first
        assert f".{name}{{color:{dark}}}" in second


def test_texts_are_escaped() -> None:
    strip, line = CHART.strips[0], CHART.lines[0]
    line = replace(line, name=HOSTILE, colour=HOSTILE, texts=(HOSTILE,) * 4, of=HOSTILE)
    hostile = replace(
        CHART,
        title=HOSTILE,
        empty=HOSTILE,
        axis=HOSTILE,
        lines=(line,),
        strips=(replace(strip, name=HOSTILE, note=HOSTILE, colour=HOSTILE, texts=(HOSTILE,) * 4),),
    )
    for drawn in (in_page(hostile), in_file(HOSTILE, HOSTILE, [hostile])):
        expat.ParserCreate().Parse(drawn, True)
        assert "<script" not in drawn


@pytest.mark.parametrize("damage", [{"columns": (1, 2)}, {"gaps": (True,)}, {"columns": ()}])
def test_a_chart_has_a_value_for_each_column(damage: dict[str, tuple[object, ...]]) -> None:
    with pytest.raises(ValueError, match="a chart needs"):
        replace(CHART, **damage)  # type: ignore[arg-type]


def test_unknown_values_are_not_drawn() -> None:
    pen, values = Pen(CHART, 1000), (0.5, NAN, 0.25, 0.25)
    assert pen.stairs(Line("", "b0", values, "dashed")) == "M0 50V50H250M500 75V75H750V75H1000"
    assert pen.stairs(Line("", "b0", values, "treads")) == "M40 50V50H210M540 75V75H710M790 75V75H960"
    area = Line("", "b0", values, "area", (0.0,) * 4)
    assert pen.between(area, values) == "M0 100V50H250V100H0ZM500 100V75H750V75H1000V100H750V100H500Z"


@given(st.floats(1e-6, 1e9))
def test_an_axis_has_few_steps_and_covers_the_maximum(maximum: float) -> None:
    steps = steps_to(maximum)
    assert 3 <= len(steps) <= 7
    assert steps[0] == 0
    assert steps[-1] >= maximum * (1 - 1e-6)


@given(st.integers(1, 100), st.integers(1, 2000))
def test_few_floors_are_labelled_including_the_first(first: int, count: int) -> None:
    named = named_columns(range(first, first + count))
    assert first in named
    assert 1 <= len(named) <= MAX_TICKS + 1
    assert count > MAX_TICKS or len(named) == count


@given(st.lists(st.floats(0, 100), max_size=8).map(sorted))
def test_labels_are_kept_apart_and_below_the_top(positions: list[float]) -> None:
    moved = spread_out(positions, 6, 0, 100)
    assert all(after - before >= 6 - 1e-9 for before, after in pairwise(moved))
    assert all(position <= 100 for position in moved)


def test_many_kinds_are_drawn_as_the_likeliest_and_the_rest(tmp_path: Path) -> None:
    kinds = (f'[items.kind_{n}]\nglyph = "!"\nspawn = {n}\n' for n in range(10, 30))
    (tmp_path / "many.toml").write_text("".join(['extends = "tcod-2020"\n', *kinds]), encoding="utf-8")
    floors = survey_floors(load_ruleset(str(tmp_path / "many.toml")), 1, 2, 100, fast=False).floors
    families = [floor.items for floor in floors]
    bands = bands_of(families, families[0].keys)
    assert len(bands) == len(KIND_COLOURS) + 1
    assert bands[-1].name.endswith(" others")
    assert "kind_10" not in {band.name for band in bands}
    assert list(bands[0].lows) == [0, 0]
    assert [band.lows for band in bands[1:]] == [band.values for band in bands[:-1]]
    assert list(bands[-1].values) == pytest.approx([1, 1])


def test_a_band_is_named_beside_the_last_floor_that_it_appears_on() -> None:
    assert band_of("rat", "k0", [0.2, 0.5, 0.4, 0.0], (0.0, 0.1, 0.1, 0.0)).at == pytest.approx((2, 0.3))
    assert band_of("orc", "k1", [0.8, 0.4], (0.2, 0.5)).at == pytest.approx((1, 0.7))


def test_the_starting_heros_hp_loss_is_the_threat_of_the_floor() -> None:
    surveyed = survey_floors(load_ruleset("tcod-2019"), 1, 4, 100, fast=False)
    first, average, both, hp = hp_cost_and_supply_lines(surveyed, surveyed.floors)
    assert first.values == pytest.approx([sum(floor.threats) for floor in surveyed.floors], rel=0.001)
    assert average.values[0] == first.values[0]
    assert average.values[3] < first.values[3]
    assert all(more > less for more, less in zip(both.values, hp.values, strict=True))


def test_the_average_hero_chooses_each_gain_in_turn() -> None:
    surveyed = survey_floors(load_ruleset("tcod-2020"), 1, 8, 100, fast=False)
    power, defense, levels, _ = lines_of_hero(surveyed, surveyed.floors)
    assert levels.values[0] == 0
    for gains, strength, armor in zip(levels.values, power.values, defense.values, strict=True):
        assert strength == 5 + (gains + 1) // 3
        assert armor == 2 + gains // 3
    assert [chart.columns for chart in charts_of_survey(surveyed, 3)] == [(3, 4, 5, 6, 7, 8)] * 4
