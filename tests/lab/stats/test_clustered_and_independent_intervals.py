"""Intervals of clustered games, and of the difference of independent groups, cover as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from steep.lab.stats import clustered_intervals as clustered
from steep.lab.stats.confidence_intervals import mean_of_moments
from steep.lab.stats.hazard_and_survival import hazard_ratios, hazards, survival
from steep.lab.stats.independent_differences import independent_hazards, independent_survival
from steep.lab.stats.paired_differences import DIED, OUTCOMES, SURVIVED, end_code

FLOORS = 3
HAZARD = 0.2

TRIALS = 400


def games_of_people(rng: np.random.Generator, people: int, alike: float) -> NDArray[np.int64]:
    """Ends of games by person: each has a hazard of their own, whose mean is HAZARD on every floor."""
    own = rng.beta(HAZARD / alike, (1 - HAZARD) / alike, people) if alike else np.full(people, HAZARD)
    ends = np.zeros((people, FLOORS * OUTCOMES), np.int64)
    for person, hazard in enumerate(own):
        for _ in range(1 + rng.poisson(8)):
            survived = int(rng.geometric(hazard)) - 1 if hazard > 0 else FLOORS
            row, outcome = (survived, DIED) if survived < FLOORS else (FLOORS - 1, SURVIVED)
            ends[person, end_code(row, outcome)] += 1
    return ends


def reached_and_died(ends: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    by_floor = ends.reshape(len(ends), -1, OUTCOMES)
    return by_floor.sum(axis=2)[:, ::-1].cumsum(axis=1)[:, ::-1], by_floor[:, :, DIED]


@pytest.mark.slow
@pytest.mark.parametrize("people", [6, 25])
def test_clustered_intervals_cover_where_plain_ones_do_not(people: int) -> None:
    rng = np.random.default_rng(people)
    covered = survived = plainly = 0
    # Survival past floor 1 is 1 less the mean hazard, whoever plays how much.
    for _ in range(TRIALS):
        reached, died = reached_and_died(games_of_people(rng, people, alike=0.5))
        interval = clustered.hazards(reached, died)[0].interval
        covered += interval.low <= HAZARD <= interval.high
        interval = clustered.survival(reached, died)[0].interval
        survived += interval.low <= 1 - HAZARD <= interval.high
        interval = hazards(reached.sum(axis=0).tolist(), died.sum(axis=0).tolist())[0].interval
        plainly += interval.low <= HAZARD <= interval.high
    assert covered / TRIALS > 0.9
    assert survived / TRIALS > 0.88
    assert plainly / TRIALS < 0.75


@pytest.mark.slow
def test_clustered_ratios_of_hazards_cover() -> None:
    rng = np.random.default_rng(12)
    # By the moments of the beta distribution: whoever gets to floor 2 is likely to have a low hazard.
    mean = [HAZARD / (1 + 0.5 * floor) for floor in range(FLOORS)]
    true = mean[0] / mean[1], 2 * mean[1] / (mean[0] + mean[2]), mean[2] / mean[1]
    covered = np.zeros(FLOORS)
    for _ in range(TRIALS):
        found = clustered.hazard_ratios(*reached_and_died(games_of_people(rng, 12, alike=0.5)), least=1)
        covered += [each.interval.low <= ratio <= each.interval.high for each, ratio in zip(found, true, strict=True)]
    assert min(covered) / TRIALS > 0.91


@pytest.mark.slow
@pytest.mark.parametrize(("games_a", "games_b"), [(30, 30), (200, 80)])
def test_differences_of_independent_groups_cover(games_a: int, games_b: int) -> None:
    rng = np.random.default_rng(games_a)
    covered = np.zeros(2)
    true = 0.35 - HAZARD, math.prod([0.65] * FLOORS) - math.prod([1 - HAZARD] * FLOORS)
    for _ in range(TRIALS):
        a, b = (single(rng, games, hazard) for games, hazard in ((games_a, HAZARD), (games_b, 0.35)))
        found = independent_hazards(a, b)[0], independent_survival(a, b)[FLOORS - 1]
        covered += [each.interval.low <= value <= each.interval.high for each, value in zip(found, true, strict=True)]
        for each in found:
            assert (each.p < 0.05) == (each.interval.low > 0 or each.interval.high < 0)
    assert min(covered) / TRIALS > 0.925


def single(rng: np.random.Generator, games: int, hazard: float) -> NDArray[np.int64]:
    ends = np.zeros((1, FLOORS * OUTCOMES), np.int64)
    for survived in (rng.geometric(hazard, games) - 1).tolist():
        row, outcome = (survived, DIED) if survived < FLOORS else (FLOORS - 1, SURVIVED)
        ends[0, end_code(row, outcome)] += 1
    return ends


@pytest.mark.slow
def test_differences_between_people_seldom_find_what_is_not_there() -> None:
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(TRIALS):
        a, b = games_of_people(rng, 12, alike=0.5), games_of_people(rng, 12, alike=0.5)
        found += independent_hazards(a, b)[0].p < 0.05
    assert found / TRIALS < 0.09


def people_who_are_all_the_same(people: int) -> NDArray[np.int64]:
    """Ends of games by person: of each person's nine games three die on floor 1, two on floor 2, one on floor 3."""
    ends = np.zeros((people, FLOORS * OUTCOMES), np.int64)
    for row, deaths in enumerate((3, 2, 1)):
        ends[:, end_code(row, DIED)] = deaths
    ends[:, end_code(FLOORS - 1, SURVIVED)] = 3
    return ends


