"""Rewards: a weighted sum of named terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steep.core.input_errors import InputError, nearest
from steep.core.rule_decorator import rule
from steep.core.world import DEAD, STOPPED, WON
from steep.env.kernel.episode import Snapshot

CustomTerm = Callable[[Any, Any], ArrayLike]
"""Takes the snapshots before and after a step, two arrays of `Snapshot`, and returns one number per episode."""


@rule
def descended(before: Snapshot, now: Snapshot) -> int:
    """Floors descended."""
    return now.floor - before.floor


@rule
def killed(before: Snapshot, now: Snapshot) -> int:
    """Monsters killed."""
    return now.kills - before.kills


@rule
def gained_xp(before: Snapshot, now: Snapshot) -> int:
    """XP gained."""
    return now.xp - before.xp


@rule
def gained_hp(before: Snapshot, now: Snapshot) -> float:
    """HP gained, as a fraction of the maximum."""
    return (now.hp - before.hp) / now.max_hp


@rule
def explored(before: Snapshot, now: Snapshot) -> int:
    """Cells seen for the first time."""
    return now.cells_explored - before.cells_explored


@rule
def won(_before: Snapshot, now: Snapshot) -> int:
    """Whether the hero won."""
    return 1 if now.end == WON else 0


@rule
def died(_before: Snapshot, now: Snapshot) -> int:
    """Whether the hero died."""
    return 1 if now.end == DEAD else 0


@rule
def stopped(_before: Snapshot, now: Snapshot) -> int:
    """Whether a limit was reached."""
    return 1 if now.end == STOPPED else 0


@rule
def stepped(_before: Snapshot, _now: Snapshot) -> int:
    """One, for each step."""
    return 1


@rule
def found_gold(before: Snapshot, now: Snapshot) -> int:
    """Gold found."""
    return now.gold - before.gold


class Term(NamedTuple):
    """A built-in term."""

    name: str
    meaning: str
    """Its value in a step; the manual's words too."""
    measure: Callable[[Snapshot, Snapshot], float]
    """The rule that gives it, from the episode before and after the step."""


TERMS = (
    Term("descend", "floors descended", descended),
    Term("kill", "monsters killed", killed),
    Term("xp", "XP gained", gained_xp),
    Term("hp", "HP gained (lost: negative), as a fraction of maximum HP", gained_hp),
    Term("explore", "cells seen for the first time", explored),
    Term("win", "1 when the hero won: it has the goal, or left the last floor alive", won),
    Term("death", "1 when the hero died", died),
    Term("stop", "1 when `max_turns` or `max_steps` was reached", stopped),
    Term("step", "1", stepped),
    Term("gold", "gold found", found_gold),
)

TERM_NAMES = tuple(term.name for term in TERMS)

MEASURES = tuple(term.measure for term in TERMS)


@rule
def evaluate(before: Snapshot, now: Snapshot, weights: NDArray[np.float64], terms: NDArray[np.float64]) -> float:
    """Write each term times its weight into `terms`, and return their sum.

    `weights` and `terms` have one entry per term, in the order of `TERMS`.
    """
    reward = 0.0
    for number, measure in enumerate(MEASURES):
        terms[number] = measure(before, now) * weights[number]
        reward += terms[number]
    return reward


DEFAULT_WEIGHTS: Mapping[str, float] = {"descend": 1.0, "win": 1.0, "death": -1.0, "stop": -1.0}


class RewardTerms:
    """Reward terms with their weights. A term without a weight counts 0, except for `stop`.

    {terms}

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
        """The weight of each of `TERMS`, in their order."""
        return np.array([self.weights.get(name, 0.0) for name in TERM_NAMES])

    def evaluate(self, before: NDArray[np.void], now: NDArray[np.void]) -> dict[str, NDArray[np.float64]]:
        """The custom terms times their weights, each of shape (n,).

        Raises `InputError` when one does not return one number per episode.
        """
        return {
            name: self.weights[name] * checked_term(name, term(before, now), len(now))
            for name, term in self.custom.items()
        }


HEADING = ("    | term | value in a step |", "    | --- | --- |")
ROWS = (f"    | `{term.name}` | {term.meaning} |" for term in TERMS)
RewardTerms.__doc__ = (RewardTerms.__doc__ or "").replace("    {terms}", "\n".join([*HEADING, *ROWS]))


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
