"""Runs side by side: the arrays in which they are played, and the compiled rules that play them.

The single environment has one, the vector environment as many as it is asked for.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.content.dial import POSITIONS, dialled, position_of
from steep.core.arrays import dtype_of, from_plain
from steep.core.compiled import compiled
from steep.core.errors import InputError
from steep.core.ruleset import Ruleset
from steep.env.kernel.episodes import EnvParams, Episode
from steep.env.kernel.reward_terms import TERM_NAMES
from steep.env.kernel.step import ObservationBuffers, StepResults, begin, play, show_all
from steep.env.observation_specs import OBSERVATIONS, TARGETS
from steep.env.render import texts_of
from steep.env.seeds import checked, own_seeds
from steep.env.settings import Settings
from steep.env.spaces import ends_of
from steep.env.state import episode_from, state_of
from steep.env.threads import Team, slices_of
from steep.play.messages import reason_sentence
from steep.rules.actions import DONE
from steep.rules.run_ends import RUNNING

MAX_UNUSED = 32
"""Rulesets that stay on the shelf though no run is played by them; each takes about 3 MB."""

_compiled = cache(compiled)


class DialedRulesets:
    """The rulesets that the runs of an environment are played by: one for each position of the dial that is in use."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._written = rulebook
        self.rulebooks: list[Rulebook] = []
        self.positions: list[int] = []
        self.compiled: NDArray[Any] = np.zeros(0, dtype_of(Ruleset))

    def place_of(self, difficulty: float, in_use: Callable[[], set[int]]) -> int:
        """The place of the ruleset with the dial at a difficulty; put there, where nothing is in use, if need be."""
        position = position_of(difficulty)
        if position in self.positions:
            return self.positions.index(position)
        rulebook = dialled(self._written, difficulty)
        count = len(self.rulebooks)
        free = set(range(count)) - in_use() if count >= MAX_UNUSED else set()
        place = min(free, default=count)
        if place == count:
            self.rulebooks.append(rulebook)
            self.positions.append(position)
            if count == len(self.compiled):
                grown = np.zeros(max(1, 2 * count), dtype_of(Ruleset))
                grown[:count] = self.compiled
                self.compiled = grown
        self.rulebooks[place], self.positions[place] = rulebook, position
        self.compiled[place] = from_plain(rulebook.compiled)
        return place


class Part(NamedTuple):
    """Some of the runs, for a thread to play."""

    rows: slice
    episodes: NDArray[Any]
    next_books: NDArray[Any]
    results: StepResults
    buffers: ObservationBuffers


