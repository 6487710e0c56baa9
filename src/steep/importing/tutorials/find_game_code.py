"""Finds in a project's code what an adapter for the lab must call: classes, functions and where they are.

It knows how the tutorials name things, and nothing of what adapters look like. Nothing is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from steep.importing.python.project_contents import FunctionNode
from steep.importing.python.resolve_imports import Module

ENOUGH = 5
"""Imports that show from which folder a project runs."""

Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Found:
    """A class or function of a project."""

    module: str
    """As it is imported from the project's main folder: ``components.ai``."""
    node: Named

    @property
    def path(self) -> str:
        """How code names it that imports the module: ``components.ai.HostileEnemy``."""
        return f"{self.module}.{self.node.name}"

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.node.lineno


class GameCode:
    """The code of a project, searchable by names."""

    def __init__(self, modules: Sequence[Module]) -> None:
        shallow_first = sorted(modules, key=lambda module: (module.file.count("/"), module.file))
        self.root = main_folder(shallow_first)
        self.modules = {name: module for module in shallow_first if (name := self.name_of(module.file))}
        self.found = [
            Found(name, node)
            for name, module in self.modules.items()
            for node in module.tree.body
            if isinstance(node, Named)
        ]
        self.attributes = {
            node.attr
            for module in self.modules.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Attribute)
        } | {name for found in self.classes() for name in fields_of(found.node)}
        """Names of attributes that the code uses, and of fields that classes have."""
        self.set_in_classes = {
            name
            for found in self.classes()
            for name in (*assigned_in(found.node), *fields_of(found.node), *methods_of(found.node))
        }
        """Names of attributes that code of classes sets, and of fields and properties that they have."""

    def name_of(self, file: str) -> str | None:
        """The name by which a file is imported; None if it is not in the main folder or can't be imported."""
        path = PurePosixPath(file)
        if not path.is_relative_to(self.root):
            return None
        parts = path.relative_to(self.root).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        return ".".join(parts) if parts and all(part.isidentifier() for part in parts) else None

    def function(self, *names: str) -> Found | None:
        """The first function at the top of a module that has one of these names."""
        return next((found for found in self.functions() if found.node.name in names), None)

    def functions(self) -> Iterator[Found]:
        """All functions at the top of a module."""
        return (found for found in self.found if not isinstance(found.node, ast.ClassDef))

    def classes(self) -> Iterator[Found]:
        """All classes."""
        return (found for found in self.found if isinstance(found.node, ast.ClassDef))

    def class_like(self, pattern: str, *, but: str = "$^", parameters: int | None = None) -> Found | None:
        """The first class whose name matches a pattern, and not another; with a number of required parameters."""
        return next(
            (
                found
                for found in self.classes()
                if re.search(pattern, found.node.name, re.IGNORECASE)
                and not re.search(but, found.node.name, re.IGNORECASE)
                and (parameters is None or len(required(self.constructor(found.node.name))) == parameters)
            ),
            None,
        )

    def class_with(self, method: str) -> Found | None:
        """The first class that defines a method."""
        return next((found for found in self.classes() if method in methods_of(found.node)), None)

    def constructor(self, name: str) -> FunctionNode | None:
        """The ``__init__`` of a class or of the nearest base class that has one."""
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            found = next((found.node for found in self.classes() if found.node.name == name), None)
            if found is None:
                return None
            methods = methods_of(found)
            if "__init__" in methods:
                return methods["__init__"]
            assert isinstance(found, ast.ClassDef)
            name = next((name_at_end(base) for base in found.bases), "")
        return None

    def derived(self, base: str) -> list[Found]:
        """All classes that derive from the class of a name, directly or not."""
        names, found = {base}, []
        for _ in range(3):  # a class may stand before the one that it derives from
            for each in self.classes():
                assert isinstance(each.node, ast.ClassDef)
                if each not in found and any(name_at_end(parent) in names for parent in each.node.bases):
                    names.add(each.node.name)
                    found.append(each)
        return found


def main_folder(modules: Sequence[Module]) -> str:
    """The folder from which a project's modules import one another, as in ``import engine``.

    The nearest to the top from which ENOUGH imports lead to files; otherwise that from which most do. A project may
    hold others, such as copies of libraries.
    """
    files = {module.file for module in modules}
    folders = {str(PurePosixPath(module.file).parent) for module in modules} | {"."}

    def reached(folder: str) -> int:
        return sum(
            f"{'' if folder == '.' else folder + '/'}{name.replace('.', '/')}{end}" in files
            for name in names
            for end in (".py", "/__init__.py")
        )

    names = [name for module in modules for name in imported_by(module)]
    from_the_top = sorted(folders, key=lambda folder: (folder != ".", folder.count("/"), folder))
    return max(from_the_top, key=lambda folder: min(reached(folder), ENOUGH), default=".")


def imported_by(module: Module) -> Iterator[str]:
    """The modules that a module imports by absolute names."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def methods_of(node: ast.AST) -> dict[str, FunctionNode]:
    """The methods of a class by name."""
    body = getattr(node, "body", [])
    return {each.name: each for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


def fields_of(node: ast.AST) -> Iterator[str]:
    """The fields that the body of a class sets or declares."""
    for each in getattr(node, "body", []):
        targets = (
            each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AnnAssign) else []
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def assigned_in(node: ast.AST) -> Iterator[str]:
    """The attributes that a piece of code assigns to."""
    attributes = (each for each in ast.walk(node) if isinstance(each, ast.Attribute))
    return (each.attr for each in attributes if isinstance(each.ctx, ast.Store))


def required(function: FunctionNode | None) -> list[str]:
    """The parameters of a function or a method without a default value, without ``self``."""
    if function is None:
        return []
    arguments = [*function.args.posonlyargs, *function.args.args]
    positional = [each.arg for each in arguments[: len(arguments) - len(function.args.defaults)]]
    keyword = [
        each.arg
        for each, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        if default is None
    ]
    return [name for name in positional + keyword if name != "self"]


def parameters(function: Named) -> list[str]:
    """The names of all parameters of a function."""
    assert not isinstance(function, ast.ClassDef)
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def name_at_end(node: ast.AST) -> str:
    """The last part of a dotted name, as in ``components.ai.HostileEnemy``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def calls_in(node: ast.AST) -> set[str]:
    """The names of what is called in a piece of code: the last part of each."""
    return {name_at_end(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}


def purpose(node: ast.AST) -> str:
    """What using an item is for, by what its code does: "heal", "harm" or "other"."""
    called = calls_in(node)
    if any(name.startswith("heal") for name in called):
        return "heal"
    lowered = {
        name_at_end(each.target)
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Sub)
    }
    return "harm" if "take_damage" in called or "hp" in lowered else "other"


def keys_returned(node: ast.AST) -> dict[str, list[object]]:
    """The keys of the dictionaries that a piece of code makes, each with the plain values that it is given."""
    keys: dict[str, list[object]] = {}
    for each in ast.walk(node):
        if isinstance(each, ast.Dict):
            for key, value in zip(each.keys, each.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    values = keys.setdefault(key.value, [])
                    if isinstance(value, ast.Constant) and value.value not in values:
                        values.append(value.value)
    return keys
