"""The games of a maker's game as parts, and the file that is made of them: Parquet, or JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from steep.core.input_errors import InputError
from steep.lab.own_games.chance_and_faults import Fault
from steep.lab.own_games.play_one_game import PlayedGame
from steep.lab.storage.check_part import ERROR, TYPES
from steep.lab.storage.output_folder import Store
from steep.lab.storage.parquet_tables import disk_errors_told, written_table
from steep.lab.storage.parts import Part
from steep.lab.tables.read_batches import NOTES
from steep.play.files.atomic_writes import write_whole, written_whole

ENDINGS = (".parquet", ".jsonl", ".ndjson")


def checked_ending(path: Path) -> Path:
    """A path to write a table to. Raises `InputError`."""
    if path.suffix not in ENDINGS:
        raise InputError(f'out: found "{path}"; allowed: a file that ends in {", ".join(ENDINGS)}')
    return path


def part_of_games(bot: str, games: Sequence[PlayedGame]) -> Part:
    """Games of consecutive seeds as a part. What a row lacks is null."""
    rows = [{"bot": bot, "seed": game.seed, **row} for game in games for row in game.rows]
    numbers = sorted({name for row in rows for name in row} - {*TYPES, ERROR.name})
    types = TYPES | dict.fromkeys(numbers, pa.float64()) | {ERROR.name: ERROR.type}
    columns = {name: pa.array([row.get(name) for row in rows], type_) for name, type_ in types.items()}
    return Part(bot, games[0].seed, len(games), pa.table(columns))


def faults_in(part: Part) -> Iterator[Fault]:
    """The games of a part that did not end by themselves."""
    rows = part.rows.filter(pc.is_valid(part.rows.column(ERROR.name)))
    for seed, error in zip(rows.column("seed").to_pylist(), rows.column(ERROR.name).to_pylist(), strict=True):
        yield Fault(part.bot, seed, error)


def tables_of_games(store: Store, notes: Mapping[str, Any]) -> tuple[pa.Schema, Iterator[pa.Table]]:
    """The columns of all games of a store, and their rows, part by part. `notes` go with the columns."""
    names = {name for part in store.parts() for name in part.rows.column_names}
    numbers = sorted(names - {*TYPES, ERROR.name})
    fields = [pa.field(name, type_) for name, type_ in (TYPES | dict.fromkeys(numbers, pa.float64())).items()]
    schema = pa.schema([*fields, ERROR], {NOTES: json.dumps(notes, ensure_ascii=False)})
    return schema, (as_columns(part.rows, schema) for part in store.parts())


def write_games(path: Path, store: Store, notes: Mapping[str, Any]) -> None:
    """Write the games of a store into a file, atomically. Raises `StoreError` when that fails."""
    schema, tables = tables_of_games(store, notes)
    if path.suffix == ".parquet":
        with written_table(path, schema) as add:
            for table in tables:
                add(table)
        return
    with disk_errors_told(path):
        with written_whole(path) as file:
            for table in tables:
                for row in table.to_pylist():
                    there = {name: value for name, value in row.items() if value is not None}
                    file.write(json.dumps(there, ensure_ascii=False).encode() + b"\n")
        text = json.dumps({NOTES: notes}, ensure_ascii=False)
        write_whole(path.with_name(f"{path.name}.meta.json"), text.encode() + b"\n")


def as_columns(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    """Rows with the columns of a schema."""
    columns = [
        rows.column(field.name) if field.name in rows.column_names else pa.nulls(len(rows), field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)
