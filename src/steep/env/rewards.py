"""Rewards: a sum of named terms, each with a weight."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.errors import InputError, nearest
from steep.env.kernel.reward_terms import TERM_NAMES

OwnTerm = Callable[[Any, Any], Any]
"""Given how each episode stood before a step and how it stands now, as structured arrays of
`steep.env.kernel.episodes.Snapshot`: a number for each episode."""

USUAL: Mapping[str, float] = {"descend": 1.0, "win": 1.0, "death": -1.0, "stop": -1.0}


class RewardTerms:
    """The terms of a reward by name, with their weights; a term that has none counts nothing, but for `stop`.

    | term | what it counts in a step |
    | --- | --- |
    | `descend` | floors gone down |
    | `kill` | monsters that the hero killed |
    | `xp` | XP gained |
    | `hp` | HP gained or, below 0, lost, as a share of the most HP |
    | `explore` | cells seen for the first time |
    | `win` | 1 when the last floor was left alive |
    | `death` | 1 when the hero died |
    | `stop` | 1 when a limit of turns or of steps was reached |
    | `step` | 1 |

    Without weights they are those of `USUAL`. A `stop` without a weight costs as much as the dearest death: the weight
    of `death`, and with it that of `hp`, as who dies loses all HP. So nobody gains by stalling until a limit is reached
    over dying here and now, unless a weight above 0 of `step`, or a term of one's own, pays for every turn. That is of
    rewards added up as they are. Who discounts them by `g` a step makes any loss smaller by putting it off; a `step` of
    at most `(1 - g) * death` outweighs that, but then a long life costs as much as a death.

    Terms of one's own are functions of
    how the episodes stood before the step and how they stand after it, given as
    structured arrays of `steep.env.kernel.episodes.Snapshot`, one row for each episode::

        def thrift(before, now):
            return np.minimum(now["pack_count"] - before["pack_count"], 0)

        RewardTerms({"descend": 1.0, "thrift": 0.1}, own={"thrift": thrift})

    The single environment calls them with one row, the vector environment with
    all rows at once.
    """

    def __init__(self, weights: Mapping[str, float] | None = None, own: Mapping[str, OwnTerm] | None = None) -> None:
        asked = USUAL if weights is None else weights
        if not isinstance(asked, Mapping):
            raise InputError(f'rewards is {weights!r}; it must be weights by term, {{"descend": 1.0}}, or RewardTerms')
        self.own = dict(own or {})
        self.weights = {name: weighed(name, weight) for name, weight in asked.items()}
        dearest = self.weights.get("death", 0.0) - max(0.0, self.weights.get("hp", 0.0))
        if dearest:
            self.weights.setdefault("stop", dearest)
        taken = sorted(self.own.keys() & set(TERM_NAMES))
        if taken:
            raise InputError(f'there is a term "{taken[0]}" already')
        names = (*TERM_NAMES, *self.own)
        for name in self.weights:
            if name not in names:
                raise InputError(f'there is no term "{name}"{nearest(str(name), names)}; there are: {", ".join(names)}')
        for name, evaluate in self.own.items():
            if name not in self.weights:
                raise InputError(f'the term "{name}" has no weight')
            if not callable(evaluate):
                raise InputError(f'the term "{name}" is {evaluate!r}; it must be a function of before and now')

    @property
    def names(self) -> tuple[str, ...]:
        """The terms that have a weight."""
        return tuple(self.weights)

    def built_in_weights(self) -> NDArray[np.float64]:
        """A weight for each of `TERM_NAMES`."""
        return np.array([self.weights.get(name, 0.0) for name in TERM_NAMES])

    def evaluate(self, before: Any, now: Any) -> dict[str, NDArray[np.float64]]:
        """The terms of one's own, each times its weight.

        Raises `InputError` where one is not a number for each episode.
        """
        return {name: self.weights[name] * numbers(name, own(before, now), len(now)) for name, own in self.own.items()}


def numbers(name: str, found: Any, count: int) -> NDArray[np.float64]:
    """What a term of one's own gave, if it is a number for each episode."""
    given = np.asarray(found)
    if given.shape != (count,) or given.dtype.kind not in "biuf":
        raise InputError(
            f'the term "{name}" gave {given.dtype} of shape {given.shape}; it must give numbers of shape ({count},)'
        )
    return given.astype(np.float64)


def weighed(name: str, weight: Any) -> float:
    """The weight of a term. Raises `InputError` for what is no number."""
    if not isinstance(weight, Real) or not math.isfinite(weight):
        raise InputError(f'the weight of "{name}" is {weight!r}; it must be a number')
    return float(weight)
