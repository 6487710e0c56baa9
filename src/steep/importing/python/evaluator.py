"""Expressions to values, without running them: literals, constants by name, simple sums, and calls left undone.

Only what cannot do anything is worked out: no function of the project is
entered, nothing is imported, and numbers and lists stay small.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field

from steep.importing.output.report import Where
from steep.importing.python.values import (
    MOST_LENGTH,
    UNKNOWN,
    Branch,
    Call,
    Named,
    Namespace,
    Record,
    Value,
    bounded,
    number_of,
)

DEEPEST = 60
"""Expressions within expressions. A table has five."""

MOST_NUMBER = 2**53

SUMS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}

COPIES = frozenset(("copy", "deepcopy", "list", "tuple", "OrderedDict", "MappingProxyType", "freeze", "frozenset"))
"""Calls that give what they get, as far as a table is concerned."""


@dataclass(slots=True)
class Scope:
    """Names in sight at a place, and what stands around it."""

    file: str
    names: dict[str, Value] = field(default_factory=dict)
    parent: Scope | None = None
    inside: str = ""
    own: Namespace | None = None
    """The class whose method this is."""
    branches: tuple[Branch, ...] = ()

    def look_up(self, name: str) -> Value:
        """The value of a name, here or farther out; UNKNOWN when it has none."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return UNKNOWN

    def has(self, name: str) -> bool:
        """Whether a name has a value, known or not."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.parent
        return False


class Evaluator:
    """Works out expressions, and keeps every call and dictionary that it meets."""

    def __init__(self) -> None:
        self.made: list[Call] = []
        self.records: list[Record] = []

    def evaluate(self, node: ast.expr | None, scope: Scope, depth: int = 0) -> Value:
        """What an expression comes to."""
        if node is None or depth > DEEPEST:
            return UNKNOWN
        depth += 1
        match node:
            case ast.Constant():
                return plain(node.value)
            case ast.Name():
                return scope.look_up(node.id) if scope.has(node.id) else Named(node.id)
            case ast.Attribute():
                return self.attribute(node, scope, depth)
            case ast.Subscript():
                return self.subscript(node, scope, depth)
            case ast.Tuple():
                return tuple(self.sequence(node.elts, scope, depth))
            case ast.List() | ast.Set():
                return self.sequence(node.elts, scope, depth)
            case ast.Dict():
                return self.dictionary(node, scope, depth)
            case ast.BinOp():
                return self.sum(node, scope, depth)
            case ast.UnaryOp():
                return self.sign(node, scope, depth)
            case ast.Call():
                return self.call(node, scope, depth)
            case ast.Lambda():
                return self.evaluate(node.body, scope, depth)
            case ast.NamedExpr():
                scope.names[node.target.id] = self.evaluate(node.value, scope, depth)
                return scope.names[node.target.id]
            case ast.IfExp():
                # Which of the two only a run would tell, but what they make is made.
                self.evaluate(node.body, scope, depth)
                self.evaluate(node.orelse, scope, depth)
        return UNKNOWN

    def attribute(self, node: ast.Attribute, scope: Scope, depth: int) -> Value:
        """A name in a module, a class or an object."""
        base = self.evaluate(node.value, scope, depth)
        if isinstance(base, Namespace):
            return base.names.get(node.attr, Named(f"{base.name}.{node.attr}"))
        path = dotted(node)
        if path and scope.has(path):
            return scope.look_up(path)
        if path.startswith(("self.", "cls.")) and scope.own is not None and node.attr in scope.own.names:
            return scope.own.names[node.attr]
        if isinstance(base, Call):
            # An attribute of something that was made with it: `player.fighter`, `row.weight`.
            return base.named.get(node.attr, Named(path or node.attr))
        return Named(path) if path else UNKNOWN

    def subscript(self, node: ast.Subscript, scope: Scope, depth: int) -> Value:
        """An entry of a list or a dictionary."""
        base = self.evaluate(node.value, scope, depth)
        index = self.evaluate(node.slice, scope, depth)
        if isinstance(base, Record) and isinstance(index, int | str):
            return base.entries.get(index, UNKNOWN)
        if isinstance(base, Record):
            base.picked = True
        if isinstance(base, list | tuple) and isinstance(index, int) and -len(base) <= index < len(base):
            return base[index]
        if isinstance(index, str) and isinstance(base, Named | Namespace | Call):
            return Named(f"{getattr(base, 'path', '')}.{index}")
        return UNKNOWN

    def sequence(self, nodes: list[ast.expr], scope: Scope, depth: int) -> list[Value]:
        """The values of a list's expressions, what is spread in it included."""
        values: list[Value] = []
        for node in nodes[:MOST_LENGTH]:
            if isinstance(node, ast.Starred):
                spread = self.evaluate(node.value, scope, depth)
                values.extend(spread if isinstance(spread, list | tuple) else [UNKNOWN])
                values = bounded(values)
            else:
                values.append(self.evaluate(node, scope, depth))
        return bounded(values)

    def dictionary(self, node: ast.Dict, scope: Scope, depth: int) -> Value:
        """A dictionary, entry by entry."""
        record = Record({}, Where(scope.file, node.lineno), scope.inside, scope.branches)
        for key_node, value_node in zip(node.keys[:MOST_LENGTH], node.values, strict=False):
            value = self.evaluate(value_node, scope, depth)
            if key_node is None:
                merge(record, value)
                continue
            key = self.evaluate(key_node, scope, depth)
            if isinstance(key_node, ast.Constant) and key in record.entries:
                record.doubled.append(key)
            put(record, key, value)
        self.records.append(record)
        return record

    def sum(self, node: ast.BinOp, scope: Scope, depth: int) -> Value:
        """A sum, or two lists or dictionaries put together."""
        left, right = self.evaluate(node.left, scope, depth), self.evaluate(node.right, scope, depth)
        if isinstance(node.op, ast.Add):
            for kind in (list, tuple):
                if isinstance(left, kind) and isinstance(right, kind):
                    return kind(bounded([*left, *right]))
            if isinstance(left, str) and isinstance(right, str):
                return (left + right)[:MOST_LENGTH]
        if isinstance(node.op, ast.BitOr) and isinstance(left, Record):
            both = Record(dict(left.entries), left.where, left.inside, left.branches)
            merge(both, right)
            return both
        return compute(node.op, number_of(left), number_of(right))

    def sign(self, node: ast.UnaryOp, scope: Scope, depth: int) -> Value:
        """A number with a sign."""
        value = number_of(self.evaluate(node.operand, scope, depth))
        if value is None or not isinstance(node.op, ast.USub | ast.UAdd):
            return UNKNOWN
        return -value if isinstance(node.op, ast.USub) else value

    def call(self, node: ast.Call, scope: Scope, depth: int) -> Value:
        """A call that is not made, but for those that give what they get."""
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        args = self.sequence(node.args, scope, depth)
        named = {word.arg: self.evaluate(word.value, scope, depth) for word in node.keywords[:MOST_LENGTH] if word.arg}
        if last in COPIES and args:
            return args[0]
        if last == "copy" and isinstance(node.func, ast.Attribute):
            return self.evaluate(node.func.value, scope, depth)
        if last == "dict":
            return self.dictionary_call(node, args, named, scope)
        if last == "chr" and len(args) == 1 and isinstance(args[0], int) and 0 <= args[0] < 0xD800:
            return chr(args[0])
        if last in ("int", "float", "round") and len(args) == 1 and number_of(args[0]) is not None:
            return int(args[0]) if last == "int" else args[0]
        made = Call(name, args, named, Where(scope.file, node.lineno), scope.inside, scope.branches)
        self.made.append(made)
        return made

    def dictionary_call(self, node: ast.Call, args: list[Value], named: dict[str, Value], scope: Scope) -> Record:
        """A dictionary spelled as a call."""
        record = Record({}, Where(scope.file, node.lineno), scope.inside, scope.branches)
        if args:
            merge(record, args[0])
        for key, value in named.items():
            put(record, key, value)
        self.records.append(record)
        return record


