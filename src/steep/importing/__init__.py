"""Imports projects as rulesets, without running them: Python by its syntax, any other language by its literals."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from steep.content import RulesetError, load_ruleset
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.importing.literals.columns import columns_file, kept_columns
from steep.importing.literals.ruleset import read_literals
from steep.importing.literals.shapes import Columns
from steep.importing.literals.sources import has_literals, may_have_python
from steep.importing.literals.sources import read_sources as read_literal_sources
from steep.importing.output.import_report import COMMENTED, FIGHTS, ImportReport
from steep.importing.output.keep_hero import hero_remark
from steep.importing.output.ruleset_toml import Draft, Section, plain_text
from steep.importing.python.collect_bindings_calls_and_classes import Reader
from steep.importing.python.find_and_decode_sources import (
    MAX_BYTES,
    PythonSource,
    TooMuchError,
    bounded,
    parse_source,
    read_sources,
)
from steep.importing.python.project_contents import Contents, DataFiles, report_other_files
from steep.importing.python.resolve_imports import Fields, Module
from steep.importing.tutorials.detect_tutorial import detect_tutorial, with_most_kinds
from steep.importing.tutorials.find_heroes import StartingItems, chosen_hero, find_heroes
from steep.importing.tutorials.find_kinds import KindFinder
from steep.importing.tutorials.find_monsters_items_and_hero import Entities, coverage_of, fields_unread
from steep.importing.tutorials.find_named_numbers import Facts
from steep.importing.tutorials.known_shapes.effects_and_own_rules import read_attack, report_own_rules
from steep.importing.tutorials.known_shapes.rolled_attacks import write_attack
from steep.importing.tutorials.known_shapes.what_draws_kinds import (
    report_first_floor,
    report_odd_draws,
    report_party,
    report_placed_alone,
    report_retried_rooms,
    report_victory,
)
from steep.importing.tutorials.known_shapes.what_sets_numbers import report_odd_changes
from steep.importing.tutorials.tables.find_count_and_weight_tables import FAMILIES, Table, TableReader
from steep.importing.tutorials.tables.read_chains_as_weights import CHAIN, ChainReader
from steep.importing.tutorials.write_groups import Groups
from steep.importing.tutorials.write_map_and_hero import TutorialSettings
from steep.importing.tutorials.write_monsters_and_items import Kinds

__all__ = ["Imported", "filled_in", "fitting_adapter", "import_project"]

LOOKED_FOR = (
    "max_monsters_by_floor = [(1, 2), …], enemy_chances or monster_chances = {…}, from_dungeon_level([[15, 3], …]), "
    "and entities with a Fighter(hp=…, defense=…, power=…)"
)
LOOKED_FOR_IN_LITERALS = (
    "numbers and weights by floor under names such as max_monsters_by_floor and monster_chances, and sheets with a "
    "kind, a floor and a weight; --columns kind=NAME,floor=NAME,weight=NAME says which is which"
)


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported project."""

    toml: str
    report: tuple[str, ...]
    """Lines to print: what was read from where, what comes from a bundled ruleset, and what could not be read."""
    missing: tuple[str, ...] = ()
    """What a person must fill in, each with the reason. Until then the ruleset does not load."""
    sections: tuple[Section, ...] = ()
    """What the file has, as values. Numbers know where they are written (`written_numbers.origins_of`)."""
    findings: ImportReport = field(default_factory=ImportReport)
    """The same report in full, and how many of the project's numbers the ruleset has."""
    title: str = ""


def import_project(
    path: Path,
    edited: Mapping[str, bytes] | None = None,
    hero: str | None = None,
    *,
    part: bool = False,
    columns: Columns | None = None,
) -> Imported:
    """Read a file or a project's folder as a ruleset. None of its code is run or imported.

    Raises `InputError` if there is nothing to read, if it has neither tables nor monsters, if reading it takes too
    long, or if it has several heroes and `hero` is not one of them. `edited` has the bytes to read in place of some
    files, by their path from the folder. If `part`, only a part of a game is given, such as a table: what it lacks
    comes from the most similar tutorial. What a whole project lacks is left to a person. `columns` says which key or
    column of a table is which, and replaces what is kept beside the file; it is not allowed for Python.
    """
    try:
        with bounded():
            return read_project(path, edited or {}, hero, part, columns)
    except TooMuchError as problem:
        raise InputError(f"{path}: {problem}") from None


