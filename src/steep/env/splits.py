"""Seeds to learn on, seeds to choose by, and seeds to be judged on: fixed lists that have no seed in common.

What is compared across papers and machines has to be played on the same dungeons, and nothing may be learned on those
that it is judged on. The lists are fixed for good: others get other names. They lie far from the low seeds that people
type and that the lab counts up from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from steep.core.errors import InputError, nearest
from steep.core.streams import MAX_SEED

TRAIN = range(1_000_000_000, 1_000_100_000)
"""100,000 seeds to learn on."""

VALIDATION = range(2_000_000_000, 2_000_010_000)
"""10,000 seeds to choose between agents, or when to stop."""

TEST = range(3_000_000_000, 3_000_010_000)
"""10,000 seeds to be judged on, once. A smaller evaluation takes the first ones."""

MOST = 2**31
"""Seeds of a range."""

SPLITS: Mapping[str, range] = MappingProxyType({"train": TRAIN, "validation": VALIDATION, "test": TEST})
"""The lists by name."""


def split_of(seeds: str | range) -> range:
    """The seeds of a name, or the range itself: `range(200)`, `TRAIN[:500]`.

    Raises `InputError` for a name that is none, and for a range without seeds or with other steps than 1.
    """
    if isinstance(seeds, str):
        if seeds not in SPLITS:
            raise InputError(f'seeds is "{seeds}"{nearest(seeds, SPLITS)}; there are: {", ".join(SPLITS)}, or a range')
        return SPLITS[seeds]
    if not isinstance(seeds, range) or seeds.step != 1 or not seeds:
        raise InputError(f"seeds is {seeds!r}; it must be one of {', '.join(SPLITS)}, or a range of seeds one by one")
    if seeds.start < 0 or seeds.stop - 1 > MAX_SEED or seeds.stop - seeds.start > MOST:
        raise InputError(f"seeds is {seeds!r}; it must hold at most {MOST:,} seeds, from 0 to {MAX_SEED}")
    return seeds
