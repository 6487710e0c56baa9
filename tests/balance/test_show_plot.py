"""`steep show --plot` writes a chart. How it looks is not tested."""

from __future__ import annotations

import importlib.util
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_fixture_types import Load, Run
from steep.balance.odds_and_expectations import survey_floors
from steep.commands.shared.plot_odds_and_hp import lines_of_hero, lines_of_hp
from steep.content import load_ruleset
from steep.lab.report_page.chart_layout import KIND_COLOURS, Band, bands_of, spread_out

SAMPLES = ("--samples", 100)


@pytest.mark.parametrize(("name", "begins"), [("odds.png", b"\x89PNG"), ("odds.svg", b"<?xml")])
def test_a_picture_is_written_beside_the_table(name: str, begins: bytes, steep: Run, tmp_path: Path) -> None:
    answer = steep("show", "tcod-2020", "--floors", "2-3", *SAMPLES, "--plot", tmp_path / name)
    assert answer.code == 0
    assert [line[:8] for line in answer.out.splitlines() if line.startswith("floor ")] == ["floor 2:", "floor 3:"]
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_same_ruleset_gives_the_same_picture(steep: Run, tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        steep("show", "godot-gear", "--floor", 6, *SAMPLES, "--plot", tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_an_empty_floor_can_be_plotted(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(
        'extends = "tcod-2020"\n[monsters.orc]\nspawn = 0\n[monsters.troll]\nspawn = 0\n'
        "[counts]\nmonsters_per_room = 0\nitems_per_room = 0\n",
        encoding="utf-8",
    )
    assert steep("show", path, "--floor", 1, *SAMPLES, "--plot", tmp_path / "empty.png").code == 0


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("odds.pdf", "a file that ends in .png or .svg"), ("nowhere/odds.png", "cannot be written (No such file")],
)
def test_an_unwritable_picture_is_reported_in_one_line(name: str, complaint: str, steep: Run, tmp_path: Path) -> None:
    answer = steep("show", "tcod-2020", "--floor", 1, *SAMPLES, "--plot", tmp_path / name)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


def test_without_matplotlib_it_says_what_to_install(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find(name))
    answer = steep("show", "tcod-2020", "--plot", "odds.png")
    assert (answer.code, answer.err) == (2, 'steep: --plot needs matplotlib: pip install "steep[lab]"\n')


def test_many_kinds_are_plotted_as_the_likeliest_and_the_rest(load: Load) -> None:
    kinds = (f'[items.kind_{n}]\nglyph = "!"\nspawn = {n}' for n in range(10, 30))
    floors = survey_floors(load("\n".join(kinds)), 1, 2, 100, fast=False).floors
    families = [floor.items for floor in floors]
    bands = bands_of(families, families[0].keys)
    assert len(bands) == len(KIND_COLOURS) + 1
    assert bands[-1].name.endswith(" others")
    assert "kind_10" not in {band.name for band in bands}
    assert [sum(column) for column in zip(*(band.odds for band in bands), strict=True)] == pytest.approx([1, 1])
    assert bands[0].under == [0, 0]
    assert [band.under for band in bands[1:]] == [band.over for band in bands[:-1]]


def test_a_band_is_named_beside_the_last_floor_or_in_its_widest_place_if_it_ends_before() -> None:
    ends_early = Band("rat", 0, odds=[0.2, 0.5, 0.5, 0.0], under=[0.0, 0.1, 0.1, 0.0])
    assert ends_early.is_labelled_within
    assert ends_early.label_column == 2
    assert ends_early.middle == pytest.approx(0.35)
    lasts = Band("orc", 1, odds=[0.8, 0.4], under=[0.2, 0.5])
    assert not lasts.is_labelled_within
    assert lasts.label_column == 1
    assert lasts.middle == pytest.approx(0.7)


def test_the_starting_heros_hp_loss_is_the_threat_of_the_floor() -> None:
    surveyed = survey_floors(load_ruleset("tcod-2019"), 1, 4, 100, fast=False)
    first, average, both, hp = lines_of_hp(surveyed, 1)
    assert first.values == pytest.approx([100 * sum(floor.threats) / 100 for floor in surveyed.floors], rel=0.001)
    assert average.values[0] == first.values[0]
    assert average.values[3] < first.values[3]
    assert all(more > less for more, less in zip(both.values, hp.values, strict=True))


def test_the_average_hero_chooses_each_gain_in_turn() -> None:
    surveyed = survey_floors(load_ruleset("tcod-2020"), 1, 8, 100, fast=False)
    power, defense, levels, _ = lines_of_hero(surveyed, 1)
    assert levels.values[0] == 0
    for gains, strength, armor in zip(levels.values, power.values, defense.values, strict=True):
        assert strength == 5 + (gains + 1) // 3
        assert armor == 2 + gains // 3


@given(st.lists(st.floats(0, 100), max_size=8).map(sorted))
def test_labels_are_kept_apart_and_below_the_top(positions: list[float]) -> None:
    moved = spread_out(positions, 6, 0, 100)
    assert all(after - before >= 6 - 1e-9 for before, after in pairwise(moved))
    assert all(position <= 100 for position in moved)
