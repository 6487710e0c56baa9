"""Draws the plot of `steep show`: odds by floor, and the HP that floors cost beside the HP that the hero has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from steep.balance.odds_and_expectations import Family, FloorSurvey, Survey
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.threat_power_and_healing_by_floor import demand_of
from steep.core.input_errors import InputError
from steep.lab.report_page.chart_layout import (
    COLOURS,
    ITEMS_TITLE,
    KIND_COLOURS,
    LINE_COLOURS,
    MAX_APART,
    MONSTERS_TITLE,
    OTHERS_COLOUR,
    SHARE_STEPS,
    Band,
    bands_of,
    named_floors,
    spread_out,
    steps_to,
)

INK, SOFT, LINE = (COLOURS[name][0] for name in ("ink", "soft", "line"))
HERO, DEFENSE, LEVELS = LINE_COLOURS["hp"][0], LINE_COLOURS["shield"][0], KIND_COLOURS[3][0]
COST, FIRST = LINE_COLOURS["cost"][0], LINE_COLOURS["first"][0]

LABEL_GAP = 0.055
"""The minimum distance between two labels' centres, as a share of a panel's height."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel, labelled at its end."""

    name: str
    values: Sequence[float]
    colour: str
    dashed: bool = False


def draw(survey: Survey, first: int, path: Path) -> None:
    """Write the plot of floors `first` and on. `survey` starts on floor 1, as the hero grows on every floor."""
    shown = survey.floors[first - 1 :]
    figure = Figure(figsize=(13, 8.5), dpi=110, facecolor="white")
    panels = figure.subplots(2, 2, sharex=True)
    figure.subplots_adjust(left=0.06, right=0.89, top=0.88, bottom=0.07, wspace=0.42, hspace=0.24)
    figure.text(0.06, 0.955, f"{survey.rulebook.title}", fontsize=16, color=INK, weight="bold")
    subtitle = (
        f"{survey.rulebook.name} {survey.rulebook.hash}; odds are exact,"
        f" numbers are means of {survey.samples:,} generated floors"
    )
    figure.text(0.06, 0.927, subtitle, fontsize=9.5, color=SOFT)
    draw_odds(panels[0][0], MONSTERS_TITLE, shown, [floor.monsters for floor in shown])
    draw_odds(panels[1][0], ITEMS_TITLE, shown, [floor.items for floor in shown])
    draw_lines(panels[0][1], "HP that a floor costs, and HP that the hero has", shown, lines_of_hp(survey, first))
    draw_lines(panels[1][1], "The average hero on arrival", shown, lines_of_hero(survey, first))
    for panel in panels[1]:
        panel.set_xlabel("floor", color=SOFT)
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise InputError(f"--plot: {path} cannot be written ({error.strerror})") from error


def lines_of_hp(survey: Survey, first: int) -> list[Line]:
    """The HP that a floor's fights cost, and the HP and healing that the hero has."""
    heroes = Heroes(survey)
    shown = survey.floors[first - 1 :]
    demands = [demand_of(floor, heroes) for floor in shown]
    average = [heroes.floor_cost(heroes.average(floor.floor), floor) for floor in shown]
    hp = [float(heroes.average(floor.floor).hp) for floor in shown]
    both = [have + demand.healing for have, demand in zip(hp, demands, strict=True)]
    return [
        Line("all fights, for\nthe starting hero", [demand.threat for demand in demands], FIRST, dashed=True),
        Line("all fights, for\nthe average hero", average, COST),
        Line("HP and the\nfloor's healing", both, HERO, dashed=True),
        Line("HP", hp, HERO),
    ]


def lines_of_hero(survey: Survey, first: int) -> list[Line]:
    """Power, defense and level-ups of the average hero, and the power of the strongest monster."""
    heroes = Heroes(survey)
    shown = survey.floors[first - 1 :]
    bodies = [heroes.average(floor.floor) for floor in shown]
    powers = [demand_of(floor, heroes).strongest for floor in shown]
    strongest = [0.0 if math.isnan(power) else power for power in powers]
    return [
        Line("power", [float(body.power) for body in bodies], HERO),
        Line("defense", [float(body.defense) for body in bodies], DEFENSE),
        Line("level-ups", [float(heroes.levels_by(floor.floor)) for floor in shown], LEVELS),
        Line("strongest\nmonster's power", strongest, FIRST, dashed=True),
    ]


