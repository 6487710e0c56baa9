"""What adapters of both shapes have in common: modules to import, and `TODO` for what was not found."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Template

from steep.importing.tutorials.find_game_code import Found, GameCode, name_at_end

TODO_FUNCTION = '''

def todo(what: str) -> Any:
    """Stand where `steep import` found nothing. Replace each call."""
    raise NotImplementedError(f"{Path(__file__).name} is not finished, TODO: {what}")

'''


@dataclass(slots=True)
class Adapter:
    """An adapter that is being written."""

    title: str
    """What it lets the lab play."""
    module: str
    """Its own name."""
    project: str
    """The project's main folder, as a Python expression."""
    modules: dict[str, None] = field(default_factory=dict)
    """The project's modules that it imports."""
    used: list[str] = field(default_factory=list)
    """Sentences for the report: what was found where."""
    todos: list[str] = field(default_factory=list)
    """What was not found, and must be written by a person."""
    left_out: list[str] = field(default_factory=list)
    """What was not found, and is not needed."""

    def use(self, found: Found, what: str) -> str:
        """The expression for something that was found."""
        self.modules[found.module] = None
        self.used.append(f"{what}: {found.path}")
        return found.path

    def need(self, found: Found | None, what: str) -> str:
        """The same, or a call of `todo`, which raises an error until it is replaced."""
        return self.todo(what) if found is None else self.use(found, what)

    def todo(self, what: str) -> str:
        """A call that raises an error until a person replaces it."""
        if what not in self.todos:
            self.todos.append(what)
        return f"todo({what!r})"

    def imports(self) -> str:
        """The statements that import the project's modules."""
        return "\n".join(f"    import {module}" for module in sorted(self.modules)) or "    pass"

    def substitutions(self) -> dict[str, str]:
        """What the templates of both shapes need."""
        remark = f" Finish what is marked TODO: {len(self.todos)} in all." if self.todos else ""
        return {
            "title": self.title,
            "module": self.module,
            "project": self.project,
            "imports": self.imports(),
            "todo_remark": remark,
            "todo_function": TODO_FUNCTION if self.todos else "",
        }

    def report(self) -> list[str]:
        """Lines that say what was found, what was not, and what is left to do."""
        parts = (("found", self.used), ("not found, left out", self.left_out), ("TODO, marked in the file", self.todos))
        return [line for title, lines in parts if lines for line in (f"{title}:", *(f"  {each}" for each in lines))]


def table(entries: Mapping[str, str]) -> str:
    """A dictionary as source code, one line each; the values are expressions."""
    return "".join(["{\n", *(f"    {key!r}: {value},\n" for key, value in entries.items()), "}"]) if entries else "{}"


# Begins a game as a project's main function does, in projects that have no function for it.

TEXT = Template('''\
def new_game() -> Any:
    """Begin a game as $path does."""
    from $module import $names

$statements
    return $engine


''')


def new_game_from_main(code: GameCode, adapter: Adapter) -> str | None:
    """A definition of `new_game`; None if no function of the project builds an engine."""
    for found in code.functions():
        for statement in found.node.body:
            engine = built(statement)
            if engine:
                statements = needed(engine, found.node.body)
                bound = {name for each in statements for name in names_bound(each)}
                names = sorted({name for each in statements for name in names_read(each)} - bound - set(dir(builtins)))
                adapter.used.append(f"a new game: as {found.path} begins it")
                text = "\n".join(f"    {line}" for each in statements for line in ast.unparse(each).splitlines())
                return TEXT.substitute(
                    path=found.path, module=found.module, names=", ".join(names), statements=text, engine=engine
                )
    return None


def built(statement: ast.stmt) -> str | None:
    """The variable to which a statement assigns a new engine."""
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        target = statement.targets[0]
        if name_at_end(statement.value.func) == "Engine" and isinstance(target, ast.Name):
            return target.id
    return None


def needed(engine: str, body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements that build an engine or change it, and the assignments that these need."""
    kept: list[ast.stmt] = []
    wanted = {engine}
    for statement in reversed([each for each in body if isinstance(each, ast.Assign | ast.AnnAssign | ast.Expr)]):
        if names_bound(statement) & wanted or first_name(statement) == engine:
            kept.insert(0, statement)
            wanted |= names_read(statement)
    return kept


def first_name(statement: ast.stmt) -> str:
    """The variable whose attribute a statement sets, or whose method it calls."""
    node: ast.AST | None = None
    if isinstance(statement, ast.Assign):
        node = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        node = statement.value.func
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def names_bound(statement: ast.stmt) -> set[str]:
    """The variables that a statement assigns to."""
    return {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def names_read(statement: ast.stmt) -> set[str]:
    """The variables that a statement reads."""
    return {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
