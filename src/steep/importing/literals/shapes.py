"""Recognises tables by floor in nests of literals, in whatever language they are written.

Numbers by floor: `[[1, 2], [4, 3]]`, `{1: 2, 4: 3}`, `[{floor: 1, max: 2}]`, or one number. Weights by floor:
`{0: {"orc": 80}}`, `{0: [["orc", 80]]}`, `[{floor: 0, weights: […]}]`, `{"orc": [[1, 80]]}`, rows with a kind, a
weight and a floor each, and sheets with one column a floor or one a kind. A weight holds from its floor until the next
one of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from steep.importing.literals.nests import CALL, CODE, GROUP, NAME, NUMBER, STRING, Term
from steep.importing.python.expression_values import words_in

WHO = ("kind", "monster", "enemy", "item", "entity", "creature", "mob", "actor")
KIND = ("kind", "value", "monster", "enemy", "item", "entity", "creature", "mob", "type", "what",
        *(f"{who}_{name}" for who in WHO for name in ("key", "id", "name", "type")), "key", "id", "name")  # fmt: skip
FLOOR = ("floor", "min_floor", "from_floor", "first_floor", "dungeon_floor", "floor_min", "depth", "min_depth", "level",
         "min_level", "dungeon_level", "from_level", "level_min", "lvl", "from", "since", "start", "min")  # fmt: skip
UNTIL = (
    "max_floor",
    "to_floor",
    "last_floor",
    "until",
    "max_depth",
    "max_level",
    "level_max",
    "floor_max",
    "to",
    "end",
)
WEIGHT = ("weight", "chance", "spawn_weight", "spawn_chance", "probability", "prob", "frequency", "odds", "rate",
          "spawn", "weights")  # fmt: skip
VALUE = ("max", "count", "number", "amount", "most", "value", "maximum")
FAMILY = ("family", "category", "class", "group", "type")

ZERO = Term(NUMBER, 0, 0, "0")
"""A number that stands nowhere."""

Columns = Mapping[str, str]
"""Which key or column a person says is the kind, the floor or the weight: ``{"kind": "NAME"}``."""


class Row(NamedTuple):
    """The weight of a kind from a floor on. Without a kind, it is a number by floor."""

    kind: str
    weight: Term
    floor: Term | None
    """None where it holds on all floors."""
    until: Term | None = None
    """The last floor of it; None where the next row ends it."""
    record: Term | None = None
    """The record that the row comes from, which may have more fields; None if there is none."""


@dataclass(slots=True)
class Reading:
    """How ambiguous tables were read."""

    columns: Columns = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    skipped: list[tuple[str, Term]] = field(default_factory=list)
    """Rows without a number as their weight, in a table that has other rows, each with its kind."""
    floors: int | None = None
    """Which number of each pair is the floor in the table that is read, 0 or 1; None if its values don't show it."""

    def names(self, what: str, usual: Sequence[str]) -> tuple[str, ...]:
        """The names of a key: only the given one if there is one, otherwise the usual ones."""
        given = self.columns.get(what)
        return (plain(given),) if given is not None else tuple(usual)


def plain(name: str) -> str:
    """A key in lower case with underscores; a column's number unchanged."""
    return "_".join(words_in(name)) or name.strip()


def fields(term: Term) -> dict[str, Term]:
    """The entries of a group or a call by key."""
    return {plain(item.key.name): item.value for item in term.items if item.key is not None}


def first(entries: Mapping[str, Term], names: Sequence[str], kinds: Sequence[str]) -> Term | None:
    """The first of these entries that is of one of these kinds of terms; None if none is."""
    return next((entries[name] for name in names if name in entries and entries[name].kind in kinds), None)


def values(term: Term) -> list[Term]:
    """The entries of a group or a call without keys."""
    return [item.value for item in term.items if item.key is None]


def is_floor(term: Term | None) -> bool:
    """Whether a term can be a floor: a whole number from 0 to 999, also as a text."""
    if term is None:
        return False
    if term.kind == STRING:
        return floor_in(term.text) is not None
    return term.kind == NUMBER and term.number.denominator == 1 and 0 <= term.number < 1000


def floor_in(text: str) -> int | None:
    """The floor that a text means, such as "3", "Floor 3" or "F3"; None if it means none."""
    found = re.fullmatch(r"(?i)\s*(?:floor|level|depth|lvl|f|l|d|b)?[\s_-]*(\d{1,3})\s*", text)
    return int(found[1]) if found else None


def floor_number(term: Term | None) -> int:
    """The floor of a term; 0 if there is none."""
    if term is None:
        return 0
    return (floor_in(term.text) or 0) if term.kind == STRING else int(term.number)


