"""Checks of a batch's rows against what can be played. A checksum shows that a file is whole, not that it is true."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.record import fields_of
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, PLAYING
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.simulation_task import Task


def error_in_rows(batch: Batch, task: Task, kinds: int, causes: int) -> str:
    """What no game of a task could give, with so many kinds of monsters and causes of damage; empty if nothing."""
    for name, cls, rows in (("floor visit", FloorVisit, batch.visits), ("wound", Wound, batch.wounds)):
        for field in fields_of(cls):
            column = rows[field.name]
            assert field.within is not None
            low, high = field.within.low, field.within.high
            if found := first_row((column < low) | (column > high)):
                row = found - 1
                return f"{name} {row}: {field.name} is {column[row]}, not from {low} to {high}"
    for words, wrong in contradictions(batch, task, kinds, causes):
        if found := first_row(wrong):
            return f"{words} (row {found - 1})"
    return ""


def first_row(wrong: NDArray[np.bool_]) -> int:
    """The number of the first true row, counted from 1; 0 if there is none."""
    return int(np.argmax(wrong)) + 1 if len(wrong) and wrong.any() else 0


def contradictions(batch: Batch, task: Task, kinds: int, causes: int) -> tuple[tuple[str, NDArray[np.bool_]], ...]:
    """Rules that the rows of a batch obey, each with the rows that break it. Every number is in its range."""
    visits: Any = batch.visits
    wounds: Any = batch.wounds
    ended = visits["end"] != PLAYING
    game = np.cumsum(ended) - ended
    begins = np.concatenate(([True], ended[:-1]))[: len(visits)]
    floor_above = np.concatenate(([0], visits["floor"][:-1]))[: len(visits)]
    floors = np.bincount(game, minlength=batch.games)
    if len(visits) == 0 or not ended[-1] or len(floors) != batch.games:
        return ((f"there are not {batch.games} games that end", np.array([True])),)
    wounded = wounds["seed"] - batch.seed
    of_batch = (wounded >= 0) & (wounded < batch.games)
    reached = floors[np.where(of_batch, wounded, 0)]
    return (
        ("a floor visit of another game than its place says", visits["seed"] - batch.seed != game),
        ("a floor out of order", visits["floor"] != np.where(begins, task.first_floor, floor_above + 1)),
        (f"a floor below the last, {task.last_floor}", visits["floor"] > task.last_floor),
        (f"a game of more than {task.turns} turns", visits["arrived"] + visits["turns"] > task.turns),
        (
            "a killer without a death, or a death without one",
            (visits["end"] == DEAD) == (visits["killer"] < 0),
        ),
        (f"a killer that is none of the {kinds} kinds of monsters", is_no_kind(visits["killer"], kinds)),
        (f"a wound by none of the {kinds} kinds of monsters", is_no_kind(wounds["kind"], kinds)),
        ("a wound by no ability or status of the ruleset", wounds["cause"] >= causes),
        ("a wound of a game that was not played", ~of_batch),
        (
            "a wound on a floor that was not played",
            (wounds["floor"] < task.first_floor) | (wounds["floor"] >= task.first_floor + reached),
        ),
        (
            f"{batch.turns} turns in all, and the floors have others",
            np.array([batch.turns != int(visits["turns"].sum())]),
        ),
    )


def is_no_kind(kind: NDArray[np.int64], kinds: int) -> NDArray[np.bool_]:
    """True where a number is none of these: one of `kinds` kinds of monsters, own fire, hunger, no killer."""
    wrong: NDArray[np.bool_] = (kind >= kinds) & (kind < MAX_KINDS)
    return wrong
