"""Plain records that refuse negative indices. Plain Python counts those from the end, compiled rules read elsewhere."""

from __future__ import annotations

from array import array
from typing import Any, TypeVar

from steep.core.record import Plane, Rows, fields_of

R = TypeVar("R")


def refuse_negative(index: Any) -> None:
    if not isinstance(index, slice) and index < 0:
        raise IndexError(f"index {index}")


class GuardedRows(list[Any]):
    def __getitem__(self, index: Any) -> Any:
        refuse_negative(index)
        return super().__getitem__(index)


class GuardedBytes(bytearray):
    def __getitem__(self, index: Any) -> Any:
        refuse_negative(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        refuse_negative(index)
        super().__setitem__(index, value)


class GuardedNumbers(array):  # type: ignore[type-arg]
    def __getitem__(self, index: Any) -> Any:
        refuse_negative(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        refuse_negative(index)
        super().__setitem__(index, value)


def guarded(value: R) -> R:
    """A record, with every plane and table in it guarded."""
    for field in fields_of(type(value)):
        held = getattr(value, field.name)
        if isinstance(field.shape, Plane):
            guard = GuardedBytes(held) if field.shape.code == "u1" else GuardedNumbers(held.typecode, held)
            setattr(value, field.name, guard)
        elif isinstance(field.shape, Rows):
            setattr(value, field.name, GuardedRows(map(guarded, held)))
        elif field.of is not None:
            guarded(held)
    return value
