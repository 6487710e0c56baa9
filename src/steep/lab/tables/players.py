"""The games of one player of a table, or of all people in it together."""

from __future__ import annotations

from dataclasses import dataclass, field

from steep.lab.counting.counts import Counts
from steep.lab.simulate.play_in_one_thread import Task
from steep.lab.stats.clustered_intervals import FEW_CLUSTERS
from steep.lab.stats.confidence_intervals import Estimate


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player, or of all people: each person is a group then."""

    name: str
    version: str
    """Empty where the file does not say, or has only one."""
    counts: Counts = field(repr=False)
    unfinished: int
    """Games of which all rows say `left`."""

    @property
    def task(self) -> Task:
        """What Steep would have been asked to play for these games."""
        return Task(self.name, 0, self.counts.games, 1, self.counts.floors, 0)


@dataclass(frozen=True, slots=True)
class Share:
    """What one person has of all games."""

    player: str
    games: int
    share: float
    cleared: Estimate


def caution_of_people(people: int) -> str | None:
    """What is to be said of the intervals of the games of a few people; None where nothing is."""
    if people == 1:
        return "1 person played: the intervals are of further games by that person, and say nothing of other people"
    if people < FEW_CLUSTERS:
        return (
            f"{people} people played: with fewer than {FEW_CLUSTERS}, a 95% interval may cover in only 89% of samples"
        )
    return None
