"""The types of the subset of Python that rules are written in.

They come from annotations: `int`, `bool`, `float`, a record class, `Sequence` of a record class, `NDArray` of a number
type (a `MATRIX` if it has two dimensions), and named tuples of such arrays. NumPy need not be there. `Cells` gets its
type from the caller; that of an entry point says it: `Annotated[Cells, "i8"]`.
"""

from __future__ import annotations

import ast
import functools
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from steep.core.record import Cells

# The source of rules, and how what is wrong with it is told.

Rule = Callable[..., Any]


class Outside(TypeError):  # noqa: N818
    """A rule has something that the subset lacks. The message says where and what."""


@functools.cache
def source_of(rule: Rule) -> ast.FunctionDef:
    """The syntax tree of a rule. Raises `Outside` if it isn't a function in a file."""
    code = cast("Any", rule).__code__
    try:
        return _functions_in(code.co_filename)[code.co_firstlineno]
    except (OSError, KeyError):
        where = f"{code.co_filename}:{code.co_firstlineno}"
        raise Outside(f"{where}: rule {rule.__qualname__}: a rule is a function, written with def in a file") from None


@functools.cache
def _functions_in(path: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file, by their first line."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    functions = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    return {min((each.lineno, *(mark.lineno for mark in each.decorator_list))): each for each in functions}


def outside(rule: Rule, node: ast.AST, why: str) -> Outside:
    """An error that names the file, the line, the rule and the expression."""
    where = f"{cast('Any', rule).__code__.co_filename}:{getattr(node, 'lineno', 0)}"
    shown = next(line for line in ast.unparse(node).splitlines() if not line.startswith("@"))
    return Outside(f"{where}: rule {rule.__qualname__}: `{shown[:80]}`: {why}")


MATRIX = "matrix"
"""Annotation of an array of two dimensions: `Annotated[NDArray[np.int16], MATRIX]`."""

NUMBERS = {
    "b1": "uint8_t",
    "u1": "uint8_t",
    "i1": "int8_t",
    "i2": "I2",
    "u2": "U2",
    "i4": "I4",
    "u4": "U4",
    "i8": "I8",
    "f4": "F4",
    "f8": "F8",
}
"""The types of numbers in memory, and their names in C."""


@dataclass(frozen=True)
class Scalar:
    """A number in a local, or nothing."""

    c: str
    name: str


INT = Scalar("int64_t", "an integer")
BOOL = Scalar("int64_t", "a truth value")
FLOAT = Scalar("double", "a float")
NOTHING = Scalar("void", "nothing")


@dataclass(frozen=True)
class RecordOf:
    """A pointer to a record."""

    of: type[Any]


@dataclass(frozen=True)
class Array:
    """A pointer to numbers or records; its length is known when rules are translated."""

    of: str | type[Any]
    length: int
    fixed: bool = False
    """Whether it is a constant."""


@dataclass(frozen=True)
class Counted:
    """A pointer to numbers or records, with their number."""

    of: str | type[Any]


@dataclass(frozen=True)
class Matrix:
    """A pointer to numbers, with the number of rows and their length."""

    of: str


@dataclass(frozen=True)
class Table:
    """A constant tuple of tuples of integers."""

    length: int
    width: int


@dataclass(frozen=True)
class TupleOf:
    """Values side by side."""

    items: tuple[Type, ...]


@dataclass(frozen=True)
class Named:
    """A pointer to a named tuple of arrays."""

    of: type[Any]
    items: tuple[tuple[str, Counted | Matrix], ...]


Type = Scalar | RecordOf | Array | Counted | Matrix | Table | TupleOf | Named


NAMES = {
    Array: "an array",
    Counted: "an array",
    Matrix: "an array",
    Table: "a table of constants",
    TupleOf: "a tuple",
    Named: "arrays by name",
}


def is_number(type_: Type | None) -> bool:
    """Whether a value is a number. None, a type that isn't known yet, may become one."""
    return type_ in (INT, BOOL, FLOAT, None)


def value_of(code: str) -> Scalar:
    """What a number in memory becomes when it is read."""
    return FLOAT if code[0] == "f" else BOOL if code == "b1" else INT


def unified(first: Type | None, second: Type | None) -> Type | None:
    """The type that holds values of both types; None is not known yet. Raises `Outside` if there is none."""
    if first is None or first == second:
        return second
    if second is None:
        return first
    if {first, second} <= {INT, BOOL, FLOAT}:
        return FLOAT if FLOAT in (first, second) else INT
    raise Outside(f"{name_of_type(first)} and {name_of_type(second)}")


def name_of_type(type_: Type | None) -> str:
    """A type in words."""
    if isinstance(type_, RecordOf):
        return f"a {type_.of.__name__}"
    return type_.name if isinstance(type_, Scalar) else NAMES.get(type(type_), "unknown")


class _NDArray:
    """Stands for NumPy's type of arrays in annotations."""

    def __class_getitem__(cls, code: str) -> Counted:
        return Counted(code)


_NUMPY = {"bool_": "b1", "float32": "f4", "float64": "f8"} | {
    f"{sign}int{bits}": f"{sign or 'i'}{bits // 8}" for sign in ("", "u") for bits in (8, 16, 32, 64)
}
"""The codes of number types by their names in NumPy."""


def _hints(of: Any) -> dict[str, Any]:
    names = {"np": SimpleNamespace(**_NUMPY), "NDArray": _NDArray}
    return typing.get_type_hints(of, localns=names, include_extras=True)


def parameter_types(rule: Rule) -> tuple[Type, ...]:
    """The types of an entry point's parameters. Raises `Outside` for one that its annotation doesn't tell."""
    hints = _hints(rule)
    code = typing.cast("Any", rule).__code__
    found = []
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        type_ = _type_of(hints.get(name))
        if type_ is None:
            what = "a number, a record, a Sequence of records, or numbers of a width"
            raise outside(rule, source_of(rule), f"annotate `{name}` with what Python passes: {what}")
        found.append(type_)
    return tuple(found)


def result_type(rule: Rule) -> Scalar:
    """What an entry point returns, by its annotation: a number or nothing."""
    return {int: INT, bool: BOOL, float: FLOAT}.get(_hints(rule).get("return", object), NOTHING)


def _type_of(hint: Any) -> Type | None:
    """The type of an annotation; None if it doesn't tell."""
    if hint in (int, bool, float):
        return {int: INT, bool: BOOL, float: FLOAT}[hint]
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        if not issubclass(hint, tuple):
            return RecordOf(hint)
        items = ((name, _type_of(each)) for name, each in _hints(hint).items())
        return Named(hint, tuple(typing.cast("Any", items)))
    if isinstance(hint, Counted):
        return hint
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        if parts[0] == Cells:
            kind = Matrix if MATRIX in parts[1:] else Counted
            return next((kind(each) for each in parts[1:] if isinstance(each, str) and each in NUMBERS), None)
        array = _type_of(parts[0])
        return Matrix(typing.cast("str", array.of)) if isinstance(array, Counted) and MATRIX in parts[1:] else array
    if origin is Sequence and isinstance(_type_of(parts[0]), RecordOf):
        return Counted(parts[0])
    return None
