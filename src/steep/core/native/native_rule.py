"""Calls rules in a library: checks what they are given, and raises what went wrong in them. Needs NumPy."""

from __future__ import annotations

import ctypes
import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any, Generic, cast

import numpy as np

from steep.core.native.types import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    Counted,
    Matrix,
    Named,
    RecordOf,
    Type,
    parameter_types,
    result_type,
)
from steep.core.native.unit import symbol_of
from steep.core.record import size_of
from steep.core.rule_decorator import P, R, is_rule

WIDTHS = {"b1": "|b1", "u1": "|u1", "i1": "|i1"}
"""The dtypes of numbers of one byte; others are little-endian."""


class Failure(ctypes.Structure):
    """Why a call ended before its time; `prelude.h` declares the same."""

    _fields_ = (
        ("kind", ctypes.c_int64),
        ("line", ctypes.c_int64),
        ("found", ctypes.c_int64),
        ("bound", ctypes.c_int64),
        ("rule", ctypes.c_char_p),
    )


def error_of(failure: Failure) -> Exception:
    """The error that the plain form of a rule would have raised."""
    where = f"{(failure.rule or b'').decode()}, line {failure.line}"
    match failure.kind:
        case 1:
            return IndexError(f"{where}: index {failure.found}, of {failure.bound}")
        case 2:
            return ZeroDivisionError(f"{where}: division by zero")
        case 4:
            return ValueError(f"{where}: {failure.found} is no value for this shift, step or square root")
    return OverflowError(f"{where}: {failure.found} doesn't fit, the limit is {failure.bound}")


