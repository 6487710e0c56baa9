"""A batch of episodes: the arrays that hold them, and the compiled rules that step them.

The single environment holds one episode, the vector environment `num_envs` of them.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import ArrayLike, NDArray

from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.content import Rulebook
from steep.content.dial import POSITIONS, Dial, position_of
from steep.core.input_errors import InputError
from steep.core.native.native_rule import native
from steep.core.processes import cores
from steep.core.record import packed_changes
from steep.core.record_arrays import dtype_of, from_plain, zeros
from steep.core.rules_hash import rules_hash
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING
from steep.env.check_arguments import EnvironmentSettings, checked_seed, fill_missing, unset_seeds
from steep.env.kernel.actions import ACTION_NAMES, VERB_MEANINGS
from steep.env.kernel.bot_actions import choose_actions
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.episode_to_bytes import episode_from, state_of
from steep.env.kernel.imagine_episode import imagine_episode
from steep.env.kernel.observations import FLAT, OBSERVATIONS, TARGETS, ObservationBuffers
from steep.env.kernel.step_episodes import StepResults, begin_episodes, observe_episodes, step_episodes
from steep.env.render import render_episode, texts_of
from steep.env.rewards import TERM_NAMES
from steep.env.survival import Survival
from steep.play.texts.messages import reason_sentence
from steep.rules.action_codes import DONE

MAX_UNUSED = 8
"""Rulesets to keep in memory although no episode uses them; each takes about 3 MB."""

T = TypeVar("T")

MIN_ENVS_PER_THREAD = 128
"""Environments per thread, unless the number of threads is given. With fewer, the overhead exceeds the gain."""


class DialedRulesets:
    """An environment's rulesets at every difficulty in use."""

    def __init__(self, written: Sequence[Rulebook]) -> None:
        self._written = [(rulebook, from_plain(rulebook.compiled), Dial(rulebook)) for rulebook in written]
        self._keys: list[tuple[int, int]] = []
        """What each of `rulebooks` is: the number of the ruleset as written, and the dial's position."""
        self.rulebooks: list[Rulebook] = []
        self.positions: list[int] = []
        """The dial positions of `rulebooks`, in thousandths."""
        self.compiled: NDArray[np.void] = np.zeros(0, dtype_of(Ruleset))
        """Array of `Ruleset`, at least as long as `rulebooks`."""

    def index_of(self, number: int, difficulty: float, in_use: Callable[[], set[int]]) -> int:
        """The index of the ruleset with a number at a difficulty, which is compiled first if needed.

        `in_use` gives the indices that episodes refer to; the others may be replaced.
        """
        position = position_of(difficulty)
        if (number, position) in self._keys:
            return self._keys.index((number, position))
        before, record, dial = self._written[number]
        rulebook = dial.at(position)
        count = len(self.rulebooks)
        free = set(range(count)) - in_use() if count >= MAX_UNUSED else set()
        index = min(free, key=lambda each: self._keys[each][0] != number, default=count)
        if index == count:
            self.rulebooks.append(rulebook)
            self.positions.append(position)
            self._keys.append((number, position))
            if count == len(self.compiled):
                grown = np.zeros(max(1, 2 * count), dtype_of(Ruleset))
                grown[:count] = self.compiled
                self.compiled = grown
            self.compiled[index] = record
        else:
            before = self.rulebooks[index]
        self.rulebooks[index], self.positions[index], self._keys[index] = rulebook, position, (number, position)
        packed = self.compiled[index : index + 1].view(np.uint8)
        for start, changed in packed_changes(rulebook.compiled, before.compiled):
            packed[start : start + len(changed)] = np.frombuffer(changed, np.uint8)
        return index


class BatchSlice(NamedTuple):
    """The rows of a batch that one thread steps: views into the batch's arrays."""

    rows: slice
    episodes: NDArray[np.void]
    next_rulesets: NDArray[np.int64]
    actions: NDArray[np.int64]
    results: StepResults
    buffers: ObservationBuffers


