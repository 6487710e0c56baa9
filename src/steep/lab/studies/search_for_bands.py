"""Searches for numbers that make all bands of a target hold, in as few games as possible.

The search asks for games and gets their results. It plays none itself. So it asks for the same games again
whenever it gets the same results, whatever plays them, and whether or not it was interrupted.

It starts with the numbers as written and a Latin hypercube. Then a model of all figures (`model_of_figures`) says for
any numbers how likely each band is to hold, and differential evolution (Storn and Price 1997) finds the numbers at
which all of them are likeliest. These are played, and so on. What looks likely is played as often as a check
plays. If it is likeliest again, its games are doubled each time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import differential_evolution
from scipy.stats.qmc import LatinHypercube

from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_in_bands import BROKEN, BandFigure
from steep.lab.figures.game_figures import killers_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.target_file import Target
from steep.lab.studies.model_of_figures import Model, limits_of
from steep.lab.studies.numbers_that_move import Space

Numbers = tuple[int, ...]
"""A number for each move."""

DESIGNED = 0.4
MOST_DESIGNED = 25
"""The share of the budget that the first numbers may take, and how many they are at most for each move."""

PROMISING = math.log(0.3)
"""The log chance of all limits together above which numbers get PROMISED times as many first games."""

PROMISED = 4

ENOUGH = math.log(0.9)
"""The log chance of all limits together at which the search ends."""

TOGETHER = math.log(0.05)
"""Limits whose log chance is below this are reported as not holding together."""

HOPELESS = math.log(1e-6)
"""The same, when even the likeliest numbers, played as often as in a check, are so unlikely."""

ANYWHERE, NEARBY, CENTRES, STEP, SAMPLED = 3000, 600, 4, 0.1, 400
"""How many numbers are drawn from all, and how many near the likeliest few; how near, as a share of the whole range;
and how many of them, the likeliest, may be played."""

AGAIN, LIKELIEST, POSSIBLE = range(3)
TURNS = (LIKELIEST, POSSIBLE, AGAIN, POSSIBLE)
"""What is played by turns while nothing is promising: the best again, the likeliest numbers, some that may be good."""

LAST_GAMES = 0.2
"""The share of the budget that is kept for the best few."""

MORE_TO_FIT = 1.1
"""The hyperparameters of the models are fitted again when results have grown by this factor."""

MAX_INVALID = 100
"""The search ends after this many numbers without a valid ruleset."""

UNLIKELY = 1e9
"""Minus the log chance of numbers that give no valid ruleset."""


@dataclass(slots=True)
class Trial:
    """Numbers that were played."""

    numbers: Numbers
    played: dict[str, Counts] = field(default_factory=dict)
    """Its games by bot. Empty for numbers that give no valid ruleset."""
    first_look: str = ""
    """What its first games gave. Trials that have it in common are twins: they play the same games."""
    first_games: int = 0
    """How many these were, of each bot."""

    @property
    def games(self) -> int:
        """Games of each bot."""
        return max((counts.games for counts in self.played.values()), default=0)


@dataclass(frozen=True, slots=True)
class Request:
    """Games to play."""

    numbers: Numbers
    first: int
    """How many games of each bot have been played with these numbers."""
    games: int
    """How many more should be, of each bot."""


class Search:
    """Use it as: `while (request := search.ask()) is not None: search.tell(request, what it gave)`."""

    def __init__(self, space: Space, target: Target) -> None:
        self.space = space
        self.target = target
        self.trials: list[Trial] = []
        self.games = 0
        """Games of all bots."""
        task = target.tasks[0]
        self.limits = limits_of(target.bands, task.first_floor, task.last_floor)
        self.killers = killers_of(space.ruleset.rulebook())
        """All that can kill the hero."""
        self._by_key: dict[str, Trial] = {}
        self._twins: dict[str, Trial] = {}
        """By first look, the trial that was played most."""
        self._told = 0
        self._seed = target.tuning.seed % 2**32
        self._positions = [np.array(move.positions) for move in space.moves]
        self._first = self._design()
        self._next_fit = len(self._first)
        self._fitted: list[NDArray[np.float64]] | None = None

    @property
    def budget(self) -> int:
        """Games of each bot."""
        return self.target.tuning.budget // len(self.target.tasks)

    @property
    def left(self) -> int:
        """Games of each bot that the budget has left."""
        return (self.target.tuning.budget - self.games) // len(self.target.tasks)

    def ask(self) -> Request | None:
        """The games to play next; None when the search is over."""
        if self.left < 1 or len(self.invalid) > MAX_INVALID:
            return None
        while self._first:
            numbers = self._first.pop(0)
            if self._key(numbers) not in self._by_key:
                return Request(numbers, 0, min(self.target.tuning.games, self.left))
        played = [trial for trial in self.trials if trial.played]
        if not played:
            return None
        model, most, first = self.model(), self.target.tasks[0].games, self.target.tuning.games
        own = self.chances(model, played)
        best = self.twin(played[int(own.argmax())])
        if best.games >= most and own.max() >= ENOUGH:
            return None
        again = Request(best.numbers, best.games, min(best.games, self.left))
        turn = self._told % len(TURNS)
        if best.games < most:
            soon = own.max() >= PROMISING or TURNS[turn] == AGAIN
        else:
            soon = own.max() >= PROMISING and TURNS[turn] == AGAIN
        if soon or self.left < LAST_GAMES * self.budget:
            return again
        if TURNS[turn] == LIKELIEST:
            numbers, chance = self.likeliest(model)
            if self._key(numbers) not in self._by_key:
                return Request(numbers, 0, min(most, first * (PROMISED if chance >= PROMISING else 1), self.left))
            if max(chance, own.max()) < HOPELESS and best.games >= most and self.left < self.budget / 2:
                return None
        numbers = self.possible(model)
        trial = self._by_key.get(self._key(numbers))
        done = 0 if trial is None else trial.games
        return Request(numbers, done, min(max(first, done), self.left))

    def tell(self, request: Request, played: dict[str, Counts]) -> None:
        """What the games of a request gave, by bot; nothing when the numbers give no valid ruleset."""
        self._told += 1
        trial = self._by_key.get(self._key(request.numbers))
        if trial is None:
            trial = Trial(request.numbers, first_look=fingerprint_of_games(played), first_games=request.games)
            self._by_key[self._key(request.numbers)] = trial
            self.trials.append(trial)
        for bot, counts in played.items():
            self.games += counts.games
            if bot in trial.played:
                trial.played[bot].join(counts)
            else:
                trial.played[bot] = counts
        known = self._twins.setdefault(trial.first_look, trial)
        if trial.games > known.games:
            self._twins[trial.first_look] = trial
        if self._told >= self._next_fit and any(trial.played for trial in self.trials):
            self._next_fit = math.ceil(self._told * MORE_TO_FIT)
            self._fitted = None
            self._fitted = self.model().chosen

    @property
    def invalid(self) -> list[Trial]:
        """Those that give no valid ruleset."""
        return [trial for trial in self.trials if not trial.played]

    @property
    def best(self) -> Trial:
        """The trial whose numbers are likeliest to keep all limits; where that is hopeless, the nearest to it."""
        model = self.model()
        played = [trial for trial in self.trials if trial.played]
        chances = self.chances(model, played)
        if chances.max() > HOPELESS:
            return self.twin(played[int(chances.argmax())])
        return self.twin(played[int(model.distances(self.points_of(played)).sum(axis=0).argmin())])

    def twin(self, trial: Trial) -> Trial:
        """The most played trial among those with the same games."""
        return self._twins[trial.first_look]

    def is_reached(self, trial: Trial, checked: Sequence[BandFigure]) -> bool:
        """Whether tuning gives all bands a fair chance with the numbers of a trial, and a check finds none broken."""
        fair = float(self.chances(self.model(), [trial])[0]) >= TOGETHER
        return fair and all(figure.verdict != BROKEN for figure in checked)

    def chances(self, model: Model, trials: Sequence[Trial]) -> NDArray[np.float64]:
        """The log chance that all limits are kept with the numbers of each trial."""
        found: NDArray[np.float64] = model.log_chances(self.points_of(trials)).sum(axis=0)
        return found

    def model(self) -> Model:
        """The model of all that was played."""
        trials = [trial for trial in self.trials if trial.played]
        played = [self.twin(trial).played for trial in trials]
        return Model(self.limits, self.points_of(trials), played, self.killers, self._fitted)

    def likeliest(self, model: Model, limits: Sequence[int] | None = None) -> tuple[Numbers, float]:
        """The numbers at which all limits, or some of them, are likeliest to be kept, and the log chance of that."""
        chosen = range(len(self.limits)) if limits is None else limits
        moves = self.space.moves
        invalid = [np.array(trial.numbers)[:, None] for trial in self.invalid]

        def unlikely(columns: NDArray[np.float64]) -> NDArray[np.float64]:
            loss: NDArray[np.float64] = -model.log_chances(self._points(columns), chosen).sum(axis=0)
            for numbers in invalid:
                loss[(np.rint(columns) == numbers).all(axis=0)] = UNLIKELY
            return loss

        found = differential_evolution(
            unlikely,
            [(move.low, move.high) for move in moves],
            integrality=[True] * len(moves),
            rng=self._seed,
            popsize=max(8, 40 // len(moves)),
            maxiter=30,
            tol=1e-4,
            polish=False,
            vectorized=True,
            updating="deferred",
            init="sobol",
        )
        return tuple(round(each) for each in found.x), -float(found.fun)

    def possible(self, model: Model) -> Numbers:
        """Numbers that may keep all limits: the best ones for a random draw of the figures from the model."""
        rng = np.random.default_rng((self._seed, len(self.trials)))
        moves = self.space.moves
        low, high = (np.array([getattr(move, name) for move in moves]) for name in ("low", "high"))
        anywhere = low + rng.random((ANYWHERE, len(moves))) * (high - low)
        chances = self.chances(model, played := [trial for trial in self.trials if trial.played])
        centres = np.array([played[row].numbers for row in np.argsort(-chances)[:CENTRES]])
        steps = rng.normal(0, STEP, (NEARBY, len(moves))) * (high - low)
        near = np.clip(centres[rng.integers(0, len(centres), NEARBY)] + steps, low, high)
        drawn = np.rint(np.concatenate([anywhere, near]))
        invalid = {trial.numbers for trial in self.invalid}
        drawn = np.array([row for row in drawn if tuple(map(int, row)) not in invalid])
        hopes = model.log_chances(self._points(drawn.T)).sum(axis=0)
        drawn = drawn[np.argsort(-hopes)[:SAMPLED]]
        best = model.distances(self._points(drawn.T), rng).sum(axis=0).argmin()
        return tuple(map(int, drawn[best]))

    def against(self, row: int) -> tuple[float, list[int]]:
        """Why a limit is not kept, by the model: its log chance alone, and which other limits stand against it.

        Another stands against it if no numbers make the two together as likely as TOGETHER.
        """
        model = self.model()
        alone = self.likeliest(model, [row])[1]
        if alone < TOGETHER:
            return alone, []
        others = [other for other in range(len(self.limits)) if other != row]
        return alone, [other for other in others if self.likeliest(model, [row, other])[1] < TOGETHER]

    def _points(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Positions, shape (m, coordinates), of numbers, shape (moves, m)."""
        rows = zip(self._positions, self.space.moves, columns, strict=True)
        return np.concatenate([table[np.rint(row).astype(int) - move.low] for table, move, row in rows], axis=1)

    def points_of(self, trials: Sequence[Trial]) -> NDArray[np.float64]:
        """Positions, shape (trials, coordinates)."""
        return self._points(np.array([trial.numbers for trial in trials], np.float64).T)

    def _design(self) -> list[Numbers]:
        """The numbers to begin with: those written, where the bounds allow them, and a Latin hypercube."""
        moves = self.space.moves
        tuning = self.target.tuning
        affordable = int(DESIGNED * tuning.budget / (len(self.target.tasks) * tuning.games))
        count = max(3 * len(moves) + 2, min(affordable, MOST_DESIGNED * len(moves)))
        spread = LatinHypercube(len(moves), rng=self._seed).random(count)
        rows = [
            tuple(round(move.low + share * (move.high - move.low)) for move, share in zip(moves, row, strict=True))
            for row in spread.tolist()
        ]
        written = self.space.written
        inside = all(move.low <= number <= move.high for move, number in zip(moves, written, strict=True))
        by_key = {self._key(numbers): numbers for numbers in ([written, *rows] if inside else rows)}
        return list(by_key.values())

    def _key(self, numbers: Numbers) -> str:
        """Equal for numbers that make the same ruleset."""
        return json.dumps([[*map(str, keys), value] for keys, value in self.space.changes(numbers).items()])


def fingerprint_of_games(played: dict[str, Counts]) -> str:
    """What games gave, by bot, in a form that is the same only for the same games."""
    return json.dumps({bot: counts.as_plain() for bot, counts in played.items()})


def tasks_of(request: Request, target: Target) -> list[Task]:
    """The games of a request, one task for each bot."""
    seed = target.tuning.seed + request.first
    return [Task(task.bot, seed, request.games, task.first_floor, task.last_floor, task.turns) for task in target.tasks]
