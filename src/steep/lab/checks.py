"""`steep.lab.check`: whether games lie in a target's bands, or have drifted from a baseline, whoever played them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.bots.choose_action import BOTS
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief, checked_decimal, checked_path, nearest
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
from steep.lab.figures.figures_in_bands import (
    BROKEN,
    UNCLEAR,
    BandFigure,
    bands_table,
    count_verdicts,
    figures_in_bands,
    text_row,
)
from steep.lab.figures.game_figures import cleared, killers_of, strength
from steep.lab.measurement import checked_jobs, tasks_of
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.results.plain_data import plain
from steep.lab.results.result import Cell, Column, Finding, Result, Table, Verdict
from steep.lab.simulate.play_games import executor, play_games
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import FALSE_ALARM_RATE, Estimate, Interval, holm
from steep.lab.stats.independent_differences import POWER, detectable_difference, independent_hazards
from steep.lab.stats.paired_differences import DIED, OUTCOMES, SURVIVED, Difference
from steep.lab.stats.shares_as_text import NOT_KNOWN, give_or_take, percent
from steep.lab.storage.baseline_file import Baseline, check_seeds
from steep.lab.storage.replay_measured_game import record
from steep.lab.storage.target_file import GIVEN, OTHERS, Target, TargetSource, check_killers, file_of, read_target
from steep.lab.tables_of_games.compare_games import matched, one_version
from steep.lab.tables_of_games.games import Games, games_at
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
"""Hits are games: those that died on the floor, out of those that reached it, or those that won, out of all."""

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

NO_RULES = ""
"""Games that Steep did not play have no rules, and no ruleset's hash."""

DETECTABLE = "detectable: the smallest change for the worse that is found about 8 times in 10"