def read_project(
    path: Path, edited: Mapping[str, bytes], hero: str | None, part: bool, columns: Columns | None
) -> Imported:
    """Read a project without limits on time and memory."""
    report = ImportReport(part=part)
    if "\0" in str(path):
        raise InputError("PATH: cannot be read, as it has a null byte; give a file or a project's folder")
    title = plain_text(path.resolve().stem, 60) or "Imported"
    own = own_ruleset(path, edited)
    if own is not None:
        return own
    draft = None
    looked_in = "the files"
    assumed: list[str] = []
    if may_have_python(path):
        if columns is not None:
            raise InputError(f"--columns: {path} is Python, where the code says which column is which")
        sources = [
            PythonSource.of(source.file, edited[source.file]) if source.file in edited else source
            for source in read_sources(path, report)
        ]
        modules = [Module.of(source.file, parse_source(source, report)) for source in sources]
        data = DataFiles(path if path.is_dir() else path.parent, edited, report)
        contents = Reader(report, data.open).read(modules)
        report_other_files(contents, report)
        draft = make_draft(contents, title, report, hero, part)
        looked_in = file_count(len(sources))
    if draft is None and has_literals(path):
        try:
            found = read_literals(path, edited, title, columns or kept_columns(path), report)
        except InputError as problem:
            message = str(problem)
            if columns is None:
                message = message.replace("--columns: ", f"{columns_file(path)}: ", 1)
            raise InputError(message) from None
        draft, looked_in = found.draft, file_count(found.files)
        assumed = ["assumed, because the files don't say:", *(f"  {each}" for each in found.assumed)]
    if draft is None:
        looked_for = LOOKED_FOR_IN_LITERALS if assumed else LOOKED_FOR
        why = f": {next(iter(report.unread))}" if report.unread else ""
        tried = "" if "--columns" in why else f"; looked for {looked_for}"
        raise InputError(f"{path}: found neither tables nor monsters in {looked_in}{why}{tried}")
    if report.assumed:
        said = {topic: plain_text(text, 240) for topic, text in sorted(report.assumed.items())}
        draft.section("imported").put("unread", said)
    toml = draft.toml()
    check(toml, path)
    first = f"{looked_in} read; the most similar tutorial is {draft.seed}"
    return Imported(
        toml, (first, *assumed, *report.lines()), tuple(draft.todos()), tuple(draft.sections), report, draft.title
    )


def own_ruleset(path: Path, edited: Mapping[str, bytes]) -> Imported | None:
    """A ruleset of Steep, unchanged; None if the file is not one. Raises `InputError` if it does not load."""
    if path.suffix.lower() != ".toml" or not path.is_file():
        return None
    try:
        text = (edited.get(path.name) or read_regular_file(path, MAX_BYTES)).decode("utf-8-sig")
        table = parse_toml(text)
    except (OSError, ValueError, RecursionError):
        return None
    if "extends" not in table and not {"map", "hero", "counts", "level_up"} & {*table}:
        return None
    try:
        load_ruleset(str(path))
    except RulesetError as problem:
        raise InputError(str(problem)) from None
    return Imported(text, ("already a Steep ruleset, used as it is",), title=str(table.get("title", path.stem)))


def file_count(files: int) -> str:
    """A number of files as text."""
    return "1 file" if files == 1 else f"{files} files"


def make_draft(contents: Contents, title: str, report: ImportReport, wanted: str | None, part: bool) -> Draft | None:
    """The ruleset of a project; None if it has neither tables nor monsters."""
    tables = TableReader(contents, report)
    entities = Entities(contents)
    chains = ChainReader(contents, entities, report)
    weights: dict[str, Table | None] = {}
    for family in FAMILIES:
        weights[family] = tables.weights(family, weights.get("monsters")) or chains.weights(family)
    counts = {family: tables.counts(family, weights["monsters"]) for family in FAMILIES}
    monster_table = weights["monsters"]
    heroes = find_heroes(entities, monster_table.location.file if monster_table is not None else "")
    hero = chosen_hero(heroes, wanted)
    monsters = [entity for entity in entities.all if entity.fighter is not None and entity not in entities.heroes]
    by_floor = any(table is not None and table.by_floor for table in counts.values())
    if not (monsters or by_floor or any(weights.values())):
        return None
    seed, common = detect_tutorial(contents)
    if part:
        named = [entities.key_of_kind(row.kind) for table in weights.values() if table for row in table.rows]
        seed = with_most_kinds(seed, named)
    draft = Draft(title, seed, [], part)
    rulebook = load_ruleset(seed)
    facts = Facts(contents, report)
    settings = TutorialSettings(draft, rulebook, facts, report)
    settings.map()
    settings.rules()
    hero_section = settings.hero(heroes, hero, entities.parts)
    settings.level_up(heroes, hero)
    for family in FAMILIES:
        settings.counts(family, counts[family])
    tables.report_guesses()
    groups = Groups(tables, entities, rulebook, report)
    groups.read()
    finder = KindFinder(rulebook, entities, tables.lookups, report, part, groups.named)
    kinds = Kinds(draft, rulebook, entities, facts, report)
    listed = finder.of_table("monsters", weights["monsters"])
    listed += groups.kinds("monsters", listed)
    kinds.write_monsters([*listed, *finder.in_no_table("monsters", {kind.key: kind for kind in listed})])
    kinds.write_packs(finder.packs)
    drawn = finder.of_table("items", weights["items"])
    drawn += groups.kinds("items", drawn)
    kinds.items = {kind.key: kind for kind in drawn}
    starting = StartingItems(kinds, finder, hero)
    start, others = starting.read()
    slots = kinds.write_items([*drawn, *others, *finder.in_no_table("items", kinds.items)])
    if slots:
        hero_section.put("slots", slots)
    if start:
        hero_section.put("start", equip_one_per_slot(start, starting.worn, draft, report))
    groups.write(draft)
    chains.report_others()
    fighters: dict[tuple[str, ...], list[Fields]] = {("hero",): [hero.fighter] if hero is not None else []}
    fighters |= {("monsters", key): kinds.fields_of(kind.entity) for key, kind in kinds.monsters.items()}
    attack = read_attack(contents, [fields for each in fighters.values() for fields in each], report)
    if attack is not None:
        write_attack(draft, attack, fighters)
    report_own_rules(contents, monsters, attack, report)
    uses = {name for entity in entities.all for name in entity.use_name.split()}
    given = [table for table in weights.values() if table is not None]
    report_odd_draws(contents, given, report)
    report_victory(contents, report)
    report_retried_rooms(contents, report)
    report_first_floor(contents, starting.game_start.reached, report)
    report_party(contents, entities, report)
    report_placed_alone(contents, entities, any(table.name != CHAIN for table in given), report)
    report_odd_changes(contents, uses, report)
    report.coverage = coverage_of(contents, entities, draft.sections, report.assumed)
    if fields_unread(report.coverage.missing, report):
        report.coverage = coverage_of(contents, entities, draft.sections, report.assumed)
    draft.remarks = remarks(seed, common, draft.todos(), report)
    if hero is not None and hero.name:
        draft.remarks.insert(0, hero_remark(hero.name))
    return draft


