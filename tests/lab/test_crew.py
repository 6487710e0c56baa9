"""A crew that is stopped, or that fails, loses no game that was finished."""

from __future__ import annotations

import pytest

from measured import same
from runs import load
from steep.lab.batches import Batch, Desk
from steep.lab.crew import Crew, PlayError, shares_of
from steep.lab.task import Task

BOOK = load("tcod-2020")
TASK = Task("brawler", 5, 40, 1, 10)


def alone(games: int) -> Batch:
    return Desk(BOOK.compiled).play(TASK, TASK.seed, games, lambda _games, _turns: True)


def test_games_stopped_midway_are_those_that_were_finished_and_no_turn_of_another() -> None:
    desk = Desk(BOOK.compiled)
    stopped = desk.play(TASK, TASK.seed, TASK.games, lambda games, _turns: games < 2)
    assert 0 < stopped.games < TASK.games
    assert same(stopped, alone(stopped.games))


def test_a_share_that_cannot_be_played_is_told_once_all_that_was_finished_is_given() -> None:
    shares = [*shares_of(TASK, most=10), *shares_of(Task("nobody", 0, 7)), *shares_of(TASK, most=10)]
    given = []
    with Crew(BOOK.compiled, 1) as crew:
        batches = crew.batches(iter(shares))
        given = [next(batches) for _ in range(4)]
        with pytest.raises(PlayError, match=r"^nobody's games of seeds 0 to 6 cannot be played: InputError: .*nobody"):
            given.extend(batches)
    assert same(given[0], alone(10))
    assert [batch.seed for batch in given[:4]] == [5, 15, 25, 35]
