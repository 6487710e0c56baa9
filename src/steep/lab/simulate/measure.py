"""Plays the games of a measurement, wherever they are played, and sums them.

It knows neither commands nor files: somebody who keeps batches is told of each
as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from steep.lab.figures.tally import Tally
from steep.lab.simulate.simulator import Batch
from steep.lab.simulate.task import Task
from steep.lab.simulate.worker_pool import Chunk, chunk_size, chunks_of

Keep = Callable[[Batch], None]
"""Does something with a batch that was played, such as writing it down."""


class Players(Protocol):
    """What plays the games: a `WorkerPool` on this machine, or a cluster (`steep.lab.simulate.cluster`)."""

    jobs: int
    """How many play at a time."""

    def stop(self) -> None:
        """Have everybody stop soon."""

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[Batch]:
        """What came of shares, in their order; when they were told to stop, of all that was finished."""


def keep_nothing(_batch: Batch) -> None:
    """Leave a batch to the tally."""


def nothing_done(_task: Task) -> Sequence[tuple[int, int]]:
    """No games were played before."""
    return ()


def play_games(
    players: Players,
    tallies: Sequence[Tally],
    jobs: int,
    keep: Keep = keep_nothing,
    done: Callable[[Task], Sequence[tuple[int, int]]] = nothing_done,
    counted: Callable[[], None] = lambda: None,
) -> None:
    """Play all games of the tallies' tasks that are not done, and add them.

    ``done(task)`` gives (first seed, games) of what was added before. ``counted()`` is called whenever more was
    added: games are added in the order of their seeds, so that a tally never favours those that were over soon.
    """
    by_bot = {tally.task.bot: tally for tally in tallies}

    def chunks() -> Iterator[Chunk]:
        for tally in tallies:
            yield from chunks_of(tally.task, done(tally.task), chunk_size(tally.task.games, jobs))

    for batch in players.batches(chunks()):
        keep(batch)
        by_bot[batch.bot].add(batch)
        counted()