def check(
    ruleset: RulesetSource | Games,
    *,
    baseline: Baseline | Games | Path | str | None = None,
    target: TargetSource | None = None,
    strict: bool = False,
    tolerance: float | None = None,
    false_alarms: float | None = None,
    out: Path | str | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Compare the figures of a ruleset's games with a baseline (table `figures`) or a target's bands (table `bands`).

    A target says what is played, and `games` and `seed` replace its own. Against a baseline, as many games are played
    as it has, on the seeds that follow. A share has drifted if its difference is above `tolerance` points (0) and
    significant: `false_alarms` (0.001) is how often an unchanged ruleset may be reported. With `out`, a replay that
    shows a drift is written into that folder.

    Games that were read, or the path of a table or of a folder of `steep measure --out`, are not played. Their baseline
    is other games, and bands apply to their players. Games that share seeds may be compared: it makes alarms rarer.

    With `strict` the result doesn't hold if there are too few games to tell. Raises `InputError`, and `Stopped` if
    `progress` stopped it.
    """
    if (baseline is None) == (target is None):
        raise InputError("check: found both or neither of baseline and target; allowed: one of the two")
    source, then = games_at(ruleset) or ruleset, games_at(baseline) or baseline
    if isinstance(then, Games) and not isinstance(source, Games):
        raise InputError("baseline: found games of a table; allowed for a ruleset: a baseline's file")
    of_limits = {"tolerance": tolerance, "false_alarms": false_alarms}
    of_target, of_baseline = {"games": games, "seed": seed}, {"out": out}
    of_playing = {"jobs": jobs, "cluster": cluster, "progress": progress}
    allowed = [] if target is not None else [*of_limits]
    if not isinstance(source, Games):
        allowed += [*(of_baseline if target is None else of_target), *of_playing]
    for name, value in (of_limits | of_target | of_baseline | of_playing).items():
        if value is not None and name not in allowed:
            names = [*allowed, "strict"]
            raise InputError(f'found no argument "{name}"{nearest(name, names)}; allowed: {", ".join(names)}')
    if target is not None:
        wanted = read_target(target, players=source.players if isinstance(source, Games) else BOTS)
        if isinstance(source, Games):
            return bands_result(sample_in_bands(source, wanted, file_of(target)), wanted, file_of(target), strict)
        wanted, rulebook = wanted.with_games(games, seed), rulebook_of(source)
        check_killers(wanted, killers_of(rulebook), file_of(target) or GIVEN)
        return bands_result(play(rulebook, wanted.tasks, jobs, cluster, progress), wanted, file_of(target), strict)
    limits = limits_of(tolerance or 0, FALSE_ALARM_RATE if false_alarms is None else false_alarms)
    if isinstance(source, Games):
        if not isinstance(then, Games):
            raise InputError(f"baseline: found {brief(then)}; allowed: other games (steep.lab.read_games)")
        before, after = samples_of_tables(then, source)
        return drift_result(before, after, limits, figures_of_drift(before, after, limits), strict)
    rulebook = rulebook_of(source)
    path = ""
    if not isinstance(then, Baseline):
        path = str(checked_path("baseline", then))  # type: ignore[arg-type] # which it checks
        then = Baseline.load(path)
    examples = {task.bot: Examples() for task in then.tasks}
    before = Sample("its baseline", path, then)
    after = play(rulebook, then.following(), jobs, cluster, progress, examples)
    figures = figures_of_drift(before, after, limits)
    found = drift_result(before, after, limits, figures, strict)
    replay, problem = None, ""
    if out is not None and (drifted := most_significant(figures)):
        try:
            replay = write_replay(Path(out), rulebook, after.games, examples, drifted[0])
        except replays.ReplayError as error:
            problem = str(error)
    shown = (f"a game that shows it: steep replay {replay}",) if replay else ()
    facts = {**found.facts, "replay": replay, "replay_problem": problem}
    return replace(found, facts=facts, sentences=(*found.sentences, *shown))


def assert_bands(ruleset: RulesetSource | Games, target: TargetSource, **options: Any) -> Result:
    """Raise `AssertionError` when a band of a target is broken, with what was measured. For a maker's tests.

    `ruleset` and options are those of `check`. Raises `InputError` for mistakes in the target.
    """
    __tracebackhide__ = True
    checked = check(ruleset, target=target, **options)
    checked.raise_if_broken()
    return checked


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
    check_seeds(seed, games)
    return play(rulebook, tasks, jobs, cluster, progress).games


@dataclass(frozen=True, slots=True)
class Sample:
    """Games that are checked or compared with, whoever played them."""

    name: str
    """The name of the ruleset, or of the table with its version."""
    file: str
    """The ruleset's, the baseline's or the table's; empty if it has none."""
    games: Baseline
    """How those of each bot or player ended, and what they were played with."""
    killers: Sequence[str] = ()
    """All that can kill the hero."""
    cautions: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, Counts]:
        """By bot or player."""
        return self.games.bots

    @property
    def of_table(self) -> bool:
        """Whether Steep did not play them."""
        return self.games.rules == NO_RULES

    @property
    def facts(self) -> dict[str, Any]:
        """What was played with what, and how many floors each bot cleared."""
        games, task = self.games, self.games.tasks[0]
        return {
            "ruleset": games.ruleset,
            "ruleset_hash": games.ruleset_hash,
            "steep": games.steep,
            "rules": games.rules,
            "seed": task.seed,
            "games": task.games,
            "floors": [task.first_floor, task.last_floor],
            "turns": task.turns,
            "cleared": {bot: plain(cleared(counts)) for bot, counts in self.counts.items()},
        }

    @property
    def lead(self) -> str:
        """The same in words."""
        if self.of_table:
            return f"{self.name}: " + ", ".join(f"{each.games:,} games of {bot}" for bot, each in self.counts.items())
        task = self.games.tasks[0]
        return (
            f"{self.games.ruleset} {self.games.ruleset_hash}: {task.games:,} games of each bot from seed {task.seed},"
            f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns"
        )


