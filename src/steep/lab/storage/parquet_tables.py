"""The tables of a measurement: a row per floor visit, per game, and per kind that hurt the hero on a floor.

The same games always give the same Parquet files, however they were split among threads or machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_KINDS
from steep.lab.simulate.floor_visit import COLUMNS, OTHERS, VISIT_ENDS
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.played_games import games_of
from steep.lab.storage.manifest import Manifest
from steep.play.files.user_files import reason_of, written_whole

GROUP = 1 << 16
"""Rows of one row group."""

GAME = (
    ("bot", "word", "the bot that played"),
    ("seed", "int64", "of the game"),
)
VISIT = (
    ("floor", "int16", "1 is the first of a dungeon"),
    ("end", "word", "left: went down, and the game goes on; died; won; stopped: reached the turn limit"),
    ("killer", "word?", "kind of monster that killed the hero, own fire, hunger or terrain; null when it did not die"),
)

FLOORS = (
    *GAME,
    *VISIT,
    *((column.name, column.type, column.about) for column in COLUMNS),
)
"""Columns of floors.parquet: name, type and description."""

GAMES = (
    *GAME,
    ("floor", "int16", "on which the game ended"),
    *VISIT[1:],
    ("turns", "int32", "turns played when it ended"),
    ("kills", "int32", "over the game"),
    ("damage", "int64", "HP lost over the game"),
    ("healed", "int64", "HP restored over the game"),
)
"""Columns of games.parquet."""

WOUNDS = (
    *GAME,
    VISIT[0],
    ("monster", "word", "kind of monster that hurt the hero, own fire, hunger or terrain"),
    ("cause", "word", "what it hurt by: attack, or the key of an ability or a status"),
    ("damage", "int64", "HP lost to it on the floor"),
    ("hits", "int32", "its hits that took HP on the floor"),
)
"""Columns of wounds.parquet. What did no damage on a floor has no row."""


class StoreError(InputError):
    """An output folder cannot be used, read or written. The message says why, and what to do."""


def words_of(manifest: Manifest) -> dict[str, Sequence[str]]:
    """By column, the words that its numbers in parts stand for."""
    killers = manifest.killers
    return {
        "bot": [task.bot for task in manifest.tasks],
        "end": VISIT_ENDS,
        "killer": killers,
        "monster": killers,
        "cause": manifest.causes,
    }


def visits_of(batch: GameBatch) -> dict[str, Any]:
    """Columns of FLOORS."""
    return {name: batch.visits[name] for name in batch.visits.dtype.names or ()}


def wounds_of(batch: GameBatch) -> dict[str, Any]:
    """Columns of WOUNDS."""
    wounds = batch.wounds
    return {"monster": wounds["kind"], **{name: wounds[name] for name in ("seed", "floor", "cause", "damage", "hits")}}


RowsOf = Callable[[GameBatch], dict[str, Any]]

TABLES: dict[str, RowsOf] = {"floors": visits_of, "games": games_of, "wounds": wounds_of}
"""By a table's name, the function that makes its columns, except the bot's, from a batch, as numbers."""

COLUMNS_OF = {"floors": FLOORS, "games": GAMES, "wounds": WOUNDS}


def schema_of(name: str, manifest: Manifest) -> pa.Schema:
    """The Arrow schema of one of TABLES, which says what was played and whose columns carry their descriptions."""
    word = pa.dictionary(pa.int16(), pa.string())
    types = {"word": word, "word?": word, "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64()}
    fields = [
        pa.field(name, types[type_], nullable=type_.endswith("?"), metadata={"about": about})
        for name, type_, about in COLUMNS_OF[name]
    ]
    return pa.schema(fields, metadata={"steep": manifest.to_json()})


def as_arrow(schema: pa.Schema, words: Mapping[str, Sequence[str]], table: RowsOf, batch: GameBatch) -> pa.Table:
    """The rows of a batch in one of TABLES. Columns of words hold their numbers; -1 becomes null."""
    rows = {"bot": words["bot"].index(batch.bot), **table(batch)}
    arrays = []
    for field in schema:
        values = np.ascontiguousarray(np.broadcast_to(rows[field.name], rows["seed"].shape))
        if field.name in words:
            names = words[field.name]
            is_other = (values >= MAX_KINDS) & (field.name != "cause")
            numbers = np.where(is_other, len(names) - OTHERS + values - MAX_KINDS, values)
            # Kinds that share an ability each have a number for it.
            once = list(dict.fromkeys(names))
            codes = np.array([*map(once.index, names), -1], np.int16)[numbers]
            arrays.append(pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), pa.array(once)))
        else:
            arrays.append(pa.array(values).cast(field.type))
    return pa.Table.from_arrays(arrays, schema=schema)


@contextmanager
def written_table(path: Path, schema: pa.Schema) -> Iterator[Callable[[pa.Table], None]]:
    """What takes tables one by one. Together they replace a file when the context ends without an exception.

    Row groups do not depend on where one table ends and the next begins. Raises `StoreError`.
    """
    numbers = {field.name: "DELTA_BINARY_PACKED" for field in schema if pa.types.is_integer(field.type)}
    words = [field.name for field in schema if field.name not in numbers]
    how: Any = {"compression": "zstd", "use_dictionary": words, "column_encoding": numbers, "write_page_checksum": True}
    pending = schema.empty_table()

    def add(table: pa.Table) -> None:
        nonlocal pending
        pending = pa.concat_tables([pending, table])
        while len(pending) >= GROUP:
            with disk_errors_told(path):
                writer.write_table(pending.slice(0, GROUP).combine_chunks(), row_group_size=GROUP)
            pending = pending.slice(GROUP)

    with disk_errors_told(path), written_whole(path) as file, pq.ParquetWriter(file, schema, **how) as writer:
        yield add
        writer.write_table(pending.combine_chunks(), row_group_size=GROUP)


@contextmanager
def disk_errors_told(path: Path) -> Iterator[None]:
    """Within this context, an `OSError` becomes a `StoreError` about a file."""
    try:
        yield
    except OSError as error:
        why = f"{path}: cannot be written: {reason_of(error)}"
        raise StoreError(f"{why}; all games are kept, and --resume writes the tables again") from None
