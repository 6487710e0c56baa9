"""Resolves imports between a project's modules, and orders the modules for reading."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from steep.importing.python.evaluate_expressions import Scope
from steep.importing.python.expression_values import Namespace


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


@dataclass(slots=True)
class Project:
    """All modules of a project, by the names that import them."""

    modules: list[Module]
    by_name: dict[str, list[Module]] = field(default_factory=dict)

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

    def bind_module(self, alias: ast.alias, scope: Scope) -> None:
        """Bind `import a.b` as a namespace `a` that contains `b`, or under the name after `as`."""
        found = self.find(alias.name, scope.file)
        if found is None:
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


def nearness(file: str, parts: Sequence[str], importer: str) -> tuple[int, int]:
    """Sort key: how many folders match a dotted name, then how many are shared with the importing file."""
    path = PurePosixPath(file)
    folders = path.parent.parts if path.stem != "__init__" else path.parent.parent.parts
    wanted = list(parts[:-1])
    same = 0
    while same < min(len(wanted), len(folders)) and wanted[-1 - same] == folders[-1 - same]:
        same += 1
    return same, shared(file, importer)


def shared(one: str, other: str) -> int:
    """The number of top folders that two files share."""
    count = 0
    for left, right in zip(PurePosixPath(one).parent.parts, PurePosixPath(other).parent.parts, strict=False):
        if left != right:
            break
        count += 1
    return count
