"""The pages' types of what Python answers, and their colours, are those that Python has."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "write_for_pages.py"
FILES: dict[Path, Callable[[], str]] = runpy.run_path(str(TOOL))["FILES"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_as_the_tool_writes_it(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path](), "run python tools/write_for_pages.py"
