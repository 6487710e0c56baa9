"""Intervals cover as often as they say, and sample sizes give the promised power: simulated games, with dice.

A study is a row: what is drawn and estimated, how often, and between which rates its intervals must cover.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dice_games_of_known_hazard import band, games_of_people, play_dice, play_pairs, reached_and_died
from steep.lab.stats import clustered_intervals as clustered
from steep.lab.stats.confidence_intervals import Interval, fisher, mean, wilson
from steep.lab.stats.hazard_and_survival import hazards, survival
from steep.lab.stats.independent_differences import detectable, games_needed, independent_hazards, independent_survival
from steep.lab.stats.paired_differences import OUTCOMES, paired_hazards, paired_shares, paired_survival

Study = Callable[[np.random.Generator], list[tuple[Interval, float]]]
"""Draws games; returns intervals and the true values."""

HAZARDS = [0.2, 0.2, 0.2]


def of_share(true: float) -> Study:
    """Over sizes from 100 to 400, since the rate oscillates."""

    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        size = int(dice.integers(100, 401))
        return [(wilson(int(dice.binomial(size, true)), size), true)]

    return study


def of_mean(count: int) -> Study:
    """Of whole numbers near a normal distribution, as Student's t assumes."""

    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        values = np.rint(dice.normal(500, 80, count)).astype(int)
        return [(mean(count, int(values.sum()), int((values**2).sum())).interval, 500)]

    return study


def of_survival(games: int, hazard: Sequence[float], stops: Sequence[float]) -> Study:
    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        ends = ends_of(dice, games, hazard, stops)
        alive = np.cumprod(1 - np.asarray(hazard)).tolist()
        return [(each.interval, true) for each, true in zip(survival(*reached_and_died(ends[0])), alive, strict=True)]

    return study


def ends_of(
    dice: np.random.Generator, games: int, hazard: Sequence[float], stops: Sequence[float] = (0, 0, 0)
) -> NDArray[np.int64]:
    """Games by end code, in one row."""
    ends = play_dice(dice.random((games, len(hazard))), hazard, stops)
    return np.bincount(ends, minlength=len(hazard) * OUTCOMES)[None]


def of_people(people: int, alike: float = 0.5) -> Study:
    """The hazard of floor 1, and survival past it, which is 1 less the mean hazard, whoever plays how much."""

    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        rows = clustered.reached_and_died(games_of_people(dice, people, alike))
        return [(clustered.hazards(*rows)[0].interval, 0.2), (clustered.survival(*rows)[0].interval, 0.8)]

    return study


def of_people_as_games(people: int) -> Study:
    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        rows = reached_and_died(games_of_people(dice, people, 0.5).sum(axis=0))
        return [(hazards(*rows)[0].interval, 0.2)]

    return study


def of_people_who_seem_alike(people: int) -> Study:
    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        while True:
            reached, died = clustered.reached_and_died(games_of_people(dice, people, alike=0))
            if np.ptp(died[:, 0] / reached[:, 0]) < 0.3:
                return [(clustered.survival(reached, died)[0].interval, 0.8)]

    return study


def of_ratios(dice: np.random.Generator) -> list[tuple[Interval, float]]:
    """By the moments of the beta distribution: whoever gets to floor 2 is likely to have a low hazard."""
    means = [0.2 / (1 + 0.5 * floor) for floor in range(3)]
    true = means[0] / means[1], 2 * means[1] / (means[0] + means[2]), means[2] / means[1]
    found = clustered.hazard_ratios(*clustered.reached_and_died(games_of_people(dice, 12, 0.5)), least=1)
    return [(each.interval, ratio) for each, ratio in zip(found, true, strict=True)]


def of_groups(games_a: int, games_b: int) -> Study:
    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        a, b = ends_of(dice, games_a, HAZARDS), ends_of(dice, games_b, [0.35] * 3)
        found = independent_hazards(a, b)[0], independent_survival(a, b)[2]
        for each in found:
            assert (each.p < 0.05) == (each.interval.low > 0 or each.interval.high < 0)
        return [(found[0].interval, 0.15), (found[1].interval, 0.65**3 - 0.8**3)]

    return study


def of_groups_of_people(dice: np.random.Generator) -> list[tuple[Interval, float]]:
    a, b = games_of_people(dice, 12, 0.5), games_of_people(dice, 12, 0.5)
    return [(independent_hazards(a, b)[0].interval, 0)]


def of_pairs(games: int, a: Sequence[float], b: Sequence[float], stops: Sequence[float], same_dice: float) -> Study:
    """Hazard, survival and share of deaths on each floor."""

    def study(dice: np.random.Generator) -> list[tuple[Interval, float]]:
        survive = [np.cumprod(1 - np.asarray(each)) for each in (a, b)]
        reach = [np.cumprod(1 - np.asarray([0, *each[:-1]]) - np.asarray([0, *stops[:-1]])) for each in (a, b)]
        truths = np.subtract(b, a), survive[1] - survive[0], reach[1] * b - reach[0] * a
        pairs = play_pairs(dice, games, a, b, stops, same_dice)
        figures = (paired_hazards, paired_survival, paired_shares)
        return [
            (each.interval, float(true))
            for figure, by_floor in zip(figures, truths, strict=True)
            for each, true in zip(figure(pairs, len(a)), by_floor, strict=True)
        ]

    return study


def near(trials: int, below: float, above: float) -> tuple[int, float, float]:
    """So many trials, and the rates within four standard errors of 95% and these points."""
    reach = band(0.95, trials)
    return trials, 0.95 - below - reach, 0.95 + above + reach


