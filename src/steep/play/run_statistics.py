"""What all runs of a ruleset say together: how deep, how often won, and who killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from steep.play.files.runs import RunRecord


@dataclass(slots=True)
class RunStatistics:
    """Figures of the runs of one ruleset, in one mode."""

    ruleset: str
    runs: int = 0
    wins: int = 0
    abandoned: int = 0
    deepest: int = 0
    highest_level: int = 0
    most_points: int = 0
    turns: int = 0
    """All together."""
    longest: int = 0
    """Turns of the longest run."""
    quickest_win: int = 0
    """Turns of the shortest run that was won; 0 if none was."""
    kills: int = 0
    killers: Counter[str] = field(default_factory=Counter)
    """Deaths by the name of the killer."""
    deaths_on: Counter[int] = field(default_factory=Counter)
    """Deaths by floor."""

    def add(self, record: RunRecord) -> None:
        """Count a run."""
        score = record.score
        self.runs += 1
        self.wins += record.won
        self.abandoned += record.abandoned
        self.deepest = max(self.deepest, score.floor)
        self.highest_level = max(self.highest_level, score.level)
        self.most_points = max(self.most_points, score.points)
        self.turns += score.turns
        self.longest = max(self.longest, score.turns)
        self.kills += score.kills
        if record.won:
            turns = record.turn_won or score.turns
            self.quickest_win = min(self.quickest_win or turns, turns)
        elif not record.abandoned:
            self.killers[score.killer] += 1
            self.deaths_on[score.floor] += 1

    @property
    def deaths(self) -> int:
        """Runs that ended in death."""
        return self.deaths_on.total()

    @property
    def median_floor_of_death(self) -> float:
        """The floor that half of the deaths were not below; 0 without deaths."""
        return median(self.deaths_on.elements()) if self.deaths_on else 0


def statistics_of(records: Iterable[RunRecord]) -> list[RunStatistics]:
    """Statistics by ruleset and mode, the one played most first."""
    by_name: dict[str, RunStatistics] = {}
    for record in records:
        name = record.score.ruleset
        if name not in by_name:
            by_name[name] = RunStatistics(name)
        by_name[name].add(record)
    return sorted(by_name.values(), key=lambda each: (-each.runs, each.ruleset))
