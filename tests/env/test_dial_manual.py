"""The examples in docs/dial.md print what it shows, and its table of splits matches the code."""

from __future__ import annotations

from pathlib import Path

from manual_examples import with_outputs
from steep.env.check_arguments import SPLITS

PAGE = Path(__file__).parents[2] / "docs" / "dial.md"


def test_the_examples_print_what_the_page_shows() -> None:
    names: dict[str, object] = {}
    assert with_outputs(PAGE, names) == PAGE.read_text("utf-8")
    assert names["info"]["difficulty"] == 0.5  # type: ignore[index]


def test_the_manual_lists_the_seeds_of_each_split() -> None:
    for name, seeds in SPLITS.items():
        assert f"| `{name}` | {seeds[0]:,} to {seeds[-1]:,} |" in PAGE.read_text("utf-8")
