"""Walks the statements of a project in order and collects its bindings, calls and classes.

Every branch, every loop body and every function body is walked once. This module
does not know what the names mean.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from steep.importing.output.import_report import FIGHTS, LOOKS, ImportReport, Location
from steep.importing.python.chances_of_rolls import ChainChances, compared_words, is_roll
from steep.importing.python.evaluate_expressions import DataFile, Evaluator, Scope, compute, dotted, label, merge, put
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
from steep.importing.python.project_contents import (
    Binding,
    ClassInfo,
    Contents,
    DiceChain,
    DiceLink,
    Draw,
    FunctionNode,
    Increment,
    Method,
)
from steep.importing.python.reachability import reached_modules, unreached_functions
from steep.importing.python.resolve_imports import SIGNATURES, Module, Project

MAX_BLOCK_DEPTH = 20
"""Nesting of blocks."""


class Reader:
    """Reads modules and collects their contents."""

    def __init__(self, report: ImportReport, data_file: DataFile | None = None) -> None:
        self.report = report
        self.contents = Contents()
        self.evaluator = Evaluator()
        self.evaluator.data_file = data_file
        self.contents.calls = self.evaluator.calls
        self.contents.dictionaries = self.evaluator.dictionaries
        self.waiting: list[tuple[FunctionNode, Scope]] = []
        self.project = Project([])
        self.unreached: set[int] = set()

    def read(self, modules: list[Module]) -> Contents:
        """The contents of all modules."""
        modules = reached_modules(modules, self.report)
        self.project = Project.of(modules)
        self.unreached = unreached_functions(modules, self.report)
        for module in self.project.in_order():
            self.block(module.tree.body, module.scope)
        # Functions see names that are bound later, and names of modules that import each other.
        while self.waiting:
            node, scope = self.waiting.pop(0)
            self.function_body(node, scope)
        self.report_unresolved()
        return self.contents

    def report_unresolved(self) -> None:
        """Report imports without a file, if the project calls something from them."""
        called: dict[str, set[str]] = {}
        for made in self.contents.calls:
            called.setdefault(made.location.file, set()).add(made.name)
        named: set[str] = set()
        for module, name, location in self.project.unresolved:
            names = called.get(location.file, ())
            uses = {each for each in names if each == name or each.startswith(f"{name}.")}
            if module not in named and any(each.rpartition(".")[2] not in SIGNATURES for each in uses):
                named.add(module)
                what = f"{module.lstrip('.')} is imported, but is not there; what it defines was not read"
                self.report.add_unread(what, location, FIGHTS if "." in module else LOOKS)

    def block(self, statements: Sequence[ast.stmt], scope: Scope, depth: int = 0) -> None:
        """Read statements in order."""
        if depth > MAX_BLOCK_DEPTH:
            if statements:
                self.report.add_unread("nested too deeply", Location(scope.file, statements[0].lineno))
            return
        for statement in statements:
            try:
                self.statement(statement, scope, depth + 1)
            except RecursionError:
                self.report.add_unread("nested too deeply", Location(scope.file, statement.lineno))

    def statement(self, node: ast.stmt, scope: Scope, depth: int) -> None:
        """Read one statement."""
        match node:
            case ast.Assign():
                value = self.evaluator.evaluate(node.value, scope)
                for target in node.targets:
                    self.bind(target, value, scope)
                    self.draw(target, node.value, value, scope)
            case ast.AnnAssign(value=ast.expr() as given):
                self.bind(node.target, self.evaluator.evaluate(given, scope), scope)
            case ast.AugAssign():
                self.increment(node, scope)
            case ast.Expr():
                self.expression(node.value, scope)
            case ast.Return():
                value = self.evaluator.evaluate(node.value, scope)
                if node.value is not None:
                    self.comparisons(node.value)
                name = scope.inside.rpartition(".")[2]
                if node.value is not None and name:
                    label(value, name)
                    self.contents.bindings.append(Binding(name, value, Location(scope.file, node.lineno), scope.inside))
            case ast.If():
                self.chain(node, scope, depth)
            case ast.Match():
                self.cases(node, scope, depth)
            case ast.For() | ast.AsyncFor() | ast.While():
                if isinstance(node, ast.While):
                    self.comparisons(node.test)
                self.block([*node.body, *node.orelse], scope, depth)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    opened = self.evaluator.evaluate(item.context_expr, scope)
                    if item.optional_vars is not None:
                        self.bind(item.optional_vars, opened, scope)
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
        """Read an import."""
        if isinstance(node, ast.Import):
            self.contents.imported.update(alias.name for alias in node.names)
        else:
            self.contents.imported.add(node.module or "")
        self.project.bind_import(node, scope)

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Bind the target of an assignment."""
        location = Location(scope.file, target.lineno)
        if isinstance(target, ast.Tuple | ast.List):
            parts = value if isinstance(value, list | tuple) else []
            for number, element in enumerate(target.elts):
                self.bind(element, parts[number] if len(parts) == len(target.elts) else UNKNOWN, scope)
        elif isinstance(target, ast.Name):
            label(value, target.id)
            scope.names[target.id] = value
            self.contents.bindings.append(Binding(target.id, value, location, scope.inside))
        elif isinstance(target, ast.Attribute):
            path = dotted(target)
            label(value, target.attr)
            self.contents.bindings.append(Binding(target.attr, value, location, scope.inside))
            if path.startswith(("self.", "cls.")) and scope.own is not None:
                scope.own.names[target.attr] = value
            elif path:
                scope.names[path] = value
        elif isinstance(target, ast.Subscript):
            self.bind_entry(target, value, scope)

    def draw(self, target: ast.expr, node: ast.expr, value: Value, scope: Scope) -> None:
        """Collect an assignment of a random number."""
        if isinstance(node, ast.Call) and isinstance(value, Call) and "rand" in value.key.lower() and node.args:
            name, limit = dotted(target).rpartition(".")[2], dotted(node.args[-1]).rpartition(".")[2]
            self.contents.draws.append(Draw(name, value, limit, Location(scope.file, node.lineno), scope.inside))

    def bind_entry(self, target: ast.Subscript, value: Value, scope: Scope) -> None:
        """Read ``chances["troll"] = …``: an entry of a dictionary."""
        table = self.evaluator.evaluate(target.value, scope)
        key = self.evaluator.evaluate(target.slice, scope)
        path = dotted(target.value)
        if isinstance(table, Dictionary):
            if key is UNKNOWN and table.entries:
                self.report.add_unread(
                    f"entries of {path or 'a table'} whose keys are known only at run time",
                    Location(scope.file, target.lineno),
                )
            put(table, key, value)
        elif path and not isinstance(table, list | tuple | Call | Namespace) and isinstance(key, str | int):
            # The dictionary itself is not known: a parameter, a global, the result of a call.
            table = Dictionary({}, Location(scope.file, target.lineno), scope.inside, scope.branches)
            put(table, key, value)
            scope.names[path] = table
            self.contents.bindings.append(Binding(path.rpartition(".")[2], table, table.location, scope.inside))

    def increment(self, node: ast.AugAssign, scope: Scope) -> None:
        """Read ``x += …``: a list is extended or a number increased."""
        value = self.evaluator.evaluate(node.value, scope)
        path = dotted(node.target)
        before = scope.look_up(path) if path else UNKNOWN
        if isinstance(before, list) and isinstance(value, list | tuple):
            before[:] = bounded([*before, *value])
            return
        if isinstance(node.op, ast.BitOr) and isinstance(before, Dictionary):
            merge(before, value)
            return
        if isinstance(node.op, ast.Add) and path:
            location = Location(scope.file, node.lineno)
            self.contents.increments.append(Increment(path.rpartition(".")[2], value, location, scope.branches))
        if path in scope.names:
            scope.names[path] = compute(node.op, number_of(before), number_of(value))

    def expression(self, node: ast.expr, scope: Scope) -> None:
        """Read an expression statement: a call may fill a table."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            self.evaluator.evaluate(node, scope)
            return
        receiver = self.evaluator.evaluate(node.func.value, scope)
        made = self.evaluator.evaluate(node, scope)
        if not isinstance(made, Call):
            return
        what = node.func.attr
        if isinstance(receiver, Call):
            # The receiver identifies a method call on an object: `equipment.equip()`.
            made.named.setdefault("self", receiver)
        if isinstance(receiver, Dictionary) and what == "update":
            for given in made.args:
                merge(receiver, given)
            for key, value in made.named.items():
                put(receiver, key, value)
        elif isinstance(receiver, Dictionary) and what == "setdefault" and len(made.args) == 2:
            receiver.entries.setdefault(made.args[0], made.args[1])
        elif isinstance(receiver, list) and what == "append" and len(made.args) == 1 and len(receiver) < MAX_LENGTH:
            receiver.append(made.args[0])
        elif isinstance(receiver, list) and what == "extend" and made.args and isinstance(made.args[0], list | tuple):
            receiver[:] = bounded([*receiver, *made.args[0]])

    def chain(self, node: ast.If, scope: Scope, depth: int) -> None:
        """Read an ``if`` with all its ``elif``, as branches that compare a name with words."""
        outer = scope.branches
        subject, seen = "", list[str]()
        rolls, chances, dice = 0, ChainChances(self.evaluator), list[DiceLink]()
        before, ends = numbers_in(scope), list[dict[str, Value]]()
        location = Location(scope.file, node.lineno)
        links: ast.If | None = node
        while links is not None:
            rolls += is_roll(links.test)
            self.comparisons(links.test)
            about, words = compared_words(links.test, self.evaluator, scope)
            subject = subject or about
            seen.extend(words)
            constant = scope.look_up(about) if about.isupper() else UNKNOWN
            known = isinstance(constant, int | str)
            dead = known and str(constant) not in words
            scope.branches = (*outer, Branch(about, tuple(words), dead=dead)) if words else outer
            dice.append(self.link(chances.take(links.test, scope), links.body, scope, depth))
            if not dead:
                ends.append(numbers_in(scope))
            scope.names.update(before)
            rest = links.orelse
            links = rest[0] if len(rest) == 1 and isinstance(rest[0], ast.If) else None
            if links is not None:
                continue
            dead = known and str(constant) in seen
            if rest:
                scope.branches = (*outer, Branch(subject, tuple(seen), otherwise=True, dead=dead)) if seen else outer
                dice.append(self.link(chances.left, rest, scope, depth))
                chances.left = Fraction(0)
            if not dead:
                ends.append(numbers_in(scope))
        scope.branches = outer
        # A number that depends on the branch is known only at run time.
        for name in {name for end in ends for name in end}:
            values = [end.get(name, UNKNOWN) for end in ends]
            scope.names[name] = values[0] if len({number_of(value) for value in values}) == 1 else UNKNOWN
        if rolls or chances.known:
            chain = DiceChain(location, scope.inside, tuple(dice), chances.left, chances.known)
            self.contents.dice_chains.append(chain)

    def link(self, share: Fraction, body: Sequence[ast.stmt], scope: Scope, depth: int) -> DiceLink:
        """Read what one link of a chain does."""
        calls, bindings = len(self.contents.calls), len(self.contents.bindings)
        self.block(body, scope, depth)
        return DiceLink(share, (calls, len(self.contents.calls)), (bindings, len(self.contents.bindings)))

    def cases(self, node: ast.Match, scope: Scope, depth: int) -> None:
        """Read a ``match`` over words."""
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
        """Collect the comparisons between names in a condition."""
        for node in ast.walk(test):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Gt | ast.GtE):
                sign = ">" if isinstance(node.ops[0], ast.Gt) else ">="
                self.contents.comparisons.append((dotted(node.left), sign, dotted(node.comparators[0])))

    def function(self, node: FunctionNode, scope: Scope) -> None:
        """Read the parameters of a function, if a game reaches it. Its body is read after all modules."""
        if id(node) in self.unreached:
            return
        known = self.contents.functions.get(node.name)
        if known is None or (scope.own is None and any(known is method.node for method in self.contents.methods)):
            # A function counts before methods of its name.
            self.contents.functions[node.name] = node
        location = Location(scope.file, node.lineno)
        if scope.own is not None:
            self.contents.methods.append(Method(scope.own.name, node, location))
        else:
            self.contents.free.append(Method("", node, location))
        inside = f"{scope.inside}.{node.name}" if scope.inside else node.name
        # A method does not see the names of its class directly.
        around = scope.parent if scope.own is not None else scope
        inner = Scope(scope.file, {}, around, inside, scope.own, scope.branches)
        for name, default in parameters_of(node, self.evaluator, scope).items():
            inner.names[name] = default
            if default is not UNKNOWN:
                self.contents.bindings.append(Binding(name, default, Location(scope.file, node.lineno), inside))
        self.waiting.append((node, inner))

    def function_body(self, node: FunctionNode, scope: Scope) -> None:
        """Read the body of a function. In ``__init__``, keep the call of the base class."""
        first = len(self.contents.calls)
        self.block(node.body, scope)
        own = scope.own.name if scope.own is not None and node.name == "__init__" else ""
        about = self.contents.classes_of_files.get((scope.file, own))
        if about is not None:
            base_calls = (made for made in self.contents.calls[first:] if made.key == "__init__")
            about.base_call = next(base_calls, about.base_call)
            if about.base_call is not None and not about.base_call.name.startswith("super()") and about.base_call.args:
                # `Base.__init__(self, …)` passes the object, too.
                about.base_call = dataclasses.replace(about.base_call, args=about.base_call.args[1:])
            if about.base_call is not None:
                about.base_call_for = base_call_with_arguments(about.base_call, node, scope)

    def class_body(self, node: ast.ClassDef, scope: Scope, depth: int) -> None:
        """Read a class: its names and its parameters."""
        space = Namespace(node.name, file=scope.file)
        inner = Scope(scope.file, space.names, scope, node.name, space, scope.branches)
        self.block(node.body, inner, depth)
        bases = tuple(dotted(base).rpartition(".")[2] for base in node.bases)
        if any(base.endswith(("Enum", "Flag")) for base in bases):
            # An enum member is identified by its name, not its value.
            space.names.update({name: UnresolvedName(f"{node.name}.{name}") for name in space.names})
        scope.names[node.name] = space
        constructors = [part for part in node.body if isinstance(part, FunctionNode) and part.name == "__init__"]
        if constructors:
            given = parameters_of(constructors[0], self.evaluator, inner)
        else:
            # The fields of a dataclass or a named tuple.
            fields = [
                part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            given = {dotted(part.target): space.names.get(dotted(part.target), UNKNOWN) for part in fields}
        parent = self.evaluator.evaluate(node.bases[0], scope) if bases and bases[0] else UNKNOWN
        about = ClassInfo(
            node.name,
            [name for name in given if name != "self"],
            {name: default for name, default in given.items() if default is not UNKNOWN},
            bases,
            Location(scope.file, node.lineno),
            members=tuple(space.names),
            base_file=parent.file if isinstance(parent, Namespace) else "",
        )
        self.contents.classes[node.name] = self.contents.classes_of_files[scope.file, node.name] = about


def base_call_with_arguments(
    made: Call, node: FunctionNode, scope: Scope
) -> Callable[[Mapping[str, Value]], Call] | None:
    """A function from the arguments of a class to its call of the base class, as `2 + extra_power` depends on them.

    None if the call is not written with plain arguments.
    """
    written = next(
        (
            part
            for part in ast.walk(node)
            if isinstance(part, ast.Call)
            and dotted(part.func).endswith("__init__")
            and part.lineno == made.location.line
        ),
        None,
    )
    if written is None or any(isinstance(each, ast.Starred) for each in written.args):
        return None
    positional = written.args[len(written.args) - len(made.args) :]
    around = Scope(scope.file, dict(scope.names), scope.parent, scope.inside, scope.own)
    parameters = {argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    assigned = [part for part in ast.walk(node) if isinstance(part, ast.Assign | ast.AugAssign | ast.AnnAssign)]

    def call_for(given: Mapping[str, Value]) -> Call:
        given = {name: value for name, value in given.items() if name in parameters}
        inner = Scope(around.file, dict(given), around, around.inside, around.own)
        changed: set[str] = set()
        for part in assigned:
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            if part.value is not None and names_in(part) & {*given, *changed}:
                changed.update(target.id for target in targets if isinstance(target, ast.Name))

        def value_of(part: ast.expr, before: Value) -> Value:
            names = names_in(part)
            if names & changed:
                return UNKNOWN
            return Evaluator().evaluate(part, inner) if names & {*given} else before

        args = [value_of(part, before) for part, before in zip(positional, made.args, strict=True)]
        named = {
            word.arg: value_of(word.value, made.named.get(word.arg, UNKNOWN)) for word in written.keywords if word.arg
        }
        return dataclasses.replace(made, args=args, named={**made.named, **named})

    return call_for


def numbers_in(scope: Scope) -> dict[str, Value]:
    """The names of a scope that are numbers."""
    return {name: value for name, value in scope.names.items() if number_of(value) is not None}


def names_in(node: ast.AST) -> set[str]:
    """The plain names in a piece of code."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def parameters_of(node: FunctionNode, evaluator: Evaluator, scope: Scope) -> dict[str, Value]:
    """The parameters of a function with their defaults; UNKNOWN for those without one."""
    plain = [*node.args.posonlyargs, *node.args.args]
    given: dict[str, Value] = dict.fromkeys((argument.arg for argument in plain), UNKNOWN)
    for argument, default in zip(reversed(plain), reversed(node.args.defaults), strict=False):
        given[argument.arg] = evaluator.evaluate(default, scope)
    for argument, optional in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        given[argument.arg] = evaluator.evaluate(optional, scope)
    return given
