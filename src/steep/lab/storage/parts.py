"""A part: the games of consecutive seeds as a Parquet file. Measurements are stored in parts, and clusters send them.

Parts of compiled rules have the fields of `FloorVisit`, with kinds and ends as numbers, and what hurt the hero on a
floor as a list beside them, so that a file has all of its games. Parquet's pages have checksums, and nothing in a part
is ever executed.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from steep.core.input_errors import brief
from steep.core.record_arrays import zeros
from steep.core.ruleset import MAX_KINDS
from steep.lab.simulate.floor_visit import COLUMNS, OTHERS, VISIT_ENDS, DamageRow, FloorVisit
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.parquet_tables import as_arrow, schema_of, visits_of, words_of
from steep.lab.tables_of_games.assemble_games import AssembledGames
from steep.lab.tables_of_games.check_rows import LEFT, RowReader
from steep.lab.tables_of_games.columns import mapping_of
from steep.lab.tables_of_games.read_batches import judge_footer, open_arrow

ABOUT = b"steep_part"
"""The key of a file's metadata that says whose games it has."""

NUMBERS = {"int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64()}

VISIT = {"seed": "int64", "floor": "int16", "end": "int8", "killer": "int16"} | {
    column.name: column.type for column in COLUMNS
}
WOUND = {"kind": "int16", "cause": "int16", "damage": "int64", "hits": "int32"}
"""Names and types of columns."""

WOUNDS = pa.list_(
    pa.field("element", pa.struct([pa.field(name, NUMBERS[type_], False) for name, type_ in WOUND.items()]), False)
)
PLAYED = pa.schema(
    [*(pa.field(name, NUMBERS[type_], False) for name, type_ in VISIT.items()), pa.field("wounds", WOUNDS, False)]
)
"""Columns of a part of compiled rules."""

MAX_FLOOR = 1 << 15
"""More than any floor's number."""


class PartError(ValueError):
    """A part cannot be used. The message is the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """The games of one bot on consecutive seeds."""

    bot: str
    seed: int
    """The seed of the first game."""
    games: int
    rows: pa.Table
    """A row for each floor of a game, by seed and floor."""


def part_bytes(part: Part, played_with: Mapping[str, Any] | None = None) -> bytes:
    """A part as a Parquet file. `played_with` is stored with it."""
    about = {"bot": part.bot, "seed": part.seed, "games": part.games, "played_with": dict(played_with or {})}
    file = io.BytesIO()
    integers = [field.name for field in part.rows.schema if pa.types.is_integer(field.type)]
    pq.write_table(
        part.rows.replace_schema_metadata({ABOUT: json.dumps(about, ensure_ascii=False)}),
        file,
        compression="zstd",
        use_dictionary=[name for name in part.rows.column_names if name not in integers],
        column_encoding=dict.fromkeys(integers, "DELTA_BINARY_PACKED"),
        write_statistics=False,
        write_page_checksum=True,
    )
    return file.getvalue()


def part_from(data: bytes) -> tuple[Part, dict[str, Any]]:
    """A part, and what its games were played with. Raises `PartError` for anything that `part_bytes` did not write."""
    try:
        with pq.ParquetFile(io.BytesIO(data), page_checksum_verification=True) as file:
            judge_footer(Path("it"), len(data), file.metadata)
            rows = file.read(use_threads=False)
        about = json.loads((rows.schema.metadata or {})[ABOUT])
        part = Part(about["bot"], about["seed"], about["games"], rows.replace_schema_metadata(None))
        counts = (part.seed, part.games)
        if type(part.bot) is not str or any(type(count) is not int or not 0 <= count < 2**63 for count in counts):
            raise ValueError(f"counts of {brief(counts)}")
        return part, dict(about["played_with"])
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError, RecursionError) as error:
        raise PartError(f"is no part that Steep wrote: {brief(str(error))}") from None


def part_of(batch: GameBatch) -> Part:
    """The games of a batch as a part."""
    visits, wounds = batch.visits, batch.wounds
    first = np.searchsorted(places(wounds, batch.seed), places(visits, batch.seed))
    # Arrow crashes on lists that begin before the last one ended.
    starts = pa.array(np.append(np.maximum.accumulate(first), len(wounds)).astype(np.int32))
    fields = [pa.array(wounds[name].astype(type_)) for name, type_ in WOUND.items()]
    hurt = pa.StructArray.from_arrays(fields, fields=list(WOUNDS.value_type))
    columns = [pa.array(visits[name].astype(type_)) for name, type_ in VISIT.items()]
    rows = pa.Table.from_arrays([*columns, pa.ListArray.from_arrays(starts, hurt, type=WOUNDS)], schema=PLAYED)
    return Part(batch.bot, batch.seed, batch.games, rows)


def batch_of(part: Part) -> GameBatch:
    """The games of a part of compiled rules. Raises `PartError` where its columns are others."""
    if not part.rows.schema.equals(PLAYED):
        raise PartError("is from another build of Steep, whose tables have other columns")
    visits = zeros(FloorVisit, len(part.rows))
    for name in VISIT:
        visits[name] = part.rows.column(name).to_numpy()
    lists = part.rows.column("wounds").combine_chunks()
    hurt = lists.flatten()
    wounds = zeros(DamageRow, len(hurt))
    row = np.repeat(np.arange(len(visits)), lists.value_lengths().to_numpy())
    for name in ("seed", "floor"):
        wounds[name] = visits[name][row]
    for name in WOUND:
        wounds[name] = hurt.field(name).to_numpy()
    return GameBatch(part.bot, part.seed, part.games, int(visits["turns"].sum()), visits, wounds)


def places(rows: NDArray[np.void], seed: int) -> NDArray[np.int64]:
    """A number of each row's game and floor, in rising order."""
    found: NDArray[np.int64] = (rows["seed"] - seed) * MAX_FLOOR + rows["floor"]
    return found


# Whether the rows of a part are what games give: a checksum shows that a file is whole, not that it is true.

TYPES = {
    "bot": pa.string(),
    "seed": pa.int64(),
    "floor": pa.int32(),
    "end": pa.string(),
    "killer": pa.string(),
    "turns": pa.int64(),
    "arrived": pa.int64(),
}
"""Columns of every part of games that are not Steep's; the maker's numbers and `error` follow."""

ERROR = pa.field("error", pa.string())


DECISIVE = ("bot", "seed", "floor", "end", "killer", "turns")
"""The columns of a part of compiled rules that are checked. Others only go into means."""


def error_in(part: Part, task: Task, manifest: Manifest) -> str:
    """What is impossible in a part's rows, as the end of a sentence; empty if nothing is.

    Raises `PartError` where a part of compiled rules has other columns.
    """
    if manifest.killers:
        batch = batch_of(part)
        if problem := error_in_numbers(batch, manifest):
            return problem
        schema = pa.schema([schema_of("floors", manifest).field(name) for name in DECISIVE])
        rows = as_arrow(schema, words_of(manifest), visits_of, batch)
    else:
        rows, schema = part.rows, part.rows.schema
        needed = [*(pa.field(name, type_) for name, type_ in TYPES.items()), ERROR]
        if any(schema.get_field_index(each.name) < 0 or schema.field(each.name) != each for each in needed):
            return "other columns"
    reader = RowReader(open_arrow("it", rows, {}), mapping_of(rows.column_names, {}, "it"))
    assembled = AssembledGames("bot", reader.bad)
    for each in reader.rows():
        assembled.add(each)
    if reader.bad.count:
        return "; ".join(reader.bad.lines())
    seeds = [str(seed) for seed in range(part.seed, part.seed + part.games)]
    games = {who: [*ids] for (who, _), ids in zip(assembled.groups, assembled.ids, strict=True)}
    if games != {task.bot: seeds}:
        return "other games than its name says"
    if (assembled.games["end"] == LEFT).any():
        return "a game that no row ends"
    return ""


def error_in_numbers(batch: GameBatch, manifest: Manifest) -> str:
    """The first number of a batch that the ruleset doesn't have, as the end of a sentence; empty if none."""
    kinds = len(manifest.killers) - OTHERS
    task: Any = manifest.task(batch.bot)
    for name, numbers, low, most in (
        ("floor", batch.visits["floor"], task.first_floor, task.last_floor),
        ("end", batch.visits["end"], 0, len(VISIT_ENDS) - 1),
        ("killer", batch.visits["killer"], -1, MAX_KINDS + OTHERS - 1),
        ("kind", batch.wounds["kind"], 0, MAX_KINDS + OTHERS - 1),
        ("cause", batch.wounds["cause"], 0, len(manifest.causes) - 1),
    ):
        wrong = (numbers < low) | (numbers > most)
        if name in ("killer", "kind"):
            wrong |= (numbers >= kinds) & (numbers < MAX_KINDS)
        if wrong.any():
            return f"{name} {numbers[wrong][0]}"
    return ""
