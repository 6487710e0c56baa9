"""The tables of a measurement: every game is in them once, whichever worker played it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fake_batches import TASK, a_batch
from ready_made_sessions import load
from steep.core.world import END_NAMES, PLAYING
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.storage import parquet_tables
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import FLOORS, GAMES, WOUNDS, StoreError
from steep.lab.storage.parts import part_of
from steep.play.files.user_files import written_whole

BOOK = load("tcod-2020")
KILLERS = [*(monster.key for monster in BOOK.monsters), "own fire"]
SMALL = replace(TASK, games=40)


def store_with(folder: Path, *chunks: tuple[int, int], bots: tuple[str, ...] = ("diver",)) -> Store:
    tasks = [replace(SMALL, bot=bot) for bot in bots]
    store = Store.begin(folder, Manifest.of(BOOK, tasks))
    for bot in bots:
        for seed, games in chunks:
            store.keep(part_of(a_batch(seed, games, bot)))
    return store


def read(folder: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store_with(tmp_path / "run", (100, 40)).write_tables()
    return tmp_path / "run"


def key_of(kind: int) -> str | None:
    return None if kind < 0 else KILLERS[min(kind, len(KILLERS) - 1)]


def test_every_floor_visit_is_a_row(folder: Path) -> None:
    visits = a_batch(100, 40).visits
    rows = read(folder, "floors")
    assert len(rows) == len(visits)
    for row, visit in zip(rows, visits, strict=True):
        assert row.pop("bot") == "diver"
        assert row.pop("end") == ("left" if visit.end == PLAYING else END_NAMES[visit.end])
        assert row.pop("killer") == key_of(visit.killer)
        assert row == {name: int(visit[name]) for name in row}
    assert {row["killer"] for row in read(folder, "floors")} == {None, KILLERS[0], "own fire"}


def test_every_game_is_a_row(folder: Path) -> None:
    batch = a_batch(100, 40)
    rows = read(folder, "games")
    assert [row["seed"] for row in rows] == list(range(100, 140))
    for row, game in zip(rows, MeasuredGames(TASK, len(BOOK.monsters)).games_of(batch), strict=True):
        cells = (row["floor"], row["turns"], row["end"], row["killer"], row["damage"])
        assert cells == (game["floor"], game["turns"], END_NAMES[game["end"]], key_of(game["killer"]), game["damage"])


def test_every_wound_is_a_row(folder: Path) -> None:
    wounds = a_batch(100, 40).wounds
    rows = read(folder, "wounds")
    assert [row["monster"] for row in rows] == [key_of(wound.kind) for wound in wounds]
    assert [row["cause"] for row in rows] == ["attack"] * len(wounds)
    for name in ("seed", "floor", "damage", "hits"):
        assert [row[name] for row in rows] == [int(number) for number in wounds[name]]


def test_the_tables_do_not_depend_on_chunks_and_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_tables, "GROUP", 16)
    written = {
        "one": [(100, 40)],
        "tiny": [(100 + at, 1) for at in range(40)],
        "odd": [(117, 23), (100, 3), (103, 14)],
    }
    for folder, chunks in written.items():
        store_with(tmp_path / folder, *chunks).write_tables()
    for name in ("floors", "games", "wounds"):
        files = [tmp_path / folder / f"{name}.parquet" for folder in written]
        assert pq.ParquetFile(files[0]).num_row_groups > 1
        assert len({file.read_bytes() for file in files}) == 1


def test_rows_are_grouped_by_bot(tmp_path: Path) -> None:
    store_with(tmp_path / "run", (110, 5), (100, 10), bots=("walker", "diver")).write_tables()
    rows = [(row["bot"], row["seed"]) for row in read(tmp_path / "run", "games")]
    assert rows == [(bot, seed) for bot in ("walker", "diver") for seed in range(100, 115)]


def test_a_table_without_games_has_all_columns(tmp_path: Path) -> None:
    store_with(tmp_path / "run").write_tables()
    for name, columns in (("floors", FLOORS), ("games", GAMES), ("wounds", WOUNDS)):
        table = pq.read_table(tmp_path / "run" / f"{name}.parquet")
        assert len(table) == 0
        assert table.column_names == [column for column, _, _ in columns]


def test_every_field_of_a_floor_visit_and_a_wound_is_a_column() -> None:
    batch = a_batch(100, 4)
    assert {name for name, _, _ in FLOORS} == {"bot", *(batch.visits.dtype.names or ())}
    assert {name for name, _, _ in WOUNDS} == {"bot", "monster", *(batch.wounds.dtype.names or ())} - {"kind"}


def test_a_table_has_its_origin_and_its_columns_descriptions_as_metadata(folder: Path) -> None:
    schema = pq.read_schema(folder / "floors.parquet")
    origin = json.loads(schema.metadata[b"steep"])
    assert origin == json.loads((folder / "run.json").read_text())
    assert origin["ruleset_hash"] == BOOK.hash
    assert [field.metadata[b"about"].decode() for field in schema] == [about for _, _, about in FLOORS]
    assert [field.name for field in schema if field.nullable] == ["killer"]
    assert pa.types.is_dictionary(schema.field("bot").type)


@pytest.mark.parametrize("room", [0, 3_000, 5_500])
def test_a_full_disk_is_reported_and_leaves_the_old_tables(
    folder: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    class Full:
        """A file on a nearly full disk."""

        closed = False

        def __init__(self, file: Any) -> None:
            self.file = file
            self.room = room

        def write(self, data: bytes) -> int:
            self.room -= len(data)
            if self.room < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return int(self.file.write(data))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    before = {path: path.read_bytes() for path in folder.glob("*.parquet")}

    @contextmanager
    def on_a_full_disk(path: Path) -> Iterator[Any]:
        with written_whole(path) as file:
            yield Full(file)

    monkeypatch.setattr(parquet_tables, "written_whole", on_a_full_disk)
    with pytest.raises(StoreError) as refused:
        Store.open(folder).write_tables()
    assert str(refused.value) == (
        f"{folder / 'floors.parquet'}: cannot be written: No space left on device; "
        "all games are kept, and --resume writes the tables again"
    )
    assert {path: path.read_bytes() for path in folder.glob("*.parquet")} == before
    assert not list(folder.glob(".*"))
