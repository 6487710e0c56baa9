"""The command `steep blame`: which table entries cause the deaths on a floor."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from steep import __version__
from steep.commands.measure import INTERRUPTED
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, stopped_by_interrupt, warming_up
from steep.commands.shared.read_option_values import read_bots, read_games, read_jobs, read_number
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.compiled import rules_hash
from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_FLOORS
from steep.lab.figures.compare_two_rulesets import ALPHA
from steep.lab.figures.ends_by_floor import Counts, strength
from steep.lab.figures.figures_with_intervals import plain
from steep.lab.stats.shares_as_text import percent, points
from steep.lab.studies.blame_table_entries import Blame, Effect, Trials
from steep.lab.studies.remove_one_table_entry import Row, ablations
from steep.spawn.exact_numbers import SpawnError

MEASURES = ("deaths", "hazard", "reached")
"""The effects of `steep.lab.studies.blame_table_entries.Blame`, in their order."""

HEADINGS = (
    "table",
    "entry",
    "from_floor",
    *(f"{name}{part}" for name in MEASURES for part in ("", "_low", "_high", "_p_holm", "_holds")),
)


def run(options: argparse.Namespace) -> int:
    """Play the ruleset with and without each table entry, and print the differences."""
    floor = read_number("--floor", options.floor, 1, MAX_FLOORS, "a floor")
    bots = read_bots(options.bot)
    if len(bots) > 1:
        raise InputError(f'--bot: found "{options.bot}"; allowed: one bot')
    task = read_games(options, bots[0], 1, floor)
    jobs = read_jobs(options.jobs)
    rulebook = read_rulebook(options.ruleset)
    written = read_rulebook(options.ruleset.removesuffix(f":{rulebook.mode}")) if rulebook.mode else rulebook
    ablated = ablations(written, floor, rulebook.mode, warn_of_skipped)
    if not ablated:
        raise InputError(f"{options.ruleset}: found no table entry that affects floors 1 to {floor}")
    trials = Trials(rulebook.compiled, ablated, task)
    with (
        bar(task.games * (1 + len(ablated)), task.bot) as on_progress,
        warming_up() as warmup,
        stopped_by_interrupt(warmup.stop, trials.stop),
    ):
        trials.play(jobs, on_progress, warmup)
    stopped = trials.games < task.games
    if trials.games:
        print_blame(options, rulebook, trials)
    if stopped:
        what = f"the figures are of the first {trials.games:,}" if trials.games else "before the first"
        warn(f"stopped; {what} of {task.games:,} seeds")
    return INTERRUPTED if stopped else 0


def warn_of_skipped(row: Row, error: SpawnError) -> None:
    """Report an entry that cannot be taken out."""
    warn(f"{row} is left out: without it the ruleset is invalid ({error})")


def print_blame(options: argparse.Namespace, rulebook: Rulebook, trials: Trials) -> None:
    """Print the effects of all entries in the chosen format."""
    entries = trials.blame()
    counts = Counts.of_codes(trials.paired[0].pairs.sum(axis=1))
    if options.format == "json":
        say_json(as_json(rulebook, trials, counts, entries))
    elif options.format == "csv":
        say(csv_text(HEADINGS, [row_of(each) for each in entries]), end="")
    else:
        say("".join(f"{line}\n" for line in text_lines(rulebook, trials, counts, entries)), end="")


def row_of(each: Blame) -> tuple[object, ...]:
    """An entry with its effects; unknown numbers are None."""
    numbers: list[object] = []
    for effect in each.effects:
        interval = effect.difference.interval
        numbers += [plain(number) for number in (effect.difference.value, interval.low, interval.high, effect.p)]
        numbers.append(effect.holds)
    return (each.row.table, each.row.entry, each.row.floor, *numbers)


def as_json(rulebook: Rulebook, trials: Trials, counts: Counts, entries: Sequence[Blame]) -> dict[str, Any]:
    """All figures and settings."""
    task = trials.task
    return {
        "steep": __version__,
        "rules": rules_hash(),
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": task.bot,
        "seed": task.seed,
        "games": trials.games,
        "turn_limit": task.turns,
        "floor": task.last_floor,
        "reached": counts.reached[-1],
        "died": counts.died[-1],
        "hazard": plain(counts.hazards[-1]),
        "rows": [
            dict(zip(HEADINGS, row_of(each), strict=True)) | {"dead_only_with_it": list(each.saved)} for each in entries
        ],
    }


def text_lines(rulebook: Rulebook, trials: Trials, counts: Counts, entries: Sequence[Blame]) -> Iterator[str]:
    """How deadly the floor is, and the effect of each entry."""
    task, floor = trials.task, trials.task.last_floor
    yield (
        f"{rulebook.name} {rulebook.hash}: {trials.games:,} games from seed {task.seed} by"
        f" {strength(task.bot, counts.cleared, floor)}, as it is and without each of {len(entries)} table entries"
    )
    reached, died, hazard = counts.reached[-1], counts.died[-1], counts.hazards[-1]
    if reached:
        share, low, high = percent(hazard.value), 100 * hazard.interval.low, 100 * hazard.interval.high
        yield (
            f"floor {floor}: {reached:,} reach it, {died:,} die there: {percent(died / trials.games)} of all games,"
            f" {share} of those who reach it ({low:.1f}-{high:.1f})"
        )
    else:
        yield f"floor {floor}: no game reaches it"
    differing = [each for each in entries if each.differs]
    rows: list[tuple[str, ...]] = [("without", f"deaths on floor {floor}", "of those who reach it", "who reach it")]
    rows += [(str(each.row), *map(in_words, each.effects)) for each in differing]
    if differing:
        yield aligned(rows, indent="  ")
    if alike := [each for each in entries if not each.differs]:
        widest = max(each.deaths.difference.interval.half_width for each in alike)
        yield f"  no difference (± {100 * widest:.1f} points at most) without any of:"
        yield from (f"  {each.row}" for each in alike)
    if differing:
        yield "Minus: fewer die there without the entry. Plus: more do, as it helps heroes or kills them earlier."
        yield f"95% intervals. A * marks what is significant with all entries tested (Holm, {ALPHA:.0%})."


def in_words(effect: Effect) -> str:
    """A difference, with a * if it is significant."""
    return points(effect.difference.value, effect.difference.interval) + (" *" if effect.holds else "")
