"""Merges a ruleset with the rulesets that it extends, key by key.

Each key is read and checked on its own here; `validation` checks keys against
each other once all files are merged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from steep.content.reading.declarations import Field, read_table, reject_missing
from steep.content.reading.find_and_read_ruleset_files import RulesetSource
from steep.content.reading.value_types import KEY_SPELLING, is_key
from steep.content.ruleset_errors import Location, Mistake
from steep.content.sections import KEYED_SECTIONS, MAX_ENTRIES, SINGLE_SECTIONS, Head, fields_of, plural
from steep.core.input_errors import nearest

SectionPath = tuple[str, ...]
"""A section: () for the keys above all sections, ("map",), ("monsters", "troll")."""

Setting = tuple[SectionPath, str]
"""A key of a section."""


@dataclass(frozen=True, slots=True)
class MergedSettings:
    """All sections with their values as plain data (None for a bad value) and the files that gave them."""

    chain: tuple[str, ...]
    """All files; later ones override earlier ones."""
    mistakes: list[Mistake]
    """What was found wrong so far."""
    values: dict[SectionPath, dict[str, Any]] = field(default_factory=dict)
    files: dict[SectionPath, dict[str, str]] = field(default_factory=dict)
    first_files: dict[SectionPath, str] = field(default_factory=dict)
    """The first file that has each section."""
    sorted_keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The results of `kinds`, which are kept."""
    grounds: dict[str, Any] = field(default_factory=dict)
    """What drawn maps have to know of each kind of terrain, once something asked for it."""

    def kinds(self, family: str) -> tuple[str, ...]:
        """The keys of a family: those of the first file, which is under every ruleset, then all others, both sorted.

        So the numbers of kinds don't depend on file order, and stock kinds have the same numbers in all rulesets. Call
        it only once all files are merged: it does not see what is added after the first call.
        """
        if family not in self.sorted_keys:
            keys = (path[1] for path in self.values if len(path) == 2 and path[0] == family)
            in_order = sorted(keys, key=lambda key: (self.first_files[family, key] != self.chain[0], key))
            self.sorted_keys[family] = tuple(in_order)
        return self.sorted_keys[family]

    def get(self, path: SectionPath, key: str) -> Any:
        """A value; None when it is bad or not given."""
        return self.values.get(path, {}).get(key)

    def given(self, path: SectionPath, key: str) -> bool:
        """Whether some file gives a value, good or bad."""
        return key in self.files.get(path, {})

    def location(self, path: SectionPath, key: str, *others: Setting) -> Location:
        """The location of a value that conflicts with `others`, in the last file that gives any of them.

        Where that file gives only others, a note says which, and where the value is from.
        """
        settings = ((path, key), *others)
        files = {setting: self.files[setting[0]][setting[1]] for setting in settings if self.given(*setting)}
        last = self.last_of(files.values())
        note, own = "", files.get((path, key))
        if own not in (None, last):
            changed = " and ".join(".".join((*where, name)) for (where, name), file in files.items() if file == last)
            note = f" (from {Path(own).name}, with {changed} of this file)"
        return replace(location_of(self.mistakes, last, path).under(key), note=note)

    def last_of(self, files: Iterable[str]) -> str:
        """The file that overrides the others."""
        return max(files, key=self.chain.index)


def section_at(path: SectionPath) -> type[object]:
    """The class that declares a section."""
    if not path:
        return Head
    return SINGLE_SECTIONS[path[0]] if len(path) == 1 else KEYED_SECTIONS[path[0]]


def location_of(mistakes: list[Mistake], file: str, path: SectionPath) -> Location:
    """The location of a section in a file."""
    location = Location(mistakes, file)
    for key in path:
        location = location.under(key)
    return location


def merge_files(sources: list[RulesetSource], mistakes: list[Mistake]) -> MergedSettings:
    """The settings of a chain of files, later files overriding earlier ones. Reports bad values."""
    settings = MergedSettings(tuple(source.file for source in sources), mistakes)
    for source in sources:
        for path, found in sections_of(source, mistakes).items():
            fields = fields_of(section_at(path))
            values = read_table(found, tuple(fields.values()), location_of(mistakes, source.file, path))
            if path == ():
                # Title and description are not inherited.
                settings.values[()] = {}
            held = settings.values.setdefault(path, {})
            for name, value in values.items():
                merges = fields[name].type.merges and value is not None and held.get(name) is not None
                held[name] = tuple(sorted({**dict(held[name]), **dict(value)}.items())) if merges else value
            settings.files.setdefault(path, {}).update(dict.fromkeys(values, source.file))
            settings.first_files.setdefault(path, source.file)
    return settings


def sections_of(source: RulesetSource, mistakes: list[Mistake]) -> dict[SectionPath, object]:
    """The tables of a file by section. Reports unknown sections."""
    top = Location(mistakes, source.file)
    head = fields_of(Head)
    sections: dict[SectionPath, object] = {(): {name: found for name, found in source.table.items() if name in head}}
    for name, found in source.table.items():
        if name in SINGLE_SECTIONS:
            sections[name,] = found
        elif name in KEYED_SECTIONS:
            sections.update(kinds_of(name, found, top.under(name)))
        elif name not in head:
            top.under(name).reject_key(name, (*head, *SINGLE_SECTIONS, *KEYED_SECTIONS))
    return sections


def kinds_of(family: str, found: object, at: Location) -> dict[SectionPath, object]:
    """The tables of a family, by section path. Reports keys that are misspelled."""
    if not isinstance(found, dict):
        at.reject_value(found, f"sections [{family}.KEY]")
        return {}
    if len(found) > MAX_ENTRIES[family]:
        at.reject(f"found {len(found)} {plural(family)}", f"at most {MAX_ENTRIES[family]}")
        return {}
    for name in found:
        if not is_key(name):
            at.under(name).reject("found a key that is misspelled", f"a key {KEY_SPELLING}")
    return {(family, name): table for name, table in found.items() if is_key(name)}


def fill_defaults(settings: MergedSettings, last: RulesetSource) -> None:
    """Set every key that is left out to its default. Reports required keys that are missing, one mistake a section."""
    for name, section in SINGLE_SECTIONS.items():
        if (name,) in settings.values:
            continue
        if not any(key.required for key in fields_of(section).values()):
            settings.values[name,] = {}
        else:
            names = ", ".join(fields_of(section))
            allowed = f"a section [{name}] with {names}, or extends = the name of a ruleset that has one"
            Location(settings.mistakes, last.file, name).reject("found no such section", allowed)
    for path, values in settings.values.items():
        fields = fields_of(section_at(path)).values()
        missing = [each for each in fields if each.name not in values and each.required]
        if missing:
            report_missing(missing, settings, path)
        values.update({each.name: each.default for each in fields if each.name not in values and not each.required})
        named = "title" if path[:1] == ("modes",) else "name"
        if len(path) == 2 and values.get(named) == "":
            values[named] = path[1] if named == "title" else path[1].replace("_", " ").replace("-", " ")


def report_missing(missing: list[Field], settings: MergedSettings, path: SectionPath) -> None:
    """Report keys that a section lacks, with a hint, since the section's own key may be misspelled."""
    others = [other for other in settings.kinds(path[0]) if other != path[1]] if len(path) == 2 else []
    hint = nearest(path[-1], others)
    reject_missing(missing, location_of(settings.mistakes, settings.first_files[path], path), hint)