# Numbers by floor.


def steps_in(term: Term, reading: Reading, name: str = "", *, value_first: bool = False) -> list[Row] | None:
    """The numbers by floor that a term is; None if it isn't such a table."""
    if term.kind == NUMBER:
        return [Row("", term, None)]
    if term.kind == CALL and len(values(term)) >= 1 and values(term)[0].kind == GROUP:
        return steps_in(values(term)[0], reading, name, value_first="from" in words_in(term.text))
    if term.kind != GROUP or not term.items:
        return None
    if all(item.key is not None and is_floor(item.key) and item.value.kind == NUMBER for item in term.items):
        return [Row("", item.value, item.key) for item in term.items]
    rows = [item.value for item in term.items]
    if any(item.key is not None for item in term.items) or not all(row.kind in (GROUP, CALL) for row in rows):
        return None
    pairs = [values(row) for row in rows]
    if all(len(pair) == 2 and all(part.kind == NUMBER for part in pair) for pair in pairs):
        return steps_of_pairs(pairs, reading, name, value_first=value_first)
    steps: list[Row] = []
    for row in rows:
        entries = fields(row)
        floor = first(entries, reading.names("floor", FLOOR), (NUMBER, STRING))
        value = first(entries, reading.names("weight", (*WEIGHT, *VALUE)), (NUMBER,))
        of_kind = first(entries, reading.names("kind", KIND), (STRING, NAME)) is not None
        if value is None or not is_floor(floor) or len(entries) > 3 or of_kind:
            return None
        steps.append(Row("", value, floor))
    return steps


def steps_of_pairs(pairs: list[list[Term]], reading: Reading, name: str, *, value_first: bool) -> list[Row] | None:
    """Pairs of a floor and a number, in either order; None if neither number rises like floors."""
    if not any(rising_sides(pairs)):
        return None
    floor = floors_of(pairs)
    floor = reading.floors if floor is None else floor
    if floor is None:
        floor = 1 if value_first else 0
        if not value_first and "floor" not in name.lower():
            reading.assumed.append(f"{name}: the first number of each pair is the floor")
    return [Row("", pair[1 - floor], pair[floor]) for pair in pairs]


def rising_sides(pairs: list[list[Term]]) -> list[bool]:
    """For each number of pairs, whether it rises like floors."""
    return [
        all(low.number < high.number for low, high in pairwise(side)) and all(map(is_floor, side))
        for side in zip(*pairs, strict=True)
    ]


def floors_of(pairs: list[list[Term]]) -> int | None:
    """Which number of each pair is the floor, 0 or 1; None if it may be either: floors rise, mostly from 0 or 1."""
    rising = rising_sides(pairs)
    low = [number.number <= 1 for number in pairs[0]]
    return next((side for side in (0, 1) if rising[side] and (not rising[1 - side] or low[side] > low[1 - side])), None)


def floors_in(term: Term) -> int | None:
    """Which number is the floor in all pairs within a term, as far as some of them show it and none the opposite."""
    shown: set[int | None] = set()
    waiting = [term]
    while waiting:
        inner = [item.value for item in waiting.pop().items if item.value.kind in (GROUP, CALL)]
        pairs = [values(each) for each in inner]
        if pairs and all(len(pair) == 2 and all(part.kind == NUMBER for part in pair) for pair in pairs):
            shown.add(floors_of(pairs) if any(rising_sides(pairs)) else None)
        else:
            waiting += inner
    shown.discard(None)
    return shown.pop() if len(shown) == 1 else None


# Weights by floor.


def rows_in(term: Term, reading: Reading, name: str = "") -> list[Row] | None:
    """The weights by floor that a term is; None if it isn't such a table."""
    if term.kind not in (GROUP, CALL) or not term.items:
        return None
    reading.floors = floors_in(term)
    shapes = (by_floor, floor_records, list_by_floor, by_kind, records, column_a_floor, column_a_kind)
    rows = next(filter(None, (shape(term, reading, name) for shape in shapes)), None)
    reading.floors = None
    return rows


def kind_in(term: Term) -> str:
    """The name of a kind: a text, a name, or what a call makes."""
    if term.kind in (STRING, NAME):
        return term.name if term.kind == NAME else term.text
    return term.text if term.kind == CALL else ""


