"""The lab is a library: what a command of the lab does, a function that `steep.lab` exports does.

A command parses text, calls the function, and prints. So it imports no module that plays games or keeps them; of the
lab only what `steep.lab` exports, the modules of these functions and their results, and what figures and statistics are
called and how they are written as text.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import steep.lab

COMMANDS = Path(__file__).parents[2] / "src" / "steep" / "commands"

PLAYS = [f"lab/{path.stem}" for path in sorted((COMMANDS / "lab").glob("[a-z]*.py"))]
"""The commands of the lab."""

SHARED = [f"shared/{path.stem}" for path in sorted((COMMANDS / "shared").glob("[a-z]*.py"))]

ALLOWED = ("steep.lab.figures.", "steep.lab.stats.", "steep.lab.results.", "steep.lab.ruleset_results.")

TABLES_OF_NAMES = ("steep.lab.simulate.simulation_task", "steep.lab.simulate.floor_visit")
"""Limits, and names of columns: data, which play nothing."""


def imports_of_the_lab(command: str) -> dict[str, set[str]]:
    """What a command imports from each module of the lab."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse((COMMANDS / f"{command}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith("steep.lab."):
            found.setdefault(node.module, set()).update(alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "lab":
            found.setdefault("steep.lab", set()).add(node.attr)
        assert not isinstance(node, ast.Import) or not any("steep.lab" in alias.name for alias in node.names)
    return found


@pytest.mark.parametrize("command", PLAYS)
def test_a_command_of_the_lab_calls_a_function_that_the_lab_exports(command: str) -> None:
    functions = {name for name in steep.lab.EXPORTS if name.islower()}
    assert imports_of_the_lab(command).get("steep.lab", set()) & functions


@pytest.mark.parametrize("command", [*PLAYS, *SHARED])
def test_a_command_plays_nothing_itself(command: str) -> None:
    exporting = {f"steep.lab.{module}" for module in steep.lab.EXPORTS.values()}
    for module, names in imports_of_the_lab(command).items():
        if module == "steep.lab":
            assert names <= {*steep.lab.__all__, "figures"}
        else:
            of_results = module in exporting and not module.startswith(("steep.lab.simulate.", "steep.lab.storage."))
            assert (
                of_results or module.startswith(ALLOWED) or module in TABLES_OF_NAMES or module == "steep.lab.figures"
            ), f"{command} imports {module}"


def test_what_the_lab_exports_is_documented_in_the_manual() -> None:
    manual = (COMMANDS.parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
    assert [name for name in steep.lab.__all__ if f"`{name}" not in manual and f"{name}(" not in manual] == []
