"""Compares how bots fare in a ruleset with a baseline: whether difficulty has drifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep.content import Rulebook
from steep.core.checked_arguments import checked_decimal, checked_path
from steep.core.input_errors import InputError
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
from steep.lab.figures.game_figures import cleared, strength
from steep.lab.games_to_play import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.results.plain_data import plain
from steep.lab.results.result import Cell, Column, Finding, Result, Table, Verdict
from steep.lab.simulate.play_games import executor, play_games
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.exact_tests import FALSE_ALARM_RATE
from steep.lab.stats.shares_as_text import give_or_take, percent
from steep.lab.stats.statistical_power import POWER
from steep.lab.storage.baseline_file import Baseline, check_seeds
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays
from steep.play.files.rulesets_at_revision import RulesetSource, rulebook_of

COLUMNS = (
    Column("bot"),
    Column("figure", title=""),
    Column("floor", "floor", "floor"),
    Column("hits", "count"),
    Column("trials", "count"),
    Column("hits_now", "count"),
    Column("trials_now", "count"),
    Column("was", "share", "was"),
    Column("now", "share", "now"),
    Column("difference", "points", "difference", ends=("low", "high")),
    Column("p_holm", "p", "p"),
    Column("drifted", "flag", "drifted"),
    Column("detectable_change", "share", "detectable"),
    Column("cleared", "number"),
    Column("cleared_now", "number"),
)
"""Hits are the games that died on the floor, of those that reached it, or that won, of all games."""

OF_BASELINE = (
    Column("bot"),
    Column("figure", title=""),
    Column("floor", "floor", "floor"),
    Column("hits", "count", "games"),
    Column("trials", "count", "of"),
    Column("was", "share", "share"),
    Column("detectable_change", "share", "detectable"),
    Column("cleared", "number"),
)

OF_BOTS = (
    Column("bot"),
    Column("figure"),
    Column("detectable_change", "share"),
    Column("enough", "flag"),
)

DETECTABLE = "detectable: the smallest change for the worse that is found about 8 times in 10"


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
    strict: bool = False,
    progress: OnProgress | None = None,
) -> Result:
    """Play as many games as a baseline has, on the seeds that follow, and test whether any figure has drifted.

    Differences of up to `tolerance` points are none. `false_alarms` is how often an unchanged ruleset may be reported.
    With `out`, a replay that shows a drift is written into that folder. With `strict` the check does not hold either
    where there are too few games to tell. Raises `InputError`, and `Stopped` if `progress` stopped it.
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
    told = drift_result(
        f"{now.ruleset} compared with its baseline", Compared(path, then, now, rulebook.path), limits, figures, strict
    )
    shown = (f"a game that shows it: steep replay {replay}",) if replay else ()
    facts = {**told.facts, "replay": replay, "replay_problem": problem}
    return replace(told, facts=facts, sentences=(*told.sentences, *shown))


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


@dataclass(frozen=True, slots=True)
class Compared:
    """What was compared."""

    path: str
    """Of the baseline; empty when it was no file."""
    baseline: Baseline
    now: Baseline
    """The games of the check."""
    file: str
    """The ruleset's or the table's, which is what a gate complains of; empty if it has none."""

    @property
    def lead(self) -> tuple[str, ...]:
        """The same in sentences."""
        baseline, now = self.baseline, self.now
        seed = baseline.tasks[0].seed
        if not now.rules:
            return (f"{now.ruleset}, compared with {baseline.ruleset}; 95% intervals",)
        return (
            f"{played_in_words(now)}; 95% intervals",
            f"{self.path}: {baseline.ruleset} {baseline.ruleset_hash}, as many games from seed {seed}",
            what_changed(baseline, now),
        )


def drift_result(
    title: str,
    compared: Compared,
    limits: Limits,
    figures: Sequence[Figure],
    strict: bool,
    cautions: tuple[str, ...] = (),
) -> Result:
    """Figures beside those of a baseline, as a result."""
    baseline, now = compared.baseline, compared.now
    drifted = sorted((figure for figure in figures if figure.drifted), key=lambda figure: figure.p)
    reaches = sensitivities(figures, limits)
    word = DRIFTED if drifted else HELD if all(each.enough for each in reaches) else TOO_FEW
    good = {DRIFTED: False, HELD: True, TOO_FEW: False if strict else None}[word]
    said = tuple(map(sensitivity_in_words, reaches))
    return Result(
        title,
        {**origin(now), "baseline": {"path": compared.path, **origin(baseline)}, **settings(limits)},
        (
            Table(
                "figures",
                COLUMNS,
                tuple(row_of(each, baseline, now) for each in figures),
                notes=(DETECTABLE,),
                group_by="bot",
                captions={bot: strength_in_words(bot, baseline.bots[bot], counts) for bot, counts in now.bots.items()},
                notable=tuple(number for number, each in enumerate(figures) if each.drifted),
            ),
            table_of_bots(reaches),
        ),
        compared.lead,
        tuple(
            chart
            for task in now.tasks
            for chart in charts_of_counts(task, {"now": now.bots[task.bot], "baseline": baseline.bots[task.bot]})
        ),
        Verdict(word, good),
        (
            f"{len(drifted)} of {len(figures)} figures drifted (at most 1 false alarm in {1 / limits.false_alarms:,.0f}"
            f" checks, Holm's correction; tolerance {100 * limits.tolerance:g} points)",
            *said,
        ),
        cautions,
        (
            *(Finding("error", each.subject, f"{each.bot}: {drift_in_words(each)}", compared.file) for each in drifted),
            *(Finding("error" if strict else "warning", word, line, compared.file) for line in said if word == TOO_FEW),
        ),
    )


