"""How compiled rules reach planes, convert integers and call each other: with few instructions, as there are thousands.

A plane or table of a record is at a known place and of a known length, and all indices are plain integers from 0 on.
Numba would build a description of an array in memory at each use of one, and look there for its length. A rule that
fails hands the error on, which Numba would copy at each call.

Only `steep.core.compiler.numba_pipeline` imports this module.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import CPUCallConv
from numba.core.cpu import CPUContext
from numba.np import arrayobj as numba_arrays

KINDS: Any = types
ARRAYS: Any = numba_arrays
"""Modules of Numba, without their type hints, which leave some of it out."""

Built = Callable[..., Any]
"""Adds instructions to a builder, and returns the value that they compute."""

DATA = 4
"""Where in Numba's description of an array the pointer to its first element is."""


def is_plane(kind: Any) -> bool:
    """Whether a type is that of a plane or table of a record."""
    return isinstance(kind, types.NestedArray) and kind.ndim == 1


def plane_in(target: Any, builder: Any, kind: Any, record: Any, name: str) -> Any:
    """A plane of a record: all of its description is constant but where it is."""
    plane = kind.typeof(name)
    first = cgutils.get_record_member(builder, record, kind.offset(name), target.get_data_type(plane.dtype))
    form = target.get_value_type(plane)
    numbers = plane.nitems, plane.size
    length, stride = (ir.Constant(form.elements[2], number) for number in numbers)
    held = [None, None, *numbers, ir.Undefined, [length], [stride]]
    described = ir.Constant(form, [ir.Constant(each, value) for each, value in zip(form.elements, held, strict=True)])
    return builder.insert_value(described, first, DATA)


def place_in(target: Any, builder: Any, kinds: Any, plane: Any, index: Any) -> Any:
    """A pointer to an element of a plane."""
    at = target.cast(builder, index, kinds[1], types.intp)
    if target.enable_boundscheck:
        cgutils.do_boundscheck(target, builder, at, ir.Constant(at.type, kinds[0].shape[0]))
    return builder.gep(builder.extract_value(plane, DATA), [at])


def read_from_plane(target: Any, kinds: Any) -> Built:
    """Reads an element."""

    def read(builder: Any, values: Any, _where: Any = None) -> Any:
        return ARRAYS.load_item(target, builder, kinds[0], place_in(target, builder, kinds, *values))

    return read


def write_to_plane(target: Any, kinds: Any) -> Built:
    """Writes an element."""

    def write(builder: Any, values: Any, _where: Any = None) -> Any:
        number = target.cast(builder, values[2], kinds[2], kinds[0].dtype)
        ARRAYS.store_item(target, builder, kinds[0], number, place_in(target, builder, kinds, *values[:2]))
        return target.get_dummy_value()

    return write


def convert(target: Any, kinds: Any, wanted: Any) -> Built:
    """Makes one integer of another."""
    return lambda builder, values, _where=None: target.cast(builder, values[0], kinds[0], wanted)


def own_function(target: Any, function: Any, signature: Any) -> Built | None:
    """What a function of Python becomes where rules compile in their own way; None for all others."""
    called, kinds = getattr(function, "typing_key", None), signature.args
    if called is int and len(kinds) == 1 and isinstance(kinds[0], types.Integer):
        return convert(target, kinds, signature.return_type)
    if called is operator.getitem and is_plane(kinds[0]) and isinstance(kinds[1], types.Integer):
        return read_from_plane(target, kinds)
    if called is operator.setitem and is_plane(kinds[0]) and isinstance(kinds[1], types.Integer):
        return write_to_plane(target, kinds)
    return None


def call_rule(target: Any, builder: Any, described: Any, signature: Any, values: Any) -> Any:
    """Call a rule. If it fails, so does the caller, with the error that the rule left where the caller's belongs."""
    conventions = target.call_conv
    returned = cgutils.alloca_once(builder, conventions.get_return_type(signature.return_type).pointee)
    packed = conventions._get_arg_packer(signature.args).as_arguments(builder, values)
    rule = target.declare_function(builder.module, described)
    code = builder.call(rule, [returned, builder.function.args[1], *packed])
    with cgutils.if_unlikely(builder, cgutils.is_not_null(builder, code)):
        builder.ret(code)
    return target.get_returned_value(builder, signature.return_type, builder.load(returned))


INSIDE = (
    (CPUContext, "get_getattr", "self typ attr"),
    (CPUContext, "get_function", "self fn sig _firstcall"),
    (CPUContext, "call_internal", "self builder fndesc sig args"),
    (CPUCallConv, "_get_arg_packer", "self argtypes"),
    (CPUCallConv, "get_return_type", "self ty"),
    (ARRAYS, "load_item", "context builder arrayty ptr"),
    (ARRAYS, "store_item", "context builder arrayty val ptr"),
)
"""What of Numba's inside this module replaces or calls, and with which arguments."""


def is_as_known() -> bool:
    """Whether the inside of this Numba is what this module was written for."""
    known = (getattr(owner, name, None) for owner, name, _ in INSIDE)
    return all(
        each is not None and list(inspect.signature(each).parameters) == arguments.split()
        for each, (_, _, arguments) in zip(known, INSIDE, strict=True)
    )


@contextmanager
def lowering_like_this() -> Iterator[None]:
    """Let Numba do all this while rules compile. A Numba with another inside compiles them in its own way, slower."""
    if not is_as_known():
        yield
        return
    numbas = {name: getattr(CPUContext, name) for name in ("get_getattr", "get_function", "call_internal")}

    def getattr_of(target: Any, kind: Any, name: str) -> Any:
        own = isinstance(kind, types.Record) and is_plane(kind.typeof(name))
        return plane_in if own else numbas["get_getattr"](target, kind, name)

    def function_of(target: Any, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        own = own_function(target, function, signature)
        return own or numbas["get_function"](target, function, signature, _firstcall)

    def call(target: Any, builder: Any, described: Any, signature: Any, values: Any) -> Any:
        caller = builder.function.args
        own = len(caller) > 1 and caller[1].name == "excinfo" and not isinstance(signature.return_type, KINDS.Optional)
        return (call_rule if own else numbas["call_internal"])(target, builder, described, signature, values)

    CPUContext.get_getattr, CPUContext.get_function, CPUContext.call_internal = getattr_of, function_of, call
    try:
        yield
    finally:
        for name, method in numbas.items():
            setattr(CPUContext, name, method)
