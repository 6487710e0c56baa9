"""Begins a game as a project's main function does, in projects that have no function for it.

The statements of the maker's that build the engine are kept, in order, with those that they need.
"""

from __future__ import annotations

import ast
import builtins
from string import Template

from steep.importing.output.adapter_parts import Adapter
from steep.importing.tutorials.find_game_code import GameCode, name_at_end

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
