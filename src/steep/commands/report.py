"""The command `steep report`: how games fared that are in a table, or in a folder of `steep measure --out`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from steep.commands.measure import print_measurement, share
from steep.commands.shared.games_argument import warn_of_bad_rows
from steep.commands.shared.output import aligned, csv_text, say, say_json
from steep.commands.shared.read_option_values import read_columns
from steep.core.input_errors import InputError
from steep.lab import Games, Measurement, read_games, report
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.stats.shares_as_text import give_or_take, percent
from steep.lab.tables.games import TABLES, is_table

SHARES_SHOWN = 10


def run(options: argparse.Namespace) -> int:
    """Read the games, print the figures, and write the report to --out."""
    columns = read_columns(options.columns)
    if options.path.is_dir() and not columns and options.version is None:
        measured = Measurement.load(options.path)
        if options.out is not None:
            report(measured).save(options.out)
        print_measurement(measured, options.format)
        return 0
    if not options.path.is_dir() and not is_table(options.path):
        raise InputError(f"{options.path}: found no table; allowed: {TABLES}, or a folder of steep measure --out")
    games = read_games(options.path, columns, version=options.version)
    if options.out is not None:
        report(games).save(options.out)
    print_games(games, options.format)
    return 1 if options.strict and games.bad.count else 0


def print_games(games: Games, form: str) -> None:
    """Print all figures in the chosen format. Rows that were left out are told on standard error, too."""
    warn_of_bad_rows(games)
    if form == "json":
        say_json(games.as_json())
    elif form == "csv":
        say(csv_text(games.by_floor.column_names, games.floor_rows()), end="")
    else:
        say("".join(f"{line}\n" for line in lines(games)), end="")


def lines(games: Games) -> Iterator[str]:
    """What was read, then each player as a table by floor."""
    version = "" if games.version is None else f", version {games.version}"
    whole = sum(each.games for each in games.figures)
    yield f"{games.path}{version}: {whole:,} games in {games.rows:,} rows; 95% intervals"
    yield from figure_lines(games)


def figure_lines(games: Games) -> Iterator[str]:
    """Each player as a table by floor, and the shares of people."""
    for figures, played in zip(games.figures, games.played, strict=True):
        yield ""
        yield from player_lines(figures, games.means_of, played.unfinished)
    if games.people:
        yield ""
        yield from share_lines(games)
    if games.ignored:
        yield ""
        yield f"not numbers, and so without means: {', '.join(games.ignored)}"


def player_lines(figures: BotFigures, means: tuple[str, ...], unfinished: int) -> Iterator[str]:
    """One player: floors, means, and what kills."""
    yield (
        f"{figures.strength}: {figures.games:,} games, {figures.died:,} died, {figures.won:,} won,"
        f" {figures.stopped:,} stopped"
    )
    titles = ("floor", "reached", "died", "hazard", "", "survival", "", *means)
    rows = [titles]
    for floor in figures.floors:
        if floor.reached:
            shares = (part for estimate in (floor.hazard, floor.survival) for part in share(estimate))
            numbers = (f"{floor.means[name].value:,.1f}" if name in floor.means else "?" for name in means)
            rows.append((str(floor.floor), f"{floor.reached:,}", f"{floor.died:,}", *shares, *numbers))
    yield aligned(rows, right=range(len(titles)), indent="  ")
    if figures.killers:
        words = (f"{name} {percent(count / figures.died)}" for name, count in figures.killers.items())
        yield f"  killed by: {', '.join(words)}"
    if unfinished:
        yield f"  {unfinished:,} games have no row that ends them: they count as stopped on their deepest floor"


def share_lines(games: Games) -> Iterator[str]:
    """What each person has of all games."""
    yield f"shares of {len(games.shares):,} players"
    rows = [
        (
            each.player,
            f"{each.games:,}",
            percent(each.share),
            f"{each.cleared.value:.2f} {give_or_take(each.cleared.interval, 2)}",
        )
        for each in games.shares[:SHARES_SHOWN]
    ]
    yield aligned([("player", "games", "share", "floors cleared"), *rows], right=(1, 2, 3), indent="  ")
    if rest := games.shares[SHARES_SHOWN:]:
        yield f"  and {len(rest):,} more with {percent(sum(each.share for each in rest))} of all games"
