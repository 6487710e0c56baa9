"""Rewards: a weighted sum of named terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steep.core.input_errors import InputError, nearest
from steep.env.kernel.reward_terms import TERM_NAMES

Snapshots = NDArray[np.void]
"""A structured array of `Snapshot`, one row per episode."""

CustomTerm = Callable[[Snapshots, Snapshots], ArrayLike]
"""Takes the snapshots before and after a step, and returns one number per episode."""

DEFAULT_WEIGHTS: Mapping[str, float] = {"descend": 1.0, "win": 1.0, "death": -1.0, "stop": -1.0}


class RewardTerms:
    """Reward terms with their weights. A term without a weight counts 0, except for `stop`.

    | term | value in a step |
    | --- | --- |
    | `descend` | floors descended |
    | `kill` | monsters killed |
    | `xp` | XP gained |
    | `hp` | HP gained (lost: negative), as a fraction of maximum HP |
    | `explore` | cells seen for the first time |
    | `win` | 1 when the hero won: it has the goal, or left the last floor alive |
    | `death` | 1 when the hero died |
    | `stop` | 1 when `max_turns` or `max_steps` was reached |
    | `step` | 1 |
    | `gold` | gold found |

    The default is `DEFAULT_WEIGHTS`. A `stop` without a weight costs as much as the costliest death: the weight of
    `death` minus that of `hp`, since a death loses all HP. So stalling until a limit never pays more than dying at
    once, unless `step` has a weight above 0 or a custom term pays for every turn. This holds for undiscounted rewards.
    With a discount of `g` per step, any loss gets smaller when it is delayed. A `step` weight of at most
    `(1 - g) * death` outweighs that, but then a long life costs as much as a death.

    Custom terms are functions of the episodes before and after the step, given as structured arrays of
    `steep.env.Snapshot`, one row per episode::

        def thrift(before, now):
            return np.minimum(now["inventory_count"] - before["inventory_count"], 0)

        RewardTerms({"descend": 1.0, "thrift": 0.1}, custom={"thrift": thrift})

    The single environment calls them with one row, the vector environment with all rows at once.
    """

    def __init__(
        self, weights: Mapping[str, float] | None = None, custom: Mapping[str, CustomTerm] | None = None
    ) -> None:
        given = DEFAULT_WEIGHTS if weights is None else weights
        if not isinstance(given, Mapping):
            raise InputError(
                f'rewards is {weights!r}; it must be weights by term, such as {{"descend": 1.0}}, or RewardTerms'
            )
        self.custom = dict(custom or {})
        self.weights = {name: checked_weight(name, weight) for name, weight in given.items()}
        costliest = self.weights.get("death", 0.0) - max(0.0, self.weights.get("hp", 0.0))
        if costliest:
            self.weights.setdefault("stop", costliest)
        duplicates = sorted(self.custom.keys() & set(TERM_NAMES))
        if duplicates:
            raise InputError(f'the custom term "{duplicates[0]}" has the name of a built-in term')
        names = (*TERM_NAMES, *self.custom)
        for name in self.weights:
            if name not in names:
                raise InputError(f'there is no term "{name}"{nearest(str(name), names)}; there are: {", ".join(names)}')
        for name, evaluate in self.custom.items():
            if name not in self.weights:
                raise InputError(f'the term "{name}" has no weight')
            if not callable(evaluate):
                raise InputError(f'the term "{name}" is {evaluate!r}; it must be a function of (before, now)')

    @property
    def names(self) -> tuple[str, ...]:
        """The terms that have a weight."""
        return tuple(self.weights)

    def built_in_weights(self) -> NDArray[np.float64]:
        """The weight of each of `TERM_NAMES`, shape (9,)."""
        return np.array([self.weights.get(name, 0.0) for name in TERM_NAMES])

    def evaluate(self, before: Snapshots, now: Snapshots) -> dict[str, NDArray[np.float64]]:
        """The custom terms times their weights, each of shape (n,).

        Raises `InputError` when one does not return one number per episode.
        """
        return {
            name: self.weights[name] * checked_term(name, term(before, now), len(now))
            for name, term in self.custom.items()
        }


def checked_term(name: str, values: ArrayLike, count: int) -> NDArray[np.float64]:
    """The values of a custom term, shape (count,). Raises `InputError` for another shape or type."""
    given = np.asarray(values)
    if given.shape != (count,) or given.dtype.kind not in "biuf":
        raise InputError(
            f'the term "{name}" gave {given.dtype} of shape {given.shape}; it must give numbers of shape ({count},)'
        )
    return given.astype(np.float64)


def checked_weight(name: str, weight: object) -> float:
    """The weight of a term. Raises `InputError` unless it is a finite number."""
    if not isinstance(weight, Real) or not math.isfinite(weight):
        raise InputError(f'the weight of "{name}" is {weight!r}; it must be a number')
    return float(weight)
