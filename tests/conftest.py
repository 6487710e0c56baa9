"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from cli_runner import Answer, Run
from steep.cli import main

# How long an example takes says more of the machine than of the rule.
settings.register_profile("steep", deadline=None)
settings.load_profile("steep")


@pytest.fixture
def folders_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def steep(folders_of_its_own: None, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command as a person would, and gives its answer."""

    def run(*words: object) -> Answer:
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run
