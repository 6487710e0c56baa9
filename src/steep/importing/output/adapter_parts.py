"""What adapters of both shapes have in common: modules to import, and `TODO` for what was not found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from steep.importing.tutorials.find_game_code import Found

TODO_FUNCTION = '''

def todo(what: str) -> Any:
    """Stand where `steep import` found nothing. Replace each call."""
    raise NotImplementedError(f"{Path(__file__).name} is not finished, TODO: {what}")

'''


@dataclass(slots=True)
class Adapter:
    """An adapter that is being written."""

    title: str
    """What it lets the lab play."""
    module: str
    """Its own name."""
    project: str
    """The project's main folder, as a Python expression."""
    modules: dict[str, None] = field(default_factory=dict)
    """The project's modules that it imports."""
    used: list[str] = field(default_factory=list)
    """Sentences for the report: what was found where."""
    todos: list[str] = field(default_factory=list)
    """What was not found, and must be written by a person."""
    left_out: list[str] = field(default_factory=list)
    """What was not found, and is not needed."""

    def use(self, found: Found, what: str) -> str:
        """The expression for something that was found."""
        self.modules[found.module] = None
        self.used.append(f"{what}: {found.path}")
        return found.path

    def need(self, found: Found | None, what: str) -> str:
        """The same, or a call of `todo`, which raises an error until it is replaced."""
        return self.todo(what) if found is None else self.use(found, what)

    def todo(self, what: str) -> str:
        """A call that raises an error until a person replaces it."""
        if what not in self.todos:
            self.todos.append(what)
        return f"todo({what!r})"

    def imports(self) -> str:
        """The statements that import the project's modules."""
        return "\n".join(f"    import {module}" for module in sorted(self.modules)) or "    pass"

    def substitutions(self) -> dict[str, str]:
        """What the templates of both shapes need."""
        remark = f" Finish what is marked TODO: {len(self.todos)} in all." if self.todos else ""
        return {
            "title": self.title,
            "module": self.module,
            "project": self.project,
            "imports": self.imports(),
            "todo_remark": remark,
            "todo_function": TODO_FUNCTION if self.todos else "",
        }

    def report(self) -> list[str]:
        """Lines that say what was found, what was not, and what is left to do."""
        parts = (("found", self.used), ("not found, left out", self.left_out), ("TODO, marked in the file", self.todos))
        return [line for title, lines in parts if lines for line in (f"{title}:", *(f"  {each}" for each in lines))]


def table(entries: Mapping[str, str]) -> str:
    """A dictionary as source code, one line each; the values are expressions."""
    return "".join(["{\n", *(f"    {key!r}: {value},\n" for key, value in entries.items()), "}"]) if entries else "{}"
