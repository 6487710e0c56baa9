"""What the pages on games share, whoever played: cards, survival, hazard, deaths, floor by floor, notable games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from steep.lab.charts.of_games import Player, hazard_chart, survival_chart
from steep.lab.figures.notable_games import NotableGame
from steep.lab.report_page.heat_maps import HeatMap, Kind, map_of_deaths
from steep.lab.report_page.page import Card, Group, Part, Section, section
from steep.lab.results.result import Cell, Column, Table
from steep.lab.stats.shares_as_text import percent

KILLERS_SHOWN = 3

NOTABLE_COLUMNS = (
    Column("special"),
    Column("game", "text", "game"),
    Column("player", "text", "player"),
    Column("seed", "text", "seed"),
    Column("floor", "floor", "floor"),
    Column("end", "text", "end"),
    Column("turns", "count", "turns"),
    Column("damage", "count", "HP lost"),
    Column("replay", "text", "replay"),
)


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
    return section("survival", [Group((survival_chart(players, floors), *asides))])


def hazard_section(players: Sequence[Player], floors: Sequence[int]) -> Section:
    """Who dies on each floor."""
    charts = tuple(hazard_chart(each, players, floors) for each in players)
    return section("hazard", [Group(charts, beside=len(players) > 1)])


def harm_group(player: Player, floors: Sequence[int], kinds: Mapping[str, Kind], damage: HeatMap | None) -> Group:
    """What kills a hero, and what hurts it, where that is known."""
    deaths = map_of_deaths(player.figures, floors, kinds)
    parts: list[Part] = [deaths if player.figures.killers else "No deaths."]
    if player.figures.died and not player.figures.killers:
        parts = ["The file does not say what killed the hero."]
    if damage is not None:
        parts.append(damage if damage.rows else "No damage.")
    return Group(tuple(parts), player.name, player.strength, player.name, beside=damage is not None)


def floor_groups(players: Sequence[Player], means: Sequence[Column]) -> list[Group]:
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
    return groups


def mean_column(name: str, title: str, digits: int) -> Column:
    """A column of means with their intervals."""
    return Column(name, "number", title, (f"{name}_low", f"{name}_high"), digits)


def notable_group(player: Player, kinds: Mapping[str, Kind], replay_of: Callable[[NotableGame], str | None]) -> Group:
    """Games worth a look."""
    bot = player.figures
    found = (("The worst", bot.worst), ("The luckiest", bot.luckiest))
    rows: list[tuple[Cell, ...]] = [
        (
            special,
            game.game,
            game.player,
            "" if game.seed is None else str(game.seed),
            game.floor,
            f"{game.end}, by {kinds[game.killer].name}" if game.killer else game.end,
            game.turns or None,
            game.damage,
            replay_of(game),
        )
        for special, games in found
        for game in games
    ]
    table = Table("games", NOTABLE_COLUMNS, tuple(rows), group_by="special")
    asides = () if bot.died else ("None of its games ended in death.",)
    return Group((*asides, table), player.name, player.strength, player.name)