class Batch:
    """Some runs, and what was last seen of them.

    All arrays have a row for each run and are written in place, step by step.
    """

    def __init__(self, settings: Settings, difficulty: float, count: int, *, autoreset: bool, threads: int = 1) -> None:
        self.settings = settings
        self.count = count
        # Plain arrays of records: Numba takes ten times as long to look at a recarray before each call.
        self.episodes: NDArray[Any] = np.zeros(count, dtype_of(Episode))
        self._rulesets = DialedRulesets(settings.rulebook)
        self._next_books = np.full(count, self._rulesets.place_of(difficulty, set), np.int64)
        self._params = params_of(settings, autoreset)
        self._frames_of_any_seed = self._params.copy()
        self._frames_of_any_seed["seed_count"] = 0
        self._weights = settings.rewards.built_in_weights()
        self.results = StepResults(
            rewards=np.zeros(count),
            terms=np.zeros((count, len(TERM_NAMES))),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            reasons=np.zeros(count, np.int64),
            ends=np.zeros(count, np.int64),
        )
        self.seen = laid_out(settings, count)
        self._buffers = rows_of(self.seen)
        self._threads = threads
        self._team = Team()
        self._parts = [self._part(rows) for rows in slices_of(count, threads)]
        self.ends = ends_of(settings.actions, settings.crop)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Be a copy: its rows are once more those of its own observations."""
        self.__dict__.update(state)
        self._buffers = rows_of(self.seen)
        self._parts = [self._part(rows) for rows in slices_of(self.count, self._threads)]

    def dial(self, difficulty: float, which: NDArray[np.bool_]) -> None:
        """Have the dial stand there from the next episode on in some of the runs."""
        self._next_books[which] = self._place_of(difficulty)

    def _place_of(self, difficulty: float) -> int:
        return self._rulesets.place_of(
            difficulty, lambda: {*self.episodes["book"].tolist(), *self._next_books.tolist()}
        )

    def begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        """Begin new episodes in some runs, by seeds of their own or, where one is NOWHERE, by the one that follows."""
        self._begin(which, seeds, self._params)

    def _begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64], all_params: NDArray[Any]) -> None:
        rule, rulesets = _compiled(begin), self._rulesets.compiled

        def begin_part(part: Part) -> None:
            rows = part.rows
            rule(
                part.episodes,
                rulesets,
                part.next_books,
                all_params,
                which[rows],
                seeds[rows],
                part.results,
                part.buffers,
            )

        self._team.each(begin_part, self._parts)

    def begin_exactly(self, which: NDArray[np.bool_], seeds: Any) -> None:
        """Begin the runs of just these seeds in some runs: a list with one for each run, of which the others are left.

        Raises `InputError` for one that is none, or that is not of the environment's split.
        """
        allowed = self.settings.seeds
        listed = isinstance(seeds, Sequence | np.ndarray) and not isinstance(seeds, str)
        if not listed or len(seeds) != self.count:
            raise InputError(f"run_seeds is {seeds!r}; it must be a list of {self.count} seeds")
        exact = own_seeds(self.count)
        for i in np.flatnonzero(which):
            exact[i] = checked(seeds[i])
            if allowed is not None and exact[i] not in allowed:
                raise InputError(f"the seed of a run is {exact[i]}; it must be from {allowed[0]} to {allowed[-1]}")
        self._begin(which, exact, self._frames_of_any_seed)

    def play(self, actions: NDArray[np.int64]) -> None:
        """Take a step in every run: `actions` has a row for each, of as many numbers as `ends` has."""
        rule, rulesets, all_params, weights = _compiled(play), self._rulesets.compiled, self._params, self._weights

        def play_part(part: Part) -> None:
            taken = actions[part.rows]
            rule(part.episodes, rulesets, part.next_books, all_params, weights, taken, part.results, part.buffers)

        self._team.each(play_part, self._parts)

    def _part(self, rows: slice) -> Part:
        """Some of the runs, in the same arrays."""
        return Part(
            rows,
            self.episodes[rows],
            self._next_books[rows],
            StepResults(*(each[rows] for each in self.results)),
            ObservationBuffers(*(each[rows] for each in self._buffers)),
        )

    def rulebook(self, i: int) -> Rulebook:
        """The rulebook that a run is played by."""
        return self._rulesets.rulebooks[int(self.episodes[i]["book"])]

    def difficulty(self, i: int) -> float:
        """Where the dial stood as a run's episode began."""
        return self._rulesets.positions[int(self.episodes[i]["book"])] / POSITIONS

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """Where the dial stood as each run's episode began."""
        books: NDArray[np.int64] = self.episodes["book"]
        return np.array(self._rulesets.positions)[books] / POSITIONS

    def is_over(self, i: int) -> bool:
        """Whether a run's episode has ended."""
        return bool(self.episodes[i]["now"]["end"] != RUNNING)

    def user_terms(self, which: NDArray[np.bool_]) -> dict[str, NDArray[np.float64]]:
        """The user's own terms of the last step's rewards, 0 in the runs that took none."""
        before, now = self.episodes["before"], self.episodes["now"]
        before.flags.writeable = now.flags.writeable = False
        terms = self.settings.rewards.evaluate(before, now)
        return {name: np.where(which, term, 0.0) for name, term in terms.items()}

    def texts(self, i: int) -> str:
        """What happened in the last step of a run or why nothing did, in sentences."""
        episode, reason = self.episodes[i], int(self.results.reasons[i])
        hero: Any = episode["world"].hero
        refused = [reason_sentence(reason)] if reason != DONE else []
        return " ".join(refused + texts_of(hero, int(episode["heard"]), self.rulebook(i)))

    def state(self, i: int) -> bytes:
        """A run as bytes."""
        next_difficulty = self._rulesets.positions[int(self._next_books[i])] / POSITIONS
        return state_of(self.episodes[i], self.settings.rulebook, self.difficulty(i), next_difficulty)

    def restore(self, states: Mapping[int, bytes]) -> None:
        """Have runs go on from states: all of those given or, when one cannot be, none.

        Raises `InputError` for what is no state of this environment's ruleset.
        """
        found = {i: episode_from(state, self.settings.rulebook, self._rulesets.compiled) for i, state in states.items()}
        for i, (episode, difficulty, next_difficulty) in found.items():
            self.episodes[i] = episode
            self.episodes[i]["book"] = self._place_of(difficulty)
            self._next_books[i] = self._place_of(next_difficulty)
            self.results.reasons[i] = DONE
            alone = self._part(slice(i, i + 1))
            _compiled(show_all)(alone.episodes, self._rulesets.compiled, self._params, alone.buffers)


