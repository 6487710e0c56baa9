"""Finds locals that a rule may read before they have a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


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
