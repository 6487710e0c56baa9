"""Plays one game, and gives a row for each of its floors. Runs in a worker process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from steep.core.input_errors import brief
from steep.lab.own_games.moments import MAX_NAME, Moment, Moments

Row = dict[str, Any]
"""A floor of a game: floor, end, turns, killer, error, and numbers on arrival."""

MAX_TRACEBACK = 4_000
"""Characters that are kept, the last ones."""

ACTIONS_PER_TURN = 2
"""A game is stopped after so many times as many actions as turns: choosing at a level-up may take none."""

OWN_FILES = tuple(str(Path(__file__).with_name(name)) for name in ("play_one_game.py", "moments.py"))
"""Their frames say nothing of a maker's game."""


@dataclass(slots=True)
class PlayedGame:
    """What came of a game."""

    seed: int
    rows: list[Row] = field(default_factory=list)
    course: list[int] = field(default_factory=list)
    """A checksum of each moment: two games took the same course if they are equal."""
    error: str = ""
    """What the game raised, or why it was ended; empty if it ended by itself."""
    cut: bool = False
    """Whether it was ended from outside, which says nothing of its course."""

    @property
    def turns(self) -> int:
        """Over the game, as far as they are known."""
        return sum(row["turns"] or 0 for row in self.rows)


def play_one_game(
    moments: Moments, seed: int, last_floor: int | None, turns: int, keep: Callable[[list[Row]], None] | None = None
) -> PlayedGame:
    """Play a game to its end, to leaving `last_floor`, or for so many turns.

    A floor's row has what was done from the first arrival there to the first arrival on a deeper one: going back up
    does not count as leaving. `keep` is given the rows at each arrival.
    """
    played = PlayedGame(seed)
    try:
        for moment in ended_in_time(moments(seed), last_floor, turns, played, keep):
            finish(played.rows[-1], moment)
    except (Exception, SystemExit) as error:
        played.error = own_traceback(error)
        if not played.rows:
            played.rows.append(arrival(1, 0, {}))
        played.rows[-1] |= {"end": "stopped", "error": played.error}
    return played


def ended_in_time(
    moments: Iterator[Moment],
    last_floor: int | None,
    turns: int,
    played: PlayedGame,
    keep: Callable[[list[Row]], None] | None,
) -> Iterator[Moment]:
    """The moments of a game until it ends. Adds a row at each arrival."""
    started = None
    for actions, moment in enumerate(moments):
        played.course.append(crc32(repr((moment.floor, moment.turns, moment.seen, moment.over)).encode()))
        started = moment.turns if started is None else started
        rows = played.rows
        if rows and last_floor is not None and moment.floor > last_floor:
            rows[-1] |= {"end": "won", "turns": moment.turns - rows[-1]["arrived"]}
            return
        if not rows or moment.floor > rows[-1]["floor"]:
            if rows:
                rows[-1] |= {"end": "left", "turns": moment.turns - rows[-1]["arrived"]}
            rows.append(arrival(moment.floor, moment.turns, moment.numbers))
            if keep is not None:
                keep(rows)
        yield moment
        if moment.over is not None or moment.stopped:
            return
        if moment.turns - started >= turns or actions >= ACTIONS_PER_TURN * turns:
            return
    raise RuntimeError("the game ended without an end")


def arrival(floor: int, turns: int, numbers: Any) -> Row:
    """A row as it begins."""
    return {"floor": floor, "end": "stopped", "turns": 0, "killer": None, "error": None, "arrived": turns, **numbers}


def finish(row: Row, moment: Moment) -> None:
    """Note how long the hero is on a floor, and how the game ended there if it did."""
    row["turns"] = moment.turns - row["arrived"]
    if moment.over is not None:
        row["end"] = moment.over.end
        killer = str(moment.over.killer)[:MAX_NAME]
        row["killer"] = (killer or None) if row["end"] == "died" else None


def own_traceback(error: BaseException) -> str:
    """A traceback without Steep's own frames."""
    told = traceback.TracebackException.from_exception(error)
    told.stack = traceback.StackSummary.from_list([frame for frame in told.stack if frame.filename not in OWN_FILES])
    return "".join(told.format())[-MAX_TRACEBACK:].rstrip() or brief(error)
