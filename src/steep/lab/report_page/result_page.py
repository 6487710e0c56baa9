"""A result of the lab as a page: what the report's charts can draw of it, and its figures as tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steep.lab.figures.compare_two_rulesets import Change
from steep.lab.figures.ends_by_floor import Counts
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.report_page.html_report import templates
from steep.lab.report_page.survival_hazard_and_odds_charts import BotChart, draw_hazard, draw_survival
from steep.lab.report_page.svg_paths_and_labels import Picture
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Interval
from steep.lab.stats.shares_as_text import percent


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its caption."""

    caption: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the first column names the row."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def result_page(
    title: str, lead: str, charts: Sequence[Chart], tables: Sequence[Table], cautions: Sequence[str] = ()
) -> str:
    """A page with charts and tables; `cautions` stand above them."""
    template = templates().get_template("old_result.html")
    return template.render(title=title, lead=lead, charts=charts, tables=tables, cautions=cautions)


def survival_charts(task: Task, sides: Mapping[str, Counts]) -> Iterator[Chart]:
    """One bot's survival under several names, and its hazard under each."""
    players = [
        BotChart(number, figures_of_counts(task, name, counts)) for number, (name, counts) in enumerate(sides.items())
    ]
    reached = max(row for counts in sides.values() for row, games in enumerate(counts.reached) if games or row == 0)
    floors = range(task.first_floor, task.first_floor + reached + 1)
    yield Chart(
        f"Survival of the {task.bot}: the share of all heroes who leave each floor", draw_survival(players, floors)
    )
    for player in players:
        caption = f"Hazard of the {task.bot}, {player.name}: the share of those who reach a floor and die there"
        yield Chart(caption, draw_hazard(player, players, floors))


def figures_of_counts(task: Task, name: str, counts: Counts) -> BotFigures:
    """What counts of games say of a bot, under another name."""
    rows = zip(counts.reached, counts.died, counts.stopped, counts.hazards, counts.survival, strict=True)
    floors = tuple(FloorFigures(task.first_floor + row, *found, {}, {}, {}) for row, found in enumerate(rows))
    died, stopped = sum(counts.died), sum(counts.stopped)
    named = replace(task, bot=name)
    return BotFigures(named, counts.games, 0, died, stopped, counts.won, counts.cleared, floors, {}, (), (), ())


def text_of_change(change: Change) -> tuple[str, ...]:
    """A difference between A and B as a row of a table."""
    return (
        change.subject,
        share_text(change.a),
        share_text(change.b),
        "?" if math.isnan(change.difference) else f"{100 * change.difference:+.1f}",
        between(change.interval),
        f"{change.p:.2g}",
        "significant" if change.holds else "may be chance",
    )


def share_text(value: float) -> str:
    """A share in percent; a question mark if it is unknown."""
    return "?" if math.isnan(value) else percent(value)


def between(interval: Interval, scale: float = 100, unit: str = "") -> str:
    """An interval of shares, in percent or points."""
    return f"{scale * interval.low:.1f} to {scale * interval.high:.1f}{unit}"
