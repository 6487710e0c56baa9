"""A batch as bytes: the batch files of an output folder, and what cluster workers send back.

Nothing in it is ever executed, and checksums reveal a file that was truncated or altered. A batch file says which
ruleset, rules and floors its games were played with, so that two runs are never mixed up.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

from steep.core.record import fingerprint, size_of
from steep.core.record_arrays import dtype_of
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.play_in_one_thread import Batch
from steep.play.files.container import ContainerError, Kind, container_bytes, container_from, decompress

BATCH_FILE = Kind("Steep batch file", b"steep part\x1a\n", 2)

MAX_ROW_BYTES = 64 * 1024 * 1024
"""Of all rows of a batch file. Those of 250 games on a thousand floors take less."""

LAYOUT = f"{fingerprint(FloorVisit)} {fingerprint(Wound)}"
"""Identifies the columns of both tables."""


def batch_bytes(batch: Batch, played_with: Mapping[str, Any] | None = None) -> bytes:
    """A batch as the content of a batch file. `played_with` is stored with it."""
    header = {
        "played_with": dict(played_with or {}),
        "layout": LAYOUT,
        "bot": batch.bot,
        "seed": batch.seed,
        "games": batch.games,
        "turns": batch.turns,
        "visits": len(batch.visits),
        "wounds": len(batch.wounds),
    }
    return container_bytes(BATCH_FILE, header, zlib.compress(batch.visits.tobytes() + batch.wounds.tobytes(), 1))


def batch_from_bytes(file: IO[bytes]) -> Batch:
    """Read a batch file. Raises `ContainerError`, whose message is the end of a sentence, when it is damaged."""
    return batch_and_origin_from(file)[0]


def batch_and_origin_from(file: IO[bytes]) -> tuple[Batch, dict[str, Any]]:
    """The batch in a file, and what its games were played with. Raises `ContainerError` as `batch_from_bytes` does."""
    content = container_from(BATCH_FILE, file)
    if not content.body_intact:
        raise ContainerError("was altered: its checksum does not hold")
    header = content.header
    if header.get("layout") != LAYOUT:
        raise ContainerError("is from another build of Steep, whose tables have other columns")
    try:
        counts = {name: header[name] for name in ("seed", "games", "turns", "visits", "wounds")}
        if any(type(count) is not int or not 0 <= count < 2**63 for count in counts.values()):
            raise ValueError(f"counts of {counts}")
        rows = counts["visits"] * size_of(FloorVisit) + counts["wounds"] * size_of(Wound)
        data = decompress(content.body, min(rows, MAX_ROW_BYTES))
        visits: Any = np.frombuffer(data, dtype_of(FloorVisit), header["visits"])
        wounds: Any = np.frombuffer(data, dtype_of(Wound), header["wounds"], visits.nbytes)
        if visits.nbytes + wounds.nbytes != len(data):
            raise ValueError(f"{len(data)} bytes for {len(visits)} and {len(wounds)} rows")
        batch = Batch(header["bot"], header["seed"], header["games"], header["turns"], visits, wounds)
        return batch, dict(header["played_with"])
    except (KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        raise ContainerError(f"holds what no Steep writes: {error}") from None
