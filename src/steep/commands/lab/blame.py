"""The command `steep blame`: which table entries cause the deaths on a floor, and what one more item does."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_bots, read_games, read_jobs, read_number
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_FLOORS
from steep.lab import blame
from steep.lab.simulate.simulation_task import LAST_FLOOR


def run(options: argparse.Namespace) -> int:
    """Play the ruleset as it is and with each change, and print the differences."""
    if options.floor is None and options.one_more is None:
        raise InputError("name a floor with --floor, whose deaths to explain, or items with --with")
    floor = None if options.floor is None else read_number("--floor", options.floor, 1, MAX_FLOORS, "a floor")
    bots = read_bots(options.bot)
    if len(bots) > 1:
        raise InputError(f'--bot: found "{options.bot}"; allowed: one bot')
    task = read_games(options, bots[0], 1, floor or 1)
    playing = {"games": task.games, "seed": task.seed, "turns": task.turns, "jobs": read_jobs(options.jobs)}
    if floor is not None and floor > LAST_FLOOR and read_rulebook(options.ruleset).run.last_floor == 0:
        warn(f"floor {floor}: {options.ruleset} is played on floors 1 to {LAST_FLOOR}; hardly anybody may get there")
    with progress_of_games(task.bot) as on_progress:
        found = blame(options.ruleset, floor, task.bot, one_more=options.one_more, **playing, progress=on_progress)
    played = found.facts["games"]
    if played:
        print_result(found, options.format)
    if played == task.games:
        return 0
    what = f"the figures are of the first {played:,}" if played else "before the first"
    warn(f"stopped; {what} of {task.games:,} seeds")
    return INTERRUPTED
