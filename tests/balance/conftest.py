"""Rulesets that change a bundled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_runner import Load, Write
from steep.content import load_ruleset


@pytest.fixture(autouse=True)
def canvas_program(private_folders: None) -> None:
    """No test here finds rulesets of whoever runs it."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a ruleset that extends tcod-2020."""

    def write_file(text: str = "", name: str = "my.toml", extends: str = "tcod-2020") -> Path:
        path = tmp_path / name
        path.write_text(f'extends = "{extends}"\n{text}', encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def load(write: Write) -> Load:
    """Loads a ruleset that differs from tcod-2020 in this text."""
    return lambda text: load_ruleset(str(write(text)))
