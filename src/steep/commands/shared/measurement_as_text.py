"""How bots fared in a ruleset, printed floor by floor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from steep.commands.shared.output import aligned, csv_text, say, say_json
from steep.lab import Measurement
from steep.lab.figures.figures_with_intervals import ATTACK_KEY, BotFigures
from steep.lab.figures.rows_by_floor import headings, rows_of
from steep.lab.simulate.visit_columns import COLUMNS, MEASURES
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import percent

SHOWN = [column for column in COLUMNS if column.short_title]
"""The columns whose means the table shows."""


def print_measurement(measurement: Measurement, form: str) -> None:
    """Print all figures in the chosen format."""
    if form == "json":
        say_json(measurement.as_json())
    elif form == "csv":
        say(csv_text(headings("bot", MEASURES), [*rows_of(measurement.figures, MEASURES)]), end="")
    else:
        manifest = measurement.manifest
        say(as_text(f"{manifest.ruleset} {manifest.ruleset_hash}", measurement.figures), end="")


def as_text(title: str, figures: Sequence[BotFigures]) -> str:
    """The settings, then each bot as a table by floor and a few lines."""
    task = figures[0].task
    lines = [
        f"{title}: games from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns; 95% intervals",
    ]
    for bot in figures:
        lines += ["", *bot_lines(bot)]
    return "".join(f"{line}\n" for line in lines)


def bot_lines(bot: BotFigures) -> Iterator[str]:
    """One bot: its strength, its floors, and what kills it."""
    yield f"{bot.strength}: {bot.games:,} games, {bot.died:,} died, {bot.won:,} won, {bot.stopped:,} stopped"
    titles = ("floor", "reached", "died", "hazard", "", "survival", "", *(column.short_title for column in SHOWN))
    rows = [titles]
    for floor in bot.floors:
        if floor.reached:
            shares = (part for estimate in (floor.hazard, floor.survival) for part in share(estimate))
            means = (f"{floor.means[column.name].value:,.{column.digits}f}" for column in SHOWN)
            rows.append((str(floor.floor), f"{floor.reached:,}", f"{floor.died:,}", *shares, *means))
    yield aligned(rows, right=range(len(titles)), indent="  ")
    if bot.killers:
        yield f"  killed by: {', '.join(f'{key} {percent(count / bot.died)}' for key, count in bot.killers.items())}"
    if kills := bot.kills_by_means:
        yield f"  kills by: {', '.join(f'{name} {percent(part)}' for name, part in kills)}"
    hurt: dict[str, float] = {}
    for floor in bot.floors:
        for key, damage in floor.damage.items():
            hurt[key] = hurt.get(key, 0) + damage * floor.reached
    total = math.fsum(hurt.values())
    if total:
        ranked = sorted(hurt.items(), key=lambda pair: -pair[1])
        yield f"  HP lost to: {', '.join(f'{key} {percent(damage / total)}' for key, damage in ranked)}"
    if special := [harm for harm in bot.harms if harm.by != ATTACK_KEY]:
        yield f"  of that by: {', '.join(f'{harm.by} ({harm.monster}) {percent(harm.share)}' for harm in special)}"


def share(estimate: Estimate) -> tuple[str, str]:
    """A share in percent, and its interval."""
    value, interval = estimate.value, estimate.interval
    between = f"{100 * interval.low:.1f}-{100 * interval.high:.1f}"
    return "?" if math.isnan(value) else percent(value), between
