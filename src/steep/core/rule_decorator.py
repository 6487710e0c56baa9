"""The decorator for rules.

``@rule`` marks a function as written in the subset of Python that runs in all
three forms: integers, loops, tuples, indexing, attributes of records and calls
of other rules. It doesn't change the function; `steep.core.compiler.compiled.compiled`
gives its compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_rules: set[Callable[..., Any]] = set()
_compiled_apart: set[Callable[..., Any]] = set()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule. Rules must not be recursive."""
    _rules.add(function)
    return function


def compiled_apart(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule that is compiled once, whoever calls it. Compiled callers jump to its machine code.

    For large rules with several callers. Others are optimised as part of each entry point that calls them.
    """
    _compiled_apart.add(function)
    return function


def is_compiled_apart(value: Callable[..., Any]) -> bool:
    """Whether a rule is marked with `compiled_apart`."""
    return value in _compiled_apart


def is_rule(value: object) -> bool:
    """Whether a value is a function marked with `rule`."""
    return callable(value) and value in _rules
