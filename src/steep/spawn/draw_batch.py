"""Draws many names at once from one floor's weights. Needs NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steep.spawn.exact_numbers import SpawnError

MAX_TICKETS = 2**63 - 1


@dataclass(frozen=True, slots=True)
class DrawBatch:
    """Names, shape (n,), and the running sums of their weights, shape (n,)."""

    names: np.ndarray[tuple[int], np.dtype[np.object_]]
    cumulative: np.ndarray[tuple[int], np.dtype[np.int64]]

    @classmethod
    def of(cls, names: Sequence[object], cumulative: Sequence[int]) -> DrawBatch:
        """The batch for these names. Raises `SpawnError` if the sum of the weights doesn't fit into 64 bits."""
        if cumulative and cumulative[-1] > MAX_TICKETS:
            raise SpawnError("batch", f"weights that add up to {cumulative[-1]:_}", f"at most {MAX_TICKETS:_}")
        held = np.empty(len(names), np.object_)
        for index, name in enumerate(names):
            held[index] = name
        return cls(held, np.array(cumulative, np.int64))

    def draw(self, size: int, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.object_]]:
        """An array of `size` names; an empty one if there is nothing to draw."""
        if not len(self.cumulative):
            return self.names
        tickets = rng.integers(self.cumulative[-1], size=size)
        return self.names[self.cumulative.searchsorted(tickets, side="right")]
