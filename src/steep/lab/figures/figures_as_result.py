"""The figures of bots, or of whoever played, as a result: by floor, what kills, and which games are notable."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from steep.lab.figures.figures_with_intervals import ATTACK_KEY, BotFigures
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.simulate.visit_columns import COLUMNS
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
"""What is known of notable games, by the column of who played. A person is one of `players`."""

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
    """All tables that figures give, whoever played; `who` is the column of their names."""
    name = Column(who)
    visits = [(each, floor) for each in figures for floor in each.floors]
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
                    each.task.bot,
                    floor.floor,
                    floor.reached,
                    floor.died,
                    floor.stopped,
                    floor.hazard,
                    floor.survival,
                    *(floor.means[mean].value if mean in floor.means else None for mean, _, _ in means),
                )
                for each, floor in visits
            ),
            group_by=who,
            captions={each.task.bot: caption_of(each) for each in figures},
            unseen=tuple(row for row, (_, floor) in enumerate(visits) if not floor.reached),
        ),
        Table(
            f"{who}s",
            (name, *IN_ALL),
            tuple(
                (
                    each.task.bot,
                    each.games,
                    each.task.games,
                    each.turns,
                    each.died,
                    each.stopped,
                    each.won,
                    each.cleared,
                )
                for each in figures
            ),
        ),
        Table(
            "means",
            (name, Column("floor", "floor"), Column("measure"), Column("mean", "number", ends=("low", "high"))),
            tuple(
                (each.task.bot, floor.floor, measure, mean)
                for each, floor in visits
                for measure, mean in floor.means.items()
            ),
        ),
        Table(
            "killers",
            (name, Column("floor", "floor"), Column("killer"), Column("deaths", "count")),
            (
                *(
                    (each.task.bot, floor.floor, killer, deaths)
                    for each, floor in visits
                    for killer, deaths in floor.killers.items()
                ),
                *((each.task.bot, None, killer, deaths) for each in figures for killer, deaths in each.killers.items()),
            ),
        ),
        Table(
            "damage",
            (name, Column("floor", "floor"), Column("monster"), Column("damage", "number")),
            tuple(
                (each.task.bot, floor.floor, monster, lost)
                for each, floor in visits
                for monster, lost in floor.damage.items()
            ),
        ),
        Table(
            "harms",
            (name, Column("monster"), Column("by"), Column("damage", "number"), Column("share", "share")),
            tuple(
                (each.task.bot, harm.monster, harm.by, harm.damage, harm.share)
                for each in figures
                for harm in each.harms
            ),
        ),
        Table("notable", (name, Column("why"), *OF_NOTABLE[who]), tuple(notable_rows(figures, OF_NOTABLE[who]))),
    )


def caption_of(bot: BotFigures) -> str:
    """How far a bot came, and how its games ended."""
    return f"{bot.strength}: {bot.games:,} games, {bot.died:,} died, {bot.won:,} won, {bot.stopped:,} stopped"


def notable_rows(figures: Sequence[BotFigures], columns: Sequence[Column]) -> Iterator[tuple[Cell, ...]]:
    """The worst and the luckiest games of each bot."""
    for bot in figures:
        for why, games in (("worst", bot.worst), ("luckiest", bot.luckiest)):
            for game in games:
                known = (getattr(game, "player" if each.name == "person" else each.name) for each in columns)
                yield bot.task.bot, why, *(None if cell == "" else cell for cell in known)


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