def check_range(rows: Sequence[Sequence[int]], ends: Sequence[int]) -> None:
    """Raise `InputError` for the first action, in rows of numbers, that is none: where one is not below its end."""
    names = ("the verb", "the argument", "the target") if len(ends) > 1 else ("the action",)
    for i, row in enumerate(rows):
        for name, number, end in zip(names, row, ends, strict=True):
            if not 0 <= number < end:
                world = f" of environment {i}" if len(rows) > 1 else ""
                raise InputError(f"actions: {name}{world} is {number}; it must be from 0 to {end - 1}")


def whole_numbers(actions: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Actions as an array. Raises `InputError` for other than whole numbers, and for too few or too many of them."""
    found = np.asarray(actions)
    if found.shape != shape or found.dtype.kind not in "iu":
        allowed = f"whole numbers of shape {shape}" if shape else "one whole number"
        raise InputError(f"actions: found {found.dtype} of shape {found.shape}; allowed: {allowed}")
    return found


@contextmanager
def room_for(num_envs: int, settings: Settings) -> Iterator[None]:
    """Raise `InputError` when so many environments need more memory than there is, before or within this context."""
    seen = sum(room.nbytes for room in laid_out(settings, 1).values())
    # Observations are there four times: as they are written, as they are given out, and as the bounds of their space.
    needed = num_envs * (dtype_of(Episode).itemsize + 4 * seen)
    message = f"num_envs is {num_envs}: so many need {needed / 1e9:,.1f} GB of memory, and there is not so much"
    if needed > memory():
        raise InputError(message)
    try:
        yield
    except MemoryError:
        raise InputError(message) from None


def memory() -> int:
    """Bytes of memory of this machine; where it does not say, no number is too large."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def params_of(settings: Settings, autoreset: bool) -> NDArray[Any]:
    """What all episodes have in common, as the rules read it."""
    all_params: NDArray[Any] = np.zeros(1, dtype_of(EnvParams))
    params: Any = all_params[0]
    params.first_floor, params.last_floor = settings.first_floor, settings.last_floor
    params.turn_limit, params.step_limit = settings.max_turns, settings.max_steps
    if settings.seeds is not None:
        params.first_seed, params.seed_count = settings.seeds.start, len(settings.seeds)
    params.crop = settings.crop
    params.explicit = int(settings.actions == TARGETS)
    params.autoreset = int(autoreset)
    return all_params


def laid_out(settings: Settings, count: int) -> dict[str, NDArray[Any]]:
    """Room for the observations of some runs, in their shapes.

    There is always a mask of actions. What else was not asked for has no rows.
    """
    seen: dict[str, NDArray[Any]] = {}
    for name, key in OBSERVATIONS.items():
        layout = key.layout(settings.rulebook, settings.crop, settings.actions)
        rows = count if name in settings.observations or name == "action_mask" else 0
        seen[name] = np.zeros((rows, *layout.shape), layout.dtype)
    return seen


def rows_of(seen: Mapping[str, NDArray[Any]]) -> ObservationBuffers:
    """The same arrays with a plain row for each run."""
    return ObservationBuffers(
        **{name: room.reshape(len(room), math.prod(room.shape[1:])) for name, room in seen.items()}
    )