def weights_in(term: Term, floor: Term | None, reading: Reading) -> list[Row] | None:
    """The weights of one floor: `{"orc": 80}`, `[["orc", 80]]`, `[{value: "orc", weight: 80}]`."""
    if term.kind not in (GROUP, CALL) or not term.items:
        return None
    rows: list[Row] = []
    for item in term.items:
        value = item.value
        if item.key is not None and item.key.kind != NUMBER and value.kind == NUMBER:
            rows.append(Row(item.key.name, value, floor))
            continue
        row = record_row(value, reading) if value.kind in (GROUP, CALL) else None
        if row is None or row.floor is not None:
            return None
        rows.append(row._replace(floor=floor, record=None))
    return rows


def record_row(term: Term, reading: Reading) -> Row | None:
    """The row that a record is: its kind and weight by their keys, or a kind and a number by their places."""
    entries = fields(term)
    if entries:
        floor = first(entries, reading.names("floor", FLOOR), (NUMBER, STRING))
        weight = first(entries, reading.names("weight", WEIGHT), (NUMBER,))
        kind = first(entries, reading.names("kind", KIND), (STRING, NAME, CALL))
        if kind is None and len(values(term)) == 1:
            kind = values(term)[0]  # `{"orc", weight = 80}` of Lua
        if weight is None or kind is None or not kind_in(kind) or (floor is not None and not is_floor(floor)):
            return None
        until = first(entries, reading.names("until", UNTIL), (NUMBER,))
        return Row(kind_in(kind), weight, floor, until if is_floor(until) else None, term)
    parts = values(term)
    if all(key in reading.columns and reading.columns[key].isdecimal() for key in ("kind", "weight")):
        return by_places(parts, reading.columns)
    named = [part for part in parts if part.kind in (STRING, NAME, CALL) and kind_in(part)]
    numbers = [part for part in parts if part.kind == NUMBER]
    if len(parts) == 2 and len(named) == len(numbers) == 1:
        return Row(kind_in(named[0]), numbers[0], None)
    return None


def by_places(parts: Sequence[Term], columns: Columns) -> Row | None:
    """The row that a list is, by the numbers of its columns, from 1."""
    at = {key: int(column) - 1 for key, column in columns.items() if column.isdecimal()}
    got = {key: parts[place] for key, place in at.items() if 0 <= place < len(parts)}
    if "kind" not in got or "weight" not in got or got["weight"].kind != NUMBER or not kind_in(got["kind"]):
        return None
    floor = got.get("floor")
    return Row(kind_in(got["kind"]), got["weight"], floor) if floor is None or is_floor(floor) else None


def by_floor(term: Term, reading: Reading, _name: str) -> list[Row] | None:
    """`{0: {"orc": 80}, 3: […]}`; in a list of such, the floors count from 1."""
    rows: list[Row] = []
    for item in term.items:
        if item.key is None or not is_floor(item.key):
            return None
        found = weights_in(item.value, item.key, reading)
        if found is None and not (item.value.kind == GROUP and not item.value.items):
            return None
        rows += found or []
    return rows


def floor_records(term: Term, reading: Reading, _name: str) -> list[Row] | None:
    """`[{floor: 0, weights: […]}, …]`, also as pairs `[[0, […]], …]`."""
    rows: list[Row] = []
    for item in term.items:
        if item.key is not None or item.value.kind not in (GROUP, CALL):
            return None
        entries = fields(item.value)
        floor = first(entries, reading.names("floor", FLOOR), (NUMBER, STRING))
        inner = [each.value for each in item.value.items if each.value.kind in (GROUP, CALL)]
        parts = values(item.value)
        if floor is None and len(parts) == 2 and is_floor(parts[0]):
            floor = parts[0]
        found = weights_in(inner[0], floor, reading) if len(inner) == 1 and is_floor(floor) else None
        if found is None:
            return None
        rows += found
    return rows


def list_by_floor(term: Term, reading: Reading, name: str) -> list[Row] | None:
    """A list with all weights of floor 1, then all of floor 2, and so on, under a name with "floor" or the like."""
    if not {word.rstrip("s") for word in words_in(name)} & {"floor", "level", "depth"}:
        return None
    rows: list[Row] = []
    held: set[str] = set()
    for number, item in enumerate(term.items, 1):
        floor = Term(NUMBER, 0, 0, number=Fraction(number))
        found = weights_in(item.value, floor, reading) if item.key is None else None
        if found is None:
            return None
        kinds = {row.kind for row in found}
        rows += [*found, *(Row(kind, ZERO, floor) for kind in sorted(held - kinds))]
        held = kinds
    return rows


