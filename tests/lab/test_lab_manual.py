"""The examples in docs/lab.md print what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from manual_examples import with_outputs

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


@pytest.mark.slow
@pytest.mark.usefixtures("private_folders")
def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(PAGE) == PAGE.read_text("utf-8")
