"""The Python side of the workbench: what a ruleset's text means, floor by floor, and how bots fare in it.

A text is always a whole file of a ruleset; it may extend bundled ones. Every answer is plain data.
"""

from __future__ import annotations

import functools
import math
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal, NotRequired, TypedDict, get_args

from steep.balance.lint import lint_input, mends
from steep.balance.lint.all_checks import find
from steep.balance.lint.lint_input import LintInput, last_checked
from steep.balance.odds_and_expectations import Family, Survey, healing_of, survey_floors
from steep.balance.odds_of_one_draw import item_odds, last_of_interest, monster_odds
from steep.balance.rolled_floors import roll_floors
from steep.bots.choose_action import find_bot
from steep.content import Item, Monster, Rulebook, RulesetError, load_ruleset, ruleset_names
from steep.content.change_numbers import WrittenRuleset
from steep.content.reading.find_and_read_ruleset_files import BUNDLED, TODO
from steep.content.reweighting import Read, reweighted
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
from steep.play.files import replays
from steep.play.files.links import linked_name
from steep.play.files.recording import Recording, RunHeader, digest_of
from steep.scripting import checked_floor
from steep.spawn.curves import Steps, threat_on
from steep.spawn.placement_odds_and_counts import Answer, Sampled
from steep.web import import_export
from steep.web.curves_in_text import Group, groups_in
from steep.web.measure import (
    Bands,
    Figure,
    MeasuredChange,
    Verdict,
    bands_of_target,
    changes,
    counts_of,
    deaths_of,
    games_of,
    verdicts,
)
from steep.web.rpc import Problem, hex_color, problems_of
from steep.web.verify import run_of

FEWEST_FLOORS = 8
"""The charts of an endless dungeon show at least this many floors."""


LINE_TO_DO = re.compile(rf'(?m)^[\w-]+ *= "{TODO}"')
STAT_TO_DO = re.compile(rf'(hp|power|defense|xp)( *)= "{TODO}"')
HEADER = re.compile(r"\[([\w.-]+)\]")
WEIGHT_TO_DO = re.compile(rf'(?m)^spawn *= "{TODO}"|^\[[^\]\n]*{TODO}')
"""A weight that must be filled in, or a kind without a name."""


ASSUMED = {
    "hero": ("hp", "power", "defense"),
    "counts": ("monsters_per_room", "items_per_room"),
    "level_up": ("base", "factor"),
}
"""By section, numbers that a table of monsters rarely says, though much depends on them."""


class Assumptions(TypedDict):
    """What nobody said of an imported game."""

    toml: str
    """The import with the stats of the tutorial's hero and its first monster in place of missing ones."""
    lines: dict[str, str]
    """By path, the line that writes what is assumed."""


class Bundled(TypedDict):
    """A bundled ruleset."""

    name: str
    title: str


class KeyOfSection(TypedDict):
    """A key that a section of a ruleset may have."""

    key: str
    allowed: str
    meaning: str
    required: bool


class Kind(TypedDict):
    """A kind that is drawn on some floor, from floor 1 on."""

    key: str
    name: str
    glyph: str
    color: str
    shares: list[float]
    """Its share of draws, from 0 to 1."""
    values: list[float]
    """What a monster costs to fight, or an item gives back, by floor: in starting heroes' HP."""


class Checked(TypedDict):
    """What a text means. That is known if there are no problems, or if all of them are stats to fill in."""

    problems: list[Problem]
    floors: NotRequired[int]
    played: NotRequired[int]
    """The last floor that bots play."""
    hero_hp: NotRequired[int]
    monsters: NotRequired[list[Kind]]
    items: NotRequired[list[Kind]]
    curves: NotRequired[list[Group]]


Interval = tuple[float, float, float]
"""A figure, and the ends of its 95% interval."""


class Finding(TypedDict):
    """What lint finds."""

    code: str
    severity: str
    floor: int
    subject: str
    text: str
    accepted: str
    """Why the ruleset accepts it; empty if it doesn't."""
    may_mend: bool
    """Whether one number may make it go away."""


class Mend(TypedDict):
    """The least change of one number of the text that makes a finding go away."""

    path: str
    """Where it stands, such as ``monsters.troll.power``."""
    was: int
    number: int
    brings: list[Finding]
    """The errors and warnings that come in its place."""


class Surveyed(TypedDict):
    """What generated floors have, by floor."""

    samples: int
    threat: list[Interval]
    """What fighting all monsters costs, in starting heroes' HP."""
    healing: list[Interval]
    """What all items give back, in the same unit."""
    numbers: dict[Literal["monsters", "items"], dict[str, list[float]]]
    """The mean number of each kind, by key."""
    findings: list[Finding]


