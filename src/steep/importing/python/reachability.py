"""What a new game reaches: the modules that its start imports, and the functions that code in them mentions.

Modules are followed through imports. Inside them, a function counts as reached if reached code mentions its name, so
callbacks and methods of any object count. Nothing is run, so in doubt a function counts as reached.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from steep.importing.output.import_report import ODDS, ImportReport, Location
from steep.importing.python.expression_values import words_in
from steep.importing.python.resolve_imports import Module, Project

STARTS = frozenset(("main", "new_game", "start_new_game", "setup_game", "get_game_variables", "play_game", "Engine"))
"""Functions and classes with which a game begins."""

DYNAMIC = frozenset(("importlib", "import_module", "__import__", "exec", "eval", "globals"))
"""Names that show that imports or calls can't be followed."""

PLACES = frozenset(("place", "spawn", "populate", "generate", "create", "entities", "objects", "monsters", "items"))
"""Words in the names of functions that place something."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def reached_modules(modules: list[Module], report: ImportReport) -> list[Module]:
    """The modules that the start of a game imports; all of them if no start is found, or imports can't be followed.

    Reports the others.
    """
    project = Project.of(modules)
    modules = largest_game(modules, project, report)
    reached = imported_by([module for module in modules if starts(module)], project)
    others = [module for module in modules if module.file not in reached]
    dynamic = any(DYNAMIC & mentions(module.tree) for module in reached.values())
    if dynamic or not any(map(fights, reached.values())) or not any(map(places, reached.values())):
        return modules
    left = [module for module in others if places(module)]
    if left:
        names = ", ".join(module.file for module in left[:3]) + (f" and {len(left) - 3} more" if len(left) > 3 else "")
        report.add_unread(f"nothing that starts a game imports {names}; not read", weight=ODDS)
    return [module for module in modules if module.file in reached]


def imported_by(modules: Iterable[Module], project: Project) -> dict[str, Module]:
    """Some modules and everything that they import, directly or not, by file."""
    reached = {module.file: module for module in modules}
    waiting = [*reached.values()]
    while waiting:
        for found in project.imports_of(waiting.pop()):
            if found.file not in reached:
                reached[found.file] = found
                waiting.append(found)
    return reached


def largest_game(modules: list[Module], project: Project, report: ImportReport) -> list[Module]:
    """The modules of the largest game in a folder, and those of no game. Games share no module that places or fights.

    Reports the others.
    """
    games: list[dict[str, Module]] = []
    for start in filter(starts, modules):
        found = imported_by([start], project)
        if not (any(map(fights, found.values())) and any(map(places, found.values()))):
            continue
        own = {file for file, module in found.items() if fights(module) or places(module)}
        shares = [game for game in games if own & game.keys()]
        games = [game for game in games if game not in shares]
        for game in shares:
            found |= game
        games.append(found)
    if len(games) < 2:
        return modules
    best = max(games, key=lambda game: sum(len(ast.dump(module.tree)) for module in game.values()))
    others = [next(iter(game)) for game in games if game is not best]
    what = (
        f"the folder holds {len(games)} games; only that of {next(iter(best))} is read, and not {', '.join(others[:3])}"
    )
    report.add_unread(what, weight=ODDS)
    left = {file for game in games if game is not best for file in game}
    return [module for module in modules if module.file not in left]


def starts(module: Module) -> bool:
    """Whether a game may begin in a module."""
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef) and node.name in STARTS:
            return True
        if isinstance(node, ast.If) and "__name__" in mentions(node.test):
            return True
    return False


def fights(module: Module) -> bool:
    """Whether a module makes something that fights."""
    return bool({"hp", "max_hp", "Fighter"} & mentions(module.tree))


def places(module: Module) -> bool:
    """Whether a module has a function that draws what it places."""
    return any(
        bool(PLACES & {*words_in(node.name)}) and any(map(is_random, mentions(node)))
        for node in functions_in(module.tree.body)
    )


def is_random(name: str) -> bool:
    """Whether a function of this name draws random numbers."""
    return "rand" in name or "choice" in name


def mentions(node: ast.AST) -> set[str]:
    """The identifiers in a piece of code, those in short strings included: `getattr(self, "place")`."""
    names: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Attribute):
            names.add(part.attr)
        elif isinstance(part, ast.keyword) and part.arg:
            names.add(part.arg)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
            names.add(part.value)
        elif isinstance(part, ast.alias):
            names.update(part.name.split("."))
    return names


def unreached_functions(modules: Sequence[Module], report: ImportReport) -> set[int]:
    """The functions that place something and that no reached code mentions, by identity.

    Empty if no start is found. Reports them.
    """
    if not any(map(starts, modules)):
        return set()
    functions = [(module, node) for module in modules for node in functions_in(module.tree.body)]
    waiting = {id(node): (module, node, mentions(node)) for module, node in functions}
    known = {name for module in modules for node in outside(module.tree.body) for name in mentions(node)}
    known |= STARTS
    while True:
        found = [key for key, (_, node, _) in waiting.items() if node.name in known or is_called_by_others(node.name)]
        if not found:
            break
        for key in found:
            known |= waiting.pop(key)[2]
    if not any(map(is_random, known)):
        # The functions that place things are called in a way that can't be followed.
        return set()
    left = [
        (module, node)
        for module, node, names in waiting.values()
        if PLACES & {*words_in(node.name)} and any(map(is_random, names))
    ]
    for module, node in left:
        report.add_unread(
            f"nothing that starts a game calls {node.name}; not read", Location(module.file, node.lineno), ODDS
        )
    return {id(node) for _, node in left}


def is_called_by_others(name: str) -> bool:
    """Whether Python or a library calls methods of this name."""
    return name.startswith(("__", "ev_", "on_", "cmd_", "do_"))


def functions_in(body: Iterable[ast.stmt]) -> Iterable[Function]:
    """The functions at the top of a module, and the methods of its classes."""
    for node in body:
        if isinstance(node, Function):
            yield node
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try):
            yield from functions_in(node.body)


def outside(body: Iterable[ast.stmt]) -> Iterable[ast.AST]:
    """The code of a module that runs when it is imported."""
    for node in body:
        if isinstance(node, Function):
            yield from node.decorator_list
            yield node.args
        elif isinstance(node, ast.ClassDef):
            yield from (*node.bases, *node.decorator_list, *outside(node.body))
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield node
