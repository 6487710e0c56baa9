"""The command `steep check`: compares how bots fare in a ruleset with a baseline or a target, as a gate for CI."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from steep.commands.commands_and_options import NEW_BASELINE
from steep.commands.shared import check_table, check_target
from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns
from steep.commands.shared.lines_of_drift import detectable_change, exit_code, share, table_of_figures
from steep.commands.shared.markdown_summary import say_markdown
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import (
    as_options,
    read_decimal,
    read_jobs,
    read_playing,
    read_tasks,
)
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.lab import Baseline, DriftCheck, Stopped, check, make_baseline
from steep.lab.drift_check import CLEARED, HEADINGS, origin, row_of, sensitivity_in_words, settings
from steep.lab.figures.drift_significance import Figure, Limits, find_drift, sensitivities
from steep.lab.figures.game_figures import cleared, strength
from steep.lab.stats.shares_as_text import give_or_take, in_points

BASELINE_HEADINGS = ("bot", "figure", "floor", "hits", "trials", "was", "detectable_change")


def run(options: argparse.Namespace) -> int:
    """Compare a ruleset with its baseline, or write a new baseline. The exit code is 1 when difficulty has drifted.

    With --target, the exit code is 1 when a band of the target is broken.
    """
    if options.target is not None:
        return check_target.run(options)
    if options.strict and options.update:
        raise InputError("--strict: is for a check; --update writes a baseline")
    tolerance = read_decimal("--tolerance", options.tolerance or "0", 0, 100, "a tolerance, in points,")
    rate = read_decimal("--false-alarms", options.false_alarms or "0.001", 0.000001, 0.5, "a rate of false alarms")
    jobs = read_jobs(options.jobs)
    columns = read_columns(options.columns)
    if (games := read_games_at(options.ruleset, columns)) is not None:
        return check_table.against_table(options, games, columns, tolerance, rate)
    refuse_columns(columns)
    rulebook = read_rulebook(options.ruleset)
    if options.update:
        if options.format == "markdown":
            raise InputError("--format markdown: is for the figures of a check; --update writes a baseline")
        return update(options, rulebook, Limits(rate, tolerance / 100))
    baseline = Baseline.load(options.baseline)
    refuse_other_games(options, baseline)
    try:
        with progress_of_games(",".join(baseline.bots)) as on_progress:
            checked = check(
                rulebook,
                baseline=options.baseline,
                tolerance=tolerance,
                false_alarms=rate,
                jobs=jobs,
                cluster=options.cluster,
                out=options.out,
                progress=on_progress,
            )
    except Stopped:
        return interrupted("nothing was decided")
    if checked.replay_problem:
        warn(checked.replay_problem)
    print_check(options.format, checked)
    return exit_code(checked, strict=options.strict)


def update(options: argparse.Namespace, rulebook: Rulebook, limits: Limits) -> int:
    """Play and write a baseline. Options that were not given are taken from the old one."""
    words = options_of(Baseline.load(options.baseline)) if options.baseline.exists() else NEW_BASELINE
    for option, word in words.items():
        if getattr(options, option) is None:
            setattr(options, option, word)
    playing = read_playing(options, rulebook)
    try:
        with as_options("seed"), progress_of_games(options.bot) as on_progress:
            baseline = make_baseline(rulebook, **playing, cluster=options.cluster, progress=on_progress)
    except Stopped:
        return interrupted("the baseline is unchanged")
    baseline.save(options.baseline)
    figures = find_drift(baseline.bots, baseline.bots, baseline.tasks[0].first_floor, limits)
    rows = [(*row[:5], row[7], row[-1]) for row in map(row_of, figures)]
    if options.format == "json":
        summary = {"baseline": str(options.baseline), "updated": True, **origin(baseline), **settings(limits)}
        say_json({**summary, "figures": [dict(zip(BASELINE_HEADINGS, row, strict=True)) for row in rows]})
    elif options.format == "csv":
        strong = [(*row, cleared(baseline.bots[each.bot]).value) for row, each in zip(rows, figures, strict=True)]
        say(csv_text((*BASELINE_HEADINGS, "cleared"), strong), end="")
    else:
        say("".join(f"{line}\n" for line in baseline_lines(options.baseline, baseline, figures, limits)), end="")
    return 0


def print_check(form: str, checked: DriftCheck) -> None:
    """Print all figures in the chosen format."""
    if form == "json":
        say_json(checked.as_json())
    elif form == "markdown":
        say_markdown(checked)
    elif form == "csv":
        say(csv_text((*HEADINGS, *CLEARED), checked.rows()), end="")
    else:
        say("".join(f"{line}\n" for line in [*check_lines(checked), "", *verdict_lines(checked)]), end="")


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


def interrupted(consequence: str) -> int:
    """Warn that playing was stopped; returns the exit code."""
    warn(f"stopped; {consequence}")
    return INTERRUPTED


def baseline_lines(path: Path, baseline: Baseline, figures: Sequence[Figure], limits: Limits) -> Iterator[str]:
    """A baseline that was written, as text."""
    task = baseline.tasks[0]
    yield (
        f"{path}: the baseline of {baseline.ruleset} {baseline.ruleset_hash},"
        f" {task.games:,} games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns"
    )
    for bot, counts in baseline.bots.items():
        yield f"\n{strength(bot, cleared(counts), len(counts.reached))}"
        rows = [
            (each.subject, f"{each.hits:,} of {each.trials:,}", share(each.was), detectable_change(each))
            for each in figures
            if each.bot == bot and each.trials
        ]
        yield aligned([("", "games", "share", "detectable change"), *rows], right=(1, 2, 3), indent="  ")
    yield ""
    yield from map(sensitivity_in_words, sensitivities(figures, limits))


def check_lines(checked: DriftCheck) -> Iterator[str]:
    """What was compared, and all figures, as text."""
    baseline, now = checked.baseline, checked.now
    task = now.tasks[0]
    yield (
        f"{now.ruleset} {now.ruleset_hash}: {task.games:,} games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns; 95% intervals"
    )
    seed = baseline.tasks[0].seed
    yield f"{checked.path}: {baseline.ruleset} {baseline.ruleset_hash}, as many games from seed {seed}"
    yield what_changed(baseline, now)
    for bot, counts in now.bots.items():
        was, clears = strength(bot, cleared(baseline.bots[bot]), len(counts.reached)), cleared(counts)
        yield f"\n{was} in the baseline, {clears.value:.2f} {give_or_take(clears.interval, 2)} now"
        yield table_of_figures([each for each in checked.figures if each.bot == bot])


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


def verdict_lines(checked: DriftCheck) -> Iterator[str]:
    """Whether difficulty has drifted, how reliable that is, and a replay that shows it."""
    drifted, limits = checked.drifted, checked.limits
    for each in drifted:
        yield f"drifted: {each.bot}: {in_points(each.subject, each.difference.value, each.difference.interval)}"
    if checked.replay is not None:
        yield f"a game that shows it: steep replay {checked.replay}"
    yield (
        f"{checked.verdict}: {len(drifted)} of {len(checked.figures)} figures drifted"
        f" (Fisher's exact test, Holm's correction; at most 1 false alarm in {1 / limits.false_alarms:,.0f} checks;"
        f" tolerance {100 * limits.tolerance:g} points)"
    )
    yield "detectable: the smallest change for the worse that is found about 8 times in 10"
    yield from map(sensitivity_in_words, checked.sensitivities)
