"""Cross-field validation of names: what a key names exists. Which family a key names is declared with it."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator
from typing import Any, cast

from steep.content.reading.declarations import Field, fields_of
from steep.content.reading.merge_rulesets import MergedSettings, section_at
from steep.content.reading.value_types import SINGULAR
from steep.content.ruleset_errors import shown

Steps = tuple[str | int, ...]
"""The way from a key to a name in its value: keys of tables, and entries of lists from 1."""


def validate_references(settings: MergedSettings) -> None:
    """Report every name of a kind that does not exist."""
    for path, values in settings.values.items():
        for field in naming(section_at(path)):
            for steps, key, name in names_in(field, values.get(field.name)):
                known = known_to(settings, key)
                if name in known:
                    continue
                at = settings.location(path, field.name)
                for step in steps:
                    at = at.under(step) if isinstance(step, str) else at.entry(step)
                exists = name in settings.kinds(key.type.family)
                problem = "cannot be here" if exists else f"is not a known {SINGULAR[key.type.family]}"
                at.reject_name(name, f"found {shown(name)}, which {problem}", known)


def known_to(settings: MergedSettings, field: Field) -> tuple[str, ...]:
    """The kinds that a key may name."""
    kinds = settings.kinds(field.type.family)
    return tuple(key for key in kinds if key not in field.type.unnamed) if field.type.unnamed else kinds


def naming(section: type[Any]) -> tuple[Field, ...]:
    """The keys of a section that name kinds, or whose rows do."""
    return _naming(cast("Hashable", section))


@functools.cache
def _naming(section: Any) -> tuple[Field, ...]:
    return tuple(
        field
        for field in fields_of(section).values()
        if field.type.family in SINGULAR or (field.type.row and naming(field.type.row))
    )


def names_in(field: Field, value: Any) -> Iterator[tuple[Steps, Field, str]]:
    """Each name in the value of a key, with its way and the key that has it: one of its own, or of its rows."""
    if field.type.row is not None:
        for number, row in enumerate(value or (), 1):
            for key in naming(field.type.row):
                for steps, inner, name in names_in(key, getattr(row, key.name)):
                    yield (getattr(row, "glyph", number), key.name, *steps), inner, name
    elif isinstance(value, str):
        if value:
            yield (), field, value
    else:
        indexed = field.type.schema.get("type") == "array"
        for number, each in enumerate(value or (), 1):
            name = each if isinstance(each, str) else each[0]
            yield (number,) if indexed else () if isinstance(each, str) else (name,), field, name
