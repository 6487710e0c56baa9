"""The examples in docs/dial.md run, and its table of splits matches the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from steep.env.train_validation_test_seeds import SPLITS

PAGE = (Path(__file__).parents[2] / "docs" / "dial.md").read_text("utf-8")


def test_every_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102  # the page is ours
    assert names["info"]["difficulty"] == 0.5
    assert names["harder"].name == "steep (dial at 0.7)"


def test_the_manual_lists_the_seeds_of_each_split() -> None:
    for name, seeds in SPLITS.items():
        assert f"| `{name}` | {seeds[0]:,} to {seeds[-1]:,} |" in PAGE
