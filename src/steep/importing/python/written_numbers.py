"""Numbers that remember where they are written, so a changed ruleset can be written back to its source.

In every other way they are ordinary numbers. Arithmetic returns plain numbers, because a result is written nowhere.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Origin(NamedTuple):
    """A number in a file."""

    file: str
    line: int
    column: int
    """How many UTF-8 bytes come before it in its line, as Python's parser counts."""
    end: int
    """The same for its end."""

    def __str__(self) -> str:
        """``file:line``, which editors and terminals recognise."""
        return f"{self.file}:{self.line}"


class WrittenInt(int):
    """An integer with the numbers in the source that it comes from."""

    origins: tuple[Origin, ...]
    """More than one if several equal numbers mean this one."""
    scale: Fraction
    """What the numbers in the source were multiplied by."""
    since: object
    """For a value by floor, the floor from which it holds, as it is written."""


class WrittenFloat(float):
    """A float with the numbers in the source that it comes from."""

    origins: tuple[Origin, ...]


class WrittenFraction(Fraction):
    """A fraction with the numbers in the source that it comes from."""

    __slots__ = ("origins", "since")
    origins: tuple[Origin, ...]
    since: object


ONE = Fraction(1)


def written(value: int | float, origin: Origin) -> int | float:
    """A number with its place in the source."""
    if isinstance(value, bool):
        return value
    made: WrittenInt | WrittenFloat
    if isinstance(value, int):
        return written_int(value, (origin,))
    made = WrittenFloat(value)
    made.origins = (origin,)
    return made


def written_int(value: int, origins: tuple[Origin, ...], scale: Fraction = ONE, since: object = None) -> int:
    """An integer with its places in the source; a plain one if it has none."""
    if not origins:
        return value
    made = WrittenInt(value)
    made.origins, made.scale, made.since = origins, scale, since
    return made


def written_fraction(value: Fraction, origins: tuple[Origin, ...], since: object = None) -> Fraction:
    """A fraction with its places in the source; a plain one if it has none."""
    if not origins:
        return value
    made = WrittenFraction(value)
    made.origins, made.since = origins, since
    return made


def origins_of(value: object) -> tuple[Origin, ...]:
    """The places of a number in the source; none for a result of arithmetic, and for anything else."""
    found: tuple[Origin, ...] = getattr(value, "origins", ())
    return found


def since_of(value: object) -> object:
    """The floor from which a value by floor holds, as it is written; None if that is not known."""
    return getattr(value, "since", None)


def whole(value: float | Fraction, scale: Fraction = ONE) -> int:
    """A number times `scale`, rounded down, with its places in the source unless it had to be rounded."""
    if isinstance(value, int) and scale is ONE:
        return value
    exact = value if scale is ONE else Fraction(value) * scale
    number = int(exact)
    return written_int(number, origins_of(value), scale, since_of(value)) if number == exact else number
