"""In which figures one ruleset differs from another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, NamedTuple

from steep.content import Rulebook
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, fields_of

Path = tuple[str, ...]
"""The way to a key of a ruleset: ``("monsters", "troll", "hp")``."""


class ChangedFigure(NamedTuple):
    """A key with another value."""

    path: Path
    value: Any
    """The new one; None for a kind that is gone or new."""


def changed_figures(base: Rulebook, target: Rulebook) -> Iterator[ChangedFigure]:
    """Each key whose value changes the game and is another in `target`."""
    for name, section in SINGLE_SECTIONS.items():
        yield from changed_keys((name,), section, getattr(base, name), getattr(target, name))
    for field in fields(base):
        if field.name not in KEYED_SECTIONS or field.name in ("modes", "regions"):
            continue
        before = {entry.key: entry for entry in getattr(base, field.name)}
        after = {entry.key: entry for entry in getattr(target, field.name)}
        for key in sorted({*before, *after}):
            if key in before and key in after:
                yield from changed_keys((field.name, key), KEYED_SECTIONS[field.name], before[key], after[key])
            else:
                yield ChangedFigure((field.name, key), None)


def changed_keys(path: Path, section: type[object], before: object, after: object) -> Iterator[ChangedFigure]:
    """The keys of a section that differ."""
    for key, field in fields_of(section).items():
        if not field.cosmetic and getattr(before, key) != getattr(after, key):
            yield ChangedFigure((*path, key), getattr(after, key))