ADAPTERS = {".gd": "game.gd", ".cs": "Game.cs", ".lua": "game.lua"}
ADAPTERS |= dict.fromkeys((".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"), "game.mjs")
"""By how files end; for Python it depends on the shape."""


def fitting_adapter(path: Path) -> str | None:
    """The file in `examples/adapters` that fits a project's shape or language; None if none does. No code is run."""
    with bounded():
        if not may_have_python(path):
            endings = (source.ending for source in read_literal_sources(path, {}, ImportReport()))
            return next((f"examples/adapters/{ADAPTERS[ending]}" for ending in endings if ending in ADAPTERS), None)
        report = ImportReport()
        trees = [parse_source(source, report) for source in read_sources(path, report)]
        names = {getattr(node, "name", "") for tree in trees for node in tree.body}
    if "Engine" in names and any("Action" in name for name in names):
        return "examples/adapters/tcod_2020.py"
    return "examples/adapters/tcod_2019.py" if {"get_game_variables", "handle_keys"} <= names else None


def equip_one_per_slot(
    start: list[dict[str, str | bool]], worn: list[int], draft: Draft, report: ImportReport
) -> list[dict[str, str | bool]]:
    """The starting items. Of those that share a slot, only the one that the project equips last is equipped."""
    slots = {section.path[-1]: section.entries.get("slot", ("", ""))[0] for section in draft.sections}
    last: dict[object, int] = {}
    for at in sorted(range(len(start)), key=worn.__getitem__):
        slot = slots.get(str(start[at]["item"]))
        if not start[at]["equipped"]:
            continue
        if slot in last:
            before = start[last[slot]]
            before["equipped"] = False
            what = f"{before['item']} and {start[at]['item']} both use the slot {slot}; the one equipped last is worn"
            report.add_taken(f"hero.start: {what}", FIGHTS)
        last[slot] = at
    return start


def remarks(seed: str, common: list[str], todos: list[str], report: ImportReport) -> list[str]:
    """The comments at the top of the file."""
    like = f", because both have {', '.join(common)}" if common else ", because nothing points to another tutorial"
    lines = [
        "Read from a project's code by `steep import`, without running it.",
        f"It extends {seed}{like}.",
        "Everything that this file leaves out comes from there.",
    ]
    if todos:
        lines += [f"Replace each {TODO} with your game's value: until then the file does not load."]
    parts = (
        ("Looks like a mistake in the project:", report.findings),
        (f"Taken from {seed}, or changed:", report.taken),
        ("Not read:", report.unread),
    )
    for title, sentences in parts:
        if sentences:
            lines += ["", title, *(f"  {sentence}" for sentence in [*sentences][:COMMENTED])]
    return lines


def filled_in(toml: str) -> str:
    """A ruleset with something in place of what a person must fill in."""
    # An item without an effect has no amount and no reach.
    numbers = f'(?m)^(effect *= "{TODO}".*\n)(amount *= )"{TODO}"(.*\n)(reach *= )"{TODO}"'
    text = re.sub(numbers, r"\1\g<2>0\3\g<4>0", toml)
    text = re.sub(f'(?m)^(effect *= )"{TODO}"', r'\1"none"', text)
    return text.replace(f".{TODO}]", ".to_do]").replace(f'= "{TODO}"', "= 1")


def check(toml: str, path: Path) -> None:
    """Raise `InputError` if the result is not a valid ruleset once each TODO is filled in."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "imported.toml")
        file.write_text(filled_in(toml), encoding="utf-8")
        try:
            load_ruleset(str(file))
        except RulesetError as problem:
            mistakes = str(problem).replace(f"{file}: ", "")
            raise InputError(f"{path}: the result is not a valid ruleset:\n{mistakes}") from None
