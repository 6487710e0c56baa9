"""`steep check --target`: whether the figures of bots lie in the bands of a target, as a gate for CI."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns, refuse_playing
from steep.commands.shared.lines_of_bands import lines_of
from steep.commands.shared.markdown_summary import say_markdown
from steep.commands.shared.output import csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import as_options, read_jobs, read_number, read_seed
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.core.input_errors import InputError
from steep.lab import Stopped, TargetCheck, check
from steep.lab.figures import table_of_bands
from steep.lab.figures.figures_in_bands import UNCLEAR
from steep.lab.simulate.simulation_task import MAX_GAMES

OF_BASELINES = ("update", "tolerance", "false_alarms", "bot", "floors", "turns")
"""Options that only a check of a baseline has."""


def run(options: argparse.Namespace) -> int:
    """Play the games of a target, and print its bands. The exit code is 1 when one is broken."""
    for option in OF_BASELINES:
        if getattr(options, option):
            name = f"--{option.replace('_', '-')}"
            raise InputError(f"{name}: is for --baseline; with --target, the target file says what holds and who plays")
    jobs = read_jobs(options.jobs)
    columns = read_columns(options.columns)
    if (table := read_games_at(options.ruleset, columns)) is not None:
        refuse_playing(options, table)
        return print_target(options.format, check(table, target=options.target, strict=options.strict))
    refuse_columns(columns)
    rulebook = read_rulebook(options.ruleset)
    games, seed = options.games, options.seed
    try:
        with as_options("seed"), progress_of_games("check") as on_progress:
            checked = check(
                rulebook,
                target=options.target,
                games=None if games is None else read_number("--games", games, 1, MAX_GAMES, "the number of games"),
                seed=None if seed is None else read_seed(seed),
                strict=options.strict,
                jobs=jobs,
                cluster=options.cluster,
                progress=on_progress,
            )
    except Stopped:
        warn("stopped; nothing was decided")
        return INTERRUPTED
    return print_target(options.format, checked)


def print_target(form: str, checked: TargetCheck) -> int:
    """Print the bands in the chosen format; the exit code."""
    if form == "json":
        say_json(checked.as_json())
    elif form == "markdown":
        say_markdown(checked)
    elif form == "csv":
        say(csv_text(table_of_bands.HEADINGS, checked.rows()), end="")
    else:
        say("".join(f"{line}\n" for line in lines(checked)), end="")
    return 0 if checked.held else 1


def lines(checked: TargetCheck) -> Iterator[str]:
    """What was played, all figures, and the verdict, as text."""
    task, figures = checked.tasks[0], checked.figures
    floors = f", floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns" if checked.rules else ""
    together = f"{100 * checked.confidence:g}% intervals for all bands together"
    yield f"{checked.played_in_words()}{floors}; {together}"
    yield from lines_of(figures, checked.cleared, task.last_floor - task.first_floor + 1)
    yield ""
    yield f"{checked.verdict}: of {len(figures)} bands of {checked.target}, {table_of_bands.tally_of(figures)}"
    if any(figure.verdict == UNCLEAR for figure in figures):
        more = "--games" if checked.rules else "games"
        yield f"unclear: the interval has an edge of the band in it; more {more} tell"
