"""Evaluates expressions without running them: literals, names, simple arithmetic. Calls are recorded, not made.

No function of the project is entered, nothing is imported, and numbers and
lists stay small.
"""

from __future__ import annotations

import ast
import math
import operator
import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from steep.importing.output.import_report import Location
from steep.importing.python.expression_values import (
    MAX_LENGTH,
    UNKNOWN,
    Branch,
    Call,
    Dictionary,
    Namespace,
    UnresolvedName,
    Value,
    bounded,
    number_of,
)
from steep.importing.python.written_numbers import Origin, written

# Evaluates file paths as code builds them, by `os.path` or pathlib, often from the module's own path, `__file__`.

PATH_CLASSES = frozenset(("Path", "PurePath", "PosixPath", "PurePosixPath", "pathlib.Path", "pathlib.PurePath"))

SAME = frozenset(("absolute", "abspath", "as_posix", "expanduser", "fspath", "normpath", "realpath", "resolve"))
"""Functions and methods that return the same path in another form."""


OPENS = frozenset(("open", "read", "read_bytes", "read_text"))
"""Methods of a path, or of an open file, that return a file or its text."""

METHODS = SAME | OPENS | {"joinpath"}


def folder_of(path: str) -> str:
    """The folder that a path is in."""
    return posixpath.normpath(f"{path or '.'}/..")


def folder_given(args: Sequence[Value]) -> str | None:
    """The folder that contains the first argument."""
    return folder_of(args[0]) if args and isinstance(args[0], str) else None


def joined(parts: Sequence[Value]) -> str | None:
    """Some parts as one path; None if a part is known only at run time."""
    names = [part for part in parts if isinstance(part, str)]
    return posixpath.join(*names) if names and len(names) == len(parts) else None


FUNCTIONS: dict[str, Callable[[Sequence[Value]], str | None]] = {
    "os.path.join": joined,
    "path.join": joined,
    **dict.fromkeys(("os.path.dirname", "path.dirname", "dirname"), folder_given),
    **{f"os.path.{name}": joined for name in ("abspath", "normpath", "realpath", "expanduser")},
    **dict.fromkeys(("abspath", "realpath", "os.fspath", "str", *PATH_CLASSES), joined),
}
"""Functions and classes that return a path."""


def path_called(function: str, receiver: Value, method: str, args: Sequence[Value]) -> str | None:
    """The path that a call returns: of a function by its full name, or of a path's method; None if it returns none."""
    if function in FUNCTIONS:
        return FUNCTIONS[function](args)
    if not isinstance(receiver, str):
        return None
    if method == "joinpath":
        return joined([receiver, *args])
    return receiver if method in SAME and not args else None


def path_attribute(path: str, name: str) -> Value:
    """An attribute of a path; None if paths have no such attribute."""
    if name == "parent":
        return folder_of(path)
    return [folder_of(path), folder_of(folder_of(path))] if name == "parents" else None


def path_opened(value: Value) -> Value:
    """The path that a call opens or reads; None if it does neither."""
    if not isinstance(value, Call):
        return None
    if "self" in value.named and value.key in OPENS:
        return value.named["self"]
    return value.args[0] if value.name in ("open", "io.open") and value.args else None


MAX_DEPTH = 60
"""Nesting of expressions. A table has about five levels."""

MAX_NUMBER = 2**53

OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}

COPIES = frozenset(("copy", "deepcopy", "list", "tuple", "OrderedDict", "MappingProxyType", "freeze", "frozenset"))
"""Calls that return their argument, or a copy of it."""


DataFile = Callable[[str, str], tuple[str, ast.expr] | None]
"""Returns the name and the contents of a JSON file, given a path and the project's file in which it is written."""


@dataclass(slots=True)
class Scope:
    """The names visible at some point of the code, and what surrounds it."""

    file: str
    names: dict[str, Value] = field(default_factory=dict)
    parent: Scope | None = None
    inside: str = ""
    own: Namespace | None = None
    """The class of the method."""
    branches: tuple[Branch, ...] = ()

    def look_up(self, name: str) -> Value:
        """The value of a name in this or an outer scope; UNKNOWN if it has none."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return UNKNOWN

    def has(self, name: str) -> bool:
        """Whether a name is bound, even to UNKNOWN."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.parent
        return False


