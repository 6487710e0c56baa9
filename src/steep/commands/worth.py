"""The command `steep worth`: what items and their categories are worth."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steep import __version__
from steep.commands.measure import INTERRUPTED
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, stopped_by_interrupt, warming_up
from steep.commands.shared.read_option_values import read_jobs, read_tasks
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.compiled import rules_hash
from steep.core.input_errors import InputError
from steep.lab.figures.compare_two_rulesets import ALPHA
from steep.lab.figures.ends_by_floor import strength
from steep.lab.figures.figures_with_intervals import plain
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, mean
from steep.lab.studies.worth_of_items import (
    GAMES_PER_TERM,
    SHARE,
    CategoryTrials,
    KindTrials,
    Player,
    Trials,
    Worth,
    WorthOfCategory,
    WorthOfKind,
    games_to_play,
)

HEADINGS = (
    "what",
    "key",
    "category",
    "kinds",
    "from_floor",
    "games",
    "given",
    *(f"{name}{part}" for name in ("found", "used", "floors", "share") for part in ("", "_low", "_high")),
    "floors_p_holm",
    "floors_holds",
)


def run(options: argparse.Namespace) -> int:
    """Play the games, and print what each kind and each category is worth."""
    rulebook = read_rulebook(options.ruleset)
    tasks = read_tasks(options, rulebook)
    if len(tasks) > 1:
        raise InputError(f'--bot: found "{options.bot}"; allowed: one bot')
    jobs = read_jobs(options.jobs)
    trials: list[Trials] = []
    if options.of != "categories":
        trials.append(KindTrials(rulebook, tasks[0]))
    if options.of != "kinds":
        trials.append(CategoryTrials(rulebook, tasks[0]))
    floors = f"{tasks[0].first_floor} to {tasks[0].last_floor}"
    if not any(each.subjects for each in trials):
        raise InputError(f"{options.ruleset}: found no item that can be found on floors {floors}")
    player = Player(rulebook.compiled, trials)
    with (
        bar(games_to_play(trials), tasks[0].bot) as on_progress,
        warming_up() as warmup,
        stopped_by_interrupt(warmup.stop, player.stop),
    ):
        player.play(jobs, on_progress, warmup)
    games = trials[0].games
    if games:
        print_worth(options, rulebook, trials)
        for each in trials:
            if isinstance(each, KindTrials) and (short := each.floors_short_of_games):
                warn(shortage(short))
    if games < tasks[0].games:
        what = f"the figures are of the first {games:,}" if games else "before the first"
        warn(f"stopped; {what} of {tasks[0].games:,} seeds")
        return INTERRUPTED
    return 0


def shortage(floors: Mapping[int, tuple[int, int]]) -> str:
    """That too few games reached some floors, given how many did and have to on each."""
    of_floors = ", ".join(f"floor {floor} {games:,} of {needed:,}" for floor, (games, needed) in floors.items())
    return (
        "too few games to tell what some kinds are worth. Games that reached the floor that has them first,"
        f" of those that it takes ({GAMES_PER_TERM} for each term of the model): {of_floors}"
    )


def print_worth(options: argparse.Namespace, rulebook: Rulebook, trials: Sequence[Trials]) -> None:
    """Print what everything is worth in the chosen format."""
    if options.format == "json":
        say_json(as_json(rulebook, trials))
    elif options.format == "csv":
        say(csv_text(HEADINGS, [row_of(worth) for each in trials for worth in each.worth()]), end="")
    else:
        say("".join(f"{line}\n" for line in text_lines(rulebook, trials)), end="")


def row_of(worth: WorthOfKind | WorthOfCategory) -> tuple[object, ...]:
    """What one is worth; None where a number is unknown or makes no sense."""
    tested = plain(worth.p), worth.holds
    floors, nothing = numbers(worth.floors), (None,) * 3
    if isinstance(worth, WorthOfCategory):
        about = "category", worth.key, None, worth.kinds, None, None, None
        return (*about, *nothing, *nothing, *floors, *numbers(worth.share), *tested)
    kind = "kind", worth.key, worth.category, None, worth.floor, worth.games, worth.given
    return (*kind, *numbers(worth.found), *numbers(worth.used), *floors, *nothing, *tested)


def numbers(estimate: Estimate) -> tuple[object, ...]:
    """An estimate's value and its interval."""
    return plain(estimate.value), plain(estimate.interval.low), plain(estimate.interval.high)


