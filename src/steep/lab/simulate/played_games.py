"""The games of a bot, counted batch by batch as they are played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, PLAYING
from steep.lab.counting.counts import Counts, Sums
from steep.lab.counting.from_arrays import add_games, add_numbers, add_visits
from steep.lab.figures.notable_games import worst_and_luckiest
from steep.lab.simulate.floor_visit import MAX_CAUSES, MEASURES
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation_task import Task

GAME = np.dtype([(name, "<i8") for name in ("seed", "floor", "turns", "end", "killer", "damage")])
"""A whole game: the floor and turn of its end, how it ended, who killed the hero, and HP lost over the game."""


@dataclass
class PlayedGames:
    """The games of a task: how they ended, and their turns."""

    task: Task
    kinds: int
    """The number of kinds of monsters. Killers are indices of `steep.lab.figures.game_figures.killers_of`."""
    counts: Counts = field(init=False)

    def __post_init__(self) -> None:
        self.counts = Counts(self.task.last_floor - self.task.first_floor + 1, self.task.first_floor)

    @property
    def whole(self) -> bool:
        """Whether all games of the task were played."""
        return self.counts.games == self.task.games

    def add(self, batch: GameBatch) -> None:
        """Add the games of a batch."""
        visits: Any = batch.visits
        last = visits[visits["end"] != PLAYING]
        killers, turns = self.killers(last["killer"]), last["arrived"] + last["turns"]
        add_games(self.counts, np.zeros_like(turns), last["floor"], last["end"], killers, turns)

    def killers(self, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """The killers of a ruleset that kinds of `steep.lab.simulate.floor_visit` stand for."""
        return np.where(kinds >= MAX_KINDS, self.kinds + kinds - MAX_KINDS, kinds)


@dataclass
class MeasuredGames(PlayedGames):
    """The same, and all that was recorded of floor visits."""

    harm: Sums = field(default_factory=Sums, init=False)
    """HP lost by floor. A group is a killer and a cause, as killer * MAX_CAUSES + cause (`DamageRow`)."""
    kept: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, GAME), init=False)
    """Structured array of GAME: the worst games so far, and the luckiest."""

    def add(self, batch: GameBatch) -> None:
        """Add the games of a batch."""
        super().add(batch)
        visits, wounds = batch.visits, batch.wounds
        numbers = {name: visits[name] for name in MEASURES}
        add_visits(self.counts, np.zeros_like(visits["floor"]), visits["floor"], numbers)
        causes = self.killers(wounds["kind"]) * MAX_CAUSES + wounds["cause"]
        add_numbers(causes, wounds["floor"] - self.task.first_floor, [(self.harm, wounds["damage"])])
        games = np.concatenate((self.kept, self.games_of(batch)))
        self.kept = games[np.unique(np.concatenate(notable_in(games)))]

    def games_of(self, batch: GameBatch) -> NDArray[np.void]:
        """A structured array of GAME with a row for each game of a batch."""
        found = games_of(batch)
        games = np.zeros(len(found["seed"]), GAME)
        for name in GAME.names or ():
            games[name] = found[name]
        games["killer"] = self.killers(games["killer"])
        return games


def games_of(batch: GameBatch) -> dict[str, Any]:
    """Columns with an element for each game: how its last floor visit ended, and sums over all its visits."""
    visits: Any = batch.visits
    last = np.flatnonzero(visits["end"] != PLAYING)
    first = np.concatenate(([0], last + 1))[:-1]
    ended = {name: visits[name][last] for name in ("seed", "floor", "end", "killer")}
    sums = {name: np.add.reduceat(visits[name], first) for name in ("kills", "damage", "healed")}
    return {**ended, **sums, "turns": visits["arrived"][last] + visits["turns"][last]}


def notable_in(games: NDArray[np.void]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The worst and the luckiest games of an array of GAME, as indices. Luckier is deeper, then more HP lost."""
    return worst_and_luckiest(games, (-games["damage"], games["end"] == DEAD), (games["seed"],))
