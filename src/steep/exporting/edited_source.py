"""The text of a source file in which some numbers are others, and every other byte is as it was."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction

from steep.core.input_errors import InputError
from steep.importing.python.find_and_decode_sources import encoding_of
from steep.importing.python.written_numbers import Origin

LINE = re.compile(r"\r\n|\r|\n")


def edited_source(data: bytes, numbers: Mapping[Origin, Fraction]) -> bytes:
    """The file with these numbers at these places. Raises `InputError` for a place that has no plain number."""
    encoding = encoding_of(data)
    text = data.decode(encoding, errors="replace")
    if encoding.startswith("utf-16") or text.encode(encoding, errors="replace") != data:
        place = next(iter(numbers))
        raise InputError(f"{place.file}: its bytes are not all {encoding}; change it by hand: {place}")
    starts = [0, *(match.end() for match in LINE.finditer(text))]
    # From the end, so that what is before keeps its place.
    for place, value in sorted(numbers.items(), reverse=True):
        start = starts[place.line - 1]
        line = text[start : starts[place.line]] if place.line < len(starts) else text[start:]
        in_bytes = line.encode()
        before = in_bytes[: place.column].decode(errors="replace")
        old = in_bytes[place.column : place.end].decode(errors="replace")
        new = number_text(value, old)
        if new is None:
            raise InputError(f"{place}: found {old.strip()[:40]!r} where a number was read; change it by hand")
        at = start + len(before)
        text = text[:at] + new + text[at + len(old) :]
    return text.encode(encoding)


def number_text(value: Fraction, old: str) -> str | None:
    """A number as it is written in place of another; None if that is none, or it can't be written exactly."""
    try:
        found = ast.literal_eval(old)
    except (SyntaxError, ValueError):
        return None
    if not isinstance(found, int | float) or isinstance(found, bool):
        return None
    if isinstance(found, int) and value.denominator == 1:
        return str(value.numerator)
    text = repr(float(value))
    return text if Fraction(text) == value else None
