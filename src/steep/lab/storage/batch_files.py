"""A batch as bytes: the parts that an output folder is made of, and what workers elsewhere send back.

Nothing in it is ever run, and a part that was cut short or altered is known by its checksums. A part says which
ruleset, rules and floors its games were played with, so that those of two runs are never counted as one.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

from steep.core.arrays import dtype_of
from steep.core.record import fingerprint, size_of
from steep.lab.simulate.games import FloorVisit, Wound
from steep.lab.simulate.simulator import Batch
from steep.play.files.container import ContainerError, Kind, container_bytes, container_from, inflated

PART = Kind("part of a measurement", b"steep part\x1a\n", 2)

MOST_ROWS = 64 * 1024 * 1024
"""Bytes of all rows of a part. Those of 250 games on a thousand floors take less."""

LAYOUT = f"{fingerprint(FloorVisit)} {fingerprint(Wound)}"
"""Stands for the columns of the tables."""


def batch_bytes(batch: Batch, played_with: Mapping[str, Any] | None = None) -> bytes:
    """A batch as a part, which says what its games were played with."""
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
    return container_bytes(PART, header, zlib.compress(batch.visits.tobytes() + batch.wounds.tobytes(), 1))


def batch_from_bytes(file: IO[bytes]) -> Batch:
    """The batch of a part. Raises `ContainerError`, the end of a sentence, when it is not whole."""
    return part_from(file)[0]


def part_from(file: IO[bytes]) -> tuple[Batch, dict[str, Any]]:
    """The batch of a part, and what its games were played with. Raises `ContainerError` as `batch_from_bytes` does."""
    content = container_from(PART, file)
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
        data = inflated(content.body, min(rows, MOST_ROWS))
        visits: Any = np.frombuffer(data, dtype_of(FloorVisit), header["visits"])
        wounds: Any = np.frombuffer(data, dtype_of(Wound), header["wounds"], visits.nbytes)
        if visits.nbytes + wounds.nbytes != len(data):
            raise ValueError(f"{len(data)} bytes for {len(visits)} and {len(wounds)} rows")
        batch = Batch(header["bot"], header["seed"], header["games"], header["turns"], visits, wounds)
        return batch, dict(header["played_with"])
    except (KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
        raise ContainerError(f"holds what no Steep writes: {error}") from None
