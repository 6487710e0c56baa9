"""`steep.lab.measure` and `steep measure`: figures, tables, folders, and what is refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.bots.choose_action import BOTS
from steep.core.input_errors import InputError
from steep.lab import Games, Progress, measure, read_games, report


@pytest.fixture(scope="module")
def measured() -> Games:
    return measure("tcod-2020", ["diver", "brawler"], games=40, floors=(1, 2), jobs=2)


def test_a_measurement_holds_each_bots_figures_with_intervals(measured: Games) -> None:
    assert measured.players == ("diver", "brawler")
    assert (measured.played, measured.wanted, measured.whole) == (80, 80, True)
    first = measured["diver"].floors[0]
    assert first.reached == 40
    assert first.hazard.interval.low <= first.hazard.value <= first.hazard.interval.high


def test_a_bot_that_has_not_played_is_named_with_the_nearest_that_has(measured: Games) -> None:
    with pytest.raises(InputError, match=r'no games of "brwler" \(did you mean "brawler"\?\); there are: diver, br'):
        measured["brwler"]


def test_the_tables_have_a_row_for_each_visit_and_each_game(measured: Games) -> None:
    assert measured.games.num_rows == 80
    reached = sum(floor.reached for bot in measured.figures for floor in bot.floors)
    assert measured.floors.num_rows == reached
    lost = sum(measured.games["damage"].to_pylist())
    assert sum(measured.wounds["damage"].to_pylist()) == sum(measured.floors["damage"].to_pylist()) == lost


@pytest.mark.parametrize("table", ["by_floor", "floors", "games", "wounds"])
def test_every_table_is_a_data_frame_of_pandas_and_of_polars(measured: Games, table: str) -> None:
    rows = getattr(measured, table).to_pylist()
    pandas, polars = measured.to_pandas(table), measured.to_polars(table)  # type: ignore[arg-type]
    assert list(pandas.columns) == polars.columns == list(rows[0])
    assert len(pandas) == polars.height == len(rows)
    assert polars.to_dicts() == rows


def test_another_name_of_a_table_is_refused(measured: Games) -> None:
    with pytest.raises(InputError, match=r"table: found 'flors' \(did you mean \"floors\""):
        measured.to_pandas("flors")  # type: ignore[arg-type]


def test_a_missing_library_is_named_with_how_to_install_it(measured: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(InputError, match='pip install "polars"'):
        measured.to_polars("games")


def test_a_notebook_shows_the_report_apart_from_its_own_looks(measured: Games) -> None:
    shown = measured._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "sandbox" in shown
    assert "&lt;svg" in shown
    assert "<svg" not in shown


def test_what_is_saved_is_loaded_again(measured: Games, tmp_path: Path) -> None:
    measured.save(tmp_path / "kept")
    loaded = read_games(tmp_path / "kept")
    assert loaded.result == measured.result
    for name in ("floors", "games", "wounds"):
        assert getattr(loaded, name).to_pylist() == getattr(measured, name).to_pylist()
    assert "<h1>" in loaded.html()
    with pytest.raises(InputError, match=r"again: found games that were read from .*kept; copy that folder instead"):
        loaded.save(tmp_path / "again")


def test_the_report_is_the_same_page_from_the_games_and_from_their_folder(measured: Games, tmp_path: Path) -> None:
    page = report(measured)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html == measured.html()
    measured.save(tmp_path / "kept")
    assert report(tmp_path / "kept").html.count("<svg") == page.html.count("<svg")
    assert page._repr_html_().startswith("<iframe srcdoc=")


def test_saving_writes_what_the_command_writes(measured: Games, tmp_path: Path) -> None:
    again = measure("tcod-2020", "diver,brawler", games=40, floors=(1, 2), jobs=1, out=tmp_path / "out")
    measured.save(tmp_path / "kept")
    names = ["floors.parquet", "games.parquet", "wounds.parquet", "report.html"]
    for name in names:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "kept" / name).read_bytes()
    assert again.figures == measured.figures


def test_a_folder_without_a_finished_measurement_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no measurement: there is no run\.json"):
        read_games(tmp_path)
    how = {"games": 10**6, "floors": (1, 2), "jobs": 1, "out": tmp_path}
    measure("tcod-2020", "diver", progress=lambda now: now.stop(), **how)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="is not finished"):
        read_games(tmp_path)


def test_progress_is_told_until_all_games_are_played() -> None:
    told: list[Progress] = []
    measure("tcod-2020", "diver", games=30, floors=(1, 2), jobs=1, progress=told.append)
    assert told[0].games == 0
    assert (told[-1].games, told[-1].wanted) == (30, 30)
    assert [each.games for each in told] == sorted(each.games for each in told)
    (now,) = [each for each in told if each.figures is not None][-1:]
    assert now.figures is not None
    assert now.figures()[0].games == 30


def test_progress_can_stop_it_and_what_it_raises_ends_it() -> None:
    measured = measure("tcod-2020", "diver", games=10**6, floors=(1, 2), jobs=1, progress=lambda now: now.stop())
    assert not measured.whole

    def fail(_now: Progress) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        measure("tcod-2020", "diver", games=10**6, floors=(1, 2), jobs=1, progress=fail)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"games": 0}, "games: found 0; allowed: a whole number from 1 to 100000000"),
        ({"bots": "divr"}, 'there is no bot "divr"'),
        ({"bots": []}, "bots: found none"),
        ({"floors": (3, 1)}, "floors: found 3 to 1"),
        ({"jobs": 0}, "jobs: found 0"),
        ({"seed": 2**63}, "seed: found"),
        ({"resume": True}, "name its folder with out"),
    ],
)
def test_a_wrong_argument_gets_one_clear_message(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        measure("tcod-2020", **arguments)  # type: ignore[arg-type]


def test_the_same_measurement_is_saved_over_itself(tmp_path: Path) -> None:
    """As when a notebook's cell is run again."""
    kept = measure("tcod-2020", "diver", games=4, floors=(1, 2), jobs=1, out=tmp_path / "out")
    kept.save(tmp_path / "out")
    loaded = read_games(tmp_path / "out")
    assert loaded.figures == kept.figures
    assert loaded.games.num_rows == kept.games.num_rows == 4
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_same_games_are_not_played_again_into_their_folder(tmp_path: Path) -> None:
    first, again = (measure("tcod-2020", "diver", games=4, floors=(1, 2), jobs=1, out=tmp_path) for _ in range(2))
    assert (first.resumed, again.resumed) == (0, 4)
    assert again.figures == first.figures


