"""Records as NumPy structured arrays, packed and little-endian. Needs NumPy."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import Any, cast

import numpy as np

from steep.core.record import Plane, Rows, fields_of, pack, size_of


def dtype_of(cls: type[Any]) -> np.dtype[Any]:
    """The packed, little-endian structured dtype of a record class.

    Each class gets one dtype object.
    """
    return _dtype_of(cast("Hashable", cls))


@functools.cache
def _dtype_of(cls: type[Any]) -> np.dtype[Any]:
    columns: list[Any] = []
    for field in fields_of(cls):
        if isinstance(field.shape, Plane):
            columns.append((field.name, "<" + field.shape.code, (field.shape.length,)))
        elif isinstance(field.shape, Rows):
            assert field.of is not None
            columns.append((field.name, dtype_of(field.of), (field.shape.count,)))
        else:
            columns.append((field.name, "<" + field.code if field.of is None else dtype_of(field.of)))
    dtype = np.dtype(columns)
    assert dtype.itemsize == size_of(cls)
    return np.dtype((np.record, dtype))


def zeros(cls: type[Any], count: int) -> Any:
    """A `numpy.recarray` of shape (count,), all zero. Fields can be read as attributes."""
    return np.zeros(count, dtype_of(cls)).view(np.recarray)


def copied(value: Any) -> Any:
    """A copy of a `numpy.record`."""
    return np.frombuffer(value, np.uint8).copy().view(value.dtype).view(np.recarray)[0]


def from_plain(value: object) -> Any:
    """A `numpy.record` with the values of a plain record."""
    records = zeros(type(value), 1)
    records[0] = np.frombuffer(pack(value), dtype_of(type(value)))[0]
    return records[0]
