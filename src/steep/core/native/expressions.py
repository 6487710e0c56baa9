"""Translates the expressions of a rule.

Python evaluates from left to right, C in any order. So each value knows whether evaluating it calls rules or reads
memory that a call could change, and where order matters, values go into temporaries first.
"""

from __future__ import annotations

import ast
import inspect
import math
import operator
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple, cast

from steep.core.native.types import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    NUMBERS,
    Array,
    Counted,
    Matrix,
    Named,
    Outside,
    RecordOf,
    Rule,
    Table,
    TupleOf,
    Type,
    is_number,
    name_of_type,
    outside,
    source_of,
    unified,
    value_of,
)
from steep.core.native.unit import Unit, integer
from steep.core.record import Plane, Rows, copy_record, fields_of
from steep.core.rule_decorator import is_rule, prefetch

PURE, READS, CALLS = range(3)
"""What evaluating a value involves: neither memory nor calls, reading memory, or calling rules."""


class Value(NamedTuple):
    """An expression in C."""

    c: str
    type: Type | None
    """None as long as the type isn't known."""
    effects: int = PURE


class Place(NamedTuple):
    """A part of memory, as an expression in C that can be assigned to."""

    c: str
    held: str | Type | None
    """The code of a number, or the type of something larger."""
    effects: int
    fixed: bool = False
    """Whether it is a constant."""


ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}

SHIFTS: dict[type[ast.operator], str] = {ast.LShift: "shift_left", ast.RShift: "shift_right"}

DIVISIONS: dict[type[ast.operator], str] = {ast.FloorDiv: "floor_divide", ast.Mod: "modulo", ast.Div: "true_divide"}

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

UNARY: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}

FOLDED: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}

NO_CONSTANT = object()