def by_kind(term: Term, reading: Reading, name: str) -> list[Row] | None:
    """`{"orc": 80, "troll": [[3, 15], [5, 30]]}`, and records by key: `{"orc": {hp: 10, weight: 80}}`."""
    rows: list[Row] = []
    for item in term.items:
        if item.key is None or item.key.kind == NUMBER or not item.key.name:
            return None
        row = record_of(item.value, item.key.name, reading)
        steps = steps_in(item.value, reading, f"{name}.{item.key.name}") if not row else None
        if row:
            rows += row
        elif steps is not None:
            rows += [step._replace(kind=item.key.name) for step in steps]
        elif item.value.kind not in (GROUP, CALL):
            return None
    return rows


def record_of(term: Term, kind: str, reading: Reading) -> list[Row]:
    """The rows of one kind's record: its weight, as a number or by floor; none if it has none."""
    entries = fields(term) if term.kind in (GROUP, CALL) else {}
    weight = first(entries, reading.names("weight", WEIGHT), (NUMBER, GROUP))
    floor = first(entries, reading.names("floor", FLOOR), (NUMBER, STRING))
    if weight is None or (floor is not None and not is_floor(floor)):
        return []
    until = first(entries, reading.names("until", UNTIL), (NUMBER,))
    steps = steps_in(weight, reading, kind) or []
    ends = until if is_floor(until) else None
    return [Row(kind, step.weight, step.floor or floor, ends, term) for step in steps]


def records(term: Term, reading: Reading, _name: str) -> list[Row] | None:
    """A list of rows or records, each with its kind, its weight and mostly its floor."""
    rows: list[Row] = []
    skipped: list[tuple[str, Term]] = []
    for item in term.items:
        value = item.value
        if item.key is not None or value.kind not in (GROUP, CALL):
            return None
        entries = fields(value)
        named = first(entries, reading.names("kind", KIND), (STRING, NAME, CALL))
        row = record_row(value, reading)
        found = [row] if row is not None else record_of(value, kind_in(named), reading) if named is not None else []
        rows += found
        if not found:
            skipped.append((kind_in(named) if named is not None else "?", value))
    if len(skipped) * 2 >= len(term.items):
        return None
    reading.skipped += skipped
    return rows


def column_a_floor(term: Term, reading: Reading, _name: str) -> list[Row] | None:
    """A sheet with a row for each kind and a column for each floor."""
    rows: list[Row] = []
    keys = [each.key for item in term.items for each in item.value.items if each.key is not None]
    columns = {floor_number(key): key for key in keys if is_floor(key)}
    for item in term.items:
        floors = [each for each in item.value.items if each.key is not None and is_floor(each.key)]
        named = first(fields(item.value), reading.names("kind", KIND), (STRING, NAME))
        other = next((each.value for each in item.value.items if each.value.kind == STRING), None)
        kind = named or other
        if len(floors) < 2 or kind is None:
            return None
        own = [Row(kind_in(kind), each.value, each.key) for each in floors if each.value.kind == NUMBER]
        said = {floor_number(row.floor) for row in own}
        # An empty cell of a sheet says nothing: the kind does not appear there.
        own += [Row(kind_in(kind), ZERO, floor) for at, floor in columns.items() if at not in said]
        rows += sorted(own, key=lambda row: floor_number(row.floor))
        reading.skipped += [(kind_in(kind), each.value) for each in floors if each.value.kind == CODE]
    return rows


def column_a_kind(term: Term, reading: Reading, _name: str) -> list[Row] | None:
    """A sheet with a row for each floor and a column for each kind."""
    rows: list[Row] = []
    for item in term.items:
        entries = fields(item.value)
        floor = first(entries, reading.names("floor", FLOOR), (NUMBER, STRING))
        others = [each for each in item.value.items if each.key is not None and each.value is not floor]
        if item.key is not None or not is_floor(floor) or not others:
            return None
        if any(each.value.kind != NUMBER or plain(each.key.name) in (*WEIGHT, *VALUE) for each in others if each.key):
            return None
        rows += [Row(each.key.name, each.value, floor) for each in others if each.key is not None]
    return rows


def curve_of(
    rows: Sequence[tuple[Term | None, Term, Term | None]], floors: int
) -> list[tuple[Term | None, Term] | None]:
    """The value on each floor from 1 on, given as (floor, value, last floor). Later rows replace earlier ones."""
    curve: list[tuple[Term | None, Term] | None] = []
    for floor in range(1, floors + 1):
        held = [
            (since, value)
            for since, value, until in sorted(rows, key=lambda row: floor_number(row[0]))
            if floor_number(since) <= floor and (until is None or floor <= floor_number(until))
        ]
        curve.append(held[-1] if held else None)
    return curve
