"""The report of a table of games, as a page like that of a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.lab.charts.of_games import Player
from steep.lab.report_page.heat_maps import Kind
from steep.lab.report_page.page import Group, Page, Section, section
from steep.lab.report_page.sections_on_games import (
    card_of,
    floor_groups,
    harm_group,
    hazard_section,
    mean_column,
    notable_group,
    survival_section,
)
from steep.lab.results.result import Column, Table
from steep.lab.tables.bad_rows import BadRows
from steep.lab.tables.games import SHARES, Games
from steep.lab.tables.players import PlayerGames, Share

MOST_SHARES = 100
"""People that are listed one by one."""


def games_page(games: Games) -> str:
    """The report on at least one game."""
    players = [Player(number, figures) for number, figures in enumerate(games.figures)]
    floors = range(1, games.figures[0].last + 1)
    kinds = {key: Kind(key) for bot in games.figures for key in bot.killers}
    name = Path(games.path).name
    if games.people:
        who = "Players", f"{len({who for who, _ in games.assembled.groups}):,}", ""
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
            section("table_harm", [harm_group(player, floors, kinds, None) for player in players]),
            section("table_floors", floor_groups(players, [mean_column(name, name, 1) for name in games.means_of])),
            section("table_games", [notable_group(player, kinds, lambda game: game.replay) for player in players]),
            *([left_out_section(games.bad, games.rows)] if games.bad.count else []),
            section("table_read_people" if games.people else "table_read_bots", []),
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
    rows = [(each.player, each.games, each.share, each.cleared) for each in shares[:MOST_SHARES]]
    rest = shares[MOST_SHARES:]
    others = (f"{len(rest):,} others", sum(each.games for each in rest), sum(each.share for each in rest), None)
    table = Table("players", SHARES, (*rows, *([others] if rest else [])))
    return section("players", [Group((table,))])


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
    return section("left_out", [Group((reasons, listed))], text)
