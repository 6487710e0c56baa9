"""Writes the games of a measurement as a table, a row for each floor of a game: Parquet, or JSON Lines. Reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from steep.core.input_errors import InputError, shortened
from steep.lab.own_games.play_one_game import PlayedGame
from steep.play.files.atomic_writes import reason_of, write_whole, written_whole

NOTES = "steep_games"
"""What the file says of its games, in Parquet's metadata, or beside it in ``FILE.meta.json``."""

ENDINGS = (".parquet", ".jsonl", ".ndjson")

FIRST = ("bot", "seed", "floor", "end", "killer", "turns", "arrived")
"""Columns of every table; the maker's numbers and `error` follow."""

TYPES = {"bot": pa.string(), "seed": pa.int64(), "floor": pa.int32(), "end": pa.string(), "killer": pa.string()} | {
    "turns": pa.int64(),
    "arrived": pa.int64(),
    "error": pa.string(),
}


def checked_ending(path: Path) -> Path:
    """A path to write a table to. Raises `InputError`."""
    if path.suffix not in ENDINGS:
        raise InputError(f'out: found "{path}"; allowed: a file that ends in {", ".join(ENDINGS)}')
    return path


class GameTable:
    """The rows of games, as Arrow tables of some games each, which take a tenth of their memory."""

    def __init__(self) -> None:
        self._tables: list[pa.Table] = []
        self._rows: list[dict[str, Any]] = []

    def add(self, bot: str, played: PlayedGame) -> None:
        """Add the rows of a game."""
        self._rows += [{"bot": bot, "seed": played.seed, **row} for row in played.rows]
        if len(self._rows) >= 10_000:
            self._pack()

    def _pack(self) -> None:
        if self._rows:
            self._tables.append(as_table(self._rows))
            self._rows = []

    def write(self, path: Path, notes: Mapping[str, Any]) -> None:
        """Write the file, atomically. Raises `InputError` when that fails."""
        self._pack()
        table = pa.concat_tables(self._tables, promote_options="default")
        numbers = sorted({*table.column_names} - {*TYPES})
        table = table.select([*FIRST, *numbers, "error"])
        text = json.dumps({NOTES: notes}, ensure_ascii=False)
        try:
            if path.suffix == ".parquet":
                with written_whole(path) as file:
                    held = {NOTES: json.dumps(notes, ensure_ascii=False)}
                    pq.write_table(table.replace_schema_metadata(held), file, compression="zstd")
            else:
                with written_whole(path) as file:
                    for batch in table.to_batches(10_000):
                        for row in batch.to_pylist():
                            there = {name: value for name, value in row.items() if value is not None}
                            file.write(json.dumps(there, ensure_ascii=False).encode() + b"\n")
                write_whole(path.with_name(f"{path.name}.meta.json"), text.encode() + b"\n")
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {reason_of(error)}") from None


def as_table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows as an Arrow table; what a row lacks is null."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: pa.array([row.get(name) for row in rows], TYPES.get(name, pa.float64())) for name in names})


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file that a measurement wrote, in their order. Raises `InputError` if it cannot be read."""
    try:
        if path.suffix == ".parquet":
            with pq.ParquetFile(path) as file:
                for batch in file.iter_batches():
                    yield from batch.to_pylist()
        else:
            with path.open("rb") as lines:
                yield from map(json.loads, lines)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason_of(error)}") from None
    except pa.ArrowException as error:
        raise InputError(f"{path}: cannot be read: {shortened(str(error).splitlines()[0])}") from None
