"""Rulesets that change a bundled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_fixture_types import Load, Write
from steep.content import load_ruleset


@pytest.fixture(autouse=True)
def _no_user_rulesets(private_folders: None) -> None:
    """Keep the user's own rulesets out of these tests."""


@pytest.fixture(autouse=True)
def _compiled_surveys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generate floors by compiled rules, however few. Plain rules generate the same, and take ten times as long."""
    monkeypatch.setattr("steep.balance.odds_and_expectations.PLAIN_FLOORS", 0)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a ruleset file, which by default extends tcod-2020."""

    def write_file(text: str = "", name: str = "my.toml", extends: str = "tcod-2020") -> Path:
        path = tmp_path / name
        path.write_text(f'extends = "{extends}"\n{text}', encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def load(write: Write) -> Load:
    """Return a function that loads tcod-2020 with the changes of a TOML text."""
    return lambda text: load_ruleset(str(write(text)))
