"""The worst and the luckiest of some games, whoever played them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.world import DEAD

NOTABLE = 5
"""How many are the worst, and how many the luckiest."""


@dataclass(frozen=True, slots=True)
class NotableGame:
    """One of the worst or luckiest games. None stands for what its source says of no game."""

    seed: Any
    """A whole number. From a table it is a text, and empty if the table lacks seeds or uses them as names of games."""
    floor: int
    """The floor on which it ended."""
    turns: int
    end: str
    """How it ended, in words."""
    killer: str
    """Empty where the hero did not die, or nothing says what killed it."""
    damage: int | None = None
    """HP lost over the game."""
    player: str | None = None
    game: str | None = None
    """Its name in a table."""
    replay: str | None = None
    """A path or an address; empty if a table doesn't have it."""

    @property
    def person(self) -> str | None:
        """Who played, of `players`."""
        return self.player


def worst_and_luckiest(
    games: NDArray[np.void], luck: Sequence[NDArray[np.number]], order: Sequence[NDArray[np.number]] = ()
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The indices of the worst games and of the luckiest, in a structured array with `floor`, `turns` and `end`.

    The worst are deaths on the highest floors in the fewest turns. The luckiest got deepest. Of these, the lowest by
    `luck` come first, and among equals the lowest by `order`. Both are arrays by game, of which the last decides first.
    """
    dead = np.flatnonzero(games["end"] == DEAD)
    keys = (*(column[dead] for column in order), games["turns"][dead], games["floor"][dead])
    return dead[np.lexsort(keys)[:NOTABLE]], np.lexsort((*order, *luck, -games["floor"]))[:NOTABLE]
