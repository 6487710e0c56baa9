"""The command `steep blame`: which table entries cause the deaths on a floor."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_bots, read_games, read_jobs, read_number
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_FLOORS
from steep.lab import FloorBlame, blame
from steep.lab.figures.changes import ALPHA
from steep.lab.figures.game_figures import cleared, hazards, strength
from steep.lab.floor_blame import HEADINGS, in_words
from steep.lab.simulate.simulation_task import LAST_FLOOR
from steep.lab.stats.shares_as_text import percent


def run(options: argparse.Namespace) -> int:
    """Play the ruleset with and without each table entry, and print the differences."""
    floor = read_number("--floor", options.floor, 1, MAX_FLOORS, "a floor")
    bots = read_bots(options.bot)
    if len(bots) > 1:
        raise InputError(f'--bot: found "{options.bot}"; allowed: one bot')
    task = read_games(options, bots[0], 1, floor)
    playing = {"games": task.games, "seed": task.seed, "turns": task.turns, "jobs": read_jobs(options.jobs)}
    if floor > LAST_FLOOR and read_rulebook(options.ruleset).run.last_floor == 0:
        warn(f"floor {floor}: {options.ruleset} is played on floors 1 to {LAST_FLOOR}; hardly anybody may get there")
    with progress_of_games(task.bot) as on_progress:
        found = blame(options.ruleset, floor, task.bot, **playing, progress=on_progress)
    for sentence in found.left_out:
        warn(sentence)
    if found.games:
        print_blame(options.format, found)
    if found.whole:
        return 0
    what = f"the figures are of the first {found.games:,}" if found.games else "before the first"
    warn(f"stopped; {what} of {task.games:,} seeds")
    return INTERRUPTED


def print_blame(form: str, found: FloorBlame) -> None:
    """Print the effects of all entries in the chosen format."""
    if form == "json":
        say_json(found.as_json())
    elif form == "csv":
        say(csv_text(HEADINGS, found.rows()), end="")
    else:
        say("".join(f"{line}\n" for line in text_lines(found)), end="")


def text_lines(found: FloorBlame) -> Iterator[str]:
    """How deadly the floor is, and the effect of each entry."""
    task, floor, counts, entries = found.task, found.task.last_floor, found.counts, found.entries
    yield (
        f"{found.ruleset} {found.hash}: {found.games:,} games from seed {task.seed} by"
        f" {strength(task.bot, cleared(counts), floor)}, as it is and without each of {len(entries)} table entries"
    )
    reached, died, hazard = counts.reached[-1], counts.died[-1], hazards(counts)[-1]
    if reached:
        share, low, high = percent(hazard.value), 100 * hazard.interval.low, 100 * hazard.interval.high
        yield (
            f"floor {floor}: {reached:,} reach it, {died:,} die there: {percent(died / found.games)} of all games,"
            f" {share} of those who reach it ({low:.1f}-{high:.1f})"
        )
    else:
        yield f"floor {floor}: no game reaches it"
    differing = [each for each in entries if each.differs]
    rows: list[tuple[str, ...]] = [("without", f"deaths on floor {floor}", "of those who reach it", "who reach it")]
    rows += [(each.name, *map(in_words, each.effects)) for each in differing]
    if differing:
        yield aligned(rows, indent="  ")
    if alike := [each for each in entries if not each.differs]:
        widest = max(each.deaths.change.interval.half_width for each in alike)
        yield f"  no difference (± {100 * widest:.1f} points at most) without any of:"
        yield from (f"  {each.name}" for each in alike)
    if differing:
        yield "Minus: fewer die there without the entry. Plus: more do, as it helps heroes or kills them earlier."
        yield f"95% intervals. A * marks what is significant with all entries tested (Holm, {ALPHA:.0%})."
