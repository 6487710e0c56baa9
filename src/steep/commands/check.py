"""The command `steep check`: compares how bots fare in a ruleset with a baseline or a target, as a gate for CI."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.commands.commands_and_options import NEW_BASELINE
from steep.commands.measure import INTERRUPTED
from steep.commands.shared import check_target
from steep.commands.shared.local_or_cluster_executor import executor
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, compiling, stopped_by_interrupt
from steep.commands.shared.read_option_values import read_decimal, read_jobs, read_tasks
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.lab.figures.drift_significance import Examples, Figure, Limits, find_drift
from steep.lab.figures.ends_by_floor import Counts, strength
from steep.lab.figures.figures_with_intervals import plain
from steep.lab.figures.sums_by_floor import Tally
from steep.lab.simulate.play_and_record_floor_visits import record_game
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.shares_as_text import in_points, percent
from steep.lab.stats.statistical_power import POWER
from steep.lab.storage.baseline_file import Baseline, check_seeds, read_baseline, write_baseline
from steep.lab.storage.replay_measured_game import record
from steep.play.files import replays

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


def run(options: argparse.Namespace) -> int:
    """Compare a ruleset with its baseline, or write a new baseline. The exit code is 1 when difficulty has drifted.

    With --target, the exit code is 1 when a band of the target is broken.
    """
    if options.target is not None:
        return check_target.run(options)
    if options.strict:
        raise InputError("--strict: is for --target; --tolerance and --false-alarms say when difficulty has drifted")
    tolerance = read_decimal("--tolerance", options.tolerance or "0", 0, 100, "a tolerance, in points,") / 100
    rate = read_decimal("--false-alarms", options.false_alarms or "0.001", 0.000001, 0.5, "a rate of false alarms")
    limits, jobs = Limits(rate, tolerance), read_jobs(options.jobs)
    rulebook = read_rulebook(options.ruleset)
    if options.update:
        return update(options, rulebook, limits, jobs)
    baseline = read_baseline(options.baseline)
    refuse_other_games(options, baseline)
    return check(options, rulebook, baseline, limits, jobs)


def update(options: argparse.Namespace, rulebook: Rulebook, limits: Limits, jobs: int) -> int:
    """Play and write a baseline. Options that were not given are taken from the old one."""
    words = options_of(read_baseline(options.baseline)) if options.baseline.exists() else NEW_BASELINE
    for option, word in words.items():
        if getattr(options, option) is None:
            setattr(options, option, word)
    tasks = read_tasks(options, rulebook)
    try:
        check_seeds(tasks[0].seed, tasks[0].games)
    except ValueError as problem:
        raise InputError(f"--seed: {problem}") from None
    played = play(rulebook, tasks, jobs, options.cluster)
    if played is None:
        return interrupted("the baseline is unchanged")
    baseline = Baseline.of(rulebook, played.counts)
    write_baseline(baseline, options.baseline)
    figures = find_drift(baseline.bots, baseline.bots, tasks[0].first_floor, limits)
    rows = [(*row[:5], row[7], row[-1]) for row in map(row_of, figures)]
    if options.format == "json":
        summary = {"baseline": str(options.baseline), "updated": True, **origin(baseline), **as_json(limits)}
        say_json({**summary, "figures": [dict(zip(BASELINE_HEADINGS, row, strict=True)) for row in rows]})
    elif options.format == "csv":
        strong = [(*row, baseline.bots[each.bot].cleared.value) for row, each in zip(rows, figures, strict=True)]
        say(csv_text((*BASELINE_HEADINGS, "cleared"), strong), end="")
    else:
        say("".join(f"{line}\n" for line in baseline_lines(options.baseline, baseline, figures)), end="")
    return 0


def check(options: argparse.Namespace, rulebook: Rulebook, baseline: Baseline, limits: Limits, jobs: int) -> int:
    """Play the games that follow the baseline's, and test for drift."""
    played = play(rulebook, baseline.following(), jobs, options.cluster)
    if played is None:
        return interrupted("nothing was decided")
    now = Baseline.of(rulebook, played.counts)
    figures = find_drift(baseline.bots, now.bots, now.tasks[0].first_floor, limits)
    drifted = sorted((figure for figure in figures if figure.drifted), key=lambda figure: figure.p)
    replay = write_replay(options.out, rulebook, played, drifted[0]) if drifted else None
    if options.format == "json":
        summary = {
            "drifted": bool(drifted),
            **origin(now),
            "baseline": {"path": str(options.baseline), **origin(baseline)},
            **as_json(limits),
            "replay": None if replay is None else str(replay),
        }
        say_json({**summary, "figures": [dict(zip(HEADINGS, row_of(each), strict=True)) for each in figures]})
    elif options.format == "csv":
        rows = [(*row_of(each), *(side.bots[each.bot].cleared.value for side in (baseline, now))) for each in figures]
        say(csv_text((*HEADINGS, "cleared", "cleared_now"), rows), end="")
    else:
        lines = [
            *check_lines(options.baseline, baseline, now, figures),
            "",
            *verdict_lines(drifted, figures, limits, replay),
        ]
        say("".join(f"{line}\n" for line in lines), end="")
    return 1 if drifted else 0


def options_of(baseline: Baseline) -> dict[str, str]:
    """The settings of a baseline as option values."""
    task = baseline.tasks[0]
    return {
        "bot": ",".join(baseline.bots),
        "games": str(task.games),
        "seed": str(task.seed),
        "floors": f"{task.first_floor}-{task.last_floor}",
        "turns": str(task.turns),
    }


