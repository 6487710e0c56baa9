"""The command `steep worth`: what items and their categories are worth."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from typing import Any

from steep import __version__
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, bar, stopped_by_interrupt
from steep.commands.shared.read_option_values import read_jobs, read_number, read_tasks
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError, nearest
from steep.core.rules_hash import rules_hash
from steep.lab.figures.figures_with_intervals import plain
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.simulation_task import MAX_FLOORS, Task
from steep.lab.stats.confidence_intervals import Interval
from steep.lab.studies.worth_of_items import (
    DEAD_WEIGHT,
    DECIDES,
    FALSE_SHARE,
    HELPS,
    HURTS,
    LEAST,
    MOST,
    SOUND,
    CategoryTrials,
    KindTrials,
    Player,
    Trials,
    WorthOfCategory,
    WorthOfKind,
    first_floors,
)

HEADINGS = (
    "what",
    "key",
    "category",
    "kinds",
    "from_floor",
    "games",
    "used",
    "better",
    "worse",
    "worth",
    "worth_low",
    "worth_high",
    "q_value",
    "hp_lost",
    "floors",
    "share",
    "share_low",
    "share_high",
    "verdict",
)


MOST_DICE = 100
"""For which --dice asks at most."""


def run(options: argparse.Namespace) -> int:
    """Play the games, and print what each kind and each category is worth."""
    rulebook = read_rulebook(options.ruleset)
    tasks = read_tasks(options, rulebook)
    if len(tasks) > 1:
        raise InputError(f'--bot: found "{options.bot}"; allowed: one bot')
    task = tasks[0]
    jobs = read_jobs(options.jobs)
    window = read_number("--window", options.window, 1, MAX_FLOORS, "the number of floors")
    kinds = read_kinds(options.kinds, rulebook, task)
    known, used_well = options.known, options.used_well
    trials: list[Trials] = []
    if options.of != "categories":
        dice = read_number("--dice", options.dice, 1, MOST_DICE, "the number of sets of dice")
        trials.append(KindTrials(rulebook, task, window, kinds, known=known, used_well=used_well, dice=dice))
    if options.of != "kinds" and not kinds:
        trials.append(CategoryTrials(rulebook, task, known=known, used_well=used_well))
    if not any(each.subjects for each in trials):
        floors = f"{task.first_floor} to {task.last_floor}"
        raise InputError(f"{options.ruleset}: found no item that can be found on floors {floors}")
    warn(cost(trials))
    player = Player(rulebook.compiled, trials)
    with (
        bar(sum(each.games_at_most for each in trials), task.bot) as on_progress,
        Warmup(warn) as warmup,
        stopped_by_interrupt(warmup.stop, player.stop),
    ):
        finished = player.play(jobs, on_progress, warmup)
    games = max(each.games for each in trials)
    if games:
        print_worth(options, rulebook, trials)
    if not finished:
        what = f"the figures are of the first {games:,}" if games else "before the first"
        warn(f"stopped; {what} of {task.games:,} seeds")
        return INTERRUPTED
    return 0


def read_kinds(text: str | None, rulebook: Rulebook, task: Task) -> list[str]:
    """The value of --kinds; empty if it was not given. Raises `InputError`."""
    if text is None:
        return []
    allowed = sorted(
        rulebook.items[kind].key for kind in first_floors(rulebook.compiled, task.first_floor, task.last_floor)
    )
    kinds = list(dict.fromkeys(key.strip() for key in text.split(",")))
    for key in kinds:
        if key not in allowed:
            floors = f"floors {task.first_floor} to {task.last_floor}"
            raise InputError(
                f'--kinds: found "{key}"{nearest(key, allowed)}; what {floors} can have: {", ".join(allowed)}'
            )
    return kinds


def cost(trials: Sequence[Trials]) -> str:
    """What playing all will take at most."""
    task = trials[0].task
    parts = []
    for each in trials:
        if isinstance(each, KindTrials):
            floors = "1 floor" if each.window == 1 else f"{each.window} floors"
            times = f"{each.subjects * task.games:,} times"
            dice = f", with {each.dice} sets of dice" if each.dice > 1 else ""
            parts.append(f"{task.games:,} games, played on from {times} for {floors} from where they part{dice}")
        else:
            parts.append(f"{task.games:,} games in {each.games_at_most // task.games} ways")
    whole = sum(each.floors_at_most for each in trials) / (task.last_floor - task.first_floor + 1)
    return (
        f"at most {'; and '.join(parts)}: as many floors as {whole:,.0f} games have."
        " A category that is decided sooner is played no more. Ctrl-C ends with what is known by then"
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
    if isinstance(worth, WorthOfCategory):
        share = worth.share
        found = plain(worth.floors), plain(share.value), plain(share.interval.low), plain(share.interval.high)
        return ("category", worth.key, None, worth.kinds, None, worth.games, *(None,) * 8, *found, worth.verdict)
    about = "kind", worth.key, worth.category, None, worth.floor, worth.pairs
    interval = worth.difference.interval
    numbers = worth.difference.value, interval.low, interval.high, worth.q, worth.hp, worth.floors
    return (*about, plain(worth.used), worth.better, worth.worse, *map(plain, numbers), None, None, None, worth.verdict)


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
        "games": max(each.games for each in trials),
        "turn_limit": task.turns,
        "floors": [task.first_floor, task.last_floor],
        "window": next((each.window for each in trials if isinstance(each, KindTrials)), None),
        "dice": next((each.dice for each in trials if isinstance(each, KindTrials)), None),
        "known": trials[0].known,
        "used_well": trials[0].used_well,
        "worth": [dict(zip(HEADINGS, row_of(worth), strict=True)) for each in trials for worth in each.worth()],
    }


def text_lines(rulebook: Rulebook, trials: Sequence[Trials]) -> Iterator[str]:
    """What was played, and a table of kinds or categories for each of the trials."""
    for each in trials:
        if isinstance(each, KindTrials):
            yield from lines_of_kinds(rulebook, each)
        else:
            yield from lines_of_categories(rulebook, each)
    yield "95% intervals. Those of categories hold although playing ends when something is decided."


def head(rulebook: Rulebook, trials: Trials) -> str:
    """What was played."""
    task = trials.task
    return f"{rulebook.name} {rulebook.hash}: {trials.games:,} games from seed {task.seed} by {task.bot}"


def lines_of_kinds(rulebook: Rulebook, trials: KindTrials) -> Iterator[str]:
    """What one more of each kind is worth."""
    found = trials.worth()
    floors = "the floor on which" if trials.window == 1 else f"{trials.window} floors from where"
    dice = f", with {trials.dice} sets of dice" if trials.dice > 1 else ""
    yield f"{head(rulebook, trials)}, with and without one more of each of {len(found)} kinds: {floors} they part{dice}"
    if trials.known:
        yield "The hero knows all kinds from the start."
    if trials.used_well:
        yield "It uses what it is given where that pays, even if its bot would not."
    rows = [("one more", "category", "floor", "games", "used", "better", "worse", "worth", "", "q", "floors", "")]
    rows += [
        (
            each.key,
            each.category,
            str(each.floor),
            f"{each.pairs:,}",
            f"{each.used:.0%}" if each.pairs else "?",
            f"{each.better:,}",
            f"{each.worse:,}",
            signed(each.difference.value, 1),
            give_or_take(each.difference.interval),
            f"{each.q:.2g}",
            signed(each.floors, 2),
            each.verdict,
        )
        for each in found
    ]
    yield aligned(rows, indent="  ")
    helps, hurts = (sum(each.verdict == verdict for each in found) for verdict in (HELPS, HURTS))
    yield (
        f"{helps} of {len(found)} kinds help and {hurts} hurt; {len(found) - helps - hurts} are undecided."
        f" Worth is in HP. Of those decided, {FALSE_SHARE:.0%} at most are expected to be so by chance"
        " (q, Benjamini-Hochberg)."
    )


def lines_of_categories(rulebook: Rulebook, trials: CategoryTrials) -> Iterator[str]:
    """What each category is worth."""
    found = trials.worth()
    having = "with" if trials.used_well else "as it is"
    yield f"{head(rulebook, trials)}, {having} and without each of {len(found)} categories"
    if trials.known:
        yield "The hero knows all kinds from the start."
    if trials.used_well:
        yield "It uses what is of the category where that pays, even if its bot would not, once it knows the kind."
    rows = [("without", "kinds", "games", "floors cleared", "", "")]
    rows += [
        (
            each.key,
            str(each.kinds),
            f"{each.games:,}",
            signed(each.floors, 2),
            f"{100 * each.share.value:+.1f}% ±{100 * each.share.interval.half_width:.1f}"
            if math.isfinite(each.share.interval.half_width)
            else "?",
            each.verdict,
        )
        for each in found
    ]
    yield aligned(rows, indent="  ")
    dead, sound, decides = (sum(each.verdict == verdict for each in found) for verdict in (DEAD_WEIGHT, SOUND, DECIDES))
    yield (
        f"Without it {LEAST:.0%} to {MOST:.0%} fewer floors are cleared: so of {sound} of {len(found)} categories;"
        f" {dead} are dead weight, {decides} decide, {len(found) - dead - sound - decides} are undecided."
    )


def give_or_take(interval: Interval) -> str:
    """Half of an interval's width: ``±4.2``; nothing if it is infinite."""
    return f"±{interval.half_width:.1f}" if math.isfinite(interval.half_width) else ""


def signed(value: float, digits: int) -> str:
    """A difference: ``+0.40``; ``?`` if it is unknown."""
    return f"{value:+.{digits}f}" if math.isfinite(value) else "?"
