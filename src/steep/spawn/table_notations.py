"""Reads values by floor and tables of weights, in all the ways that the tutorials write them.

It is used for Python values and for TOML. The caller decides what a floor, a name and a weight may be, and what
happens with mistakes: a call from Python raises the first as a `SpawnError`, a ruleset collects them all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, Protocol, Self, TypeVar

from steep.core.input_errors import brief
from steep.spawn.exact_numbers import SpawnError, Value, exact, exact_floor

ROW_KEYS = ("floor", "weights")
CHOICE_KEYS = ("value", "weight")


class Location(Protocol):
    """The location of a value. Mistakes are reported here; reading goes on if a report returns."""

    def under(self, key: Any, /) -> Self:
        """The location of a key in the mapping at this location."""

    def entry(self, number: int, /) -> Self:
        """The location of an entry in the list at this location, counted from 1."""

    def reject(self, found: str, allowed: str, /) -> None:
        """Report a mistake: what was found, and what is allowed instead."""

    def reject_value(self, value: object, allowed: str, /) -> None:
        """Report a value that is not allowed."""


@dataclass(frozen=True, slots=True)
class Raising:
    """A location in Python values, such as ``pairs[2]``. The first mistake is raised as a `SpawnError`."""

    where: str

    def under(self, key: Hashable, /) -> Raising:
        """The location of a key in the mapping at this location."""
        return Raising(f"{self.where}[{brief(key)}]")

    def entry(self, number: int, /) -> Raising:
        """The location of an entry in the list at this location, counted from 1."""
        return Raising(f"{self.where}[{number - 1}]")

    def reject(self, found: str, allowed: str, /) -> NoReturn:
        """Raise the mistake."""
        raise SpawnError(self.where, found.removeprefix("found "), allowed)

    def reject_value(self, value: object, allowed: str, /) -> NoReturn:
        """Raise the mistake of a value that is not allowed."""
        self.reject(f"found {brief(value)}", allowed)


def raising_floor(found: object, at: Raising) -> int:
    """A floor in Python values."""
    return exact_floor(found, at.where)


def raising_number(found: object, at: Raising) -> Value:
    """A weight or count in Python values."""
    return exact(found, at.where)


L = TypeVar("L", bound=Location)
Name = TypeVar("Name", bound=Hashable)
V = TypeVar("V")


def check_order(before: int, floor: int, at: Location) -> None:
    """Report a floor that is not deeper than the one before it. Floors 0 and 1 both mean the first floor."""
    if floor < before:
        at.reject(f"found floor {floor} after floor {before}", "floors in rising order")
    elif floor == before:
        at.reject(f"found floor {floor} again", "each floor once")
    elif floor == 1 and before == 0:
        at.reject("found floor 1 after floor 0", "one of them: both mean the first floor")


def read_pairs(
    pairs: Iterable[object],
    read_floor: Callable[[Any, L], int | None],
    read_value: Callable[[Any, L], V | None],
    at: L,
    *,
    value_first: bool = False,
) -> dict[int, V]:
    """The values by floor that a list of pairs gives, without those that are mistakes."""
    values: dict[int, V] = {}
    before = -1
    for number, pair in enumerate(pairs, 1):
        here = at.entry(number)
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            here.reject_value(pair, "a pair [value, level]" if value_first else "a pair [floor, value]")
            continue
        given, entered = reversed(pair) if value_first else pair
        floor = read_floor(given, here)
        if floor is None:
            continue
        check_order(before, floor, here)
        before = max(before, floor)
        value = read_value(entered, here)
        if value is not None:
            values[floor] = value
    return values


@dataclass(frozen=True, slots=True)
class Notation(Generic[Name, V, L]):
    """A language's notation for tables of weights. A function that reads returns None once a mistake is reported."""

    floor: Callable[[Any, L], int | None]
    """Reads the key of a mapping."""
    allows: Callable[[Any, L], bool]
    """Whether a value can be a name. Reports one that can't."""
    weight: Callable[[Any, L], V | None]
    row: Callable[[object, L], tuple[int, list[Any]] | None]
    """Reads a mapping with ROW_KEYS."""
    choice: Callable[[object, L], tuple[Name, V] | None]
    """Reads a mapping with CHOICE_KEYS."""
    shown: Callable[[object], str]
    """A name as messages show it."""
    tables: str
    """What a table may be, as messages describe it."""
    weights: str
    """What the weights on a floor may be."""
    pair: str
    """What an entry of a list of weights may be."""


