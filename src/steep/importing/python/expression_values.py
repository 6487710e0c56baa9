"""Values of expressions that are not run: plain data, unresolved names and recorded calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from steep.importing.output.import_report import Location
from steep.importing.python.written_numbers import whole

MAX_LENGTH = 10_000
"""Entries of a list or a dictionary. Longer ones are cut."""

Value = Any
"""A number, a string, a list, a tuple, or one of the classes here."""


class Unknown:
    """A value that is known only at run time."""

    __slots__ = ()

    def __repr__(self) -> str:
        """For messages and tests."""
        return "unknown until run time"


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class UnresolvedName:
    """A name that the project does not define, such as ``libtcod.desaturated_green``."""

    path: str

    @property
    def key(self) -> str:
        """Its last part."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of an ``if`` that compares a name with words, such as ``if choice == "orc"``."""

    subject: str
    words: tuple[str, ...]
    """The words of this branch; for an ``else``, those of all other branches."""
    otherwise: bool = False
    dead: bool = False
    """Whether a constant of the project never takes it, such as ``DEBUG = 0``."""


@dataclass(slots=True, eq=False)
class Call:
    """A recorded call: the function and its arguments."""

    name: str
    args: list[Value]
    named: dict[str, Value]
    location: Location
    inside: str = ""
    """The function or class around it."""
    branches: tuple[Branch, ...] = ()
    """The branches around it, the innermost last."""
    label: str = ""
    """The first name that it was bound to."""
    of: Namespace | None = None
    """The class that is called, if it is one of the project's."""

    @property
    def key(self) -> str:
        """The last part of what is called."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True, eq=False)
class Dictionary:
    """A dictionary."""

    entries: dict[Any, Value]
    location: Location
    inside: str = ""
    branches: tuple[Branch, ...] = ()
    label: str = ""
    duplicates: list[Any] = field(default_factory=list)
    """Keys that appear twice; Python keeps the last."""
    indexed: bool = False
    """Whether it is indexed with a key that is known only at run time."""


@dataclass(slots=True, eq=False)
class Namespace:
    """Something with names of its own: a module or a class."""

    name: str
    names: dict[str, Value] = field(default_factory=dict)
    file: str = ""
    """The file of a class."""


def number_of(value: Value) -> int | float | None:
    """The value if it is a number and no boolean; otherwise None."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def integer_of(value: Value) -> int | None:
    """The value as an integer, also if it is written as 3.0; otherwise None."""
    if isinstance(value, float) and value.is_integer():
        return whole(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def row_of(value: Value) -> list[Value] | None:
    """The values in a row: a list, a tuple, or a call such as a named tuple; otherwise None."""
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, Call) and (value.args or value.named) and not any(map(is_rows, value.args)):
        return [*value.args, *value.named.values()]
    return None


def is_rows(value: Value) -> bool:
    """Whether a value is a list of rows."""
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(row, list | tuple | Call) for row in value)
    )


def bounded(values: Iterable[Value]) -> list[Value]:
    """The first MAX_LENGTH values."""
    return [value for value, _ in zip(values, range(MAX_LENGTH), strict=False)]


def words_in(name: str) -> list[str]:
    """The words of an identifier or a title, in lower case: maxHp, MAX_HP and "max hp" are one."""
    return re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:200]).lower())


def key_of(name: str) -> str:
    """A name in the form of a key (lower case, underscores); empty if nothing is left."""
    return "_".join(words_in(name)).lstrip("0123456789_")[:40].rstrip("_")
