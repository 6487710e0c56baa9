"""Copies a record onto another of the same class, in all three forms, driven by its declaration."""

from __future__ import annotations

from steep.core.record import Plane, Rows, fields_of
from steep.core.rule_decorator import R, rule


@rule
def copy_record(target: R, source: R) -> None:
    """Copy all numbers of a record onto another of the same class."""
    if hasattr(source, "dtype"):
        for name in source.dtype.names:
            setattr(target, name, getattr(source, name))
        return
    copy_plain(target, source)


def copy_plain(target: object, source: object) -> None:
    """Copy all numbers of a plain record onto another of the same class."""
    for field in fields_of(type(source)):
        value = getattr(source, field.name)
        if isinstance(field.shape, Plane):
            getattr(target, field.name)[:] = value
        elif field.of is None:
            setattr(target, field.name, value)
        elif isinstance(field.shape, Rows):
            for row, copied in zip(getattr(target, field.name), value, strict=True):
                copy_plain(row, copied)
        else:
            copy_plain(getattr(target, field.name), value)
