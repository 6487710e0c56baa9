"""The worst and the luckiest games of a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steep.lab.simulate.played_games import NOTABLE
from steep.lab.tables.check_rows import DIED, STOPPED, WON
from steep.lab.tables.columns import ENDS
from steep.lab.tables.count_games import GameCounter
from steep.lab.tables.players import PlayerGames


@dataclass(frozen=True, slots=True)
class NotableGame:
    """One of the worst or luckiest games of a table."""

    player: str
    game: str
    seed: str
    """Empty where the file does not say, or has it for the game's name."""
    floor: int
    """The deepest."""
    end: str
    killer: str
    """Empty where the file does not say, or the hero did not die."""
    turns: int
    replay: str
    """A path or an address; empty where the file does not say."""


def notable_games(counter: GameCounter, played: PlayerGames) -> tuple[tuple[NotableGame, ...], tuple[NotableGame, ...]]:
    """The worst games and the luckiest.

    The worst are deaths on the highest floors in the fewest turns. The luckiest got deepest: first those that were won,
    and of the others those that took most turns.
    """
    games = counter.games
    mine = np.flatnonzero(np.isin(games["group"], played.counts.groups))
    dead = mine[games["end"][mine] == DIED]
    worst = dead[np.lexsort((games["turns"][dead], games["floor"][dead]))[:NOTABLE]]
    place = np.zeros(len(ENDS), int)
    place[[WON, STOPPED]] = -2, -1
    order = np.lexsort((-games["turns"][mine], place[games["end"][mine]], -games["floor"][mine]))
    return described(counter, worst), described(counter, mine[order[:NOTABLE]])


def described(counter: GameCounter, indices: NDArray[np.int64]) -> tuple[NotableGame, ...]:
    """Some games of a table, by their indices."""
    groups, killers = list(counter.groups), list(counter.killers)
    found = []
    for index in indices.tolist():
        game = counter.games[index]
        group = int(game["group"])
        name = next(name for name, number in counter.ids[group].items() if number == index)
        found.append(
            NotableGame(
                groups[group][0],
                name,
                counter.seeds.get(index, ""),
                int(game["floor"]),
                ENDS[game["end"]],
                killers[game["killer"]] if game["killer"] >= 0 else "",
                int(game["turns"]),
                counter.replays.get(index, ""),
            )
        )
    return tuple(found)