def baseline_result(
    baseline: Baseline, path: Path | str, tolerance: float = 0.0, false_alarms: float = FALSE_ALARM_RATE
) -> Result:
    """A baseline that was written, and what a check against it would find; `tolerance` is in points."""
    limits = Limits(false_alarms, tolerance / 100)
    figures = find_drift(baseline.bots, baseline.bots, baseline.tasks[0].first_floor, limits)
    reaches = sensitivities(figures, limits)
    table = Table(
        "figures",
        OF_BASELINE,
        tuple(row_of_baseline(each, baseline) for each in figures),
        notes=(DETECTABLE,),
        group_by="bot",
        captions={bot: strength(bot, cleared(counts), len(counts.reached)) for bot, counts in baseline.bots.items()},
    )
    return Result(
        f"{path}: a new baseline",
        {"baseline": str(path), "updated": True, **origin(baseline), **settings(limits)},
        (table, table_of_bots(reaches)),
        (played_in_words(baseline),),
        sentences=tuple(map(sensitivity_in_words, reaches)),
    )


def table_of_bots(reaches: Sequence[Sensitivity]) -> Table:
    """How small a drift of each bot's figures would have been found."""
    rows = tuple((each.bot, each.figure, each.detectable_change, each.enough) for each in reaches)
    return Table("sensitivities", OF_BOTS, rows)


def strength_in_words(bot: str, then: Counts, now: Counts) -> str:
    """How far a bot came then and now."""
    clears = cleared(now)
    words = f"{clears.value:.2f} {give_or_take(clears.interval, 2)} in {now.games:,} now"
    return f"{strength(bot, cleared(then), len(now.reached))} in {then.games:,} games of the baseline, {words}"


def played_in_words(baseline: Baseline) -> str:
    """What was played."""
    task = baseline.tasks[0]
    return (
        f"{baseline.ruleset} {baseline.ruleset_hash}: {task.games:,} games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns"
    )


def what_changed(baseline: Baseline, now: Baseline) -> str:
    """What may have caused a drift: tables, rules, or nothing."""
    tables = baseline.ruleset_hash != now.ruleset_hash
    rules = ""
    if baseline.rules != now.rules:
        rules = f"the rules of Steep {now.steep} differ from those of Steep {baseline.steep} that made the baseline"
    if tables:
        return f"the ruleset has changed, and {rules}" if rules else "the ruleset has changed"
    if rules:
        return f"the ruleset has not changed, but {rules}"
    return "neither the ruleset nor Steep's rules have changed: any drift is a false alarm"


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


def row_of(figure: Figure, baseline: Baseline, now: Baseline) -> tuple[Cell, ...]:
    """A row of a check."""
    return (
        figure.bot,
        "wins" if figure.floor is None else "deaths",
        figure.floor,
        figure.hits,
        figure.trials,
        figure.hits_now,
        figure.trials_now,
        figure.was,
        figure.now,
        figure.difference,
        figure.p,
        figure.drifted,
        figure.detectable_change,
        cleared(baseline.bots[figure.bot]).value,
        cleared(now.bots[figure.bot]).value,
    )


def row_of_baseline(figure: Figure, baseline: Baseline) -> tuple[Cell, ...]:
    """A row of a baseline."""
    row = row_of(figure, baseline, baseline)
    return (*row[:5], figure.was, figure.detectable_change, row[-1])


def drift_in_words(figure: Figure) -> str:
    """A figure as it was and as it is now, with the interval of the difference in points."""
    low, high = figure.difference.interval.low, figure.difference.interval.high
    return (
        f"{figure.subject}: {percent(figure.was)} in the baseline, {percent(figure.now)} now"
        f" (difference {100 * low:.1f} to {100 * high:.1f} points)"
    )


def sensitivity_in_words(each: Sensitivity) -> str:
    """How small a drift of a bot's figures would have been found, and whether that is enough."""
    if each.detectable_change is None:
        return f"{each.bot}: no drift whatsoever would be found 8 times in 10: too few games to tell"
    sign = "-" if each.figure == WINS else "+"
    points = f"{sign}{100 * each.detectable_change:.1f} points"
    found = f"{each.bot}: the smallest drift found 8 times in 10: {each.figure} {points}"
    return found if each.enough else f"{found}; above {100 * COARSE:g} there are too few games to tell"