@dataclass(frozen=True, slots=True)
class Weights(Generic[V, L]):
    """The weights that a table gives one name."""

    location: L
    """Where the name first appears."""
    by_floor: dict[int, V] = field(default_factory=dict)


def read_table(table: object, notation: Notation[Name, V, L], at: L) -> dict[Name, Weights[V, L]]:
    """The weights of all names in a table that lists those that change on each floor.

    The formats are those of three tutorials: ``{3: [[troll, 15]]}`` (tcod, 2020), ``{3: {troll: 15}}`` (Godot) and
    ``[{floor: 3, weights: [{value: troll, weight: 15}]}]`` (rot.js).
    """
    names: dict[Name, Weights[V, L]] = {}
    before = 0
    for given, entries, here in rows_of(table, notation, at):
        if given < before:
            here.reject(f"found floor {given} after floor {before}", "floors in rising order")
        before = max(before, given)
        # Floors 0 and 1 both mean the first floor.
        floor = max(given, 1)
        for name, weight, location in entries:
            weights = names.setdefault(name, Weights(location))
            if floor in weights.by_floor:
                location.reject(f"found {notation.shown(name)} again on floor {floor}", "each kind once on a floor")
            weights.by_floor[floor] = weight
    return names


def rows_of(
    table: object, notation: Notation[Name, V, L], at: L
) -> Iterator[tuple[int, Iterator[tuple[Name, V, L]], L]]:
    """Each floor of a table, the names and weights that change there, and its location."""
    if isinstance(table, Mapping):
        for key, weights in table.items():
            here = at.under(key)
            floor = notation.floor(key, here)
            if floor is not None:
                yield floor, entries_of(weights, notation, here), here
    elif isinstance(table, Iterable) and not isinstance(table, str):
        for number, row in enumerate(table, 1):
            here = at.entry(number)
            read = notation.row(row, here)
            if read is not None:
                yield read[0], choices_of(read[1], notation, here.under(ROW_KEYS[1])), here.under(ROW_KEYS[0])
    else:
        at.reject_value(table, notation.tables)


def entries_of(weights: object, notation: Notation[Name, V, L], at: L) -> Iterator[tuple[Name, V, L]]:
    """The entries of ``{troll: 15}`` or ``[[troll, 15]]``."""
    if isinstance(weights, Mapping):
        for name, weight in weights.items():
            yield from entry_of(name, weight, notation, at.under(name))
    elif isinstance(weights, tuple | list):
        for number, pair in enumerate(weights, 1):
            here = at.entry(number)
            if isinstance(pair, tuple | list) and len(pair) == 2:
                yield from entry_of(pair[0], pair[1], notation, here)
            else:
                here.reject_value(pair, notation.pair)
    else:
        at.reject_value(weights, notation.weights)


def entry_of(name: Name, weight: object, notation: Notation[Name, V, L], at: L) -> Iterator[tuple[Name, V, L]]:
    """One entry, or none once a mistake is reported."""
    if notation.allows(name, at):
        read = notation.weight(weight, at)
        if read is not None:
            yield name, read, at


def choices_of(choices: Iterable[object], notation: Notation[Name, V, L], at: L) -> Iterator[tuple[Name, V, L]]:
    """The entries of ``[{value: troll, weight: 15}]``."""
    for number, choice in enumerate(choices, 1):
        here = at.entry(number)
        read = notation.choice(choice, here)
        if read is not None:
            yield *read, here
