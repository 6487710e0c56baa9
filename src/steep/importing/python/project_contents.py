"""Everything that a reader collects from a project: bindings, calls, dictionaries, classes, functions."""

from __future__ import annotations

import ast
import json
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from steep.core.input_errors import printable
from steep.core.read_untrusted_files import read_regular_file
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.evaluate_expressions import path_opened
from steep.importing.python.expression_values import Branch, Call, Dictionary, Value

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Binding(NamedTuple):
    """A name and its value, from an assignment, a parameter's default, a class body or a return."""

    name: str
    value: Value
    location: Location
    inside: str
    """The function or class around it."""


class Method(NamedTuple):
    """A method of a class, or a function without an owner."""

    owner: str
    node: FunctionNode
    location: Location

    def __str__(self) -> str:
        """Its name, after that of its class."""
        return f"{self.owner}.{self.node.name}" if self.owner else self.node.name


class Draw(NamedTuple):
    """A name that is set to a random number up to a named one, such as ``count = randint(0, max_monsters)``."""

    name: str
    value: Value
    limit: str
    """The name of the highest number; empty if it is no name."""
    location: Location
    inside: str


class Increment(NamedTuple):
    """A name that is increased by an amount, such as ``fighter.base_power += 1``."""

    name: str
    amount: Value
    location: Location
    branches: tuple[Branch, ...]


class DiceLink(NamedTuple):
    """A link of a chain. It makes ``contents.calls[calls[0]:calls[1]]``, and likewise the bindings."""

    share: Fraction
    """The share of all cases that take it."""
    calls: tuple[int, int]
    bindings: tuple[int, int]


class DiceChain(NamedTuple):
    """A chain of ``if`` and ``elif`` that compares random numbers."""

    location: Location
    inside: str
    links: tuple[DiceLink, ...]
    left: Fraction
    """The share of all cases that take no link."""
    known: bool
    """Whether every condition compares a random number with a number, so that the shares are known."""

    def is_in(self, link: DiceLink) -> bool:
        """Whether it is inside a link of another chain."""
        first, last = self.links[0], self.links[-1]
        return (
            link.calls[0] <= first.calls[0] <= last.calls[1] <= link.calls[1]
            and link.bindings[0] <= first.bindings[0] <= last.bindings[1] <= link.bindings[1]
        )

    def is_within(self, other: DiceChain) -> bool:
        """Whether it is inside another chain."""
        return other is not self and any(self.is_in(link) for link in other.links)


@dataclass(slots=True)
class ClassInfo:
    """The parameters of a class, and what it passes to its base class."""

    name: str
    parameters: list[str]
    defaults: dict[str, Value]
    bases: tuple[str, ...]
    location: Location
    base_call: Call | None = None
    """The call of the base class's ``__init__``."""
    base_call_for: Callable[[Mapping[str, Value]], Call] | None = None
    """The same call, for arguments of this class by name."""
    members: tuple[str, ...] = ()
    """Names bound in its body, in order."""
    base_file: str = ""
    """Where its first base class stands; empty if that is none of the project's."""


@dataclass(slots=True)
class Contents:
    """Everything collected from a project, in reading order."""

    bindings: list[Binding] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    dictionaries: list[Dictionary] = field(default_factory=list)
    increments: list[Increment] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    dice_chains: list[DiceChain] = field(default_factory=list)
    classes: dict[str, ClassInfo] = field(default_factory=dict)
    classes_of_files: dict[tuple[str, str], ClassInfo] = field(default_factory=dict)
    """The same by file and name, as a folder may hold several games."""
    methods: list[Method] = field(default_factory=list)
    free: list[Method] = field(default_factory=list)
    """Functions outside of classes, without an owner."""
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    comparisons: list[tuple[str, str, str]] = field(default_factory=list)
    """(left, ">" or ">=", right) of each comparison between names."""
    imported: set[str] = field(default_factory=set)
    """Names of all imported modules, the project's own and others."""

    def class_called(self, made: Call) -> ClassInfo | None:
        """The class that a call means: the one bound to its name there, else any of that name."""
        of = (made.of.file, made.of.name) if made.of is not None else (made.location.file, made.key)
        return self.classes_of_files.get(of) or self.classes.get(made.key)

    def base_of(self, about: ClassInfo) -> ClassInfo | None:
        """The first base class of a class, if it is one of the project's."""
        name = about.bases[0] if about.bases else ""
        return self.classes_of_files.get((about.base_file, name)) or self.classes.get(name)


# Reads JSON files beside a project's code that the code loads by a literal path.

MAX_BYTES = 64 * 1024
MAX_FILES = 20


LOADERS = {
    "json.load": "JSON",
    "json.loads": "JSON",
    **{
        f"yaml.{name}": "YAML"
        for name in ("load", "safe_load", "full_load", "unsafe_load", "load_all", "safe_load_all")
    },
    **dict.fromkeys(("tomllib.load", "tomllib.loads", "tomli.load", "toml.load", "toml.loads"), "TOML"),
    **dict.fromkeys(
        ("ConfigParser", "configparser.ConfigParser", "RawConfigParser", "configparser.RawConfigParser"), "INI"
    ),
    **dict.fromkeys(("csv.reader", "csv.DictReader"), "CSV"),
}
"""Functions that load tables from files, and in which format."""


def report_other_files(contents: Contents, report: ImportReport) -> None:
    """Report each place that loads tables from a file that was not read."""
    for made in contents.calls:
        if made.name in LOADERS:
            path = path_opened(made.args[0]) if made.args else None
            kind = LOADERS[made.name]
            why = (
                "its path is known only at run time" if not isinstance(path, str) else f"{printable(path)} is not there"
            )
            why = why if kind == "JSON" else "only JSON is read"
            report.add_unread(f"{made.name} loads a file that was not read, because {why}", made.location)


class DataFiles:
    """The JSON files of a project."""

    def __init__(self, folder: Path, edited: Mapping[str, bytes], report: ImportReport) -> None:
        """`edited` has the bytes to read in place of some files."""
        self.folder = folder
        self.edited = edited
        self.report = report
        self.found: dict[str, ast.expr | None] = {}

    def open(self, path: str, beside: str) -> tuple[str, ast.expr] | None:
        """The name and contents of a file. The path starts at the project's folder or at that of file `beside`."""
        parts = PurePosixPath(posixpath.normpath(path.replace("\\", "/")))
        if parts.is_absolute() or ".." in parts.parts or parts.suffix != ".json":
            return None
        for name in dict.fromkeys((str(parts), str(PurePosixPath(beside).parent / parts))):
            if name not in self.found and len(self.found) < MAX_FILES:
                self.found[name] = self.read(name)
            contents = self.found.get(name)
            if contents is not None:
                return name, contents
        return None

    def read(self, name: str) -> ast.expr | None:
        """The contents of a file as an expression; None if it is missing or not JSON."""
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            return None
        try:
            text = (self.edited.get(name) or read_regular_file(path, MAX_BYTES)).decode("utf-8")
            json.loads(text)
            return ast.parse(text.strip(), mode="eval").body
        except FileNotFoundError:
            return None
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
            self.report.add_unread("cannot be read as JSON", Location(name, 1))
            return None
