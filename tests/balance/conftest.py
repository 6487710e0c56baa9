"""Commands run as a person would, and rulesets that differ from a bundled one in what a test is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from answers import Answer, Load, Run, Write
from steep.cli import main
from steep.content import load_ruleset


@pytest.fixture(autouse=True)
def folders_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def steep(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command."""

    def run(*words: object) -> Answer:
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run


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