def test_another_measurement_is_replaced_only_on_request(tmp_path: Path) -> None:
    small = measure("tcod-2020", "diver", games=3, floors=(1, 2), jobs=1, out=tmp_path / "out")
    large = measure("tcod-2020", "diver", games=4, floors=(1, 2), jobs=1)
    why = r"out: holds another run: .*; replace=True replaces it, or choose another folder"
    with pytest.raises(InputError, match=why):
        large.save(tmp_path / "out")
    assert read_games(tmp_path / "out").figures == small.figures
    large.save(tmp_path / "out", replace=True)
    assert read_games(tmp_path / "out").figures == large.figures
    with pytest.raises(InputError, match=why):
        measure("tcod-2020", "diver", games=3, floors=(1, 2), jobs=1, out=tmp_path / "out")
    anew = measure("tcod-2020", "diver", games=3, floors=(1, 2), jobs=1, out=tmp_path / "out", replace=True)
    assert (anew.resumed, anew.figures) == (0, small.figures)


def test_a_folder_with_other_files_is_never_replaced(tmp_path: Path) -> None:
    measured = measure("tcod-2020", "diver", games=2, floors=(1, 2), jobs=1, out=tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"holds other files \(notes\.txt\); choose a new or an empty folder"):
        measured.save(tmp_path, replace=True)
    assert (tmp_path / "notes.txt").read_text() == "mine"


