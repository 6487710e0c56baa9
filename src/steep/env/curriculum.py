"""Curricula: the difficulty dial follows an agent's success rate.

They use the staircase method of psychophysics (Cornsweet, "The Staircase-Method in Psychophysics", Am. J. Psychol. 75,
1962): the dial goes up when most of the last episodes succeeded, down when few did, and stays in between. Nothing is
random, so the same outcomes give the same difficulty.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import ArrayLike, NDArray

from steep.content.dial import POSITIONS, position_of
from steep.core.input_errors import InputError
from steep.core.world import WON
from steep.env.check_arguments import as_int
from steep.env.single import DescentEnv
from steep.env.vector import DescentVectorEnv

Success = Callable[[dict[str, Any], float], bool]
"""Takes the info of an episode's last step and the sum of its rewards; returns whether the episode succeeded."""


def won(info: Mapping[str, Any], _total: float) -> bool:
    """Whether the hero left the last floor alive."""
    return bool(info["end"] == WON)


def is_fraction(value: object) -> bool:
    """Whether a value is a number from 0 to 1."""
    return isinstance(value, Real) and 0 <= float(value) <= 1


def checked_success_function(success: Success | None) -> Success:
    """The success function, by default `won`. Raises `InputError` for a value that is not callable."""
    if success is not None and not callable(success):
        raise InputError(f"success is {success!r}; it must be a function of (info, total)")
    return success or won


