"""Plays a ruleset as it was and as it was tuned, on the same seeds, which tuning has not seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.lab.simulate.play_and_count_paired_games import PairedCounts
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task


@dataclass(slots=True)
class BeforeAndAfter:
    """The games of one task under both: A is as it was."""

    task: Task
    kinds: int
    """The number of kinds of monsters."""
    paired: PairedCounts = field(init=False)
    before: PlayedGames = field(init=False)
    after: PlayedGames = field(init=False)

    def __post_init__(self) -> None:
        self.paired = PairedCounts(self.task)
        self.before, self.after = (PlayedGames(self.task, self.kinds) for _ in range(2))

    def add(self, a: Batch, b: Batch) -> None:
        """Add the games of two batches that start at the same seed."""
        self.paired.add(a, b)
        self.before.add(a)
        self.after.add(b)
