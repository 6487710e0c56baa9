"""The native vector environment: many episodes stepped by one compiled call, without a Python loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from steep import DEFAULT_RULESET
from steep.content import Rulebook
from steep.core.input_errors import InputError, nearest
from steep.env.benchmark.tasks import check_pins
from steep.env.check_arguments import (
    EnvironmentSettings,
    as_int,
    checked_limit,
    checked_options,
    checked_render_mode,
    seeds_for,
    unset_seeds,
    warn_of_other_split,
)
from steep.env.episode_batch import (
    Descents,
    EpisodeBatch,
    Flags,
    Info,
    Observation,
    action_space,
    check_memory,
    check_open,
    check_range,
    integer_array,
    observation_space,
    threads_for,
)
from steep.env.render import RENDER_FPS, TEXT_MODES
from steep.env.rewards import RewardTerms
from steep.env.survival import Survival


class DescentVectorEnv(Descents, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many `DescentEnv` episodes, all stepped by one compiled call.

    ## Description

        envs = gymnasium.make_vec("steep/Descent-v0", num_envs=1024, floors=(1, 3))
        observations, infos = envs.reset(seed=42)

    Actions, observations, rewards and ends are those of `DescentEnv`, with one row per environment. Each environment
    has its own seed, difficulty and turn counter.

    ## Seeds

    `reset(seed=[...])` takes one seed per environment. `reset(seed=s)` draws them from s: they are
    `steep.env.world_seeds(s, num_envs)`. A larger `num_envs` only adds seeds, and two values of s share none, so
    replicates share no run. (Gymnasium's own vectors use s, s + 1, s + 2 ...; those of 0 and 1 share all runs but two.)
    Either way, environment i plays the same episodes as a single environment that is reset with the seed of i and given
    the same actions.

    With `seeds`, each environment draws from them at random. `EachSeedOnce` plays every seed exactly once, and the
    option `run_seeds` of `reset` sets the seed of each run itself.

    ## Autoreset

    `autoreset_mode` says what happens when an episode has ended. It is also an attribute and an entry of `metadata`, as
    in Gymnasium.

    - `"NextStep"` (the default): the next step begins the next episode instead of taking an action; its reward is 0.
    - `"SameStep"`: the step that ends an episode returns the first observation of the next. `infos["final_obs"]` and
      `infos["final_info"]` have the last observation and info of the episodes that ended.
    - `"Disabled"`: no autoreset. `reset(options={"reset_mask": ...})` begins new episodes where a bool array of shape
      (num_envs,) is true. Stepping before that raises `ResetNeeded`.

    ## Infos

    Each key has an array with one entry per environment. The same key with `_` in front has a bool array: true where
    the entry was set in this step. The keys are those of `DescentEnv`.

    ## Arguments

    Those of `DescentEnv`, and:

    | argument | default | meaning |
    | --- | --- | --- |
    | `num_envs` | `1` | number of environments |
    | `ruleset` | `"steep"` | also a list: environment i plays number i modulo its length |
    | `max_episode_steps` | `None` | as `max_steps`; the smaller counts. `gymnasium.make` handles it for single ones |
    | `autoreset_mode` | `"NextStep"` | see above |
    | `copy` | `True` | whether observations are copies |
    | `num_threads` | `None` | threads; by default one per core, as long as each has at least 128 environments |

    The number of threads does not change any result.

    Observations are written into the same buffers at every step. With `copy=False` the buffers themselves are returned:
    that is faster, but the next step overwrites them. `render_mode` may be `"ansi"` or `"rgb_array"`.

    `get_state(i)` and `set_state(i, state)` branch one environment, `get_states()` and `set_states(states)` all.
    States are interchangeable with those of single environments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": TEXT_MODES,
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str | Path | Rulebook | Sequence[str | Path | Rulebook] = DEFAULT_RULESET,
        *,
        floors: Sequence[int] | None = None,
        difficulty: float | Survival = 0.5,
        max_turns: int | None = None,
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        seeds: str | range | None = None,
        observations: Sequence[str] = ("glyphs_crop", "stats", "action_mask"),
        crop: int = 21,
        actions: str = "flat",
        rewards: RewardTerms | Mapping[str, float] | None = None,
        texts: bool = False,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int | None = None,
        task: str | None = None,
    ) -> None:
        rulesets: Sequence[Any] = ruleset if isinstance(ruleset, list | tuple) else [ruleset]
        check_pins(task, rulesets, floors)
        settings = EnvironmentSettings.of(
            rulesets,
            floors,
            max_turns,
            max_steps,
            seeds,
            observations,
            crop,
            actions,
            rewards,
            texts,
            max_episode_steps,
        )
        self.num_envs = num_envs = checked_limit("num_envs", num_envs)
        self.autoreset_mode = checked_autoreset_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = checked_render_mode(render_mode, TEXT_MODES)
        self.single_observation_space = observation_space(settings)
        self.single_action_space = action_space(settings)
        with check_memory(num_envs, settings):
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
            self._action_shape = self.action_space.shape or ()
            threads = threads_for(num_envs, None if num_threads is None else checked_limit("num_threads", num_threads))
            autoreset = self.autoreset_mode == AutoresetMode.NEXT_STEP
            self._hold(settings, EpisodeBatch(settings, difficulty, num_envs, autoreset=autoreset, threads=threads))
        self._copy = copy
        self._idle = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin new episodes, everywhere or where the option `reset_mask` (bool, shape (num_envs,)) is true.

        `seed` is one seed to draw those of the environments from, or a list with a seed or None per environment; None
        continues with the environment's own stream. The option `difficulty` sets the dial of these environments, for
        these episodes and those after them. The option `run_seeds` is a list with the seed of each run itself; if the
        environment has `seeds`, it must hold some of them.
        """
        check_open(self.closed)
        warn_of_other_split(seed, self._settings.seeds)
        seeds = seeds_for(seed, self.num_envs)
        super().reset(seed=as_int(seed))
        checked = checked_options(options, "difficulty", "reset_mask", "run_seeds")
        which = self._flags(checked.get("reset_mask"))
        self._begin(which, seeds, checked)
        self._idle &= ~which
        return self._observe(), self._reset_infos(which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Take a step in every environment; where an episode has ended, do what the autoreset mode says.

        `actions` has shape (num_envs,), or (num_envs, 3) with `actions="targets"`. Raises `ResetNeeded` when an
        environment has not been reset, `ClosedEnvironmentError` after `close`, and `InputError` for actions outside
        `action_space`.
        """
        check_open(self.closed)
        batch, results = self._batch, self._batch.results
        over = self._over
        ended = over & ~self._idle if self.autoreset_mode == AutoresetMode.DISABLED else False
        unready = self._never_reset | ended
        if unready.any():
            raise ResetNeeded(f"{int(unready.sum())} of the environments need a reset before the next step")
        chosen = integer_array(actions, self._action_shape).reshape(self.num_envs, len(batch.action_sizes))
        if (chosen < 0).any() or (chosen >= batch.action_sizes).any():
            check_range(chosen.tolist(), batch.action_sizes)
        batch.step(chosen.astype(np.int64, copy=False))
        rewards, terminated, truncated = (
            results.rewards.copy(),
            results.terminated.copy(),
            results.truncated.copy(),
        )
        self._over = terminated | truncated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            infos = self._autoreset()
        else:
            infos = {**self._reset_infos(np.ones(self.num_envs, np.bool_)), **self._step_infos(~over)}
        return self._observe(), rewards, terminated, truncated, infos

    def _flags(self, mask: object) -> Flags:
        """The flags of a reset mask. Raises `TypeError` or `ValueError` for an invalid one."""
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TypeError(f'options["reset_mask"] must be a NumPy array of {self.num_envs} booleans')
        if not mask.any():
            raise ValueError('options["reset_mask"] is false everywhere; it must be true for one environment or more')
        return mask.copy()

    def _observe(self) -> Observation:
        """The observations of all environments."""
        buffers = self._batch.observations
        return {key: buffers[key].copy() if self._copy else buffers[key] for key in self._settings.observations}

    def _reset_infos(self, which: Flags) -> Info:
        """The infos that reset and step share."""
        mask = self._batch.observations["action_mask"]
        infos: Info = {
            "action_mask": mask.copy() if self._copy else mask,
            "_action_mask": which,
            "difficulty": np.where(which, self._batch.difficulties, 0.0),
            "_difficulty": which,
        }
        if self._settings.texts:
            infos["message_text"] = self._texts(which)
            infos["_message_text"] = which
        return infos

    def _texts(self, which: Flags) -> NDArray[Any]:
        texts = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(which):
            texts[i] = self._batch.texts(int(i))
        return texts

    def _step_infos(self, which: Flags) -> Info:
        """The infos of a step, 0 where `which` is false."""
        infos: Info = {}
        for key, values in self._batch.step_infos.items():
            infos[key], infos[f"_{key}"] = np.where(which, values, 0), which
        return infos

    def _autoreset(self) -> Info:
        """Begin new episodes where they have ended. The infos have both the ends and the new beginnings."""
        over, buffers = self._over, self._batch.observations
        final_obs = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            final_obs[i] = {key: buffers[key][i].copy() for key in self._settings.observations}
        final_info = {**self._reset_infos(over), **self._step_infos(over)}
        final_info["action_mask"] = np.where(
            over[:, *(None,) * (buffers["action_mask"].ndim - 1)], buffers["action_mask"], 0
        )
        infos = self._step_infos(~over)
        self._batch.begin(over, unset_seeds(self.num_envs))
        self._over = np.zeros(self.num_envs, np.bool_)
        final = {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}
        return {**self._reset_infos(np.ones(self.num_envs, np.bool_)), **infos, **final}

    def action_masks(self) -> NDArray[np.bool_]:
        """`DescentEnv.action_masks` of each environment, one row each."""
        return self._masks()

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each episode."""
        return None if self.render_mode is None else self._pictures(self.render_mode)

    @property
    def run_seeds(self) -> NDArray[np.int64]:
        """The seeds of the current runs, int64 of shape (num_envs,)."""
        return self._batch.episodes["world"]["seed"].copy()

    @property
    def snapshots(self) -> NDArray[np.void]:
        """A `Snapshot` of each episode after its last step, shape (num_envs,). It has no floor below the last one."""
        snapshots = self._batch.episodes["now"].copy()
        snapshots["floor"] = np.minimum(snapshots["floor"], self._settings.last_floor)
        return snapshots

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """The difficulty of each current episode, float64 of shape (num_envs,)."""
        return self._batch.difficulties

    @property
    def imagined(self) -> Flags:
        """Which episodes come from `set_state` with `imagine`, bool of shape (num_envs,)."""
        return np.asarray(self._batch.episodes["imagined"] == 1)

    @property
    def split(self) -> range | None:
        """The seeds that runs may have; None allows all."""
        return self._settings.seeds

    def idle(self, which: Flags) -> None:
        """Mark environments that may be stepped although their episode has ended. A reset clears the mark."""
        self._idle = which.copy()

    def set_difficulty(self, difficulty: float | Survival) -> None:
        """Set the difficulty of all episodes that begin from now on."""
        self._batch.dial(difficulty, np.ones(self.num_envs, np.bool_))

    def get_state(self, index: int) -> bytes:
        """The episode of one environment as bytes, with everything that decides it and the episodes after it."""
        return self._state(self._row_of(index))

    def set_state(self, index: int, state: bytes, *, imagine: int | None = None) -> tuple[Observation, Info]:
        """Continue one environment from a state of any environment with the same ruleset.

        `imagine` is as in `DescentEnv.set_state`. Raises `InputError` for a state of another ruleset, version or build,
        and for bytes that are not a valid state.
        """
        row = self._row_of(index)
        return self.set_states([state if i == row else None for i in range(self.num_envs)], imagine=imagine)

    def _row_of(self, index: int) -> int:
        """The row of an environment. A negative index counts from the last one."""
        row = as_int(index)
        if row is None or not -self.num_envs <= row < self.num_envs:
            raise InputError(f"there is no environment {index!r}; there are 0 to {self.num_envs - 1}")
        return row % self.num_envs

    def get_states(self) -> list[bytes]:
        """The episodes of all environments, as bytes."""
        return [self.get_state(i) for i in range(self.num_envs)]

    def set_states(self, states: Sequence[bytes | None], *, imagine: int | None = None) -> tuple[Observation, Info]:
        """Continue environments from states; where the state is None, nothing changes.

        `imagine` is as in `DescentEnv.set_state`; equal states are imagined alike.

        With `"SameStep"`, a state of an ended episode is followed at once by the next episode.
        """
        check_open(self.closed)
        if len(states) != self.num_envs:
            raise InputError(f"{len(states)} states were given for {self.num_envs} environments")
        which = np.array([state is not None for state in states])
        self._restore({i: state for i, state in enumerate(states) if state is not None}, imagine)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            self._batch.begin(self._over, unset_seeds(self.num_envs))
            self._over = np.zeros(self.num_envs, np.bool_)
        return self._observe(), self._reset_infos(which)


def checked_autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """The autoreset mode of a name. Raises `InputError` for an unknown name."""
    names = [each.value for each in AutoresetMode]
    if not isinstance(mode, AutoresetMode) and mode not in names:
        raise InputError(f'autoreset_mode is "{mode}"{nearest(str(mode), names)}; it must be one of {", ".join(names)}')
    return AutoresetMode(mode)
