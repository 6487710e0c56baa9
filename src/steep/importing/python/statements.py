"""Walks through the statements of a project in their order and keeps what is bound to which name, where.

Every branch is walked, every function's body once, loops once: what a table
says is there whatever happens. What any of it means is not known here.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from steep.importing.output.report import ImportReport, Where
from steep.importing.python.evaluator import Evaluator, Scope, compute, dotted, label, merge, put
from steep.importing.python.project import Module, Project
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

DEEPEST_BLOCK = 20
"""Blocks within blocks. Whoever indents farther has no table there."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Bound(NamedTuple):
    """A name and what it was bound to: by an assignment, a parameter's default, a class's body or a return."""

    name: str
    value: Value
    where: Where
    inside: str
    """The function or class around it."""


class Raised(NamedTuple):
    """Something that is raised by an amount, as ``fighter.base_power += 1``."""

    name: str
    amount: Value
    where: Where
    branches: tuple[Branch, ...]


class Dice(NamedTuple):
    """A chain of comparisons with random numbers, and the calls in it: numbers of the first and of the one after."""

    where: Where
    first: int
    end: int


@dataclass(slots=True)
class Class:
    """What is known of a class: how it is made, and what it hands to the class that it extends."""

    parameters: list[str]
    defaults: dict[str, Value]
    bases: tuple[str, ...]
    above: Call | None = None
    members: tuple[str, ...] = ()
    """Names that its body binds, in their order."""


@dataclass(slots=True)
class Findings:
    """All that a project binds, in the order of reading."""

    bound: list[Bound] = field(default_factory=list)
    made: list[Call] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    raised: list[Raised] = field(default_factory=list)
    dice: list[Dice] = field(default_factory=list)
    classes: dict[str, Class] = field(default_factory=dict)
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    compared: list[tuple[str, str, str]] = field(default_factory=list)
    """(left, ">" or ">=", right) of comparisons between names."""
    imported: set[str] = field(default_factory=set)
    """Names of all modules that are imported, the project's own or not."""


