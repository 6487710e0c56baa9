"""Curricula: the difficulty dial follows how often an agent succeeds.

A staircase, as psychophysics uses them to find what somebody can just do
(Cornsweet, "The Staircase-Method in Psychophysics", Am. J. Psychol. 75, 1962):
up where most of the last episodes succeeded, down where few did, and in
between it stays. It draws nothing at random, so the same outcomes give the
same dial.
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
from numpy.typing import NDArray

from steep.content.dial import POSITIONS, position_of
from steep.core.errors import InputError
from steep.env.settings import whole
from steep.env.single import DescentEnv
from steep.env.vector import DescentVectorEnv
from steep.rules.run_ends import WON

Success = Callable[[dict[str, Any], float], bool]
"""Whether an episode succeeded: given the info of its last step, and the sum of its rewards."""


def won(info: Mapping[str, Any], _total: float) -> bool:
    """Whether the hero left the last floor alive."""
    return bool(info["end"] == WON)


def is_share(value: Any) -> bool:
    """Whether something is a number from 0 to 1."""
    return isinstance(value, Real) and 0 <= float(value) <= 1


def judge_of(success: Success | None) -> Success:
    """The way to tell success that was asked for. Raises `InputError` for what cannot be called."""
    if success is not None and not callable(success):
        raise InputError(
            f"success is {success!r}; it must be a function of an episode's last info and its total reward"
        )
    return success or won


class Staircase:
    """A dial that moves with outcomes.

    After `window` outcomes at one position it moves by `step`: up when more than `raise_above` of the last `window`
    succeeded, down when fewer than `lower_below` did; never out of `bounds`. Moving begins a new window. All positions
    are read to the thousandth.
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
            raise InputError(f"bounds is {bounds!r}; it must be two positions, the lowest and the highest")
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
        outcomes = whole(window)
        if outcomes is None or outcomes < 1:
            raise InputError(f"window is {window!r}; it must be a number of episodes, 1 or more")
        if not is_share(lower_below) or not is_share(raise_above) or lower_below > raise_above:
            raise InputError(
                f"lower_below is {lower_below!r} and raise_above {raise_above!r}; they must be from 0 to 1, rising"
            )
        self._raise_above, self._lower_below = raise_above, lower_below
        self._outcomes: deque[bool] = deque(maxlen=outcomes)

    @property
    def difficulty(self) -> float:
        """Where the dial stands."""
        return self._position / POSITIONS

    @property
    def success_rate(self) -> float:
        """The share of the outcomes in the window that succeeded; not a number while there is none."""
        return sum(self._outcomes) / len(self._outcomes) if self._outcomes else float("nan")

    def add(self, success: bool) -> None:
        """Take note of an episode that was played where the dial stands now, and move it if that is called for."""
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
        """Where it stands, as plain data that JSON can hold."""
        return {"difficulty": self.difficulty, "outcomes": list(self._outcomes)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from where another stood. Raises `InputError` for what is no such state."""
        if not isinstance(state, Mapping):
            raise InputError(f"the state is {state!r}; it must be what state_dict gave")
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

    What `Staircase` takes is given here. `success(info, total)` says whether an episode succeeded, from the info of its
    last step and the sum of its rewards; without it, who left the last floor alive did. At an episode's end info tells
    `success`. Only episodes that were played to their end, and where the dial stands, move it: the option `difficulty`
    of `reset` has one played elsewhere.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], *, success: Success | None = None, **staircase: Any) -> None:
        if not isinstance(env.unwrapped, DescentEnv):
            raise InputError(f"a Curriculum is for steep/Descent-v0, not for {env.unwrapped}")
        self.staircase = Staircase(**staircase)
        RecordConstructorArgs.__init__(self, success=success, **staircase)
        super().__init__(env)
        self._success = judge_of(success)
        self._under_way = False
        self._total = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode where the dial stands now."""
        found = self.env.reset(seed=seed, options={"difficulty": self.staircase.difficulty, **(options or {})})
        self._under_way, self._total = True, 0.0
        return found

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take a step; the last one of an episode may move the dial for those to come."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._total += float(reward)
        if self._under_way and (terminated or truncated):
            self._under_way = False
            info["success"] = bool(self._success(info, self._total))
            if info["difficulty"] == self.staircase.difficulty:
                self.staircase.add(info["success"])
        return observation, reward, terminated, truncated, info


class VectorCurriculum(VectorWrapper):  # Not a generic class before Gymnasium 1.4
    """Moves the one dial of all worlds of a native vector environment, by a `Staircase` of all their outcomes.

    ::

        envs = VectorCurriculum(gymnasium.make_vec("steep/Descent-v0", num_envs=1024), start=0.1, window=500)

    What `Staircase` takes is given here, and `success` is as for `Curriculum`. A world takes the dial over as it begins
    its next episode, in every autoreset mode; with SameStep an episode that begins in the step that moves the dial is
    played where it stood before. Only episodes that were played where the dial stands move it: of many that end
    together, those after the one that moved it do not. When episodes end, infos tell `success` of those.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any], *, success: Success | None = None, **staircase: Any) -> None:
        if not isinstance(env.unwrapped, DescentVectorEnv):
            raise InputError(f"a VectorCurriculum is for many steep/Descent-v0 in one array, not for {env.unwrapped}")
        super().__init__(env)
        self.staircase = Staircase(**staircase)
        self._success = judge_of(success)
        self._worlds = env.unwrapped
        self._totals = np.zeros(self.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin episodes where the dial stands now, everywhere or where the option `reset_mask` is true."""
        asked = {"difficulty": self.staircase.difficulty, **(options or {})}
        found = self.env.reset(seed=seed, options=asked)
        self._totals[asked.get("reset_mask", slice(None))] = 0.0
        return found

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a step everywhere; episodes that end with it may move the dial for those to come."""
        self._worlds.set_difficulty(self.staircase.difficulty)
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
    """What infos tell of one world."""
    told = {key: infos[key] for key in infos if infos.get(f"_{key}", (False,) * (i + 1))[i]}
    return {key: info_of(each, i) if isinstance(each, Mapping) else each[i] for key, each in told.items()}
