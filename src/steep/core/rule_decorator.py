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


# Prefetching memory: a hint to the processor that changes no result.


@rule
def prefetch(where: object, index: int) -> None:
    """Start loading an array's element, or a record's byte, into the cache.

    Nothing is read, so an index past the end is harmless. Plain Python ignores it.
    """
