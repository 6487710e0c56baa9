"""The Python side of the workbench: what a ruleset's text means, floor by floor, and how bots fare in it.

A text is always a whole file of a ruleset; it may extend bundled ones. Every answer is plain data.
"""

from __future__ import annotations

import functools
import math
import re
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypedDict

from steep.balance.lint.all_checks import find
from steep.balance.lint.lint_input import LintInput, last_checked
from steep.balance.odds_and_expectations import survey_floors
from steep.balance.odds_of_one_draw import item_odds, last_of_interest, monster_odds
from steep.balance.rolled_floors import roll_floors
from steep.bots.choose_action import find_bot
from steep.content import Item, Monster, Rulebook, RulesetError, load_ruleset, ruleset_names
from steep.content.reading.find_and_read_ruleset_files import BUNDLED, TODO
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, Head, fields_of
from steep.core.input_errors import InputError, brief, checked_number
from steep.core.random_streams import MAX_SEED
from steep.core.record import offsets_of, pack, size_of
from steep.core.ruleset import Ruleset
from steep.importing import filled_in
from steep.lab.counting.counts import Counts
from steep.lab.figures.game_figures import hazards, survival
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.simulation import SimulationState, most_wounds
from steep.lab.simulate.simulation_task import LAST_FLOOR, Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.scripting import checked_floor
from steep.spawn.placement_odds_and_counts import Answer, Sampled
from steep.web import import_export
from steep.web.curves_in_text import groups_in
from steep.web.measure import Bands, bands_of_target, changes, counts_of, games_of, verdicts
from steep.web.rpc import Problem, problems_of

FEWEST_FLOORS = 8
"""Floors of the charts of a dungeon that has no end."""


LINE_TO_DO = re.compile(rf'(?m)^[\w-]+ *= "{TODO}"')
WEIGHT_TO_DO = re.compile(rf'(?m)^spawn *= "{TODO}"|^\[[^\]\n]*{TODO}')
"""A weight that is to fill in, or a kind without a name."""


class Band(TypedDict):
    """A kind's share of draws on each floor, from 0 to 1."""

    key: str
    name: str
    color: str
    shares: list[float]


def rulesets() -> list[dict[str, str]]:
    """The bundled rulesets: their names and titles."""
    return [{"name": name, "title": load_ruleset(name).title} for name in ruleset_names()]


def source(name: str) -> str:
    """The text of a bundled ruleset."""
    if name not in ruleset_names():
        raise InputError(f"found no ruleset named {brief(name)}; allowed: {', '.join(ruleset_names())}")
    return (BUNDLED / f"{name}.toml").read_text(encoding="utf-8")


def schema() -> dict[str, list[dict[str, str]]]:
    """The keys that each section may have, with what they allow and mean. The name of the file's head is empty."""
    sections: dict[str, type[object]] = {"": Head, **SINGLE_SECTIONS, **KEYED_SECTIONS}
    return {
        name: [
            {"key": key, "allowed": each.type.allowed, "meaning": each.meaning, "required": str(each.required)}
            for key, each in fields_of(section).items()
        ]
        for name, section in sections.items()
    }


def check(text: str) -> dict[str, Any]:
    """The mistakes in a text; without any, what it means on each floor.

    That is the exact odds of a draw, of monsters and of items, and the curves that the text itself writes. They are
    known, too, where an import left stats to fill in, but no weights.
    """
    problems: list[Problem] = []
    try:
        rulebook = rulebook_of(text)
    except RulesetError as error:
        problems = problems_of(error.mistakes)
        if not LINE_TO_DO.search(text) or WEIGHT_TO_DO.search(text):
            return {"problems": problems}
        try:
            rulebook = rulebook_of(filled_in(text))
        except RulesetError:
            return {"problems": problems}
    floors = range(1, last_shown(rulebook) + 1)
    monsters = [monster_odds(rulebook.compiled, floor) for floor in floors]
    items = [item_odds(rulebook.compiled, floor) for floor in floors]
    return {
        "problems": problems,
        "floors": len(floors),
        "played": rulebook.run.last_floor or max(len(floors), LAST_FLOOR),
        "monsters": bands(rulebook.monsters, monsters),
        "items": bands(rulebook.items, items),
        "curves": groups_in(text, len(floors)),
    }


def survey(text: str, samples: int) -> dict[str, Any]:
    """What generated floors have, `samples` of each, and what lint finds in them. Raises `InputError`."""
    rulebook = rulebook_of(text)
    found = survey_floors(rulebook, 1, last_checked(rulebook.compiled), samples, fast=False)
    shown = found.floors[: last_shown(rulebook)]
    return {
        "samples": found.samples,
        "threat": [interval(floor.threat) for floor in shown],
        "healing": [interval(floor.healing) for floor in shown],
        "monsters": [math.fsum(floor.monsters.totals) / len(floor.monsters.totals) for floor in shown],
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "floor": finding.floor,
                "subject": finding.subject,
                "text": finding.text,
                "accepted": finding.accepted,
            }
            for finding in find(LintInput(rulebook, found, 0))
        ],
    }


def roll(text: str, seed: int, floor: int) -> dict[str, Any]:
    """A floor as the run of a seed finds it. Raises `InputError`."""
    rulebook = rulebook_of(text)
    checked_floor(floor, rulebook)
    checked_number("seed", seed, 0, MAX_SEED)
    rolled = next(roll_floors(rulebook, seed, floor, floor))
    terrain = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.terrain}
    items = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.items}
    monsters = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.monsters}
    return {
        "rows": list(rolled.rows),
        "start": rolled.start,
        "stairs": rolled.stairs,
        "things": [
            {"x": each.x, "y": each.y, "kind": each.kind, "glyph": known[each.kind][0], "color": known[each.kind][1]}
            for known, placed in ((terrain, rolled.terrain), (items, rolled.items), (monsters, rolled.monsters))
            for each in placed
        ],
        "threat": rolled.threat,
        "healing": rolled.healing,
    }


