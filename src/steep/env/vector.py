"""The native vector environment: many runs stepped by one compiled call, with no Python for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.core.errors import InputError, nearest
from steep.env.action_meanings import names_of
from steep.env.batch import Batch, check_range, room_for, whole_numbers
from steep.env.kernel.reward_terms import TERM_NAMES
from steep.env.render import RENDER_FPS, TEXT_MODES, pictured
from steep.env.rewards import RewardTerms
from steep.env.seeds import drawn, own_seeds, seeds_for
from steep.env.settings import Settings, limit, options_asked, render_mode_asked, whole
from steep.env.single import Info, Observation
from steep.env.spaces import action_space, observation_space
from steep.env.threads import threads_for

Flags = NDArray[np.bool_]
"""One for each environment."""


class DescentVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many runs of `DescentEnv` side by side, all stepped by one compiled call.

    ## Description

        envs = gymnasium.make_vec("steep/Descent-v0", num_envs=1024, floors=(1, 3))
        observations, infos = envs.reset(seed=42)

    Actions, observations, rewards and ends are those of `DescentEnv`, with a row for each environment, and so are the
    runs: each has its own seeds, ruleset and clock.

    ## Seeds

    `reset(seed=[...])` has a seed for each environment. `reset(seed=s)` draws them from s: they are
    `steep.env.world_seeds(s, num_envs)`, the same first ones for any `num_envs` and others for any other s, so that
    replicates share no run. (Environments of Gymnasium's own vectors have s, s + 1, s + 2 ...; those of 0 and of 1 have
    all but two runs in common.) Either way environment i lives through what a single environment does that is reset
    with the seed of i and given the same actions, episode after episode.

    With `seeds`, which environment plays which of them hangs on luck. `EachSeedOnce` plays every one just once, and the
    option `run_seeds` of `reset` has the very seeds of the runs that it begins.

    ## Autoreset

    What happens where an episode has ended is `autoreset_mode`, an attribute and entry of `metadata` (as Gymnasium's).

    - `"NextStep"` (the default): the next step begins the next episode instead of taking an action; its reward is 0.
    - `"SameStep"`: the step that ends an episode gives the first observation of the next. `infos["final_obs"]` and
      `infos["final_info"]` have the last ones of those that ended.
    - `"Disabled"`: nothing; `reset(options={"reset_mask": ...})` begins anew where an array of booleans is true, and a
      step before that is refused.

    ## Infos

    Each key has an array with an entry for each environment, and beside it, under the key with `_` before it, one of
    booleans: for whom it was told in this step. The keys are those of `DescentEnv`.

    ## Arguments

    Those of `DescentEnv`, and:

    | argument | default | meaning |
    | --- | --- | --- |
    | `num_envs` | `1` | how many environments |
    | `max_episode_steps` | `None` | as `max_steps`; the lesser counts. Single ones get it from `gymnasium.make` |
    | `autoreset_mode` | `"NextStep"` | see above |
    | `copy` | `True` | whether observations are copies |
    | `num_threads` | `None` | threads that share the worlds; all cores, as far as each has 128 worlds or more |

    The number of threads changes no result.

    Observations are written into the same arrays at every step. With `copy=False` these are given out as they are:
    that is faster, and what was given is overwritten by the next step. `render_mode` may be `"ansi"` or `"rgb_array"`.

    `get_state(i)` and `set_state(i, state)` branch one environment, `get_states()` and `set_states(states)` all. States
    are the same as those of single environments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": TEXT_MODES,
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str | Path | Rulebook = "tcod-2020",
        *,
        floors: Sequence[int] = (1, 10),
        difficulty: float = 0.5,
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
    ) -> None:
        self._settings = settings = Settings.of(
            ruleset,
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
        self.num_envs = num_envs = limit("num_envs", num_envs)
        self.autoreset_mode = autoreset_asked(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode_asked(render_mode, TEXT_MODES)
        self.single_observation_space = observation_space(settings)
        self.single_action_space = action_space(settings)
        with room_for(num_envs, settings):
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
            self._action_shape = self.action_space.shape or ()
            threads = threads_for(num_envs, None if num_threads is None else limit("num_threads", num_threads))
            self._batch = Batch(
                settings,
                difficulty,
                num_envs,
                autoreset=self.autoreset_mode == AutoresetMode.NEXT_STEP,
                threads=threads,
            )
        self._copy = copy
        self._unseeded = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)
        self._idle = np.zeros(num_envs, np.bool_)
        self._judged = [(name, TERM_NAMES.index(name)) for name in settings.rewards.names if name in TERM_NAMES]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin new episodes, everywhere or where the option `reset_mask` is true.

        The seeds of the environments are drawn from `seed`; or a list has one for each, with None for what follows by
        itself. The option `difficulty` turns the dial of the same environments, for these episodes and those after
        them. The option `run_seeds` is a list with the very seeds of the runs, each one of `seeds` where those are
        given.
        """
        seeds = seeds_for(seed, self.num_envs)
        super().reset(seed=whole(seed))
        asked = options_asked(options, "difficulty", "reset_mask", "run_seeds")
        which = self._flags(asked.get("reset_mask"))
        if "difficulty" in asked:
            self._batch.dial(asked["difficulty"], which)
        if "run_seeds" in asked:
            self._batch.begin_exactly(which, asked["run_seeds"])
        else:
            self._batch.begin(which, drawn(seeds, which & self._unseeded, self.np_random))
        self._unseeded &= ~which
        self._over &= ~which
        self._idle &= ~which
        return self._look(), self._began(which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Take a step everywhere; where an episode has ended, what the autoreset mode asks for instead.

        Raises `ResetNeeded` where none was begun, and `InputError` for what are no actions of `action_space`.
        """
        runs, results = self._batch, self._batch.results
        over = self._over
        ended = over & ~self._idle if self.autoreset_mode == AutoresetMode.DISABLED else False
        stopped = self._unseeded | ended
        if stopped.any():
            raise ResetNeeded(f"{int(stopped.sum())} of the environments need a reset before the next step")
        found = whole_numbers(actions, self._action_shape).reshape(self.num_envs, len(runs.ends))
        if (found < 0).any() or (found >= runs.ends).any():
            check_range(found.tolist(), runs.ends)
        runs.play(found.astype(np.int64, copy=False))
        rewards, terminated, truncated = (
            results.rewards.copy(),
            results.terminated.copy(),
            results.truncated.copy(),
        )
        own = runs.user_terms(~over) if self._settings.rewards.own else {}
        for term in own.values():
            rewards += term
        self._over = terminated | truncated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            infos = self._begin_again(own)
        else:
            infos = {**self._began(np.ones(self.num_envs, np.bool_)), **self._told(~over, own)}
        return self._look(), rewards, terminated, truncated, infos

    def _flags(self, mask: Any) -> Flags:
        """Which environments a reset is for."""
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TypeError(f'options["reset_mask"] must be a NumPy array of {self.num_envs} booleans')
        if not mask.any():
            raise ValueError('options["reset_mask"] is false everywhere; it must be true for one environment or more')
        return mask.copy()

    def _look(self) -> Observation:
        """What is seen of all episodes."""
        seen = self._batch.seen
        return {key: seen[key].copy() if self._copy else seen[key] for key in self._settings.observations}

    def _began(self, which: Flags) -> Info:
        """What every reset and every step tells."""
        mask = self._batch.seen["action_mask"]
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

    def _told(self, which: Flags, own: Mapping[str, NDArray[np.float64]]) -> Info:
        """What a step tells of some environments; 0 of the others."""
        results = self._batch.results
        terms: Info = {}
        for name, term in (*((name, results.terms[:, place]) for name, place in self._judged), *own.items()):
            terms[name] = np.where(which, term, 0.0)
            terms[f"_{name}"] = which
        return {
            "reason": np.where(which, results.reasons, 0),
            "_reason": which,
            "end": np.where(which, results.ends, 0),
            "_end": which,
            "reward_terms": terms,
            "_reward_terms": which,
        }

    def _begin_again(self, own: Mapping[str, NDArray[np.float64]]) -> Info:
        """Begin new episodes where they have ended, and tell both how those ended and how these begin."""
        over, seen = self._over, self._batch.seen
        final_obs = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            final_obs[i] = {key: seen[key][i].copy() for key in self._settings.observations}
        final_info = {**self._began(over), **self._told(over, own)}
        final_info["action_mask"] = np.where(over[:, *(None,) * (seen["action_mask"].ndim - 1)], seen["action_mask"], 0)
        infos = self._told(~over, own)
        self._batch.begin(over, own_seeds(self.num_envs))
        self._over = np.zeros(self.num_envs, np.bool_)
        final = {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}
        return {**self._began(np.ones(self.num_envs, np.bool_)), **infos, **final}

    @property
    def action_meanings(self) -> tuple[str, ...]:
        """The name of each flat action: `"move north"`, `"use a"`; with `actions="targets"` of each verb."""
        return names_of(self._settings.actions)

    def get_action_meanings(self) -> list[str]:
        """`action_meanings` by the name that the Arcade Learning Environment has for it."""
        return list(self.action_meanings)

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each episode."""
        if self.render_mode is None:
            return None
        if self._unseeded.any():
            raise ResetNeeded("there is nothing to see before the first reset")
        runs = self._batch
        return tuple(pictured(runs.episodes[i], runs.rulebook(i), self.render_mode) for i in range(self.num_envs))

    @property
    def run_seeds(self) -> NDArray[np.int64]:
        """The seeds of the runs being played."""
        return self._batch.episodes["world"]["seed"].copy()

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """Where the dial stood as each episode under way began."""
        return self._batch.difficulties

    @property
    def split(self) -> range | None:
        """The only seeds that runs may have; None for any."""
        return self._settings.seeds

    def idle(self, which: Flags) -> None:
        """Let steps go on though nobody begins anew where these environments' episodes end, until a reset does."""
        self._idle = which.copy()

    def set_difficulty(self, difficulty: float) -> None:
        """Turn the dial for all episodes that begin from now on."""
        self._batch.dial(difficulty, np.ones(self.num_envs, np.bool_))

    def get_state(self, index: int) -> bytes:
        """The episode of one environment, with all that decides it and the episodes after it."""
        place = self._place_of(index)
        if self._unseeded[place]:
            raise ResetNeeded("there is no state before the first reset")
        return self._batch.state(place)

    def set_state(self, index: int, state: bytes) -> tuple[Observation, Info]:
        """Have one environment go on from a state, its own or that of any other with the same ruleset.

        Raises `InputError` for a state of another ruleset, version or build, and for what is none.
        """
        place = self._place_of(index)
        return self.set_states([state if i == place else None for i in range(self.num_envs)])

    def _place_of(self, index: int) -> int:
        """An index from the first environment on or, below 0, from the last."""
        place = whole(index)
        if place is None or not -self.num_envs <= place < self.num_envs:
            raise InputError(f"there is no environment {index!r}; there are 0 to {self.num_envs - 1}")
        return place % self.num_envs

    def get_states(self) -> list[bytes]:
        """The episodes of all environments."""
        return [self.get_state(i) for i in range(self.num_envs)]

    def set_states(self, states: Sequence[bytes | None]) -> tuple[Observation, Info]:
        """Have environments go on from states; where one is None, nothing changes.

        With `"SameStep"` a state of an episode that has ended is followed at once by the episode after it.
        """
        if len(states) != self.num_envs:
            raise InputError(f"{len(states)} states were given for {self.num_envs} environments")
        which = np.array([state is not None for state in states])
        self._batch.restore({i: state for i, state in enumerate(states) if state is not None})
        self._unseeded &= ~which
        self._over = np.array([self._batch.is_over(i) for i in range(self.num_envs)])
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            self._batch.begin(self._over, own_seeds(self.num_envs))
            self._over = np.zeros(self.num_envs, np.bool_)
        return self._look(), self._began(which)


def autoreset_asked(mode: str | AutoresetMode) -> AutoresetMode:
    """The autoreset mode of a name. Raises `InputError` for what is none."""
    names = [each.value for each in AutoresetMode]
    if not isinstance(mode, AutoresetMode) and mode not in names:
        raise InputError(f'autoreset_mode is "{mode}"{nearest(str(mode), names)}; it must be one of {", ".join(names)}')
    return AutoresetMode(mode)
