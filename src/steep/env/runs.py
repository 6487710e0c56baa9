"""Runs side by side: the arrays in which they are played, and the compiled rules that play them.

The single environment has one, the vector environment as many as it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.content.dial import POSITIONS, dialled, position_of
from steep.core.arrays import dtype_of, from_plain
from steep.core.compiled import compiled
from steep.core.ruleset import Ruleset
from steep.env.episodes import Episode, Frame
from steep.env.judging import TERM_NAMES
from steep.env.keys import FLAT, KEYS, TARGETS
from steep.env.playing import Verdicts, Views, begin, play, show_all
from steep.env.settings import Settings

COLUMNS = {FLAT: 1, TARGETS: 3}
"""Numbers of an action."""


@cache
def _compiled(rule: Callable[..., Any]) -> Callable[..., Any]:
    return compiled(rule)


class Runs:
    """Some runs, and what was last seen of them.

    All arrays have a row for each run and are written in place, step by step.
    """

    def __init__(self, settings: Settings, difficulty: float, count: int, *, autoreset: bool) -> None:
        self.settings = settings
        self.count = count
        # Numba needs ten times as long to look at a recarray before each call.
        self.episodes: NDArray[Any] = np.zeros(count, dtype_of(Episode))
        self.rulebooks: list[Rulebook] = []
        self.next_books = np.zeros(count, np.int64)
        self._positions: list[int] = []
        self._books: NDArray[Any] = np.zeros(0, dtype_of(Ruleset))
        self.dial(difficulty)
        self._frames = framed(settings, autoreset)
        self._weights = settings.rewards.built_in_weights()
        self.verdicts = Verdicts(
            rewards=np.zeros(count),
            terms=np.zeros((count, len(TERM_NAMES))),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            reasons=np.zeros(count, np.int64),
            ends=np.zeros(count, np.int64),
        )
        self.observations, self._views = laid_out(settings, count)

    def dial(self, difficulty: float, which: Any = slice(None)) -> None:
        """Have the dial stand there from the next episode on, in all runs or in some."""
        position = position_of(difficulty)
        if position not in self._positions:
            rulebook = dialled(self.settings.rulebook, difficulty)
            self._positions.append(position)
            self.rulebooks.append(rulebook)
            self._books = np.concatenate([self._books, np.array([from_plain(rulebook.compiled)])])
        self.next_books[which] = self._positions.index(position)

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """Where the dial stood as each run's episode began."""
        books: NDArray[np.int64] = self.episodes["book"]
        return np.array(self._positions)[books] / POSITIONS

    def begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        """Begin new episodes in some runs, by seeds of their own or, where one is NOWHERE, by the one that follows."""
        _compiled(begin)(
            self.episodes, self._books, self.next_books, self._frames, which, seeds, self.verdicts, self._views
        )

    def play(self, actions: NDArray[np.int64]) -> None:
        """Take a step in every run: `actions` has a row for each."""
        _compiled(play)(
            self.episodes,
            self._books,
            self.next_books,
            self._frames,
            self._weights,
            actions,
            self.verdicts,
            self._views,
        )

    def show(self) -> None:
        """Write what is seen of the runs, after some were changed by hand."""
        _compiled(show_all)(self.episodes, self._books, self._frames, self._views)

    def rulebook(self, i: int) -> Rulebook:
        """The rulebook that a run is played by."""
        return self.rulebooks[int(self.episodes[i]["book"])]


def framed(settings: Settings, autoreset: bool) -> NDArray[Any]:
    """What all episodes have in common, as the rules read it."""
    frames: NDArray[Any] = np.zeros(1, dtype_of(Frame))
    frame: Any = frames[0]
    frame.first_floor, frame.last_floor = settings.first_floor, settings.last_floor
    frame.turn_limit, frame.step_limit = settings.max_turns, settings.max_steps
    if settings.seeds is not None:
        frame.first_seed, frame.seed_count = settings.seeds.start, len(settings.seeds)
    frame.crop = settings.crop
    frame.explicit = int(settings.actions == TARGETS)
    frame.autoreset = int(autoreset)
    return frames


def laid_out(settings: Settings, count: int) -> tuple[dict[str, NDArray[Any]], Views]:
    """Room for the observations of some runs, in their shapes; and the same with a plain row for each run.

    There is always a mask of actions. What else was not asked for has no rows.
    """
    shaped: dict[str, NDArray[Any]] = {}
    flat: dict[str, NDArray[Any]] = {}
    for name, key in KEYS.items():
        layout = key.layout(settings.rulebook, settings.crop, settings.actions)
        asked = name in settings.observations
        rows = count if asked or name == "action_mask" else 0
        room = np.zeros((rows, *layout.shape), layout.dtype)
        flat[name] = room.reshape(rows, int(np.prod(layout.shape)))
        if rows:
            shaped[name] = room
    return shaped, Views(**flat)
