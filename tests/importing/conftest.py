"""Projects to import, and the resulting rulesets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import Files, write_project
from steep.content import Rulebook, load_ruleset
from steep.importing import Imported, filled_in, import_project

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]


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
