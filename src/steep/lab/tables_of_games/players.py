"""The games of one player of a table, or of all people in it together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from steep.lab.counting.counts import Counts
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.clustered_intervals import FEW_CLUSTERS
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.tables_of_games.assemble_games import AssembledGames
from steep.lab.tables_of_games.check_rows import LEFT

PEOPLE = "players"
"""What people are called together."""

UNNAMED = "games"
"""The name of games whose file names no player."""


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player, or of all people: each person is a group then."""

    name: str
    version: str
    """Empty where the file does not say, or has only one."""
    counts: Counts = field(repr=False)
    unfinished: int
    """Games whose rows all say `left`."""

    @property
    def task(self) -> Task:
        """What Steep would have been asked to play for these games."""
        return Task(self.name, 0, self.counts.games, 1, self.counts.floors, 0)


@dataclass(frozen=True, slots=True)
class Share:
    """One person's share of all games."""

    player: str
    games: int
    share: float
    cleared: Estimate


def caution_of_people(people: int) -> str | None:
    """A caution about the intervals of the games of a few people; None if there are enough."""
    if people == 1:
        return "1 person played: the intervals are about more games by that person, not about other people"
    if people < FEW_CLUSTERS:
        return (
            f"{people} people played: with fewer than {FEW_CLUSTERS}, a 95% interval may cover in only 89% of samples"
        )
    return None


def played_of(assembled: AssembledGames, *, people: bool) -> tuple[PlayerGames, ...]:
    """The games of each player, or of all people, by version."""
    counts = assembled.counts()
    unfinished = Counter(assembled.games["group"][assembled.games["end"] == LEFT].tolist())
    versions = {version for _, version in assembled.groups}
    made: dict[tuple[str, str], list[int]] = {}
    for (who, version), number in assembled.groups.items():
        made.setdefault((PEOPLE if people else who or UNNAMED, version), []).append(number)
    return tuple(
        PlayerGames(
            f"{who} {version}" if len(versions) > 1 else who,
            version,
            counts.only(set(groups)),
            sum(unfinished[group] for group in groups),
        )
        for (who, version), groups in made.items()
    )
