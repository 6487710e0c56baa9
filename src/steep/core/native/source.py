"""The source of rules, and how what is wrong with it is told."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

Rule = Callable[..., Any]


class Outside(TypeError):  # noqa: N818
    """A rule has something that the subset lacks. The message says where and what."""


@functools.cache
def source_of(rule: Rule) -> ast.FunctionDef:
    """The syntax tree of a rule. Raises `Outside` if it isn't a function in a file."""
    code = cast("Any", rule).__code__
    try:
        return _functions_in(code.co_filename)[code.co_firstlineno]
    except (OSError, KeyError):
        where = f"{code.co_filename}:{code.co_firstlineno}"
        raise Outside(f"{where}: rule {rule.__qualname__}: a rule is a function, written with def in a file") from None


@functools.cache
def _functions_in(path: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file, by their first line."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    functions = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    return {min((each.lineno, *(mark.lineno for mark in each.decorator_list))): each for each in functions}


def outside(rule: Rule, node: ast.AST, why: str) -> Outside:
    """An error that names the file, the line, the rule and the expression."""
    where = f"{cast('Any', rule).__code__.co_filename}:{getattr(node, 'lineno', 0)}"
    shown = next(line for line in ast.unparse(node).splitlines() if not line.startswith("@"))
    return Outside(f"{where}: rule {rule.__qualname__}: `{shown[:80]}`: {why}")