USUAL, RISING = ([0.1, 0.2, 0.3], [0.15, 0.2, 0.25]), [0.1, 0.2, 0.3, 0.5]
SOME_STOP, NONE_STOP = [0.05, 0.1, 0.1], [0.0, 0.0, 0.0]

STUDIES: dict[str, tuple[Study, tuple[int, float, float]]] = {
    **{f"share {true}": (of_share(true), near(20_000, 0.005, 0.005)) for true in (0.02, 0.1, 0.5)},
    **{f"mean of {count}": (of_mean(count), near(10_000, 0.005, 0.005)) for count in (2, 4, 10, 100)},
    # One and a half points are needed for small groups of whole numbers.
    "survival": (of_survival(200, RISING, [0.0] * 4), near(2000, 0.015, 0.015)),
    "survival, some stopped": (of_survival(200, RISING, [0.05, 0.1, 0.1, 0.2]), near(2000, 0.015, 0.015)),
    "survival, few games": (of_survival(60, [0.05, 0.1, 0.2], SOME_STOP), near(2000, 0.015, 0.015)),
    "6 people": (of_people(6), (400, 0.88, 1)),
    "25 people": (of_people(25), (400, 0.88, 1)),
    "25 people as games": (of_people_as_games(25), (400, 0, 0.75)),
    "5 people who seem alike": (of_people_who_seem_alike(5), (200, 0.93, 1)),
    "8 people who seem alike": (of_people_who_seem_alike(8), (200, 0.93, 1)),
    "ratios of people": (of_ratios, (400, 0.91, 1)),
    "groups of 30": (of_groups(30, 30), (400, 0.925, 1)),
    "groups of 200 and 80": (of_groups(200, 80), (400, 0.925, 1)),
    "groups of 12 people": (of_groups_of_people, (400, 0.91, 1)),
    # Added pairs widen the intervals of few games.
    "pairs": (of_pairs(400, *USUAL, NONE_STOP, 0.5), near(1000, 0.005, 0.02)),
    "pairs, some stopped": (of_pairs(400, *USUAL, SOME_STOP, 0.5), near(1000, 0.005, 0.02)),
    "pairs, independent": (of_pairs(400, [0.2, 0.2, 0.3], [0.3, 0.2, 0.4], SOME_STOP, 0), near(1000, 0.005, 0.02)),
    "few pairs": (of_pairs(100, [0.3] * 3, [0.3, 0.4, 0.5], [0.05, 0, 0.1], 0.5), near(1000, 0.005, 0.02)),
    "hardly a pair differs": (of_pairs(100, [0.002, 0.01, 0.1], [0.004, 0.01, 0.1], NONE_STOP, 0.99), near(1000, 0, 1)),
    "no pair differs": (of_pairs(100, [0.1] * 3, [0.1] * 3, [0.05, 0, 0], 1), near(1000, 0, 1)),
    "few get there": (of_pairs(30, [0.02, 0.9, 0.5], [0.02, 0.9, 0.9], NONE_STOP, 0.5), near(1000, 0, 1)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_intervals_cover_at_their_rate(name: str) -> None:
    study, (trials, least, most) = STUDIES[name]
    dice = np.random.default_rng(5)
    rates = np.mean([[low.low <= true <= low.high for low, true in study(dice)] for _ in range(trials)], axis=0)
    assert least <= rates.min()
    assert rates.max() <= most


@pytest.mark.slow
def test_the_games_needed_find_the_difference_as_often_as_promised() -> None:
    """80%, within four standard errors and two points, since the pilot's error is an estimate too."""
    rng = np.random.default_rng(8)
    a, b, stops, same_dice = [0.1, 0.25], [0.1, 0.31], [0.02, 0.02], 0.6
    pilot = paired_hazards(play_pairs(rng, 20_000, a, b, stops, same_dice), 2)[1]
    games: Any = games_needed(pilot.error, 20_000, 0.06)
    detections = 0
    for _ in range(1000):
        difference = paired_hazards(play_pairs(rng, games, a, b, stops, same_dice), 2)[1]
        detections += not difference.interval.low <= 0 <= difference.interval.high
    assert detections / 1000 == pytest.approx(0.8, abs=band(0.8, 1000) + 0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games_a", "games_b", "hazard", "alpha", "more"),
    [
        (1000, 1000, 0.1, 0.001, 0.0),
        (300, 300, 0.02, 0.05, 0.0),
        (1000, 1000, 0.0, 0.001, 0.0),
        (200, 200, 0.3, 0.001, 0.0),
        (10_000, 2000, 0.05, 0.0001, 0.05),
        (1000, 60, 0.1, 0.001, 0.08),
    ],
)
@pytest.mark.parametrize("power", [0.8, 0.95])
def test_a_detectable_rise_is_found_as_often_as_promised(
    games_a: int, games_b: int, hazard: float, alpha: float, more: float, power: float
) -> None:
    """Within four standard errors and 3 points; `more` is added for a much smaller second group."""
    rise: Any = detectable(games_a, games_b, hazard, alpha, power)
    dice, test = np.random.default_rng(9), functools.cache(fisher)
    died = dice.binomial(games_a, hazard, 2000).tolist(), dice.binomial(games_b, hazard + rise, 2000).tolist()
    rate = np.mean([test(a, games_a, b, games_b) <= alpha for a, b in zip(*died, strict=True)])
    assert power - 0.03 - band(power, 2000) <= rate <= power + 0.03 + more + band(power, 2000)
