"""The command `steep compare`: how bots fare differently in two rulesets on the same seeds."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from steep import __version__
from steep.commands.measure import INTERRUPTED
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, stopped_by_interrupt, warming_up
from steep.commands.shared.read_option_values import read_decimal, read_jobs, read_tasks
from steep.commands.shared.read_rulesets_at_revision import read_rulebook_at
from steep.content import Rulebook
from steep.core.compiled import rules_hash
from steep.lab.figures.compare_two_rulesets import ALPHA, DEATHS, SURVIVAL, Change, Comparison, compare
from steep.lab.figures.ends_by_floor import strength
from steep.lab.figures.figures_with_intervals import plain
from steep.lab.simulate.play_and_count_paired_games import PairedCounts, play_pairs, worker_pools_for
from steep.lab.stats.shares_as_text import in_points, percent

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

MIN_POINTS = 0.01

LISTED = 5
"""Where more games are needed, floors are listed one by one up to this many."""

TITLES = {DEATHS: "deaths, of those who reach the floor", SURVIVAL: "survival, of all"}


def run(options: argparse.Namespace) -> int:
    """Play both rulesets, and print the differences."""
    detect = read_decimal("--detect", options.detect, MIN_POINTS, 100, "a difference, in points,") / 100
    a, b = read_rulebook_at(options.a), read_rulebook_at(options.b)
    tasks, jobs = read_tasks(options, a, b), read_jobs(options.jobs)
    paired = [PairedCounts(task) for task in tasks]
    wanted = sum(task.games for task in tasks)
    with (
        bar(2 * wanted, options.bot) as on_progress,
        warming_up() as warmup,
        worker_pools_for([a.compiled, b.compiled], jobs, on_progress, warmup) as worker_pools,
        stopped_by_interrupt(warmup.stop, *(worker_pool.stop for worker_pool in worker_pools)),
    ):
        play_pairs(worker_pools, paired, jobs)
    comparisons = [compare(counts, detect) for counts in paired if counts.games]
    print_comparisons(options, a, b, comparisons)
    played = sum(counts.games for counts in paired)
    if played == wanted:
        return 0
    warn(f"stopped; the figures are of the first {played:,} of {wanted:,} seeds")
    return INTERRUPTED


def print_comparisons(options: argparse.Namespace, a: Rulebook, b: Rulebook, comparisons: Sequence[Comparison]) -> None:
    """Print all comparisons in the chosen format."""
    if options.format == "json":
        say_json(as_json(options, a, b, comparisons))
    elif options.format == "csv":
        rows = [(*row, each.a.cleared.value, each.b.cleared.value) for each in comparisons for row in rows_of(each)]
        say(csv_text((*HEADINGS, "cleared_a", "cleared_b"), rows), end="")
    else:
        say("".join(f"{line}\n" for line in text_lines(options, a, b, comparisons)), end="")


def as_json(options: argparse.Namespace, a: Rulebook, b: Rulebook, comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """All figures; unknown ones are null."""
    return {
        "steep": __version__,
        "rules": rules_hash(),
        "a": {"ruleset": options.a, "hash": a.hash},
        "b": {"ruleset": options.b, "hash": b.hash},
        "confidence": 0.95,
        "bots": [bot_json(each) for each in comparisons],
    }


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
    for measure in TITLES:
        for each in comparison.ranked(measure):
            numbers = (plain(number) for number in (each.a, each.b, each.difference))
            ends = each.interval.low, each.interval.high
            needed = comparison.games, each.needed
            yield comparison.task.bot, measure, each.floor, *numbers, *ends, each.p, each.holds, *needed


def text_lines(
    options: argparse.Namespace, a: Rulebook, b: Rulebook, comparisons: Sequence[Comparison]
) -> Iterator[str]:
    """The settings, then each bot, as text."""
    yield from aligned([("A", options.a, a.hash), ("B", options.b, b.hash)]).splitlines()
    for task in [each.task for each in comparisons[:1]]:
        yield (
            f"both from seed {task.seed}, floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns;"
            f" 95% intervals; significant means with all floors tested (Holm, {ALPHA:.0%})"
        )
    for each in comparisons:
        yield ""
        yield from bot_lines(options, each)


def bot_lines(options: argparse.Namespace, comparison: Comparison) -> Iterator[str]:
    """One bot: its strength, the differences, whether there were enough games, and examples."""
    bot, floors = comparison.task.bot, len(comparison.a.reached)
    yield (
        f"{comparison.games:,} games of each by {strength(bot, comparison.a.cleared, floors)} under A,"
        f" {comparison.b.cleared.value:.2f} ±{comparison.b.cleared.interval.half_width:.2f} under B"
    )
    for measure, title in TITLES.items():
        yield f"  {title}"
        changes = comparison.ranked(measure)
        rows = [
            (in_points(each.subject, each.difference, each.interval), *shares(each), verdict(each))
            for each in changes
            if each.difference != 0
        ]
        if rows:
            yield aligned(rows, right=(1, 3), indent="    ")
        if alike := [each for each in changes if each.difference == 0]:
            floors_alike = floors_in_words(sorted(each.floor for each in alike))
            widest = max(each.interval.half_width for each in alike)
            yield f"    no difference on {floors_alike} (± {100 * widest:.1f} points at most)"
    yield f"  are {comparison.games:,} games enough to detect {100 * comparison.detect:g} points, 8 times in 10?"
    yield aligned([(f"{measure}:", enough(comparison, measure)) for measure in TITLES], indent="    ")
    yield from example(options, comparison)


def shares(change: Change) -> tuple[str, str, str]:
    """A figure under A and under B."""
    a, b = ("?" if math.isnan(share) else percent(share) for share in (change.a, change.b))
    return a, "->", b


def verdict(change: Change) -> str:
    """Whether a difference is significant."""
    if change.holds:
        return "significant"
    return "unknown" if math.isnan(change.difference) else "may be chance"


def enough(comparison: Comparison, measure: str) -> str:
    """On which floors a difference of --detect points would be detected, and how many games the others need."""
    changes = [each for each in comparison.changes if each.measure == measure]
    seen = [each.floor for each in changes if each.needed is not None and each.needed <= comparison.games]
    more = [(each.needed, each.floor) for each in changes if each.needed is not None and each.needed > comparison.games]
    unknown = [each.floor for each in changes if each.needed is None]
    parts = []
    if seen:
        parts.append(f"enough on {'all floors' if len(seen) == len(changes) else floors_in_words(seen)}")
    if len(more) > LISTED:
        lowest, highest = (f"{needed:,} on floor {floor}" for needed, floor in (min(more), max(more)))
        parts.append(f"it takes from {lowest} to {highest}")
    elif more:
        parts.append("it takes " + ", ".join(f"{needed:,} on floor {floor}" for needed, floor in more))
    if unknown:
        parts.append(f"unknown on {floors_in_words(unknown)}, which too few games reach")
    return "; ".join(parts)


def floors_in_words(floors: Sequence[int]) -> str:
    """Rising floor numbers in words, consecutive ones as a range."""
    runs: list[list[int]] = []
    for floor in floors:
        if runs and floor == runs[-1][-1] + 1:
            runs[-1].append(floor)
        else:
            runs.append([floor])
    words = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return f"floor{'' if len(floors) == 1 else 's'} {', '.join(words)}"


def example(options: argparse.Namespace, comparison: Comparison) -> Iterator[str]:
    """Games that show the largest significant difference in deaths, and how to watch the first."""
    change = next((each for each in comparison.ranked(DEATHS) if each.holds), None)
    if change is None:
        return
    row = change.floor - comparison.task.first_floor
    dead, alive, seeds = (
        ("B", "A", comparison.dead_in_b[row]) if change.difference > 0 else ("A", "B", comparison.dead_in_a[row])
    )
    if seeds:
        words = ", ".join(map(str, seeds))
        yield f"  games that show it: of seed {words}, dead on floor {change.floor} under {dead}, past it under {alive}"
        ruleset = getattr(options, dead.lower())
        # A run to watch starts on floor 1, with the ruleset as it is now.
        if comparison.task.first_floor == 1 and "@" not in ruleset:
            yield f"    steep play --ruleset {shlex.quote(ruleset)} --seed {seeds[0]} --bot {comparison.task.bot}"
