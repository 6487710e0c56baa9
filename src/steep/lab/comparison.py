"""`steep.lab.compare`: how bots fare differently in two rulesets on the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from steep import __version__
from steep.core.checked_arguments import checked_decimal, checked_pair
from steep.core.input_errors import InputError, nearest
from steep.core.rules_hash import rules_hash
from steep.lab.charts.chart import Chart
from steep.lab.charts.of_games import charts_of_counts
from steep.lab.figures.compare_two_rulesets import DEATHS, SURVIVAL, Comparison
from steep.lab.figures.compare_two_rulesets import compare as compare_games
from steep.lab.games_to_play import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Watch
from steep.lab.report_page.result_page import Table, result_page, text_of_change
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_count_paired_games import PairedCounts, play_pairs, worker_pools_for
from steep.lab.tables.games import Games, games_at
from steep.lab.tables.games_comparison import GamesComparison, GamesSource, compare_tables
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of, source_name

HEADINGS = (
    "bot",
    "measure",
    "floor",
    "a",
    "b",
    "difference",
    "low",
    "high",
    "p_holm",
    "holds",
    "games",
    "games_needed",
)
"""Differences are B minus A, with 95% intervals."""

CLEARED = ("cleared_a", "cleared_b")
"""Further columns of the table."""

MEASURES = (DEATHS, SURVIVAL)

MIN_POINTS = 0.01


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two rulesets."""

    ruleset: str
    """What it was called."""
    hash: str