class Expressions:
    """A rule for some types of arguments: its locals, and what its expressions become."""

    def __init__(self, unit: Unit, rule: Rule, arguments: tuple[Type, ...]) -> None:
        self.unit, self.rule = unit, rule
        self.function = source_of(rule)
        self.globals: dict[str, Any] = cast("Any", rule).__globals__
        given = self.function.args
        self.parameters = [each.arg for each in (*given.args, *given.kwonlyargs)]
        stored = (each for each in ast.walk(self.function) if isinstance(each, ast.Name))
        self.names = {*self.parameters, *(each.id for each in stored if isinstance(each.ctx, ast.Store))}
        self.locals: dict[str, Type] = dict(zip(self.parameters, arguments, strict=True))
        self.unknown: ast.AST | None = None
        """A place whose type isn't known yet."""
        self._temporaries = 0

    def refuse(self, node: ast.AST, why: str) -> Outside:
        """An error about a place in the rule."""
        return outside(self.rule, node, why)

    def temporary(self) -> str:
        """A new name."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def declare(self, type_: Type | None, name: str) -> str:
        """A declaration of a local in C."""
        if isinstance(type_, Table):
            return f"const int64_t (*{name})[{type_.width}]"
        return f"{self.unit.c_type(type_ or INT)} {name}"

    # Constants

    def constant(self, node: ast.AST) -> Any:
        """The value of an expression of constants, or NO_CONSTANT."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name) if name not in self.names:
                value = self.globals.get(name, NO_CONSTANT)
                return value if isinstance(value, int | float | tuple) else NO_CONSTANT
            case ast.Attribute(ast.Name(holder), name) if holder not in self.names:
                held = self.globals.get(holder)
                return getattr(held, name, NO_CONSTANT) if isinstance(held, ModuleType | type) else NO_CONSTANT
            case ast.Tuple(elements):
                return self._folded(lambda *values: values, *elements)
            case ast.BinOp(left, operation, right) if type(operation) in FOLDED:
                return self._folded(FOLDED[type(operation)], left, right)
            case ast.UnaryOp(operation, operand) if type(operation) in FOLDED:
                return self._folded(FOLDED[type(operation)], operand)
            case ast.Subscript(held, ast.Slice(lower, upper, None)):
                ends = [each or ast.Constant(None) for each in (lower, upper)]
                return self._folded(lambda values, *ends: values[slice(*ends)], held, *ends)
            case ast.Subscript(held, index):
                return self._folded(operator.getitem, held, index)
            case ast.Call(ast.Name("len"), [held], []):
                return self._folded(len, held)
        return NO_CONSTANT

    def _folded(self, operation: Callable[..., Any], *operands: ast.AST) -> Any:
        values = [self.constant(each) for each in operands]
        if any(value is NO_CONSTANT for value in values):
            return NO_CONSTANT
        try:
            return operation(*values)
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            raise self.refuse(operands[0], f"its value is an error: {error}") from None

    def _constant_value(self, value: Any, node: ast.AST) -> Value:
        if isinstance(value, bool):
            return Value(str(int(value)), BOOL)
        if isinstance(value, int) and -(2**63) <= value < 2**63:
            return Value(integer(value), INT)
        if isinstance(value, float) and math.isfinite(value):
            return Value(repr(float(value)), FLOAT)
        made = self.unit.constant(value) if isinstance(value, tuple) and value else None
        if made is None:
            what = "numbers (finite, of 64 bits), tuples of integers, and tuples of equally long such tuples"
            raise self.refuse(node, f"constants are {what}")
        return Value(*made)

    # Expressions

    def value(self, node: ast.AST) -> Value:
        """An expression's value."""
        constant = self.constant(node)
        if constant is not NO_CONSTANT and constant is not None:
            return self._constant_value(constant, node)
        match node:
            case ast.Name(name):
                return self._local(name, node)
            case ast.Attribute() | ast.Subscript():
                return self._loaded(node)
            case ast.Tuple(elements):
                return self._tuple([self.value(each) for each in elements])
            case ast.UnaryOp(operation, operand):
                return self._unary(operation, operand)
            case ast.BinOp(left, operation, right):
                return self.binary(operation, self.value(left), self.value(right), node)
            case ast.BoolOp():
                return self._logical(node)
            case ast.IfExp():
                return self._choice(node)
            case ast.Compare():
                return self._comparison(node)
            case ast.Call():
                return self._call(node)
        raise self.refuse(node, f"rules have no {type(node).__name__}")

    def truth(self, node: ast.AST) -> Value:
        """An expression of which only the truth counts."""
        match node:
            case ast.BoolOp(operation, values):
                return self._joined(operation, [self.truth(each) for each in values])
            case ast.UnaryOp(ast.Not(), operand):
                held = self.truth(operand)
                return Value(f"(!{held.c})", BOOL, held.effects)
        return self._number(self.value(node), node)

    def _number(self, value: Value, node: ast.AST) -> Value:
        if not is_number(value.type):
            raise self.refuse(node, f"this is {name_of_type(value.type)}, and must be a number")
        return value

    def in_order(self, parts: Sequence[Value], build: Callable[..., str], type_: Type | None) -> Value:
        """An expression of several parts, which are evaluated from left to right."""
        effects = max((each.effects for each in parts), default=PURE)
        if effects < CALLS or sum(each.effects > PURE for each in parts) < 2:
            return Value(build(*(each.c for each in parts)), type_, effects)
        names, before = [], ""
        for each in parts:
            names.append(each.c if each.effects == PURE else self.temporary())
            if each.effects > PURE:
                before += f"{self.declare(each.type, names[-1])} = {each.c}; "
        return Value(f"({{ {before}{build(*names)}; }})", type_, CALLS)

    def _local(self, name: str, node: ast.AST) -> Value:
        if name not in self.names:
            raise self.refuse(node, "rules use locals, constants and other rules")
        if name not in self.locals:
            self.unknown = node
            return Value("0", None)
        return Value(f"v_{name}", self.locals[name])

    def _tuple(self, parts: Sequence[Value]) -> Value:
        if any(each.type is None for each in parts):
            return Value("0", None)
        type_ = TupleOf(tuple(INT if each.type is BOOL else cast("Type", each.type) for each in parts))
        return self.in_order(parts, lambda *items: f"(({self.unit.c_type(type_)}){{{', '.join(items)}}})", type_)

    def _unary(self, operation: ast.unaryop, operand: ast.AST) -> Value:
        if isinstance(operation, ast.Not):
            held = self.truth(operand)
            return Value(f"(!{held.c})", BOOL, held.effects)
        held = self._number(self.value(operand), operand)
        type_ = FLOAT if held.type is FLOAT else INT
        if type_ is FLOAT and isinstance(operation, ast.Invert):
            raise self.refuse(operand, "a float has no bits to invert")
        return Value(f"({UNARY[type(operation)]}{held.c})", type_, held.effects)

    def binary(self, operation: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Arithmetic on two numbers."""
        for each in (left, right):
            self._number(each, node)
        floats, kind = FLOAT in (left.type, right.type), type(operation)
        if kind in DIVISIONS:
            if floats and kind is not ast.Div:
                raise self.refuse(node, "only / divides floats")
            type_ = FLOAT if kind is ast.Div else INT
            line = getattr(node, "lineno", 0)
            return self.in_order([left, right], lambda a, b: f"{DIVISIONS[kind]}({a}, {b}, RULE, {line})", type_)
        if kind not in ARITHMETIC or (floats and kind not in (ast.Add, ast.Sub, ast.Mult)):
            raise self.refuse(node, f"rules have no {kind.__name__} of such numbers")
        bits = kind in (ast.BitAnd, ast.BitOr, ast.BitXor) and left.type is right.type is BOOL
        type_ = FLOAT if floats else BOOL if bits else INT
        if kind in SHIFTS and not 0 <= self._shift_of(node) < 64:
            line = getattr(node, "lineno", 0)
            return self.in_order([left, right], lambda a, b: f"{SHIFTS[kind]}({a}, {b}, RULE, {line})", INT)
        return self.in_order([left, right], lambda a, b: f"({a} {ARITHMETIC[kind]} {b})", type_)

    def _shift_of(self, node: ast.AST) -> int:
        """By how much a shift shifts; -1 if that isn't constant."""
        by = self.constant(node.right if isinstance(node, ast.BinOp) else cast("ast.AugAssign", node).value)
        return by if isinstance(by, int) else -1

    def _joined(self, operation: ast.boolop, parts: Sequence[Value]) -> Value:
        sign = " && " if isinstance(operation, ast.And) else " || "
        return Value(f"({sign.join(each.c for each in parts)})", BOOL, max(each.effects for each in parts))

    def _logical(self, node: ast.BoolOp) -> Value:
        """`and` and `or` of which the value counts: that of the last operand that was looked at."""
        parts = [self._number(self.value(each), each) for each in node.values]
        if all(each.type is BOOL for each in parts):
            return self._joined(node.op, parts)
        if FLOAT in (each.type for each in parts):
            raise self.refuse(node, "the value of `and` and `or` must be an integer")
        chosen = parts[-1].c
        for each in reversed(parts[:-1]):
            name = self.temporary()
            both = f"{name} ? {chosen} : {name}" if isinstance(node.op, ast.And) else f"{name} ? {name} : {chosen}"
            chosen = f"({{ int64_t {name} = {each.c}; {both}; }})"
        return Value(chosen, INT, max(each.effects for each in parts))

    def _choice(self, node: ast.IfExp) -> Value:
        test, first, second = self.truth(node.test), self.value(node.body), self.value(node.orelse)
        try:
            type_ = unified(first.type, second.type)
        except Outside as error:
            raise self.refuse(node, f"it may be {error}") from None
        effects = max(test.effects, first.effects, second.effects)
        return Value(f"({test.c} ? {first.c} : {second.c})", type_, effects)

    def _comparison(self, node: ast.Compare) -> Value:
        if isinstance(node.ops[0], ast.In | ast.NotIn) and len(node.ops) == 1:
            return self._membership(node)
        parts = [self._number(self.value(each), node) for each in (node.left, *node.comparators)]
        if any(type(each) not in COMPARISONS for each in node.ops):
            raise self.refuse(node, "numbers are compared by ==, !=, <, <=, > and >=")
        signs = [COMPARISONS[type(each)] for each in node.ops]
        if len(signs) == 1:
            return self.in_order(parts, lambda a, b: f"({a} {signs[0]} {b})", BOOL)
        # a < b < c looks at b once, and at c only if a < b.
        names = [self.temporary() for _ in parts]
        opened = "({ " + f"{self.declare(parts[0].type, names[0])} = {parts[0].c}; "
        tests = [
            f"({{ {self.declare(part.type, name)} = {part.c}; {before} {sign} {name}"
            for part, name, before, sign in zip(parts[1:], names[1:], names, signs, strict=False)
        ]
        return Value(opened + " && ".join(tests) + "; })" * len(parts), BOOL, max(each.effects for each in parts))

    def _membership(self, node: ast.Compare) -> Value:
        held = self.constant(node.comparators[0])
        if held is not NO_CONSTANT and isinstance(held, tuple) and all(isinstance(each, int) for each in held):
            options = [Value(integer(each), INT) for each in held]
        elif isinstance(node.comparators[0], ast.Tuple):
            options = [self._number(self.value(each), each) for each in node.comparators[0].elts]
        else:
            raise self.refuse(node, "`in` takes a tuple of numbers")
        if any(each.effects == CALLS for each in options):
            raise self.refuse(node, "the tuple after `in` can't contain calls")
        left, name = self._number(self.value(node.left), node.left), self.temporary()
        some = " || ".join(f"{name} == {each.c}" for each in options) or "0"
        sign = "!" if isinstance(node.ops[0], ast.NotIn) else ""
        text = f"({{ {self.declare(left.type, name)} = {left.c}; {sign}({some}); }})"
        return Value(text, BOOL, max([left.effects, *(each.effects for each in options)]))

    # Memory

    def place(self, node: ast.AST) -> Place:
        """Where a field or an element is."""
        match node:
            case ast.Attribute(held, name):
                return self._field(self.value(held), name, node)
            case ast.Subscript(held, ast.Tuple([first, second])):
                row = self._loaded(ast.copy_location(ast.Subscript(held, first, ast.Load()), node))
                return self._element(row, self._index(second), node)
            case ast.Subscript(held, ast.Constant(int(number))) if isinstance(self.value(held).type, Named):
                named = self.value(held)
                return self._field(named, cast("Named", named.type).items[number][0], node)
            case ast.Subscript(held, index):
                return self._element(self.value(held), self._index(index), node)
        raise self.refuse(node, "rules assign to locals, fields and elements")

    def _index(self, node: ast.AST) -> Value:
        value = self._number(self.value(node), node)
        if value.type is FLOAT:
            raise self.refuse(node, "an index is an integer; use int()")
        return value

    def _field(self, base: Value, name: str, node: ast.AST) -> Place:
        effects = max(base.effects, READS)
        match base.type:
            case None:
                return Place("*(I8*)0", None, effects)
            case Named(_, items) if name in dict(items):
                return Place(f"{base.c}->f_{name}", dict(items)[name], effects)
            case RecordOf(of):
                for field in fields_of(of):
                    if field.name == name:
                        held: str | Type = field.code if field.of is None else RecordOf(field.of)
                        if isinstance(field.shape, Plane):
                            held = Array(field.shape.code, field.shape.length)
                        elif isinstance(field.shape, Rows):
                            held = Array(cast("type[Any]", field.of), field.shape.count)
                        return Place(f"{base.c}->f_{name}", held, effects)
        raise self.refuse(node, f"{name_of_type(base.type)} has no field {name}")

    def _element(self, base: Value, index: Value, node: ast.AST) -> Place:
        effects = max(base.effects, index.effects, READS)
        fixed = isinstance(base.type, Table) or (isinstance(base.type, Array) and base.type.fixed)
        if base.effects == CALLS and isinstance(base.type, Counted | Matrix):
            raise self.refuse(node, "assign the array that the call returns to a local first")
        match base.type:
            case None:
                return Place("*(I8*)0", None, effects)
            case Array(of, length):
                start, count = base.c, str(length)
            case Counted(of):
                start, count = f"{base.c}.at", f"{base.c}.count"
            case Matrix(of):
                at = f"AT({index.c}, {base.c}.count, {getattr(node, 'lineno', 0)})"
                row = f"{{{base.c}.at + {at} * {base.c}.width, {base.c}.width}}"
                return Place(f"(({self.unit.c_type(Counted(of))}){row})", Counted(of), effects)
            case Table(length, width):
                at = f"AT({index.c}, {length}, {getattr(node, 'lineno', 0)})"
                return Place(f"((I8*){base.c}[{at}])", Array("i8", width, fixed=True), effects)
            case _:
                raise self.refuse(node, f"{name_of_type(base.type)} has no elements")
        held = RecordOf(of) if isinstance(of, type) else of
        at = f"AT({index.c}, {count}, {getattr(node, 'lineno', 0)})"
        if index.effects < CALLS or base.effects == PURE:
            return Place(f"{start}[{at}]", held, effects, fixed)
        first, second = self.temporary(), self.temporary()
        element = self.unit.c_type(held) if isinstance(held, RecordOf) else f"{NUMBERS[held]}*"
        there = f"{element} {first} = {start}; int64_t {second} = {at}; &{first}[{second}];"
        return Place(f"(*({{ {there} }}))", held, effects)

    def _loaded(self, node: ast.AST) -> Value:
        """The value of a field or an element."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.span(node)
        place = self.place(node)
        if isinstance(place.held, str):
            type_ = value_of(place.held)
            return Value(f"(({type_.c}){place.c})", type_, place.effects)
        return Value(f"(&{place.c})" if isinstance(place.held, RecordOf) else place.c, place.held, place.effects)

    def span(self, node: ast.Subscript) -> Value:
        """A slice of an array, with both ends given."""
        ends = node.slice
        if not isinstance(ends, ast.Slice) or ends.step or not ends.lower or not ends.upper:
            raise self.refuse(node, "a slice needs a start and an end")
        base, low, high = self.value(node.value), self.value(ends.lower), self.value(ends.upper)
        if base.type is None:
            return Value("0", None)
        if not isinstance(base.type, Array | Counted) or CALLS in (low.effects, high.effects, base.effects):
            raise self.refuse(node, "only arrays have slices, and their ends can't contain calls")
        start, count = (
            (base.c, str(base.type.length)) if isinstance(base.type, Array) else (f"{base.c}.at", f"{base.c}.count")
        )
        first = f"AT({low.c}, {count} + 1, {node.lineno})"
        length = f"AT({high.c} - {low.c}, {count} - {low.c} + 1, {node.lineno})"
        type_ = Counted(base.type.of)
        return Value(f"(({self.unit.c_type(type_)}){{{start} + {first}, {length}}})", type_, READS)

    # Calls

    def _call(self, node: ast.Call) -> Value:
        if ast.unparse(node.func) == "math.sqrt" and len(node.args) == 1:
            held = self._number(self.value(node.args[0]), node)
            return Value(f"square_root({held.c}, RULE, {node.lineno})", FLOAT, held.effects)
        if isinstance(node.func, ast.Subscript) and is_rule(of_table := self.constant(node.func)):
            return self._call_rule(cast("Rule", of_table), node)
        if not isinstance(node.func, ast.Name) or node.func.id in self.names:
            raise self.refuse(node, "rules call other rules and a few functions of Python by name")
        called = self.globals.get(node.func.id)
        if is_rule(called):
            return self._call_rule(cast("Rule", called), node)
        if called is not None:
            raise self.refuse(node, f"{node.func.id} is no rule")
        given = [self.value(each) for each in node.args]
        if node.keywords:
            raise self.refuse(node, f"{node.func.id} takes no keyword arguments here")
        match node.func.id, given:
            case "len", [held]:
                return self._length(held, node)
            case "int" | "float" | "bool", [held]:
                self._number(held, node)
                type_ = {"int": INT, "float": FLOAT, "bool": BOOL}[node.func.id]
                cast_ = f"({held.c} != 0)" if type_ is BOOL else f"(({type_.c}){held.c})"
                return Value(cast_, type_, held.effects)
            case "abs", [held]:
                self._number(held, node)
                type_ = FLOAT if held.type is FLOAT else INT
                return Value(f"{'float' if type_ is FLOAT else 'int'}_abs({held.c})", type_, held.effects)
            case "min" | "max", [first, _, *_]:
                for each in given:
                    self._number(each, node)
                type_ = FLOAT if any(each.type is FLOAT for each in given) else INT
                name = f"{'float' if type_ is FLOAT else 'int'}_{node.func.id}"
                for each in given[1:]:
                    first = self.in_order([first, each], lambda a, b: f"{name}({a}, {b})", type_)
                return first
        what = "len, int, float, bool, abs, math.sqrt, and min and max of several"
        raise self.refuse(node, f"the only functions of Python that rules call are {what}")

    def _length(self, held: Value, node: ast.AST) -> Value:
        if held.effects == CALLS:
            raise self.refuse(node, "assign what the call returns to a local first")
        match held.type:
            case None:
                return Value("0", INT)
            case Array(_, length) | Table(length, _):
                return Value(integer(length), INT)
            case TupleOf(items):
                return Value(integer(len(items)), INT)
            case Counted() | Matrix():
                return Value(f"{held.c}.count", INT, held.effects)
        raise self.refuse(node, f"{name_of_type(held.type)} has no length")

    def _call_rule(self, rule: Rule, node: ast.Call) -> Value:
        signature = inspect.signature(rule).parameters
        named = {cast("str", each.arg): each.value for each in node.keywords}
        nodes = dict(zip(signature, node.args, strict=False)) | named
        try:
            inspect.signature(rule).bind(*node.args, **named)
        except TypeError as error:
            raise self.refuse(node, f"{rule.__qualname__}: {error}") from None
        given = {name: self.value(each) for name, each in nodes.items()}
        if list(given) != [name for name in signature if name in given]:
            raise self.refuse(node, f"give {rule.__qualname__} its arguments by name in its order")
        if rule is copy_record or rule is prefetch:
            return self._intrinsic(rule, list(given.values()), node)
        parts = []
        for name, parameter in signature.items():
            part = given[name] if name in given else self._constant_value(parameter.default, node)
            if part.type is BOOL:
                part = part._replace(type=INT)
            if part.type is INT and parameter.annotation in ("float", float):
                part = Value(f"((double){part.c})", FLOAT, part.effects)
            parts.append(part)
        if any(each.type is None for each in parts):
            self.unknown = node
            return Value("0", None, CALLS)
        function, returned = self.unit.function(rule, tuple(cast("Type", each.type) for each in parts))
        called = self.in_order(parts, lambda *items: f"{function}({', '.join(items)})", returned)
        return called._replace(effects=CALLS)

    def _intrinsic(self, rule: Rule, given: list[Value], node: ast.AST) -> Value:
        """What C has a word for."""
        first, second = given
        if None in (first.type, second.type):
            return Value("0", NOTHING, CALLS)
        if rule is copy_record:
            if not isinstance(first.type, RecordOf) or first.type != second.type:
                raise self.refuse(node, "a record is copied to one of its class")
            copied = self.in_order(given, lambda a, b: f"(void)(*{a} = *{b})", NOTHING)
            return copied._replace(effects=CALLS)
        where = f"(char*){first.c} + {second.c}"
        if not isinstance(first.type, RecordOf):
            where = f"&{first.c}{'.at' if isinstance(first.type, Counted) else ''}[{second.c}]"
        return Value(f"__builtin_prefetch({where}, 0, 3)", NOTHING, CALLS)
