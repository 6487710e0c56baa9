"""A batch as bytes: the parts that an output folder is made of, and what workers elsewhere send back.

Nothing in it is ever run, and a part that was cut short or altered is known by its checksums.
"""

from __future__ import annotations

import zlib
from typing import IO, Any

import numpy as np

from steep.core.arrays import dtype_of
from steep.core.record import fingerprint
from steep.lab.batches import Batch
from steep.lab.games import Stay, Wound
from steep.play.sealed import Kind, UnsealError, sealed, unsealed_from

PART = Kind("part of a measurement", b"steep part\x1a\n", 1)

LAYOUT = f"{fingerprint(Stay)} {fingerprint(Wound)}"
"""Stands for the columns of the tables."""


def part_bytes(batch: Batch) -> bytes:
    """A batch as a part."""
    header = {
        "layout": LAYOUT,
        "bot": batch.bot,
        "seed": batch.seed,
        "games": batch.games,
        "turns": batch.turns,
        "stays": len(batch.stays),
        "wounds": len(batch.wounds),
    }
    return sealed(PART, header, zlib.compress(batch.stays.tobytes() + batch.wounds.tobytes(), 1))


def batch_from(file: IO[bytes]) -> Batch:
    """The batch of a part. Raises `UnsealError`, the end of a sentence, when it is not whole."""
    content = unsealed_from(PART, file)
    if not content.body_intact:
        raise UnsealError("was altered: its checksum does not hold")
    header = content.header
    if header["layout"] != LAYOUT:
        raise UnsealError("is from another build of Steep, whose tables have other columns")
    data = zlib.decompress(content.body)
    stays: Any = np.frombuffer(data, dtype_of(Stay), header["stays"])
    wounds: Any = np.frombuffer(data, dtype_of(Wound), header["wounds"], stays.nbytes)
    return Batch(header["bot"], header["seed"], header["games"], header["turns"], stays, wounds)