class Evaluator:
    """Evaluates expressions and records every call and dictionary."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.dictionaries: list[Dictionary] = []
        self.data_file: DataFile | None = None

    def evaluate(self, node: ast.expr | None, scope: Scope, depth: int = 0) -> Value:
        """The value of an expression."""
        if node is None or depth > MAX_DEPTH:
            return UNKNOWN
        depth += 1
        match node:
            case ast.Constant():
                value = plain(node.value)
                return written(value, origin_of(node, scope)) if isinstance(value, int | float) else value
            case ast.Name(id="__file__"):
                return scope.file
            case ast.Name():
                return scope.look_up(node.id) if scope.has(node.id) else UnresolvedName(node.id)
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
                return self.arithmetic(node, scope, depth)
            case ast.UnaryOp():
                return self.sign(node, scope, depth)
            case ast.Call():
                return self.call(node, scope, depth)
            case ast.Lambda():
                return self.evaluate(node.body, scope, depth)
            case ast.JoinedStr():
                parts = [self.evaluate(part, scope, depth) for part in node.values]
                return "".join(parts)[:MAX_LENGTH] if all(isinstance(part, str) for part in parts) else UNKNOWN
            case ast.FormattedValue(conversion=-1, format_spec=None):
                return self.evaluate(node.value, scope, depth)
            case ast.DictComp():
                return self.comprehension(node, scope, depth)
            case ast.NamedExpr():
                scope.names[node.target.id] = self.evaluate(node.value, scope, depth)
                return scope.names[node.target.id]
            case ast.IfExp():
                # Which branch is taken is unknown, but the calls in both are recorded.
                self.evaluate(node.body, scope, depth)
                self.evaluate(node.orelse, scope, depth)
        return UNKNOWN

    def attribute(self, node: ast.Attribute, scope: Scope, depth: int) -> Value:
        """An attribute of a module, a class or an object."""
        base = self.evaluate(node.value, scope, depth)
        if isinstance(base, Namespace):
            return base.names.get(node.attr, UnresolvedName(f"{base.name}.{node.attr}"))
        if isinstance(base, str) and (found := path_attribute(base, node.attr)) is not None:
            return found
        path = dotted(node)
        if path and scope.has(path):
            return scope.look_up(path)
        if path.startswith(("self.", "cls.")) and scope.own is not None and node.attr in scope.own.names:
            return scope.own.names[node.attr]
        if isinstance(base, Call):
            # An attribute that was a keyword argument of the call: `player.fighter`, `row.weight`.
            return base.named.get(node.attr, UnresolvedName(path or node.attr))
        return UnresolvedName(path) if path else UNKNOWN

    def subscript(self, node: ast.Subscript, scope: Scope, depth: int) -> Value:
        """An entry of a list or a dictionary."""
        base = self.evaluate(node.value, scope, depth)
        index = self.evaluate(node.slice, scope, depth)
        if isinstance(base, Dictionary) and isinstance(index, int | str):
            return base.entries.get(index, UNKNOWN)
        if isinstance(base, Dictionary):
            base.indexed = True
        if isinstance(base, list | tuple) and isinstance(index, int) and -len(base) <= index < len(base):
            return base[index]
        if isinstance(index, str) and isinstance(base, UnresolvedName | Namespace | Call):
            return UnresolvedName(f"{getattr(base, 'path', '')}.{index}")
        return UNKNOWN

    def sequence(self, nodes: list[ast.expr], scope: Scope, depth: int) -> list[Value]:
        """The values of a list's expressions, with starred ones expanded."""
        values: list[Value] = []
        for node in nodes[:MAX_LENGTH]:
            if isinstance(node, ast.Starred):
                spread = self.evaluate(node.value, scope, depth)
                values.extend(spread if isinstance(spread, list | tuple) else [UNKNOWN])
                values = bounded(values)
            else:
                values.append(self.evaluate(node, scope, depth))
        return bounded(values)

    def dictionary(self, node: ast.Dict, scope: Scope, depth: int) -> Value:
        """A dictionary, entry by entry."""
        record = Dictionary({}, Location(scope.file, node.lineno), scope.inside, scope.branches)
        for key_node, value_node in zip(node.keys[:MAX_LENGTH], node.values, strict=False):
            value = self.evaluate(value_node, scope, depth)
            if key_node is None:
                merge(record, value)
                continue
            key = self.evaluate(key_node, scope, depth)
            if isinstance(key_node, ast.Constant) and key in record.entries:
                record.duplicates.append(key)
            put(record, key, value)
        self.dictionaries.append(record)
        return record

    def arithmetic(self, node: ast.BinOp, scope: Scope, depth: int) -> Value:
        """An arithmetic operation, or two lists, strings or dictionaries joined."""
        left, right = self.evaluate(node.left, scope, depth), self.evaluate(node.right, scope, depth)
        if isinstance(node.op, ast.Add):
            for kind in (list, tuple):
                if isinstance(left, kind) and isinstance(right, kind):
                    return kind(bounded([*left, *right]))
            if isinstance(left, str) and isinstance(right, str):
                return (left + right)[:MAX_LENGTH]
        if isinstance(node.op, ast.Div) and (path := joined([left, right])) is not None:
            return path[:MAX_LENGTH]
        if isinstance(node.op, ast.BitOr) and isinstance(left, Dictionary):
            both = Dictionary(dict(left.entries), left.location, left.inside, left.branches)
            merge(both, right)
            return both
        return compute(node.op, number_of(left), number_of(right))

    def sign(self, node: ast.UnaryOp, scope: Scope, depth: int) -> Value:
        """A number with a sign."""
        value = number_of(self.evaluate(node.operand, scope, depth))
        if value is None or not isinstance(node.op, ast.USub | ast.UAdd):
            return UNKNOWN
        signed = -value if isinstance(node.op, ast.USub) else value
        return written(signed, origin_of(node, scope)) if isinstance(node.operand, ast.Constant) else signed

    def comprehension(self, node: ast.DictComp, scope: Scope, depth: int) -> Value:
        """`{int(key): value for key, value in table.items()}`: the table, with keys as they are or as numbers."""
        match node:
            case ast.DictComp(
                key=ast.Name(id=key) | ast.Call(func=ast.Name(id="int"), args=[ast.Name(id=key)]),
                value=ast.Name(id=value),
                generators=[
                    ast.comprehension(
                        target=ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)]),
                        iter=ast.Call(func=ast.Attribute(value=given, attr="items"), args=[]),
                        ifs=[],
                    )
                ],
            ) if (key, value) == (first, second):
                table = self.evaluate(given, scope, depth)
                if isinstance(table, Dictionary):
                    numbers = isinstance(node.key, ast.Call)
                    made = Dictionary({}, Location(scope.file, node.lineno), scope.inside, scope.branches)
                    for name, entry in table.entries.items():
                        put(made, int(name) if numbers and isinstance(name, str) and name.isdecimal() else name, entry)
                    self.dictionaries.append(made)
                    return made
        return UNKNOWN

    def call(self, node: ast.Call, scope: Scope, depth: int) -> Value:
        """A recorded call; for copies and conversions, their value."""
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        args = self.sequence(node.args, scope, depth)
        named = {word.arg: self.evaluate(word.value, scope, depth) for word in node.keywords[:MAX_LENGTH] if word.arg}
        if last in COPIES and args:
            return args[0]
        if last == "copy" and isinstance(node.func, ast.Attribute):
            return self.evaluate(node.func.value, scope, depth)
        if last == "dict":
            return self.dictionary_call(node, args, named, scope)
        receiver: Value = UNKNOWN
        if isinstance(node.func, ast.Attribute) and last in METHODS:
            receiver = self.evaluate(node.func.value, scope, depth)
        of_call = isinstance(node.func, ast.Attribute) and "." not in name
        path = path_called("" if of_call else name, receiver, last, args)
        if path is not None:
            return path
        opened = path_opened(args[0]) if name in ("json.load", "json.loads") and args else None
        if self.data_file is not None and isinstance(opened, str):
            found = self.data_file(opened, scope.file)
            if found is not None:
                # JSON reads as Python's literals do, so its numbers have their places.
                return self.evaluate(found[1], Scope(found[0], {"true": True, "false": False, "null": None}), depth)
        if last == "chr" and len(args) == 1 and isinstance(args[0], int) and 0 <= args[0] < 0xD800:
            return chr(args[0])
        if last in ("int", "float", "round") and len(args) == 1 and number_of(args[0]) is not None:
            return int(args[0]) if last == "int" else args[0]
        made = Call(name, args, named, Location(scope.file, node.lineno), scope.inside, scope.branches)
        called = self.evaluate(node.func, scope, depth) if name and "(" not in name else UNKNOWN
        made.of = called if isinstance(called, Namespace) else None
        if last in OPENS and isinstance(receiver, str | Call):
            made.named["self"] = path_opened(receiver) if isinstance(receiver, Call) else receiver
        self.calls.append(made)
        return made

    def dictionary_call(self, node: ast.Call, args: list[Value], named: dict[str, Value], scope: Scope) -> Dictionary:
        """A dictionary written as ``dict(…)``."""
        record = Dictionary({}, Location(scope.file, node.lineno), scope.inside, scope.branches)
        if args:
            merge(record, args[0])
        for key, value in named.items():
            put(record, key, value)
        self.dictionaries.append(record)
        return record


