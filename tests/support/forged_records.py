"""Forged records: packed records in which some numbers were changed."""

from __future__ import annotations

import random
import struct
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, cast

from steep.core.geometry import CELLS, NOWHERE
from steep.core.record import Plane, Rows, fields_of

EDGE_NUMBERS = (
    -1,
    0,
    1,
    2,
    25,
    26,
    127,
    128,
    129,
    255,
    256,
    1024,
    2**31,
    2**32,
    2**53,
    2**63 - 1,
    -(2**63),
    CELLS,
    NOWHERE,
)
"""Numbers at the limits of fields."""


@cache
def fields_in(cls: Any) -> tuple[tuple[str, int, str, int], ...]:
    """Name, start, type code and length of every scalar, plane and number of a row in a packed record."""
    return tuple(_fields_from(cls, 0, ""))


def _fields_from(cls: type[Any], start: int, path: str) -> Iterator[tuple[str, int, str, int]]:
    for field in fields_of(cls):
        name = path + field.name
        if isinstance(field.shape, Plane):
            yield name, start, field.shape.code, field.shape.length
            start += int(field.shape.code[1]) * field.shape.length
        elif isinstance(field.shape, Rows) or field.of is not None:
            assert field.of is not None
            for row in range(field.shape.count if isinstance(field.shape, Rows) else 1):
                for entry in _fields_from(field.of, start, f"{name}[{row}]."):
                    yield entry
                    last = entry
                start = last[1] + int(last[2][1]) * last[3]
        else:
            yield name, start, field.code, 1
            start += int(field.code[1])


@cache
def by_field(cls: Any) -> tuple[tuple[tuple[str, int, str, int], ...], ...]:
    """The same in groups. Each column of a table makes two groups: its first rows, which are in use, and the others."""
    groups: dict[tuple[str, bool], list[tuple[str, int, str, int]]] = {}
    for entry in fields_in(cls):
        rows = [int(part.split("]")[0]) for part in entry[0].split("[")[1:]]
        field = "".join(part.partition("]")[2] if "]" in part else part for part in entry[0].split("["))
        groups.setdefault((field, max(rows, default=0) < 4), []).append(entry)
    return tuple(map(tuple, groups.values()))


def forged(cls: type[Any], data: bytes, rng: random.Random) -> bytes:
    """A packed record with one to three of its numbers changed."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _, start, code, length = rng.choice(rng.choice(by_field(cast("Hashable", cls))))
        size = int(code[1])
        at = start + size * rng.randrange(length)
        number = int.from_bytes(changed[at : at + size], "little", signed=code != "u1")
        number = rng.choice((rng.choice(EDGE_NUMBERS), number + rng.choice((-80, -1, 1, 80)), rng.randrange(CELLS)))
        changed[at : at + size] = struct.pack("<Q", number & (2**64 - 1))[:size]
    return bytes(changed)
