"""Bad input: what was wrong, said once and clearly."""

from __future__ import annotations

from collections.abc import Iterable


class InputError(ValueError):
    """Something that a person gave cannot be used. Its text is the whole message."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint at the nearest allowed name, to end a message with; empty when none is near."""
    import difflib

    close = difflib.get_close_matches(name, list(allowed), 1, 0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""
