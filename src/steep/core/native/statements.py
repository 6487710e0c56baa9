"""Translates a rule: its statements, and the types of its locals.

A local has one type. Types follow from what is assigned, so a rule is translated again until none changes.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence

from steep.core.native.expressions import CALLS, PURE, READS, Expressions, Place, Value
from steep.core.native.types import (
    FLOAT,
    INT,
    NOTHING,
    NUMBERS,
    Array,
    Counted,
    Outside,
    RecordOf,
    Scalar,
    Table,
    TupleOf,
    Type,
    name_of_type,
    unified,
    value_of,
)
from steep.core.native.unit import integer
from steep.core.rule_decorator import is_rule

LIMITS = {
    "b1": (0, 1),
    "u1": (0, 2**8 - 1),
    "i1": (-(2**7), 2**7 - 1),
    "i2": (-(2**15), 2**15 - 1),
    "u2": (0, 2**16 - 1),
    "i4": (-(2**31), 2**31 - 1),
    "u4": (0, 2**32 - 1),
}
"""What narrow numbers hold. A build with checks refuses others, as the plain form does."""


class Translation(Expressions):
    """A rule, translated for some types of arguments."""

    returned: Type | None = None
    changed = False

    def run(self) -> Type:
        """Translate; what the rule returns. Raises `Outside` for what the subset lacks."""
        arguments = self.function.args
        if arguments.vararg or arguments.kwarg or arguments.posonlyargs:
            raise self.refuse(self.function, "rules have plain parameters")
        while True:
            self.changed, self.unknown = False, None
            self._lines: list[str] = []
            self.block(self.function.body)
            if not self.changed:
                break
        if self.unknown is not None:
            raise self.refuse(self.unknown, "its type is unknown")
        for name in unset_locals(self.function):
            if name is not None:
                raise self.refuse(name, "it may be read before it has a value; give it one first")
            if self.returned not in (None, NOTHING):
                raise self.refuse(self.function, "one path through it returns no value")
        return self.returned or NOTHING

    def text(self, name: str, returned: Type) -> str:
        """The function in C."""
        declared = ", ".join(self.declare(self.locals[each], f"v_{each}") for each in self.parameters)
        zero = {Scalar: "0", RecordOf: "0", Array: "0", Table: "0"}
        own = [
            f"  {self.declare(type_, f'v_{local}')} = {zero.get(type(type_), '{0}')};"
            for local, type_ in self.locals.items()
            if local not in self.parameters
        ]
        rule = (
            f'  static const char RULE[] __attribute__((unused)) = "{self.rule.__module__}.{self.rule.__qualname__}";'
        )
        head = f"static {self.unit.c_type(returned)} {name}({declared or 'void'}) {{"
        tail = [] if returned is NOTHING else ["  __builtin_unreachable();"]
        return "\n".join([head, rule, *own, *self._lines, *tail, "}"])

    def out(self, line: str) -> None:
        """Add a line of C."""
        self._lines.append(f"  {line}")

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Translate statements."""
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Translate a statement."""
        match node:
            case ast.Pass() | ast.Expr(ast.Constant()):
                pass
            case ast.Break():
                self.out("break;")
            case ast.Continue():
                self.out("continue;")
            case ast.Expr(value):
                self.out(f"{self.value(value).c};")
            case ast.Return(value):
                self._return(value, node)
            case ast.If(test, body, orelse):
                self._nested(f"if ({self.truth(test).c})", body)
                if orelse:
                    self._nested("else", orelse)
            case ast.While(test, body, []):
                self._nested(f"while ({self.truth(test).c})", body)
            case ast.For(_, _, _, []):
                self._for(node)
            case ast.Assign([target], value):
                self.store(target, self.value(value), node)
            case ast.AugAssign():
                self._change(node)
            case ast.While() | ast.For():
                raise self.refuse(node, "loops have no else")
            case ast.Assign():
                raise self.refuse(node, "assign to one target at a time")
            case _:
                raise self.refuse(node, f"rules have no {type(node).__name__}")

    def _nested(self, head: str, body: Sequence[ast.stmt]) -> None:
        self.out(f"{head} {{")
        self.block(body)
        self.out("}")

    def _return(self, node: ast.expr | None, statement: ast.stmt) -> None:
        value = Value("", NOTHING) if node is None or self.constant(node) is None else self.value(node)
        try:
            returned = unified(self.returned, value.type)
        except Outside as error:
            raise self.refuse(statement, f"the rule returns {error}") from None
        self.changed |= returned != self.returned
        self.returned = returned
        self.out(f"return {value.c};" if value.type is not NOTHING else f"{value.c}; return;")

    # Assignments

    def _held(self, value: Value) -> Value:
        """A value in a temporary."""
        name = self.temporary()
        self.out(f"{self.declare(value.type, name)} = {value.c};")
        return Value(name, value.type)

    def store(self, target: ast.expr, value: Value, statement: ast.stmt) -> None:
        """Assign a value to a local, a field, an element, a slice, or each part of a tuple."""
        if value.type is NOTHING:
            raise self.refuse(statement, "the rule that is called returns nothing")
        match target:
            case ast.Tuple(elements):
                self._unpack(elements, value, statement)
            case ast.Name(name):
                self._set_local(name, value.type, statement)
                self.out(f"v_{name} = {value.c};")
            case ast.Subscript(_, ast.Slice()):
                self._fill(target, value, statement)
            case _:
                place = self.place(target)
                if CALLS in (place.effects, value.effects) and value.effects > PURE:
                    self.out("{")
                    self._put(place, self._held(value), statement)
                    self.out("}")
                else:
                    self._put(place, value, statement)

    def _put(self, place: Place, value: Value, statement: ast.stmt) -> None:
        if place.held is None or value.type is None:
            return
        if place.fixed:
            raise self.refuse(statement, "a constant can't be changed")
        if not isinstance(place.held, str) or not isinstance(value.type, Scalar):
            whole = name_of_type(value.type)
            raise self.refuse(statement, f"{whole} can't be assigned here; copy_record copies a record")
        self.out(f"{place.c} = {self._fitting(place.held, value, statement)};")

    def _fitting(self, code: str, value: Value, statement: ast.stmt) -> str:
        """A number that is written to memory, looked at by a build with checks."""
        if value_of(code) is not FLOAT and value.type is FLOAT:
            raise self.refuse(statement, "found a float where an integer is needed; use int()")
        if code not in LIMITS:
            return value.c
        low, high = LIMITS[code]
        return f"FITS({value.c}, {integer(low)}, {integer(high)}, {statement.lineno})"

    def _set_local(self, name: str, type_: Type | None, statement: ast.stmt) -> None:
        try:
            new = unified(self.locals.get(name), type_)
        except Outside as error:
            raise self.refuse(statement, f"{name} is {error}; a local has one type") from None
        if new is not None and new != self.locals.get(name):
            if name in self.parameters:
                raise self.refuse(statement, f"the parameter {name} is {name_of_type(self.locals[name])}")
            self.locals[name] = new
            self.changed = True

    def _unpack(self, elements: Sequence[ast.expr], value: Value, statement: ast.stmt) -> None:
        self.out("{")
        held = self._held(value)
        match value.type:
            case None:
                parts = [Value("0", None)] * len(elements)
            case TupleOf(items) if len(items) == len(elements):
                parts = [Value(f"{held.c}.e{number}", each) for number, each in enumerate(items)]
            case Array(str(code), length) if length == len(elements):
                type_ = value_of(code)
                parts = [self._held(Value(f"(({type_.c}){held.c}[{number}])", type_)) for number in range(length)]
            case _:
                raise self.refuse(statement, f"{name_of_type(value.type)} is not {len(elements)} values")
        for each, part in zip(elements, parts, strict=True):
            self.store(each, part, statement)
        self.out("}")

    def _fill(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        """Copy numbers to a slice, whose length theirs must be."""
        span = self.span(target)
        if span.type is None or value.type is None:
            return
        of = span.type.of if isinstance(span.type, Counted) else None
        if not isinstance(value.type, Array | Counted) or not isinstance(of, str) or not isinstance(value.type.of, str):
            raise self.refuse(statement, "a slice takes the numbers of another slice or array")
        to, source, n = self.temporary(), self.temporary(), self.temporary()
        start = f"{source}.at" if isinstance(value.type, Counted) else source
        count = f"{source}.count" if isinstance(value.type, Counted) else str(value.type.length)
        number = Value(f"{start}[{n}]", value_of(value.type.of), READS)
        self.out(f"{{ {self.declare(span.type, to)} = {span.c}; {self.declare(value.type, source)} = {value.c};")
        self.out(f"AT({count} == {to}.count ? 0 : -1, 1, {statement.lineno});")
        put = f"{to}.at[{n}] = {self._fitting(of, number, statement)};"
        # Slices of one plane may overlap: the numbers are those from before.
        self.out(f"if ((char*){to}.at > (char*){start}) for (int64_t {n} = {to}.count; {n}-- > 0;) {put}")
        self.out(f"else for (int64_t {n} = 0; {n} < {to}.count; {n}++) {put} }}")

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
            self.store(node.target, self.binary(node.op, before, self.value(node.value), node), node)
            return
        place, value = self.place(node.target), self.value(node.value)
        if place.held is None or value.type is None:
            return
        if place.fixed or not isinstance(place.held, str):
            raise self.refuse(node, "only a number that is not a constant can be changed")
        type_, where, before_ = value_of(place.held), self.temporary(), self.temporary()
        changed = self.binary(node.op, Value(before_, type_), value, node)
        self.out(f"{{ {NUMBERS[place.held]} *{where} = &{place.c}; {type_.c} {before_} = *{where};")
        self.out(f"*{where} = {self._fitting(place.held, changed, node)}; }}")

    # Loops

    def _for(self, node: ast.For) -> None:
        match node.iter:
            case ast.Call(ast.Name("range"), arguments, []):
                self._count(node, [self.value(each) for each in arguments])
                return
            case ast.Call(ast.Name("enumerate"), [ast.Name() as table], []):
                self._unroll(node, table)
                return
        held = self.value(node.iter)
        self.out("{")
        source, n = self._held(held), self.temporary()
        part: Value
        match held.type:
            case None:
                count, part = "0", Value("0", None)
            case TupleOf(items) if len(set(items)) == 1:
                count, part = str(len(items)), Value(f"(&{source.c}.e0)[{n}]", items[0])
            case Table(length, width):
                count, part = str(length), Value(f"((I8*){source.c}[{n}])", Array("i8", width, fixed=True), READS)
            case Array(of, length):
                count, part = str(length), _element(of, f"{source.c}[{n}]")
            case Counted(of):
                count, part = f"{source.c}.count", _element(of, f"{source.c}.at[{n}]")
            case _:
                raise self.refuse(node.iter, f"rules have no loop over {name_of_type(held.type)}")
        self.out(f"for (int64_t {n} = 0; {n} < {count}; {n}++) {{")
        self.store(node.target, part, node)
        self.block(node.body)
        self.out("}}")

    def _unroll(self, node: ast.For, table: ast.Name) -> None:
        """A loop over the numbers and rules of a constant table. Each round has its own types, so it is written out."""
        rules = self.constant(table)
        ways_out = [each for each in ast.walk(node) if isinstance(each, ast.Break | ast.Continue)]
        match node.target:
            case ast.Tuple([ast.Name(number), ast.Name(rule)]) if (
                isinstance(rules, tuple) and all(map(is_rule, rules)) and not ways_out
            ):
                for index in range(len(rules)):
                    held = ast.Constant(index)
                    round_ = _Instead({number: held, rule: ast.Subscript(table, held, ast.Load())})
                    self.block([round_.visit(copy.deepcopy(each)) for each in node.body])
            case _:
                raise self.refuse(node, "enumerate takes a constant tuple of rules, and its loop has no break")

    def _count(self, node: ast.For, arguments: Sequence[Value]) -> None:
        """A loop over a range. As in Python, its ends are looked at once, and the body may assign to the local."""
        if not 1 <= len(arguments) <= 3 or FLOAT in (each.type for each in arguments):
            raise self.refuse(node.iter, "range takes one to three integers")
        start, stop = (Value("0", INT), arguments[0]) if len(arguments) == 1 else arguments[:2]
        step = self.constant(node.iter.args[2]) if len(arguments) > 2 else 1  # type: ignore[attr-defined]
        n = self.temporary()
        before, by = "", integer(step) if isinstance(step, int) else f"{n}_step"
        if not isinstance(step, int):
            step_given = f"not_zero({arguments[2].c}, RULE, {node.lineno})"
            before, test = f", {by} = {step_given}", f"{by} > 0 ? {n} < {n}_end : {n} > {n}_end"
        else:
            test = f"{n} {'<' if step > 0 else '>'} {n}_end"
        self.out(f"for (int64_t {n} = {start.c}, {n}_end = {stop.c}{before}; {test}; {n} += {by}) {{")
        self.store(node.target, Value(n, INT), node)
        self.block(node.body)
        self.out("}")


class _Instead(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, expressions: Mapping[str, ast.expr]) -> None:
        self._expressions = expressions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(copy.copy(self._expressions.get(node.id, node)), node)


def _element(of: str | type, c: str) -> Value:
    """What a loop gives of an array."""
    if isinstance(of, str):
        return Value(f"(({value_of(of).c}){c})", value_of(of), READS)
    return Value(f"(&{c})", RecordOf(of), READS)


def unset_locals(function: ast.FunctionDef) -> Iterator[ast.Name | None]:
    """The places where a rule reads a local that some way through it leaves without a value.

    Last comes None if some way reaches the end of the rule.
    """
    arguments = function.args
    given = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)}
    stored = {each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    flow = _Flow(stored | given)
    end = flow.block(function.body, set(given))
    yield from flow.unset
    if end is not None:
        yield None


class _Flow:
    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._broken: list[list[set[str]]] = []
        """For each loop around: what has a value at each `break`."""
        self.unset: list[ast.Name] = []

    def _read(self, node: ast.AST | None, known: set[str]) -> None:
        for each in ast.walk(node) if node is not None else ():
            is_local = isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id in self._names
            if is_local and isinstance(each, ast.Name) and each.id not in known:
                self.unset.append(each)

    def block(self, body: Sequence[ast.stmt], known: set[str]) -> set[str] | None:
        """What has a value after these statements; None if what follows them is not reached."""
        after: set[str] | None = known
        for statement in body:
            if after is None:
                return None
            after = self._statement(statement, after)
        return after

    def _statement(self, node: ast.stmt, known: set[str]) -> set[str] | None:
        if isinstance(node, ast.If):
            self._read(node.test, known)
            ends = [self.block(node.body, set(known)), self.block(node.orelse, set(known))]
            reached = [end for end in ends if end is not None]
            return set.intersection(*reached) if reached else None
        if isinstance(node, ast.While):
            self._read(node.test, known)
            broken = self._loop(node.body, known)
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
            return (set.intersection(*broken) if broken else None) if endless else known
        if isinstance(node, ast.For):
            self._read(node.iter, known)
            self._loop(node.body, known | _stored(node.target))
            return known
        if isinstance(node, ast.Return):
            self._read(node.value, known)
            return None
        if isinstance(node, ast.Break | ast.Continue):
            if isinstance(node, ast.Break):
                self._broken[-1].append(known)
            return None
        self._read(node, known)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id not in known:
            self.unset.append(node.target)
        return known | _stored(node)

    def _loop(self, body: Sequence[ast.stmt], known: set[str]) -> list[set[str]]:
        self._broken.append([])
        self.block(body, set(known))
        return self._broken.pop()


def _stored(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
