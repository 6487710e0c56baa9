"""Reads a table of kinds and weights, whatever its shape: by floors, by kinds, or rows that hold on every floor."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from steep.core.ruleset import MAX_FLOORS
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.evaluate_expressions import dotted
from steep.importing.python.expression_values import (
    Call,
    Dictionary,
    Namespace,
    UnresolvedName,
    Value,
    integer_of,
    number_of,
    row_of,
)
from steep.importing.python.project_contents import Binding, Contents
from steep.importing.python.written_numbers import origins_of, written_fraction
from steep.importing.tutorials.tables.rows_to_curves import (
    FLOOR_FIRST,
    VALUE_FIRST,
    Curve,
    Lookup,
    Lookups,
    curve_of,
    exactly,
    floor_of,
    is_out_of_order,
)

# Reads the loop that collects a floor's weights in a project: which entries it takes, and where it ends.

COMPARES: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


@dataclass(frozen=True, slots=True)
class FloorLoop:
    """A loop over entries by floor."""

    takes: type[ast.cmpop] = ast.LtE
    """An entry is taken if this comparison holds between its floor and the current one."""
    ends: bool = True
    """Whether the loop ends at the first entry that it doesn't take."""
    adds: bool = False
    """Whether the weights of a kind add up; otherwise the last one counts."""

    def taken(self, start: int, floor: int) -> bool:
        """Whether an entry from floor `start` on is taken on a floor."""
        return COMPARES[self.takes](start, floor)

    @property
    def inverted(self) -> bool:
        """Whether it takes the entries of deeper floors, which is likely a mistake."""
        return self.takes in (ast.Gt, ast.GtE)


TUTORIALS_LOOP = FloorLoop()


def loop_over(table: Value, contents: Contents) -> FloorLoop | None:
    """The loop of the function that a table is given to; the tutorials' if there is none; None if it is unknown."""
    for made in contents.calls:
        node = contents.functions.get(made.key)
        if node is not None and any(argument is table for argument in (*made.args, *made.named.values())):
            loops = [loop for loop in ast.walk(node) if isinstance(loop, ast.For) and is_over_items(loop)]
            if loops:
                return shape_of(loops[0])
    return TUTORIALS_LOOP


def is_over_items(loop: ast.For) -> bool:
    """Whether a loop is over the keys and values of a dictionary."""
    return (
        isinstance(loop.iter, ast.Call)
        and isinstance(loop.iter.func, ast.Attribute)
        and loop.iter.func.attr == "items"
        and isinstance(loop.target, ast.Tuple)
        and len(loop.target.elts) == 2
    )


def shape_of(loop: ast.For) -> FloorLoop | None:
    """The shape of a loop; None if it is not known."""
    assert isinstance(loop.target, ast.Tuple)
    key = dotted(loop.target.elts[0])
    tests = [part for part in loop.body if isinstance(part, ast.If)]
    if len(tests) != 1 or not isinstance(tests[0].test, ast.Compare) or len(tests[0].test.ops) != 1:
        return None
    test, branch = tests[0].test, tests[0]
    sign = type(test.ops[0])
    if dotted(test.left) != key:
        sign = TURNED.get(sign, sign)
        if dotted(test.comparators[0]) != key:
            return None
    if sign not in COMPARES:
        return None
    adds = any(map(is_sum, ast.walk(loop)))
    if any(isinstance(part, ast.Break) for part in branch.body):
        return FloorLoop(OPPOSITE[sign], ends=True, adds=adds)
    if any(isinstance(part, ast.Continue) for part in branch.body):
        return FloorLoop(OPPOSITE[sign], ends=False, adds=adds)
    return FloorLoop(sign, ends=any(isinstance(part, ast.Break) for part in branch.orelse), adds=adds)


