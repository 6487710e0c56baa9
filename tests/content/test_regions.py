"""Regions give floors a name and colours, and change nothing in the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steep.content import Rulebook, load_ruleset

Load = Callable[[str], Rulebook]
Write = Callable[..., Path]

REGIONS = """
[regions.mines]
name   = "The Mines"
floors = [1, 4]
colors = { rock = "#102030" }

[regions.ford]
floors = [6, 6]

[regions.deep_halls]
floors = [7, 10]

[modes.short]
floors = 0.5

[modes.long]
floors = 2
"""


@pytest.fixture
def load(write: Write, small: str) -> Load:
    """Load a piece that extends a small ruleset."""
    return lambda piece: load_ruleset(str(write(small + piece)))


def keys_by_floor(book: Rulebook, floors: int) -> list[str]:
    found = (book.region_on(floor) for floor in range(1, floors + 1))
    return [region.key if region else "" for region in found]


def test_a_floor_is_in_the_region_that_names_it(load: Load) -> None:
    book = load(REGIONS)
    mines, halls = [["mines"] * 4, ["deep_halls"] * 4]
    assert keys_by_floor(book, 11) == [*mines, "", "ford", *halls, ""]
    assert [region.name for region in book.regions] == ["deep halls", "ford", "The Mines"]


def test_regions_do_not_change_the_hash(load: Load) -> None:
    assert load(REGIONS).hash == load("").hash


def test_a_mode_stretches_regions_with_the_tables_of_their_floors(load: Load) -> None:
    book = load(REGIONS)
    # Floors 1 to 5 come from 1, 3, 5, 7 and 9 as written: no floor comes from the ford, on 6.
    assert keys_by_floor(book.in_mode("short"), 6) == ["mines", "mines", "", "deep_halls", "deep_halls", ""]
    assert keys_by_floor(book.in_mode("long"), 14) == [*["mines"] * 8, "", "", "ford", "ford", *["deep_halls"] * 2]
