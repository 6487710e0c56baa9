"""Code in a normal form, so that two functions that do the same in the same way are the same text.

Names are numbered in order of appearance, comparisons point one way, and types and docstrings are left out.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

KEPT = frozenset(("reversed", "sorted", "range", "len", "sum", "int", "list", "enumerate"))
"""Functions that keep their names."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def normal_form(body: Sequence[ast.stmt]) -> str:
    """The statements of a function in the normal form."""
    wrapped = ast.Module([*body], [])
    return ast.dump(_Normal().visit(ast.fix_missing_locations(copy.deepcopy(wrapped))))


class _Normal(ast.NodeTransformer):
    """Puts code into the normal form."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def number(self, name: str) -> ast.Name:
        """A name by its number."""
        return ast.Name(name if name in KEPT else self.names.setdefault(name, f"n{len(self.names)}"), ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A variable."""
        return self.number(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """An attribute of an object is a variable, too."""
        return self.number(ast.unparse(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """An assignment without its type."""
        return self.generic_visit(ast.Assign([node.target], node.value)) if node.value else None  # type: ignore[return-value]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        """No docstrings."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Comparisons point to the larger side, one at a time."""
        sides = [node.left, *node.comparators]
        parts: list[ast.expr] = []
        for left, sign, right in zip(sides, node.ops, sides[1:], strict=False):
            turned = TURNED.get(type(sign))
            pair = (right, turned(), left) if turned is not None else (left, sign, right)
            parts.append(ast.Compare(pair[0], [pair[1]], [pair[2]]))
        whole = parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)
        return self.generic_visit(whole)  # type: ignore[return-value]

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        """Code after a branch that leaves needs no `else`."""
        if node.orelse and isinstance(node.body[-1], ast.Break | ast.Continue | ast.Return):
            rest, node.orelse = node.orelse, []
            first = self.generic_visit(node)
            visited = [self.visit(each) for each in rest]
            flat = [
                part for each in visited for part in (each if isinstance(each, list) else [each]) if part is not None
            ]
            return [first, *flat]
        return self.generic_visit(node)  # type: ignore[return-value]