def play(
    rulebook: Rulebook,
    tasks: Sequence[Task],
    jobs: int | None,
    cluster: str | None,
    progress: OnProgress | None,
    examples: dict[str, Examples] | None = None,
) -> Sample:
    """Play the games of some tasks, each with a different bot, and look for `examples`. Raises `Stopped`."""
    counted = [PlayedGames(task, len(rulebook.monsters)) for task in tasks]
    watch = Watch(progress, 0)
    watch.begin(",".join(task.bot for task in tasks), sum(task.games for task in tasks))

    def keep(batch: GameBatch) -> None:
        if examples is not None:
            examples[batch.bot].add(batch)

    with executor(rulebook.compiled, checked_jobs(jobs), cluster, watch) as worker_pool:
        play_games(worker_pool, counted, worker_pool.jobs, keep)
    watch.raise_failure()
    if not all(each.whole for each in counted):
        raise Stopped
    games = Baseline.of(rulebook, {each.task: each.counts for each in counted})
    return Sample(rulebook.name, rulebook.path, games, killers_of(rulebook))


def sample_of(games: Games, counts: dict[str, Counts], killers: Sequence[str] = ()) -> Sample:
    """Games of a table that were counted."""
    tasks = tuple(Task(name, 0, each.games, 1, each.floors, 0) for name, each in counts.items())
    name = games.path if games.version is None else f"{games.path}@{games.version}"
    played = Baseline(__version__, NO_RULES, games.path, "", tasks, counts)
    return Sample(name, games.path, played, killers, games.cautions)


def samples_of_tables(then: Games, now: Games) -> tuple[Sample, Sample]:
    """The games of those players that both sides have, on all floors of both. Raises `InputError` if there are none."""
    pairs = matched(then, now)
    floors = max(each.counts.floors for pair in pairs for each in pair)
    before, after = ({pair[1].name: pair[side].counts.with_floors(floors) for pair in pairs} for side in (0, 1))
    return sample_of(then, before), sample_of(now, after)


def sample_in_bands(games: Games, target: Target, file: str) -> Sample:
    """The games of those players in a table that have bands. Raises `InputError` for bands without data."""
    one_version(games)
    if "turns" not in games.means_of and any(band.measure == "turns" for band in target.bands):
        raise InputError(f"{file or GIVEN}: found bands of turns, and {games.path} has no column turns")
    # A table names only killers that have killed. Any other killer with a band has killed nobody.
    named = (band.killer for band in target.bands if band.killer not in ("", OTHERS))
    killers = list(dict.fromkeys([*games.assembled.killers, *named])) or [NOT_KNOWN]
    deepest = max([target.tasks[0].last_floor, *(band.floor or 1 for band in target.bands)])
    mine = {task.bot for task in target.tasks}
    counts = {each.name: each.counts.with_floors(deepest) for each in games.by_player if each.name in mine}
    return sample_of(games, counts, killers)


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


def verdict_of(word: str, strict: bool) -> Verdict:
    """A verdict with this word. Only HELD holds; TOO_FEW is undecided unless the check is `strict`."""
    return Verdict(word, {HELD: True, TOO_FEW: False if strict else None}.get(word, False))


# Bands ----------------------------------------------------------------------------------------------------------------


def bands_result(sample: Sample, target: Target, file: str, strict: bool) -> Result:
    """Figures beside the bands of a target. `file` is the target's."""
    figures = figures_in_bands(target.bands, sample.counts, target.confidence, sample.killers)
    clears = {bot: cleared(counts) for bot, counts in sample.counts.items()}
    floors = max(counts.floors for counts in sample.counts.values())
    played = sample.facts
    if sample.of_table:
        games = {bot: counts.games for bot, counts in sample.counts.items()}
        played = {"file": sample.file, "games": games, "floors": [1, floors], "cleared": clears}
    found = {figure.verdict for figure in figures}
    word = BROKEN if BROKEN in found else TOO_FEW if UNCLEAR in found else HELD
    unclear = ("unclear: the interval crosses an edge of the band; play more games",) if UNCLEAR in found else ()
    errors = (BROKEN, UNCLEAR) if strict else (BROKEN,)
    return Result(
        f"{sample.name} in the bands of {file or 'a target'}",
        {"strict": strict, "target": file, **played, "confidence": target.confidence},
        (bands_table(figures, clears, floors),),
        (f"{sample.lead}; {100 * target.confidence:g}% intervals for all bands together",),
        (),
        verdict_of(word, strict),
        (f"of {len(figures)} bands, {count_verdicts(figures)}", *unclear),
        sample.cautions,
        tuple(
            Finding(
                "error" if each.verdict in errors else "warning",
                each.band.subject,
                band_in_words(each),
                sample.file,
            )
            for each in figures
            if each.verdict in (BROKEN, UNCLEAR)
        ),
    )


