"""Errors about what was given: an argument, a name, a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

MAX_NAME_LENGTH = 80
"""Characters. No suggestion is made for a longer name."""

MAX_SHOWN = 60
"""Characters of a wrong value that a message repeats."""


FOLDERS = re.compile(r"(?<!\S)/(?:[^\s/:]+/)+")
"""The folders of an absolute path, which begins a word. Steep's own have no spaces in their names."""


class InputError(ValueError):
    """User input that can't be used. The exception's text is the whole message."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A suggestion to put at the end of a message, the most similar allowed name; empty if none is similar."""
    if len(name) > MAX_NAME_LENGTH:
        return ""
    import difflib

    close = difflib.get_close_matches(name, list(allowed), 1, 0.65)
    return f' (did you mean "{close[0]}"?)' if close else ""


def printable(text: str, keep: str = "") -> str:
    r"""The text with every unprintable character escaped, except those in `keep`.

    Control characters, line breaks, text direction marks and zero-width characters
    would change what a terminal shows or does. Escapes are JSON's, such as
    ``\u001b``, so JSON stays valid.
    """
    if (text.translate(dict.fromkeys(map(ord, keep))) if keep else text).isprintable():
        return text
    return "".join(char if char in keep or char.isprintable() else spelled(char) for char in text)


SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def spelled(char: str) -> str:
    r"""A character's JSON escape: ``\n``, ``\u001b``, or a surrogate pair beyond 16 bits."""
    if char in SHORT:
        return SHORT[char]
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def without_folders(text: str) -> str:
    """A message with each file by its name alone, as for a page, whose users know no folders."""
    return FOLDERS.sub("", text)


def shortened(text: str) -> str:
    """The text, cut off after MAX_SHOWN characters."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def brief(value: object) -> str:
    """A short representation of a wrong value for a message."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 64 bits"
    return shortened(repr(value))


# Checks arguments of functions that scripts call. Each mistake gives one clear message.


def checked_number(name: str, value: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name}: found {brief(value)}; allowed: a whole number from {low} to {high}")
    return value


def checked_decimal(name: str, value: float, low: float, high: float) -> float:
    """A number from `low` to `high`. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InputError(f"{name}: found {brief(value)}; allowed: a number from {low:g} to {high:g}")
    return float(value)


def checked_pair(name: str, value: Any, wanted: str) -> tuple[Any, Any]:
    """Two of what is `wanted`, each of which is still to be checked. Raises `InputError`."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InputError(f"{name}: found {brief(value)}; allowed: {wanted}")
    return value[0], value[1]


def checked_text(name: str, value: str, wanted: str) -> str:
    """A text. Raises `InputError`."""
    if not isinstance(value, str):
        raise InputError(f"{name}: found {brief(value)}; allowed: {wanted}")
    return value


def checked_path(name: str, value: Path | str) -> Path:
    """The path to a file or a folder. Raises `InputError`."""
    if not isinstance(value, str | Path):
        raise InputError(f"{name}: found {brief(value)}; allowed: a path")
    return Path(value)


def checked_function(name: str, value: Callable[..., Any] | None) -> None:
    """A function, or None. Raises `InputError`."""
    if value is not None and not callable(value):
        raise InputError(f"{name}: found {brief(value)}; allowed: a function")
