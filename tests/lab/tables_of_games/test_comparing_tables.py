"""Tables of games are compared: in pairs where that is shown to be right, otherwise as independent groups."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.lab import check, compare, measure, read_games


def played(hazard: float, games: int, seed: int, floors: int = 3) -> list[dict[str, object]]:
    """Rows of games with the same hazard on each floor."""
    rng = random.Random(seed)
    rows: list[dict[str, object]] = []
    for game in range(games):
        for floor in range(1, floors + 1):
            end = "died" if rng.random() < hazard else "won" if floor == floors else "left"
            rows.append({"seed": game, "bot": "me", "floor": floor, "end": end})
            if end != "left":
                break
    return rows


def write(path: Path, rows: list[dict[str, object]], *, deterministic: bool | None = None) -> Path:
    if path.suffix == ".parquet":
        notes = {} if deterministic is None else {"steep_games": json.dumps({"deterministic": deterministic})}
        pq.write_table(pa.Table.from_pylist(rows).replace_schema_metadata(notes), path)
        return path
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    if deterministic is not None:
        path.with_name(f"{path.name}.meta.json").write_text(json.dumps({"deterministic": deterministic}), "utf-8")
    return path


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_games_are_paired_where_both_files_show_that_seeds_fix_them(tmp_path: Path, ending: str) -> None:
    rows = played(0.2, 300, 1)
    a = read_games(write(tmp_path / f"a.{ending}", rows, deterministic=True))
    same = read_games(write(tmp_path / f"b.{ending}", rows[::-1], deterministic=True))
    found = compare(a, same)
    (me,) = found.rows("bots")
    assert me["paired"]
    assert me["why"] == "paired: 300 seeds are played under both, and both say that a seed determines a game"
    assert [change["difference"] for change in found.rows()] == [0.0] * 6
    paired = max(change["high"] - change["low"] for change in found.rows())
    assert paired < 0.04
    for shown in (None, False):
        other = read_games(write(tmp_path / f"c.{ending}", rows, deterministic=shown))
        found = compare(a, other)
        (me,) = found.rows("bots")
        assert not me["paired"]
        assert me["why"] == "not paired, because nothing shows that a seed determines the games of B"
        assert min(change["high"] - change["low"] for change in found.rows()) > 2 * paired


OTHERS: dict[str, tuple[Callable[[dict[str, object]], dict[str, object]], str]] = {
    "other seeds": (lambda row: row | {"seed": f"x{row['seed']}"}, "only 0 seeds are played under both"),
    "people": (lambda row: renamed(row, "bot", "player"), "people played B"),
    "no seeds": (lambda row: renamed(row, "seed", "game"), "B has no seeds, or several games of one"),
    "one seed": (lambda row: row | {"game": row["seed"], "seed": 7}, "B has no seeds, or several games of one"),
}


def renamed(row: dict[str, object], was: str, name: str) -> dict[str, object]:
    return {name if each == was else each: value for each, value in row.items()}


@pytest.mark.parametrize("what", OTHERS)
def test_why_games_are_not_paired_is_said(tmp_path: Path, what: str) -> None:
    change, why = OTHERS[what]
    rows = played(0.2, 50, 1)
    games, others = (
        read_games(write(tmp_path / f"{name}.jsonl", each, deterministic=True))
        for name, each in (("games", rows), ("others", [change(row) for row in rows]))
    )
    assert compare(games, others).rows("bots")[0]["why"] == f"not paired, because {why}"


def test_a_change_is_found(tmp_path: Path, steep: Run) -> None:
    a = write(tmp_path / "a.parquet", played(0.1, 1500, 1))
    b = write(tmp_path / "b.jsonl", played(0.2, 1000, 2))
    found = compare(read_games(a), read_games(b))
    (me,) = found.rows("bots")
    assert (me["games"], me["games_b"]) == (1500, 1000)
    deaths = [change for change in found.rows() if change["measure"] == "deaths"]
    assert all(change["holds"] and change["low"] <= 0.1 <= change["high"] for change in deaths)
    assert "<svg" in found.html()
    printed = steep("compare", a, b)
    assert printed.code == 0
    assert "me, 1,500 and 1,000 games: clears " in printed.out
    assert "not paired, because nothing shows" in printed.out
    assert steep("compare", a, b, "--format", "csv").out.count("\n") == 7


def test_two_versions_of_one_file(tmp_path: Path, steep: Run) -> None:
    rows = [row | {"version": "1"} for row in played(0.1, 200, 1)] + [
        row | {"version": "2"} for row in played(0.3, 200, 2)
    ]
    path = write(tmp_path / "games.jsonl", rows)
    printed = steep("compare", f"{path}@1", f"{path}@2")
    assert "me, 200 games of each: clears" in printed.out
    assert "significant" in printed.out
    checked = steep("check", f"{path}@2", "--baseline", f"{path}@1")
    assert checked.out.startswith(f"{path}@2 compared with {path}@1\n{path}@2: 200 games of me; 95% intervals\n")
    refused = steep("compare", path, f"{path}@2")
    assert refused.code == 2
    assert f"found games of the versions 1, 2; name one of them, as {path}@1" in refused.err


def test_columns_are_named_for_tables_only(tmp_path: Path, steep: Run) -> None:
    path = write(tmp_path / "games.jsonl", [renamed(row, "floor", "depth") for row in played(0.1, 20, 1)])
    assert steep("compare", path, path, "--columns", "depth=floor").code == 0
    assert steep("compare", "tcod-2020", "tcod-2019", "--columns", "depth=floor").err.startswith(
        "steep: --columns: is for"
    )


def test_a_measurement_is_a_side_and_paired_with_its_folder_and_its_ruleset(tmp_path: Path, steep: Run) -> None:
    measured = measure("tcod-2020", "diver", games=20, floors=(1, 2), out=tmp_path / "measured")
    found = compare(measured, tmp_path / "measured")
    assert all(row["difference"] == 0 for row in found.rows("changes") if row["difference"] is not None)
    printed = steep("compare", tmp_path / "measured", "tcod-2020", "--games", "20")
    assert "paired: 20 seeds are played under both" in printed.out
    assert "0 of 4 differences are significant" in printed.out


def test_intervals_of_people_are_as_wide_beside_differences_as_in_a_report(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"player": f"p{who}", "game": game, "floor": 1, "end": "died" if who % 2 else "won"}
        for who in range(20)
        for game in range(20)
    ]
    games = read_games(write(tmp_path / "people.jsonl", rows))
    wide = games["players"].cleared.interval
    (row,) = compare(games, games).rows("bots")
    assert (row["cleared_a_low"], row["cleared_a_high"]) == pytest.approx((wide.low, wide.high))
    checked = check(games, baseline=games)
    cleared = checked.facts["cleared"]["players"]
    assert (cleared["low"], cleared["high"]) == pytest.approx((wide.low, wide.high))


def test_sides_that_have_nobody_in_common_are_refused(tmp_path: Path) -> None:
    rows = [row | {"bot": name} for name in ("a", "b") for row in played(0.1, 5, 1)]
    a = read_games(write(tmp_path / "a.jsonl", rows))
    b = read_games(write(tmp_path / "b.jsonl", played(0.1, 5, 1)))
    with pytest.raises(InputError, match="nobody played both: found a, b in"):
        compare(a, b)
