"""How the games of a table fared, printed floor by floor."""

from __future__ import annotations

from collections.abc import Iterator

from steep.commands.shared.games_argument import warn_of_games
from steep.commands.shared.measurement_as_text import share
from steep.commands.shared.output import aligned, csv_text, say, say_json
from steep.lab import Games
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.figures.rows_by_floor import rows_of
from steep.lab.stats.shares_as_text import give_or_take, percent

SHARES_SHOWN = 10


def print_games(games: Games, form: str) -> None:
    """Print all figures in the chosen format. Rows that were left out and cautions are said on standard error, too."""
    warn_of_games(games)
    if form == "json":
        say_json(games.as_json())
    elif form == "csv":
        say(csv_text(games.by_floor.column_names, [*rows_of(games.figures, games.means_of)]), end="")
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
    for figures, played in zip(games.figures, games.by_player, strict=True):
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
