"""The report page of a measurement, with the parts shared with tables. The same games give the same bytes."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.balance.possible_heroes_by_floor import Heroes, demand_of
from steep.content import Rulebook
from steep.lab.charts.of_games import Player, balance_chart, hazard_chart, mean_hero, power_chart, survival_chart
from steep.lab.charts.of_survey import ITEMS_TITLE, MONSTERS_TITLE, odds_chart
from steep.lab.figures.figures_as_result import BY_FLOOR, sentences_of
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.report_page.page import (
    Code,
    Group,
    HeatMap,
    Kind,
    Page,
    kinds_of,
    map_of_damage,
    map_of_deaths,
    monsters_of,
    section,
)
from steep.lab.results.result import Cell, Column, Table
from steep.lab.simulate.floor_visit import COLUMNS
from steep.lab.storage.manifest import Manifest

ABOVE = "Steep · difficulty, measured"

SHOWN_BY_FLOOR = tuple(replace(column, title=column.name) for column in BY_FLOOR)

NOTABLE = (
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


@dataclass(frozen=True, slots=True)
class Replay:
    """The replay of a game."""

    path: str
    """Relative to the report, with slashes."""
    link: str | None = None
    """The address that plays it in Steep's pages."""

    @property
    def command(self) -> str:
        """What shows it."""
        return f"steep replay {shlex.quote(self.path)}"


Replays = Mapping[tuple[str, int], Replay]
"""Replays by bot and seed."""

Mean = tuple[str, str, int]
"""A measure of a floor visit, the heading of its mean, and its decimals."""