@dataclass(frozen=True, slots=True)
class RulesetComparison(Result):
    """How bots fare in rulesets A and B on the same seeds."""

    steep: str
    """The version that played."""
    rules: str
    """Hash of the sources of all rules and bots."""
    a: Side
    b: Side
    bots: tuple[Comparison, ...]
    """One for each bot that has played."""
    wanted: int
    """Seeds of all bots that were asked for."""

    @property
    def played(self) -> int:
        """Seeds of all bots that were played under both rulesets."""
        return sum(each.games for each in self.bots)

    @property
    def whole(self) -> bool:
        """Whether all games were played: False if it was stopped."""
        return self.played == self.wanted

    def __getitem__(self, bot: str) -> Comparison:
        """The differences of a bot. Raises `InputError` if it has not played."""
        names = [each.task.bot for each in self.bots]
        if bot not in names:
            raise InputError(f'no games of "{bot}"{nearest(bot, names)}; there are: {", ".join(names)}')
        return self.bots[names.index(bot)]

    @property
    def table(self) -> ArrowTable:
        """A row for each bot, measure and floor, the largest difference of a measure first."""
        return as_arrow((*HEADINGS, *CLEARED), self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """The rows of the table."""
        return [(*row, each.a.cleared.value, each.b.cleared.value) for each in self.bots for row in rows_of(each)]

    def as_json(self) -> dict[str, Any]:
        """All figures; unknown ones are null."""
        return {
            "steep": self.steep,
            "rules": self.rules,
            "a": plain(self.a),
            "b": plain(self.b),
            "confidence": 0.95,
            "bots": [bot_json(each) for each in self.bots],
        }

    def html(self) -> str:
        """Survival and hazard under both, and all differences."""
        names = ("A", "B") if self.a.ruleset == self.b.ruleset else (self.a.ruleset, self.b.ruleset)
        charts: list[Chart] = []
        tables = []
        for each in self.bots:
            charts += charts_of_counts(each.task, dict(zip(names, (each.a, each.b), strict=True)))
            tables.append(table_of_changes(each, names))
        lead = (
            f"{self.played:,} games of each, on the same seeds. A: {self.a.ruleset} {self.a.hash}."
            f" B: {self.b.ruleset} {self.b.hash}."
        )
        return result_page("Two rulesets compared", lead, charts, tables)


@overload
def compare(
    a: RulesetSource,
    b: RulesetSource,
    bots: str | Sequence[str] | None = ...,
    *,
    games: int = ...,
    seed: int = ...,
    floors: tuple[int, int] | None = ...,
    turns: int = ...,
    detect: float = ...,
    jobs: int | None = ...,
    names: tuple[str, str] | None = ...,
    progress: OnProgress | None = ...,
) -> RulesetComparison: ...


@overload
def compare(
    a: Games,
    b: GamesSource,
    bots: str | Sequence[str] | None = ...,
    *,
    games: int = ...,
    seed: int = ...,
    floors: tuple[int, int] | None = ...,
    turns: int = ...,
    detect: float = ...,
    jobs: int | None = ...,
    names: tuple[str, str] | None = ...,
    progress: OnProgress | None = ...,
) -> GamesComparison: ...


@overload
def compare(
    a: GamesSource,
    b: Games,
    bots: str | Sequence[str] | None = ...,
    *,
    games: int = ...,
    seed: int = ...,
    floors: tuple[int, int] | None = ...,
    turns: int = ...,
    detect: float = ...,
    jobs: int | None = ...,
    names: tuple[str, str] | None = ...,
    progress: OnProgress | None = ...,
) -> GamesComparison: ...


def compare(
    a: GamesSource,
    b: GamesSource,
    bots: str | Sequence[str] | None = None,
    *,
    games: int = 2000,
    seed: int = 0,
    floors: tuple[int, int] | None = None,
    turns: int = 20_000,
    detect: float = 2.0,
    jobs: int | None = None,
    names: tuple[str, str] | None = None,
    progress: OnProgress | None = None,
) -> RulesetComparison | GamesComparison:
    """Let bots, by default the explorer, play the same `games` seeds, from `seed` on, under rulesets A and B.

    Floors, turns and jobs are those of `steep.lab.measure`. `detect` is the size of difference, in points, of which it
    is said whether it would have been detected. `names` are what A and B are called in the result. Where A or B are
    games that were read, or the path of a table or of a measurement's folder, nothing is played for it, and the result
    is a `GamesComparison` (`steep.lab.tables.games_comparison.compare_tables`). Raises `InputError`.
    """
    checked_decimal("detect", detect, MIN_POINTS, 100)
    called = checked_pair("names", names or (name_of(a), name_of(b)), "what A and B are called")
    a, b = games_at(a) or a, games_at(b) or b
    if isinstance(a, Games) or isinstance(b, Games):
        return compare_tables(
            a,
            b,
            detect / 100,
            names=called,
            bots=bots,
            games=games,
            seed=seed,
            floors=floors,
            turns=turns,
            jobs=jobs,
            progress=progress,
        )
    bots = "explorer" if bots is None else bots
    name_a, name_b = called
    rulebooks = rulebook_of(a), rulebook_of(b)
    tasks = tasks_of(rulebooks, bots, games, seed, floors, turns)
    at_a_time = checked_jobs(jobs)
    paired = [PairedCounts(task) for task in tasks]
    wanted = sum(task.games for task in tasks)
    watch = Watch(progress, 2 * wanted)
    with (
        Warmup(watch.note) as warmup,
        worker_pools_for([each.compiled for each in rulebooks], at_a_time, watch.played, warmup) as worker_pools,
    ):
        watch.stop_with(warmup.stop, *(worker_pool.stop for worker_pool in worker_pools))
        play_pairs(worker_pools, paired, at_a_time)
    watch.raise_failure()
    found = tuple(compare_games(counts, detect / 100) for counts in paired if counts.games)
    return RulesetComparison(
        __version__, rules_hash(), Side(name_a, rulebooks[0].hash), Side(name_b, rulebooks[1].hash), found, wanted
    )


def name_of(source: GamesSource) -> str:
    """What a side was called by the caller."""
    return source.path if isinstance(source, Games) else source_name(source)


def bot_json(comparison: Comparison) -> dict[str, Any]:
    """The figures of one bot, its task first."""
    return {
        **plain(comparison.task),
        "games": comparison.games,
        "turns_played": comparison.turns,
        "cleared": {"a": plain(comparison.a.cleared), "b": plain(comparison.b.cleared)},
        "detect": comparison.detect,
        "changes": [dict(zip(HEADINGS[1:], row[1:], strict=True)) for row in rows_of(comparison)],
        "dead_only_under": [
            {"ruleset": side, "floor": comparison.task.first_floor + row, "seeds": list(seeds)}
            for side, by_floor in (("a", comparison.dead_in_a), ("b", comparison.dead_in_b))
            for row, seeds in enumerate(by_floor)
            if seeds
        ],
    }


def rows_of(comparison: Comparison) -> Iterator[tuple[object, ...]]:
    """A row for each measure and floor, the largest difference of a measure first."""
    for measure in MEASURES:
        for each in comparison.ranked(measure):
            numbers = (plain(number) for number in (each.a, each.b, each.difference))
            ends = each.interval.low, each.interval.high
            needed = comparison.games, each.needed
            yield comparison.task.bot, measure, each.floor, *numbers, *ends, each.p, each.holds, *needed


def table_of_changes(comparison: Comparison, names: Sequence[str]) -> Table:
    """One bot's differences as texts."""
    rows = [text_of_change(each) for measure in MEASURES for each in comparison.ranked(measure)]
    caption = f"{comparison.task.bot}, {comparison.games:,} games of each; differences in points"
    return Table(caption, ("", *names, "difference", "95% interval", "p (Holm)", ""), rows)
