"""Bad input: what was wrong, said once and clearly, whatever was in it."""

from __future__ import annotations

from collections.abc import Iterable

MAX_NAME_LENGTH = 80
"""Characters. A longer name is no misspelling of any that there is."""

MAX_SHOWN = 60
"""Characters of a wrong value that a message repeats."""


class InputError(ValueError):
    """Something that a person gave cannot be used. Its text is the whole message."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint at the nearest allowed name, to end a message with; empty when none is near."""
    if len(name) > MAX_NAME_LENGTH:
        return ""
    import difflib

    close = difflib.get_close_matches(name, list(allowed), 1, 0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""


def printable(text: str, keep: str = "") -> str:
    r"""A text with every character spelled out that is not printable, but for those to keep.

    Controls, line breaks, marks that turn the direction of writing, characters without width: a terminal shows them as
    something else, or obeys them. The spelling is JSON's, ``\u001b``, so that JSON stays JSON.
    """
    if text.isprintable():
        return text
    return "".join(char if char in keep or char.isprintable() else spelled(char) for char in text)


SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def spelled(char: str) -> str:
    r"""A character as JSON spells it: ``\n``, ``\u001b``, and beyond 16 bits as two of these."""
    if char in SHORT:
        return SHORT[char]
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def shortened(text: str) -> str:
    """The beginning of a text, as much as a message repeats."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def brief(value: object) -> str:
    """A wrong value for a message, never long."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 64 bits"
    return shortened(repr(value))
