"""Finds out what items are worth: how many more floors bots clear with one more of a kind, or without a category.

Without a category, the same seeds are played on the same floors, but none of its items lies there and the hero starts
without them; nothing takes their places.

One more of each kind would take a game for each kind and seed, and most of what such pairs show is luck. So each game
gives the hero several kinds once more, drawn by lot for its seed, each on the first floor that can have it. All games
count for all kinds: the effect of a kind is its coefficient in a linear model of the floors cleared from that floor on.
The model also knows the hero's stats on arrival there, which explain much of the luck so far.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from steep.balance.odds_of_one_draw import items_on
from steep.content import Rulebook
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, WON
from steep.lab.figures.compare_two_rulesets import ALPHA
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, Progress, WorkerPool
from steep.lab.simulate.simulation_task import Task, with_other_items
from steep.lab.stats.confidence_intervals import Estimate, Interval, mean, normal_quantile
from steep.lab.stats.exact_tests import holm
from steep.lab.stats.least_squares import UNKNOWN, least_squares
from steep.play.item_categories import category_of

SHARE = 1 / 6
"""The chance that a game gives one more of a kind."""

LAP = 50
"""Seeds played in all ways before the next seeds are. An interrupt loses at most these."""

CHUNK = 5
"""Games of a chunk without a category, at most."""

GAMES_PER_TERM = 5
"""Games that a model needs for each of its terms. With fewer it fits its own luck, and intervals are far too short."""

ON_ARRIVAL = ("level", "xp", "hp", "max_hp", "power", "defense", "arrived")
"""What the model knows of the hero on arrival: fields of `FloorVisit` that what is given there can't change."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What one more of a kind, or a category, is worth."""

    key: str
    floors: Estimate
    """Floors cleared with one more, minus those without; or without the category, minus those with it."""
    p: float
    """That there is no difference, adjusted with Holm's method for testing all kinds, or all categories."""

    @property
    def holds(self) -> bool:
        """Whether the difference is significant even though all were tested."""
        return self.p <= ALPHA

    @property
    def is_told(self) -> bool:
        """Whether its own interval excludes 0."""
        return not self.floors.interval.low <= 0 <= self.floors.interval.high


@dataclass(frozen=True, slots=True)
class WorthOfKind(Worth):
    """What one more of a kind is worth."""

    category: str
    floor: int
    """The first that can have it, on which it was given."""
    games: int
    """That reached this floor."""
    given: int
    """Games that were given one."""
    found: Estimate
    """How many were picked up in a game."""
    used: Estimate
    """How often the extra one was used, equipped or thrown: with it minus without it."""


@dataclass(frozen=True, slots=True)
class WorthOfCategory(Worth):
    """What a category is worth."""

    kinds: int
    share: Estimate
    """`floors` as a share of the floors cleared with it."""


def first_floors(ruleset: Ruleset, first: int, last: int) -> dict[int, int]:
    """By kind of item: the first of the floors on which one can be found. Not of gold, keys and what wins the run."""
    floors = {ruleset.start[number].kind: first for number in range(ruleset.start_count)}
    for floor in range(first, last + 1):
        for kind in items_on(ruleset, floor):
            floors.setdefault(kind, floor)
    rows = ruleset.items
    return {
        kind: floor
        for kind, floor in sorted(floors.items())
        if rows[kind].gold == 0 and rows[kind].opens == 0 and kind != ruleset.goal_item - 1
    }


