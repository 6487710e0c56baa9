"""The decorator for rules.

``@rule`` marks a function as written in the subset of Python that runs in all
three forms, plain, native and in browsers: integers, loops, tuples, indexing, attributes of records and calls
of other rules. It doesn't change the function; `steep.core.native.native_rule.native`
gives its native form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_rules: set[Callable[..., Any]] = set()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule. Rules must not be recursive."""
    _rules.add(function)
    return function


def is_rule(value: object) -> bool:
    """Whether a value is a function marked with `rule`."""
    return callable(value) and value in _rules