def plain(value: object) -> Value:
    """A literal, if it is one that a table may hold."""
    if isinstance(value, int | float):
        return value if abs(value) <= MOST_NUMBER else UNKNOWN
    return value if isinstance(value, str | None) else UNKNOWN


def compute(sign: ast.operator, left: float | None, right: float | None) -> Value:
    """A small sum; UNKNOWN for anything large, or not a number."""
    if left is None or right is None:
        return UNKNOWN
    try:
        result = SUMS[type(sign)](left, right) if type(sign) in SUMS else power(sign, left, right)
    except (ArithmeticError, ValueError):
        return UNKNOWN
    if isinstance(left, int) and isinstance(right, int) and isinstance(sign, ast.Pow) and math.isfinite(result):
        result = int(result)
    return result if math.isfinite(result) and abs(result) <= MOST_NUMBER else UNKNOWN


def power(sign: ast.operator, left: float, right: float) -> float:
    """A power that is surely small, or a number that is none."""
    small = isinstance(sign, ast.Pow) and abs(left) <= 100 and 0 <= right <= 20
    return float(left**right) if small else math.nan


def put(record: Record, key: Value, value: Value) -> None:
    """An entry of a dictionary; a Made or a dictionary there is known by its key."""
    if not isinstance(key, int | str | float | Named | Call) or len(record.entries) >= MOST_LENGTH:
        return
    record.entries[key] = value
    label(value, key)


def merge(record: Record, value: Value) -> None:
    """All entries of another dictionary, or of a list of pairs."""
    if isinstance(value, Record):
        for key, entry in list(value.entries.items()):
            put(record, key, entry)
    elif isinstance(value, list | tuple):
        for pair in value:
            if isinstance(pair, list | tuple) and len(pair) == 2:
                put(record, pair[0], pair[1])


def label(value: Value, name: Value) -> None:
    """Remember the first name of something."""
    if isinstance(value, Call | Record) and not value.label and isinstance(name, str):
        value.label = name


def dotted(node: ast.expr) -> str:
    """A chain of names as it is written, ``super().__init__`` included; empty when it is something else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        parts.append("super()")
    elif not parts:
        return ""
    return ".".join(reversed(parts))
