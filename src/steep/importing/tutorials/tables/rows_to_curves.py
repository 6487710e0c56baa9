"""Turns rows of numbers into values by floor, as the project's own lookup would.

If the project has the function that searches a table, that function says which
column is the floor and from which end the table is searched.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations

from steep.core.ruleset import MAX_FLOORS
from steep.importing.output.import_report import Location
from steep.importing.python.chances_of_rolls import is_numpys
from steep.importing.python.expression_values import (
    Call,
    Dictionary,
    Value,
    integer_of,
    is_rows,
    number_of,
    row_of,
    words_in,
)
from steep.importing.python.normal_form import normal_form
from steep.importing.python.project_contents import Contents, FunctionNode
from steep.importing.python.written_numbers import origins_of, written_fraction

MAX_DIGITS = 10
"""Longer texts are no floors."""

Curve = tuple[Fraction, ...]
"""Values on floors 1 to MAX_FLOORS, at index 0 and up."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """How a function searches a table of rows."""

    floor: int
    value: int
    until: int | None = None
    """Columns."""
    backwards: bool = False
    known: bool = False
    """Whether the function that searches the table names the columns."""

    def swapped(self) -> Lookup:
        """The same lookup with floor and value swapped."""
        return Lookup(self.value, self.floor, self.until, self.backwards)


FLOOR_FIRST = Lookup(floor=0, value=1)
"""The lookup of the 2020 tutorial: from the start to the first floor that is too deep."""

VALUE_FIRST = Lookup(floor=1, value=0, backwards=True)
"""The lookup of the older tutorials' `from_dungeon_level`: from the end."""