class Staircase:
    """A difficulty that follows outcomes.

    After `window` outcomes at one difficulty it moves by `step`: up when the success rate of the last `window` outcomes
    is above `raise_above`, down when it is below `lower_below`, and never out of `bounds`. A move starts a new window.
    Difficulties are rounded to thousandths.
    """

    def __init__(
        self,
        start: float = 0.1,
        step: float = 0.05,
        window: int = 50,
        raise_above: float = 0.7,
        lower_below: float = 0.3,
        bounds: Sequence[float] = (0.0, 1.0),
    ) -> None:
        if not isinstance(bounds, list | tuple) or len(bounds) != 2:
            raise InputError(f"bounds is {bounds!r}; it must be two difficulties, the lowest and the highest")
        low, high = (position_of(bound, "bounds") for bound in bounds)
        self._low, self._high = low, high
        self._position = position_of(start, "start")
        self._step = position_of(step, "step")
        if low > high:
            raise InputError(f"bounds is {bounds!r}; the lowest must not be above the highest")
        if not low <= self._position <= high:
            raise InputError(f"start is {start}; it must be within bounds, {low / POSITIONS:g} to {high / POSITIONS:g}")
        if self._step == 0:
            raise InputError(f"step is {step}; it must be at least {1 / POSITIONS:g}")
        outcomes = as_int(window)
        if outcomes is None or outcomes < 1:
            raise InputError(f"window is {window!r}; it must be a number of episodes, 1 or more")
        if not is_fraction(lower_below) or not is_fraction(raise_above) or lower_below > raise_above:
            raise InputError(
                f"lower_below is {lower_below!r} and raise_above {raise_above!r}; "
                "both must be from 0 to 1, and lower_below must not exceed raise_above"
            )
        self._raise_above, self._lower_below = raise_above, lower_below
        self._outcomes: deque[bool] = deque(maxlen=outcomes)

    @property
    def difficulty(self) -> float:
        """The current difficulty, 0 to 1."""
        return self._position / POSITIONS

    @property
    def success_rate(self) -> float:
        """The fraction of successes in the window; NaN while it is empty."""
        return sum(self._outcomes) / len(self._outcomes) if self._outcomes else float("nan")

    def add(self, success: bool) -> None:
        """Record the outcome of an episode at the current difficulty, and move the dial if needed."""
        self._outcomes.append(bool(success))
        if len(self._outcomes) < (self._outcomes.maxlen or 0):
            return
        if self.success_rate > self._raise_above:
            self._move(min(self._position + self._step, self._high))
        elif self.success_rate < self._lower_below:
            self._move(max(self._position - self._step, self._low))

    def _move(self, position: int) -> None:
        if position != self._position:
            self._position = position
            self._outcomes.clear()

    def state_dict(self) -> dict[str, Any]:
        """The state, as data that JSON can hold."""
        return {"difficulty": self.difficulty, "outcomes": list(self._outcomes)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue from a state of `state_dict`. Raises `InputError` for an invalid one."""
        if not isinstance(state, Mapping):
            raise InputError(f"the state is {state!r}; it must be a result of state_dict")
        position, outcomes = position_of(state.get("difficulty")), state.get("outcomes")
        if not self._low <= position <= self._high:
            raise InputError(f"difficulty is {position / POSITIONS:g}, which is out of this curriculum's bounds")
        if not isinstance(outcomes, list) or not all(isinstance(each, bool) for each in outcomes):
            raise InputError(f"outcomes is {outcomes!r}; it must be a list of true and false")
        self._position = position
        self._outcomes = deque(outcomes, self._outcomes.maxlen)


class Curriculum(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Moves the difficulty dial of a Descent environment between episodes, by a `Staircase` of their outcomes.

    ::

        env = Curriculum(gymnasium.make("steep/Descent-v0", floors=(1, 3)), start=0.1, window=50)

    Keyword arguments go to `Staircase`. `success(info, total)` says whether an episode succeeded, from the info of its
    last step and the sum of its rewards; by default, winning is success. At the end of an episode, info has `success`.
    Only finished episodes at the current difficulty count; the option `difficulty` of `reset` plays an episode at
    another one.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], *, success: Success | None = None, **staircase: Any) -> None:
        if not isinstance(env.unwrapped, DescentEnv):
            raise InputError(f"Curriculum wraps steep/Descent-v0, not {env.unwrapped}")
        self.staircase = Staircase(**staircase)
        RecordConstructorArgs.__init__(self, success=success, **staircase)
        super().__init__(env)
        self._success = checked_success_function(success)
        self._running = False
        self._total = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode at the current difficulty."""
        result = self.env.reset(seed=seed, options={"difficulty": self.staircase.difficulty, **(options or {})})
        self._running, self._total = True, 0.0
        return result

    def step(self, action: ArrayLike) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take a step. The last step of an episode may change the difficulty of the next."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._total += float(reward)
        if self._running and (terminated or truncated):
            self._running = False
            info["success"] = bool(self._success(info, self._total))
            if info["difficulty"] == self.staircase.difficulty:
                self.staircase.add(info["success"])
        return observation, reward, terminated, truncated, info


class VectorCurriculum(VectorWrapper):  # Not a generic class before Gymnasium 1.4
    """Moves the difficulty dial of a native vector environment, by one `Staircase` of all outcomes.

    ::

        envs = VectorCurriculum(gymnasium.make_vec("steep/Descent-v0", num_envs=1024), start=0.1, window=500)

    Keyword arguments go to `Staircase`; `success` is as in `Curriculum`. In every autoreset mode, an environment takes
    on the current difficulty when it begins its next episode; with SameStep, an episode that begins in the step that
    moves the dial still has the old difficulty. Only episodes at the current difficulty count: when many end together,
    those after the one that moved the dial do not. When episodes end, infos have their `success`.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any], *, success: Success | None = None, **staircase: Any) -> None:
        if not isinstance(env.unwrapped, DescentVectorEnv):
            raise InputError(f"VectorCurriculum wraps native vectors of steep/Descent-v0, not {env.unwrapped}")
        super().__init__(env)
        self.staircase = Staircase(**staircase)
        self._success = checked_success_function(success)
        self._envs = env.unwrapped
        self._totals = np.zeros(self.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin episodes at the current difficulty, everywhere or where the option `reset_mask` is true."""
        merged = {"difficulty": self.staircase.difficulty, **(options or {})}
        result = self.env.reset(seed=seed, options=merged)
        self._totals[merged.get("reset_mask", slice(None))] = 0.0
        return result

    def step(self, actions: NDArray[np.int64]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a step in every environment. Episodes that end may change the difficulty of the next ones."""
        self._envs.set_difficulty(self.staircase.difficulty)
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        self._totals += rewards
        over = terminated | truncated
        if over.any():
            infos["success"], infos["_success"] = self._count(over, infos.get("final_info", infos)), over
            self._totals[over] = 0.0
        return observations, rewards, terminated, truncated, infos

    def _count(self, over: NDArray[np.bool_], last: Mapping[str, Any]) -> NDArray[np.bool_]:
        success = np.zeros(self.num_envs, np.bool_)
        for i in np.flatnonzero(over):
            info = info_of(last, int(i))
            success[i] = self._success(info, float(self._totals[i]))
            if info["difficulty"] == self.staircase.difficulty:
                self.staircase.add(bool(success[i]))
        return success


def info_of(infos: Mapping[str, Any], i: int) -> dict[str, Any]:
    """The info of one environment, out of infos."""
    values = {key: infos[key] for key in infos if infos.get(f"_{key}", (False,) * (i + 1))[i]}
    return {key: info_of(each, i) if isinstance(each, Mapping) else each[i] for key, each in values.items()}