class Thing(TypedDict):
    """A thing on a generated floor."""

    x: int
    y: int
    kind: str
    glyph: str
    color: str


class Rolled(TypedDict):
    """A generated floor."""

    rows: list[str]
    things: list[Thing]


class Measured(TypedDict):
    """What games say, by figure: survival and hazard. Without games before, there is no change."""

    after: dict[Figure, list[Interval]]
    before: dict[Figure, list[Interval]] | None
    change: dict[Figure, list[MeasuredChange]] | None
    verdicts: list[Verdict]
    deaths: list[tuple[int, int]]
    """Of the games after, a floor on which a hero died, and the seed of the first such game."""


class Last:
    """The text that was read last."""

    read: Read | None = None


def rulesets() -> list[Bundled]:
    """The bundled rulesets."""
    # Reading their files whole would take seconds in a browser.
    return [Bundled(name=name, title=tomllib.loads(source(name))["title"]) for name in ruleset_names()]


def source(name: str) -> str:
    """The text of a bundled ruleset."""
    if name not in ruleset_names():
        raise InputError(f"found no ruleset named {brief(name)}; allowed: {', '.join(ruleset_names())}")
    return (BUNDLED / f"{name}.toml").read_text(encoding="utf-8")


def schema() -> dict[str, list[KeyOfSection]]:
    """The keys that each section may have, with what they allow and mean. The name of the file's head is empty."""
    sections: dict[str, type[object]] = {"": Head, **SINGLE_SECTIONS, **KEYED_SECTIONS}
    return {
        name: [
            KeyOfSection(key=key, allowed=each.type.allowed, meaning=each.meaning, required=each.required)
            for key, each in fields_of(section).items()
        ]
        for name, section in sections.items()
    }


def check(text: str) -> Checked:
    """The mistakes in a text or, if there are none, what it means on each floor.

    Its meaning is the exact odds of a draw of monsters and of items, and the curves that the text itself writes. These
    are known, too, if an import left only stats to fill in, and no weights.
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
    Last.read = Read(tomllib.loads(text), rulebook)
    return meaning_of(text, rulebook, rulebook.compiled, last_shown(rulebook), problems)


def preview(text: str) -> Checked | None:
    """What a text means that differs from the one checked last only in weights or counts; None for any other text.

    It is not checked for mistakes that only the whole ruleset shows.
    """
    found = Last.read and reweighted(text, Last.read)
    if not Last.read or not found:
        return None
    rulebook = Last.read.rulebook
    return meaning_of(text, rulebook, found, last_shown(rulebook), [])


def meaning_of(text: str, rulebook: Rulebook, ruleset: Ruleset, last: int, problems: list[Problem]) -> Checked:
    """What a text means on floors 1 to `last`; `ruleset` has the weights."""
    floors, hp = range(1, last + 1), rulebook.hero.hp
    return Checked(
        problems=problems,
        floors=last,
        played=rulebook.run.last_floor or max(last, LAST_FLOOR),
        hero_hp=hp,
        monsters=kinds_drawn(
            rulebook.monsters,
            [monster_odds(ruleset, floor) for floor in floors],
            lambda number, floor: threat_on(ruleset.monsters[number], floor) / 1000,
        ),
        items=kinds_drawn(
            rulebook.items,
            [item_odds(ruleset, floor) for floor in floors],
            lambda number, _: healing_of(ruleset, number) / hp,
        ),
        curves=groups_in(text, rulebook, last),
    )


@functools.lru_cache(maxsize=8)
def floors_of(text: str, samples: int) -> Survey:
    """Generated floors of a text, `samples` of each. Raises `InputError`."""
    rulebook = rulebook_of(text)
    return survey_floors(rulebook, 1, last_checked(rulebook.compiled), samples, fast=False)


def survey(text: str, samples: int) -> Surveyed:
    """What generated floors have, `samples` of each, and what lint finds in them. Raises `InputError`."""
    rulebook, found = rulebook_of(text), floors_of(text, samples)
    shown = found.floors[: last_shown(rulebook)]
    return Surveyed(
        samples=found.samples,
        threat=[interval(floor.threat) for floor in shown],
        healing=[interval(floor.healing, rulebook.hero.hp) for floor in shown],
        numbers={
            "monsters": numbers_of([floor.monsters for floor in shown]),
            "items": numbers_of([floor.items for floor in shown]),
        },
        findings=[as_finding(each) for each in find(LintInput(rulebook, found))],
    )


def as_finding(found: lint_input.Finding) -> Finding:
    """A finding of lint as plain data."""
    return Finding(
        code=found.code,
        severity=found.severity,
        floor=found.floor,
        subject=found.subject,
        text=found.text,
        accepted=found.accepted,
        may_mend=found.code in mends.KEYS,
    )


def mend(text: str, samples: int, finding: int) -> Mend | None:
    """What makes a finding of `survey`, by its place among them, go away; None for nothing. Raises `InputError`."""
    found = floors_of(text, samples)
    with file_of(text) as path:
        written = WrittenRuleset.read(str(path))
    mended = mends.mend_of(find(LintInput(found.rulebook, found))[finding], written, found)
    if mended is None:
        return None
    brings = [as_finding(each) for each in mended.brings]
    return Mend(path=mended.path, was=mended.was, number=mended.number, brings=brings)


def roll(text: str, seed: int, floor: int) -> Rolled:
    """A floor as the run of a seed finds it. Raises `InputError`."""
    rulebook = rulebook_of(text)
    checked_floor(floor, rulebook)
    checked_number("seed", seed, 0, MAX_SEED)
    rolled = next(roll_floors(rulebook, seed, floor, floor))
    terrain = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.terrain}
    items = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.items}
    monsters = {kind.key: (kind.glyph, hex_color(kind.color)) for kind in rulebook.monsters}
    return Rolled(
        rows=list(rolled.rows),
        things=[
            Thing(x=each.x, y=each.y, kind=each.kind, glyph=known[each.kind][0], color=known[each.kind][1])
            for known, placed in ((terrain, rolled.terrain), (items, rolled.items), (monsters, rolled.monsters))
            for each in placed
        ],
    )


def games_to_play(text: str, bot: str, floors: int) -> GamesToPlay:
    """What decides a bot's games on floors 1 to `floors`, except their seeds. Raises `InputError`."""
    return games_of_task(rulebook_of(text).compiled, Task(bot, seed=0, games=0, last_floor=floors))