class EpisodeBatch:
    """Episodes with the results and observations of their last step.

    All arrays have one row per episode and are overwritten by each step.
    """

    def __init__(
        self,
        settings: EnvironmentSettings,
        difficulty: float | Survival,
        count: int,
        *,
        autoreset: bool,
        threads: int = 1,
    ) -> None:
        self.settings = settings
        self.count = count
        self.episodes: NDArray[np.void] = np.zeros(count, dtype_of(Episode))
        self._rulesets = DialedRulesets(settings.rulebooks)
        self._numbers = np.arange(count) % len(settings.rulebooks)
        """The number of each row's ruleset in the settings."""
        self._next_rulesets = np.zeros(count, np.int64)
        self.dial(difficulty, np.ones(count, np.bool_))
        self._params = params_of(settings, autoreset)
        self._params_any_seed = self._params.copy()
        self._params_any_seed["seed_count"] = 0
        self._weights = settings.rewards.built_in_weights()
        self.results = StepResults(
            rewards=np.zeros(count),
            terms=np.zeros((count, len(TERM_NAMES))),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            reasons=np.zeros(count, np.int64),
            ends=np.zeros(count, np.int64),
        )
        self.observations = allocate_observations(settings, count)
        self._thread_count = threads
        self._threads = ThreadTeam()
        self.action_sizes = settings.action_sizes
        self._actions = np.zeros((count, len(self.action_sizes)), np.int64)
        self._custom = {name: np.zeros(count) for name in settings.rewards.custom}
        self._view()
        self._steps: list[Callable[[], None]] = []
        """For each slice a step, with its arrays."""
        self._steps_use: NDArray[np.void] | None = None
        """The rulesets that `_steps` have."""

    def __getstate__(self) -> dict[str, Any]:
        """A copy's calls must have its own arrays, so they aren't copied."""
        return {**self.__dict__, "_steps": [], "_steps_use": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy, whose views must be of its own arrays."""
        self.__dict__.update(state)
        self._view()

    def _view(self) -> None:
        """Set the views of other arrays: buffers and slices, and the infos of a step."""
        self._buffers = flat_rows(self.observations)
        self._slices = [self._slice(rows) for rows in slices_of(self.count, self._thread_count)]
        names, results = self.settings.rewards.names, self.results
        built_in = {name: results.terms[:, TERM_NAMES.index(name)] for name in names if name in TERM_NAMES}
        self.step_infos = {"reason": results.reasons, "end": results.ends} | {
            f"reward_{name}": values for name, values in (built_in | self._custom).items()
        }
        """The values of the last step, by their key in infos, each of shape (count,)."""

    def dial(self, difficulty: float | Survival, which: NDArray[np.bool_]) -> None:
        """Set the difficulty of the next episodes in the rows where `which` (bool, shape (count,)) is true."""
        for number in np.unique(self._numbers[which]).tolist():
            self._next_rulesets[which & (self._numbers == number)] = self._index_of(number, difficulty)

    def _index_of(self, number: int, difficulty: float | Survival) -> int:
        """The index of a ruleset at a difficulty."""
        settings, position = self.settings, difficulty
        if isinstance(position, Survival):
            position = position.position(settings.rulebooks[number], (settings.first_floor, settings.last_floor))
        return self._rulesets.index_of(
            number,
            position,
            lambda: {*self.episodes["ruleset_index"].tolist(), *self._next_rulesets.tolist()},
        )

    def begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        """Begin new episodes in the rows where `which` is true.

        `seeds` is int64 of shape (count,); NOWHERE draws the seed from the episode's own stream.
        """
        self._begin(which, seeds, self._params)

    def _begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64], all_params: NDArray[np.void]) -> None:
        rule: Any = native(begin_episodes)
        rulesets = self._rulesets.compiled

        def begin_slice(part: BatchSlice) -> None:
            rows = part.rows
            rule(
                part.episodes,
                rulesets,
                part.next_rulesets,
                all_params,
                which[rows],
                seeds[rows],
                part.results,
                part.buffers,
            )

        self._threads.run(begin_slice, self._slices)

    def begin_runs(self, which: NDArray[np.bool_], seeds: object) -> None:
        """Begin the runs of exactly these seeds in the rows where `which` is true.

        `seeds` has one entry per row; entries of other rows are ignored. Raises `InputError` for an invalid seed, and
        for one outside the environment's `seeds`.
        """
        allowed = self.settings.seeds
        if isinstance(seeds, str) or not isinstance(seeds, Sequence | np.ndarray) or len(seeds) != self.count:
            raise InputError(f"run_seeds is {seeds!r}; it must be a list of {self.count} seeds")
        run_seeds = unset_seeds(self.count)
        for i in np.flatnonzero(which).tolist():
            run_seeds[i] = checked_seed(seeds[i])
            if allowed is not None and run_seeds[i] not in allowed:
                raise InputError(f"the seed of a run is {run_seeds[i]}; it must be from {allowed[0]} to {allowed[-1]}")
        self._begin(which, run_seeds, self._params_any_seed)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take a step in every episode. `actions` is int64 of shape (count, len(action_sizes))."""
        self._actions[:] = actions
        running = ~self.over if self._custom else None
        if self._steps_use is not self._rulesets.compiled:
            self._steps_use = self._rulesets.compiled
            self._steps = [self._step_of(part) for part in self._slices]
        self._threads.run(lambda step: step(), self._steps)
        if running is not None:
            self._add_custom_terms(running)

    def choose_by_bot(self, bot: int, *memory: Any) -> None:
        """Let a bot choose an action in every episode: see `choose_actions` for its memory and what it writes."""
        rule: Any = native(choose_actions)
        rulesets = self._rulesets.compiled
        rule(bot, self.episodes, rulesets, self._params, self._actions, self.results.reasons, *memory)

    def _step_of(self, part: BatchSlice) -> Callable[[], None]:
        return native(step_episodes).bind(
            part.episodes,
            self._rulesets.compiled,
            part.next_rulesets,
            self._params,
            self._weights,
            part.actions,
            part.results,
            part.buffers,
        )

    def _slice(self, rows: slice) -> BatchSlice:
        """Views of some rows of all arrays."""
        buffers: Sequence[NDArray[Any]] = self._buffers
        return BatchSlice(
            rows,
            self.episodes[rows],
            self._next_rulesets[rows],
            self._actions[rows],
            StepResults._make(each[rows] for each in self.results),
            ObservationBuffers._make(each[rows] for each in buffers),
        )

    def rulebook(self, i: int) -> Rulebook:
        """The rulebook of episode i."""
        return self._rulesets.rulebooks[int(self.episodes[i]["ruleset_index"])]

    def difficulty(self, i: int) -> float:
        """The difficulty that episode i began with."""
        return self._rulesets.positions[int(self.episodes[i]["ruleset_index"])] / POSITIONS

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """The difficulty that each episode began with, shape (count,)."""
        indices: NDArray[np.int64] = self.episodes["ruleset_index"]
        return np.array(self._rulesets.positions)[indices] / POSITIONS

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which episodes have ended, shape (count,)."""
        return np.asarray(self.episodes["now"]["end"] != PLAYING)

    def _add_custom_terms(self, running: NDArray[np.bool_]) -> None:
        """Write the custom terms of the last step where episodes were running, and add them to the rewards."""
        before, now = self.episodes["before"], self.episodes["now"]
        before.flags.writeable = now.flags.writeable = False
        for name, term in self.settings.rewards.evaluate(before, now).items():
            self._custom[name][:] = np.where(running, term, 0.0)
            self.results.rewards[:] += self._custom[name]

    def texts(self, i: int) -> str:
        """The messages of episode i's last step or, when its action was impossible, the reason."""
        episode, reason = self.episodes[i], int(self.results.reasons[i])
        hero: Any = episode["world"].hero
        impossible = [reason_sentence(reason)] if reason != DONE else []
        return " ".join(impossible + texts_of(hero, int(episode["event_cursor"]), self.rulebook(i)))

    def state(self, i: int) -> bytes:
        """Episode i as bytes."""
        next_difficulty = self._rulesets.positions[int(self._next_rulesets[i])] / POSITIONS
        rulebook = self.settings.rulebooks[self._numbers[i]]
        return state_of(self.episodes[i], rulebook, self.difficulty(i), next_difficulty)

    def _imagine(self, episodes: NDArray[np.void], seed: int) -> None:
        """Imagine anew what the hero of the first of some episodes doesn't know."""
        rule: Any = native(imagine_episode)
        rule(episodes, self._rulesets.compiled, seed, zeros(BotMemory, 1)[0], zeros(ImaginedState, 1)[0])

    def restore(self, states: Mapping[int, bytes], imagine: int | None = None) -> None:
        """Replace episodes by states, given by row. When one state is invalid, no episode changes.

        With `imagine`, a seed, what their heroes don't know is imagined. Raises `InputError` for bytes that are not a
        state of this environment's ruleset.
        """
        written, compiled = self.settings.rulebooks, self._rulesets.compiled
        restored = {
            i: episode_from(state, written[self._numbers[i]], compiled[self._next_rulesets[i] :])
            for i, state in states.items()
        }
        for i, (episode, difficulty, next_difficulty) in restored.items():
            self.episodes[i] = episode
            number = int(self._numbers[i])
            self.episodes[i]["ruleset_index"] = self._index_of(number, difficulty)
            self._next_rulesets[i] = self._index_of(number, next_difficulty)
            self.results.reasons[i] = DONE
            row = self._slice(slice(i, i + 1))
            if imagine is not None:
                self._imagine(row.episodes, imagine)
            observe: Any = native(observe_episodes)
            observe(row.episodes, self._rulesets.compiled, self._params, row.buffers)


def check_range(rows: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
    """Raise `InputError` for the first action outside the action space. `sizes` has the number of values per column."""
    names = ("the verb", "the argument", "the target") if len(sizes) > 1 else ("the action",)
    for i, row in enumerate(rows):
        for name, number, size in zip(names, row, sizes, strict=True):
            if not 0 <= number < size:
                world = f" of environment {i}" if len(rows) > 1 else ""
                raise InputError(f"actions: {name}{world} is {number}; it must be from 0 to {size - 1}")


def integer_array(actions: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    """Actions as an integer array of a shape. Raises `InputError` for another type or shape."""
    found = np.asarray(actions)
    if found.shape != shape or found.dtype.kind not in "iu":
        allowed = f"whole numbers of shape {shape}" if shape else "one whole number"
        raise InputError(f"actions: found {found.dtype} of shape {found.shape}; allowed: {allowed}")
    return found


@contextmanager
def check_memory(num_envs: int, settings: EnvironmentSettings) -> Iterator[None]:
    """Raise `InputError` when the environments need more memory than there is: now, or on a `MemoryError` inside."""
    observed = sum(rows.nbytes for rows in allocate_observations(settings, 1).values())
    # Observations take four times their size: the buffers, the copies returned, and the two bounds of their space.
    needed = num_envs * (dtype_of(Episode).itemsize + 4 * observed)
    message = f"num_envs is {num_envs}: that needs {needed / 1e9:,.1f} GB of memory, more than this machine has"
    if needed > total_memory():
        raise InputError(message)
    try:
        yield
    except MemoryError:
        raise InputError(message) from None


def total_memory() -> int:
    """Bytes of memory of this machine; `sys.maxsize` where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def params_of(settings: EnvironmentSettings, autoreset: bool) -> NDArray[np.void]:
    """An array with one `EnvParams`."""
    all_params: NDArray[np.void] = np.zeros(1, dtype_of(EnvParams))
    params: Any = all_params[0]
    params.first_floor, params.last_floor = settings.first_floor, settings.last_floor
    params.turn_limit, params.step_limit = settings.max_turns, settings.max_steps
    if settings.seeds is not None:
        params.first_seed, params.seed_count = settings.seeds.start, len(settings.seeds)
    params.crop = settings.crop
    params.explicit = int(settings.actions == TARGETS)
    params.autoreset = int(autoreset)
    return all_params


def allocate_observations(settings: EnvironmentSettings, count: int) -> dict[str, NDArray[Any]]:
    """Zeroed arrays for the observations of `count` episodes, by key.

    The action mask is always there. Other keys that were not requested have no rows.
    """
    observations: dict[str, NDArray[Any]] = {}
    for name, row in OBSERVATIONS.items():
        rows = count if name in settings.observations or name == "action_mask" else 0
        observations[name] = np.zeros((rows, *row.shape_for(settings.crop, settings.actions)), row.dtype)
    return observations


def flat_rows(observations: Mapping[str, NDArray[Any]]) -> ObservationBuffers:
    """Views of the same arrays with one flat row per episode."""
    return ObservationBuffers(
        **{name: rows.reshape(len(rows), math.prod(rows.shape[1:])) for name, rows in observations.items()}
    )


def threads_for(num_envs: int, requested: int | None) -> int:
    """The number of threads: as requested; for None one per core, as long as each has MIN_ENVS_PER_THREAD."""
    return max(1, min(cores(), num_envs // MIN_ENVS_PER_THREAD)) if requested is None else min(requested, num_envs)


def slices_of(num_envs: int, threads: int) -> list[slice]:
    """One slice of rows per thread, as even as possible."""
    return [slice(*bounds) for bounds in pairwise(num_envs * thread // threads for thread in range(threads + 1))]


class ThreadTeam:
    """A pool of threads that is started when first needed and kept. Copies and forked processes start their own."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __reduce__(self) -> tuple[type[ThreadTeam], tuple[()]]:
        return ThreadTeam, ()

    def run(self, work: Callable[[T], None], parts: Sequence[T]) -> None:
        """Call `work` on each part, on the first in this thread. Returns when all are done."""
        first, *others = parts
        if not others:
            work(first)
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(others), "steep-worlds"), os.getpid()
        futures = [self._pool.submit(work, part) for part in others]
        try:
            work(first)
        finally:
            # Even after an exception, no thread may still be writing to the arrays.
            wait(futures)
        for future in futures:
            future.result()


# What both environments do by one batch of episodes: the single environment is a vector of one.

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

Flags = NDArray[np.bool_]
"""One flag per environment, shape (num_envs,)."""


class Descents:
    """Episodes of one kind, of which an environment shows one, or all."""

    np_random: np.random.Generator

    def _hold(self, settings: EnvironmentSettings, batch: EpisodeBatch) -> None:
        """Take the batch that the environment drives."""
        self._settings, self._batch = settings, batch
        self._never_reset = np.ones(batch.count, np.bool_)
        self._over = np.zeros(batch.count, np.bool_)

    def _begin(self, which: Flags, seeds: NDArray[np.int64], options: Mapping[str, Any]) -> None:
        """Begin new episodes where `which` is true, by the checked options of a reset."""
        if "difficulty" in options:
            self._batch.dial(options["difficulty"], which)
        if "run_seed" in options:
            self._batch.begin_runs(which, [options["run_seed"]])
        elif "run_seeds" in options:
            self._batch.begin_runs(which, options["run_seeds"])
        else:
            self._batch.begin(which, fill_missing(seeds, which & self._never_reset, self.np_random))
        self._never_reset &= ~which
        self._over &= ~which

    def _restore(self, states: Mapping[int, bytes], imagine: int | None) -> None:
        """Continue the environments of some rows from states. `imagine` is as in `set_state`."""
        self._batch.restore(states, None if imagine is None else checked_seed(imagine))
        self._never_reset[[*states]] = False
        self._over = self._batch.over

    def _state(self, row: int) -> bytes:
        if self._never_reset[row]:
            raise ResetNeeded("there is no state before the first reset")
        return self._batch.state(row)

    def _masks(self) -> NDArray[np.bool_]:
        """Which actions are possible, as `DescentEnv.action_masks` has them, one row for each episode."""
        if self._never_reset.any():
            raise ResetNeeded("there is no action mask before the first reset")
        masks: NDArray[np.bool_] = self._batch.observations["action_mask"] == 1
        if self._settings.actions == FLAT:
            return masks
        targets = np.ones((len(masks), self._batch.action_sizes[-1]), np.bool_)
        return np.concatenate([masks.any(axis=2), masks.any(axis=1), targets], axis=1)

    def _pictures(self, mode: str) -> tuple[Any, ...]:
        """A picture of each episode."""
        if self._never_reset.any():
            raise ResetNeeded("there is nothing to render before the first reset")
        batch = self._batch
        return tuple(render_episode(batch.episodes[i], batch.rulebook(i), mode) for i in range(batch.count))

    @property
    def action_meanings(self) -> tuple[str, ...]:
        """The name of each flat action: `"move north"`, `"use a"`; with `actions="targets"` of each verb."""
        return ACTION_NAMES if self._settings.actions == FLAT else VERB_MEANINGS

    def get_action_meanings(self) -> list[str]:
        """`action_meanings`, under its name in the Arcade Learning Environment."""
        return list(self.action_meanings)

    @property
    def ruleset_hash(self) -> str:
        """The hash of the ruleset at difficulty 0.5; those of several, joined by `+`."""
        return "+".join(rulebook.hash for rulebook in self._settings.rulebooks)

    @property
    def rules_hash(self) -> str:
        """The hash of Steep's rules. With equal hashes of rules and ruleset, equal actions have equal results."""
        return rules_hash()


def observation_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Dict space with a Box for each requested observation.

    Zeros are within it, even where every number of an episode is above 0: learning libraries fill in zeros if an
    environment has nothing to show, and check them against the space.
    """
    boxes: dict[str, spaces.Space[Any]] = {}
    for name in settings.observations:
        shape, dtype = OBSERVATIONS[name].shape_for(settings.crop, settings.actions), np.dtype(OBSERVATIONS[name].dtype)
        lowest, highest = zip(*map(OBSERVATIONS[name].bounds_for, settings.rulebooks), strict=True)
        low = np.broadcast_to(np.minimum(np.min(lowest, axis=0), 0).astype(dtype), shape)
        high = np.broadcast_to(np.max(highest, axis=0).astype(dtype), shape)
        boxes[name] = spaces.Box(low, high, shape, dtype.type)
    return spaces.Dict(boxes)


def action_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Discrete space of flat actions; or a MultiDiscrete space of verb, argument and target."""
    sizes = settings.action_sizes
    return spaces.Discrete(sizes[0]) if settings.actions == FLAT else spaces.MultiDiscrete(list(sizes))


def check_open(closed: bool) -> None:
    """Raise `ClosedEnvironmentError` for an environment that has been closed."""
    if closed:
        raise ClosedEnvironmentError("the environment is closed; make another one to play on")