def band_in_words(figure: BandFigure) -> str:
    """A band, and what was measured."""
    subject, band, value, ends, verdict = text_row(figure)
    return f"{figure.band.bot}, {subject}: {value} (interval {ends}) for the band {band}: {verdict}"


# Drift ----------------------------------------------------------------------------------------------------------------


def limits_of(tolerance: float, false_alarms: float) -> Limits:
    """When a difference counts as drift; `tolerance` is in points. Raises `InputError`."""
    return Limits(
        checked_decimal("false_alarms", false_alarms, 0.000001, 0.5),
        checked_decimal("tolerance", tolerance, 0, 100) / 100,
    )


def most_significant(figures: Sequence[Figure]) -> list[Figure]:
    """The figures that drifted, the surest first."""
    return sorted((figure for figure in figures if figure.drifted), key=lambda figure: figure.p)


def figures_of_drift(then: Sample, now: Sample, limits: Limits) -> list[Figure]:
    """All figures of all bots or players, tested together by Holm's method.

    Shares of bots are tested by Fisher's exact test, those of people by how much the people differ from each other.
    """
    figures = find_drift(then.counts, now.counts, now.games.tasks[0].first_floor, limits)
    pairs = [(counts, now.counts[bot]) for bot, counts in then.counts.items()]
    if all(len(counts.groups) < 2 for pair in pairs for counts in pair):
        return figures
    found = [difference for pair in pairs for difference in differences_between(*pair)]
    adjusted = holm([each.p for each in found])
    confidence = 1 - limits.false_alarms / len(found)
    return [
        replace(
            figure,
            difference=Estimate(each.value, each.interval),
            p=p,
            drifted=p <= limits.false_alarms and abs(each.value) > limits.tolerance,
            detectable_change=rise_within(each, figure, confidence, limits.tolerance),
        )
        for figure, each, p in zip(figures, found, adjusted, strict=True)
    ]


def differences_between(then: Counts, now: Counts) -> Iterator[Difference]:
    """The difference of hazards by floor, and last the difference of the shares of games that were won."""
    yield from independent_hazards(then.ends_by_group, now.ends_by_group)
    (lost,) = independent_hazards(won_or_not(then), won_or_not(now))
    yield replace(lost, value=-lost.value, interval=Interval(-lost.interval.high, -lost.interval.low))


def won_or_not(counts: Counts) -> NDArray[np.int64]:
    """Games as if there were one floor, which the won ones survive: shape (groups, OUTCOMES)."""
    ends = np.array(counts.ends_by_group)
    found = np.zeros((len(ends), OUTCOMES), np.int64)
    found[:, SURVIVED] = ends[:, SURVIVED::OUTCOMES].sum(axis=1)
    found[:, DIED] = ends.sum(axis=1) - found[:, SURVIVED]
    return found


def rise_within(difference: Difference, figure: Figure, confidence: float, tolerance: float) -> float | None:
    """The smallest change for the worse found with POWER, and beyond a tolerance.

    None where even the largest would be missed.
    """
    rise = detectable_difference(difference.error, POWER, confidence)
    if tolerance:
        rise = max(rise, tolerance + NormalDist().inv_cdf(POWER) * difference.error)
    was = 0.0 if not figure.trials else figure.hits / figure.trials
    room = 1 - was if figure.floor is not None else was
    return rise if rise <= room else None