@pytest.mark.parametrize("people", [2, 8, 30])
def test_people_who_seem_more_alike_than_chance_allows_make_no_interval_narrower(people: int) -> None:
    ends = people_who_are_all_the_same(people)
    reached, died = reached_and_died(ends)
    of_all = reached.sum(axis=0).tolist(), died.sum(axis=0).tolist()
    pairs = [
        *zip(clustered.hazards(reached, died), hazards(*of_all), strict=True),
        *zip(clustered.survival(reached, died), survival(*of_all), strict=True),
        *zip(clustered.hazard_ratios(reached, died, 1), hazard_ratios(*of_all, 1), strict=True),
    ]
    for of_people, of_games in pairs:
        assert of_people.value == pytest.approx(of_games.value)
        assert of_people.interval.low <= of_games.interval.low < of_games.interval.high <= of_people.interval.high
    # Nine values each, of which all means are 2: their spread alone makes the interval.
    means = clustered.mean([[9.0] * people, [18.0] * people, [6.0] * people])
    assert means.interval == mean_of_moments(9 * people, 2.0, 6.0 * people).interval


@pytest.mark.parametrize("people", [4, 8, 30])
def test_differences_of_people_are_never_surer_than_those_of_games(people: int) -> None:
    a = people_who_are_all_the_same(people)
    b = a[:, ::-1].copy()
    for figure in (independent_hazards, independent_survival):
        for of_people, of_games in zip(figure(a, b), figure(a.sum(0)[None], b.sum(0)[None]), strict=True):
            assert of_people.value == pytest.approx(of_games.value)
            assert of_people.error >= of_games.error * (1 - 1e-9)
            assert of_people.p >= of_games.p


@pytest.mark.slow
@pytest.mark.parametrize("people", [5, 8])
def test_intervals_cover_in_samples_in_which_few_people_seem_alike(people: int) -> None:
    rng = np.random.default_rng(people)
    covered: list[bool] = []
    while len(covered) < TRIALS // 2:
        ends = games_of_people(rng, people, alike=0)
        reached, died = reached_and_died(ends)
        if np.ptp(died[:, 0] / reached[:, 0]) < 0.3:
            interval = clustered.survival(reached, died)[0].interval
            covered.append(interval.low <= 1 - HAZARD <= interval.high)
    assert np.mean(covered) > 0.93


def test_one_cluster_says_nothing_of_others() -> None:
    reached, died = np.array([[10, 5]]), np.array([[5, 1]])
    assert [(each.value, each.interval.low, each.interval.high) for each in clustered.hazards(reached, died)] == [
        (0.5, 0, 1),
        (0.2, 0, 1),
    ]
    assert math.isinf(clustered.mean([[10.0], [5.0], [0.0]]).interval.high)


def test_clusters_in_which_nobody_or_everybody_died_leave_room() -> None:
    reached = np.full((8, 2), 5)
    none, every = np.zeros((8, 2), np.int64), np.full((8, 2), 5)
    for estimates, value in ((clustered.hazards(reached, none), 0), (clustered.survival(reached, none), 1)):
        assert estimates[0].value == value
        assert 0.02 < estimates[0].interval.high - estimates[0].interval.low < 0.6
    assert clustered.hazards(reached, every)[0].value == 1
    alive = clustered.survival(reached, every)[0]
    assert (alive.value, alive.interval.low) == (0, 0)
    assert alive.interval.high > 0.02


def test_equal_clusters_give_the_textbook_mean() -> None:
    # With as many values in each cluster, it is Student's interval of the clusters' means.
    found = clustered.mean([[3.0] * 5, [3.0, 6.0, 9.0, 12.0, 15.0], [0.0] * 5])
    assert found.value == 3
    assert found.interval.half_width == pytest.approx(2.7764 * math.sqrt(2.5 / 5), rel=1e-3)
