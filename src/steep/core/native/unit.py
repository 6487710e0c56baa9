"""A file of C: the translations of entry points and of all rules that they call."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, cast

from steep.core.native.types import (
    BOOL,
    INT,
    NOTHING,
    NUMBERS,
    Array,
    Counted,
    Matrix,
    Named,
    RecordOf,
    Rule,
    Scalar,
    Table,
    TupleOf,
    Type,
    name_of_type,
    outside,
    parameter_types,
    result_type,
    source_of,
)
from steep.core.record import Field, Plane, Rows, fields_of


def symbol_of(rule: Rule) -> str:
    """The name of an entry point in a library, such as `steep_rules_turn_step`."""
    return f"{rule.__module__}_{rule.__qualname__}".replace(".", "_").replace("<locals>", "in")


class Unit:
    """Collects declarations and functions; `text` is the file."""

    def __init__(self) -> None:
        self._declared: dict[Any, str] = {}
        """The C name of each record, tuple and constant."""
        self._declarations: list[str] = []
        self._functions: dict[tuple[Rule, tuple[Type, ...]], tuple[str, Type]] = {}
        self._bodies: list[str] = []
        self._exports: list[str] = []
        self._names: dict[str, int] = {}
        self._callers: list[Rule] = []

    @property
    def rules(self) -> set[Rule]:
        """All rules that were translated."""
        return {rule for rule, _ in self._functions}

    def text(self) -> str:
        """The file, which `prelude.h` is a part of."""
        prelude = (files("steep.core.native") / "prelude.h").read_text("utf-8")
        return "\n".join([prelude, *self._declarations, *self._bodies, *self._exports, ""])

    def function(self, rule: Rule, arguments: tuple[Type, ...]) -> tuple[str, Type]:
        """The C function of a rule for these types of arguments, and what it returns.

        Raises `Outside` for what the subset lacks, and for a rule that calls itself.
        """
        from steep.core.native.statements import Translation

        if rule in self._callers:
            names = [each.__qualname__ for each in self._callers[self._callers.index(rule) :]]
            calls = " calls ".join([*names, names[0]]) if len(names) > 1 else f"{names[0]} calls itself"
            raise outside(rule, source_of(rule), f"rule {calls}; rules do not recurse")
        key = (rule, arguments)
        if key not in self._functions:
            self._callers.append(rule)
            translation = Translation(self, rule, arguments)
            returned = translation.run()
            name = self.fresh(rule.__qualname__.replace(".", "_").replace("<locals>", "in"))
            self._functions[key] = name, returned
            self._bodies.append(translation.text(name, returned))
            self._callers.pop()
        return self._functions[key]

    def export(self, rule: Rule) -> None:
        """Make a rule an entry point, whose argument types its annotations give."""
        types = parameter_types(rule)
        name, returned = self.function(rule, types)
        promised = result_type(rule)
        if returned is not promised and not {returned, promised} <= {INT, BOOL}:
            what = f"it returns {name_of_type(returned)}, and is annotated with {name_of_type(promised)}"
            raise outside(rule, source_of(rule), what)
        declared, passed = ["Failure *given"], []
        for number, type_ in enumerate(types):
            parts = {Counted: ["at", "count"], Matrix: ["at", "count", "width"]}.get(type(type_))
            if parts is None:
                declared.append(f"{self.c_type(type_)} a{number}")
                passed.append(f"a{number}")
            else:
                start = f"{self._element(cast('Counted | Matrix', type_).of)} *a{number}_at"
                declared += [start, *(f"int64_t a{number}_{part}" for part in parts[1:])]
                passed.append(f"({self.c_type(type_)}){{{', '.join(f'a{number}_{part}' for part in parts)}}}")
        result = promised.c if promised is not NOTHING else "int64_t"
        call = f"{name}({', '.join(passed)})"
        called = f"{call}; {result} result = 0;" if returned is NOTHING else f"{result} result = {call};"
        symbol = symbol_of(rule)
        restore = "\n#ifndef __wasm__\n  way_out = outer;\n#endif\n"
        self._exports.append(
            f"EXPORT({symbol}) {result} {symbol}({', '.join(declared)}) {{\n"
            f"  BEGIN_CALL(given);\n  {called}{restore}  return result;\n}}"
        )

    def fresh(self, name: str) -> str:
        """A name that nothing in the file has yet."""
        count = self._names[name] = self._names.get(name, 0) + 1
        return f"{name}__{count}"

    def c_type(self, type_: Type) -> str:
        """A type's name in C."""
        match type_:
            case Scalar():
                return type_.c
            case RecordOf() | Array():
                return f"{self._element(type_.of)}*"
            case Counted():
                return self._declare(type_, "Counted", f"{self._element(type_.of)} *at; int64_t count;")
            case Matrix():
                return self._declare(type_, "Matrix", f"{self._element(type_.of)} *at; int64_t count, width;")
            case TupleOf():
                fields = " ".join(f"{self.c_type(each)} e{number};" for number, each in enumerate(type_.items))
                return self._declare(type_, "Tuple", fields)
            case Named():
                fields = " ".join(f"{self.c_type(each)} f_{name};" for name, each in type_.items)
                return f"{self._declare(type_, type_.of.__name__, fields)}*"
            case Table():
                return f"const int64_t (*)[{type_.width}]"

    def _element(self, of: str | type[Any]) -> str:
        if isinstance(of, str):
            return NUMBERS[of]
        if of not in self._declared:
            fields = " ".join(map(self._field, fields_of(of)))
            self._declared[of] = name = self.fresh(of.__name__)
            self._declarations.append(f"typedef struct __attribute__((packed, may_alias)) {{ {fields} }} {name};")
        return self._declared[of]

    def _field(self, field: Field) -> str:
        match field.shape:
            case Plane(code, length):
                return f"{NUMBERS[code]} f_{field.name}[{length}];"
            case Rows(count):
                return f"{self._element(cast('type[Any]', field.of))} f_{field.name}[{count}];"
        return f"{self._element(field.code if field.of is None else field.of)} f_{field.name};"

    def _declare(self, type_: Type, name: str, fields: str) -> str:
        if type_ not in self._declared:
            self._declared[type_] = self.fresh(name)
            self._declarations.append(f"typedef struct {{ {fields} }} {self._declared[type_]};")
        return self._declared[type_]

    def constant(self, values: tuple[Any, ...]) -> tuple[str, Array | Table] | None:
        """The name and type of a constant tuple of integers, or of equally long tuples of integers; None for others."""
        if all(isinstance(value, int) for value in values):
            shape, body = "", ", ".join(map(integer, values))
            type_: Array | Table = Array("i8", len(values), fixed=True)
        elif all(isinstance(row, tuple) and len(row) == len(values[0]) for row in values):
            if not all(isinstance(value, int) for row in values for value in row):
                return None
            shape = f"[{len(values[0])}]"
            body = ", ".join(f"{{{', '.join(map(integer, row))}}}" for row in values)
            type_ = Table(len(values), len(values[0]))
        else:
            return None
        if (values, type_) not in self._declared:
            self._declared[values, type_] = name = self.fresh("constant")
            self._declarations.append(f"static const int64_t {name}[{len(values)}]{shape} = {{{body}}};")
        name = self._declared[values, type_]
        return (f"((I8*){name})" if isinstance(type_, Array) else name), type_


def integer(value: int) -> str:
    """An integer in C."""
    number = int(value)
    return "INT64_MIN" if number == -(2**63) else f"({number}LL)" if number < 0 else f"{number}LL"


def translate(entry_points: Sequence[Rule]) -> str:
    """The C of entry points and of all rules that they call. Raises `Outside` for what the subset lacks."""
    unit = Unit()
    for rule in entry_points:
        unit.export(rule)
    return unit.text()