def is_sum(node: ast.AST) -> bool:
    """Whether a statement adds to an entry: `sums[kind] += weight`, or `sums[kind] = sums.get(kind, 0) + weight`."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add) and isinstance(node.target, ast.Subscript)
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Subscript)
        and isinstance(node.value, ast.BinOp)
        and isinstance(node.value.op, ast.Add)
        and any(
            isinstance(part, ast.Subscript) or (isinstance(part, ast.Call) and dotted(part.func).endswith(".get"))
            for part in (node.value.left, node.value.right)
        )
    )


FLOOR_KEYS = ("floor", "level", "depth", "min_floor", "min_level", "from_floor", "from_level", "minimum_floor")
WEIGHT_KEYS = ("weight", "chance", "weights", "chances", "probability", "spawn_chance", "spawn_weight")
KIND_KEYS = ("value", "entity", "name", "monster", "item", "kind", "type", "key", "id")


@dataclass(slots=True)
class WeightedKind:
    """A kind as written in a table, and its weight by floor."""

    kind: Value
    curve: Curve
    unread: bool = False
    """Whether the weight could not be read, so that the curve is meaningless."""


class WeightReader:
    """Reads tables of kinds and weights."""

    def __init__(self, contents: Contents, lookups: Lookups, report: ImportReport) -> None:
        self.contents = contents
        self.lookups = lookups
        self.report = report

    def weighed(self, bound: Binding) -> list[WeightedKind] | None:
        """The rows of a table of weights in any known form; None if it has none of them."""
        value = bound.value
        if isinstance(value, Dictionary):
            entries = list(value.entries.items())
            for key in value.duplicates:
                noun = "floor" if isinstance(key, int) else "entry"
                self.report.add_finding(
                    f"{bound.name} has the {noun} {shown(key)} twice; Python keeps the last", value.location
                )
            steps = [(floor, entry) for key, entry in entries if (floor := floor_of(key)) is not None]
            if entries and len(steps) == len(entries):
                return self.by_floors(steps, bound, value.indexed)
            return self.by_names(entries, bound)
        if isinstance(value, list | tuple) and value:
            floors = [self.floor_and_kinds(row) for row in value]
            if all(floors):
                return self.by_floors([floor for floor in floors if floor], bound, exact=False)
            return self.by_rows(value, bound)
        return None

    def floor_and_kinds(self, row: Value) -> tuple[int, Value] | None:
        """A floor and the weights from it on: ``(3, [...])`` or ``{"floor": 3, "weights": [...]}``."""
        if isinstance(row, Dictionary):
            floor = next((integer_of(row.entries[key]) for key in FLOOR_KEYS if key in row.entries), None)
            kinds = next(
                (value for value in row.entries.values() if isinstance(value, list | tuple | Dictionary)), None
            )
            return None if floor is None or kinds is None else (floor, kinds)
        parts = row_of(row)
        if parts is None or len(parts) != 2 or not isinstance(parts[1], list | tuple | Dictionary):
            return None
        floor = integer_of(parts[0])
        return None if floor is None else (floor, parts[1])

    def by_floors(self, floors: list[tuple[int, Value]], bound: Binding, exact: bool) -> list[WeightedKind] | None:
        """Weights listed under floors. They stay in force, unless the code takes only one floor's entry (`exact`)."""
        steps = []
        for floor, entry in floors:
            pairs = self.pairs_of(entry, bound)
            if pairs is None:
                return None
            since = [(kind, written_fraction(weight, origins_of(weight), floor)) for kind, weight in pairs]
            steps.append((floor, since))
        kinds: dict[object, Value] = {}
        for _, pairs in steps:
            for kind, _ in pairs:
                kinds.setdefault(identity(kind), kind)
        curves: dict[object, list[Fraction]] = {same: [] for same in kinds}
        loop = TUTORIALS_LOOP if exact else loop_over(bound.value, self.contents)
        if loop is None:
            self.report.add_unread(f"{bound.name}: the loop over it is not recognised", bound.location)
            return None
        if exact:
            steps.sort(key=lambda step: step[0])
        elif loop.inverted:
            self.report.add_finding(
                f"{bound.name}: the loop over it takes the entries of deeper floors; its comparison may be inverted",
                bound.location,
            )
        elif not loop.adds and [floor for floor, _ in steps] != sorted(floor for floor, _ in steps):
            ends = "read like the tutorial's loop, which ends at the first floor that is too deep"
            last = "where several apply, the last in the table counts"
            what = f"{bound.name}: its floors are out of order; {ends if loop.ends else last}"
            self.report.add_finding(what, bound.location)
        for floor in range(1, MAX_FLOORS + 1):
            in_force: dict[object, Fraction] = {}
            for start, pairs in steps:
                if not loop.taken(start, floor):
                    if loop.ends:
                        break
                    continue
                if exact:
                    in_force.clear()
                for kind, weight in pairs:
                    same = identity(kind)
                    in_force[same] = in_force[same] + weight if loop.adds and same in in_force else weight
            for same, curve in curves.items():
                curve.append(in_force.get(same, Fraction(0)))
        return [WeightedKind(kind, tuple(curves[same])) for same, kind in kinds.items()]

    def pairs_of(self, entry: Value, bound: Binding) -> list[tuple[Value, Fraction]] | None:
        """Kinds and weights of one floor; None if the entry is something else."""
        if isinstance(entry, Dictionary):
            rows: list[Value] = [(key, weight) for key, weight in entry.entries.items()]
        else:
            rows = list(entry) if isinstance(entry, list | tuple) else [entry]
            single = row_of(entry)
            if single is not None and len(single) == 2 and number_of(single[1]) is not None:
                rows = [tuple(single)]
        pairs = [self.pair_of(row, bound) for row in rows]
        return [pair for pair in pairs if pair is not None] if any(pairs) or not rows else None

    def pair_of(self, row: Value, bound: Binding) -> tuple[Value, Fraction] | None:
        """A kind and its weight: ``(orc, 80)``, ``Row(orc, 80)`` or ``{"value": "orc", "weight": 80}``."""
        if isinstance(row, Dictionary):
            parts = [
                next((row.entries[key] for key in keys if key in row.entries), None)
                for keys in (KIND_KEYS, WEIGHT_KEYS)
            ]
        else:
            parts = row_of(row) or []
        kinds = [part for part in parts if is_kind(part)]
        weights = [number for number in map(number_of, parts) if number is not None]
        if not kinds or not weights:
            self.report.add_unread(f"{bound.name}: an entry that is not a kind and its weight", bound.location)
            return None
        if len(parts) > 2:
            self.report.add_unread(
                f"{bound.name}: an entry of {len(parts)} parts; only the first kind and weight count", bound.location
            )
        if weights[0] < 0:
            self.report.add_unread(f"{bound.name}: a weight below 0, taken as 0", bound.location)
        return kinds[0], max(exactly(weights[0]), Fraction(0))

    def by_names(self, entries: list[tuple[Value, Value]], bound: Binding) -> list[WeightedKind] | None:
        """Weights listed under kinds: numbers, rows, or calls that look up rows."""
        rows = []
        unread = []
        for kind, value in entries:
            curve = self.weight_of(value)
            if curve is None:
                unread.append(kind)
            else:
                if is_out_of_order(value, self.lookups, default_lookup(value)):
                    what = f"{bound.name}: the floors of {shown(kind)} are out of order"
                    self.report.add_finding(what, line_of(curve) or bound.location)
                rows.append(WeightedKind(kind, tuple(max(weight, Fraction(0)) for weight in curve)))
        if not rows and entries:
            return None
        for kind in unread:
            self.report.add_unread(f"{bound.name}: the weight of {shown(kind)} was not read", bound.location)
        return [*rows, *(WeightedKind(kind, (Fraction(0),) * MAX_FLOORS, unread=True) for kind in unread)]

    def weight_of(self, value: Value) -> Curve | None:
        """A weight by floor."""
        if isinstance(value, Dictionary) and any(key in value.entries for key in WEIGHT_KEYS):
            weight = next(number_of(value.entries[key]) for key in WEIGHT_KEYS if key in value.entries)
            floor = next((integer_of(value.entries[key]) for key in FLOOR_KEYS if key in value.entries), 1)
            if weight is None or floor is None:
                return None
            return tuple(exactly(weight) if at >= floor else Fraction(0) for at in range(1, MAX_FLOORS + 1))
        return curve_of(value, self.lookups, default_lookup(value))

    def by_rows(self, rows: list[Value] | tuple[Value, ...], bound: Binding) -> list[WeightedKind] | None:
        """Rows of kinds and weights that are the same on every floor."""
        if not all(isinstance(row, Dictionary) or row_of(row) for row in rows):
            return None
        pairs = self.pairs_of(list(rows), bound)
        return [WeightedKind(kind, (weight,) * MAX_FLOORS) for kind, weight in pairs] if pairs else None


def default_lookup(value: Value) -> Lookup:
    """How the weight of a kind is looked up if the code doesn't show it."""
    return VALUE_FIRST if isinstance(value, list | tuple) else FLOOR_FIRST


def line_of(curve: Curve) -> Location | None:
    """Where the first weight of a curve is written; None if none has a place."""
    return next((Location(place.file, place.line) for weight in curve for place in origins_of(weight)), None)


def is_kind(part: Value) -> bool:
    """Whether a value in a row may be a kind."""
    return isinstance(part, str | UnresolvedName | Call | Dictionary | Namespace)


def identity(kind: Value) -> object:
    """A key that is equal for two mentions of the same kind."""
    return kind if isinstance(kind, str | UnresolvedName) else id(kind)


def shown(kind: Value) -> str:
    """A kind as a short text for messages."""
    if isinstance(kind, Call | Dictionary):
        return kind.label or "an entry"
    if isinstance(kind, UnresolvedName):
        return kind.key[:40]
    return f'"{kind[:40]}"' if isinstance(kind, str) else str(kind)[:40]