def categories_of(rulebook: Rulebook, kinds: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The kinds of each category, as the inventory lists them."""
    found: dict[str, list[int]] = {}
    for kind in kinds:
        found.setdefault(category_of(rulebook.items[kind], rulebook), []).append(kind)
    return {name: tuple(found[name]) for name in sorted(found)}


def drawn_by_lot(seed: int, kinds: Sequence[int]) -> list[int]:
    """The kinds that the game of a seed is given once more."""
    drawn = np.random.default_rng(seed).random(len(kinds)) < SHARE
    return [kind for kind, given in zip(kinds, drawn, strict=True) if given]


def floors_cleared(batch: Batch) -> NDArray[np.int64]:
    """Floors that each game of a batch cleared: int64 of shape (games,)."""
    left = batch.visits[np.isin(batch.visits["end"], (PLAYING, WON))]
    return np.bincount(left["seed"] - batch.seed, minlength=batch.games).astype(np.int64)


@dataclass(slots=True)
class SumsOfFloor:
    """Of all games that reached a floor: what the linear model needs of the kinds that are given there."""

    kinds: tuple[int, ...]
    products: NDArray[np.int64] = field(init=False)
    """Sums of the products of 1, the stats on arrival, a 1 for each kind that was given, and the floors cleared from
    this one on."""

    def __post_init__(self) -> None:
        size = 2 + len(ON_ARRIVAL) + len(self.kinds)
        self.products = np.zeros((size, size), np.int64)

    def add(self, visit: np.void, given: Sequence[int], cleared: int) -> None:
        """Add a game."""
        stats = [int(visit[name]) for name in ON_ARRIVAL]
        row = np.array([1, *stats, *(kind in given for kind in self.kinds), cleared], np.int64)
        self.products += np.outer(row, row)

    @property
    def games(self) -> int:
        """How many games reached the floor."""
        return int(self.products[0, 0])

    @property
    def needed(self) -> int:
        """How many have to, before anything is known."""
        return GAMES_PER_TERM * (len(self.products) - 1)

    def effects(self) -> list[Estimate]:
        """The effect of each kind."""
        if self.games < self.needed:
            return [UNKNOWN] * len(self.kinds)
        return least_squares(self.products)[len(ON_ARRIVAL) :]


class KindTrials:
    """Games that are given some kinds once more."""

    def __init__(self, rulebook: Rulebook, task: Task) -> None:
        self.task = task
        self._rulebook = rulebook
        self.floor_of = first_floors(rulebook.compiled, task.first_floor, task.last_floor)
        self.games = self.cleared = self.squares = 0
        count = len(rulebook.items)
        self._sums = {floor: SumsOfFloor(self._given_on(floor)) for floor in sorted(set(self.floor_of.values()))}
        self._found, self._found_squares = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._used = np.zeros((2, 3, count), np.int64)
        """Without and with one more: games, uses, and their squares."""

    @property
    def subjects(self) -> int:
        """How many kinds there are."""
        return len(self.floor_of)

    @property
    def floors_short_of_games(self) -> dict[int, tuple[int, int]]:
        """The floors that too few games reached to tell what their kinds are worth: how many did, and have to."""
        return {floor: (its.games, its.needed) for floor, its in self._sums.items() if its.games < its.needed}

    def _given_on(self, floor: int) -> tuple[int, ...]:
        return tuple(kind for kind, first in self.floor_of.items() if first == floor)

    def chunks(self, seed: int, games: int) -> Iterator[Chunk]:
        """Each game by itself, as each is given other kinds."""
        for each in range(seed, seed + games):
            given = tuple((kind, self.floor_of[kind]) for kind in drawn_by_lot(each, list(self.floor_of)))
            yield with_other_items(self.task, given=given), each, 1

    def add(self, batches: Sequence[Batch]) -> None:
        """Add the games of some chunks."""
        for batch in batches:
            given = drawn_by_lot(batch.seed, list(self.floor_of))
            cleared = int(floors_cleared(batch)[0])
            reached = {int(visit["floor"]): visit for visit in batch.visits}
            self.games += 1
            self.cleared += cleared
            self.squares += cleared**2
            for floor in sorted(reached.keys() & self._sums.keys()):
                before = floor - self.task.first_floor
                self._sums[floor].add(reached[floor], given, cleared - before)
            assert batch.items is not None
            found, used = batch.items[:, : len(self._found)]
            self._found += found
            self._found_squares += found**2
            for kind, floor in self.floor_of.items():
                if floor in reached:
                    self._used[int(kind in given), :, kind] += (1, used[kind], used[kind] ** 2)

    def worth(self) -> list[WorthOfKind]:
        """What each kind is worth, the most valuable first; those of unknown worth last."""
        effects = {
            kind: effect
            for sums in self._sums.values()
            for kind, effect in zip(sums.kinds, sums.effects(), strict=True)
        }
        kinds = [kind for kind, effect in effects.items() if not math.isnan(effect.value)]
        kinds.sort(key=lambda kind: -effects[kind].value)
        kinds += sorted(effects.keys() - set(kinds))
        adjusted = holm([p_value(effects[kind]) for kind in kinds])
        return [
            WorthOfKind(
                self._rulebook.items[kind].key,
                effects[kind],
                p,
                category_of(self._rulebook.items[kind], self._rulebook),
                self.floor_of[kind],
                int(self._used[:, 0, kind].sum()),
                int(self._used[1, 0, kind]),
                mean(self.games, int(self._found[kind]), int(self._found_squares[kind])),
                difference_of_means(self._used[0, :, kind], self._used[1, :, kind]),
            )
            for kind, p in zip(kinds, adjusted, strict=True)
        ]


class CategoryTrials:
    """The same seeds as they are and without each category."""

    def __init__(self, rulebook: Rulebook, task: Task) -> None:
        self.task = task
        kinds = list(first_floors(rulebook.compiled, task.first_floor, task.last_floor))
        self.categories = categories_of(rulebook, kinds)
        self.games = self.cleared = self.squares = 0
        self._products = {name: np.zeros((2, 2), np.int64) for name in self.categories}
        self._without = dict.fromkeys(self.categories, 0)
        """Floors cleared without each category."""

    @property
    def subjects(self) -> int:
        """How many categories there are."""
        return len(self.categories)

    def chunks(self, seed: int, games: int) -> Iterator[Chunk]:
        """All games as they are, then all without each category."""
        for missing in ((), *self.categories.values()):
            task = with_other_items(self.task, missing)
            for first in range(seed, seed + games, CHUNK):
                yield task, first, min(CHUNK, seed + games - first)

    def add(self, batches: Sequence[Batch]) -> None:
        """Add the games of some chunks, as `chunks` has them."""
        ways = 1 + len(self.categories)
        each = len(batches) // ways
        cleared = [
            np.concatenate([floors_cleared(batch) for batch in batches[way * each : (way + 1) * each]])
            for way in range(ways)
        ]
        with_all = cleared[0]
        self.games += len(with_all)
        self.cleared += int(with_all.sum())
        self.squares += int((with_all**2).sum())
        for name, without in zip(self.categories, cleared[1:], strict=True):
            pair = np.array([with_all, without - with_all])
            self._products[name] += pair @ pair.T
            self._without[name] += int(without.sum())

    def worth(self) -> list[WorthOfCategory]:
        """What each category is worth, the most valuable first."""
        names = sorted(self.categories, key=lambda name: self._without[name])
        pairs = [self._difference(name) for name in names]
        adjusted = holm([p_value(floors) for floors, _ in pairs])
        return [
            WorthOfCategory(name, floors, p, len(self.categories[name]), share)
            for name, (floors, share), p in zip(names, pairs, adjusted, strict=True)
        ]

    def _difference(self, name: str) -> tuple[Estimate, Estimate]:
        """In floors, with Student's interval; and as a share of all floors cleared, with the linearised ratio's."""
        products = self._products[name]
        total = self._without[name] - self.cleared
        floors = mean(self.games, total, int(products[1, 1]))
        if self.cleared == 0 or self.games < 2:
            return floors, Estimate(math.nan, Interval(-1.0, math.inf))
        share = total / self.cleared
        left = float(products[1, 1]) - 2 * share * float(products[0, 1]) + share**2 * float(products[0, 0])
        reach = normal_quantile(0.95) * math.sqrt(max(0.0, left) * self.games / (self.games - 1)) / self.cleared
        return floors, Estimate(share, Interval(share - reach, share + reach))


Trials = KindTrials | CategoryTrials


class Player:
    """Plays trials lap by lap, until it is stopped."""

    def __init__(self, ruleset: Ruleset, trials: Sequence[Trials]) -> None:
        self._ruleset = ruleset
        self._trials = trials
        self._stop = threading.Event()

    def stop(self) -> None:
        """Stop, and keep the laps that are finished."""
        self._stop.set()

    def play(self, jobs: int, progress: Progress, warmup: Warmup | None = None) -> None:
        """Play all games of all trials. A lap that is interrupted does not count."""

        def on_progress(games: int, turns: int) -> None:
            progress(games, turns)
            if self._stop.is_set():
                worker_pool.stop()

        task = self._trials[0].task
        with WorkerPool(self._ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            for done in range(0, task.games, LAP):
                lap = task.seed + done, min(LAP, task.games - done)
                chunks = [list(each.chunks(*lap)) for each in self._trials]
                batches = list(worker_pool.batches(chain.from_iterable(chunks)))
                if self._stop.is_set():
                    return
                for each, its in zip(self._trials, chunks, strict=True):
                    each.add(batches[: len(its)])
                    del batches[: len(its)]


def games_to_play(trials: Sequence[Trials]) -> int:
    """Over all trials."""
    return sum(
        each.task.games * (1 + len(each.categories) if isinstance(each, CategoryTrials) else 1) for each in trials
    )


def difference_of_means(without: NDArray[np.int64], having: NDArray[np.int64]) -> Estimate:
    """The mean of one group minus that of another, each given as games, sum and sum of squares; intervals by Welch."""
    a, b = mean(*map(int, without)), mean(*map(int, having))
    reach = math.hypot(a.interval.half_width, b.interval.half_width)
    value = b.value - a.value
    return Estimate(value, Interval(value - reach, value + reach))


def p_value(estimate: Estimate) -> float:
    """Two-sided, that the true value is 0, by the normal approximation; 1 where it is unknown."""
    reach = estimate.interval.half_width
    if math.isnan(estimate.value) or math.isinf(reach):
        return 1.0
    if reach == 0:
        return 1.0 if estimate.value == 0 else 0.0
    return math.erfc(abs(estimate.value) / reach * normal_quantile(0.95) / math.sqrt(2))
