"""The report of a table of games, as a page like that of a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.lab.charts.of_games import Player
from steep.lab.figures.notable_games import NotableGame
from steep.lab.report_page.heat_maps import Kind
from steep.lab.report_page.page import Group, Page, Section
from steep.lab.report_page.sections_on_games import (
    ABOUT_DEEP_FLOORS,
    card_of,
    floors_section,
    harm_group,
    hazard_section,
    mean_column,
    notable_section,
    survival_section,
)
from steep.lab.results.result import Cell, Column, Table
from steep.lab.tables.bad_rows import BadRows
from steep.lab.tables.games import Games
from steep.lab.tables.players import PlayerGames, Share

MOST_SHARES = 100
"""People that are listed one by one."""

NOTABLE_COLUMNS = (
    Column("game", "text", "game"),
    Column("player", "text", "player"),
    Column("seed", "text", "seed"),
    Column("floor", "floor", "floor"),
    Column("end", "text", "end"),
    Column("turns", "count", "turns"),
    Column("replay", "text", "replay"),
)

ON_PEOPLE = (
    "These are the people in the file. Those who play on after many deaths, or who let their games be recorded, need"
    " not be like the others."
)
ON_BOTS = (
    "These are bots. Their survival shows how one version compares with another; it does not show how many people"
    " will survive."
)
HOW_TO_READ = (
    "All intervals are 95 % intervals, each for its own floor alone. Survival is estimated by Kaplan and Meier’s"
    " method; hazard has Wilson intervals, means have Student’s."
)
OF_PEOPLE = (
    " The games of one person are alike, so people, not games, are taken as drawn at random: the variance is that of"
    " the jackknife that leaves out one person at a time, and with few people the intervals are wide."
)


def games_page(games: Games) -> str:
    """The report on at least one game."""
    players = [Player(number, figures) for number, figures in enumerate(games.figures)]
    floors = range(1, games.figures[0].last + 1)
    kinds = {key: Kind(key) for bot in games.figures for key in bot.killers}
    name = Path(games.path).name
    if games.people:
        who = "Players", f"{len({who for who, _ in games.counter.groups}):,}", ""
    else:
        who = "Bots" if len(players) > 1 else "Bot", ", ".join(games.players), ""
    page = Page(
        title=name if games.version is None else f"{name}, version {games.version}",
        above="Steep · difficulty, measured",
        lead=(f"Games of {'people' if games.people else 'bots'}, from a table.",),
        cautions=games.cautions,
        facts=(
            who,
            ("Games", f"{sum(bot.games for bot in games.figures):,}", ""),
            ("Rows", f"{games.rows:,}", ""),
            ("Rows left out", f"{games.bad.count:,}", ""),
            ("Deepest floor", f"{floors[-1]}", ""),
        ),
        cards=tuple(
            card_of(player, "", told_of(played), kinds) for player, played in zip(players, games.by_player, strict=True)
        ),
        sections=(
            survival_section(players, floors),
            hazard_section(players, floors),
            *([players_section(games.shares)] if games.people else []),
            Section(
                "What kills the hero where",
                "Floors from left to right; the stronger the colour, the more deaths.",
                tuple(harm_group(player, floors, kinds, None) for player in players),
                called="What kills whom",
            ),
            floors_section(
                players,
                [mean_column(name, name, 1) for name in games.means_of],
                "Means of the file’s numbers over all rows of the floor, with 95 % intervals.",
            ),
            notable_section(
                players,
                NOTABLE_COLUMNS,
                [{"The worst": rows_of(bot.worst), "The luckiest": rows_of(bot.luckiest)} for bot in games.figures],
                "The worst died earliest: on the first floors, in the fewest turns. The luckiest got deepest.",
            ),
            *([left_out_section(games.bad, games.rows)] if games.bad.count else []),
            Section(
                "How to read it",
                "",
                (),
                (
                    HOW_TO_READ + (OF_PEOPLE if games.people else ""),
                    "A game has reached a floor if it has a row of it or of a deeper one, and counts as ended on its"
                    " deepest floor. A game that was stopped counts as alive until then.",
                    ON_PEOPLE if games.people else ON_BOTS,
                    ABOUT_DEEP_FLOORS,
                ),
            ),
        ),
    )
    return page.html()


def told_of(played: PlayerGames) -> tuple[str, ...]:
    """What is special about a player's games."""
    if not played.unfinished:
        return ()
    return (f"{played.unfinished:,} games have no row that ends them. They count as stopped on their deepest floor.",)


def players_section(shares: Sequence[Share]) -> Section:
    """What each person has of all games."""
    columns = (
        Column("player", "text", "player"),
        Column("games", "count", "games"),
        Column("share", "share", "share"),
        Column("cleared", "number", "floors cleared", ("cleared_low", "cleared_high"), 2),
    )
    rows = [(each.player, each.games, each.share, each.cleared) for each in shares[:MOST_SHARES]]
    rest = shares[MOST_SHARES:]
    others = (f"{len(rest):,} others", sum(each.games for each in rest), sum(each.share for each in rest), None)
    table = Table("players", columns, (*rows, *([others] if rest else [])))
    return Section(
        "Players",
        "What each has of all games. Whoever played much decides much of the figures above; their intervals allow"
        " for that.",
        (Group((table,)),),
    )


def rows_of(games: Sequence[NotableGame]) -> list[tuple[Cell, ...]]:
    """Rows with a cell for each of NOTABLE_COLUMNS."""
    return [
        (
            game.game,
            game.player,
            game.seed,
            game.floor,
            f"{game.end}, by {game.killer}" if game.killer else game.end,
            game.turns or None,
            game.replay,
        )
        for game in games
    ]


def left_out_section(bad: BadRows, rows: int) -> Section:
    """The rows that could not be used."""
    reasons = Table(
        "reasons",
        (Column("rows", "count", "rows"), Column("reason", "text", "why")),
        tuple((count, reason) for reason, count in bad.by_reason.most_common()),
    )
    listed = Table(
        "rows left out",
        (Column("row", "count", "row"), Column("reason", "text", "why"), Column("found", "text", "found")),
        tuple((row.number, row.reason, row.found) for row in bad.listed),
        "The first of them",
    )
    text = f"{bad.count:,} of {bad.count + rows:,} rows could not be used."
    return Section("Rows left out", text, (Group((reasons, listed)),))
