"""The command `steep tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

import argparse

from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import as_options, read_jobs, read_number
from steep.core.input_errors import InputError
from steep.lab import Stopped, tune
from steep.lab.simulate.simulation_task import MAX_GAMES


def run(options: argparse.Namespace) -> int:
    """Search, measure what was found on other seeds, and print it. The exit code is 1 when a band does not hold."""
    jobs = read_jobs(options.jobs)
    budget = (
        None if options.budget is None else read_number("--budget", options.budget, 1, MAX_GAMES, "a budget in games")
    )
    columns = read_columns(options.columns)
    towards = None if options.towards is None else read_games_at(options.towards, columns)
    if options.towards is not None and towards is None:
        raise InputError(
            f'--towards: found "{options.towards}"; allowed: a table of games, or a folder of measure --out'
        )
    if towards is None:
        refuse_columns(columns)
    try:
        with as_options("write"), progress_of_games("tune") as on_progress:
            tuned = tune(
                options.ruleset,
                options.target,
                towards=towards,
                budget=budget,
                jobs=jobs,
                state=options.state,
                resume=options.resume,
                strict=options.strict,
                write=options.write,
                progress=on_progress,
            )
    except Stopped as stopped:
        for line in stopped.args:
            warn(line)
        return INTERRUPTED
    print_result(tuned, options.format)
    if written := tuned.facts.get("written"):
        warn(f"wrote {written}")
    return 0 if tuned.held else 1