def bands_of(target: str, bot: str) -> Bands:
    """What the text of a target asks of a bot, and the mistakes in it."""
    return bands_of_target(target, bot)


def figures(text: str, bot: str, floors: int, target: str, after: bytes, before: bytes) -> Measured:
    """What games on floors 1 to `floors` say: figures by floor, how they changed, and a target's bands.

    The games are packed rows of floor visits. `text` is the ruleset of the games `after`. Without games `before`,
    nothing changed.
    """
    now, then = (games_of(each, len(rulebook_of(text).monsters)) for each in (after, before))
    return Measured(
        after=curves(counts_of(now, floors)),
        before=curves(counts_of(then, floors)) if then else None,
        change=changes(then, now, floors) if then else None,
        verdicts=verdicts(target, bot, now, floors, rulebook_of(text)),
        deaths=deaths_of(now),
    )


def replay(text: str, seed: int, actions: Sequence[int]) -> bytes:
    """The replay of a game, from a bot's actions, with the name that the text has in a link. Raises `InputError`."""
    rulebook = rulebook_of(text)
    run = run_of(rulebook)
    run.begin(seed, 1)
    header = replace(RunHeader.of(rulebook, seed), ruleset=linked_name(text), ruleset_path="")
    recording = Recording(header, digest_of(run.packed(), 0))
    for act in actions:
        run.act(act)
        recording.add(act, digest_of(run.packed(), act))
    return replays.bytes_of(recording)


def import_project(files: Mapping[str, bytes], fill: bool) -> import_export.Imported:
    """A project as a ruleset, from its files by their paths (`import_export.import_files`). Raises `InputError`."""
    return import_export.import_files(files, fill=fill)


def change_source(text: str, files: Mapping[str, bytes], fill: bool) -> import_export.Patch:
    """What changes in the source that a ruleset was imported from (`import_export`). Raises `InputError`."""
    return import_export.change_source(rulebook_of(filled_in(text)), files, fill=fill)


def assumed(text: str) -> Assumptions:
    """What an import says with something in place of what nobody said; and the numbers in ASSUMED that it inherits."""
    seed = load_ruleset(tomllib.loads(text)["extends"])
    likely = {"hero": seed.hero, "monsters": seed.monsters[0]}
    lines, section, found = text.split("\n"), "", {}
    for number, line in enumerate(lines):
        header, stat = HEADER.match(line), STAT_TO_DO.match(line)
        section = header[1] if header else section
        if stat and section.partition(".")[0] in likely:
            value = getattr(likely[section.partition(".")[0]], stat[1])
            lines[number] = f"{stat[1]}{stat[2]}= {value}"
            found[f"{section}.{stat[1]}"] = f"{stat[1]} = {value}"
    filled = "\n".join(lines)
    if not WEIGHT_TO_DO.search(filled):
        filled = filled_in(filled)
    table, rulebook = tomllib.loads(filled), rulebook_of(filled_in(filled))
    for name, keys in ASSUMED.items():
        for key in keys:
            value = getattr(getattr(rulebook, name), key)
            if isinstance(value, Steps):
                value = f"{{ {', '.join(f'{floor} = {each}' for floor, each in value.entries)} }}"
            if key not in table.get(name, {}):
                found[f"{name}.{key}"] = f"{key} = {value}"
    return Assumptions(toml=filled, lines=found)


