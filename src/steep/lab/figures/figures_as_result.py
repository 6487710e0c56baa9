"""The figures of bots or other players, as a result: figures by floor, killers, and notable games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.figures.game_figures import ATTACK_KEY
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.simulate.floor_visit import COLUMNS
from steep.lab.stats.shares_as_text import percent

BY_FLOOR = (
    Column("floor", "floor", "floor"),
    Column("reached", "count", "reached"),
    Column("died", "count", "died"),
    Column("stopped", "count"),
    Column("hazard", "share", "hazard", ends=("hazard_low", "hazard_high")),
    Column("survival", "share", "survival", ends=("survival_low", "survival_high")),
)

IN_ALL = (
    Column("games", "count"),
    Column("games_asked", "count"),
    Column("turns", "count"),
    Column("died", "count"),
    Column("stopped", "count"),
    Column("won", "count"),
    Column("cleared", "number", ends=("cleared_low", "cleared_high")),
)

OF_HARMS = (Column("monster"), Column("by"), Column("damage", "number"), Column("share", "share"))

OF_NOTABLE = {
    "bot": (
        Column("seed", "count"),
        Column("floor", "floor"),
        Column("turns", "count"),
        Column("end"),
        Column("killer"),
        Column("damage", "count"),
    ),
    "player": (
        Column("person"),
        Column("game"),
        Column("seed"),
        Column("floor", "floor"),
        Column("turns", "count"),
        Column("end"),
        Column("killer"),
        Column("replay"),
    ),
}
"""What is known of notable games, by the column of the player. A person is one of `players`."""

Mean = tuple[str, str | None, int]
"""A measure of a floor visit, the heading of its mean, and its decimals; a measure without a heading is not shown."""

MEANS: tuple[Mean, ...] = tuple((column.name, column.short_title or None, column.digits) for column in COLUMNS)
"""Those of a measurement."""


def measured_result(title: str, facts: dict[str, Any], figures: Sequence[BotFigures]) -> Result:
    """The figures of bots in a ruleset, of which at least one has played."""
    task = figures[0].task
    played = f"floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns"
    return Result(
        title,
        {**facts, "seed": task.seed, "floors": [task.first_floor, task.last_floor], "turns": task.turns},
        tables_of(figures, "bot", MEANS),
        (f"games from seed {task.seed}, {played}; 95% intervals",),
        sentences=tuple(line for bot in figures for line in sentences_of(bot)),
    )


def tables_of(figures: Sequence[BotFigures], who: str, means: Sequence[Mean]) -> tuple[Table, ...]:
    """All tables of figures. `who` is the column of the players' names."""
    name, on_floor, special = Column(who), Column("floor", "floor"), OF_NOTABLE[who]
    visits = [(each.task.bot, floor) for each in figures for floor in each.floors]

    def by_floor(held: Callable[[FloorFigures], Mapping[str, Cell]]) -> Iterator[tuple[Cell, ...]]:
        return ((bot, each.floor, key, value) for bot, each in visits for key, value in held(each).items())

    return (
        Table(
            "by_floor",
            (
                name,
                *BY_FLOOR,
                *(Column(f"{mean}_mean", "number", title, digits=digits) for mean, title, digits in means),
            ),
            tuple(
                (
                    bot,
                    *cells_of(floor, BY_FLOOR),
                    *(floor.means[mean].value if mean in floor.means else None for mean, _, _ in means),
                )
                for bot, floor in visits
            ),
            group_by=who,
            captions={each.task.bot: f"{each.strength}: {how_games_ended(each)}" for each in figures},
            unseen=tuple(row for row, (_, floor) in enumerate(visits) if not floor.reached),
        ),
        Table(f"{who}s", (name, *IN_ALL), tuple((each.task.bot, *cells_of(each, IN_ALL)) for each in figures)),
        Table(
            "means",
            (name, on_floor, Column("measure"), Column("mean", "number", ends=("low", "high"))),
            tuple(by_floor(lambda floor: floor.means)),
        ),
        Table(
            "killers",
            (name, on_floor, Column("killer"), Column("deaths", "count")),
            (
                *by_floor(lambda floor: floor.killers),
                *((each.task.bot, None, killer, deaths) for each in figures for killer, deaths in each.killers.items()),
            ),
        ),
        Table(
            "damage",
            (name, on_floor, Column("monster"), Column("damage", "number")),
            tuple(by_floor(lambda floor: floor.damage)),
        ),
        Table(
            "harms",
            (name, *OF_HARMS),
            tuple((each.task.bot, *cells_of(harm, OF_HARMS)) for each in figures for harm in each.harms),
        ),
        Table(
            "notable",
            (name, Column("why"), *special),
            tuple(
                (each.task.bot, why, *(None if cell == "" else cell for cell in cells_of(game, special)))
                for each in figures
                for why, games in (("worst", each.worst), ("luckiest", each.luckiest))
                for game in games
            ),
        ),
    )


def cells_of(figures: object, columns: Sequence[Column]) -> Iterator[Cell]:
    """What figures have of each column, by its name."""
    return (getattr(figures, column.name) for column in columns)


def how_games_ended(bot: BotFigures) -> str:
    """How many games there are, and how they ended."""
    return f"{bot.games:,} games, {bot.died:,} died, {bot.won:,} won, {bot.stopped:,} stopped"


def sentences_of(bot: BotFigures) -> Iterator[str]:
    """What kills a bot, how it kills, and what takes its HP."""
    name = bot.task.bot
    if bot.killers:
        killers = (f"{key} {percent(count / bot.died)}" for key, count in bot.killers.items())
        yield f"{name} killed by: {', '.join(killers)}"
    if kills := bot.kills_by_means:
        yield f"{name} kills by: {', '.join(f'{means} {percent(part)}' for means, part in kills)}"
    lost: dict[str, float] = {}
    for floor in bot.floors:
        for key, damage in floor.damage.items():
            lost[key] = lost.get(key, 0) + damage * floor.reached
    if total := math.fsum(lost.values()):
        ranked = sorted(lost.items(), key=lambda pair: -pair[1])
        yield f"{name} loses HP to: {', '.join(f'{key} {percent(each / total)}' for key, each in ranked)}"
    if special := [harm for harm in bot.harms if harm.by != ATTACK_KEY]:
        yield f"  of that by: {', '.join(f'{harm.by} ({harm.monster}) {percent(harm.share)}' for harm in special)}"
