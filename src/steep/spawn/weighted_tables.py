"""Weighted tables: what can appear on a floor, with which odds, and draws from it.

Names can be anything hashable: strings, or a game's own entities. A draw from a
floor where no name has weight gives nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from steep.core.input_errors import brief, nearest
from steep.core.random_streams import below
from steep.core.record import Cells
from steep.core.ruleset import SpawnTable
from steep.spawn.compile_tables import fill_spawns, whole_weights
from steep.spawn.curves import Curve, Product, Steps, curve_of
from steep.spawn.exact_numbers import Number, SpawnError, Value, table_floor
from steep.spawn.table_notations import (
    CHOICE_KEYS,
    ROW_KEYS,
    Notation,
    Raising,
    Weights,
    raising_floor,
    raising_number,
    read_table,
)

Name = TypeVar("Name", bound=Hashable)


class Source(Protocol):
    """A source of randomness: `random.Random`, the module `random`, or a `Stream`."""

    def randrange(self, bound: int, /) -> int:
        """A uniform random number from 0 to bound - 1."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One of Steep's own streams (`steep.core.random_streams`). Gives the same draws as the rules."""

    words: Cells
    number: int

    def randrange(self, bound: int, /) -> int:
        """A uniform random number from 0 to bound - 1. `bound` is 1 .. 2**31."""
        return below(self.words, self.number, bound)


@dataclass(frozen=True, slots=True)
class WeightedRow(Generic[Name]):
    """A table's names and weights on one floor, without those of weight 0."""

    names: tuple[Name, ...]
    weights: tuple[Value, ...]
    cumulative: tuple[int, ...]
    """Running sums of the weights, scaled to integers; the last is the number of tickets."""


class Table(Generic[Name]):
    """Names with a curve of weights each.

    `Table({"orc": 80, "troll": {3: 15, 5: 30, 7: 60}, "ogre": Peak(40, (5, 9))})`: a number holds on every
    floor, a mapping from each of its floors on. Raises `SpawnError` for an invalid curve.
    """

    __slots__ = ("_batches", "_curves", "_rows")

    def __init__(self, curves: Mapping[Name, Curve | Number | Mapping[int, Number]]) -> None:
        self._curves: dict[Name, Curve] = {name: curve_of(curve, brief(name)) for name, curve in curves.items()}
        self._rows: dict[int, WeightedRow[Name]] = {}
        self._batches: dict[int, Any] = {}

    @classmethod
    def by_floor(
        cls,
        chances: Mapping[int, Iterable[tuple[Name, Number]] | Mapping[Name, Number]] | Iterable[Mapping[str, Any]],
    ) -> Table[Name]:
        """A table from changes floor by floor; each weight holds until changed again.

        Takes the formats of three tutorials: ``{3: [(troll, 15)]}`` (tcod, 2020), ``{3: {"troll": 15}}``
        (Godot) and ``[{"floor": 3, "weights": [{"value": "troll", "weight": 15}]}]`` (rot.js). Their loops stop
        at the first floor that is too deep, so floors must be in rising order: raises `SpawnError` if an entry
        would never take effect.
        """
        read: dict[Name, Weights[Value, Raising]] = read_table(chances, PYTHON, Raising("table"))
        return cls({name: Steps.of(weights.by_floor) for name, weights in read.items()})

    @classmethod
    def from_tags(
        cls,
        weights: Mapping[Name, Curve | Number | Mapping[int, Number]],
        tags: Mapping[Name, Iterable[str]],
        multipliers: Mapping[str, Curve | Number | Mapping[int, Number]],
    ) -> Table[Name]:
        """A table of weights multiplied, floor by floor, by the multipliers of each name's tags.

        Raises `SpawnError` for a tag without a multiplier, and for tags of a name without a weight.
        """
        factors = {tag: curve_of(curve, f"tag {brief(tag)}") for tag, curve in multipliers.items()}
        made: dict[Name, Curve] = {name: curve_of(curve, brief(name)) for name, curve in weights.items()}
        for name, own in tags.items():
            where = f"tags of {brief(name)}"
            if name not in made:
                raise SpawnError(where, "no weight of its own", f"names with a weight: {', '.join(map(brief, made))}")
            for tag in own:
                if tag not in factors:
                    known = f"tags with a multiplier: {', '.join(factors)}"
                    raise SpawnError(where, f"the tag {brief(tag)}", known + nearest(str(tag), factors))
                made[name] = Product((made[name], factors[tag]))
        return cls(made)

    def __repr__(self) -> str:
        return f"Table({self._curves!r})"

    @property
    def curves(self) -> Mapping[Name, Curve]:
        """The curve of each name."""
        return MappingProxyType(self._curves)

    @property
    def names(self) -> tuple[Name, ...]:
        """All names, in the order given."""
        return tuple(self._curves)

    @property
    def last(self) -> int:
        """The last floor on which any weight changes; 1 if none does."""
        return max((curve.last for curve in self._curves.values()), default=1)

    def weights(self, floor: int) -> dict[Name, Value]:
        """The weight of each name that has one on a floor, counted from 1."""
        row = self._row(floor)
        return dict(zip(row.names, row.weights, strict=True))

    def odds(self, floor: int) -> dict[Name, Fraction]:
        """The probability of each name on a floor. They add up to 1; empty if no name has weight."""
        row = self._row(floor)
        total = sum(row.weights)
        return {name: Fraction(weight) / total for name, weight in zip(row.names, row.weights, strict=True)}

    def choose(self, floor: int, random: Source) -> Name | None:
        """Draw a name by weight; None if no name has weight."""
        row = self._row(floor)
        if not row.cumulative:
            return None
        return row.names[bisect_right(row.cumulative, random.randrange(row.cumulative[-1]))]

    def choices(self, floor: int, k: int, random: Source) -> list[Name]:
        """Draw `k` names by weight; an empty list if no name has weight."""
        row = self._row(floor)
        if not row.cumulative:
            return []
        tickets = row.cumulative[-1]
        return [row.names[bisect_right(row.cumulative, random.randrange(tickets))] for _ in range(k)]

    def batch(self, floor: int, size: int, rng: Any) -> Any:
        """Draw `size` names by weight into a NumPy array of dtype object; empty if no name has weight.

        `rng` is a `numpy.random.Generator`. Raises `SpawnError` if the weights, scaled to integers, exceed 64 bits, and
        `ModuleNotFoundError` without NumPy.
        """
        held = table_floor(floor)
        if held not in self._batches:
            from steep.spawn.draw_batch import DrawBatch

            row = self._row(held)
            self._batches[held] = DrawBatch.of(row.names, row.cumulative)
        return self._batches[held].draw(size, rng)

    def compiled(self) -> SpawnTable:
        """The record that `steep.spawn.compile_tables` draws from; a kind's number is its index in `names`.

        Raises `SpawnError` if there are more names or finer weights than the record has room for.
        """
        table = SpawnTable()
        fill_spawns(table, dict(enumerate(self._curves.values())))
        return table

    def _row(self, floor: int) -> WeightedRow[Name]:
        held = table_floor(floor)
        if held not in self._rows:
            weighed = {name: weight for name, curve in self._curves.items() if (weight := curve.at(held)) > 0}
            cumulative = accumulate(whole_weights(tuple(weighed.values())))
            self._rows[held] = WeightedRow(tuple(weighed), tuple(weighed.values()), tuple(cumulative))
        return self._rows[held]


