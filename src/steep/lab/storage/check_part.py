"""Whether the rows of a part are what games give: a checksum shows that a file is whole, not that it is true.

Parts are checked as tables are that others wrote (`steep.lab.tables`), whoever played.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from steep.core.ruleset import MAX_KINDS
from steep.lab.simulate.floor_visit import OTHERS, VISIT_ENDS
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.parquet_tables import as_arrow, schema_of, visits_of, words_of
from steep.lab.storage.parts import Part, batch_of
from steep.lab.tables.assemble_games import AssembledGames
from steep.lab.tables.check_rows import LEFT, RowReader
from steep.lab.tables.columns import mapping_of
from steep.lab.tables.read_batches import open_arrow

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
"""What is checked of a part of compiled rules: of other numbers only means are made."""


def error_in(part: Part, task: Task, manifest: Manifest) -> str:
    """What no games of a part could give, as the end of a sentence; empty if nothing.

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
    """The first number of a batch that stands for nothing in the ruleset, as the end of a sentence; empty if none."""
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
