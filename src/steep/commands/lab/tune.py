"""The command `steep tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import Any

from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns
from steep.commands.shared.lines_of_bands import lines_of
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import as_options, read_jobs, read_number
from steep.core.input_errors import InputError
from steep.lab import Stopped, TunedRuleset, tune
from steep.lab.figures import table_of_bands
from steep.lab.figures.changes import SURVIVAL
from steep.lab.figures.figures_in_bands import BROKEN, BandFigure
from steep.lab.simulate.simulation_task import MAX_GAMES
from steep.lab.stats.shares_as_text import percent, points
from steep.lab.tuned_ruleset import HEADINGS, subject
from steep.play.texts.messages import counted


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
    print_result(options.format, tuned)
    if tuned.written:
        warn(f"wrote {tuned.written}")
    return 0 if tuned.held else 1


def print_result(form: str, result: TunedRuleset) -> None:
    """Print what tuning came to in the chosen format."""
    if form == "json":
        say_json(result.as_json())
    elif form == "csv":
        say(csv_text(HEADINGS, list(result.rows())), end="")
    else:
        say("".join(f"{line}\n" for line in lines(result)), end="")


def lines(result: TunedRuleset) -> Iterator[str]:
    """Everything as text."""
    task = result.tasks[0]
    settings = counted(len(result.trials), "setting")
    yield (
        f"{result.ruleset}: {settings} tried in {result.games:,} of {result.budget:,}"
        f" games from seed {result.seed}; all bands together are {percent(result.chance)} likely with the best of them"
    )
    yield ""
    yield from moved_lines(result)
    yield ""
    yield (
        f"on {task.games:,} other games of each bot, from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor};"
        f" {100 * result.confidence:g}% intervals for all bands together"
    )
    yield from lines_of(
        result.after,
        result.cleared,
        task.last_floor - task.first_floor + 1,
    )
    for bot, changes in result.curve.items():
        yield f"\nwhat it did to survival of the {bot}, with 95% intervals of the difference"
        rows = [
            (
                f"floor {change.floor}",
                share(change.a),
                "->",
                share(change.b),
                points(change.difference, change.interval),
            )
            for change in changes
            if change.measure == SURVIVAL
        ]
        yield aligned(rows, right=(1, 3), indent="  ")
    yield ""
    yield from verdict_lines(result)


def share(value: float) -> str:
    """A share in percent."""
    return "?" if math.isnan(value) else percent(value)


def moved_lines(result: TunedRuleset) -> Iterator[str]:
    """What moved from what to what."""
    if not result.moves:
        yield "nothing moved: the ruleset as written is the best that was found"
        return
    rows = [(move.path, text_of(move.before), "->", text_of(move.after)) for move in result.moves]
    yield aligned([("moved", "", "", ""), *rows], indent="  ")


def text_of(value: Any) -> str:
    """A TOML value as text."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text_of(each)}" for key, each in value.items()) + " }"
    return str(value)


def verdict_lines(result: TunedRuleset) -> Iterator[str]:
    """Whether the target was reached, why not, and the file that says so."""
    yield f"of {len(result.after)} bands of {result.target}: {table_of_bands.tally_of(result.after)}"
    if result.reached and result.unclear:
        yield (
            f"not shown to be reached: {len(result.unclear)} of {len(result.after)} bands are unclear, their edge being"
            " in the interval; more `games` in the target tell"
        )
        yield from (f"  {subject(figure.band)}: {measured(figure)}" for figure in result.unclear)
    if not result.reached:
        broken = sum(figure.verdict == BROKEN for figure in result.after)
        why = (
            f"{broken} of {len(result.after)} bands {'is' if broken == 1 else 'are'} broken on the last games"
            if broken
            else f"no band is broken on the last games, but by those of tuning all together are only"
            f" {percent(result.chance)} likely"
        )
        yield f"refused: {why}. What came nearest is shown above."
        for each in result.against:
            yield f"  {subject(each.band)}: {each.why}"
    if result.moves and result.text:
        yield ""
        what = "what moved" if result.reached else "what came nearest"
        if result.form == "diff":
            yield f"to apply {what}:" if result.reached else f"{what}, as a diff:"
        else:
            yield f"a ruleset with {what}:"
        yield ""
        yield result.text.rstrip("\n")


def measured(figure: BandFigure) -> str:
    """A figure and its interval: ``64.0%, from 58.1% to 69.5%``."""
    band, interval = figure.band, figure.estimate.interval
    value, *ends = (table_of_bands.number(band, each) for each in (figure.estimate.value, interval.low, interval.high))
    return f"{value}, from {' to '.join(ends)}"
