"""Finds out what items are worth: how a bot fares with one more of a kind, and what it loses without a category.

**One more of a kind** is given to the hero of a bot's own game as it arrives on the first floor that can have the kind.
From there the game is played on with it and without it (`steep.lab.simulate.play_futures`), until some floors after
the two futures have parted: what a hero saves for danger counts when that comes. How a hero fared is one number, in HP
(`score`). The mean difference of a kind's pairs has Student's t interval, and its test is Student's t test, once, when
all games are played. Of all kinds that are said to help or hurt, a set share is expected to do neither (`q_values`).

**Without a category** the same seeds are played on the same floors, but none of its items lies there and the hero
starts without them; nothing takes their places. What is decided is played no more.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from steep.balance.odds_of_one_draw import items_on
from steep.content import Rulebook
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, WON
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, Progress, WorkerPool
from steep.lab.simulate.simulation_task import Task, TaskOfFutures, with_futures, with_items
from steep.lab.stats.confidence_intervals import Estimate, Interval, mean
from steep.lab.stats.false_discoveries import p_of_mean, q_values
from steep.lab.stats.sequential_tests import ENOUGH_VALUES, mean_so_far
from steep.play.known.item_categories import category_of

FALSE_SHARE = 0.05
"""Of all kinds that are said to help or hurt, at most this share is expected to do neither."""

LAP = 10
"""Seeds played in all ways before the next seeds are. An interrupt loses at most these."""

CHUNK = 5
"""Games of a chunk without a category, at most."""

LEAST, MOST = 0.02, 0.25
"""A category without which fewer floors are lost than LEAST, as a share, is dead weight; above MOST it decides runs."""

FEWEST_GAMES = ENOUGH_VALUES
"""Seeds after which a category may be decided. The intervals hold for many."""

HELPS, HURTS = "helps", "hurts"
DEAD_WEIGHT, SOUND, DECIDES = "dead weight", "sound", "decides"
UNCLEAR = ""


FEWEST_PAIRS = 30
"""Pairs of futures that a kind is tested with, at least: Student's t test of means holds for many."""


@dataclass(frozen=True, slots=True)
class WorthOfKind:
    """What one more of a kind is worth."""

    key: str
    category: str
    floor: int
    """The first that can have it, on which it was given."""
    pairs: int
    """Games that reached this floor, each played on with it and without it."""
    better: int
    """Pairs that went better with it."""
    worse: int
    used: float
    """The share of pairs in which a kind was used, equipped or thrown more often with one more; NaN without pairs."""
    difference: Estimate
    """`score` with it minus without it, mean, in HP."""
    q: float
    """The share of kinds with a `q` no larger that are expected to make no difference; 1 with too few pairs."""
    floors: float
    """Floors cleared with it minus without it, mean; NaN without pairs, like the next one."""
    hp: float
    """HP lost with it minus without it, mean."""

    @property
    def verdict(self) -> str:
        """HELPS, HURTS or UNCLEAR, with all kinds tested."""
        if self.q > FALSE_SHARE:
            return UNCLEAR
        return HELPS if self.difference.value > 0 else HURTS


@dataclass(frozen=True, slots=True)
class WorthOfCategory:
    """What a category is worth."""

    key: str
    kinds: int
    games: int
    floors: float
    """Floors cleared without it minus with it, mean."""
    share: Estimate
    """The same as a share of the floors cleared with it."""

    @property
    def verdict(self) -> str:
        """DEAD_WEIGHT, SOUND, DECIDES or UNCLEAR."""
        low, high = -self.share.interval.high, -self.share.interval.low
        if self.games < FEWEST_GAMES:
            return UNCLEAR
        if high < LEAST:
            return DEAD_WEIGHT
        if low > MOST:
            return DECIDES
        return SOUND if low > LEAST and high < MOST else UNCLEAR


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


def floors_cleared(batch: Batch) -> NDArray[np.int64]:
    """Floors that each game of a batch cleared: int64 of shape (games,)."""
    left = batch.visits[np.isin(batch.visits["end"], (PLAYING, WON))]
    return np.bincount(left["seed"] - batch.seed, minlength=batch.games).astype(np.int64)


def score(futures: NDArray[np.void]) -> NDArray[np.int64]:
    """How heroes fared since they arrived on a floor, in HP: what they have left, minus what they lost on the way.

    Each floor cleared counts as the max HP that the hero arrived with, and so does being alive.
    """
    lives = futures["cleared"] + futures["alive"]
    scores: NDArray[np.int64] = futures["hp"] - futures["damage"] + lives * futures["max_hp"]
    return scores


