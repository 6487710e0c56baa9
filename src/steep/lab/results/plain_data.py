"""Dataclasses as plain data, which JSON can hold, and plain data as dataclasses.

Only the plain types that results are made of: dataclasses, tuples, dictionaries, numbers, words and None. The data
never decide which class is made.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from steep.core.input_errors import brief
from steep.lab.stats.confidence_intervals import Estimate, Interval


def plain(value: object) -> Any:
    """Convert dataclasses for JSON. An estimate becomes value, low and high; NaN and infinities become null."""
    if isinstance(value, Estimate):
        return plain({"value": value.value, "low": value.interval.low, "high": value.interval.high})
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {key: plain(held) for key, held in value.items()}
    if isinstance(value, tuple | list):
        return [plain(held) for held in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def from_plain(kind: Any, found: object) -> Any:
    """A value of a type, from plain data. Raises `ValueError` for data that no such value gives."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or (origin is Literal and found in inner):
        return found
    if kind is float:
        return number_from(found, math.nan)
    if kind is Estimate and isinstance(found, dict) and {"value", "low", "high"} <= found.keys():
        ends = number_from(found["low"], -math.inf), number_from(found["high"], math.inf)
        return Estimate(number_from(found["value"], math.nan), Interval(*ends))
    if is_dataclass(kind) and isinstance(found, dict):
        assert isinstance(kind, type)
        return dataclass_from(kind, found)
    if origin in (Union, UnionType):
        return one_of(inner, found)
    if origin is tuple and isinstance(found, list):
        kinds = inner[:1] * len(found) if inner[1:] == (Ellipsis,) else inner
        if len(kinds) == len(found):
            return tuple(from_plain(each, value) for each, value in zip(kinds, found, strict=True))
    if origin is dict and isinstance(found, dict):
        return {key: from_plain(inner[1], value) for key, value in found.items()}
    if isinstance(kind, type) and not is_dataclass(kind) and type(found) is kind:
        return found
    raise ValueError(f"{brief(found)} for {getattr(kind, '__name__', kind)}")


def one_of(kinds: tuple[Any, ...], found: object) -> Any:
    """A value of the first of some types that has such values; None is None where it may be."""
    if found is None and type(None) in kinds:
        return None
    for kind in kinds:
        if kind is not type(None):
            with suppress(ValueError):
                return from_plain(kind, found)
    raise ValueError(f"{brief(found)} for {' or '.join(getattr(kind, '__name__', str(kind)) for kind in kinds)}")


def dataclass_from(kind: type[Any], found: dict[str, Any]) -> Any:
    """A dataclass, from a table with all of its fields; those that have a default may be missing."""
    types = get_type_hints(kind)
    given = [each for each in fields(kind) if each.init]
    needed = [each.name for each in given if each.default is MISSING and each.default_factory is MISSING]
    if missing := [name for name in needed if name not in found]:
        raise ValueError(f"{kind.__name__} lacks {', '.join(missing)}")
    return kind(**{each.name: from_plain(types[each.name], found[each.name]) for each in given if each.name in found})


def number_from(found: object, unknown: float) -> float:
    """A number; `unknown` for null, which JSON has in place of NaN and infinities."""
    if found is None:
        return unknown
    if isinstance(found, int | float) and not isinstance(found, bool):
        return float(found)
    raise ValueError(f"{brief(found)} for a number")
