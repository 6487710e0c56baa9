"""Games from a table: three formats, the same figures as those that Steep plays, and every bad row is counted."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.json
import pyarrow.parquet as pq
import pytest

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.lab import Games, measure, read_games, report
from steep.lab.results.plain_data import plain
from steep.lab.results.text_forms import json_of
from steep.lab.tables_of_games import read_batches
from steep.lab.tables_of_games.columns import BadRows

GAMES = [
    {"seed": 1, "floor": 1, "end": "left", "turns": 40, "gold": 10.0},
    {"seed": 1, "floor": 2, "end": "died", "turns": 5, "gold": 0.5, "killer": "orc"},
    {"seed": 2, "floor": 1, "end": "died", "turns": 20, "gold": 3.0, "killer": "rat <b>"},
    {"seed": 3, "floor": 1, "end": "left", "turns": 30, "gold": 0.0},
    {"seed": 3, "floor": 2, "end": "left", "turns": 30, "gold": 0.0},
    {"seed": 3, "floor": 3, "end": "won", "turns": 30, "gold": 7.0},
    {"seed": 4, "floor": 1, "end": "stopped", "turns": 99, "gold": 1.0},
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        return path
    import polars

    names = list(dict.fromkeys(name for row in rows for name in row))
    table = polars.DataFrame({name: [row.get(name) for row in rows] for name in names}, strict=False)
    table.write_csv(path) if path.suffix == ".csv" else table.write_parquet(path)
    return path


def figures(games: Games) -> dict[str, Any]:
    return {
        key: value
        for key, value in json_of(games.result).items()
        if key not in ("file", "deterministic", "sentences", "cautions")
    }


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_a_table_gives_what_can_be_counted_by_hand(tmp_path: Path, ending: str) -> None:
    games = read_games(write(tmp_path / f"games.{ending}", GAMES))
    (found,) = games.figures
    assert (found.games, found.died, found.won, found.stopped, found.turns) == (4, 2, 1, 1, 254)
    assert [(each.reached, each.died, each.stopped) for each in found.floors] == [(4, 1, 1), (2, 1, 0), (1, 0, 0)]
    assert [each.hazard.value for each in found.floors] == [0.25, 0.5, 0]
    assert [each.survival.value for each in found.floors] == [0.75, 0.375, 0.375]
    assert found.floors[0].means["gold"].value == 3.5
    assert found.floors[1].killers == {"orc": 1}
    assert found.killers == {"orc": 1, "rat <b>": 1}
    assert games.bad.count == 0
    assert games.rows == 7


def test_a_measurements_table_gives_the_measurements_figures(tmp_path: Path) -> None:
    measured = measure("tcod-2020", ["diver", "brawler"], games=30, floors=(1, 2), out=tmp_path / "measured")
    games = read_games(tmp_path / "measured")
    assert games.deterministic
    assert games.players == ("diver", "brawler")
    for was, now in zip(measured.figures, games.figures, strict=True):
        assert (now.games, now.died, now.won, now.cleared) == (was.games, was.died, was.won, was.cleared)
        for old, new in zip(was.floors, now.floors, strict=True):
            # Tables have sums of any numbers, a measurement those of whole ones.
            assert new.means.keys() == old.means.keys()
            for name, mean in old.means.items():
                assert plain(new.means[name]) == pytest.approx(plain(mean))
            assert replace(new, means={}, damage={}) == replace(old, means={}, damage={})


def test_rows_may_come_in_any_order(tmp_path: Path) -> None:
    many = [
        {"game": f"g{game}", "bot": bot, "floor": floor, "end": "left" if floor < 3 else "died", "gold": game % 7}
        for bot in ("a", "b")
        for game in range(200)
        for floor in (1, 2, 3)
    ]
    in_order = read_games(write(tmp_path / "a.csv", many))
    random.Random(3).shuffle(many)
    shuffled = read_games(write(tmp_path / "b.csv", many))
    assert in_order["a"].floors[0].reached == 200
    for table in ("by_floor", "killers", "means"):
        for was, now in zip(in_order.result.rows(table), shuffled.result.rows(table), strict=True):
            assert now == {name: pytest.approx(value) if type(value) is float else value for name, value in was.items()}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "floor is not a whole number from 1 to 1,000": ({"floor": 0}, "floor: '0'"),
    "end is 'dead', not one of left, died, won, stopped": ({"end": "dead"}, "end: 'dead'"),
    "turns is not a number from 0 to 1e+15": ({"turns": -1}, "turns: '-1'"),
    "gold is not a number of at most 1e+15": ({"gold": "1e18"}, "gold: '1e18'"),
    "seed is not there, or has more than 500 characters": ({"seed": None}, "seed: nothing"),
    "its game has a row of this floor already": ({"seed": 1, "floor": 1, "end": "left"}, "game '1', floor 1"),
    "its game has ended already": ({"seed": 1, "floor": 3, "end": "won"}, "game '1', floor 3"),
}


@pytest.mark.parametrize("reason", BAD)
def test_a_bad_row_is_left_out_counted_and_listed(tmp_path: Path, reason: str) -> None:
    change, found = BAD[reason]
    rows = [*GAMES, {"seed": 9, "floor": 1, "end": "died", "turns": 1, "gold": 1.0} | change]
    games = read_games(write(tmp_path / "games.jsonl", rows))
    assert games.bad.by_reason == {reason: 1}
    assert [(row.number, row.found) for row in games.bad.listed] == [(8, found)]
    assert figures(games) | {"rows_left_out": 0, "reasons": {}, "first_rows_left_out": []} == figures(
        read_games(write(tmp_path / "good.jsonl", GAMES))
    )


def test_lines_that_are_no_rows_are_listed_by_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = [json.dumps(row) for row in GAMES]
    path.write_text("\n".join([lines[0], "{oops", "", "[1]", *lines[1:]]), encoding="utf-8")
    games = read_games(path)
    assert [(row.number, row.reason) for row in games.bad.listed] == [(2, "not JSON"), (4, "not an object")]
    path = tmp_path / "games.csv"
    path.write_bytes(b"seed,floor,end\n1,1,died\n2,1\n\n3,1,?\n4,1,won,5\n5,0,died\n6,1,died\n")
    games = read_games(path)
    assert [(row.number, row.reason.split()[0]) for row in games.bad.listed] == [
        (2, "fewer"),
        (4, "end"),
        (5, "fewer"),
        (6, "floor"),
    ]
    assert games.rows == 2


def test_only_the_first_bad_rows_are_listed_and_all_are_counted(tmp_path: Path) -> None:
    rows = [*GAMES, *({"seed": 100 + row, "floor": "x", "end": "died"} for row in range(300))]
    games = read_games(write(tmp_path / "games.jsonl", rows))
    assert (games.bad.count, [row.number for row in games.bad.listed]) == (300, [*range(8, 28)])
    assert list(games.bad.lines())[-1] == "  and 280 more"


def test_columns_and_words_of_the_file_are_named(tmp_path: Path) -> None:
    theirs = {"floor": "depth", "seed": "run"}
    words = {"left": "next", "died": "Dead", "won": "victory", "stopped": "quit"}
    rows: list[dict[str, Any]] = [
        {theirs.get(name, name): value for name, value in row.items()}
        | {"floor": "cellar", "end": words[str(row["end"])]}
        for row in GAMES
    ]
    path, plain_path = write(tmp_path / "games.csv", rows), write(tmp_path / "plain.csv", GAMES)
    columns = {"depth": "floor", "run": "seed"}
    named = read_games(path, columns | {"next": "left", "dead": "died", "victory": "won", "quit": "stopped"})
    assert figures(named) == figures(read_games(plain_path)) | {"columns_ignored": ["floor"]}
    named.save(tmp_path / "again.parquet")
    assert figures(read_games(tmp_path / "again.parquet")) == figures(read_games(plain_path))
    assert read_games(path, columns | {"next": "left"}).bad.by_reason == {
        f"end is {word}, not one of left, died, won, stopped, next": rows
        for word, rows in {"'Dead'": 2, "'victory'": 1, "'quit'": 1}.items()
    }


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({}, "found no column game or seed"),
        ({"runn": "game"}, "columns: found 'runn' (did you mean \"run\"?)"),
        ({"run": "gane"}, "columns: found 'gane' (did you mean \"game\"?)"),
        ({"run": "game", "gold": "game"}, "columns: found game twice"),
    ],
)
def test_wrong_columns_are_refused(tmp_path: Path, columns: dict[str, str], message: str) -> None:
    rows = [{"run" if name == "seed" else name: value for name, value in row.items()} for row in GAMES]
    with pytest.raises(InputError) as raised:
        read_games(write(tmp_path / "games.csv", rows), columns)
    assert message in str(raised.value)


def test_files_that_are_no_tables_are_refused(tmp_path: Path) -> None:
    for name, content, message in (
        ("a.txt", b"seed", "found no table; allowed: a file that ends in .csv"),
        ("a.csv", b"", "found 0 columns"),
        ("b.csv", b"seed,seed\n", "found two columns 'seed'"),
        ("c.csv", b"seed,floor,end\n", "found no rows"),
        ("d.csv", b"seed,floor,end\n1,2,eaten\n", "1 row: end is 'eaten', not one of"),
        (
            "e.csv",
            b"seed,floor,end,killer\n1,1,won,\n2,1,died,g\xf6tz\n",
            "row 2, killer: found b'g\\xf6tz', which is not UTF-8",
        ),
        ("a.jsonl", b"\n\n", "found no object"),
        ("b.jsonl", b'{"seed": 1, "floor": 1, "end": "won"}\n{"killer": "\xf6"}\n', "row 2: found"),
        ("a.parquet", b"PAR1 not at all", "cannot be read"),
        ("f.csv", b"seed,floor,end\r1,1,won\r", "found CR alone at the end of lines"),
        ("g.csv", b"seed,floor,end," + b"x" * 140_000, "found a heading that is no CSV: field larger than"),
        ("h.csv", b"x" * (1 << 20) + b"y", "found a heading of more than 1_048_576 bytes"),
        ("i.csv", ",".join(f"n{row}" for row in range(100_000)).encode(), "found 100000 columns; allowed: 1 to 1000"),
        (
            "j.csv",
            b'seed,floor,end,"go\nld"\n1,1,won,3\n',
            "found a quotation mark that the heading",
        ),
        ("k.csv", b"seed,floor,e\x1b[2J\n", "it has: seed, floor, e\\u001b[2J"),
        ("l.csv", b'seed,floor,end\n1,1,"' + b"x" * (2 << 20), "found a row of more than 1_048_576 bytes beyond row 0"),
        ("c.jsonl", json.dumps({f"n{row}": 1 for row in range(60_000)}).encode(), "found 60000 columns"),
        ("d.jsonl", json.dumps({"x" * 90_000: 1}).encode(), "it has: xxx"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=r".") as raised:
            read_games(tmp_path / name)
        assert message in str(raised.value)
        assert len(str(raised.value)) < 500
    with pytest.raises(InputError, match="found no such file"):
        read_games(tmp_path / "missing.csv")


def test_a_game_without_a_last_row_counts_as_stopped(tmp_path: Path) -> None:
    games = read_games(write(tmp_path / "games.jsonl", [*GAMES, {"seed": 5, "floor": 1, "end": "left"}]))
    assert games.by_player[0].unfinished == 1
    assert games.figures[0].floors[0].stopped == 2


def test_the_games_of_people_are_one_set_of_figures_with_everyones_share(tmp_path: Path, steep: Run) -> None:
    rows = [
        {"game": game, "player": name, "floor": 1, "end": "died" if game % 10 < deaths else "won", "gold": deaths}
        for name, games, deaths in (("ann", 60, 1), ("bob", 30, 9), ("cy", 10, 5))
        for game in range(games)
    ]
    path = write(tmp_path / "people.jsonl", rows)
    games = read_games(path)
    assert games.players == ("players",)
    assert [(share.player, share.games, share.share) for share in games.shares] == [
        ("ann", 60, 0.6),
        ("bob", 30, 0.3),
        ("cy", 10, 0.1),
    ]
    assert games["bob"].floors[0].hazard.value == 0.9
    (floor,) = games["players"].floors
    assert floor.hazard.value == 0.38
    # Three people who differ this much say next to nothing of a fourth.
    assert floor.hazard.interval.high - floor.hazard.interval.low > 0.8
    bots = read_games(path, {"player": "bot"})
    assert bots.players == ("ann", "bob", "cy")
    assert bots["ann"].floors[0].hazard.interval.high < 0.25
    printed = steep("report", path).out
    assert "shares of 3 players" in printed
    assert "ann        60  60.0%" in printed
    assert "<h2>Players</h2>" in report(path).html


def test_one_version_of_several(tmp_path: Path, steep: Run) -> None:
    rows = [row | {"version": version} for version in ("1.0", "2.0") for row in GAMES]
    path = write(tmp_path / "games.jsonl", [*rows, {"seed": 7, "floor": 1, "end": "died", "version": "2.0"}])
    games = read_games(path)
    assert games.players == ("games 1.0", "games 2.0")
    assert games.versions == ("1.0", "2.0")
    assert games["games 2.0"].games == 5
    assert read_games(path, version="2.0").figures[0].games == 5
    assert read_games(path, version="1.0").rows == 7
    assert ", version 1.0\n4 games" in steep("report", path, "--version", "1.0").out
    assert 'found no rows of version "3"' in steep("report", path, "--version", "3").err
    assert 'of version "3\\n4"' in steep("report", path, "--version", "3\n4").err


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    games = read_games(write(tmp_path / "games.csv", GAMES))
    games.save(tmp_path / "kept.parquet")
    again = read_games(tmp_path / "kept.parquet")
    assert (figures(again), again.floors.num_rows, again.games.num_rows) == (figures(games), 7, 4)
    assert games.to_polars("games")["end"].to_list() == ["died", "died", "won", "stopped"]
    assert games.by_floor.column("hazard").to_pylist() == [0.25, 0.5, 0]
    with pytest.raises(InputError, match=r"did you mean \"games\""):
        games.to_pandas("gamess")  # type: ignore[arg-type]


def test_the_command_prints_writes_the_report_and_names_bad_rows(tmp_path: Path, steep: Run) -> None:
    path = write(tmp_path / "games.jsonl", [*GAMES, {"seed": 9, "floor": "\x1b[31m", "end": "died"}])
    answer = steep("report", path, "--out", tmp_path / "report.html")
    assert answer.code == 0
    assert "games (clears 1.00" in answer.out
    assert "rat <b> 50.0%" in answer.out
    assert "1 of 8 rows are left out" in answer.out
    assert steep("report", path, "--strict").code == 1
    assert "row 8: floor is not a whole number" in answer.err
    assert "\x1b" not in answer.err
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "rat &lt;b&gt;" in page
    assert "rat <b>" not in page
    assert "Rows left out" in page
    assert json.loads(steep("report", path, "--format", "json").out)["players"][0]["games"] == 4
    assert steep("report", path, "--format", "csv").out.startswith("player,floor,reached")
    assert steep("report", path, "--columns", "depth").err.startswith("steep: --columns: found")
    assert "holds no measurement" in steep("report", tmp_path).err


def test_names_that_look_like_dates_or_long_numbers_stay_as_they_are(tmp_path: Path) -> None:
    names = ["2026-01-01", "2026-01-01 00:00:00", 2**70, 2**70 + 1, 5, "5.0"]
    rows = [{"seed": name, "floor": 1, "end": "died", "version": "2026-01-01"} for name in names]
    games = read_games(write(tmp_path / "games.jsonl", rows))
    assert games.games.column("game").to_pylist() == [str(name) for name in names]
    assert games.versions == ("2026-01-01",)


def test_names_are_printed_without_what_moves_a_cursor(tmp_path: Path, steep: Run) -> None:
    path = tmp_path / "games.jsonl"
    row = {"seed": 1, "floor": 1, "end": "died", "killer": "rat\n100 of 100 games won\x1b[2J"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(row | {"seed": 2, "killer": "orc"}) + "\n", encoding="utf-8")
    assert set(read_games(path).figures[0].killers) == {r"rat\n100 of 100 games won\u001b[2J", "orc"}
    page = tmp_path / "report.html"
    answer = steep("report", path, "--out", page)
    assert not [line for line in answer.out.splitlines() if line.startswith("100 of 100")]
    assert "\x1b" not in page.read_text(encoding="utf-8")


def parquet(path: Path, notes: dict[str, str], **columns: Any) -> Path:
    rows = max(len(column) for column in columns.values())
    table = pa.table({"seed": range(rows), "floor": [1] * rows, "end": ["died"] * rows} | columns)
    pq.write_table(table.replace_schema_metadata(notes), path)
    return path


def test_a_game_has_one_name_however_its_rows_are_read(tmp_path: Path) -> None:
    rows = [
        {"game": float(number), "floor": floor, "end": end}
        for floor, end in ((1, "left"), (2, "won"))
        for number in range(9)
    ]
    rows[-1]["note"] = [1]  # Arrow reads no rows with a list
    assert read_games(write(tmp_path / "games.jsonl", rows)).figures[0].won == 9


def test_json_that_is_nested_deep_or_has_half_a_character_is_one_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    good = '{"seed": 1, "floor": 1, "end": "died", "killer": "orc"}\n'
    deep, half = f'{{"seed": 2, "x": {"[" * 20_000}\n', good.replace("orc", "\\ud800").replace("1,", "2,", 1)
    path.write_text(good + deep + half)
    games = read_games(path)
    assert (games.rows, dict(games.bad.by_reason)) == (1, {"not JSON": 1, "not Unicode": 1})


def test_a_flipped_bit_in_a_measurements_table_is_found(tmp_path: Path) -> None:
    measure("tcod-2020", "diver", games=60, floors=(1, 3), out=tmp_path / "folder")
    path = tmp_path / "folder" / "floors.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 8] ^= 64
    path.write_bytes(data)
    with pytest.raises(InputError, match="cannot be read"):
        read_games(path)


def test_a_report_replaces_no_device_and_follows_a_link(tmp_path: Path) -> None:
    page = report(read_games(write(tmp_path / "games.jsonl", GAMES)))
    (tmp_path / "null.html").symlink_to("/dev/null")
    for name, complaint in (("null.html", "found no file to replace"), ("page.svg", "a file that ends in .html")):
        with pytest.raises(InputError, match=complaint):
            page.save(tmp_path / name)
    (tmp_path / "link.html").symlink_to(tmp_path / "page.html")
    page.save(tmp_path / "link.html")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "page.html").read_text() == page.html


@pytest.mark.parametrize("type_", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), "dictionary"])
def test_parquet_of_a_long_text_in_many_rows_has_it_once(tmp_path: Path, type_: Any) -> None:
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 20_000, pa.int32()), pa.array(["x" * 20_000]))
    path = parquet(
        tmp_path / "text.parquet", {}, killer=text if type_ == "dictionary" else text.cast(pa.string()).cast(type_)
    )
    for batch in read_batches.open_table(path).batches(["seed", "killer"], BadRows()):
        assert batch.columns["killer"].nbytes < 300_000
    assert read_games(path).figures[0].killers == {"x" * 20_000: 20_000}


MILLION = pa.array([7] * 1_000_000)


@pytest.mark.parametrize(
    ("columns", "notes", "message"),
    [
        (
            dict.fromkeys(("seed", "gold", "hp", "xp"), MILLION),
            {},
            "found 1_000_000 rows in .* values; allowed: 5_000_000",
        ),
        ({"gold": pa.array([[1], [2]])}, {}, "column gold: found list.*; allowed: numbers or text"),
        (
            {"gold": pa.array([b"x" * 20] * 2, pa.binary(20))},
            {},
            "column gold: found fixed.*; allowed: numbers or text",
        ),
        ({"gold": pa.array([1])}, {"steep_games": "[1]"}, r"found \[1\] for steep_games; allowed: an object"),
    ],
)
def test_parquet_that_no_games_make_is_refused(
    tmp_path: Path, columns: dict[str, Any], notes: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_games(parquet(tmp_path / "games.parquet", notes, **columns))


def test_json_lines_of_ever_new_keys_are_read_in_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_batches, "BLOCK", 20_000)
    widest: list[int] = []

    def counted(*words: Any, **named: Any) -> Any:
        table = read_json(*words, **named)
        widest.append(table.num_columns)
        return table

    read_json = pyarrow.json.read_json
    monkeypatch.setattr(pyarrow.json, "read_json", counted)
    strange = [{f"key {row} {number}": 1 for number in range(100)} for row in range(100)]
    nested = [{"seed": 1, "within": {f"key {row} {number}": 1 for number in range(100)}} for row in range(100)]
    path = write(tmp_path / "games.jsonl", [*GAMES, *GAMES * 100, *strange, *nested, {**GAMES[2], "seed": 9}])
    games = read_games(path)
    assert 0 < max(widest) <= read_batches.MAX_COLUMNS
    assert games.figures[0].games == 5


def test_columns_of_json_lines_may_change_their_type_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[dict[str, Any]] = [
        {"seed": row, "floor": 1, "end": "died", "gold": row if row < 200 else row / 4}
        | {"killer": "orc" if row > 100 else None}
        for row in range(400)
    ]
    monkeypatch.setattr(read_batches, "BLOCK", 2_000)
    (found,) = read_games(write(tmp_path / "games.jsonl", rows)).figures
    assert found.floors[0].means["gold"].value == pytest.approx(sum(row["gold"] for row in rows) / 400)
    assert found.killers == {"orc": 299}
