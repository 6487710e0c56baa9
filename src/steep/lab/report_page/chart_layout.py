"""What all charts by floor share: axis ticks, label spacing, colours, titles and stacked bands.

Two kits draw them, as neither can do the other's work. The report's charts (`survival_hazard_and_odds_charts`) are
SVG paths under HTML text. They stretch with the page, have tooltips and a dark form, and a page of ten is 40 kB; but
they need a browser. The plots of `steep show` are drawn by matplotlib. They are single files that any program shows,
and PNG, which nothing else here can write; but an SVG of four charts is 117 kB, without tooltips or a dark form.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
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

COLOURS = {
    "ink": ("#1d1b18", "#ebe7de"),
    "soft": ("#6d685f", "#a19c92"),
    "line": ("#e3ded4", "#32343c"),
}
"""Text, less prominent text and grid lines."""

LINE_COLOURS = {
    "hp": ("#2a7fba", "#3f8fca"),
    "healing": ("#9ccbea", "#2b5677"),
    "cost": ("#c9501c", "#f08a4f"),
    "first": ("#c08a6e", "#b98a70"),
    "lost": ("#1d1b18", "#f5f2ea"),
    "shield": ("#00836a", "#3dc79f"),
}
"""The hero's HP and power; healing; what fights cost the hero who comes, and the starting hero; HP lost; defense."""

MONSTERS_TITLE = "Odds of each kind of monster"
ITEMS_TITLE = "Odds of each kind of item"

SHARE_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Axis ticks of shares up to 1."""

OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Band:
    """The odds of one kind by floor, or of several kinds together."""

    name: str
    colour: int | None
    """An index into KIND_COLOURS; None for several kinds together, which have OTHERS_COLOUR."""
    odds: list[float]
    under: list[float]
    """The sum of the odds of the bands below it."""

    @property
    def over(self) -> list[float]:
        """The sum of the odds up to and with its own."""
        return [low + share for low, share in zip(self.under, self.odds, strict=True)]

    @property
    def is_labelled_within(self) -> bool:
        """Whether its name is on top of it: it ends before the last floor. Other names are beside the last floor."""
        return not self.odds[-1]

    @property
    def label_column(self) -> int:
        """The column of its name: the last, or the middle one of those where it is about widest."""
        wide = [column for column, share in enumerate(self.odds) if share >= 0.95 * max(self.odds)]
        return wide[len(wide) // 2] if self.is_labelled_within else len(self.odds) - 1

    @property
    def middle(self) -> float:
        """Its middle in the column of its name, as a share."""
        return self.under[self.label_column] + self.odds[self.label_column] / 2


def bands_of(families: Sequence[Family], names: Sequence[str]) -> list[Band]:
    """The likeliest kinds in the ruleset's order, one for each of KIND_COLOURS, then all others together.

    `families` are those of consecutive floors; `names` are by kind.
    """
    drawn = {kind for family in families for kind in family.odds}
    likeliest = sorted(drawn, key=lambda kind: (-sum(family.odds.get(kind, 0) for family in families), kind))
    kept = sorted(likeliest[: len(KIND_COLOURS)])
    rest = drawn.difference(kept)
    groups: list[tuple[str, int | None, Collection[int]]] = [
        (names[kind], number, [kind]) for number, kind in enumerate(kept)
    ]
    if rest:
        groups.append((f"{len(rest)} {OTHERS}", None, rest))
    bands: list[Band] = []
    under = [0.0] * len(families)
    for name, colour, kinds in groups:
        odds = [float(sum(family.odds.get(kind, 0) for kind in kinds)) for family in families]
        bands.append(Band(name, colour, odds, under))
        under = bands[-1].over
    return bands


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