class NativeRule(Generic[P, R]):
    """The native form of a rule. It takes NumPy records and arrays where the rule takes plain ones.

    A call raises `TypeError` or `ValueError` for an argument of another type or size, or one that isn't contiguous or
    can't be written to. Python's lock is free while it lasts. Where there is no library, it is the rule itself, on the
    same arrays.
    """

    def __init__(self, rule: Callable[P, R], library: Callable[[], ctypes.CDLL | None]) -> None:
        self.rule = rule
        self._library = library
        self._parameters = inspect.signature(rule).parameters
        self.types, self.result = parameter_types(rule), result_type(rule)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Call it."""
        if named or len(arguments) != len(self.types):
            given = inspect.signature(self.rule).bind(*arguments, **named)
            given.apply_defaults()
            arguments = cast("Any", tuple(given.arguments.values()))
        return cast("R", self.bind(*arguments)())

    def bind(self, *arguments: Any) -> Callable[..., Any]:
        """A call with its first arguments, which are checked once. For one thread at a time."""
        if len(arguments) > len(self.types):
            raise TypeError(f"{self.rule.__qualname__} takes {len(self.types)} arguments, not {len(arguments)}")
        if self.function is None:
            return functools.partial(self.rule, *arguments)
        return _BoundCall(self, self.function, arguments)

    @functools.cached_property
    def function(self) -> Any:
        """The C function; None if there is no library."""
        library = self._library()
        if library is None:
            return None
        found = getattr(library, symbol_of(self.rule))
        numbers = {INT: [ctypes.c_int64], BOOL: [ctypes.c_int64], FLOAT: [ctypes.c_double]}
        found.argtypes = [ctypes.c_void_p]
        for type_ in self.types:
            more = {Counted: [ctypes.c_int64], Matrix: [ctypes.c_int64, ctypes.c_int64]}.get(type(type_), [])
            found.argtypes += numbers.get(cast("Any", type_)) or [ctypes.c_void_p, *more]
        found.restype = ctypes.c_double if self.result is FLOAT else ctypes.c_int64
        return found


class _BoundCall:
    """A rule with some of its arguments. It keeps the arrays that they point into."""

    def __init__(self, native: NativeRule[Any, Any], function: Any, arguments: tuple[Any, ...]) -> None:
        self._native, self._function, self._kept = native, function, arguments
        self._rest = native.types[len(arguments) :]
        self._failure = Failure()
        self._address = ctypes.addressof(self._failure)
        self._values: list[Any] = []
        self._blocks: list[Any] = []
        for name, type_, argument in zip(native._parameters, native.types, arguments, strict=False):
            self._values += self._converted(name, type_, argument)

    def __call__(self, *rest: Any) -> Any:
        """Call the rule with the arguments that are missing."""
        values = self._values
        if len(rest) != len(self._rest):
            raise TypeError(
                f"{self._native.rule.__qualname__}: {len(self._rest)} arguments are missing, not {len(rest)}"
            )
        if rest:
            names = list(self._native._parameters)[-len(self._rest) :]
            values = [*values]
            for name, type_, argument in zip(names, self._rest, rest, strict=True):
                values += self._converted(name, type_, argument)
        result = self._function(self._address, *values)
        if self._failure.kind:
            error = error_of(self._failure)
            self._failure.kind = 0
            raise error
        kind = self._native.result
        return None if kind is NOTHING else bool(result) if kind is BOOL else result

    def _converted(self, name: str, type_: Type, value: Any) -> list[Any]:
        """What C gets for an argument: a number, or an address and, of arrays, the lengths."""
        try:
            match type_:
                case RecordOf(of):
                    return [address_of(value, size_of(of))]
                case Counted() | Matrix():
                    return _array(type_, value)
                case Named(_, items):
                    numbers = [n for (_, each), held in zip(items, value, strict=True) for n in _array(each, held)]
                    self._blocks.append((ctypes.c_int64 * len(numbers))(*numbers))
                    return [ctypes.addressof(self._blocks[-1])]
            return [float(value) if type_ is FLOAT else _int64(value)]
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"{self._native.rule.__qualname__}: {name}: {error}") from None


def _int64(value: Any) -> int:
    number = operator.index(value)
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"{number} is no integer of 64 bits")
    return number


def address_of(value: Any, size: int) -> int:
    """The address of a record's bytes: a NumPy record, an array, or another buffer."""
    if isinstance(value, np.ndarray | np.generic):
        writable, found = value.flags.writeable, value.nbytes
        if not value.flags.c_contiguous:
            raise ValueError("its bytes are not contiguous")
        memory = value if isinstance(value, np.ndarray) else np.frombuffer(value, np.uint8)
    else:
        memory = np.frombuffer(value, np.uint8)
        writable, found = memory.flags.writeable, memory.nbytes
    if found != size:
        raise ValueError(f"found {found} bytes, the record has {size}")
    if not writable:
        raise ValueError("it can't be written to")
    return memory.ctypes.data


def _array(type_: Counted | Matrix, value: Any) -> list[int]:
    """An array's address and lengths."""
    if not isinstance(value, np.ndarray):
        raise TypeError(f"found {type(value).__name__}, it must be an array")
    dimensions = 2 if isinstance(type_, Matrix) else 1
    if value.ndim != dimensions:
        raise ValueError(f"found {value.ndim} dimensions, the array has {dimensions}")
    if isinstance(type_.of, str):
        expected = WIDTHS.get(type_.of, f"<{type_.of}")
        if value.dtype.str != expected:
            raise TypeError(f"found {value.dtype.str}, the array has {expected}")
    elif value.itemsize != size_of(type_.of):
        raise ValueError(f"found rows of {value.itemsize} bytes, a {type_.of.__name__} has {size_of(type_.of)}")
    if not value.flags.c_contiguous and value.size:
        raise ValueError("its bytes are not contiguous")
    if not value.flags.writeable:
        raise ValueError("it can't be written to")
    return [value.ctypes.data, *value.shape]


@functools.cache
def native(rule: Callable[P, R]) -> NativeRule[P, R]:
    """The native form of a rule. Its library is built or loaded at its first call.

    Raises `TypeError` if the function isn't a rule, or has a parameter whose type Python can't pass.
    """
    if not is_rule(rule):
        raise TypeError(f"{rule!r} is not a rule")
    from steep.core.native.libraries import library_with

    return NativeRule(rule, functools.partial(library_with, rule))
