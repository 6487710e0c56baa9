"""Axis ticks, label spacing, colours and bands of charts by floor: the report's SVG and the plots of `steep show`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.balance.odds_and_expectations import Family

MAX_APART = 30
"""Up to this many floors are drawn with gaps between them."""

MAX_TICKS = 14
"""Up to this many floors are all numbered on the axis; of more, only some."""

KIND_COLOURS = (
    ("#2a7fba", "#3f8fca"),
    ("#e5a323", "#d99a22"),
    ("#14916f", "#23a07d"),
    ("#c67fae", "#c07aa9"),
    ("#7cc0e8", "#77b9e0"),
    ("#cf5b22", "#d2662f"),
    ("#d9cc3c", "#c9bd3c"),
)
"""On a light and on a dark background. They stay apart for every kind of colour vision (after Okabe and Ito, 2002)."""

OTHERS_COLOUR = ("#b5b0a6", "#6c6a66")

OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Band:
    """The odds of one kind by floor, or of several kinds together."""

    name: str
    colour: int | None
    """An index into KIND_COLOURS; None for several kinds together, which have OTHERS_COLOUR."""
    odds: list[float]


def bands_of(families: Sequence[Family], names: Sequence[str]) -> list[Band]:
    """The likeliest kinds in the ruleset's order, one for each of KIND_COLOURS, then all others together.

    `families` are those of consecutive floors; `names` are by kind.
    """
    drawn = {kind for family in families for kind in family.odds}
    likeliest = sorted(drawn, key=lambda kind: (-sum(family.odds.get(kind, 0) for family in families), kind))
    kept = sorted(likeliest[: len(KIND_COLOURS)])
    bands = [
        Band(names[kind], number, [float(family.odds.get(kind, 0)) for family in families])
        for number, kind in enumerate(kept)
    ]
    if rest := drawn.difference(kept):
        odds = [float(sum(family.odds.get(kind, 0) for kind in rest)) for family in families]
        bands.append(Band(f"{len(rest)} {OTHERS}", None, odds))
    return bands


def widest_column(odds: Sequence[float]) -> int:
    """The column in which to write a band's name: the middle one of those where the band is about widest."""
    wide = [column for column, share in enumerate(odds) if share >= 0.95 * max(odds)]
    return wide[len(wide) // 2]


def steps_to(highest: float) -> list[float]:
    """Axis ticks: four to seven round values at equal distances, from 0 to at least `highest`."""
    if highest <= 0:
        return [0.0, 1.0]
    power = 10.0 ** math.floor(math.log10(highest / 4))
    size = next(power * factor for factor in (1, 2, 2.5, 5, 10) if highest / (power * factor) <= 5)
    count = math.ceil(round(highest / size, 9))
    return [round(size * number, 9) for number in range(count + 1)]


def named_floors(floors: Sequence[int]) -> frozenset[int]:
    """The floors that are numbered on an axis."""
    if len(floors) <= MAX_TICKS:
        return frozenset(floors)
    every = next(size for size in (2, 5, 10, 20, 50) if len(floors) / size <= MAX_TICKS)
    return frozenset({floors[0], *(floor for floor in floors if floor % every == 0 and floor - floors[0] >= every / 2)})


def spread_out(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move rising positions at least `gap` apart, each as little as possible, and within low..high if they fit."""
    moved: list[float] = []
    for position in positions:
        moved.append(max(position, moved[-1] + gap) if moved else max(position, low))
    ceiling = high
    for number in reversed(range(len(moved))):
        moved[number] = min(moved[number], ceiling)
        ceiling = moved[number] - gap
    return moved