def shapes() -> list[str]:
    """The names of the shapes of tables that `export` writes."""
    return import_export.shapes()


def export(text: str, shape: str) -> import_export.Exported:
    """A ruleset's tables in a shape of other games. Raises `InputError`."""
    return import_export.export(rulebook_of(text), shape)


def curves(counts: Counts) -> dict[Figure, list[Interval]]:
    """Figures with the ends of their intervals, by floor."""
    return {
        "hazard": [triple(each) for each in hazards(counts)],
        "survival": [triple(each) for each in survival(counts)],
    }


@functools.lru_cache(maxsize=8)
def rulebook_of(text: str) -> Rulebook:
    """The ruleset of a text. Raises `RulesetError`."""
    with file_of(text) as path:
        return load_ruleset(str(path))


@contextmanager
def file_of(text: str) -> Iterator[Path]:
    """The file of a text while it is read."""
    with tempfile.TemporaryDirectory(prefix="steep-") as folder:
        Path(folder, "parts").symlink_to(BUNDLED / "parts")
        path = Path(folder, "ruleset.toml")
        path.write_text(text, encoding="utf-8")
        yield path


def last_shown(rulebook: Rulebook) -> int:
    """The last floor of the charts: one below the last change, but not below the floor on which a run is won."""
    return max(last_of_interest(rulebook.compiled), FEWEST_FLOORS if not rulebook.run.last_floor else 1)


def kinds_drawn(
    kinds: Sequence[Monster | Item], odds: Sequence[Mapping[int, Fraction]], value: Callable[[int, int], float]
) -> list[Kind]:
    """All kinds that are ever drawn, with their odds by floor; `value` takes a kind's number and a floor."""
    return [
        Kind(
            key=kinds[number].key,
            name=kinds[number].name,
            glyph=kinds[number].glyph,
            color=hex_color(kinds[number].color),
            shares=[float(floor.get(number, 0)) for floor in odds],
            values=[value(number, floor) for floor in range(1, len(odds) + 1)],
        )
        for number in sorted({number for floor in odds for number, share in floor.items() if share})
    ]


def numbers_of(families: Sequence[Family]) -> dict[str, list[float]]:
    """The mean number of each kind that can appear, by floor."""
    possible = sorted({kind for family in families for kind in family.possible})
    means = {
        kind: [math.fsum(each) / len(each) for each in (family.numbers(kind) for family in families)]
        for kind in possible
    }
    return {families[0].keys[kind]: mean for kind, mean in means.items()}


def interval(answer: Answer, unit: float = 1) -> Interval:
    """A figure with the ends of its interval, in a unit."""
    if isinstance(answer, Sampled):
        return (answer.mean / unit, answer.low / unit, answer.high / unit)
    return (float(answer.value) / unit,) * 3


def triple(estimate: Estimate) -> Interval:
    """An estimate with the ends of its interval."""
    return (estimate.value, estimate.interval.low, estimate.interval.high)


# Packed records for the rules in `rules.wasm`, which the pages' TypeScript calls.


Field = Literal["seed", "end_seed", "visit_count", "wound_count", "turn_limit"]
"""A field of `SimulationState` that pages read and write."""


class Layout(TypedDict):
    """A packed record, in bytes."""

    size: int


class StateLayout(Layout):
    """The packed state of a simulation, and where its fields begin."""

    at: dict[Field, int]


class GamesToPlay(TypedDict):
    """All that decides a bot's games except their seeds, and the layouts of the tables that their rows go to."""

    ruleset: bytes
    state: StateLayout
    visit: Layout
    wound: Layout
    most_wounds: int
    task: list[tuple[int, int]]
    """Offsets in the state, and the numbers that go there. All other numbers are zero when a game begins."""


def games_of_task(ruleset: Ruleset, task: Task) -> GamesToPlay:
    """The games of a task, whose seeds are left open. Raises `InputError` for an unknown bot."""
    at = offsets_of(SimulationState)
    numbers = {
        "bot": find_bot(task.bot).number,
        "first_floor": task.first_floor,
        "last_floor": task.last_floor,
        "turn_limit": task.turns,
    }
    return GamesToPlay(
        ruleset=pack(ruleset),
        state=StateLayout(size=size_of(SimulationState), at={name: at[name] for name in get_args(Field)}),
        visit=Layout(size=size_of(FloorVisit)),
        wound=Layout(size=size_of(DamageRow)),
        most_wounds=most_wounds(ruleset),
        task=[(at[name], number) for name, number in numbers.items()],
    )
