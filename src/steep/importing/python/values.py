"""What expressions come to without being run: plain data, names that lead elsewhere, and calls left undone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from steep.importing.output.report import Where

MOST_LENGTH = 10_000
"""Entries of a list or a dictionary. Somebody who doubles a list a hundred times gets no further."""

Value = Any
"""A number, a text, a list, a tuple, or one of the classes here."""


class Unknown:
    """What only a run would tell."""

    __slots__ = ()

    def __repr__(self) -> str:
        """For messages and tests."""
        return "something that only a run would tell"


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class Named:
    """A name that nothing in the project says more of, as ``libtcod.desaturated_green``."""

    path: str

    @property
    def key(self) -> str:
        """Its last part."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Branch:
    """An ``if`` in which something is compared with words, as ``if choice == "orc"``."""

    subject: str
    words: tuple[str, ...]
    """What it is in this branch; for an ``else``, what it is in all the others."""
    otherwise: bool = False


@dataclass(slots=True, eq=False)
class Call:
    """A call that was not made: what it would call, and with what."""

    name: str
    args: list[Value]
    named: dict[str, Value]
    where: Where
    inside: str = ""
    """The function or class around it."""
    branches: tuple[Branch, ...] = ()
    """The branches around it, the innermost last."""
    label: str = ""
    """The first name that it was given."""

    @property
    def key(self) -> str:
        """The last part of what is called."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True, eq=False)
class Record:
    """A dictionary."""

    entries: dict[Any, Value]
    where: Where
    inside: str = ""
    branches: tuple[Branch, ...] = ()
    label: str = ""
    doubled: list[Any] = field(default_factory=list)
    """Keys that are written twice, of which Python keeps the last."""
    picked: bool = False
    """Whether one entry of it is taken by a key that only a run would tell."""


@dataclass(slots=True, eq=False)
class Namespace:
    """What has names of its own: a module, or a class."""

    name: str
    names: dict[str, Value] = field(default_factory=dict)


def number_of(value: Value) -> int | float | None:
    """A number; True and False are none."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def whole_of(value: Value) -> int | None:
    """A whole number, also when it is written as 3.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def row_of(value: Value) -> list[Value] | None:
    """The parts of a row: of a list, a tuple, or a named tuple's call."""
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, Call) and (value.args or value.named) and not any(map(is_rows, value.args)):
        return [*value.args, *value.named.values()]
    return None


def is_rows(value: Value) -> bool:
    """Whether something is a list of rows."""
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(row, list | tuple | Call) for row in value)
    )


def bounded(values: Iterable[Value]) -> list[Value]:
    """As much of a list as is looked at."""
    return [value for value, _ in zip(values, range(MOST_LENGTH), strict=False)]


def words_in(name: str) -> list[str]:
    """The words of an identifier or a title, in small letters: maxHp, MAX_HP and "max hp" are one."""
    return re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:200]).lower())


def key_of(name: str) -> str:
    """A name as a ruleset's key; empty when nothing of it can be one."""
    return "_".join(words_in(name)).lstrip("0123456789_")[:40].rstrip("_")
