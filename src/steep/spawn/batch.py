"""Batches of draws from one floor's weights. Needs NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steep.spawn.exact import SpawnError

MOST_TICKETS = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Batch:
    """Names and running sums of their weights, ready to draw many at once."""

    names: np.ndarray[tuple[int], np.dtype[np.object_]]
    upto: np.ndarray[tuple[int], np.dtype[np.int64]]

    @classmethod
    def of(cls, names: Sequence[object], upto: Sequence[int]) -> Batch:
        """The batch of these names. Raises `SpawnError` when there are more tickets than 64 bits can number."""
        if upto and upto[-1] > MOST_TICKETS:
            raise SpawnError("batch", f"{upto[-1]:_} tickets", f"weights that make at most {MOST_TICKETS:_}")
        held = np.empty(len(names), np.object_)
        for index, name in enumerate(names):
            held[index] = name
        return cls(held, np.array(upto, np.int64))

    def draw(self, size: int, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.object_]]:
        """`size` names, or none where there is nothing to draw."""
        if not len(self.upto):
            return self.names
        tickets = rng.integers(self.upto[-1], size=size)
        return self.names[self.upto.searchsorted(tickets, side="right")]
