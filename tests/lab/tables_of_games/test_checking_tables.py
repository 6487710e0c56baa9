"""Tables of games are checked: against a target's bands, and against an older table."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.lab import assert_bands, check, compare, measure, read_games, report, tune
from steep.lab.figures.game_figures import survival
from steep.lab.storage.target_file import read_target
from steep.lab.tables_of_games.compare_games import target_like
from steep.lab.tables_of_games.games import games_at


def write(path: Path, hazard: float, games: int, who: str = "bot", people: int = 1) -> Path:
    rng = random.Random(f"{hazard}{games}{path.name}")
    with path.open("w", encoding="utf-8") as file:
        for person in range(people):
            for game in range(games):
                for floor in (1, 2):
                    end = "died" if rng.random() < hazard else "won" if floor == 2 else "left"
                    row = {who: f"p{person}", "seed": game, "floor": floor, "end": end, "turns": rng.randrange(90)}
                    file.write(json.dumps(row | ({"killer": "orc"} if end == "died" else {})) + "\n")
                    if end != "left":
                        break
    return path


def test_bands_of_a_table_in_python(tmp_path: Path) -> None:
    games = read_games(write(tmp_path / "games.jsonl", 0.2, 500))
    checked = assert_bands(games, {"floors": [1, 2], "bands": {"p0": {"survival": {1: [60, 95]}}}})
    assert checked.held
    assert "500 games of p0" in checked.html()
    with pytest.raises(AssertionError, match=r"p0, survival, floor 1: .* broken"):
        assert_bands(games, {"floors": [1, 2], "bands": {"p0": {"survival": {1: [0, 50]}}}})
    with pytest.raises(InputError, match='found "explorer", who has no games'):
        check(games, target={"bands": {"explorer": {"wins": [0, 50]}}})


def test_the_path_of_a_table_will_do_where_commands_take_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("old.jsonl"), 0.2, 300)
    read_games("old.jsonl").save("old.parquet")
    rows = Path("old.jsonl").read_text().splitlines()
    Path("both.jsonl").write_text("".join(json.dumps(json.loads(row) | {"version": "1.2"}) + "\n" for row in rows))
    target = {"floors": [1, 2], "bands": {"p0": {"survival": {1: [60, 95]}}}}
    assert assert_bands("old.parquet", target).rows() == assert_bands(read_games("old.jsonl"), target).rows()
    assert check(Path("old.jsonl"), baseline="both.jsonl@1.2").held
    assert compare("old.parquet", "both.jsonl@1.2").facts["b"] == {"games": "both.jsonl@1.2"}
    assert "both.jsonl, version 1.2" in report("both.jsonl@1.2").html
    Path("steep").mkdir()
    Path("mine").mkdir()
    assert games_at("steep") is None, "a bundled ruleset, whatever lies beside it"
    with pytest.raises(InputError, match="mine"):
        compare("old.parquet", "mine")
    move = {"path": "counts.monsters_per_room", "between": (0, 6)}
    wanted = {"bands": {"diver": {"wins": [0, 50]}}, "move": [move]}
    for found in ("nothing.toml", 5):
        with pytest.raises(InputError, match=f"towards: found .?{found}.?; allowed: games"):
            tune("tcod-2020", wanted, towards=found)  # type: ignore[arg-type]


def test_killers_that_a_table_lacks_have_killed_nobody(tmp_path: Path) -> None:
    bands = {"bands": {"p0": {"killers": {"dragon": [0, 50], "*": [0, 40]}}}}
    found = check(read_games(write(tmp_path / "games.jsonl", 0.2, 300)), target=bands).rows()
    assert [(each["killer"], each["value"], each["verdict"]) for each in found] == [
        ("dragon", 0, "holds"),
        ("orc", 1, "broken"),
    ]
    found = check(read_games(write(tmp_path / "safe.jsonl", 0, 300)), target=bands).rows()
    assert [each["verdict"] for each in found] == ["unclear", "unclear"]


def test_a_measurements_table_has_the_verdicts_of_a_check(tmp_path: Path) -> None:
    target = {
        "games": 60,
        "seed": 0,
        "floors": [1, 5],
        "reached": 5,
        "bands": {
            "diver": {
                "survival": {1: [50, 100], 2: [0, 60]},
                "hazard": {2: [0, 90]},
                "wins": [0, 60],
                "cleared": [0, 2],
                "turns": [0, 500],
                "median_floor": [1, 3],
                "killers": {"*": [0, 90]},
                "hazard_ratio": {"*": [0, 9]},
            }
        },
    }
    measure("tcod-2020", "diver", games=60, floors=(1, 5), out=tmp_path / "measured")
    of_table = check(read_games(tmp_path / "measured"), target=target)
    of_ruleset = check("tcod-2020", target=target)
    assert any(each["killer"] and each["value"] > 0 for each in of_ruleset.rows())
    for was, now in zip(of_ruleset.rows(), of_table.rows(), strict=True):
        assert now["value"] == pytest.approx(was["value"]), was["figure"]
        assert now["verdict"] == was["verdict"]


@pytest.mark.parametrize(("people", "said"), [(1, "1 person played"), (8, "8 people played"), (12, None)])
def test_intervals_of_a_few_people_come_with_a_caution(
    tmp_path: Path, steep: Run, people: int, said: str | None
) -> None:
    old, new = (write(tmp_path / f"{name}.jsonl", 0.2, 40, "player", people) for name in ("old", "new"))
    (tmp_path / "target.toml").write_text("[bands.players]\nwins = [0, 100]\n")
    for words in (
        ("report", new),
        ("compare", old, new),
        ("check", new, "--baseline", old),
        ("check", new, "--target", tmp_path / "target.toml"),
    ):
        assert (f"new.jsonl: {said}" in steep(*words).out) == (said is not None), words
        as_json = steep(*words, "--format", "json").out
        assert (f"new.jsonl: {said}" in as_json) == (said is not None), words
        if words[0] != "report":
            assert (str(said) in steep(*words, "--format", "markdown").out) == (said is not None), words
    assert (str(said) in read_games(new).html()) == (said is not None)


def test_rows_that_are_left_out_are_told_in_every_form_and_fail_a_strict_check(tmp_path: Path, steep: Run) -> None:
    whole = write(tmp_path / "whole.jsonl", 0.3, 600)
    lacking = tmp_path / "lacking.jsonl"
    lacking.write_text(whole.read_text().replace('"won"', '"escaped"'))
    said = "rows are left out"
    for form in ("text", "json", "markdown", "github"):
        answer = steep("check", lacking, "--baseline", whole, "--format", form, "-q")
        assert said in answer.out, form
    assert "::warning" in answer.out
    assert steep("check", lacking, "--baseline", whole, "--tolerance", 100).code == 0
    assert steep("check", lacking, "--baseline", whole, "--tolerance", 100, "--strict").code == 1


def test_defaults_of_a_project_that_say_what_is_played_do_no_harm_to_a_table(
    tmp_path: Path, steep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = write(tmp_path / "games.jsonl", 0.2, 300)
    defaults = '[tool.steep]\njobs = 2\nbot = "diver"\ncolumns = ["run=seed", "depth=floor", "dead=died"]\n'
    Path("pyproject.toml").write_text(defaults)
    assert steep("check", table, "--baseline", table).code == 0
    assert "--jobs: is for rulesets" in steep("check", table, "--baseline", table, "--jobs", 2).err
    assert steep("measure", "tcod-2020", "--games", 5, "--floors", "1-1", "--out", "folder", "-q").code == 0
    assert steep("report", "folder").code == 0
    assert steep("compare", "folder", "folder", "--format", "csv").code == 0
    check = ("check", "tcod-2020", "--baseline", "baseline.json")
    assert steep(*check, "--update", "--games", 9, "--floors", "1-1", "-q").code == 0
    Path("pyproject.toml").write_text("[tool.steep]\ngames = 7\n")
    assert steep(*check, "-q").code == 0, "a default is of no weight beside what a baseline was made with"
    assert "a check plays what baseline.json was made with" in steep(*check, "--games", 7).err


def test_what_says_nothing_of_tables_is_refused(tmp_path: Path, steep: Run) -> None:
    path = write(tmp_path / "games.jsonl", 0.2, 20)
    assert "--games: is for rulesets" in steep("check", path, "--baseline", path, "--games", "5").err
    assert "allowed: other games" in steep("check", path, "--baseline", "old.json").err
    assert "the baseline of a table is another table" in steep("check", path, "--baseline", path, "--update").err


def test_a_target_is_aimed_at_the_survival_of_people(tmp_path: Path) -> None:
    games = read_games(write(tmp_path / "games.jsonl", 0.2, 40, "player", 20))
    target = read_target({"floors": [1, 3], "bands": {"diver": {"survival": {1: [0, 1]}, "wins": [0, 50]}}})
    aimed = target_like(target, games)
    assert [(band.bot, band.measure, band.floor) for band in aimed.bands] == [
        ("diver", "wins", None),
        ("diver", "survival", 1),
        ("diver", "survival", 2),
    ]
    for band, estimate in zip(aimed.bands[1:], survival(games.by_player[0].counts), strict=True):
        assert band.low <= min(estimate.interval.low, estimate.value - 0.02)
        assert band.high >= max(estimate.interval.high, estimate.value + 0.02)
        assert band.high - band.low < 0.2


def test_a_target_cannot_be_aimed_at_other_bots_or_a_handful_of_games(tmp_path: Path, steep: Run) -> None:
    target = read_target({"bands": {"diver": {"wins": [0, 50]}}})
    with pytest.raises(
        InputError, match=r"found games of p0; allowed: those of people, or of a bot of the target: diver"
    ):
        target_like(target, read_games(write(tmp_path / "games.jsonl", 0.2, 40)))
    with pytest.raises(InputError, match="found no floor that 30 games reached"):
        target_like(target, read_games(write(tmp_path / "few.jsonl", 0.2, 4, "player", 2)))
    (tmp_path / "target.toml").write_text("[bands.diver]\nwins = [0, 50]\n")
    refused = steep("tune", "tcod-2020", "--target", tmp_path / "target.toml", "--towards", "nothing.toml")
    assert refused.err.startswith('steep: --towards: found "nothing.toml"')