def refuse_other_games(options: argparse.Namespace, baseline: Baseline) -> None:
    """Raise `InputError` when options ask for other games than the baseline's."""
    words = options_of(baseline)
    for option, word in words.items():
        given = getattr(options, option)
        if given is not None and set(read_tasks(argparse.Namespace(**words | {option: given}))) != set(baseline.tasks):
            made = f"{options.baseline} was made with {word}; --update writes a new one"
            raise InputError(f'--{option}: found "{given}"; {made}')


@dataclass(frozen=True, slots=True)
class Played:
    """The results of the games of some bots."""

    counts: dict[Task, Counts]
    examples: dict[str, Examples]


def play(rulebook: Rulebook, tasks: Sequence[Task], jobs: int, cluster: str | None) -> Played | None:
    """Play the games of some tasks, each with a different bot; None when interrupted."""
    tallies = [Tally(task, len(rulebook.monsters)) for task in tasks]
    examples = {task.bot: Examples() for task in tasks}

    def keep(batch: Batch) -> None:
        examples[batch.bot].add(batch)

    with (
        bar(sum(task.games for task in tasks), ",".join(examples)) as on_progress,
        executor(rulebook.compiled, jobs, cluster, on_progress) as worker_pool,
        stopped_by_interrupt(worker_pool.stop),
    ):
        play_games(worker_pool, tallies, worker_pool.jobs, keep)
    if any(tally.games < tally.task.games for tally in tallies):
        return None
    return Played({tally.task: Counts.of_visits(tally.ends) for tally in tallies}, examples)


def interrupted(consequence: str) -> int:
    """Warn that playing was stopped; returns the exit code."""
    warn(f"stopped; {consequence}")
    return INTERRUPTED


def write_replay(folder: Path, rulebook: Rulebook, played: Played, figure: Figure) -> Path | None:
    """Write a replay of a game that shows how a figure changed, and return its path; None when there is none."""
    task = next(task for task in played.counts if task.bot == figure.bot)
    seed = played.examples[figure.bot].of(figure)
    if seed is None:
        return None
    where = "wins" if figure.floor is None else f"floor-{figure.floor}"
    path = folder / f"drift-{figure.bot}-{where}-seed-{seed}.steep"
    with compiling(record_game):
        recording = record(rulebook, task, seed)
    try:
        replays.write(recording, path)
    except replays.ReplayError as problem:
        warn(str(problem))
        return None
    return path


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
        "cleared": {bot: plain(counts.cleared) for bot, counts in baseline.bots.items()},
    }


def as_json(limits: Limits) -> dict[str, Any]:
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


def baseline_lines(path: Path, baseline: Baseline, figures: Sequence[Figure]) -> Iterator[str]:
    """A baseline that was written, as text."""
    task = baseline.tasks[0]
    yield (
        f"{path}: the baseline of {baseline.ruleset} {baseline.ruleset_hash},"
        f" {task.games:,} games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns"
    )
    for bot, counts in baseline.bots.items():
        yield f"\n{strength(bot, counts.cleared, len(counts.reached))}"
        rows = [
            (each.subject, f"{each.hits:,} of {each.trials:,}", share(each.was), detectable_change(each))
            for each in figures
            if each.bot == bot and each.trials
        ]
        yield aligned([("", "games", "share", "detectable change"), *rows], right=(1, 2, 3), indent="  ")


def check_lines(path: Path, baseline: Baseline, now: Baseline, figures: Sequence[Figure]) -> Iterator[str]:
    """What was compared, and all figures, as text."""
    task = now.tasks[0]
    yield (
        f"{now.ruleset} {now.ruleset_hash}: {task.games:,} games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns; 95% intervals"
    )
    yield f"{path}: {baseline.ruleset} {baseline.ruleset_hash}, as many games from seed {baseline.tasks[0].seed}"
    yield what_changed(baseline, now)
    for bot, counts in now.bots.items():
        was = strength(bot, baseline.bots[bot].cleared, len(counts.reached))
        yield f"\n{was} in the baseline, {counts.cleared.value:.2f} ±{counts.cleared.interval.half_width:.2f} now"
        rows = [
            (
                in_points(each.subject, each.difference.value, each.difference.interval),
                share(each.was),
                share(each.now),
                f"{each.p:.2g}",
                detectable_change(each),
                "drifted" if each.drifted else "",
            )
            for each in figures
            if each.bot == bot and (each.trials or each.trials_now)
        ]
        yield aligned([("", "was", "now", "p", "detectable", ""), *rows], right=range(1, 5), indent="  ")


def share(value: float) -> str:
    """A share in percent."""
    return "?" if math.isnan(value) else percent(value)


def detectable_change(figure: Figure) -> str:
    """The smallest detectable change for the worse, in points."""
    if figure.detectable_change is None:
        return "none"
    return f"{'-' if figure.floor is None else '+'}{100 * figure.detectable_change:.1f}"


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


def verdict_lines(
    drifted: Sequence[Figure], figures: Sequence[Figure], limits: Limits, replay: Path | None
) -> Iterator[str]:
    """Whether difficulty has drifted, how reliable that is, and a replay that shows it."""
    for each in drifted:
        yield f"drifted: {each.bot}: {in_points(each.subject, each.difference.value, each.difference.interval)}"
    if replay is not None:
        yield f"a game that shows it: steep replay {replay}"
    yield (
        f"{'drifted' if drifted else 'held'}: {len(drifted)} of {len(figures)} figures"
        f" (Fisher's exact test, Holm's correction; at most 1 false alarm in {1 / limits.false_alarms:,.0f} checks;"
        f" tolerance {100 * limits.tolerance:g} points)"
    )
    yield "detectable: the smallest change for the worse that is found about 8 times in 10"
