"""Resolves imports between a project's modules, and orders the modules for reading."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from steep.importing.output.import_report import Location
from steep.importing.python.evaluate_expressions import Scope
from steep.importing.python.expression_values import UNKNOWN, Call, Dictionary, Namespace, Value, number_of, words_in
from steep.importing.python.project_contents import ClassInfo, Contents
from steep.importing.python.written_numbers import origins_of, whole


@dataclass(slots=True)
class Module:
    """One module."""

    file: str
    tree: ast.Module
    space: Namespace
    scope: Scope

    @classmethod
    def of(cls, file: str, tree: ast.Module) -> Module:
        """A module that is not read yet."""
        space = Namespace(PurePosixPath(file).stem)
        return cls(file, tree, space, Scope(file, space.names))


LIBRARIES = {
    "Image",
    "PIL",
    "bearlibterminal",
    "blessed",
    "cPickle",
    "click",
    "colorama",
    "cprotos",
    "cv2",
    "esper",
    "libtcod",
    "libtcodpy",
    "loguru",
    "matplotlib",
    "noise",
    "numba",
    "numpy",
    "pandas",
    "pydantic",
    "pygame",
    "pygame_gui",
    "pyglet",
    "requests",
    "rich",
    "scipy",
    "snecs",
    "tcod",
    "tcod_ecs",
    "tdl",
    "typing_extensions",
    "yaml",
}
"""Third-party modules that games import, and those that only Python 2 has."""


class Unresolved(NamedTuple):
    """An import without a file in the project."""

    module: str
    name: str
    """As it is bound."""
    location: Location


@dataclass(slots=True)
class Project:
    """All modules of a project, by the names that import them."""

    modules: list[Module]
    by_name: dict[str, list[Module]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)

    @classmethod
    def of(cls, modules: list[Module]) -> Project:
        """The project of some modules."""
        project = cls(modules)
        for module in modules:
            path = PurePosixPath(module.file)
            name = path.parent.name if path.stem == "__init__" else path.stem
            project.by_name.setdefault(name, []).append(module)
        return project

    def find(self, dotted_name: str, importer: str) -> Module | None:
        """The module that the file `importer` means by a name: the best match of folders, then the nearest."""
        parts = dotted_name.split(".")
        found = self.by_name.get(parts[-1], [])
        return max(found, key=lambda module: nearness(module.file, parts, importer), default=None)

    def in_order(self) -> list[Module]:
        """The modules, each after those it imports, except in import cycles."""
        ordered: list[Module] = []
        entered: set[str] = set()
        for first in self.modules:
            if first.file in entered:
                continue
            entered.add(first.file)
            waiting = [(first, iter(self.imports_of(first)))]
            while waiting:
                module, imports = waiting[-1]
                following = next((found for found in imports if found.file not in entered), None)
                if following is None:
                    ordered.append(module)
                    waiting.pop()
                else:
                    entered.add(following.file)
                    waiting.append((following, iter(self.imports_of(following))))
        return ordered

    def imports_of(self, module: Module) -> list[Module]:
        """The modules that a module imports anywhere in its code."""
        names: list[str] = []
        for node in statements_of(module.tree):
            if isinstance(node, ast.Import):
                names.extend(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
                names.extend(f"{node.module or ''}.{alias.name}" for alias in node.names)
        found = (self.find(name, module.file) for name in names if name)
        return [other for other in found if other is not None and other is not module]

    def bind_import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        """Bind the names that a statement imports, if they belong to the project."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.bind_module(alias, scope)
            return
        source = self.find(node.module, scope.file) if node.module else None
        for alias in node.names:
            name = alias.asname or alias.name
            inner = self.find(f"{node.module or ''}.{alias.name}", scope.file)
            if alias.name == "*" and source is not None:
                scope.names.update(source.space.names)
            elif source is not None and alias.name in source.space.names:
                scope.names[name] = source.space.names[alias.name]
            elif inner is not None:
                scope.names[name] = inner.space
            elif source is None or PurePosixPath(source.file).stem == "__init__":
                module = f"{node.module or ''}.{alias.name}" if self.has_folder(node.module or "") else node.module
                self.miss(module or alias.name, name, node.lineno, scope)

    def has_folder(self, dotted_name: str) -> bool:
        """Whether modules of the project are in a folder of this name."""
        last = dotted_name.rpartition(".")[2]
        return any(PurePosixPath(module.file).parent.name == last for module in self.modules)

    def miss(self, module: str, name: str, line: int, scope: Scope) -> None:
        """Note an import without a file, unless it is of Python or a library."""
        root = module.split(".")[0]
        if root not in sys.stdlib_module_names and root not in LIBRARIES:
            self.unresolved.append(Unresolved(module, name, Location(scope.file, line)))

    def bind_module(self, alias: ast.alias, scope: Scope) -> None:
        """Bind `import a.b` as a namespace `a` that contains `b`, or under the name after `as`."""
        found = self.find(alias.name, scope.file)
        if found is None:
            self.miss(alias.name, alias.asname or alias.name, alias.lineno, scope)
            return
        parts = alias.name.split(".")
        if alias.asname or len(parts) == 1:
            scope.names[alias.asname or parts[0]] = found.space
            return
        known = scope.look_up(parts[0])
        space = known if isinstance(known, Namespace) else Namespace(parts[0])
        scope.names[parts[0]] = space
        for part in parts[1:-1]:
            inner = space.names.get(part)
            if not isinstance(inner, Namespace):
                inner = space.names[part] = Namespace(part)
            space = inner
        space.names[parts[-1]] = found.space


