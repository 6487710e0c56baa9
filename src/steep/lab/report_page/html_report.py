"""The report of a measurement: one self-contained HTML page.

It loads nothing, and forbids the browser to. It has one script of its own, without which it can be read, too. Text from
a ruleset (titles, names, colours) is untrusted and escaped. The same games give the same bytes.
"""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.threat_power_and_healing_by_floor import demand_of
from steep.bots.bots_by_name import BOTS
from steep.content import Rulebook
from steep.lab.charts.chart import Chart
from steep.lab.charts.looks import COLOURS, style
from steep.lab.charts.of_games import (
    Player,
    balance_chart,
    hazard_chart,
    match_of,
    power_chart,
    survival_chart,
)
from steep.lab.charts.of_rulesets import ITEMS_TITLE, MONSTERS_TITLE, odds_chart
from steep.lab.charts.svg import HATCH, in_page
from steep.lab.figures.figures_with_intervals import ATTACK_KEY, BotFigures, FloorFigures
from steep.lab.report_page import numbers_as_text
from steep.lab.report_page.death_and_damage_heat_maps import (
    FloorMap,
    Kind,
    kinds_of,
    map_of_damage,
    map_of_deaths,
    monsters_of,
)
from steep.lab.simulate.visit_columns import COLUMNS
from steep.lab.storage.manifest import Manifest
from steep.lab.storage.output_folder import StoreError
from steep.play.files.atomic_writes import reason_of, write_whole

REPORT = "report.html"

SCRIPT = resources.files("steep.lab.report_page").joinpath("report.js").read_text(encoding="utf-8")

ALLOWED = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"
"""What pages allow to run: this script, and no other."""

HARMS_SHOWN = 5
"""Abilities and statuses that the report names for each bot."""

Replays = Mapping[tuple[str, int], str]
"""Paths of replays by bot and seed, relative to the report, with slashes."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The report's part on one bot."""

    player: Player
    does: str
    deadliest: FloorFigures | None
    """The floor with the most deaths."""
    killers: tuple[tuple[str, float], ...]
    """The top few with their shares of all deaths."""
    harms: tuple[tuple[str, str, float], ...]
    """The top few abilities and statuses: their names, those of the monsters, and their shares of all HP lost."""
    hazard: Chart
    deaths: FloorMap
    damage: FloorMap
    balance: Chart
    power: Chart


def write_report(
    folder: Path, rulebook: Rulebook, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays
) -> Path:
    """Write the report into a folder and return its path. Raises `StoreError` when it cannot be written."""
    path = folder / REPORT
    page = page_of(rulebook, figures, manifest, replays)
    try:
        write_whole(path, page.encode())
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {reason_of(error)}") from None
    return path


def page_of(rulebook: Rulebook, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report. It surveys the ruleset's floors, which takes a second or two."""
    survey = survey_floors(rulebook, 1, max(bot.floors[-1].floor for bot in figures))
    return report_html(survey, figures, manifest, replays)


def report_html(survey: Survey, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report on at least one bot with at least one game. `survey` covers floors 1 to the last one played."""
    rulebook = survey.rulebook
    players = [Player(number, bot) for number, bot in enumerate(figures)]
    floors = range(min(bot.floors[0].floor for bot in figures), max(bot.floors[-1].floor for bot in figures) + 1)
    # Columns for floors that no game reached would only make the others narrower.
    seen = range(floors.start, max(floor for floor in floors if any(player.on(floor) for player in players)) + 1)
    surveyed = survey.floors[floors.start - 1 : floors.stop - 1]
    monsters = monsters_of(rulebook.monsters)
    items = kinds_of(rulebook.items)
    return page().render(
        rulebook=rulebook,
        manifest=manifest,
        command=command_of(manifest),
        chapters=[chapter_of(player, players, seen, survey, monsters) for player in players],
        monsters=monsters,
        replays=replays,
        floors=floors,
        seen=seen,
        samples=survey.samples,
        beasts=[monsters[kind.key] for kind in rulebook.monsters],
        survival=survival_chart(players, seen),
        odds=[
            odds_chart(
                MONSTERS_TITLE,
                [floor.monsters for floor in surveyed],
                [monsters[kind.key].name for kind in rulebook.monsters],
                floors,
            ),
            odds_chart(
                ITEMS_TITLE,
                [floor.items for floor in surveyed],
                [items[kind.key].name for kind in rulebook.items],
                floors,
            ),
        ],
        columns=[column for column in COLUMNS if column.title],
        formats=numbers_as_text,
        quote=quote,
        shell_quote=shlex.quote,
    )


def chapter_of(
    player: Player,
    players: Sequence[Player],
    floors: range,
    survey: Survey,
    kinds: Mapping[str, Kind],
) -> Chapter:
    """Everything the report says about one bot."""
    bot, heroes = player.figures, Heroes(survey)
    surveyed = [survey.floors[floor - 1] for floor in floors]
    demands = [demand_of(floor, heroes) for floor in surveyed]
    rows = [player.on(floor) for floor in floors]
    matches = [None if row is None else match_of(row, floor, heroes) for row, floor in zip(rows, surveyed, strict=True)]
    known = BOTS.get(player.name)
    return Chapter(
        player=player,
        does=known.does if known else "",
        deadliest=max(bot.floors, key=lambda row: row.died) if bot.died else None,
        killers=tuple((kinds[key].name, count / bot.died) for key, count in [*bot.killers.items()][:3]),
        harms=harms_by_abilities(bot, survey.rulebook, kinds),
        hazard=hazard_chart(player, players, floors),
        deaths=map_of_deaths(bot, floors, kinds),
        damage=map_of_damage(bot, floors, kinds),
        balance=balance_chart(demands, matches, floors),
        power=power_chart(demands, matches, floors),
    )


def harms_by_abilities(
    bot: BotFigures, rulebook: Rulebook, kinds: Mapping[str, Kind]
) -> tuple[tuple[str, str, float], ...]:
    """The abilities and statuses that took most HP: their names, those of the monsters, and their shares of it."""
    names = {ability.key: ability.name for ability in rulebook.abilities}
    names |= {status.key: status.name for status in rulebook.statuses}
    special = [harm for harm in bot.harms if harm.by != ATTACK_KEY]
    return tuple((names.get(harm.by, harm.by), kinds[harm.monster].name, harm.share) for harm in special[:HARMS_SHOWN])


def command_of(manifest: Manifest) -> str:
    """The command that plays the same games again."""
    task = manifest.tasks[0]
    ruleset = shlex.quote(manifest.ruleset_path or manifest.ruleset)
    bots = ",".join(each.bot for each in manifest.tasks)
    return (
        f"steep measure {ruleset} --bot {bots} --games {task.games} --seed {task.seed} "
        f"--floors {task.first_floor}-{task.last_floor} --turns {task.turns}"
    )


def page() -> Template:
    """The page's template."""
    return templates().get_template("report.html")


@cache
def templates() -> Environment:
    """The templates of pages, each read once: all pages of a process are alike, also while Steep is being updated."""
    environment = Environment(
        loader=PackageLoader("steep", "lab/report_page"),
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(colours=COLOURS, chart_style=style(), hatch=HATCH, script=SCRIPT, allowed=ALLOWED)
    environment.filters["drawn"] = in_page
    return environment
