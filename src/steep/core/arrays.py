"""The array form of records: packed NumPy structured types. Needs NumPy."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import Any, cast

import numpy as np

from steep.core.record import Plane, Rows, fields_of, pack, size_of


def dtype_of(cls: type[Any]) -> np.dtype[Any]:
    """The packed, little-endian structured type of a record class.

    One object for each class: Numba knows a type it has seen at once, and looks long at another that is equal to it.
    """
    return _dtype_of(cast("Hashable", cls))


@functools.cache
def _dtype_of(cls: type[Any]) -> np.dtype[Any]:
    parts: list[Any] = []
    for field in fields_of(cls):
        if isinstance(field.shape, Plane):
            parts.append((field.name, "<" + field.shape.code, (field.shape.length,)))
        elif isinstance(field.shape, Rows):
            assert field.of is not None
            parts.append((field.name, dtype_of(field.of), (field.shape.count,)))
        else:
            parts.append((field.name, "<i8" if field.of is None else dtype_of(field.of)))
    dtype = np.dtype(parts)
    assert dtype.itemsize == size_of(cls)
    return np.dtype((np.record, dtype))


def zeros(cls: type[Any], count: int) -> Any:
    """An array of `count` records, all zero, whose fields answer as attributes."""
    return np.zeros(count, dtype_of(cls)).view(np.recarray)


def from_plain(value: Any) -> Any:
    """One record in array form, with the values of a plain one."""
    held = zeros(type(value), 1)
    held[0] = np.frombuffer(pack(value), dtype_of(type(value)))[0]
    return held[0]
