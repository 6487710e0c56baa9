"""Runs side by side: the arrays in which they are played, and the compiled rules that play them.

The single environment has one, the vector environment as many as it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.content.dial import POSITIONS, dialled, position_of
from steep.core.arrays import dtype_of, from_plain
from steep.core.compiled import compiled
from steep.core.ruleset import Ruleset
from steep.env.episodes import GOES_ON, Episode, Frame
from steep.env.judging import TERM_NAMES
from steep.env.keys import FLAT, KEYS, TARGETS
from steep.env.playing import Verdicts, Views, begin, play, show_all
from steep.env.rendering import texts_of
from steep.env.settings import Settings
from steep.env.states import episode_from, state_of

NUMBERS = {FLAT: 1, TARGETS: 3}
"""Of an action."""

_compiled = cache(compiled)


class Shelf:
    """The rulesets that the runs of an environment are played by: one for each position of the dial that is in use."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._written = rulebook
        self.rulebooks: list[Rulebook] = []
        self.positions: list[int] = []
        self.compiled: NDArray[Any] = np.zeros(0, dtype_of(Ruleset))

    def place_of(self, difficulty: float, in_use: set[int]) -> int:
        """The place of the ruleset with the dial at a difficulty; put there, where nothing is in use, if need be."""
        position = position_of(difficulty)
        if position in self.positions:
            return self.positions.index(position)
        rulebook = dialled(self._written, difficulty)
        free = set(range(len(self.rulebooks))) - in_use
        place = min(free, default=len(self.rulebooks))
        if not free:
            self.rulebooks.append(rulebook)
            self.positions.append(position)
            grown = np.zeros(place + 1, dtype_of(Ruleset))
            grown[:place] = self.compiled
            self.compiled = grown
        self.rulebooks[place], self.positions[place] = rulebook, position
        self.compiled[place] = from_plain(rulebook.compiled)
        return place


class Runs:
    """Some runs, and what was last seen of them.

    All arrays have a row for each run and are written in place, step by step.
    """

    def __init__(self, settings: Settings, difficulty: float, count: int, *, autoreset: bool) -> None:
        self.settings = settings
        self.count = count
        # Plain arrays of records: Numba takes ten times as long to look at a recarray before each call.
        self.episodes: NDArray[Any] = np.zeros(count, dtype_of(Episode))
        self._shelf = Shelf(settings.rulebook)
        self._next_books = np.full(count, self._shelf.place_of(difficulty, set()), np.int64)
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
        self.seen, self._views = laid_out(settings, count)

    def dial(self, difficulty: float, which: NDArray[np.bool_]) -> None:
        """Have the dial stand there from the next episode on in some of the runs."""
        self._next_books[which] = self._place_of(difficulty)

    def _place_of(self, difficulty: float) -> int:
        in_use = np.unique(np.concatenate([self.episodes["book"], self._next_books]))
        return self._shelf.place_of(difficulty, set(in_use.tolist()))

    def begin(self, which: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        """Begin new episodes in some runs, by seeds of their own or, where one is NOWHERE, by the one that follows."""
        rulesets = self._shelf.compiled
        _compiled(begin)(
            self.episodes, rulesets, self._next_books, self._frames, which, seeds, self.verdicts, self._views
        )

    def play(self, actions: NDArray[np.int64]) -> None:
        """Take a step in every run: `actions` has a row for each, of `NUMBERS` numbers."""
        rulesets = self._shelf.compiled
        _compiled(play)(
            self.episodes, rulesets, self._next_books, self._frames, self._weights, actions, self.verdicts, self._views
        )

    def rulebook(self, i: int) -> Rulebook:
        """The rulebook that a run is played by."""
        return self._shelf.rulebooks[int(self.episodes[i]["book"])]

    def difficulty(self, i: int) -> float:
        """Where the dial stood as a run's episode began."""
        return self._shelf.positions[int(self.episodes[i]["book"])] / POSITIONS

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """Where the dial stood as each run's episode began."""
        books: NDArray[np.int64] = self.episodes["book"]
        return np.array(self._shelf.positions)[books] / POSITIONS

    def is_over(self, i: int) -> bool:
        """Whether a run's episode has ended."""
        return bool(self.episodes[i]["now"]["end"] != GOES_ON)

    def own_terms(self, which: NDArray[np.bool_]) -> dict[str, NDArray[np.float64]]:
        """The user's own terms of the last step's rewards, 0 in the runs that took none."""
        terms = self.settings.rewards.judge(self.episodes["before"], self.episodes["now"])
        return {name: np.where(which, term, 0.0) for name, term in terms.items()}

    def texts(self, i: int) -> str:
        """What happened in the last step of a run, in sentences."""
        episode = self.episodes[i]
        hero: Any = episode["world"].hero
        return " ".join(texts_of(hero, int(episode["heard"]), self.rulebook(i)))

    def state(self, i: int) -> bytes:
        """A run as bytes."""
        return state_of(self.episodes[i], self.settings.rulebook, self.difficulty(i))

    def put_back(self, states: Mapping[int, bytes]) -> None:
        """Have runs go on from states: all of those given or, when one cannot be, none.

        Raises `InputError` for what is no state of this environment's ruleset.
        """
        found = {i: episode_from(state, self.settings.rulebook) for i, state in states.items()}
        for i, (episode, difficulty) in found.items():
            self.episodes[i] = episode
            self.episodes[i]["book"] = self._place_of(difficulty)
            alone = slice(i, i + 1)
            views = Views(*(rows[alone] for rows in self._views))
            _compiled(show_all)(self.episodes[alone], self._shelf.compiled, self._frames, views)


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