def values_under(row: object, keys: tuple[str, str], at: Raising) -> tuple[Any, Any]:
    """The values of a dict that must have exactly two keys."""
    expected = "{" + ", ".join(f'"{key}": ...' for key in keys) + "}"
    if not isinstance(row, Mapping):
        at.reject_value(row, expected)
    for key in row:
        if key not in keys:
            at.reject(f"the key {brief(key)}", expected + nearest(str(key), keys))
    for key in keys:
        if key not in row:
            at.reject(f'no "{key}"', expected)
    return row[keys[0]], row[keys[1]]


def read_row(row: object, at: Raising) -> tuple[int, list[Any]]:
    """The floor and choices of ``{"floor": 3, "weights": [...]}``."""
    floor, choices = values_under(row, ROW_KEYS, at)
    if not isinstance(choices, tuple | list):
        at.under("weights").reject_value(choices, 'a list of {"value": ..., "weight": ...}')
    return raising_floor(floor, at.under("floor")), list(choices)


def read_choice(choice: object, at: Raising) -> tuple[Any, Value]:
    """The name and weight of ``{"value": "troll", "weight": 15}``."""
    name, weight = values_under(choice, CHOICE_KEYS, at)
    is_name(name, at.under("value"))
    return name, raising_number(weight, at.under("weight"))


def is_name(name: object, at: Raising) -> bool:
    """Whether a value can be a name. Raises `SpawnError` if it can't."""
    if not isinstance(name, Hashable):
        at.reject_value(name, "a name that can be a key of a dict")
    return True


PYTHON: Notation[Any, Value, Raising] = Notation(
    floor=raising_floor,
    allows=is_name,
    weight=raising_number,
    row=read_row,
    choice=read_choice,
    shown=brief,
    tables='weights by floor: {3: {name: 15}} or [{"floor": 3, "weights": ...}]',
    weights="weights by name, or a list of (name, weight)",
    pair="a pair (name, weight)",
)
"""Tables as Python values."""
