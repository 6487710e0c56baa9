"""Drift detection: its rate of false alarms, the changes it finds, and the changes it tolerates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dice_games_of_known_hazard import band
from fake_batches import a_batch
from steep.core.world import DEAD, STOPPED, WON
from steep.lab.counting.counts import Counts
from steep.lab.figures.drift_significance import Examples, Figure, Limits, find_drift
from steep.lab.stats.confidence_intervals import Estimate, Interval

HAZARDS = (0.0, 0.01, 0.31, 0.75, 0.9)
"""About those of the diver in tcod-2020."""


def random_counts(dice: np.random.Generator, games: int, hazards: Sequence[float], stops: float = 0.01) -> Counts:
    """Counts of games by floor, with random deaths and stops."""
    rows = []
    for hazard in hazards:
        died = int(dice.binomial(games, hazard))
        stopped = int(dice.binomial(games - died, stops))
        rows.append((died, stopped))
        games -= died + stopped
    died_there, stopped_there = zip(*rows, strict=True)
    return Counts.of_floors(died_there, stopped_there, games)


def alarm(then: Counts, now: Counts, limits: Limits) -> bool:
    return any(figure.drifted for figure in find_drift({"diver": then}, {"diver": now}, 1, limits))


@pytest.mark.slow
def test_an_unchanged_ruleset_raises_no_more_alarms_than_stated() -> None:
    dice = np.random.default_rng(1)
    limits = Limits(false_alarms=0.1)
    alarms = [alarm(random_counts(dice, 400, HAZARDS), random_counts(dice, 400, HAZARDS), limits) for _ in range(1_500)]
    rate = sum(alarms) / len(alarms)
    assert rate <= 0.1 + band(0.1, len(alarms))
    # Exact tests stay below the rate, but a check that never alarms would be useless.
    assert rate > 0.02


@pytest.mark.slow
@pytest.mark.parametrize(("floor", "tolerance"), [(2, 0.0), (3, 0.0), (3, 0.05)])
def test_the_detectable_rise_is_detected_and_beyond_a_tolerance(floor: int, tolerance: float) -> None:
    dice, limits = np.random.default_rng(floor), Limits(tolerance=tolerance)
    usual = Counts.of_floors((0, 10, 307, 512, 154), (0,) * 5, 17)
    rise: Any = find_drift({"diver": usual}, {"diver": usual}, 1, limits)[floor - 1].detectable_change
    assert rise > tolerance
    harder = [hazard + rise * (row == floor - 1) for row, hazard in enumerate(HAZARDS)]
    detections = 0
    for _ in range(300):
        then, now = random_counts(dice, 1_000, HAZARDS, 0), random_counts(dice, 1_000, harder, 0)
        detections += find_drift({"diver": then}, {"diver": now}, 1, limits)[floor - 1].drifted
    assert 0.7 < detections / 300 < 0.95


@pytest.mark.parametrize(("tolerance", "drifted"), [(0.0, True), (0.029, True), (0.031, False)])
def test_a_difference_within_the_tolerance_is_never_drift(tolerance: float, drifted: bool) -> None:
    then, now = Counts.of_floors((1_000,), (0,), 9_000), Counts.of_floors((1_300,), (0,), 8_700)
    figures = find_drift({"diver": then}, {"diver": now}, 1, Limits(tolerance=tolerance))
    assert [figure.drifted for figure in figures] == [drifted, drifted]
    assert all(figure.p < 0.001 for figure in figures)


def test_every_floor_of_every_bot_and_the_whole_are_tested_together() -> None:
    then = {bot: Counts.of_floors((10, 20), (0, 0), 70) for bot in ("diver", "brawler")}
    now = {"diver": then["diver"], "brawler": Counts.of_floors((40, 20), (0, 0), 40)}
    figures = find_drift(then, now, 3, Limits())
    assert [(figure.bot, figure.floor) for figure in figures] == [
        (bot, floor) for bot in ("diver", "brawler") for floor in (3, 4, None)
    ]
    assert [figure.drifted for figure in figures] == [False, False, False, True, False, True]
    (single, *_) = find_drift({"brawler": then["brawler"]}, {"brawler": now["brawler"]}, 3, Limits())
    assert figures[3].p == pytest.approx(2 * single.p)
    assert (figures[3].was, figures[3].now) == (0.1, 0.4)
    assert (figures[5].was, figures[5].now) == (0.7, 0.4)
    assert figures[5].subject == "games won"


def test_a_floor_that_no_game_reached_has_no_figure_and_no_drift() -> None:
    then, now = Counts.of_floors((50, 0), (0, 0), 0), Counts.of_floors((49, 1), (0, 0), 0)
    figure = find_drift({"diver": then}, {"diver": now}, 1, Limits())[1]
    assert math.isnan(figure.was)
    assert figure.now == 1
    assert (figure.p, figure.drifted, figure.detectable_change) == (1, False, None)


def figure_of(floor: int | None, difference: float) -> Figure:
    estimate = Estimate(difference, Interval(-1, 1))
    return Figure("diver", floor, 1, 10, 1, 10, estimate, 0.0, True, None)


def test_the_replay_shown_ends_in_the_direction_of_the_change() -> None:
    batch = a_batch(100, 60)
    examples = Examples()
    examples.add(batch)
    examples.add(a_batch(160, 60))
    rows = [(row["seed"], row["floor"], row["end"]) for row in batch.visits]
    for floor in (1, 2, 3, 4):
        died = [seed for seed, visited, end in rows if visited == floor and end == DEAD]
        alive = [seed for seed, visited, end in rows if visited == floor and end != DEAD]
        assert examples.of(figure_of(floor, 0.1)) == died[0]
        assert examples.of(figure_of(floor, -0.1)) == alive[0]
    assert examples.of(figure_of(9, 0.1)) is None
    assert examples.of(figure_of(None, -0.1)) == min(seed for seed, _, end in rows if end in (DEAD, STOPPED))
    assert examples.of(figure_of(None, 0.1)) == min(seed for seed, _, end in rows if end == WON)