QUICK = ("--games", "40", "--floors", "1-2", "--jobs", "2")


def test_a_single_game_says_nothing_of_how_far_its_figure_is_off(steep: Run) -> None:
    answer = steep("measure", "tcod-2020", "--bot", "brawler", "--games", "1", "--floors", "1-2", "--jobs", "1")
    assert "±?" in answer.out.splitlines()[3]
    assert "inf" not in answer.out


def test_the_figures_in_json_are_consistent(steep: Run) -> None:
    found = json.loads(steep("measure", "roguebasin", "--bot", "diver", *QUICK, "--format", "json").out)
    (bot,), floors = found["bots"], found["by_floor"]
    assert bot["games"] == bot["died"] + bot["won"] + bot["stopped"] == 40
    assert [floor["floor"] for floor in floors] == [1, 2]
    assert sum(floor["died"] for floor in floors) == bot["died"]
    assert bot["died"] == sum(each["deaths"] for each in found["killers"] if each["floor"] is None)
    for floor, below in pairwise(floors):
        assert floor["reached"] - floor["died"] - floor["stopped"] == below["reached"]
    for floor in floors:
        assert floor["hazard"] == floor["died"] / floor["reached"]
        assert floor["hazard_low"] <= floor["hazard"] <= floor["hazard_high"]
        lost = sum(each["damage"] for each in found["damage"] if each["floor"] == floor["floor"])
        assert lost == pytest.approx(floor["damage_mean"])


def test_a_floor_that_no_game_reached_has_no_figures(steep: Run) -> None:
    answer = steep("measure", "tcod-2019", "--bot", "random", "--games", 5, "--floors", "1-9", "--format", "json")
    last = json.loads(answer.out)["by_floor"][-1]
    assert last["reached"] == 0
    assert (last["hazard"], last["hazard_low"], last["hazard_high"], last["turns_mean"]) == (None, 0.0, 1.0, None)


def test_the_folder_is_reported_as_it_was_printed(steep: Run, tmp_path: Path) -> None:
    answer = steep("measure", "godot", "--bot", "diver", *QUICK, "--out", tmp_path / "out", "--format", "json")
    assert steep("report", tmp_path / "out", "--format", "json").out == answer.out


def test_a_finished_measurement_can_be_printed_again(steep: Run, tmp_path: Path) -> None:
    words = ("measure", "godot", "--bot", "diver", *QUICK, "--out", tmp_path / "out")
    first = steep(*words)
    assert steep(*words).code == 2
    assert steep(*words, "--resume").out == first.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--bot", "explorr"), 'there is no bot "explorr" (did you mean "explorer"?)'),
        (("--bot", ""), 'there is no bot ""'),
        (("--games", "0"), "--games: found 0; allowed: a whole number from 1 to"),
        (("--games", "many"), "--games: found 'many'"),
        (("--seed", "-1"), "--seed: found -1"),
        (("--seed", str(2**63 - 5)), "the last of 1000 games would have a seed beyond"),
        (("--turns", "0"), "--turns: found 0"),
        (("--jobs", "0"), "--jobs: found 0"),
        (("--floors", "4-2"), '--floors: found "4-2"'),
        (("--resume",), "name its folder with out"),
    ],
)
def test_wrong_arguments_are_reported(steep: Run, words: tuple[str, ...], complaint: str) -> None:
    answer = steep("measure", "tcod-2020", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_every_bot_can_be_measured(steep: Run) -> None:
    answer = steep("measure", "rotjs-gear", "--bot", ",".join(BOTS), "--games", 4, "--floors", "1-2", "--turns", 300)
    assert answer.code == 0
    assert answer.out.count("(clears ") == len(BOTS)
