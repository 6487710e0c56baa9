"""Joins the rows of a table into games, each with one row a floor and one end, and counts them.

Rows may come in any order. For each game, its name and some 30 bytes are kept; for each floor of each player, sums.
So memory grows with games and players, not with rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from steep.core.input_errors import brief
from steep.lab.counting.counts import Counts
from steep.lab.counting.from_arrays import Moments, add_games, add_visits
from steep.lab.figures.notable_games import NotableGame, worst_and_luckiest
from steep.lab.tables_of_games.check_rows import LEFT, STOPPED, WON, Rows
from steep.lab.tables_of_games.columns import ENDS, LISTED, BadRows

GAME = np.dtype(
    [("group", "<i4"), ("floor", "<i2"), ("end", "i1"), ("killer", "<i4"), ("turns", "<f8"), ("seen", "<u8")]
)
"""A game: its group, its deepest floor, how it ended (LEFT where no row says so), the number of its killer or -1, its
turns, and a bit for each of its first 64 floors."""

BITS = 64
MAX_FLOOR = 1 << 10


class AssembledGames:
    """Games, put together from rows. A group is a player and a version. Its games have names of their own."""

    def __init__(self, who: str | None, bad: BadRows) -> None:
        self._who, self._bad = who, bad
        self.groups: dict[tuple[str, str], int] = {}
        """Who played and the version, empty where the file does not say, and the group's number."""
        self.ids: list[dict[str, int]] = []
        """By group: its games by their names, as indices into `games`."""
        self.killers: dict[str, int] = {}
        self.replays: dict[int, str] = {}
        """Replays by game."""
        self.seeds: dict[int, str] = {}
        """Seeds by game, if the file has both games and seeds."""
        self.rows = 0
        self._visits = Counts(0)
        self._games = np.zeros(1024, GAME)
        self._count = 0
        self._deeper: set[int] = set()
        """Floors of games beyond the first BITS, as the game's index times MAX_FLOOR plus the floor."""

    @property
    def games(self) -> NDArray[np.void]:
        """A structured array of GAME."""
        return self._games[: self._count]

    def add(self, rows: Rows) -> Rows:
        """Add rows; returns those that were counted."""
        groups = self._groups_of(rows)
        game = self._games_of(rows, groups)
        kept = self._only_once(rows, game)
        kept[kept] = self._ends_once(rows.only(kept), game[kept])
        rows, groups, game = rows.only(kept), groups[kept], game[kept]
        self.rows += len(rows.numbers)
        np.bitwise_or.at(self._games["seen"], game[rows.floor <= BITS], bit_of(rows.floor[rows.floor <= BITS]))
        np.maximum.at(self._games["floor"], game, rows.floor.astype(np.int16))
        if "turns" in rows.amounts:
            np.add.at(self._games["turns"], game, np.nan_to_num(rows.amounts["turns"]))
        ended = rows.end != LEFT
        self._games["end"][game[ended]] = rows.end[ended]
        if "killer" in rows.words:
            killed = np.flatnonzero(ended)
            self._games["killer"][game[killed]] = numbered(rows.words["killer"].take(pa.array(killed)), self.killers)
        for name, kept_words in (("replay", self.replays), ("seed", self.seeds)):
            if name in rows.words and (name != "seed" or "game" in rows.words):
                there = np.flatnonzero(rows.words[name].is_valid().to_numpy(zero_copy_only=False))
                kept_words.update(
                    zip(game[there].tolist(), rows.words[name].take(pa.array(there)).to_pylist(), strict=True)
                )
        add_visits(self._visits, groups, rows.floor, rows.amounts)
        return rows

    def counts(self) -> Counts:
        """All games, once all rows have been added. One that no row ends is counted on its deepest floor."""
        games = self.games
        counts = Counts(int(games["floor"].max()), turns=Moments(), numbers=self._visits.numbers)
        turns = games["turns"] if "turns" in counts.numbers else np.full(len(games), np.nan)
        add_games(counts, games["group"], games["floor"], games["end"], games["killer"], turns)
        return counts

    def notable(self, groups: Sequence[int]) -> list[tuple[NotableGame, ...]]:
        """The worst and the luckiest games of some groups. Ties go to won, then longer games."""
        mine = np.flatnonzero(np.isin(self.games["group"], groups))
        games = self.games[mine]
        place = np.zeros(len(ENDS), int)
        place[[WON, STOPPED]] = -2, -1
        found = worst_and_luckiest(games, (-games["turns"], place[games["end"]]))
        return [tuple(self._described(index) for index in mine[indices].tolist()) for indices in found]

    def _described(self, index: int) -> NotableGame:
        game = self.games[index]
        group, killer = int(game["group"]), int(game["killer"])
        return NotableGame(
            self.seeds.get(index, ""),
            int(game["floor"]),
            int(game["turns"]),
            ENDS[game["end"]],
            list(self.killers)[killer] if killer >= 0 else "",
            player=list(self.groups)[group][0],
            game=next(name for name, number in self.ids[group].items() if number == index),
            replay=self.replays.get(index, ""),
        )

    def _groups_of(self, rows: Rows) -> NDArray[np.int64]:
        """The number of each row's group."""
        found = np.zeros(len(rows.numbers), np.int64)
        names: list[list[str]] = []
        for name in (self._who, "version"):
            if name is None or name not in rows.words:
                names.append([""])
                continue
            coded = rows.words[name].dictionary_encode()
            names.append(coded.dictionary.to_pylist())
            found = found * len(coded.dictionary) + coded.indices.to_numpy(zero_copy_only=False)
        used, which = np.unique(found, return_inverse=True)
        numbers = []
        for pair in used.tolist():
            who, version = names[0][pair // len(names[1])], names[1][pair % len(names[1])]
            if (who, version) not in self.groups:
                self.groups[who, version] = len(self.groups)
                self.ids.append({})
            numbers.append(self.groups[who, version])
        return np.array(numbers, np.int64)[which]

    def _games_of(self, rows: Rows, groups: NDArray[np.int64]) -> NDArray[np.int64]:
        """The index of each row's game."""
        coded = rows.words["game" if "game" in rows.words else "seed"].dictionary_encode()
        names = coded.dictionary.to_pylist()
        pairs = groups * len(names) + coded.indices.to_numpy(zero_copy_only=False)
        used, which = np.unique(pairs, return_inverse=True)
        indices = []
        for pair in used.tolist():
            group, name = divmod(pair, len(names))
            index = self.ids[group].setdefault(names[name], self._count)
            if index == self._count:
                self._begin(group)
            indices.append(index)
        return np.array(indices, np.int64)[which]

    def _begin(self, group: int) -> None:
        if self._count == len(self._games):
            self._games = np.concatenate([self._games, np.zeros(len(self._games), GAME)])
        self._games[self._count]["group"] = group
        self._games[self._count]["killer"] = -1
        self._count += 1

    def _only_once(self, rows: Rows, game: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which rows are the first of their game and floor."""
        places = game * MAX_FLOOR + rows.floor
        first = np.zeros(len(places), bool)
        first[np.unique(places, return_index=True)[1]] = True
        shallow = rows.floor <= BITS
        bits = bit_of(np.where(shallow, rows.floor, 1))
        first &= ~(shallow & (self._games["seen"][game] & bits != 0))
        for row in np.flatnonzero(first & ~shallow).tolist():
            if int(places[row]) in self._deeper:
                first[row] = False
            self._deeper.add(int(places[row]))
        self._reject("its game has a row of this floor already", rows, ~first)
        return first

    def _ends_once(self, rows: Rows, game: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which rows do not end a game that has ended already."""
        ending = np.flatnonzero(rows.end != LEFT)
        good = np.ones(len(game), bool)
        first = np.zeros(len(ending), bool)
        first[np.unique(game[ending], return_index=True)[1]] = True
        good[ending] = first & (self._games["end"][game[ending]] == LEFT)
        self._reject("its game has ended already", rows, ~good)
        return good

    def _reject(self, reason: str, rows: Rows, wrong: NDArray[np.bool_]) -> None:
        at = np.flatnonzero(wrong)
        ids = rows.words["game" if "game" in rows.words else "seed"]
        found = [f"game {brief(ids[row].as_py())}, floor {rows.floor[row]}" for row in at[:LISTED].tolist()]
        self._bad.add(reason, rows.numbers[at].tolist(), found)


def bit_of(floors: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The bit of each floor from 1 to BITS."""
    return np.left_shift(np.uint64(1), (floors - 1).astype(np.uint64))


def numbered(words: Any, numbers: dict[str, int]) -> NDArray[np.int64]:
    """The number of each of some texts, -1 for null; new ones get the next."""
    coded = words.dictionary_encode()
    codes = [numbers.setdefault(word, len(numbers)) for word in coded.dictionary.to_pylist()]
    found: NDArray[np.int64] = np.array([*codes, -1], np.int64)[
        coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    ]
    return found