def drift_result(then: Sample, now: Sample, limits: Limits, figures: Sequence[Figure], strict: bool) -> Result:
    """Figures beside those of a baseline."""
    drifted = most_significant(figures)
    reaches = sensitivities(figures, limits)
    word = DRIFTED if drifted else HELD if all(each.enough for each in reaches) else TOO_FEW
    said = tuple(map(sensitivity_in_words, reaches))
    lead = [then.lead]
    if not now.of_table:
        seed = then.games.tasks[0].seed
        baseline = f"{then.file}: {then.games.ruleset} {then.games.ruleset_hash}, as many games from seed {seed}"
        lead = [baseline, what_changed(then.games, now.games)]
    charts: list[Chart] = []
    for task in now.games.tasks:
        ends = {"now": now.counts[task.bot], "baseline": then.counts[task.bot]}
        charts += charts_of_counts(task, ends)
    return Result(
        f"{now.name} compared with {then.name}",
        {**now.facts, "baseline": {"path": then.file, **then.facts}, **settings(limits)},
        (
            Table(
                "figures",
                COLUMNS,
                tuple(row_of(each, then.counts, now.counts) for each in figures),
                notes=(DETECTABLE,),
                group_by="bot",
                captions={bot: strength_in_words(bot, then.counts[bot], each) for bot, each in now.counts.items()},
                notable=tuple(number for number, each in enumerate(figures) if each.drifted) or None,
            ),
            table_of_bots(reaches),
        ),
        (f"{now.lead}; 95% intervals", *lead),
        tuple(charts),
        verdict_of(word, strict),
        (
            f"{len(drifted)} of {len(figures)} figures drifted (at most 1 false alarm in {1 / limits.false_alarms:,.0f}"
            f" checks, Holm's correction; tolerance {100 * limits.tolerance:g} points)",
            *said,
        ),
        (*then.cautions, *now.cautions),
        (
            *(Finding("error", each.subject, f"{each.bot}: {drift_in_words(each)}", now.file) for each in drifted),
            *(Finding("error" if strict else "warning", word, line, now.file) for line in said if word == TOO_FEW),
        ),
    )


def baseline_result(
    baseline: Baseline, path: Path | str, tolerance: float = 0.0, false_alarms: float = FALSE_ALARM_RATE
) -> Result:
    """A baseline that was written, and what a check against it would find; `tolerance` is in points."""
    limits = limits_of(tolerance, false_alarms)
    sample = Sample("", str(path), baseline)
    figures = find_drift(baseline.bots, baseline.bots, baseline.tasks[0].first_floor, limits)
    reaches = sensitivities(figures, limits)
    rows = (row_of(each, baseline.bots, baseline.bots) for each in figures)
    table = Table(
        "figures",
        OF_BASELINE,
        tuple((*row[:5], each.was, each.detectable_change, row[-1]) for each, row in zip(figures, rows, strict=True)),
        notes=(DETECTABLE,),
        group_by="bot",
        captions={bot: strength(bot, cleared(counts), len(counts.reached)) for bot, counts in baseline.bots.items()},
    )
    return Result(
        f"{path}: a new baseline",
        {"baseline": str(path), "updated": True, **sample.facts, **settings(limits)},
        (table, table_of_bots(reaches)),
        (sample.lead,),
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


def settings(limits: Limits) -> dict[str, Any]:
    """The settings of the test."""
    return {"false_alarms": limits.false_alarms, "tolerance": limits.tolerance, "power": POWER, "confidence": 0.95}


def row_of(figure: Figure, then: dict[str, Counts], now: dict[str, Counts]) -> tuple[Cell, ...]:
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
        cleared(then[figure.bot]).value,
        cleared(now[figure.bot]).value,
    )


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
        return f"{each.bot}: too few games to tell: no drift would be found 8 times in 10"
    sign = "-" if each.figure == WINS else "+"
    points = f"{sign}{100 * each.detectable_change:.1f} points"
    found = f"{each.bot}: the smallest drift found 8 times in 10: {each.figure} {points}"
    return found if each.enough else f"{found}; above {100 * COARSE:g} there are too few games to tell"
