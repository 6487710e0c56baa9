"""The command `steep measure`: bots play many games of a ruleset, and what became of them by floor is told."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence

from steep.commands.asking import read_jobs, read_tasks
from steep.commands.printing import aligned, csv_text, json_text, percent
from steep.commands.progress import bar, compile_rules, stopped_by_interrupt
from steep.commands.rulebooks import read_rulebook
from steep.content import Rulebook
from steep.lab.crew import Crew
from steep.lab.intervals import Estimate
from steep.lab.measure import play_games
from steep.lab.summary import BotFigures, as_json, figures_of
from steep.lab.tally import MEASURES, Tally

INTERRUPTED = 130
"""The exit code of what was stopped from the keyboard."""


SHOWN = (
    ("turns", "turns", 0),
    ("level", "level", 1),
    ("HP then", "hp", 1),
    ("of", "max_hp", 1),
    ("things", "things", 1),
    ("lost", "damage", 1),
    ("healed", "healed", 1),
)
"""The means that the table shows: heading, name, decimals."""

HEADINGS = (
    "bot",
    "floor",
    "reached",
    "died",
    "stopped",
    "hazard",
    "hazard_low",
    "hazard_high",
    "survival",
    "survival_low",
    "survival_high",
    *(f"{name}_mean" for name in MEASURES),
)


def run(asked: argparse.Namespace) -> int:
    """Measure, and print what was found."""
    book = read_rulebook(asked.ruleset)
    tasks = read_tasks(asked)
    jobs = read_jobs(asked.jobs)
    compile_rules()
    tallies = [Tally(task, len(book.monsters)) for task in tasks]
    with (
        bar(sum(task.games for task in tasks), asked.bot) as told,
        Crew(book.compiled, jobs, told) as crew,
        stopped_by_interrupt(crew.stop),
    ):
        play_games(crew, tallies, jobs)
    print_figures(book, [figures_of(tally, book) for tally in tallies], asked.format)
    if all(tally.games == tally.task.games for tally in tallies):
        return 0
    played, wanted = (f"{number:,}" for number in (sum(t.games for t in tallies), sum(t.games for t in tasks)))
    print(f"steep: stopped; these are the {played} of {wanted} games that were finished", file=sys.stderr)
    return INTERRUPTED


def print_figures(book: Rulebook, figures: Sequence[BotFigures], form: str) -> None:
    """All figures, as they were asked for."""
    if form == "json":
        print(json_text(as_json(book, figures)), end="")
    elif form == "csv":
        print(csv_text(HEADINGS, [row for bot in figures for row in rows_of(bot)]), end="")
    else:
        print(as_text(book, figures), end="")


def rows_of(bot: BotFigures) -> Iterator[tuple[object, ...]]:
    """A row for each floor; what is not known stays empty."""
    for floor in bot.floors:
        shares = (number for estimate in (floor.hazard, floor.survival) for number in spread(estimate))
        means = (floor.means[name].value if floor.means else None for name in MEASURES)
        yield bot.task.bot, floor.floor, floor.reached, floor.died, floor.stopped, *shares, *means


def spread(estimate: Estimate) -> tuple[float | None, ...]:
    """A figure and the ends of its interval."""
    value, interval = estimate.value, estimate.interval
    return None if math.isnan(value) else value, interval.low, interval.high


def as_text(book: Rulebook, figures: Sequence[BotFigures]) -> str:
    """The bots one after another, each as a table by floor and a few lines."""
    task = figures[0].task
    lines = [
        f"{book.name} {book.hash}: games from seed {task.seed} on, floors {task.first_floor}-{task.last_floor},"
        f" at most {task.turns:,} turns; intervals are of 95%",
    ]
    for bot in figures:
        lines += ["", *bot_lines(bot)]
    return "".join(f"{line}\n" for line in lines)


def bot_lines(bot: BotFigures) -> Iterator[str]:
    """One bot: its strength, its floors, and what kills it."""
    yield f"{bot.strength}: {bot.games:,} games, {bot.died:,} died, {bot.won:,} won, {bot.stopped:,} stopped"
    titles = ("floor", "reached", "died", "hazard", "", "survival", "", *(title for title, *_ in SHOWN))
    rows = [titles]
    for floor in bot.floors:
        if floor.reached:
            shares = (part for estimate in (floor.hazard, floor.survival) for part in share(estimate))
            means = (f"{floor.means[name].value:,.{places}f}" for _, name, places in SHOWN)
            rows.append((str(floor.floor), f"{floor.reached:,}", f"{floor.died:,}", *shares, *means))
    yield aligned(rows, right=range(len(titles)), indent="  ")
    if bot.killers:
        yield f"  killed by: {', '.join(f'{key} {percent(count / bot.died)}' for key, count in bot.killers.items())}"
    hurt: dict[str, float] = {}
    for floor in bot.floors:
        for key, damage in floor.damage.items():
            hurt[key] = hurt.get(key, 0) + damage * floor.reached
    total = math.fsum(hurt.values())
    if total:
        ranked = sorted(hurt.items(), key=lambda pair: -pair[1])
        yield f"  HP lost to: {', '.join(f'{key} {percent(damage / total)}' for key, damage in ranked)}"


def share(estimate: Estimate) -> tuple[str, str]:
    """A share in percent, and its interval."""
    value, low, high = spread(estimate)
    between = f"{100 * (low or 0):.1f}-{100 * (high or 0):.1f}"
    return "?" if value is None else percent(value), between
