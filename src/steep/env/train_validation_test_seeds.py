"""Fixed, disjoint ranges of seeds for training, validation and testing.

Results can be compared only on the same dungeons, and an agent must not be tested on dungeons it was trained on. These
ranges never change; new ones would get new names. They are far from the low seeds that people type and that the lab
counts up from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steep.core.input_errors import InputError, nearest
from steep.core.random_streams import MAX_SEED

TRAIN = range(1_000_000_000, 1_000_100_000)
"""100,000 seeds for training."""

VALIDATION = range(2_000_000_000, 2_000_010_000)
"""10,000 seeds for model selection and early stopping."""

TEST = range(3_000_000_000, 3_000_010_000)
"""10,000 seeds for the final test. A smaller test takes the first ones."""

MAX_SEEDS = 2**31
"""Seeds in a range, at most."""

SPLITS: Mapping[str, range] = MappingProxyType({"train": TRAIN, "validation": VALIDATION, "test": TEST})
"""The ranges by name."""


def split_of(seeds: str | range) -> range:
    """The range of a split's name; or a range itself, such as `range(200)` or `TRAIN[:500]`.

    Raises `InputError` for an unknown name, and for a range that is empty or has a step other than 1.
    """
    if isinstance(seeds, str):
        if seeds not in SPLITS:
            raise InputError(f'seeds is "{seeds}"{nearest(seeds, SPLITS)}; there are: {", ".join(SPLITS)}, or a range')
        return SPLITS[seeds]
    if not isinstance(seeds, range) or seeds.step != 1 or not seeds:
        raise InputError(f"seeds is {seeds!r}; it must be one of {', '.join(SPLITS)}, or a range with step 1")
    if seeds.start < 0 or seeds.stop - 1 > MAX_SEED or seeds.stop - seeds.start > MAX_SEEDS:
        raise InputError(f"seeds is {seeds!r}; it must hold at most {MAX_SEEDS:,} seeds, from 0 to {MAX_SEED}")
    return seeds
