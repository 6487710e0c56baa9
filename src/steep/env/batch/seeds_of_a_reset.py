"""The seeds of the runs that a reset begins.

A single run has the seed of the reset. The runs of a vector environment have seeds drawn from it, so that no two resets
share runs. (With seeds s, s + 1, s + 2 ..., a thousand environments reset with 0 and with 1 would share 999 runs.)

The seed of a reset has 64 bits, since other libraries draw that many. The seed of a run has 63, so the top bit of a
single run's seed is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steep.core.geometry import NOWHERE
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.env.check_arguments import as_int

MAX_RESET_SEED = 2**64 - 1


def unset_seeds(count: int) -> NDArray[np.int64]:
    """An array of NOWHERE, shape (count,): each seed is drawn from the episode's own stream."""
    return np.full(count, NOWHERE, np.int64)


def checked_seed(seed: object, most: int = MAX_SEED) -> int:
    """A seed as an int. Raises `InputError` unless it is a whole number from 0 to `most`."""
    found = as_int(seed)
    if found is None or not 0 <= found <= most:
        raise InputError(f"the seed is {seed!r}; it must be a whole number from 0 to {most}")
    return found


def run_seed_of(seed: object) -> int:
    """The seed of the run that a reset with `seed` begins: the same, or `seed` - 2**63 from 2**63 on."""
    return checked_seed(seed, MAX_RESET_SEED) & MAX_SEED


def world_seeds(seed: object, count: int) -> NDArray[np.int64]:
    """The seeds of the first `count` environments of a vector that is reset with `seed`; int64 of shape (count,).

    They are the raw words of NumPy's PCG64 seeded with `SeedSequence(seed)`, without their lowest bit. NumPy guarantees
    these streams, and they are independent for different seeds. A single environment reset with
    `world_seeds(seed, count)[i]` plays the same episodes as environment i.
    """
    words = np.random.PCG64(np.random.SeedSequence(checked_seed(seed, MAX_RESET_SEED))).random_raw(count)
    return (words >> np.uint64(1)).astype(np.int64)


def seeds_for(seed: object, count: int) -> NDArray[np.int64]:
    """The seeds of a reset, int64 of shape (count,); NOWHERE where the episode's own stream decides.

    `seed` is one seed to draw them from, a list with a seed or None per environment, or None. Raises `InputError` for
    anything else.
    """
    if seed is None:
        return unset_seeds(count)
    if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray):
        return world_seeds(seed, count)
    if len(seed) != count:
        raise InputError(f"{len(seed)} seeds were given for {count} environments")
    return np.array([NOWHERE if one is None else run_seed_of(one) for one in seed], np.int64)


def fill_missing(seeds: NDArray[np.int64], which: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    """Draw a seed wherever `which` is true and `seeds` has NOWHERE; changes and returns `seeds`."""
    missing = which & (seeds == NOWHERE)
    if missing.any():
        seeds[missing] = random.integers(MAX_SEED, size=int(missing.sum()))
    return seeds
