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


def table_of_games(store: Store, notes: Mapping[str, Any]) -> pa.Table:
    """All games of a store. `notes` go with the columns."""
    parts = [*store.parts()]
    numbers = sorted({name for part in parts for name in part.rows.column_names} - {*TYPES, ERROR.name})
    fields = [pa.field(name, type_) for name, type_ in (TYPES | dict.fromkeys(numbers, pa.float64())).items()]
    schema = pa.schema([*fields, ERROR], {NOTES: json.dumps(notes, ensure_ascii=False)})
    rows = [schema.empty_table(), *(part.rows for part in parts)]
    return pa.concat_tables(rows, promote_options="default").replace_schema_metadata(schema.metadata)


def write_games(path: Path, store: Store, notes: Mapping[str, Any]) -> None:
    """Write the games of a store into a file, atomically. Raises `StoreError` when that fails."""
    table = table_of_games(store, notes)
    if path.suffix == ".parquet":
        with written_table(path, table.schema) as add:
            add(table)
        return
    with disk_errors_told(path):
        with written_whole(path) as file:
            for rows in table.to_batches():
                for row in rows.to_pylist():
                    there = {name: value for name, value in row.items() if value is not None}
                    file.write(json.dumps(there, ensure_ascii=False).encode() + b"\n")
        text = json.dumps({NOTES: notes}, ensure_ascii=False)
        write_whole(path.with_name(f"{path.name}.meta.json"), text.encode() + b"\n")
