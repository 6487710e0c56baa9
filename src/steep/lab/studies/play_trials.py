"""Plays a ruleset for each trial of a search, and then beside the one as it was, on seeds that no trial saw."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from steep.content import Rulebook
from steep.lab.counting.counts import Counts
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_count_paired_games import PairedGames
from steep.lab.simulate.play_games import play_games
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Progress, WorkerPool
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task


class Player:
    """Plays one ruleset after another."""

    def __init__(self, jobs: int, progress: Progress | None = None, warmup: Warmup | None = None) -> None:
        self._jobs = jobs
        self._progress = progress
        self._warmup = warmup
        self._stop = threading.Event()

    def stop(self) -> None:
        """Stop within a fraction of a second."""
        self._stop.set()

    def play(self, rulebook: Rulebook, tasks: Sequence[Task]) -> dict[str, Counts] | None:
        """Each bot's games; None when it was stopped."""
        played = [PlayedGames(task, len(rulebook.monsters)) for task in tasks]

        def on_progress(games: int, turns: int) -> None:
            if self._progress is not None:
                self._progress(games, turns)
            if self._stop.is_set():
                worker_pool.stop()

        with WorkerPool(rulebook.compiled, self._jobs, on_progress, warmup=self._warmup) as worker_pool:
            if self._stop.is_set():
                return None
            play_games(worker_pool, played, self._jobs)
        return {each.task.bot: each.counts for each in played} if all(each.whole for each in played) else None


@dataclass
class BeforeAndAfter(PairedGames):
    """The games of one task under both: A is as it was."""

    kinds: int = field(kw_only=True)
    """The number of kinds of monsters."""
    before: PlayedGames = field(init=False)
    after: PlayedGames = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before, self.after = (PlayedGames(self.task, self.kinds) for _ in range(2))

    def add(self, a: Batch, b: Batch) -> None:
        """Add the games of two batches that start at the same seed."""
        super().add(a, b)
        self.before.add(a)
        self.after.add(b)
