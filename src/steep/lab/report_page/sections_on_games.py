"""What the pages on games share, whoever played: cards, survival, hazard, deaths, floor by floor, notable games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steep.lab.charts.of_games import Player, hazard_chart, survival_chart
from steep.lab.report_page.heat_maps import HeatMap, Kind, map_of_deaths
from steep.lab.report_page.page import Card, Group, Part, Section
from steep.lab.results.result import Cell, Column, Table
from steep.lab.stats.shares_as_text import percent

KILLERS_SHOWN = 3

ABOUT_DEEP_FLOORS = "Figures for deep floors are of the heroes who got there: the lucky and the strong."


def card_of(player: Player, does: str, told: Sequence[str], kinds: Mapping[str, Kind]) -> Card:
    """How a bot fared, in short. `told` are further sentences."""
    bot = player.figures
    if bot.died:
        floor = max(bot.floors, key=lambda row: row.died)
        killers = [f"{kinds[key].name} {percent(count / bot.died)}" for key, count in bot.killers.items()]
        by = f" Killed by {', '.join(killers[:KILLERS_SHOWN])}." if killers else ""
        deaths = f"Most died on floor {floor.floor}: {floor.died:,} of {bot.games:,} games.{by}"
    else:
        deaths = f"None of its {bot.games:,} games ended in death."
    return Card(
        player.name,
        player.colour,
        does,
        bot.cleared,
        bot.last,
        (("died", bot.died), ("stopped", bot.stopped), ("won", bot.won)),
        (deaths, *told),
    )


def survival_section(players: Sequence[Player], floors: Sequence[int], asides: Sequence[str] = ()) -> Section:
    """Who leaves each floor alive."""
    return Section(
        "Survival",
        "The share of all heroes that leave each floor alive. The band is the 95 % interval: how far the share over"
        " all possible games may be from that of the games played. Below: how many games reached each floor, and how"
        " many floors are cleared.",
        (Group((survival_chart(players, floors), *asides)),),
    )


def hazard_section(players: Sequence[Player], floors: Sequence[int]) -> Section:
    """Who dies on each floor."""
    grey = " Grey: the others." if len(players) > 1 else ""
    return Section(
        "Hazard",
        f"The share of heroes who reach a floor and die there, with its 95 % interval.{grey}",
        (Group(tuple(hazard_chart(each, players, floors) for each in players), beside=len(players) > 1),),
    )


def harm_group(player: Player, floors: Sequence[int], kinds: Mapping[str, Kind], damage: HeatMap | None) -> Group:
    """What kills a hero, and what hurts it, where that is known."""
    deaths = map_of_deaths(player.figures, floors, kinds)
    parts: list[Part] = [deaths if player.figures.killers else "No deaths."]
    if player.figures.died and not player.figures.killers:
        parts = ["The file does not say what killed the hero."]
    if damage is not None:
        parts.append(damage if damage.rows else "No damage.")
    return Group(tuple(parts), player.name, player.strength, player.name, beside=damage is not None)


def floors_section(players: Sequence[Player], means: Sequence[Column], text: str) -> Section:
    """All figures by floor. `means` are the columns of means, by their names in `FloorFigures`."""
    columns = (
        Column("floor", "floor", "floor"),
        Column("reached", "count", "reached"),
        Column("died", "count", "died"),
        Column("stopped", "count", "stopped"),
        Column("hazard", "share", "hazard", ("hazard_low", "hazard_high")),
        Column("survival", "share", "survival", ("survival_low", "survival_high")),
        *means,
    )
    groups = []
    for player in players:
        rows: list[tuple[Cell, ...]] = [
            (
                *(row.floor, row.reached, row.died, row.stopped, row.hazard, row.survival),
                *(row.means.get(column.name) for column in means),
            )
            for row in player.figures.floors
            if row.reached
        ]
        table = Table(player.name, columns, tuple(rows), f"{player.name} {player.strength}")
        groups.append(Group((table,), of=player.name))
    return Section("Floor by floor", text, tuple(groups))


def mean_column(name: str, title: str, digits: int) -> Column:
    """A column of means with their intervals."""
    return Column(name, "number", title, (f"{name}_low", f"{name}_high"), digits)


def notable_section(
    players: Sequence[Player],
    columns: Sequence[Column],
    games: Sequence[Mapping[str, Sequence[tuple[Cell, ...]]]],
    text: str,
) -> Section:
    """Games worth a look: `games` are the rows of each player, by what is special about them."""
    groups = []
    for player, found in zip(players, games, strict=True):
        rows = tuple((special, *row) for special, rows in found.items() for row in rows)
        table = Table("games", (Column("special"), *columns), rows, group_by="special")
        asides = () if player.figures.died else ("None of its games ended in death.",)
        groups.append(Group((*asides, table), player.name, player.strength, player.name))
    return Section("Games worth a look", text, tuple(groups), called="Games")