def draw_odds(panel: Axes, title: str, shown: Sequence[FloorSurvey], families: Sequence[Family]) -> None:
    """Stacked bars of odds by floor, with a label for each kind."""
    floors = [floor.floor for floor in shown]
    labels = []
    # Gaps between many narrow bars would be uneven.
    width = 0.96 if len(floors) <= MAX_APART else 1.0
    for band in bands_of(families, families[0].keys):
        colour = (OTHERS_COLOUR if band.colour is None else KIND_COLOURS[band.colour])[0]
        panel.bar(floors, band.odds, bottom=band.under, width=width, color=colour, linewidth=0)
        if band.is_labelled_within:
            name_within(panel, band, floors)
        else:
            labels.append((band.middle, band.name, colour))
    style_panel(panel, title, floors)
    panel.set_yticks(SHARE_STEPS)
    panel.set_ylim(0, 1)
    panel.yaxis.set_major_formatter("{x:.0%}")
    label_ends(panel, floors[-1] + 0.5, labels)


def name_within(panel: Axes, band: Band, floors: Sequence[int]) -> None:
    """Label a band that ends before the last floor where it is widest."""
    at = band.label_column
    x, side = float(floors[at]), "center"
    if at < len(floors) / 8:
        x, side = floors[0] - 0.4, "left"
    elif at > len(floors) * 7 / 8:
        x, side = floors[-1] + 0.4, "right"
    halo = [withStroke(linewidth=2.5, foreground="white")]
    panel.text(x, band.middle, band.name, ha=side, va="center", fontsize=9, color=INK, path_effects=halo)


def draw_lines(panel: Axes, title: str, shown: Sequence[FloorSurvey], lines: Sequence[Line]) -> None:
    """Lines by floor, each labelled at its end."""
    floors = [floor.floor for floor in shown]
    marker = "o" if len(floors) <= MAX_APART else None
    for line in lines:
        style = (0, (4, 2)) if line.dashed else "-"
        panel.plot(
            floors,
            line.values,
            color=line.colour,
            linestyle=style,
            linewidth=2,
            marker=marker,
            markersize=4,
            clip_on=False,
        )
    style_panel(panel, title, floors)
    steps = steps_to(max(value for line in lines for value in line.values))
    panel.set_yticks(steps)
    panel.set_ylim(0, steps[-1])
    panel.grid(axis="y", color=LINE, linewidth=0.8)
    panel.set_axisbelow(True)
    label_ends(panel, floors[-1] + 0.15, [(line.values[-1], line.name, line.colour) for line in lines], gap=2)


def style_panel(panel: Axes, title: str, floors: Sequence[int]) -> None:
    """Set the title, axes and colours that all panels share."""
    panel.set_title(title, loc="left", fontsize=11.5, color=INK)
    panel.set_xlim(floors[0] - 0.5, floors[-1] + 0.5)
    panel.set_xticks(sorted(named_floors(floors)))
    panel.tick_params(colors=SOFT, labelsize=9, length=0, labelbottom=True)
    for side in ("top", "right", "left", "bottom"):
        panel.spines[side].set_visible(False)


def label_ends(panel: Axes, x: float, labels: Sequence[tuple[float, str, str]], gap: int = 1) -> None:
    """Labels beside the ends of lines or bands, moved apart where they would overlap."""
    low, high = panel.get_ylim()
    distance = gap * LABEL_GAP * (high - low)
    ordered = sorted(labels)
    positions = spread_out([value for value, _, _ in ordered], distance, low, high)
    for y, (value, name, colour) in zip(positions, ordered, strict=True):
        panel.annotate(
            name,
            xy=(x, value),
            xytext=(x + 0.035 * (panel.get_xlim()[1] - panel.get_xlim()[0]), y),
            va="center",
            fontsize=9,
            color=INK,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 1.6, "shrinkA": 1, "shrinkB": 0},
        )
