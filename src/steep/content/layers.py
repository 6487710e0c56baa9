"""A ruleset as settings, one for each key path, laid over the settings of what it extends.

It knows which keys there are and reads each by itself (`sections`); whether
they go together is asked in `agreement`, once all layers lie on each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from steep.content.errors import Finding, Place
from steep.content.files import Source
from steep.content.sections import KINDS, ROOM, SECTIONS, Head, keys_of, plural
from steep.content.spawn_tables import read_tables
from steep.content.values import KEY_SPELLING, Key, is_key, read_table, reject_missing
from steep.core.errors import nearest

SectionPath = tuple[str, ...]
"""A section: () what stands above all, ("map",), ("monsters", "troll")."""


Setting = tuple[SectionPath, str]
"""A key of a section."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sections with their values as plain data, None for a value that is wrong, and the files that gave them."""

    chain: tuple[str, ...]
    """All files, a later one laid over an earlier."""
    values: dict[SectionPath, dict[str, Any]] = field(default_factory=dict)
    files: dict[SectionPath, dict[str, str]] = field(default_factory=dict)
    first_files: dict[SectionPath, str] = field(default_factory=dict)
    """The file in which a section stands first."""
    strays: list[tuple[SectionPath, Place]] = field(default_factory=list)
    """Kinds that a spawn table names and that are none, and where."""

    def kinds(self, family: str) -> list[str]:
        """The keys of all kinds of monsters or of items. They are numbered by name, so no order in a file matters."""
        return sorted(path[1] for path in self.values if len(path) == 2 and path[0] == family)

    def get(self, path: SectionPath, key: str) -> Any:
        """A value; None when it is wrong or not given."""
        return self.values.get(path, {}).get(key)

    def given(self, path: SectionPath, key: str) -> bool:
        """Whether a file gives a value, right or wrong; else it is a default."""
        return key in self.files.get(path, {})

    def place(self, findings: list[Finding], path: SectionPath, key: str, *others: Setting) -> Place:
        """A value that does not go with others, in the last file that has a say in any of them."""
        settings = ((path, key), *others)
        files = {self.files[where][name] for where, name in settings if self.given(where, name)}
        return place_of(findings, self.last_of(files), path).under(key)

    def last_of(self, files: Iterable[str]) -> str:
        """The file that is laid over the others."""
        return max(files, key=self.chain.index)


def section_at(path: SectionPath) -> type[object]:
    """The class of a section."""
    if not path:
        return Head
    return SECTIONS[path[0]] if len(path) == 1 else KINDS[path[0]]


def place_of(findings: list[Finding], file: str, path: SectionPath) -> Place:
    """A section of a file."""
    place = Place(findings, file)
    for key in path:
        place = place.under(key)
    return place


def lay(sources: list[Source], findings: list[Finding]) -> Settings:
    """All settings of a chain of files, the later over the earlier. What is wrong with a key by itself is reported."""
    settings = Settings(tuple(source.file for source in sources))
    for source in sources:
        for path, found in sections_of(source, findings).items():
            values = read_table(found, tuple(keys_of(section_at(path)).values()), place_of(findings, source.file, path))
            if path == ():
                # What one file is called is not what another is called that builds on it.
                settings.values[()] = {}
            settings.values.setdefault(path, {}).update(values)
            settings.files.setdefault(path, {}).update(dict.fromkeys(values, source.file))
            settings.first_files.setdefault(path, source.file)
        lay_spawns(settings, source, findings)
    return settings


def lay_spawns(settings: Settings, source: Source, findings: list[Finding]) -> None:
    """Give the kinds that a file's spawn tables name their curves."""
    if "spawn" not in source.table:
        return
    for path, weights in read_tables(source.table["spawn"], Place(findings, source.file, "spawn")).items():
        if path not in settings.values:
            settings.strays.append((path, weights.place))
        elif settings.files[path].get("spawn") == source.file:
            at = place_of(findings, source.file, path).under("spawn")
            at.reject(f"found a curve, and weights at {weights.place.path}", "one of the two")
        else:
            settings.values[path]["spawn"] = weights.curve
            settings.files[path]["spawn"] = source.file


def sections_of(source: Source, findings: list[Finding]) -> dict[SectionPath, object]:
    """The tables of a file by section. Names that are none are reported."""
    top = Place(findings, source.file)
    head = keys_of(Head)
    sections: dict[SectionPath, object] = {(): {name: found for name, found in source.table.items() if name in head}}
    for name, found in source.table.items():
        if name in SECTIONS:
            sections[name,] = found
        elif name in KINDS:
            sections.update(kinds_of(name, found, top.under(name)))
        elif name not in head and name != "spawn":
            top.under(name).reject_name(name, "unknown key", (*head, *SECTIONS, *KINDS, "spawn"))
    return sections


def kinds_of(family: str, found: object, at: Place) -> dict[SectionPath, object]:
    """The tables of a family's kinds."""
    if not isinstance(found, dict):
        at.reject_value(found, f"sections [{family}.KEY]")
        return {}
    if len(found) > ROOM[family]:
        at.reject(f"found {len(found)} {plural(family)}", f"at most {ROOM[family]}")
        return {}
    for name in found:
        if not is_key(name):
            at.under(name).reject("found a key that is misspelled", f"a key {KEY_SPELLING}")
    return {(family, name): table for name, table in found.items() if is_key(name)}


def complete(settings: Settings, last: Source, findings: list[Finding]) -> None:
    """Give every key that was left out its default; those that have none are reported, a section at a time."""
    for name, section in SECTIONS.items():
        if (name,) in settings.values:
            continue
        if not any(key.required for key in keys_of(section).values()):
            settings.values[name,] = {}
        else:
            names = ", ".join(keys_of(section))
            wanted = f"a section [{name}] with {names}, or extends = the name of a ruleset that has one"
            Place(findings, last.file, name).reject("found no such section", wanted)
    for path, values in settings.values.items():
        keys = keys_of(section_at(path))
        missing = [key for key in keys.values() if key.name not in values and key.required]
        if missing:
            report_missing(missing, settings, path, findings)
        values.update({key.name: key.default for key in keys.values() if key.name not in values and not key.required})


def report_missing(missing: list[Key], settings: Settings, path: SectionPath, findings: list[Finding]) -> None:
    """Report keys that a section lacks. A kind that lacks many may be a misspelling of another."""
    others = [other for other in settings.kinds(path[0]) if other != path[1]] if len(path) == 2 else []
    hint = nearest(path[-1], others)
    reject_missing(missing, place_of(findings, settings.first_files[path], path), hint)
