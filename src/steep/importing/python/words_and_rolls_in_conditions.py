"""Reads conditions: the words or random numbers that they compare."""

from __future__ import annotations

import ast

from steep.importing.python.evaluate_expressions import Evaluator, Scope, dotted


def compared_words(test: ast.expr, evaluator: Evaluator, scope: Scope) -> tuple[str, list[str]]:
    """The name that a condition compares with words, and the words; ("", []) if it compares none."""
    match test:
        case ast.BoolOp(op=ast.Or()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return parts[0][0], [word for _, words in parts for word in words]
        case ast.BoolOp(op=ast.And()):
            parts = [compared_words(part, evaluator, scope) for part in test.values]
            return next((part for part in parts if part[1]), ("", []))
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.In()], comparators=[right]):
            pairs = [(dotted(side), evaluator.evaluate(other, scope)) for side, other in ((left, right), (right, left))]
            for about, value in pairs:
                words = value if isinstance(value, list | tuple) else [value]
                if about and words and all(isinstance(word, str | int) for word in words):
                    return about, [str(word) for word in words]
    return "", []


def is_roll(test: ast.expr) -> bool:
    """Whether a condition compares a random number, judged by the name, with a number, possibly among others."""
    if isinstance(test, ast.BoolOp):
        return any(map(is_roll, test.values))
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return False
    name = (dotted(test.left.func) if isinstance(test.left, ast.Call) else dotted(test.left)).rpartition(".")[2].lower()
    return any(word in name for word in ("rand", "dice", "chance", "roll"))