def games_to_play(text: str, bot: str, floors: int) -> GamesToPlay:
    """What decides a bot's games on floors 1 to `floors`, but their seeds. Raises `InputError`."""
    return games_of_task(rulebook_of(text).compiled, Task(bot, seed=0, games=0, last_floor=floors))


def bands_of(target: str, bot: str) -> Bands:
    """What the text of a target asks of a bot, and the mistakes in it."""
    return bands_of_target(target, bot)


def figures(text: str, bot: str, floors: int, target: str, after: bytes, before: bytes) -> dict[str, Any]:
    """What games on floors 1 to `floors` say: figures by floor, how they changed, and a target's bands.

    The games are packed rows of floor visits. `text` is the ruleset of the games `after`. Without games `before`,
    nothing changed.
    """
    now, then = (games_of(each, len(rulebook_of(text).monsters)) for each in (after, before))
    return {
        "after": curves(counts_of(now, floors)),
        "before": curves(counts_of(then, floors)) if then else None,
        "change": changes(then, now, floors) if then else None,
        "verdicts": verdicts(target, bot, now, floors, rulebook_of(text)),
    }


def import_project(files: Mapping[str, bytes], fill: bool) -> import_export.Imported:
    """A project as a ruleset, from its files by their paths (`import_export.import_files`). Raises `InputError`."""
    return import_export.import_files(files, fill=fill)


def change_source(text: str, files: Mapping[str, bytes]) -> import_export.Patch:
    """What changes in the source that a ruleset was imported from (`import_export`). Raises `InputError`."""
    return import_export.change_source(rulebook_of(text), files)


def shapes() -> list[str]:
    """The names of the shapes of tables that `export` writes."""
    return import_export.shapes()


def export(text: str, shape: str) -> import_export.Exported:
    """A ruleset's tables in a shape of other games. Raises `InputError`."""
    return import_export.export(rulebook_of(text), shape)


def curves(counts: Counts) -> dict[str, list[list[float]]]:
    """Figures with the ends of their intervals, by floor."""
    return {
        "hazard": [triple(each) for each in hazards(counts)],
        "survival": [triple(each) for each in survival(counts)],
    }


@functools.lru_cache(maxsize=8)
def rulebook_of(text: str) -> Rulebook:
    """The ruleset of a text. Raises `RulesetError`."""
    with tempfile.TemporaryDirectory(prefix="steep-") as folder:
        Path(folder, "parts").symlink_to(BUNDLED / "parts")
        path = Path(folder, "ruleset.toml")
        path.write_text(text, encoding="utf-8")
        return load_ruleset(str(path))


def last_shown(rulebook: Rulebook) -> int:
    """The last floor of the charts: one below the last change, but not below the floor on which a run is won."""
    return max(last_of_interest(rulebook.compiled), FEWEST_FLOORS if not rulebook.run.last_floor else 1)


def bands(kinds: Sequence[Monster | Item], odds: Sequence[Mapping[int, Fraction]]) -> list[Band]:
    """The shares of all kinds that are ever drawn."""
    return [
        Band(
            key=kinds[number].key,
            name=kinds[number].name,
            color=hex_color(kinds[number].color),
            shares=[float(floor.get(number, 0)) for floor in odds],
        )
        for number in sorted({number for floor in odds for number, share in floor.items() if share})
    ]


def hex_color(color: Sequence[int]) -> str:
    """A colour as pages write it."""
    return "#" + "".join(f"{part:02x}" for part in color)


def interval(answer: Answer) -> list[float]:
    """A figure with the ends of its interval."""
    return [answer.mean, answer.low, answer.high] if isinstance(answer, Sampled) else [float(answer.value)] * 3


def triple(estimate: Estimate) -> list[float]:
    """An estimate with the ends of its interval."""
    return [estimate.value, estimate.interval.low, estimate.interval.high]


# Packed records for the rules in `rules.wasm`, which the pages' TypeScript calls.


class Layout(TypedDict):
    """A packed record, in bytes: its size, and where its fields begin."""

    size: int
    at: dict[str, int]


class GamesToPlay(TypedDict):
    """All that decides a bot's games but their seeds, and the tables that their rows go to."""

    ruleset: bytes
    state: Layout
    visit: Layout
    wound: Layout
    most_wounds: int
    task: list[tuple[int, int]]
    """Numbers of the state, by where they stand. All others are zero when a game begins."""


def layout_of(record: type[Any]) -> Layout:
    """How a record is packed."""
    return Layout(size=size_of(record), at=offsets_of(record))


def games_of_task(ruleset: Ruleset, task: Task) -> GamesToPlay:
    """The games of a task, whose seeds are left open. Raises `InputError` for an unknown bot."""
    state = layout_of(SimulationState)
    numbers = {
        "bot": find_bot(task.bot).number,
        "first_floor": task.first_floor,
        "last_floor": task.last_floor,
        "turn_limit": task.turns,
    }
    return GamesToPlay(
        ruleset=pack(ruleset),
        state=state,
        visit=layout_of(FloorVisit),
        wound=layout_of(DamageRow),
        most_wounds=most_wounds(ruleset),
        task=[(state["at"][name], number) for name, number in numbers.items()],
    )
