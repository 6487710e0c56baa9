"""How keys are declared: as the fields of a class, each with its type, default and meaning, and what becomes of it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from steep.content.ruleset_errors import Location

REQUIRED = object()
"""Stands in for a default when the key must be given."""

Schema = Mapping[str, Any]
"""A JSON Schema, draft 7, of what `tomllib` makes of a value. A whole number is an integer there; 30.0 is not."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """A type of value."""

    allowed: str
    """The values it takes, as messages and the manual describe them."""
    read: Callable[[object, Location], Any]
    """Return the value as plain data, or report a mistake and return None."""
    schema: Schema
    words: tuple[str, ...] = ()
    """For a type that is one of some words: the words, in the order of their numbers in a compiled record."""
    family: str = ""
    """For the key of a kind: its family, such as "monsters"."""
    unnamed: tuple[str, ...] = ()
    """The kinds of the family that it cannot be."""
    merges: bool = False
    """Whether a file's pairs are added to those of the file that it extends, instead of replacing them."""
    curves: bool = False
    """Whether it is read as pairs of a key and a value by floor."""
    row: type[Any] | None = None
    """For a list or table of small tables: the class that declares their keys."""


ARRIVAL, SPAN, RANGE = "arrival", "span", "range"
"""What a number is that stretching changes: a floor on which something happens, a number of floors, or two floors."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What transformations do to a key, besides stretching every table by floor."""

    by: str = ""
    """The key of a mode by whose percentage it changes; empty for none."""
    low: int = 0
    """The lowest result of a percentage. A 0 by floor stays 0."""
    high: int = 0
    """The highest result, for values by floor."""
    deeper: bool = False
    """Whether a mode's `depth` counts: each floor has the value of a deeper one."""
    floors: str = ""
    """ARRIVAL, SPAN or RANGE."""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a section."""

    name: str
    type: FieldType
    default: Any
    meaning: str
    cosmetic: bool
    """Whether it changes only what is displayed, and never the game."""
    record: str | tuple[str, str] = ""
    """The field of the compiled row that is this number, or both of a range; empty where something else compiles it."""
    moves: Moves = Moves()

    @property
    def required(self) -> bool:
        """Whether the key must be given."""
        return self.default is REQUIRED


def field(
    type_: FieldType, default: object, meaning: str, record: str | tuple[str, str] | None = None, moves: Moves = Moves()
) -> Any:
    """A key of a section that affects the game. `record` is its field in the compiled row if that has another name."""
    own = {"type": type_, "default": default, "meaning": meaning, "cosmetic": False, "record": record, "moves": moves}
    return dataclasses.field(metadata=own)


def cosmetic(type_: FieldType, default: object, meaning: str, moves: Moves = Moves()) -> Any:
    """A key of a section that changes only what is displayed."""
    own = {"type": type_, "default": default, "meaning": meaning, "cosmetic": True, "record": "", "moves": moves}
    return dataclasses.field(metadata=own)


def fields_of(section: type[object]) -> dict[str, Field]:
    """The keys of a section by name, in order of declaration."""
    return _fields_of(cast("Hashable", section))


@functools.cache
def _fields_of(section: Any) -> dict[str, Field]:
    found = {}
    for each in dataclasses.fields(section):
        if each.metadata:
            key = Field(each.name, **each.metadata)
            found[each.name] = dataclasses.replace(key, record=each.name) if key.record is None else key
    return found


def table_schema(fields: Iterable[Field], *, partial: bool = False) -> Schema:
    """The schema of a table with some keys. A partial one may lack those that are required."""
    required = [] if partial else [field.name for field in fields if field.required]
    return {
        "type": "object",
        "properties": {field.name: {**field.type.schema, "description": field.meaning} for field in fields},
        "additionalProperties": False,
        **({"required": required} if required else {}),
    }


def read_entry(found: object, entry_fields: Iterable[Field], at: Location) -> dict[str, Any]:
    """The values of one table in a list, with defaults filled in."""
    read = read_table(found, entry_fields, at)
    missing = [field for field in entry_fields if field.required and field.name not in read]
    if missing:
        reject_missing(missing, at)
    return {field.name: read.get(field.name, None if field.required else field.default) for field in entry_fields}


def read_table(found: object, allowed_fields: Iterable[Field], at: Location) -> dict[str, Any]:
    """The values of the keys in a table, None for bad ones. Reports bad values and unknown keys."""
    by_name = {field.name: field for field in allowed_fields}
    if not isinstance(found, dict):
        at.reject_value(found, f"a table with the keys {', '.join(by_name)}")
        return dict.fromkeys(by_name)
    values = {}
    for name, value in found.items():
        if name in by_name:
            values[name] = by_name[name].type.read(value, at.under(name))
        else:
            at.under(name).reject_key(name, by_name)
    return values


def reject_missing(missing: Sequence[Field], at: Location, hint: str = "") -> None:
    """Report all keys that a table lacks, in one mistake."""
    names = ", ".join(field.name for field in missing)
    at.reject(f"found no {names}", "; ".join(f"{field.name}: {field.type.allowed}" for field in missing) + hint)
