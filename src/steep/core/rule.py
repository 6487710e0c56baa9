"""The switch between plain and compiled rules.

``@rule`` marks a function that is written in the small subset of Python that
all three ways of running share: integers, loops, tuples, indexing, attributes
of records, and other rules. It leaves the function as it is; whoever wants
speed asks `steep.core.compiled.compiled` for its compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_rules: set[Callable[..., Any]] = set()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule. It must not recurse."""
    _rules.add(function)
    return function


def is_rule(value: object) -> bool:
    """Whether a value is a function that was marked with `rule`."""
    return callable(value) and value in _rules
