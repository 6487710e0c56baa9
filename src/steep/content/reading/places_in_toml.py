"""Finds where keys stand in a TOML text, once there is something to say about one of them.

`tomllib` reads every file but tells no places, so the text is cut into tokens here. `tomllib` has read it before, so it
is valid TOML.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steep.content.reading.find_and_read_ruleset_files import BUNDLED, RulesetSource, read_chain
from steep.content.ruleset_errors import RulesetError, joined

TOKEN = re.compile(
    r'''(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')'''
    r"|(?P<mark>[\[\]{}=.,\n])|(?P<bare>[^\s\[\]{}=.,#\"']+)|(?P<comment>\#[^\n]*)",
    re.DOTALL,
)

Offsets = dict[str, int]
"""Characters from the start of the text by path, such as ``monsters.troll.spawn.3`` or ``hero.start[1].item``."""


LAST_PART = re.compile(r'(\[\d+\]|\.?("[^"]*"|[^.\[\]"]+)|.)$')

OF_THIS_FILE = re.compile(r" \(from .*, with (\S+)")
"""Names the key of a file that conflicts with one of another file."""


def place_of(offsets: Mapping[str, int], text: str, path: str) -> tuple[int, int]:
    """The line and column of what a mistake's path names, or of the nearest table around it in the text, from 1."""
    other = OF_THIS_FILE.search(path)
    path = other[1] if other else path
    while path and path not in offsets:
        path = LAST_PART.sub("", path)
    offset = offsets.get(path, 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a key stands."""

    file: str
    """Its path from the current folder, or for a file that comes with Steep from the folder of the rulesets."""
    line: int
    """From 1; so are columns, in characters."""
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class RulesetFiles:
    """The files of a ruleset, to look up where keys stand. It has no files if they are gone."""

    def __init__(self, name_or_path: str) -> None:
        chain: Sequence[RulesetSource] = ()
        with contextlib.suppress(RulesetError):
            chain = read_chain(name_or_path, (Path(name_or_path).parent,), [])
        texts = [(source, source.path.read_text("utf-8-sig")) for source in reversed(chain)]
        self.files = [(source, text, offsets_in(text)) for source, text in texts]

    def place(self, paths: Iterable[str]) -> Place | None:
        """Where the first of these paths stands that any file has, in the last file that has it; else its own file."""
        for path in paths:
            for source, text, offsets in self.files:
                if path in offsets:
                    return Place(shown_file(source), *place_of(offsets, text, path))
        return Place(shown_file(self.files[0][0]), 1, 1) if self.files else None

    def depth(self, counts: Callable[[str], bool]) -> int:
        """How many files extend the last one that has a path that counts; that of no file if none has."""
        return next((at for at, (_, _, paths) in enumerate(self.files) if any(map(counts, paths))), len(self.files))


def shown_file(source: RulesetSource) -> str:
    """A file as messages name it."""
    above = [folder for folder in (BUNDLED, Path.cwd()) if source.path.is_relative_to(folder)]
    return str(source.path.relative_to(above[0]) if above else source.path)


def offsets_in(text: str) -> Offsets:
    """Where each key and each entry of a list begins. The text is TOML."""
    return _Scan(text).offsets


class _Scan:
    """A walk over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.tokens = [
            (match[0], match.start(), match.lastgroup) for match in TOKEN.finditer(text) if match.lastgroup != "comment"
        ]
        self.at = 0
        self.offsets: Offsets = {}
        lists: dict[str, int] = {}
        section = ""
        while self.at < len(self.tokens):
            if self.next_is("\n"):
                self.at += 1
            elif self.next_is("["):
                self.at += 1
                is_list = self.next_is("[")
                self.at += is_list
                section = self.key("", lists, last_too=not is_list)
                if is_list:
                    lists[section] = lists.get(section, 0) + 1
                    start, section = self.offsets[section], f"{section}[{lists[section]}]"
                    self.offsets[section] = start
                self.at += 1 + is_list
            else:
                self.pair(section)

    def next_is(self, *marks: str) -> bool:
        """Whether the next token is one of some marks."""
        return self.tokens[self.at][0] in marks and self.tokens[self.at][2] == "mark"

    def key(self, path: str, lists: Mapping[str, int], *, last_too: bool = True) -> str:
        """Read a dotted key in a table. Parts that are lists of tables mean their last table."""
        while True:
            token, start, group = self.tokens[self.at]
            path = joined(path, str(tomllib.loads(f"k = {token}")["k"]) if group == "text" else token)
            self.offsets.setdefault(path, start)
            self.at += 1
            more = self.next_is(".")
            if path in lists and (more or last_too):
                path = f"{path}[{lists[path]}]"
            if not more:
                return path
            self.at += 1

    def pair(self, table: str) -> None:
        """Read a key and its value."""
        path = self.key(table, {})
        self.at += 1
        self.value(path)

    def value(self, path: str) -> None:
        """Read a value: a list, a table in one line, or tokens up to what ends it."""
        if self.next_is("["):
            self.at += 1
            number = 0
            while not self.next_is("]"):
                if self.next_is(",", "\n"):
                    self.at += 1
                    continue
                number += 1
                self.offsets[f"{path}[{number}]"] = self.tokens[self.at][1]
                self.value(f"{path}[{number}]")
            self.at += 1
        elif self.next_is("{"):
            self.at += 1
            while not self.next_is("}"):
                if self.next_is(",", "\n"):
                    self.at += 1
                else:
                    self.pair(path)
            self.at += 1
        else:
            while self.at < len(self.tokens) and not self.next_is(",", "\n", "]", "}"):
                self.at += 1
