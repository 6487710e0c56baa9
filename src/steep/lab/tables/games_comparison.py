"""`steep.lab.compare` for tables of games, folders of measurements, or one of these and a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steep import __version__
from steep.bots.bots_by_name import BOTS
from steep.core.input_errors import InputError, nearest
from steep.lab.charts.chart import Chart
from steep.lab.charts.of_games import charts_of_counts
from steep.lab.figures.compare_two_rulesets import DEATHS, SURVIVAL
from steep.lab.figures.player_comparison import PlayerComparison
from steep.lab.measurement import measure
from steep.lab.progress import OnProgress, Stopped
from steep.lab.report_page.result_page import Table, result_page, text_of_change
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.simulation_task import MAX_FLOORS, Task
from steep.lab.tables.compare_games import compare_players, matched
from steep.lab.tables.games import Games, games_of_measurement
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

GamesSource = Games | RulesetSource
"""Games that were read (`steep.lab.read_games`), or a ruleset, which is played."""

HEADINGS = (
    "a",
    "b",
    "measure",
    "floor",
    "share_a",
    "share_b",
    "difference",
    "low",
    "high",
    "p_holm",
    "holds",
    "paired",
    "games_a",
    "games_b",
    "games_needed",
    "cleared_a",
    "cleared_b",
)
"""Differences are B minus A, with 95% intervals. `a` and `b` are who played."""

MEASURES = (DEATHS, SURVIVAL)


@dataclass(frozen=True, slots=True)
class GamesComparison(Result):
    """How the games of A and B differ."""

    steep: str
    """The version that compared."""
    a: str
    """What A was called."""
    b: str
    players: tuple[PlayerComparison, ...]

    @property
    def cautions(self) -> tuple[str, ...]:
        """What is to be said of the intervals: that few people played."""
        return tuple(dict.fromkeys(caution for each in self.players for caution in each.cautions))

    def __getitem__(self, player: str) -> PlayerComparison:
        """The differences of who is called so under A. Raises `InputError` if there are none."""
        names = [each.a for each in self.players]
        if player not in names:
            raise InputError(f'no games of "{player}"{nearest(player, names)}; there are: {", ".join(names)}')
        return self.players[names.index(player)]

    @property
    def table(self) -> ArrowTable:
        """A row for each player, measure and floor, the largest difference of a measure first."""
        return as_arrow(HEADINGS, self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """The rows of the table."""
        return [row for each in self.players for row in rows_of(each)]

    def as_json(self) -> dict[str, Any]:
        """All figures; unknown ones are null."""
        return {
            "steep": self.steep,
            "a": self.a,
            "b": self.b,
            "confidence": 0.95,
            "players": [
                {name: value for name, value in plain(each).items() if not name.startswith("counts")}
                for each in self.players
            ],
        }

    def html(self) -> str:
        """Survival and hazard under both, and all differences."""
        charts: list[Chart] = []
        tables = []
        for each in self.players:
            names = ("A", "B") if self.a == self.b else (self.a, self.b)
            who = each.a if each.a == each.b else f"{each.a} and {each.b}"
            task = Task(who, 0, each.games_a, 1, len(each.counts_a.reached))
            charts += charts_of_counts(task, dict(zip(names, (each.counts_a, each.counts_b), strict=True)))
            rows = [text_of_change(change) for figure in MEASURES for change in each.ranked(figure)]
            caption = f"{who}, {each.games_a:,} and {each.games_b:,} games; differences in points; {each.why}"
            tables.append(Table(caption, ("", *names, "difference", "95% interval", "p (Holm)", ""), rows))
        return result_page("Games compared", f"A: {self.a}. B: {self.b}.", charts, tables, self.cautions)


def rows_of(each: PlayerComparison) -> Iterator[tuple[object, ...]]:
    """A row for each measure and floor, the largest difference of a measure first."""
    for figure in MEASURES:
        for change in each.ranked(figure):
            numbers = (plain(number) for number in (change.a, change.b, change.difference))
            ends = change.interval.low, change.interval.high, change.p, change.holds, each.paired
            cleared = each.cleared_a.value, each.cleared_b.value
            games = each.games_a, each.games_b, change.needed
            yield each.a, each.b, figure, change.floor, *numbers, *ends, *games, *cleared


def compare_tables(
    a: GamesSource,
    b: GamesSource,
    detect: float,
    *,
    names: tuple[str, str],
    bots: str | Sequence[str] | None,
    games: int,
    seed: int,
    floors: tuple[int, int] | None,
    turns: int,
    jobs: int | None,
    progress: OnProgress | None,
) -> GamesComparison:
    """Compare two sides, one of which at least has games. A ruleset on the other is played by the same bots.

    It is played by those of the other side that Steep has, or by the explorer, on the floors that the other side has.
    Raises `InputError`, and `Stopped` if `progress` stopped it.
    """
    read = next(side for side in (a, b) if isinstance(side, Games))

    def games_of(side: GamesSource) -> Games:
        if isinstance(side, Games):
            return side
        rulebook = rulebook_of(side)
        deepest = min(rulebook.run.last_floor or MAX_FLOORS, read.played[0].floors)
        who = bots or [name for name in read.players if name in BOTS] or "explorer"
        measured = measure(
            rulebook,
            who,
            games=games,
            seed=seed,
            floors=floors or (1, deepest),
            turns=turns,
            jobs=jobs,
            progress=progress,
        )
        if not measured.whole:
            raise Stopped
        return games_of_measurement(measured)

    sides = games_of(a), games_of(b)
    found = tuple(compare_players(sides[0], one, sides[1], two, detect) for one, two in matched(*sides))
    return GamesComparison(__version__, *names, found)