def page_of(rulebook: Rulebook, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report of a measurement. It surveys the ruleset's floors, which takes a second or two."""
    survey = survey_floors(rulebook, 1, max(bot.floors[-1].floor for bot in figures))
    return report_html(survey, figures, manifest, replays)


def report_html(survey: Survey, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report on at least one bot with at least one game. `survey` covers floors 1 to the last one played."""
    book, task = survey.rulebook, manifest.tasks[0]
    players = [Player(number, bot) for number, bot in enumerate(figures)]
    floors = range(min(bot.floors[0].floor for bot in figures), max(bot.floors[-1].floor for bot in figures) + 1)
    # Columns for floors that no game reached would only make the others narrower.
    seen = range(floors.start, max(floor for floor in floors if any(player.on(floor) for player in players)) + 1)
    unseen = () if seen.stop == floors.stop else (f"No game got below floor {seen.stop - 1}.",)
    kinds, several = monsters_of(book.monsters), len(players) > 1
    sentences = tuple(sentence for bot in figures for sentence in sentences_of(bot))
    means = [(each.name, each.title, each.digits) for each in COLUMNS if each.title]
    made = Code(command_of(manifest)), origin_line(manifest)
    return Page(
        title=book.title,
        above=ABOVE,
        lead=(book.description,) if book.description else (),
        kinds=tuple(kinds[kind.key] for kind in book.monsters),
        facts=(
            ("Ruleset", manifest.ruleset, manifest.ruleset_hash),
            ("Bots" if several else "Bot", ", ".join(player.name for player in players), ""),
            ("Games of each" if several else "Games", f"{task.games:,}", ""),
            ("Seeds", f"{task.seed}–{task.seed + task.games - 1}", ""),
            ("Floors", f"{task.first_floor}–{task.last_floor}", ""),
            ("At most", f"{task.turns:,} turns", ""),
        ),
        players=tuple(players),
        sections=(
            section("survival", [Group((survival_chart(players, seen), *unseen))]),
            section("hazard", [hazard_group(players, seen)]),
            section(
                "harm",
                [
                    Group(sentences),
                    *(harm_group(each, seen, kinds, map_of_damage(each.figures, seen, kinds)) for each in players),
                ],
            ),
            section("threat", [threat_group(player, seen, survey) for player in players]),
            section("odds", [odds_group(survey, floors, kinds)]),
            section("floors", [floor_group(player, means) for player in players]),
            section("games", [notable_group(player, kinds, replays) for player in players]),
            section("read", [Group(made, "Repeat this measurement")], samples=f"{survey.samples:,}"),
        ),
        links={
            **{("replay", each.command): quote(each.path) for each in replays.values()},
            **{("end", each.command): each.link for each in replays.values() if each.link},
        },
    ).html()


def hazard_group(players: Sequence[Player], floors: Sequence[int]) -> Group:
    """Who dies on each floor."""
    return Group(tuple(hazard_chart(each, players, floors) for each in players), beside=len(players) > 1)


def harm_group(player: Player, floors: Sequence[int], kinds: Mapping[str, Kind], *maps: HeatMap) -> Group:
    """What kills a hero, and what hurts it, where that is known."""
    known = player.figures.killers or not player.figures.died
    deaths = map_of_deaths(player.figures, floors, kinds) if known else "The file does not say what killed the hero."
    return Group((deaths, *maps), player.name, player.strength, player.name, beside=bool(maps))


def threat_group(player: Player, floors: Sequence[int], survey: Survey) -> Group:
    """What a bot's floors cost, and what it has to pay with."""
    heroes = Heroes(survey)
    surveyed = [survey.floors[floor - 1] for floor in floors]
    demands = [demand_of(floor, heroes) for floor in surveyed]
    costs = [
        math.nan if (row := player.on(each.floor)) is None else heroes.floor_cost(mean_hero(row), each)
        for each in surveyed
    ]
    charts = balance_chart(player, demands, costs, floors), power_chart(player, demands, floors)
    return Group(charts, player.name, player.strength, player.name, beside=True)


def odds_group(survey: Survey, floors: range, kinds: Mapping[str, Kind]) -> Group:
    """What the ruleset's tables give."""
    book, surveyed = survey.rulebook, survey.floors[floors.start - 1 : floors.stop - 1]
    monsters, items = (
        [kinds[kind.key].name for kind in book.monsters],
        [each.name for each in kinds_of(book.items).values()],
    )
    charts = (
        odds_chart(MONSTERS_TITLE, [floor.monsters for floor in surveyed], monsters, floors),
        odds_chart(ITEMS_TITLE, [floor.items for floor in surveyed], items, floors),
    )
    return Group(charts, beside=True)


def floor_group(player: Player, means: Sequence[Mean]) -> Group:
    """All figures of a player by floor."""
    columns = [Column(name, "number", title, (f"{name}_low", f"{name}_high"), digits) for name, title, digits in means]
    rows: list[tuple[Cell, ...]] = [
        (*(getattr(floor, each.name) for each in SHOWN_BY_FLOOR), *(floor.means.get(each.name) for each in columns))
        for floor in player.figures.floors
        if floor.reached
    ]
    caption = f"{player.name} {player.strength}"
    return Group((Table(player.name, (*SHOWN_BY_FLOOR, *columns), tuple(rows), caption),), of=player.name)


def notable_group(player: Player, kinds: Mapping[str, Kind], replays: Replays) -> Group:
    """Games worth a look."""
    rows: list[tuple[Cell, ...]] = [
        (
            *(special, game.game, game.player, "" if game.seed is None else str(game.seed), game.floor),
            f"{game.end}, by {kinds[game.killer].name}" if game.killer else game.end,
            game.turns or None,
            game.damage,
            replays[player.name, game.seed].command if (player.name, game.seed) in replays else game.replay,
        )
        for special, games in (("The worst", player.figures.worst), ("The luckiest", player.figures.luckiest))
        for game in games
    ]
    table = Table("games", NOTABLE, tuple(rows), group_by="special")
    return Group((table,), player.name, player.strength, player.name)


def command_of(manifest: Manifest) -> str:
    """The command that plays the same games again."""
    task = manifest.tasks[0]
    ruleset = shlex.quote(manifest.ruleset_path or manifest.ruleset)
    bots = ",".join(each.bot for each in manifest.tasks)
    return (
        f"steep measure {ruleset} --bot {bots} --games {task.games} --seed {task.seed} "
        f"--floors {task.first_floor}-{task.last_floor} --turns {task.turns}"
    )


def origin_line(manifest: Manifest) -> str:
    """What played the games."""
    versions = manifest.versions
    path = f" from {manifest.ruleset_path}" if manifest.ruleset_path else ""
    return (
        f"Ruleset {manifest.ruleset_hash}{path} · rules and bots {manifest.rules} · layout {manifest.layout} · "
        f"Steep {versions.steep}, Python {versions.python}, NumPy {versions.numpy}"
    )
