"""The page runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environment.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", BLOCKS)
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "environment.md", "exec"), {})  # noqa: S102  # the example is ours
    assert re.fullmatch(r"((died|won|stopped) on floor \d\n)?", capsys.readouterr().out)


def test_the_page_has_examples() -> None:
    assert len(BLOCKS) == 7
