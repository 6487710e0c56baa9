"""Projects to import, and the resulting rulesets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ready_made_sessions import load as load_once
from sample_tutorial_projects import Files, write_project
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.importing import Imported, filled_in, import_project

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

BUNDLED = frozenset(ruleset_names())


@pytest.fixture(autouse=True)
def _bundled_rulesets_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import compares a project with several of them, which takes two thirds of its time."""

    def read_once(name: str) -> Rulebook:
        return load_once(name) if name in BUNDLED else load_ruleset(name)

    for module in ("importing", "importing.literals.ruleset", "importing.tutorials.detect_tutorial"):
        monkeypatch.setattr(f"steep.{module}.load_ruleset", read_once)


@pytest.fixture
def imported(tmp_path: Path) -> Import:
    """Return a function that imports a project of the given files."""

    def read(files: Files) -> Imported:
        folder = tmp_path / "project"
        folder.mkdir()
        return import_project(write_project(folder, files))

    return read


@pytest.fixture
def rules(imported: Import, tmp_path: Path) -> Rules:
    """Return a function that imports a project, fills in what is missing, and loads the resulting ruleset."""

    def load(files: Files) -> Rulebook:
        path = tmp_path / "imported.toml"
        path.write_text(filled_in(imported(files).toml), encoding="utf-8")
        return load_ruleset(str(path))

    return load
