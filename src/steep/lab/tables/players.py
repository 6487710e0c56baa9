"""The games of one player of a table, or of all people in it together, and their figures with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from steep.lab.figures.ends_by_floor import Counts
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.clustered_intervals import (
    FEW_CLUSTERS,
    clustered_hazards,
    clustered_mean,
    clustered_ratios,
    clustered_survival,
)
from steep.lab.stats.confidence_intervals import Estimate, mean_of_moments, wilson
from steep.lab.stats.hazard_and_survival import hazard_ratios
from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED, end_code
from steep.lab.tables.count_games import OUTCOME, GameCounter


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player or of several, who are then taken as drawn from all people.

    Row 0 of every array by floor is floor 1.
    """

    name: str
    version: str
    """Empty where the file does not say, or has only one."""
    groups: tuple[int, ...]
    """Numbers of the groups in the table."""
    ends: NDArray[np.int64] = field(repr=False)
    """int64, (groups, floors * OUTCOMES): games by `end_code`. A game that nothing says the end of is censored."""
    killers: tuple[dict[str, int], ...] = field(repr=False)
    """By floor: deaths by what killed the hero, most first."""
    moments: Mapping[str, NDArray[np.float64]] = field(repr=False)
    """By column: number, mean and squared deviations, shape (groups, 3, floors)."""
    unfinished: int
    """Games of which all rows say `left`."""
    turns: NDArray[np.float64] = field(repr=False)
    """Of all games of each group, and the sum of their squares: shape (groups, 2). NaN where the file has no turns."""
    deaths: Mapping[str, NDArray[np.int64]] = field(repr=False)
    """By killer: deaths of each group's games, shape (groups,)."""

    @property
    def floors(self) -> int:
        """The number of floors."""
        return len(self.killers)

    @property
    def clustered(self) -> bool:
        """Whether there are several people, each with games of their own."""
        return len(self.groups) > 1

    @property
    def counts(self) -> Counts:
        """How the games ended."""
        return Counts.of_codes(self.ends.sum(axis=0))

    def hazards(self, confidence: float = 0.95) -> list[Estimate]:
        """By floor: the share of games that died there of those that reached it."""
        if not self.clustered:
            return self.counts.hazards_with(confidence)
        return clustered_hazards(*self._reached_and_died(), confidence)

    def survival(self, confidence: float = 0.95) -> list[Estimate]:
        """By floor: the share of heroes who leave it alive."""
        if not self.clustered:
            return self.counts.survival_with(confidence)
        return clustered_survival(*self._reached_and_died(), confidence)

    def cleared(self, confidence: float = 0.95) -> Estimate:
        """Mean number of floors that a game leaves alive."""
        if not self.clustered:
            return self.counts.cleared_with(confidence)
        reached, died = self._reached_and_died()
        left = reached - died - self.ends.reshape(len(self.ends), -1, OUTCOMES)[:, :, CENSORED]
        # As in `steep.lab.figures.ends_by_floor.cleared`.
        squares = (left * (2 * np.arange(left.shape[1]) + 1)).sum(axis=1)
        return mean_of_sums(reached[:, 0].astype(float), left.sum(axis=1).astype(float), squares, confidence)

    @property
    def first_floor(self) -> int:
        """The floor of row 0."""
        return 1

    def ratios(self, least: int, confidence: float) -> list[Estimate]:
        """By floor: its hazard, divided by the mean of those beside it (`hazard_ratios`)."""
        if not self.clustered:
            return hazard_ratios(self.counts.reached, self.counts.died, least, confidence)
        return clustered_ratios(*self._reached_and_died(), least, confidence)

    def wins(self, confidence: float) -> Estimate:
        """The share of games that were won."""
        won = self.ends.reshape(len(self.ends), -1, OUTCOMES)[:, :, SURVIVED].sum(axis=1)
        return self._share(won, self.ends.sum(axis=1), confidence)

    def turns_of_a_game(self, confidence: float) -> Estimate:
        """Mean turns of a game."""
        games = self.ends.sum(axis=1).astype(float)
        if self.clustered:
            return mean_of_sums(games, self.turns[:, 0], self.turns[:, 1], confidence)
        count, (total, squares) = int(games[0]), self.turns[0].tolist()
        return mean_of_moments(count, total / count, max(0.0, squares - total**2 / count), confidence)

    def share_of_deaths(self, row: int, killers: Sequence[str], confidence: float) -> Estimate:
        """The share of all deaths that are by one of `killers`."""
        nothing = np.zeros(len(self.groups), np.int64)
        return self._share(self.deaths.get(killers[row], nothing), sum(self.deaths.values(), nothing), confidence)

    def _share(self, hits: NDArray[np.int64], trials: NDArray[np.int64], confidence: float) -> Estimate:
        """A share of some games, from numbers by group."""
        if self.clustered:
            return clustered_hazards(trials[:, np.newaxis], hits[:, np.newaxis], confidence)[0]
        found, of = int(hits[0]), int(trials[0])
        return Estimate(found / of if of else math.nan, wilson(found, of, confidence))

    def with_floors(self, floors: int) -> PlayerGames:
        """The same games with so many floors at least; none reached those that are added."""
        more = max(0, floors - self.floors)
        ends = np.concatenate([self.ends, np.zeros((len(self.ends), more * OUTCOMES), np.int64)], axis=1)
        moments = {
            name: np.concatenate([each, np.zeros((*each.shape[:2], more))], axis=2)
            for name, each in self.moments.items()
        }
        return replace(self, ends=ends, killers=(*self.killers, *({} for _ in range(more))), moments=moments)

    def means(self, row: int) -> dict[str, Estimate]:
        """The mean of each column on a floor."""
        found = {}
        for name, moments in self.moments.items():
            count, mean, spread = moments[:, :, row].T
            if not count.any():
                continue
            if self.clustered:
                found[name] = clustered_mean(count, count * mean, spread)
            else:
                found[name] = mean_of_moments(int(count[0]), float(mean[0]), float(spread[0]))
        return found

    def figures(self) -> BotFigures:
        """All figures, by floor."""
        counts, hazards, survival = self.counts, self.hazards(), self.survival()
        floors = tuple(
            FloorFigures(
                row + 1,
                counts.reached[row],
                counts.died[row],
                counts.stopped[row],
                hazards[row],
                survival[row],
                self.means(row) if counts.reached[row] else {},
                {},
                self.killers[row],
            )
            for row in range(self.floors)
        )
        killers: Counter[str] = Counter()
        for each in self.killers:
            killers.update(each)
        return BotFigures(
            Task(self.name, 0, counts.games, 1, self.floors, 0),
            counts.games,
            int(np.nan_to_num(self.turns[:, 0]).sum()),
            sum(counts.died),
            sum(counts.stopped),
            counts.won,
            self.cleared(),
            floors,
            dict(killers.most_common()),
            (),
            (),
            (),
        )

    def _reached_and_died(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By group and floor."""
        by_floor = self.ends.reshape(len(self.ends), -1, OUTCOMES)
        reached = by_floor.sum(axis=2)[:, ::-1].cumsum(axis=1)[:, ::-1]
        return reached, by_floor[:, :, DIED]


def caution_of_people(people: int) -> str | None:
    """What is to be said of the intervals of the games of a few people; None where nothing is."""
    if people == 1:
        return "1 person played: the intervals are of further games by that person, and say nothing of other people"
    if people < FEW_CLUSTERS:
        return (
            f"{people} people played: with fewer than {FEW_CLUSTERS}, a 95% interval may cover in only 89% of samples"
        )
    return None


@dataclass(frozen=True, slots=True)
class Share:
    """What one person has of all games."""

    player: str
    games: int
    share: float
    cleared: Estimate


def mean_of_sums(
    games: NDArray[np.float64], sums: NDArray[np.float64], squares: NDArray[np.float64], confidence: float
) -> Estimate:
    """The mean of a number of each game, from its sum and the sum of its squares over the games of each person."""
    with np.errstate(invalid="ignore", divide="ignore"):
        spreads = np.maximum(0.0, squares - sums**2 / games)
    return clustered_mean(games, sums, spreads, confidence)


def players_of(counter: GameCounter, name: str, version: str, groups: Sequence[int], floors: int) -> PlayerGames:
    """The games of some groups of a table, together."""
    games = counter.games
    mine = games[np.isin(games["group"], groups)]
    place = np.zeros(len(counter.ids), np.int64)
    place[list(groups)] = np.arange(len(groups))
    ends = np.zeros((len(groups), floors * OUTCOMES), np.int64)
    row = mine["floor"].astype(np.int64) - 1
    outcome = OUTCOME[mine["end"]]
    np.add.at(ends, (place[mine["group"]], end_code(row, outcome)), 1)
    names = list(counter.killers)
    dead = mine[(outcome == DIED) & (mine["killer"] >= 0)]
    killers = []
    for floor in range(1, floors + 1):
        codes, numbers = np.unique(dead["killer"][dead["floor"] == floor], return_counts=True)
        killers.append(
            dict(
                Counter(
                    {names[code]: number for code, number in zip(codes.tolist(), numbers.tolist(), strict=True)}
                ).most_common()
            )
        )
    moments = {name: np.stack([each.of(group, floors) for group in groups]) for name, each in counter.moments.items()}
    turns = np.full((len(groups), 2), np.nan)
    if "turns" in counter.moments:
        for column, values in enumerate((mine["turns"], mine["turns"] ** 2)):
            turns[:, column] = np.bincount(place[mine["group"]], values, len(groups))
    deaths = {
        names[code]: np.bincount(place[dead["group"][dead["killer"] == code]], minlength=len(groups))
        for code in np.unique(dead["killer"]).tolist()
    }
    return PlayerGames(
        name,
        version,
        tuple(groups),
        ends,
        tuple(killers),
        moments,
        int((mine["end"] == 0).sum()),
        turns,
        deaths,
    )
