"""Plays a ruleset as it was and as it was tuned, on the same seeds, which tuning has not seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.lab.simulate.play_and_count_paired_games import PairedGames
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.played_games import PlayedGames


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
