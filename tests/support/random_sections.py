"""Draws the keys of a section of a ruleset at random, with values that it accepts, written as TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from steep.content.reading.declarations import Field
from steep.content.sections import fields_of

Values = Mapping[str, Sequence[str]]


def quoted(words: Iterable[str]) -> tuple[str, ...]:
    """Words as TOML strings."""
    return tuple(f'"{word}"' for word in words)


def accepted(field: Field) -> tuple[str, ...]:
    """Some values that a key accepts, as TOML; none if that can't be told from its type."""
    if field.type.words:
        return quoted(field.type.words)
    if field.type.allowed == "true or false":
        return ("false", "true")
    limits = re.fullmatch(r"a whole number from (-?[\d_]+) to ([\d_]+)", field.type.allowed)
    if limits is None:
        return ()
    low, high = (int(limit.replace("_", "")) for limit in limits.groups())
    return tuple(sorted({str(max(low, min(high, number))) for number in (0, 0, 1, 3, low)}))


def values_of(section: type[object], values: Values, without: Iterable[str] = ()) -> dict[str, Sequence[str]]:
    """What each key of a section is drawn from; `without` are those that the caller writes itself."""
    fields = fields_of(section)
    return {
        key: values.get(key) or accepted(field)
        for key, field in fields.items()
        if not field.cosmetic and key not in without
    }


def drawn_keys(rng: Random, values: Mapping[str, Sequence[str]], least: int = 0) -> dict[str, str]:
    """A random half of the keys of a section, and at least some, each with a random value."""
    keys = [key for key in values if rng.random() < 0.5] or list(values)[:least]
    return {key: rng.choice(values[key]) for key in keys if values[key]}


def is_set(keys: Mapping[str, str], key: str) -> bool:
    """Whether a key has a value other than nothing."""
    return keys.get(key, "0") not in ("0", "false")


def lines(keys: Mapping[str, str]) -> str:
    """Keys as lines of a table."""
    return "".join(f"{key} = {value}\n" for key, value in keys.items())