class Reader:
    """Reads modules into findings."""

    def __init__(self, report: ImportReport) -> None:
        self.report = report
        self.found = Findings()
        self.evaluator = Evaluator()
        self.found.made = self.evaluator.made
        self.found.records = self.evaluator.records
        self.waiting: list[tuple[FunctionNode, Scope]] = []
        self.project = Project([])

    def read(self, modules: list[Module]) -> Findings:
        """All that the modules bind."""
        self.project = Project.of(modules)
        for module in self.project.in_order():
            self.block(module.tree.body, module.scope)
        # Functions see what is bound later in their module, and in modules that import each other.
        while self.waiting:
            node, scope = self.waiting.pop(0)
            self.function_body(node, scope)
        return self.found

    def block(self, statements: Sequence[ast.stmt], scope: Scope, depth: int = 0) -> None:
        """Statements in their order."""
        if depth > DEEPEST_BLOCK:
            if statements:
                self.report.tell_unread("nested too deep", Where(scope.file, statements[0].lineno))
            return
        for statement in statements:
            try:
                self.statement(statement, scope, depth + 1)
            except RecursionError:
                self.report.tell_unread("nested too deep", Where(scope.file, statement.lineno))

    def statement(self, node: ast.stmt, scope: Scope, depth: int) -> None:
        """One statement."""
        match node:
            case ast.Assign():
                value = self.evaluator.evaluate(node.value, scope)
                for target in node.targets:
                    self.bind(target, value, scope)
            case ast.AnnAssign(value=ast.expr() as given):
                self.bind(node.target, self.evaluator.evaluate(given, scope), scope)
            case ast.AugAssign():
                self.raise_by(node, scope)
            case ast.Expr():
                self.expression(node.value, scope)
            case ast.Return():
                value = self.evaluator.evaluate(node.value, scope)
                if node.value is not None:
                    self.comparisons(node.value)
                name = scope.inside.rpartition(".")[2]
                if node.value is not None and name:
                    label(value, name)
                    self.found.bound.append(Bound(name, value, Where(scope.file, node.lineno), scope.inside))
            case ast.If():
                self.chain(node, scope, depth)
            case ast.Match():
                self.cases(node, scope, depth)
            case ast.For() | ast.AsyncFor() | ast.While():
                if isinstance(node, ast.While):
                    self.comparisons(node.test)
                self.block([*node.body, *node.orelse], scope, depth)
            case ast.With() | ast.AsyncWith():
                self.block(node.body, scope, depth)
            case ast.Try() | ast.TryStar():
                self.block(node.body, scope, depth)
                for handler in node.handlers:
                    self.block(handler.body, scope, depth)
                self.block([*node.orelse, *node.finalbody], scope, depth)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.function(node, scope)
            case ast.ClassDef():
                self.class_body(node, scope, depth)
            case ast.Import() | ast.ImportFrom():
                self.imports(node, scope)
            case ast.Raise() | ast.Assert() | ast.Pass() | _:
                pass

    def imports(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        """Names from other modules."""
        if isinstance(node, ast.Import):
            self.found.imported.update(alias.name for alias in node.names)
        else:
            self.found.imported.add(node.module or "")
        self.project.bind_import(node, scope)

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """An assignment's target."""
        where = Where(scope.file, target.lineno)
        if isinstance(target, ast.Tuple | ast.List):
            parts = value if isinstance(value, list | tuple) else []
            for number, element in enumerate(target.elts):
                self.bind(element, parts[number] if len(parts) == len(target.elts) else UNKNOWN, scope)
        elif isinstance(target, ast.Name):
            label(value, target.id)
            scope.names[target.id] = value
            self.found.bound.append(Bound(target.id, value, where, scope.inside))
        elif isinstance(target, ast.Attribute):
            path = dotted(target)
            label(value, target.attr)
            self.found.bound.append(Bound(target.attr, value, where, scope.inside))
            if path.startswith(("self.", "cls.")) and scope.own is not None:
                scope.own.names[target.attr] = value
            elif path:
                scope.names[path] = value
        elif isinstance(target, ast.Subscript):
            self.bind_entry(target, value, scope)

    def bind_entry(self, target: ast.Subscript, value: Value, scope: Scope) -> None:
        """``chances["troll"] = …``: an entry of a dictionary that may be known."""
        table = self.evaluator.evaluate(target.value, scope)
        key = self.evaluator.evaluate(target.slice, scope)
        path = dotted(target.value)
        if isinstance(table, Record):
            if key is UNKNOWN:
                self.report.tell_unread(
                    f"entries of {path or 'a table'} that only a run would name", Where(scope.file, target.lineno)
                )
            put(table, key, value)
        elif path and not isinstance(table, list | tuple | Call | Namespace) and isinstance(key, str | int):
            # The dictionary comes from somewhere else: a parameter, a global, a call.
            table = Record({}, Where(scope.file, target.lineno), scope.inside, scope.branches)
            put(table, key, value)
            scope.names[path] = table
            self.found.bound.append(Bound(path.rpartition(".")[2], table, table.where, scope.inside))

    def raise_by(self, node: ast.AugAssign, scope: Scope) -> None:
        """``x += …``: a list made longer, a number raised."""
        value = self.evaluator.evaluate(node.value, scope)
        path = dotted(node.target)
        before = scope.look_up(path) if path else UNKNOWN
        if isinstance(before, list) and isinstance(value, list | tuple):
            before[:] = bounded([*before, *value])
            return
        if isinstance(node.op, ast.BitOr) and isinstance(before, Record):
            merge(before, value)
            return
        if isinstance(node.op, ast.Add) and path:
            where = Where(scope.file, node.lineno)
            self.found.raised.append(Raised(path.rpartition(".")[2], value, where, scope.branches))
        if path in scope.names:
            scope.names[path] = compute(node.op, number_of(before), number_of(value))

    def expression(self, node: ast.expr, scope: Scope) -> None:
        """A call for what it does: a table may be filled by it."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            self.evaluator.evaluate(node, scope)
            return
        receiver = self.evaluator.evaluate(node.func.value, scope)
        made = self.evaluator.evaluate(node, scope)
        if not isinstance(made, Call):
            return
        what = node.func.attr
        if isinstance(receiver, Call):
            # What is called on something that was made is told by its class: `equipment.equip()`.
            made.named.setdefault("self", receiver)
        if isinstance(receiver, Record) and what == "update":
            for given in made.args:
                merge(receiver, given)
            for key, value in made.named.items():
                put(receiver, key, value)
        elif isinstance(receiver, Record) and what == "setdefault" and len(made.args) == 2:
            receiver.entries.setdefault(made.args[0], made.args[1])
        elif isinstance(receiver, list) and what == "append" and len(made.args) == 1 and len(receiver) < MOST_LENGTH:
            receiver.append(made.args[0])
        elif isinstance(receiver, list) and what == "extend" and made.args and isinstance(made.args[0], list | tuple):
            receiver[:] = bounded([*receiver, *made.args[0]])

    def chain(self, node: ast.If, scope: Scope, depth: int) -> None:
        """An ``if`` with all its ``elif``, as branches that are told apart by words."""
        outer = scope.branches
        subject, seen = "", list[str]()
        first, rolls = len(self.found.made), 0
        where = Where(scope.file, node.lineno)
        links: ast.If | None = node
        while links is not None:
            rolls += is_roll(links.test)
            self.comparisons(links.test)
            about, words = compared_words(links.test, self.evaluator, scope)
            subject = subject or about
            seen.extend(words)
            scope.branches = (*outer, Branch(about, tuple(words))) if words else outer
            self.block(links.body, scope, depth)
            rest = links.orelse
            links = rest[0] if len(rest) == 1 and isinstance(rest[0], ast.If) else None
            if links is None and rest:
                scope.branches = (*outer, Branch(subject, tuple(seen), otherwise=True)) if seen else outer
                self.block(rest, scope, depth)
        scope.branches = outer
        if rolls:
            self.found.dice.append(Dice(where, first, len(self.found.made)))

    def cases(self, node: ast.Match, scope: Scope, depth: int) -> None:
        """A ``match`` over words."""
        outer = scope.branches
        subject, seen = dotted(node.subject), list[str]()
        for case in node.cases:
            words = [
                pattern.value.value
                for pattern in ast.walk(case.pattern)
                if isinstance(pattern, ast.MatchValue)
                and isinstance(pattern.value, ast.Constant)
                and isinstance(pattern.value.value, str)
            ]
            scope.branches = (*outer, Branch(subject, tuple(words or seen), otherwise=not words))
            seen.extend(words)
            self.block(case.body, scope, depth)
        scope.branches = outer

    def comparisons(self, test: ast.expr) -> None:
        """Keep how names are compared in a test."""
        for node in ast.walk(test):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Gt | ast.GtE):
                sign = ">" if isinstance(node.ops[0], ast.Gt) else ">="
                self.found.compared.append((dotted(node.left), sign, dotted(node.comparators[0])))

    def function(self, node: FunctionNode, scope: Scope) -> None:
        """A function's parameters now; its body when all modules are read."""
        self.found.functions.setdefault(node.name, node)
        inside = f"{scope.inside}.{node.name}" if scope.inside else node.name
        # A method does not see its class's names but through self.
        around = scope.parent if scope.own is not None else scope
        inner = Scope(scope.file, {}, around, inside, scope.own, scope.branches)
        for name, default in parameters_of(node, self.evaluator, scope).items():
            inner.names[name] = default
            if default is not UNKNOWN:
                self.found.bound.append(Bound(name, default, Where(scope.file, node.lineno), inside))
        self.waiting.append((node, inner))

    def function_body(self, node: FunctionNode, scope: Scope) -> None:
        """A function's body; of a class's ``__init__``, what it hands to the class above is kept."""
        first = len(self.found.made)
        self.block(node.body, scope)
        about = self.found.classes.get(scope.own.name) if scope.own is not None and node.name == "__init__" else None
        if about is not None:
            above = (made for made in self.found.made[first:] if made.key == "__init__")
            about.above = next(above, about.above)

    def class_body(self, node: ast.ClassDef, scope: Scope, depth: int) -> None:
        """A class: its names, and how it is made."""
        space = Namespace(node.name)
        inner = Scope(scope.file, space.names, scope, node.name, space, scope.branches)
        self.block(node.body, inner, depth)
        bases = tuple(dotted(base).rpartition(".")[2] for base in node.bases)
        if any(base.endswith(("Enum", "Flag")) for base in bases):
            # A member stands for its name, whatever number it has.
            space.names.update({name: Named(f"{node.name}.{name}") for name in space.names})
        scope.names[node.name] = space
        makers = [part for part in node.body if isinstance(part, FunctionNode) and part.name == "__init__"]
        if makers:
            given = parameters_of(makers[0], self.evaluator, inner)
        else:
            # As a dataclass or a named tuple has it.
            fields = [
                part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            given = {dotted(part.target): space.names.get(dotted(part.target), UNKNOWN) for part in fields}
        self.found.classes[node.name] = Class(
            [name for name in given if name != "self"],
            {name: default for name, default in given.items() if default is not UNKNOWN},
            bases,
            members=tuple(space.names),
        )


def parameters_of(node: FunctionNode, evaluator: Evaluator, scope: Scope) -> dict[str, Value]:
    """A function's parameters with their defaults, UNKNOWN where there is none."""
    plain = [*node.args.posonlyargs, *node.args.args]
    given: dict[str, Value] = dict.fromkeys((argument.arg for argument in plain), UNKNOWN)
    for argument, default in zip(reversed(plain), reversed(node.args.defaults), strict=False):
        given[argument.arg] = evaluator.evaluate(default, scope)
    for argument, optional in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        given[argument.arg] = evaluator.evaluate(optional, scope)
    return given


def compared_words(test: ast.expr, evaluator: Evaluator, scope: Scope) -> tuple[str, list[str]]:
    """What a test compares with words, and with which; nothing when it does not."""
    match test:
        case ast.BoolOp(op=ast.Or()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return parts[0][0], [word for _, words in parts for word in words]
        case ast.BoolOp(op=ast.And()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return next((part for part in parts if part[1]), ("", []))
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.In()], comparators=[right]):
            known = [(dotted(side), evaluator.evaluate(other, scope)) for side, other in ((left, right), (right, left))]
            for about, value in known:
                words = value if isinstance(value, list | tuple) else [value]
                if about and words and all(isinstance(word, str | int) for word in words):
                    return about, [str(word) for word in words]
    return "", []


def is_roll(test: ast.expr) -> bool:
    """Whether a test compares a random number, or something called a chance or dice, with a number."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return False
    name = (dotted(test.left.func) if isinstance(test.left, ast.Call) else dotted(test.left)).rpartition(".")[2].lower()
    return any(word in name for word in ("rand", "dice", "chance", "roll"))
