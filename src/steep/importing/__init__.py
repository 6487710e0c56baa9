"""Reads other people's projects into rulesets, without running them."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from steep.content import RulesetError, load_ruleset
from steep.core.errors import InputError
from steep.importing.output.report import ImportReport
from steep.importing.output.toml import Draft, plain_text
from steep.importing.python.bounds import TooMuchError, bounded
from steep.importing.python.parser import parse_source
from steep.importing.python.project import Module
from steep.importing.python.source_files import read_sources
from steep.importing.python.statements import Findings, Reader
from steep.importing.tutorials.constants import Facts
from steep.importing.tutorials.detect import detect_tutorial
from steep.importing.tutorials.entities import Entities
from steep.importing.tutorials.kinds import Kinds
from steep.importing.tutorials.settings import Settings
from steep.importing.tutorials.tables import FAMILIES, TableReader

__all__ = ["Imported", "import_project"]

LOOKED_FOR = (
    "max_monsters_by_floor = [(1, 2), …], enemy_chances or monster_chances = {…}, from_dungeon_level([[15, 3], …]), "
    "and entities with a Fighter(hp=…, defense=…, power=…)"
)


@dataclass(frozen=True, slots=True)
class Imported:
    """A project as a ruleset."""

    toml: str
    told: tuple[str, ...]
    """What was read from where, what was taken from a seed, and what could not be read: lines for people."""


def import_project(path: Path) -> Imported:
    """Read a file of Python or a project's folder as a ruleset.

    Nothing of it is run or imported. Raises `InputError` when there is nothing
    to read, no table and no monster in it, or so much that it takes too long.
    """
    try:
        with bounded():
            return read_project(path)
    except TooMuchError as problem:
        raise InputError(f"{path}: {problem}") from None


def read_project(path: Path) -> Imported:
    """Read a project, however long that takes."""
    report = ImportReport()
    sources = read_sources(path, report)
    modules = [Module.of(source.file, parse_source(source, report)) for source in sources]
    found = Reader(report).read(modules)
    draft = draft_of(found, plain_text(path.resolve().stem, 60) or "Imported", report)
    if draft is None:
        found_in = counted(len(sources))
        raise InputError(f"{path}: no tables and no monsters in {found_in}; looked for {LOOKED_FOR}")
    toml = draft.toml()
    check(toml, path)
    return Imported(toml, (f"{counted(len(sources))} read, as a project like {draft.seed}", *report.lines()))


def counted(files: int) -> str:
    """How many files, in words."""
    return "1 file" if files == 1 else f"{files} files"


def draft_of(found: Findings, title: str, report: ImportReport) -> Draft | None:
    """What was found, as a ruleset; None when there is nothing that makes one."""
    tables = TableReader(found, report)
    counts = {family: tables.counts(family) for family in FAMILIES}
    weights = {family: tables.weights(family) for family in FAMILIES}
    entities = Entities(found)
    hero = entities.hero()
    monsters = [entity for entity in entities.all if entity.fighter is not None and entity is not hero]
    by_floor = any(table is not None and table.by_floor for table in counts.values())
    if not (monsters or by_floor or any(weights.values())):
        return None
    seed, common = detect_tutorial(found)
    draft = Draft(title, seed, [])
    rulebook = load_ruleset(seed)
    facts = Facts(found, report)
    settings = Settings(draft, rulebook, facts, report)
    settings.map()
    belongings = settings.hero(hero, entities.parts)
    settings.level_up(hero)
    for family in FAMILIES:
        settings.counts(family, counts[family])
    kinds = Kinds(draft, rulebook, entities, facts, tables.lookups, report)
    kinds.write_monsters(kinds.of_table("monsters", weights["monsters"]))
    named = kinds.of_table("items", weights["items"])
    kinds.items = {kind.key: kind for kind in named}
    start, others = kinds.start()
    slots = kinds.write_items([*named, *others])
    if slots:
        belongings.put("slots", slots)
    if start:
        belongings.put("start", one_in_each_slot(start, draft))
    tell_dice(found, entities, report)
    draft.remarks = remarks(seed, common, report)
    return draft


def one_in_each_slot(start: list[dict[str, str | bool]], draft: Draft) -> list[dict[str, str | bool]]:
    """What the hero begins with, of which the first in a slot is worn."""
    slots = {section.path[-1]: section.entries.get("slot", ("", ""))[0] for section in draft.sections}
    taken: set[object] = set()
    for entry in start:
        slot = slots.get(str(entry["item"]))
        entry["equipped"] = bool(entry["equipped"]) and slot not in taken
        if entry["equipped"]:
            taken.add(slot)
    return start


def tell_dice(found: Findings, entities: Entities, report: ImportReport) -> None:
    """Tell of chains of comparisons with dice that choose what comes: they are no tables."""
    for dice in found.dice:
        chosen = {id(made) for made in found.made[dice.first : dice.end]}
        names = [entity for entity in entities.all if id(entity.source) in chosen]
        spawned = any(made.key == "spawn" for made in found.made[dice.first : dice.end])
        if names or spawned:
            report.tell_unread("a chain of comparisons with dice chooses what comes here; that is no table", dice.where)


def remarks(seed: str, common: list[str], report: ImportReport) -> list[str]:
    """What stands at the top of the file."""
    like = f", like which it has {', '.join(common)}" if common else ", as nothing in it tells of another"
    lines = [
        "Read from a project's code by `steep import`, which ran none of it.",
        f"It builds on {seed}{like}.",
        "Whatever this file does not say is as there.",
    ]
    for title, told in (("Taken from there, or changed:", report.taken), ("Not read:", report.unread)):
        if told:
            lines += ["", title, *(f"  {sentence}" for sentence in told)]
    return lines


def check(toml: str, path: Path) -> None:
    """Raise `InputError` when what was read makes no ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "imported.toml")
        file.write_text(toml, encoding="utf-8")
        try:
            load_ruleset(str(file))
        except RulesetError as problem:
            findings = str(problem).replace(f"{file}: ", "")
            raise InputError(f"{path}: what was read makes no ruleset:\n{findings}") from None
