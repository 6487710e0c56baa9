"""Which seeds the runs of a reset begin with.

One run has the seed that it is given. Many have seeds drawn from the given one, so that no two resets share runs: were
they the given one and those after it, a thousand worlds reset with 0 and with 1 would play 999 runs in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.errors import InputError
from steep.core.geometry import NOWHERE
from steep.core.streams import MAX_SEED
from steep.env.settings import whole


def own_seeds(count: int) -> NDArray[np.int64]:
    """For each run the seed that follows from those it had before."""
    return np.full(count, NOWHERE, np.int64)


def checked(seed: Any) -> int:
    """A seed that a run can have. Raises `InputError` for one that it cannot."""
    found = whole(seed)
    if found is None or not 0 <= found <= MAX_SEED:
        raise InputError(f"the seed is {seed!r}; it must be a whole number from 0 to {MAX_SEED}")
    return found


def world_seeds(seed: Any, count: int) -> NDArray[np.int64]:
    """The seeds of the first worlds of a vector environment that is reset with a seed, however many it has.

    They are the raw words of NumPy's PCG64 begun with `SeedSequence(seed)`, less their lowest bit: streams that NumPy
    keeps as they are, and that are independent for different seeds. A single environment that is reset with
    `world_seeds(seed, count)[i]` plays what world i plays.
    """
    words = np.random.PCG64(np.random.SeedSequence(checked(seed))).random_raw(count)
    return (words >> np.uint64(1)).astype(np.int64)


def seeds_for(seed: Any, count: int) -> NDArray[np.int64]:
    """A seed for each run: those drawn from a given one, or a list with one or None for each.

    Raises `InputError` for what is neither.
    """
    if seed is None:
        return own_seeds(count)
    if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray):
        return world_seeds(seed, count)
    if len(seed) != count:
        raise InputError(f"{len(seed)} seeds were given for {count} environments")
    return np.array([NOWHERE if one is None else checked(one) for one in seed], np.int64)


def drawn(seeds: NDArray[np.int64], without: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    """The seeds, with one drawn for each run that has none and never had any."""
    missing = without & (seeds == NOWHERE)
    if missing.any():
        seeds[missing] = random.integers(MAX_SEED, size=int(missing.sum()))
    return seeds
