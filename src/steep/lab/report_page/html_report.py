"""The report of a measurement, as a page. The same games give the same bytes."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.threat_power_and_healing_by_floor import demand_of
from steep.bots.bots_by_name import BOTS
from steep.content import Rulebook
from steep.lab.charts.of_games import Player, balance_chart, mean_hero, power_chart
from steep.lab.charts.of_rulesets import ITEMS_TITLE, MONSTERS_TITLE, odds_chart
from steep.lab.figures.figures_with_intervals import ATTACK_KEY, BotFigures
from steep.lab.figures.notable_games import NotableGame
from steep.lab.report_page.heat_maps import Kind, kinds_of, map_of_damage, monsters_of
from steep.lab.report_page.page import Code, Group, Page, Section, section
from steep.lab.report_page.sections_on_games import (
    card_of,
    floor_groups,
    harm_group,
    hazard_section,
    mean_column,
    notable_group,
    survival_section,
)
from steep.lab.simulate.visit_columns import COLUMNS
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.manifest import Manifest

HARMS_SHOWN = 5
"""Abilities and statuses that the report names for each bot."""

Replays = Mapping[tuple[str, int], str]
"""Paths of replays by bot and seed, relative to the report, with slashes."""


def page_of(rulebook: Rulebook, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report. It surveys the ruleset's floors, which takes a second or two."""
    survey = survey_floors(rulebook, 1, max(bot.floors[-1].floor for bot in figures))
    return report_html(survey, figures, manifest, replays)


def report_html(survey: Survey, figures: Sequence[BotFigures], manifest: Manifest, replays: Replays) -> str:
    """The report on at least one bot with at least one game. `survey` covers floors 1 to the last one played."""
    rulebook, task = survey.rulebook, manifest.tasks[0]
    players = [Player(number, bot) for number, bot in enumerate(figures)]
    floors = range(min(bot.floors[0].floor for bot in figures), max(bot.floors[-1].floor for bot in figures) + 1)
    # Columns for floors that no game reached would only make the others narrower.
    seen = range(floors.start, max(floor for floor in floors if any(player.on(floor) for player in players)) + 1)
    kinds = monsters_of(rulebook.monsters)
    several = len(players) > 1
    page = Page(
        title=rulebook.title,
        above="Steep · difficulty, measured",
        lead=(rulebook.description,) if rulebook.description else (),
        kinds=tuple(kinds[kind.key] for kind in rulebook.monsters),
        facts=(
            ("Ruleset", manifest.ruleset, manifest.ruleset_hash),
            ("Bots" if several else "Bot", ", ".join(player.name for player in players), ""),
            ("Games of each" if several else "Games", f"{task.games:,}", ""),
            ("Seeds", f"{task.seed}–{task.seed + task.games - 1}", ""),
            ("Floors", f"{task.first_floor}–{task.last_floor}", ""),
            ("At most", f"{task.turns:,} turns", ""),
        ),
        cards=tuple(
            card_of(player, does_of(player), told_of(player.figures, rulebook, kinds), kinds) for player in players
        ),
        sections=(
            survival_section(players, seen, unreached(seen, floors)),
            hazard_section(players, seen),
            section(
                "harm", [harm_group(each, seen, kinds, map_of_damage(each.figures, seen, kinds)) for each in players]
            ),
            section("threat", [threat_group(player, seen, survey) for player in players]),
            odds_section(survey, floors, kinds),
            section(
                "floors",
                floor_groups(
                    players, [mean_column(each.name, each.title, each.digits) for each in COLUMNS if each.title]
                ),
            ),
            section("games", [notable_group(player, kinds, watch_with(player, replays)) for player in players]),
            section(
                "read",
                [Group((Code(command_of(manifest)), made_of(manifest)), "Repeat this measurement")],
                samples=f"{survey.samples:,}",
            ),
        ),
        links={watch(path): quote(path) for path in replays.values()},
    )
    return page.html()


def does_of(player: Player) -> str:
    """What a bot does, in words."""
    known = BOTS.get(player.name)
    return known.does if known else ""


def told_of(bot: BotFigures, rulebook: Rulebook, kinds: Mapping[str, Kind]) -> Sequence[str]:
    """What else took most HP, and by what means the bot kills."""
    names = {ability.key: ability.name for ability in rulebook.abilities}
    names |= {status.key: status.name for status in rulebook.statuses}
    harms = [
        f"{names.get(harm.by, harm.by)} ({kinds[harm.monster].name}) {percent(harm.share)}"
        for harm in [harm for harm in bot.harms if harm.by != ATTACK_KEY][:HARMS_SHOWN]
    ]
    kills = [f"{name} did {percent(share)}" for name, share in bot.kills_by_means]
    return (
        *((f"Of all HP lost, abilities and statuses took {', '.join(harms)}.",) if harms else ()),
        *((f"Of its kills, {', '.join(kills)}.",) if kills else ()),
    )


def unreached(seen: range, floors: range) -> tuple[str, ...]:
    """Which floors no game reached."""
    if seen.stop == floors.stop:
        return ()
    last = floors.stop - 1
    named = f"floor {last}" if seen.stop == last else f"floors {seen.stop}–{last}"
    return (f"No game reached {named}.",)


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


def odds_section(survey: Survey, floors: range, kinds: Mapping[str, Kind]) -> Section:
    """What the ruleset's tables give."""
    rulebook, surveyed = survey.rulebook, survey.floors[floors.start - 1 : floors.stop - 1]
    monsters, items = [kinds[kind.key].name for kind in rulebook.monsters], kinds_of(rulebook.items)
    charts = (
        odds_chart(MONSTERS_TITLE, [floor.monsters for floor in surveyed], monsters, floors),
        odds_chart(
            ITEMS_TITLE,
            [floor.items for floor in surveyed],
            [items[kind.key].name for kind in rulebook.items],
            floors,
        ),
    )
    return section("odds", [Group(charts, beside=True)])


def watch_with(player: Player, replays: Replays) -> Callable[[NotableGame], str | None]:
    """The command that shows the replay of one of a bot's games; None where there is none."""

    def watched(game: NotableGame) -> str | None:
        path = replays.get((player.name, game.seed))
        return None if path is None else watch(path)

    return watched


def watch(replay: str) -> str:
    """The command that shows a replay."""
    return f"steep replay {shlex.quote(replay)}"


def command_of(manifest: Manifest) -> str:
    """The command that plays the same games again."""
    task = manifest.tasks[0]
    ruleset = shlex.quote(manifest.ruleset_path or manifest.ruleset)
    bots = ",".join(each.bot for each in manifest.tasks)
    return (
        f"steep measure {ruleset} --bot {bots} --games {task.games} --seed {task.seed} "
        f"--floors {task.first_floor}-{task.last_floor} --turns {task.turns}"
    )


def made_of(manifest: Manifest) -> str:
    """What played the games."""
    versions = manifest.versions
    path = f" from {manifest.ruleset_path}" if manifest.ruleset_path else ""
    return (
        f"Ruleset {manifest.ruleset_hash}{path} · rules and bots {manifest.rules} · layout {manifest.layout} · "
        f"Steep {versions.steep}, Python {versions.python}, NumPy {versions.numpy}"
    )
