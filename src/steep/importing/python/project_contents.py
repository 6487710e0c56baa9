"""Everything that a reader collects from a project: bindings, calls, dictionaries, classes, functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from steep.importing.output.import_report import Location
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
    """A method of a class."""

    owner: str
    node: FunctionNode
    location: Location


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
    """A link of a chain. What it does is ``calls[calls[0]:calls[1]]`` and the same of the bindings."""

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

    parameters: list[str]
    defaults: dict[str, Value]
    bases: tuple[str, ...]
    location: Location
    base_call: Call | None = None
    """The call of the base class's ``__init__``."""
    members: tuple[str, ...] = ()
    """Names bound in its body, in order."""


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

    def class_called(self, made: Call, name: str) -> ClassInfo | None:
        """The class of a name that a call means: that of its own file before any other."""
        return self.classes_of_files.get((made.location.file, name)) or self.classes.get(name)
