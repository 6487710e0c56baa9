"""Colours for those who don't tell red from green."""

from __future__ import annotations

import itertools
import math

import pytest

from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Color
from steep.ui.drawing.palette import recolored

TO_LMS = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
"""Red, green and blue to the responses of the cones (Vienot, Brettel and Mollon 1999)."""

DEUTERANOPE = ((1, 0, 0), (0.494207, 0, 1.24827), (0, 0, 1))
PROTANOPE = ((0, 2.02344, -2.52581), (0, 1, 0), (0, 0, 1))


def seen_by(kind: tuple[tuple[float, ...], ...], color: Color) -> tuple[float, ...]:
    """The responses of the cones of somebody who lacks one kind, scaled alike."""
    linear = [(part / 255) ** 2.2 for part in color]
    lms = [sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in TO_LMS]
    scale = [sum(row) for row in TO_LMS]
    response = [sum(weight * part for weight, part in zip(row, lms, strict=True)) for row in kind]
    return tuple(max(0.0, part / whole) ** (1 / 2.2) for part, whole in zip(response, scale, strict=True))


def difference(kind: tuple[tuple[float, ...], ...], one: Color, other: Color) -> float:
    """How different two colours look, as a distance."""
    return math.dist(seen_by(kind, one), seen_by(kind, other))


@pytest.mark.parametrize("kind", [DEUTERANOPE, PROTANOPE], ids=["deuteranope", "protanope"])
@pytest.mark.parametrize(
    ("good", "bad"),
    [(palette.GOOD, palette.BAD), (palette.HP_FULL, palette.HP_LOW), (palette.HP_FULL, palette.HP_HALF)],
)
def test_good_and_bad_differ_more(kind: tuple[tuple[float, ...], ...], good: Color, bad: Color) -> None:
    assert difference(kind, recolored(good), recolored(bad)) > 1.5 * difference(kind, good, bad)


def test_greys_stay_as_they_are() -> None:
    assert all(recolored((part, part, part)) == (part, part, part) for part in range(256))


def test_colors_of_the_palette_stay_apart() -> None:
    colors = {value for value in vars(palette).values() if isinstance(value, tuple)}
    for one, other in itertools.combinations(colors, 2):
        assert recolored(one) != recolored(other)