class KindTrials:
    """Games with and without one more of each kind."""

    def __init__(
        self,
        rulebook: Rulebook,
        task: Task,
        window: int,
        kinds: Sequence[str] = (),
        *,
        known: bool = False,
        used_well: bool = False,
        dice: int = 1,
    ) -> None:
        """`kinds` are the keys of those to test; all if it is empty. `known`: whether the hero knows what all are.

        `used_well`: whether the hero uses such items where that pays, with one more and without, even if its bot would
        not.
        `dice`: with how many sets of dice each pair goes on from where it parts.
        """
        self.task = task
        self.window = window
        self.known = known
        self.used_well = used_well
        self.dice = dice
        self.games = 0
        self._rulebook = rulebook
        self.floor_of = {
            kind: floor
            for kind, floor in first_floors(rulebook.compiled, task.first_floor, task.last_floor).items()
            if not kinds or rulebook.items[kind].key in kinds
        }
        self._pairs = {kind: PairsOfKind(dice) for kind in self.floor_of}

    @property
    def subjects(self) -> int:
        """How many kinds there are."""
        return len(self.floor_of)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to play. Kinds are tested once, so only if there are none."""
        return not self.floor_of

    @property
    def games_at_most(self) -> int:
        """How many games are played, each with its futures."""
        return self.task.games

    @property
    def floors_at_most(self) -> int:
        """How many floors are played in all."""
        task = with_futures(self.task, (), self.window)
        own = max(map(task.ends_at, self.floor_of.values()), default=0)
        ways = 2 if self.used_well else 1
        futures = sum(
            ways * min(task.patience, task.last_floor + 1 - floor) + 2 * self.dice * self.window
            for floor in self.floor_of.values()
        )
        return task.games * (own + futures)

    def chunks(self, seed: int, games: int) -> Iterator[tuple[TaskOfFutures, int, int]]:
        """Each game by itself, with the futures of all kinds."""
        given = tuple(self.floor_of.items())
        task = with_futures(self.task, given, self.window, known=self.known, used_well=self.used_well, dice=self.dice)
        for each in range(seed, seed + games if given else seed):
            yield task, each, 1

    def add(self, batches: Sequence[Batch]) -> None:
        """Add the games of some chunks."""
        self.games += len(batches)
        futures = np.concatenate([batch.futures for batch in batches])
        for kind, pairs in self._pairs.items():
            pairs.add(futures[futures["kind"] == kind])

    def worth(self) -> list[WorthOfKind]:
        """What each kind is worth, the most helpful first."""
        adjusted = q_values([pairs.p for pairs in self._pairs.values()])
        rows = [self._worth_of(kind, q) for kind, q in zip(self.floor_of, adjusted, strict=True)]
        return sorted(rows, key=lambda row: (row.pairs == 0, -row.difference.value, row.key))

    def _worth_of(self, kind: int, q: float) -> WorthOfKind:
        item, pairs = self._rulebook.items[kind], self._pairs[kind]
        return WorthOfKind(
            item.key,
            category_of(item, self._rulebook),
            self.floor_of[kind],
            pairs.count,
            pairs.better,
            pairs.worse,
            pairs.mean("used"),
            pairs.difference,
            q,
            pairs.mean("cleared"),
            pairs.mean("damage"),
        )


class PairsOfKind:
    """Sums over pairs of futures, without and with one more of a kind."""

    def __init__(self, dice: int = 1) -> None:
        """`dice`: how many sets of dice each pair was played with."""
        self._dice = dice
        self.count = self.better = self.worse = 0
        self._total = self._squares = 0
        self._more: dict[str, int] = dict.fromkeys(("cleared", "damage", "used"), 0)

    def add(self, futures: NDArray[np.void]) -> None:
        """Add the futures of some games."""
        lacking, having = futures[0::2], futures[1::2]
        differences = score(having) - score(lacking)
        self.count += len(differences)
        self.better += int((differences > 0).sum())
        self.worse += int((differences < 0).sum())
        self._total += int(differences.sum())
        self._squares += int((differences**2).sum())
        self._more["used"] += int((having["used"] > lacking["used"]).sum())
        for name in ("cleared", "damage"):
            self._more[name] += int(having[name].sum() - lacking[name].sum())

    @property
    def difference(self) -> Estimate:
        """How much better the hero fared with it, mean."""
        found = mean(self.count, self._total, self._squares)
        low, high = found.interval.low / self._dice, found.interval.high / self._dice
        return Estimate(found.value / self._dice, Interval(low, high))

    @property
    def p(self) -> float:
        """The p-value that it makes no difference; 1 with too few pairs."""
        return p_of_mean(self.count, self._total, self._squares) if self.count >= FEWEST_PAIRS else 1.0

    def mean(self, name: str) -> float:
        """How much more of something there was with the item; NaN without pairs."""
        dice = 1 if name == "used" else self._dice
        return self._more[name] / (self.count * dice) if self.count else math.nan


class CategoryTrials:
    """The same seeds as they are and without each category."""

    def __init__(self, rulebook: Rulebook, task: Task, *, known: bool = False, used_well: bool = False) -> None:
        """`known`: whether the hero knows what all kinds are.

        `used_well`: whether it uses those of the measured category where that pays, once it knows them, even if its bot
        would not.
        """
        self.task = task
        self.known = known
        self.used_well = used_well
        kinds = list(first_floors(rulebook.compiled, task.first_floor, task.last_floor))
        self.categories = categories_of(rulebook, kinds)
        self.games = 0
        self._products = {name: np.zeros((3, 3), np.int64) for name in self.categories}
        """Of each category: sums of the products of 1, the floors cleared with it, and those without it minus these."""

    @property
    def subjects(self) -> int:
        """How many categories there are."""
        return len(self.categories)

    @property
    def games_at_most(self) -> int:
        """How many games are played."""
        return self.task.games * len(self._tasks(list(self.categories)))

    @property
    def floors_at_most(self) -> int:
        """How many floors are played in all."""
        return self.games_at_most * (self.task.last_floor - self.task.first_floor + 1)

    @property
    def undecided(self) -> list[str]:
        """The categories of which more games have to be played."""
        return [name for name in self.categories if self._worth_of(name).verdict == UNCLEAR]

    @property
    def is_done(self) -> bool:
        """Whether every category is decided."""
        return not self.undecided

    def _pair(self, name: str) -> tuple[Task, Task]:
        """The games with a category and those without it."""
        kinds = self.categories[name]
        having = with_items(self.task, known=self.known, used_well=kinds if self.used_well else ())
        return having, with_items(self.task, kinds, known=self.known)

    def _tasks(self, names: Sequence[str]) -> list[Task]:
        """The games with and without each of some categories. Those with it may be the same for all."""
        return list(dict.fromkeys(chain.from_iterable(map(self._pair, names))))

    def chunks(self, seed: int, games: int) -> Iterator[Chunk]:
        """All games with and without each category that is undecided."""
        for task in self._tasks(self.undecided):
            for first in range(seed, seed + games, CHUNK):
                yield task, first, min(CHUNK, seed + games - first)

    def add(self, batches: Sequence[Batch]) -> None:
        """Add the games of some chunks, as `chunks` has them."""
        undecided = self.undecided
        tasks = self._tasks(undecided)
        each = len(batches) // len(tasks)
        cleared = {
            task: np.concatenate([floors_cleared(batch) for batch in batches[way * each : (way + 1) * each]])
            for way, task in enumerate(tasks)
        }
        self.games += len(cleared[tasks[0]])
        for name in undecided:
            having, lacking = (cleared[task] for task in self._pair(name))
            rows = np.array([np.ones_like(having), having, lacking - having])
            self._products[name] += rows @ rows.T

    def worth(self) -> list[WorthOfCategory]:
        """What each category is worth, the most valuable first."""
        return sorted(map(self._worth_of, self.categories), key=lambda each: (each.floors, each.key))

    def _worth_of(self, name: str) -> WorthOfCategory:
        """By the linearised ratio."""
        products = self._products[name]
        games, cleared, more = map(int, products[0])
        squares, both, lost = int(products[1, 1]), int(products[1, 2]), int(products[2, 2])
        kinds = len(self.categories[name])
        if cleared == 0:
            return WorthOfCategory(name, kinds, games, math.nan, mean_so_far(0, math.nan, 0.0))
        share = more / cleared
        # In integers, so that it is 0 exactly if all games lose the same share.
        left = lost * cleared**2 - 2 * more * cleared * both + more**2 * squares
        deviation = math.sqrt(left * games) / cleared**2
        return WorthOfCategory(name, kinds, games, more / games, mean_so_far(games, share, deviation))


Trials = KindTrials | CategoryTrials


class Player:
    """Plays trials lap by lap, until all is decided, or it is stopped."""

    def __init__(self, ruleset: Ruleset, trials: Sequence[Trials]) -> None:
        self._ruleset = ruleset
        self._trials = trials
        self._stop = threading.Event()

    def stop(self) -> None:
        """Stop, and keep the laps that are finished."""
        self._stop.set()

    def play(self, jobs: int, progress: Progress, warmup: Warmup | None = None) -> bool:
        """Play until all is decided or all games are played; False if it was stopped. Unfinished laps don't count."""

        def on_progress(games: int, turns: int) -> None:
            progress(games, turns)
            if self._stop.is_set():
                worker_pool.stop()

        task = self._trials[0].task
        with WorkerPool(self._ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            for done in range(0, task.games, LAP):
                if all(each.is_done for each in self._trials):
                    break
                lap = task.seed + done, min(LAP, task.games - done)
                chunks: list[list[Chunk]] = [list(each.chunks(*lap)) for each in self._trials]
                batches = list(worker_pool.batches(chain.from_iterable(chunks)))
                if self._stop.is_set():
                    return False
                for each, its in zip(self._trials, chunks, strict=True):
                    if its:
                        each.add(batches[: len(its)])
                        del batches[: len(its)]
        return True
