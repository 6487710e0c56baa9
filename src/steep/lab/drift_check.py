"""Compares how bots fare in a ruleset with a baseline: whether difficulty has drifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.content import Rulebook
from steep.core.checked_arguments import checked_decimal, checked_path
from steep.core.input_errors import InputError
from steep.lab.charts.chart import Chart
from steep.lab.charts.of_games import charts_of_counts
from steep.lab.counting.counts import Counts
from steep.lab.figures.drift_significance import (
    COARSE,
    DRIFTED,
    HELD,
    TOO_FEW,
    WINS,
    Examples,
    Figure,
    Limits,
    Sensitivity,
    find_drift,
    sensitivities,
)
from steep.lab.figures.game_figures import cleared
from steep.lab.games_to_play import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.report_page.result_page import Table, between, result_page, share_text
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.executor import executor
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.exact_tests import FALSE_ALARM_RATE
from steep.lab.stats.statistical_power import POWER
from steep.lab.storage.baseline_file import Baseline, check_seeds
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

HEADINGS = (
    "bot",
    "figure",
    "floor",
    "hits",
    "trials",
    "hits_now",
    "trials_now",
    "was",
    "now",
    "difference",
    "low",
    "high",
    "p_holm",
    "drifted",
    "detectable_change",
)
"""Hits are the games that died on the floor, of those that reached it, or that won, of all games."""

BASELINE_HEADINGS = ("bot", "figure", "floor", "hits", "trials", "was", "detectable_change")


CLEARED = ("cleared", "cleared_now")
"""Further columns of the table."""


@dataclass(frozen=True, slots=True)
class DriftCheck(Result):
    """How a ruleset's figures differ from those of a baseline."""

    path: str
    """The baseline's file; empty when it was none."""
    baseline: Baseline
    now: Baseline
    """The games of the check, on the seeds that follow the baseline's."""
    limits: Limits
    figures: tuple[Figure, ...]
    replay: str | None
    """The file of a game that shows the most certain drift."""
    replay_problem: str
    """Why that could not be written; empty if it could, or was not asked for."""
    cautions: tuple[str, ...] = ()
    """What is to be said of the intervals: that few people played."""

    @property
    def drifted(self) -> list[Figure]:
        """The figures that differ by more than chance and the tolerance, the most certain first."""
        return sorted((figure for figure in self.figures if figure.drifted), key=lambda figure: figure.p)

    @property
    def held(self) -> bool:
        """Whether no figure has drifted. With too few games none would: see `verdict`."""
        return not self.drifted

    @property
    def sensitivities(self) -> list[Sensitivity]:
        """By bot: how small a drift would have been found."""
        return sensitivities(self.figures, self.limits)

    @property
    def verdict(self) -> str:
        """Drifted, held, or too few games to tell: then none of some bot's figures would show a change of COARSE."""
        if self.drifted:
            return DRIFTED
        return HELD if all(each.enough for each in self.sensitivities) else TOO_FEW

    def raise_if_drifted(self) -> None:
        """Raise `AssertionError`, with what has drifted, if anything has."""
        __tracebackhide__ = True
        if self.drifted:
            raise AssertionError("\n".join(f"{each.bot}: {drift_in_words(each)}" for each in self.drifted))

    @property
    def table(self) -> ArrowTable:
        """A row for each bot and figure."""
        return as_arrow((*HEADINGS, *CLEARED), self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """The rows of the table."""
        sides = self.baseline, self.now
        return [(*row_of(each), *(cleared(side.bots[each.bot]).value for side in sides)) for each in self.figures]

    def as_json(self) -> dict[str, Any]:
        """All figures and settings."""
        return {
            "drifted": not self.held,
            "verdict": self.verdict,
            **origin(self.now),
            "baseline": {"path": self.path, **origin(self.baseline)},
            **settings(self.limits),
            "sensitivities": [plain(each) for each in self.sensitivities],
            "cautions": list(self.cautions),
            "replay": self.replay,
            "figures": [dict(zip(HEADINGS, row_of(each), strict=True)) for each in self.figures],
        }

    def html(self) -> str:
        """Survival and hazard then and now, and all figures."""
        charts: list[Chart] = []
        for task in self.now.tasks:
            charts += charts_of_counts(task, {"now": self.now.bots[task.bot], "baseline": self.baseline.bots[task.bot]})
        rows = [
            (
                f"{each.bot}, {each.subject}",
                share_text(each.was),
                share_text(each.now),
                between(each.difference.interval),
                f"{each.p:.2g}",
                "drifted" if each.drifted else "",
            )
            for each in self.figures
        ]
        lead = (
            f"{self.now.ruleset} {self.now.ruleset_hash}: {self.verdict}. {len(self.drifted)} of {len(self.figures)}"
            f" figures have drifted; at most 1 false alarm in {1 / self.limits.false_alarms:,.0f} checks."
            f" {'. '.join(map(sensitivity_in_words, self.sensitivities))}."
        )
        headings = ("", "was", "now", "difference, in points", "p (Holm)", "")
        table = Table("95% intervals", headings, rows)
        return result_page("Compared with the baseline", lead, charts, [table], self.cautions)


def make_baseline(
    ruleset: RulesetSource,
    bots: str | Sequence[str] = "explorer",
    *,
    games: int = 2000,
    seed: int = 0,
    floors: tuple[int, int] | None = None,
    turns: int = 20_000,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: OnProgress | None = None,
) -> Baseline:
    """Play games as `steep.lab.measure` does, for later versions of the ruleset to be compared with.

    Raises `InputError`, and `Stopped` if `progress` stopped it.
    """
    rulebook = rulebook_of(ruleset)
    tasks = tasks_of([rulebook], bots, games, seed, floors, turns)
    try:
        check_seeds(seed, games)
    except ValueError as problem:
        raise InputError(f"seed: {problem}") from None
    watch = Watch(progress, sum(task.games for task in tasks))
    counts, _examples = play(rulebook, tasks, checked_jobs(jobs), cluster, watch)
    return Baseline.of(rulebook, counts)


def check_drift(
    ruleset: RulesetSource,
    baseline: Baseline | Path | str,
    *,
    tolerance: float = 0.0,
    false_alarms: float = FALSE_ALARM_RATE,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | str | None = None,
    progress: OnProgress | None = None,
) -> DriftCheck:
    """Play as many games as a baseline has, on the seeds that follow, and test whether any figure has drifted.

    Differences of up to `tolerance` points are none. `false_alarms` is how often an unchanged ruleset may be reported.
    With `out`, a replay that shows a drift is written into that folder. Raises `InputError`, and `Stopped` if
    `progress` stopped it.
    """
    limits = Limits(
        checked_decimal("false_alarms", false_alarms, 0.000001, 0.5),
        checked_decimal("tolerance", tolerance, 0, 100) / 100,
    )
    rulebook = rulebook_of(ruleset)
    path = "" if isinstance(baseline, Baseline) else str(baseline)
    then = baseline if isinstance(baseline, Baseline) else Baseline.load(checked_path("baseline", baseline))
    tasks = then.following()
    watch = Watch(progress, sum(task.games for task in tasks))
    counts, examples = play(rulebook, tasks, checked_jobs(jobs), cluster, watch)
    now = Baseline.of(rulebook, counts)
    figures = tuple(find_drift(then.bots, now.bots, now.tasks[0].first_floor, limits))
    drifted = sorted((figure for figure in figures if figure.drifted), key=lambda figure: figure.p)
    replay, problem = None, ""
    if drifted and out is not None:
        try:
            replay = write_replay(Path(out), rulebook, now, examples, drifted[0])
        except replays.ReplayError as error:
            problem = str(error)
    return DriftCheck(path, then, now, limits, figures, replay, problem)


def play(
    rulebook: Rulebook, tasks: Sequence[Task], jobs: int, cluster: str | None, watch: Watch
) -> tuple[dict[Task, Counts], dict[str, Examples]]:
    """Play the games of some tasks, each with a different bot. Raises `Stopped`."""
    counted = [PlayedGames(task, len(rulebook.monsters)) for task in tasks]
    examples = {task.bot: Examples() for task in tasks}

    def keep(batch: Batch) -> None:
        examples[batch.bot].add(batch)

    with executor(rulebook.compiled, jobs, cluster, watch) as worker_pool:
        play_games(worker_pool, counted, worker_pool.jobs, keep)
    watch.raise_failure()
    if not all(each.whole for each in counted):
        raise Stopped
    return {each.task: each.counts for each in counted}, examples


def write_replay(
    folder: Path, rulebook: Rulebook, now: Baseline, examples: dict[str, Examples], figure: Figure
) -> str | None:
    """Write a replay of a game that shows how a figure changed, and return its path; None when there is none."""
    task = next(task for task in now.tasks if task.bot == figure.bot)
    seed = examples[figure.bot].of(figure)
    if seed is None:
        return None
    where = "wins" if figure.floor is None else f"floor-{figure.floor}"
    path = folder / f"drift-{figure.bot}-{where}-seed-{seed}.steep"
    replays.write(record(rulebook, task, seed), path)
    return str(path)


def origin(baseline: Baseline) -> dict[str, Any]:
    """What games were played with, and how many floors each bot cleared."""
    task = baseline.tasks[0]
    return {
        "ruleset": baseline.ruleset,
        "ruleset_hash": baseline.ruleset_hash,
        "steep": baseline.steep,
        "rules": baseline.rules,
        "seed": task.seed,
        "games": task.games,
        "floors": [task.first_floor, task.last_floor],
        "turns": task.turns,
        "cleared": {bot: plain(cleared(counts)) for bot, counts in baseline.bots.items()},
    }


def settings(limits: Limits) -> dict[str, Any]:
    """The settings of the test."""
    return {"false_alarms": limits.false_alarms, "tolerance": limits.tolerance, "power": POWER, "confidence": 0.95}


def row_of(figure: Figure) -> tuple[object, ...]:
    """A figure's numbers; unknown ones are None."""
    return (
        figure.bot,
        "wins" if figure.floor is None else "deaths",
        figure.floor,
        figure.hits,
        figure.trials,
        figure.hits_now,
        figure.trials_now,
        plain(figure.was),
        plain(figure.now),
        plain(figure.difference.value),
        figure.difference.interval.low,
        figure.difference.interval.high,
        figure.p,
        figure.drifted,
        figure.detectable_change,
    )


def drift_in_words(figure: Figure) -> str:
    """A figure as it was and as it is now, with the interval of the difference in points."""
    return (
        f"{figure.subject}: {share_text(figure.was)} in the baseline, {share_text(figure.now)} now"
        f" (difference {between(figure.difference.interval)} points)"
    )


def sensitivity_in_words(each: Sensitivity) -> str:
    """How small a drift of a bot's figures would have been found, and whether that is enough."""
    if each.detectable_change is None:
        return f"{each.bot}: no drift whatsoever would be found 8 times in 10: too few games to tell"
    sign = "-" if each.figure == WINS else "+"
    points = f"{sign}{100 * each.detectable_change:.1f} points"
    found = f"{each.bot}: the smallest drift found 8 times in 10: {each.figure} {points}"
    return found if each.enough else f"{found}; above {100 * COARSE:g} there are too few games to tell"