def statements_of(tree: ast.Module) -> Iterator[ast.stmt]:
    """All statements of a module, including nested ones."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, None)
            if isinstance(inner, list):
                waiting.extend(inner)
        if isinstance(node, ast.stmt):
            yield node


def nearness(file: str, parts: Sequence[str], importer: str) -> tuple[int, int, int]:
    """Sort key: most folders that match the dotted name, then most shared with the importing file, then fewest."""
    path = PurePosixPath(file)
    folders = path.parent.parts if path.stem != "__init__" else path.parent.parent.parts
    wanted = list(parts[:-1])
    same = 0
    while same < min(len(wanted), len(folders)) and wanted[-1 - same] == folders[-1 - same]:
        same += 1
    return same, shared(file, importer), -len(folders)


def shared(one: str, other: str) -> int:
    """The number of top folders that two files share."""
    count = 0
    for left, right in zip(PurePosixPath(one).parent.parts, PurePosixPath(other).parent.parts, strict=False):
        if left != right:
            break
        count += 1
    return count


# Reads calls and dictionaries as fields by name, whether they are given by position or by name.

MAX_CLASS_DEPTH = 6
"""Length of a chain of base classes."""

POSITIONAL = "*"
"""The field for positional arguments of a call whose signature is unknown."""

Signatures = Mapping[str, tuple[str, ...]]
"""Parameters of classes, by name."""

SIGNATURES: dict[str, tuple[str, ...]] = {
    "Fighter": ("hp", "defense", "power", "xp"),
    "Level": ("current_level", "current_xp", "level_up_base", "level_up_factor", "xp_given"),
    "Inventory": ("capacity",),
    "Equippable": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "Equipment": ("slot", "power_bonus", "defense_bonus", "max_hp_bonus"),
    "HealingConsumable": ("amount",),
    "LightningDamageConsumable": ("damage", "maximum_range"),
    "FireballDamageConsumable": ("damage", "radius"),
    "ConfusionConsumable": ("number_of_turns",),
}
"""The parameters of the tutorials' own classes, for projects that use them without their source."""

Fields = dict[str, Value]


