"""Games simulated with dice. The hazard of each floor is known, and so are the values that intervals must cover."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED, end_code


def play_dice(dice: Any, hazards: Sequence[float], stops: Sequence[float]) -> Any:
    """The end code of each game.

    `dice` has shape (games, floors), with values from 0 to 1. A value below the floor's hazard is a death; a value
    above it by less than the floor's entry of `stops` stops the game.
    """
    ended = dice < np.add(hazards, stops)
    row = np.where(ended.any(axis=1), ended.argmax(axis=1), len(hazards) - 1)
    killed = dice[np.arange(len(dice)), row] < np.asarray(hazards)[row]
    outcome = np.where(ended.any(axis=1), np.where(killed, DIED, CENSORED), SURVIVED)
    return row * OUTCOMES + outcome


def play_pairs(
    rng: np.random.Generator,
    games: int,
    a: Sequence[float],
    b: Sequence[float],
    stops: Sequence[float],
    same_dice: float,
) -> Counter[tuple[int, int]]:
    """How many pairs have these end codes, of two rulesets with these hazards.

    On each floor, both use the same dice with probability `same_dice`.
    """
    dice, other = rng.random((2, games, len(a)))
    same = rng.random((games, len(a))) < same_dice
    ends_a, ends_b = play_dice(dice, a, stops), play_dice(np.where(same, dice, other), b, stops)
    return Counter(zip(ends_a.tolist(), ends_b.tolist(), strict=True))


def games_of_people(rng: np.random.Generator, people: int, alike: float) -> NDArray[np.int64]:
    """Games on three floors by person and end code: each has a hazard of their own, on average 0.2 on every floor."""
    own = rng.beta(0.2 / alike, 0.8 / alike, people) if alike else np.full(people, 0.2)
    ends = np.zeros((people, 3 * OUTCOMES), np.int64)
    for person, hazard in enumerate(own):
        for _ in range(1 + rng.poisson(8)):
            survived = int(rng.geometric(hazard)) - 1 if hazard > 0 else 3
            row, outcome = (survived, DIED) if survived < 3 else (2, SURVIVED)
            ends[person, end_code(row, outcome)] += 1
    return ends


def people_who_are_all_the_same(people: int) -> NDArray[np.int64]:
    """Ends of games by person: of each person's nine games three die on floor 1, two on floor 2, one on floor 3."""
    return np.array([[3, 0, 0, 2, 0, 0, 1, 3, 0]] * people)


def reached_and_died(ends: Any) -> tuple[list[int], list[int]]:
    """The numbers of games that reached each floor and died there, from the number of games by end code."""
    by_floor = ends.reshape(-1, OUTCOMES)
    return by_floor.sum(axis=1)[::-1].cumsum()[::-1].tolist(), by_floor[:, DIED].tolist()


def band(rate: float, trials: int) -> float:
    """Four standard errors of a rate measured with `trials` trials. Chance exceeds them once in 16,000 times."""
    return 4 * math.sqrt(rate * (1 - rate) / trials)