def as_json(rulebook: Rulebook, trials: Sequence[Trials]) -> dict[str, Any]:
    """All figures and settings."""
    task = trials[0].task
    return {
        "steep": __version__,
        "rules": rules_hash(),
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": task.bot,
        "seed": task.seed,
        "games": trials[0].games,
        "turn_limit": task.turns,
        "floors": [task.first_floor, task.last_floor],
        "worth": [dict(zip(HEADINGS, row_of(worth), strict=True)) for each in trials for worth in each.worth()],
    }


def text_lines(rulebook: Rulebook, trials: Sequence[Trials]) -> Iterator[str]:
    """What was played, and a table of kinds or categories for each of the trials."""
    for each in trials:
        if isinstance(each, KindTrials):
            yield from lines_of_kinds(rulebook, each)
        else:
            yield from lines_of_categories(rulebook, each)
    yield f"95% intervals. A * marks what is significant with all in its table tested (Holm, {ALPHA:.0%})."


def head(rulebook: Rulebook, trials: Trials) -> str:
    """What was played."""
    task: Task = trials.task
    clears = mean(trials.games, trials.cleared, trials.squares)
    floors = task.last_floor - task.first_floor + 1
    return (
        f"{rulebook.name} {rulebook.hash}: {trials.games:,} games from seed {task.seed} by"
        f" {strength(task.bot, clears, floors)}"
    )


def lines_of_kinds(rulebook: Rulebook, trials: KindTrials) -> Iterator[str]:
    """What one more of each kind is worth."""
    found = trials.worth()
    yield f"{head(rulebook, trials)}, each given one more of each of {len(found)} kinds with a chance of {SHARE:.0%}"
    rows = [("one more", "category", "floor", "found", "extra used", "floors cleared")]
    rows += [
        (
            each.key,
            each.category,
            str(each.floor),
            f"{each.found.value:.2f}",
            estimate_text(each.used),
            in_words(each),
        )
        for each in found
    ]
    yield aligned(rows, indent="  ")
    helps = sum(each.is_told and each.floors.value > 0 for each in found)
    hurts = sum(each.is_told and each.floors.value < 0 for each in found)
    unknown = sum(not is_known(each.floors) for each in found)
    unclear = f"; the worth of {unknown} is unknown" if unknown else ""
    yield f"Measurably, {helps} of {len(found)} kinds help and {hurts} hurt{unclear}."


def lines_of_categories(rulebook: Rulebook, trials: CategoryTrials) -> Iterator[str]:
    """What each category is worth."""
    yield f"{head(rulebook, trials)}, as it is and without each of {len(trials.categories)} categories"
    rows = [("without", "kinds", "floors cleared", "")]
    rows += [
        (
            each.key,
            str(each.kinds),
            in_words(each),
            f"{100 * each.share.value:+.1f}% ±{100 * each.share.interval.half_width:.1f}"
            if is_known(each.share)
            else "?",
        )
        for each in trials.worth()
    ]
    yield aligned(rows, indent="  ")


def in_words(worth: Worth) -> str:
    """A difference in floors cleared, with a * if it is significant."""
    return estimate_text(worth.floors) + (" *" if worth.holds else "")


def estimate_text(estimate: Estimate) -> str:
    """A difference with half its interval: ``+0.40 ±0.10``; ``?`` if it is unknown."""
    return f"{estimate.value:+.2f} ±{estimate.interval.half_width:.2f}" if is_known(estimate) else "?"


def is_known(estimate: Estimate) -> bool:
    """Whether a value and its interval are numbers."""
    return math.isfinite(estimate.value) and math.isfinite(estimate.interval.half_width)
