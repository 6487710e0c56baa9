"""The manual's page on stock kinds has their numbers."""

from __future__ import annotations

from pathlib import Path

from steep.content.stock_tables import update_page

PAGE = Path(__file__).parents[2] / "docs" / "stock.md"


def test_the_tables_are_those_of_the_stock_file() -> None:
    assert update_page(PAGE.read_text("utf-8")) == PAGE.read_text("utf-8")


def test_they_have_the_numbers_that_a_maker_looks_for() -> None:
    page = PAGE.read_text("utf-8")
    for row in (
        '| `lava` | `≋` | `#f05a1e` | `flickers = true` | `burning_lava`, on stay: `{ damage = "3d6", ',
        "| `slowed` | `speed = -50` |",
        '| `poison_gas` | `#78be3c` | `thins = 15` | `breathing_poison`, on stay: `{ damage = "1d2", ',
    ):
        assert row in page
