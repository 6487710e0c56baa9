"""`steep.lab.report`: the page with all charts and figures of a measurement, or of a table of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steep.core.input_errors import InputError
from steep.lab.charts.of_games import Player, survival_chart
from steep.lab.report_page.html_report import ABOVE, floor_group, harm_group, hazard_group, notable_group
from steep.lab.report_page.page import Code, Group, Kind, Page, section
from steep.lab.results.result import framed, write_text
from steep.lab.tables_of_games.games import Games, games_at, read_games


@dataclass(frozen=True, slots=True)
class Report:
    """A page: one HTML file that needs no other, nor a network."""

    html: str

    def save(self, path: Path | str) -> None:
        """Write it to a file that ends in .html. Raises `InputError` when that fails."""
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise InputError(f"{path}: allowed for a report: a file that ends in .html")
        write_text(Path(path), self.html)

    def _repr_html_(self) -> str:
        return framed(self.html)


def report(measured: Games | Path | str) -> Report:
    """The report of a measurement or of the folder of one, or of a table of games or its file. Raises `InputError`."""
    if isinstance(measured, Path | str):
        return Report((games_at(measured) or read_games(measured)).html())
    return Report(measured.html())


def games_page(games: Games) -> str:
    """The report on the games of a table that has at least one."""
    players = [Player(number, figures) for number, figures in enumerate(games.figures)]
    floors = range(1, games.figures[0].last + 1)
    kinds = {key: Kind(key) for bot in games.figures for key in bot.killers}
    name, result, people = Path(games.path).name, games.result, games.people
    means = [(mean, mean, 1) for mean in games.means_of]
    who = f"{len({who for who, _ in games.assembled.groups}):,}" if people else ", ".join(games.players)
    return Page(
        title=name if games.version is None else f"{name}, version {games.version}",
        above=ABOVE,
        lead=(f"Games of {'people' if people else 'bots'}, from a table.",),
        cautions=result.cautions,
        facts=(
            ("Players" if people else "Bots" if len(players) > 1 else "Bot", who, ""),
            ("Games", f"{games.played:,}", ""),
            ("Rows", f"{games.rows:,}", ""),
            ("Rows left out", f"{games.bad.count:,}", ""),
            ("Deepest floor", f"{floors[-1]}", ""),
        ),
        players=tuple(players),
        sections=(
            section("survival", [Group((survival_chart(players, floors),))]),
            section("hazard", [hazard_group(players, floors)]),
            *([section("players", [Group((result["shares"],))])] if people else []),
            section("table_harm", [Group(result.sentences), *(harm_group(each, floors, kinds) for each in players)]),
            section("table_floors", [floor_group(player, means) for player in players]),
            section("table_games", [notable_group(player, kinds, {}) for player in players]),
            *([section("left_out", [Group((Code("\n".join(games.bad.lines())),))])] if games.bad.count else []),
            section("table_read_people" if people else "table_read_bots", []),
        ),
    ).html()
