"""The report of a table of games: one self-contained HTML page, like that of a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steep.lab.charts.chart import Chart
from steep.lab.charts.of_games import Player, hazard_chart, survival_chart
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.report_page import numbers_as_text
from steep.lab.report_page.death_and_damage_heat_maps import FloorMap, Kind, map_of_deaths
from steep.lab.report_page.html_report import templates
from steep.lab.tables.bad_rows import BadRows
from steep.lab.tables.notable_games import NotableGame
from steep.lab.tables.players import Share

MOST_SHARES = 100
"""People that are listed one by one."""

KILLERS_SHOWN = 3

COLUMNS_OF_GAMES = {
    "player": "player",
    "seed": "seed",
    "floor": "floor",
    "end": "end",
    "turns": "turns",
}
"""What the report says of notable games, as far as the file does."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The report's part on one player, or on all people."""

    player: Player
    unfinished: int
    """Games without a row that ends them."""
    hazard: Chart
    deaths: FloorMap
    worst: tuple[NotableGame, ...]
    luckiest: tuple[NotableGame, ...]

    @property
    def deadliest(self) -> FloorFigures | None:
        """The floor with the most deaths."""
        figures = self.player.figures
        return max(figures.floors, key=lambda row: row.died) if figures.died else None

    @property
    def killers(self) -> tuple[tuple[str, float], ...]:
        """The top few, with their shares of all deaths."""
        figures = self.player.figures
        return tuple((name, count / figures.died) for name, count in [*figures.killers.items()][:KILLERS_SHOWN])


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report says of one player, or of all people."""

    figures: BotFigures
    unfinished: int
    worst: tuple[NotableGame, ...]
    luckiest: tuple[NotableGame, ...]


def games_page(
    title: str,
    lead: str,
    who: str,
    subjects: Sequence[Subject],
    shares: Sequence[Share],
    means: Sequence[str],
    rows: int,
    bad: BadRows,
    cautions: Sequence[str],
) -> str:
    """The report on at least one game. `who` played in words; `shares` are those of people, and empty for bots."""
    players = [Player(number, subject.figures) for number, subject in enumerate(subjects)]
    floors = range(1, len(subjects[0].figures.floors) + 1)
    chapters = [
        Chapter(
            player,
            subject.unfinished,
            hazard_chart(player, players, floors),
            map_of_deaths(subject.figures, floors, {key: Kind(key) for key in subject.figures.killers}),
            subject.worst,
            subject.luckiest,
        )
        for player, subject in zip(players, subjects, strict=True)
    ]
    return (
        templates()
        .get_template("games.html")
        .render(
            title=title,
            lead=lead,
            who=who,
            people=bool(shares),
            chapters=chapters,
            shares=shares,
            most_shares=MOST_SHARES,
            means=means,
            rows=rows,
            bad=bad,
            cautions=cautions,
            floors=floors,
            played=sum(subject.figures.games for subject in subjects),
            survival=survival_chart(players, floors),
            columns_of_games=columns_with_something(subjects),
            formats=numbers_as_text,
        )
    )


def columns_with_something(subjects: Sequence[Subject]) -> list[tuple[str, str]]:
    """The columns of notable games that any of them has something in, with their headings."""
    games: list[Any] = [game for subject in subjects for game in (*subject.worst, *subject.luckiest)]
    return [(name, heading) for name, heading in COLUMNS_OF_GAMES.items() if any(getattr(game, name) for game in games)]