class FieldReader:
    """Reads the fields of calls and dictionaries."""

    def __init__(self, contents: Contents, signatures: Signatures, own_defaults: Collection[str] = ()) -> None:
        """`signatures` serve for classes that the project uses but does not define.

        A default belongs to all calls that omit it, so it has no place in the source, unless it is named in
        `own_defaults`.
        """
        self.contents = contents
        self.signatures = signatures
        self.own_defaults = own_defaults

    def fields(self, value: Value) -> Fields:
        """The fields of a call or a dictionary, with names like ``base_power``; empty for other values."""
        if isinstance(value, Dictionary):
            return {"_".join(words_in(key)): entry for key, entry in value.entries.items() if isinstance(key, str)}
        made = self.returned(value) if isinstance(value, Call) else None
        return self.of_call(made, self.contents.class_called(made), made.key, 0) if made is not None else {}

    @functools.cached_property
    def results(self) -> dict[str, Call]:
        """What the project's functions without parameters return, if it is a call."""
        without = {
            name for name, node in self.contents.functions.items() if not (node.args.args or node.args.kwonlyargs)
        }
        return {
            bound.name: bound.value
            for bound in self.contents.bindings
            if bound.name in without and bound.name == bound.inside and isinstance(bound.value, Call)
        }

    def returned(self, made: Call) -> Call:
        """What a call of a function without parameters returns, if it is a call; otherwise the call itself."""
        return self.results.get(made.key, made) if not made.args and not made.named else made

    def of_call(self, made: Call, about: ClassInfo | None, name: str, depth: int) -> Fields:
        """The fields of a call to a class: its defaults, those of its base class, and the arguments."""
        fields: Fields = {}
        parameters: list[str] | tuple[str, ...] = self.signatures.get(name, ())
        if about is not None:
            parameters = about.parameters
            fields.update(
                {
                    name: value if name in self.own_defaults or not origins_of(value) else +value
                    for name, value in about.defaults.items()
                }
            )
            base = about.bases[0] if about.bases else ""
            if about.base_call is not None and depth < MAX_CLASS_DEPTH:
                arguments = dict(zip(parameters, made.args, strict=False)) | made.named
                base_call = about.base_call if about.base_call_for is None else about.base_call_for(arguments)
                fields.update(self.of_call(base_call, self.contents.base_of(about), base, depth + 1))
                # A value that depends on an unknown argument is not the default of the base class.
                for key, entry in base_call.named.items():
                    if entry is UNKNOWN and key not in parameters and about.base_call.named[key] is not UNKNOWN:
                        fields["_".join(words_in(key))] = UNKNOWN
            elif not parameters and base and depth < MAX_CLASS_DEPTH:
                # A class without `__init__` takes the parameters of its base class.
                return self.of_call(made, self.contents.base_of(about), base, depth + 1)
        given = dict(zip(parameters, made.args, strict=False)) | made.named
        # Most of what a base class is given are parameters of the class, which the call itself gives.
        fields.update({key: entry for key, entry in given.items() if entry is not UNKNOWN or depth == 0})
        if made.args[len(parameters) :]:
            fields[POSITIONAL] = made.args[len(parameters) :]
        return {key if key == POSITIONAL else "_".join(words_in(key)): entry for key, entry in fields.items()}

    def ancestry(self, made: Call) -> list[str]:
        """The names of the class that a call instantiates, and of its base classes."""
        names, about = [made.key], self.contents.class_called(made)
        while about is not None and about.bases and len(names) < MAX_CLASS_DEPTH:
            names.append(about.bases[0])
            about = self.contents.base_of(about)
        return names

    def components(self, fields: Fields) -> Iterator[Call | Dictionary]:
        """The calls and dictionaries among fields, including those in lists."""
        for entry in fields.values():
            for part in entry if isinstance(entry, list | tuple) else (entry,):
                if isinstance(part, Call | Dictionary):
                    yield part


def first_of(fields: Fields, names: Iterable[str]) -> Value:
    """The first of these fields that is given; None if none is."""
    return next((fields[name] for name in names if name in fields), None)


def number_in(fields: Mapping[str, Value], names: Iterable[str]) -> int | None:
    """The first of these fields that is a number, as an integer; None if none is."""
    numbers = (number_of(fields[name]) for name in names if name in fields)
    found = next((number for number in numbers if number is not None), None)
    return None if found is None else whole(found)


def name_of(value: Value) -> str:
    """The name that a value has in the project."""
    if isinstance(value, Namespace):
        return value.name
    return value if isinstance(value, str) else getattr(value, "key", "") or getattr(value, "label", "")