def origin_of(node: ast.expr, scope: Scope) -> Origin:
    """The place of a number."""
    return Origin(scope.file, node.lineno, node.col_offset, node.end_col_offset or node.col_offset)


def plain(value: object) -> Value:
    """The value of a literal; UNKNOWN for types that tables don't have."""
    if isinstance(value, int | float):
        return value if abs(value) <= MAX_NUMBER else UNKNOWN
    return value if isinstance(value, str | None) else UNKNOWN


def compute(sign: ast.operator, left: float | None, right: float | None) -> Value:
    """The result of an arithmetic operation; UNKNOWN if it is large or not a number."""
    if left is None or right is None:
        return UNKNOWN
    try:
        result = OPERATORS[type(sign)](left, right) if type(sign) in OPERATORS else power(sign, left, right)
    except (ArithmeticError, ValueError):
        return UNKNOWN
    if isinstance(left, int) and isinstance(right, int) and isinstance(sign, ast.Pow) and math.isfinite(result):
        result = int(result)
    return result if math.isfinite(result) and abs(result) <= MAX_NUMBER else UNKNOWN


def power(sign: ast.operator, left: float, right: float) -> float:
    """A power of small numbers; NaN for anything else."""
    small = isinstance(sign, ast.Pow) and abs(left) <= 100 and 0 <= right <= 20
    return float(left**right) if small else math.nan


def put(record: Dictionary, key: Value, value: Value) -> None:
    """Set an entry of a dictionary. An unlabelled call or dictionary takes its key as label."""
    if not isinstance(key, int | str | float | UnresolvedName | Call | Namespace) or len(record.entries) >= MAX_LENGTH:
        return
    record.entries[key] = value
    label(value, key)


def merge(record: Dictionary, value: Value) -> None:
    """Add all entries of another dictionary or of a list of pairs."""
    if isinstance(value, Dictionary):
        for key, entry in list(value.entries.items()):
            put(record, key, entry)
    elif isinstance(value, list | tuple):
        for pair in value:
            if isinstance(pair, list | tuple) and len(pair) == 2:
                put(record, pair[0], pair[1])


def label(value: Value, name: Value) -> None:
    """Label a call or dictionary with its first name."""
    if isinstance(value, Call | Dictionary) and not value.label and isinstance(name, str):
        value.label = name


def dotted(node: ast.expr) -> str:
    """A dotted name as it is written, including ``super().__init__``; empty for other expressions."""
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


def name_at_end(node: ast.AST) -> str:
    """The last part of a dotted name, as in ``components.ai.HostileEnemy``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
