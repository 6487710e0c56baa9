"""The manual's pages on targets match the schema, and their examples work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from manual_examples import with_outputs
from steep.cli import main
from steep.content.schema_and_tables import key_table, table_text
from steep.lab.stats.confidence_intervals import wilson
from steep.lab.storage.target_file import BotBands, Head, Move, Tuning

PATH = Path(__file__).parents[3] / "docs" / "tuning.md"
PAGE = PATH.read_text("utf-8")
KEYS = PATH.with_stem("target-keys").read_text("utf-8")


@pytest.mark.parametrize("made", [Head, BotBands, Move, Tuning])
def test_every_key_is_on_the_page_with_its_range_default_and_meaning(made: type[Any]) -> None:
    assert table_text(key_table(made)) in KEYS


@pytest.mark.slow
@pytest.mark.usefixtures("private_folders")
def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(PATH) == PAGE
    assert re.search(r"^hp = 3\d   # as in the tutorial$", Path("mine.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert main(["check", "mine.toml", "--target", "mine.target.toml"]) == 0


def test_the_widths_of_bands_are_those_of_the_intervals() -> None:
    table = PAGE.partition("### How wide a band has to be")[2]
    for games in (200, 500, 1_000, 2_000, 5_000):
        intervals = [
            wilson(round(share * games), games, 1 - 0.05 / bands) for share in (0.5, 0.2, 0.05) for bands in (1, 10)
        ]
        row = " | ".join(f"{100 * (each.high - each.low):.1f}" for each in intervals)
        assert f"| {games:,} | {row} |" in table
