"""Copies the fields of a section into a compiled record, driven by the schema."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from steep.content.sections import fields_of

SAME_NAMES: Mapping[str, str] = MappingProxyType({})


def copy_fields(
    row: object, section: object, names: Mapping[str, str] = SAME_NAMES, *, without: Collection[str] = ()
) -> None:
    """Copy every field of a section that is one number in a record: an integer, a boolean or one of some words.

    A word becomes its index. `names` gives the record's name where it is not the key, and `without` the keys that the
    record does not have. Cosmetic keys, names of other kinds, lists and curves are not copied. Raises `AttributeError`
    when the record lacks a field.
    """
    for key, field in fields_of(type(section)).items():
        value: Any = getattr(section, key)
        if field.type.words:
            value = field.type.words.index(value)
        if isinstance(value, int) and not field.cosmetic and key not in without:
            setattr(row, names.get(key, key), int(value))


def copy_rows(rows: Sequence[object], sections: Sequence[object], *, without: Collection[str] = ()) -> int:
    """Copy each section into a row of a table. Returns how many there are."""
    for row, section in zip(rows, sections, strict=False):
        copy_fields(row, section, without=without)
    return len(sections)
