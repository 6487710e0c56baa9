"""Reads the loop with which a project adds up the weights of a floor: which entries it takes, and where it ends."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass

from steep.importing.python.evaluate_expressions import dotted
from steep.importing.python.expression_values import Value
from steep.importing.python.project_contents import Contents

COMPARES: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


@dataclass(frozen=True, slots=True)
class FloorLoop:
    """A loop over entries by floor."""

    takes: type[ast.cmpop] = ast.LtE
    """An entry is taken if its floor compares so with the current one."""
    ends: bool = True
    """Whether the loop ends at the first entry that it doesn't take."""
    adds: bool = False
    """Whether the weights of a kind add up; otherwise the last one counts."""

    def taken(self, start: int, floor: int) -> bool:
        """Whether an entry from floor `start` on is taken on a floor."""
        return COMPARES[self.takes](start, floor)

    @property
    def inverted(self) -> bool:
        """Whether it takes the entries of deeper floors, which is likely a mistake."""
        return self.takes in (ast.Gt, ast.GtE)


TUTORIALS_LOOP = FloorLoop()


def loop_over(table: Value, contents: Contents) -> FloorLoop | None:
    """The loop of the function that a table is given to; the tutorials' without one; None if its shape is not known."""
    for made in contents.calls:
        node = contents.functions.get(made.key)
        if node is not None and any(argument is table for argument in (*made.args, *made.named.values())):
            loops = [loop for loop in ast.walk(node) if isinstance(loop, ast.For) and is_over_items(loop)]
            if loops:
                return shape_of(loops[0])
    return TUTORIALS_LOOP


def is_over_items(loop: ast.For) -> bool:
    """Whether a loop is over the keys and values of a dictionary."""
    return (
        isinstance(loop.iter, ast.Call)
        and isinstance(loop.iter.func, ast.Attribute)
        and loop.iter.func.attr == "items"
        and isinstance(loop.target, ast.Tuple)
        and len(loop.target.elts) == 2
    )


def shape_of(loop: ast.For) -> FloorLoop | None:
    """The shape of a loop; None if it is not known."""
    assert isinstance(loop.target, ast.Tuple)
    key = dotted(loop.target.elts[0])
    tests = [part for part in loop.body if isinstance(part, ast.If)]
    if len(tests) != 1 or not isinstance(tests[0].test, ast.Compare) or len(tests[0].test.ops) != 1:
        return None
    test, branch = tests[0].test, tests[0]
    sign = type(test.ops[0])
    if dotted(test.left) != key:
        sign = TURNED.get(sign, sign)
        if dotted(test.comparators[0]) != key:
            return None
    if sign not in COMPARES:
        return None
    adds = any(map(is_sum, ast.walk(loop)))
    if any(isinstance(part, ast.Break) for part in branch.body):
        return FloorLoop(OPPOSITE[sign], ends=True, adds=adds)
    if any(isinstance(part, ast.Continue) for part in branch.body):
        return FloorLoop(OPPOSITE[sign], ends=False, adds=adds)
    return FloorLoop(sign, ends=any(isinstance(part, ast.Break) for part in branch.orelse), adds=adds)


def is_sum(node: ast.AST) -> bool:
    """Whether a statement adds to an entry: `sums[kind] += weight`, or `sums[kind] = sums.get(kind, 0) + weight`."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add) and isinstance(node.target, ast.Subscript)
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Subscript)
        and isinstance(node.value, ast.BinOp)
        and isinstance(node.value.op, ast.Add)
        and any(
            isinstance(part, ast.Subscript) or (isinstance(part, ast.Call) and dotted(part.func).endswith(".get"))
            for part in (node.value.left, node.value.right)
        )
    )