class Lookups:
    """The lookups of a project."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.guessed: dict[str, Location] = {}
        """Unknown functions that are called with a table, and where."""
        self.unknown: dict[str, FunctionNode] = {}
        """Functions with a loop of an unknown shape that may search a table."""

    @functools.cached_property
    def only(self) -> Lookup | None:
        """The lookup of the only function that searches tables, as far as the code shows; None if there are several."""
        found = {self.of_function(made.key) for made in self.contents.calls} - {None}
        return found.pop() if len(found) == 1 else None

    def by_call(self, made: Call) -> Lookup:
        """The lookup of the function that a call calls."""
        lookup = self.of_function(made.key)
        if lookup is None and made.key in self.unknown:
            self.guessed[made.key] = made.location
        return lookup or (VALUE_FIRST if "from" in words_in(made.key) else FLOOR_FIRST)

    def by_use(self, rows: Value) -> Lookup | None:
        """The lookup of the function that is called with a table; None if there is no such call."""
        for made in self.contents.calls:
            if any(argument is rows for argument in (*made.args, *made.named.values())):
                lookup = self.of_function(made.key)
                if lookup is not None:
                    return lookup
        return None

    def of_function(self, name: str) -> Lookup | None:
        """How a function of the project searches a table; None if it is not there. Notes one of unknown shape."""
        node = self.contents.functions.get(name)
        if node is None:
            return None
        lookup = known_searches().get(normal_form(node.body))
        if lookup is None and any(isinstance(part, ast.For) for part in node.body):
            self.unknown[name] = node
        return lookup


SEARCHES = {
    "found = 0\nfor {row} in table:\n    if {floor} > now:\n        break\n    found = {value}\nreturn found": False,
    "for {row} in table:\n    if {floor} > now:\n        break\n    found = {value}\nreturn found": False,
    "found = 0\nfor {row} in table:\n    if {floor} <= now:\n        found = {value}\nreturn found": True,
    "for {row} in table:\n    if {floor} <= now:\n        found = {value}\nreturn found": True,
    "for {row} in reversed(table):\n    if now >= {floor}:\n        return {value}\nreturn 0": True,
    "for {row} in reversed(table):\n    if now >= {floor}:\n        return {value}": True,
    "for {row} in reversed(table):\n    if now >= {floor} and now <= {until}:\n        return {value}\nreturn 0": True,
    "for {row} in reversed(table):\n    if {floor} <= now <= {until}:\n        return {value}\nreturn 0": True,
}
"""The known functions that search tables, and whether the last row that applies counts."""


@functools.cache
def known_searches() -> dict[str, Lookup]:
    """The lookups of `SEARCHES` for each order of the columns, by their normal form."""
    known: dict[str, Lookup] = {}
    for text, backwards in SEARCHES.items():
        columns = ("floor", "value", "until") if "{until}" in text else ("floor", "value")
        for order in permutations(columns):
            names = {name: name for name in columns}
            body = ast.parse(text.format(row=f"({', '.join(order)})", **names)).body
            until = order.index("until") if "until" in order else None
            lookup = Lookup(order.index("floor"), order.index("value"), until, backwards, known=True)
            known[normal_form(body)] = lookup
    return known


def curve_of(value: Value, lookups: Lookups, default: Lookup = FLOOR_FIRST) -> Curve | None:
    """The values by floor that a value means; None if it means none. `default` is used if the code shows no lookup."""
    number = number_of(value)
    if number is not None:
        return (exactly(number),) * MAX_FLOORS
    if is_random(value):
        # A random number up to a value that is looked up: `randint(0, from_dungeon_level(…))`.
        highest = curve_of(value.args[-1], lookups, default)
        if highest is None or not (is_numpys(value) or value.key == "randrange"):
            return highest
        return tuple(number - 1 for number in highest)
    found = rows_of(value, lookups, default)
    return curve_of_table(*found) if found is not None else None


def is_random(value: Value) -> bool:
    """Whether a value is a random number between two limits."""
    return (
        isinstance(value, Call)
        and "rand" in value.name.lower()
        and len(value.args) >= (1 if value.key == "randrange" else 2)
    )


def rows_of(value: Value, lookups: Lookups, default: Lookup) -> tuple[Sequence[Value], Lookup] | None:
    """The rows of a table and how it is searched; None if a value has none."""
    if isinstance(value, Call):
        rows = next((argument for argument in (*value.args, *value.named.values()) if is_table(argument)), None)
        return (rows, lookups.by_call(value)) if rows is not None else None
    if isinstance(value, Dictionary):
        rows = [(floor_of(key), entry) for key, entry in value.entries.items()]
        return (rows, Lookup(0, 1, backwards=True)) if rows else None
    return (value, lookups.by_use(value) or lookups.only or default) if is_table(value) else None


def is_out_of_order(value: Value, lookups: Lookups, default: Lookup = FLOOR_FIRST) -> bool:
    """Whether the floors of a table do not rise from row to row."""
    found = rows_of(value.args[-1] if is_random(value) else value, lookups, default)
    parts = [row_of(row) or [] for row in found[0]] if found is not None else []
    if found is None or not all(map(is_numbers, parts)):
        return False
    lookup = columns_of(parts, found[1])
    return any(before[lookup.floor] > after[lookup.floor] for before, after in pairwise(parts))


def floor_of(key: Value) -> int | None:
    """The floor that a key of a dictionary means: 3, or "3" as in JSON; None if it means no floor."""
    return int(key) if isinstance(key, str) and key.isdecimal() and len(key) < MAX_DIGITS else integer_of(key)


def is_table(value: Value) -> bool:
    """Whether a value is rows of two or three numbers."""
    return is_rows(value) and all(is_numbers(row_of(row)) for row in value)


def is_numbers(row: list[Value] | None) -> bool:
    """Whether a row is two or three numbers."""
    return row is not None and 2 <= len(row) <= 3 and all(number_of(part) is not None for part in row)


def curve_of_table(rows: Sequence[Value], lookup: Lookup) -> Curve | None:
    """The values by floor of a table of rows; None if they are not numbers."""
    parts = [row_of(row) or [] for row in rows]
    if not all(map(is_numbers, parts)):
        return None
    lookup = columns_of(parts, lookup)
    until = lookup.until
    steps = []
    for part in parts:
        floor = integer_of(part[lookup.floor])
        last = integer_of(part[until]) if until is not None and until < len(part) else MAX_FLOORS
        if floor is None or last is None:
            return None
        steps.append((floor, last, exactly(part[lookup.value], floor)))
    return tuple(searched(steps, floor, backwards=lookup.backwards) for floor in range(1, MAX_FLOORS + 1))


def columns_of(parts: list[list[Value]], lookup: Lookup) -> Lookup:
    """A lookup with floor and value swapped, if its columns are not known and only the other one increases."""
    if not lookup.known and not increases(parts, lookup.floor) and increases(parts, lookup.value):
        return lookup.swapped()
    return lookup


def searched(steps: list[tuple[int, int, Fraction]], floor: int, *, backwards: bool) -> Fraction:
    """The value for a floor among steps (floor, last floor, value), searched as the tutorials do."""
    if backwards:
        return next((value for first, last, value in reversed(steps) if first <= floor <= last), Fraction(0))
    found = Fraction(0)
    for first, last, value in steps:
        if first > floor:
            break
        found = value if floor <= last else Fraction(0)
    return found


def increases(parts: list[list[Value]], column: int) -> bool:
    """Whether a column increases from row to row."""
    values = [part[column] for part in parts]
    return all(before < after for before, after in pairwise(values))


def exactly(number: float, since: object = None) -> Fraction:
    """The exact number as written. `since` is the floor from which it holds."""
    exact = Fraction(str(float(number))) if isinstance(number, float) else Fraction(number)
    return written_fraction(exact, origins_of(number), since)
