"""The canvas: cells with colours, clipped at the edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.ui.drawing.canvas import BACKGROUND, HOLE, TEXT, Canvas, Rect, Squares, shortened
from steep.ui.drawing.widgets import shade

RED = (200, 0, 0)
BLUE = (0, 0, 200)
SQUARES = Squares(20, 12, 24)

anywhere = st.integers(-30, 30)


def test_a_new_canvas_is_blank() -> None:
    canvas = Canvas(3, 2)
    assert canvas.glyphs == [" "] * 6
    assert canvas.fg == [TEXT] * 6
    assert canvas.bg == [BACKGROUND] * 6
    assert canvas.text() == "\n"


def test_a_glyph_keeps_the_background_unless_given_one() -> None:
    canvas = Canvas(2, 1)
    canvas.clear(BLUE)
    canvas.put(0, 0, "@", RED)
    canvas.put(1, 0, "o", RED, BACKGROUND)
    assert canvas.glyphs == ["@", "o"]
    assert canvas.fg == [RED, RED]
    assert canvas.bg == [BLUE, BACKGROUND]


def test_text_is_cut_off_at_the_edge_and_at_its_width() -> None:
    canvas = Canvas(6, 3)
    canvas.print(3, 0, "troll")
    canvas.print(-2, 1, "troll")
    canvas.print(0, 2, "troll", width=2)
    assert canvas.text() == "   tro\noll\nt…"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("poisoned blade (equipped)", 24, "poisoned blade (equippe…"),
        ("poisoned blade (equipped)", 16, "poisoned blade…"),
        ("poisoned blade", 14, "poisoned blade"),
        ("keys   ", 4, "keys"),
        ("troll", 1, "…"),
        ("troll", 0, ""),
    ],
)
def test_text_that_is_cut_off_at_a_width_ends_in_an_ellipsis(text: str, width: int, shown: str) -> None:
    assert shortened(text, width) == shown


def test_a_frame_has_its_title_in_the_top_edge_and_is_empty() -> None:
    canvas = Canvas(12, 4)
    canvas.fill(0, 0, 12, 4, "#")
    canvas.frame(1, 0, 10, 3, "Bag")
    assert canvas.text().splitlines() == [
        "#┌─ Bag ──┐#",
        "#│        │#",
        "#└────────┘#",
        "############",
    ]


def test_a_long_title_leaves_the_corners_alone() -> None:
    canvas = Canvas(10, 2)
    canvas.frame(0, 0, 10, 2, "Inventory")
    assert canvas.text().splitlines()[0] == "┌─ Inve ─┐"


def test_resizing_blanks_it() -> None:
    canvas = Canvas(2, 2)
    canvas.put(0, 0, "@")
    canvas.resize(4, 1)
    assert (canvas.width, canvas.height) == (4, 1)
    assert canvas.glyphs == [" "] * 4


@pytest.mark.parametrize("glyph", ["\x1b", "\n", "地", "\u0301", "ab", ""])
def test_glyphs_that_are_not_one_column_wide_are_replaced(glyph: str) -> None:
    canvas = Canvas(1, 1)
    canvas.put(0, 0, glyph)
    assert canvas.glyphs[0] in (" ", "?")


@pytest.mark.parametrize("glyph", ["─", "█", "é", "☼", "·", "Ж"])
def test_glyphs_of_one_column_are_drawn_as_they_are(glyph: str) -> None:
    canvas = Canvas(1, 1)
    canvas.put(0, 0, glyph)
    assert canvas.glyphs[0] == glyph


@given(anywhere, anywhere, anywhere, anywhere)
def test_drawing_outside_is_clipped_without_error(x: int, y: int, w: int, h: int) -> None:
    canvas = Canvas(20, 10)
    canvas.put(x, y, "@")
    canvas.print(x, y, "a troll", width=w)
    canvas.fill(x, y, w, h, "#")
    canvas.frame(x, y, w, h, "Title")
    assert len(canvas.glyphs) == len(canvas.fg) == len(canvas.bg) == 200
    assert len(canvas.text().split("\n")) == 10


def with_map(area: Rect) -> Canvas:
    """A canvas whose map has square cells of its own."""
    canvas = Canvas(1, 1)
    canvas.resize(60, 20, squares=SQUARES)
    canvas.open_map(area, BLUE)
    return canvas


def test_a_map_takes_up_its_area_and_without_squares_it_is_drawn_on_the_canvas() -> None:
    area = Rect(5, 3, 40, 10)
    assert Canvas(60, 20).open_map(area, BLUE) == area
    canvas = with_map(area)
    assert (canvas.map.width, canvas.map.height) == (40 * 12 // 20, 10 * 24 // 20)
    assert set(canvas.map.bg) == {BLUE}
    holes = [(x, y) for y in range(20) for x in range(60) if canvas.glyphs[y * 60 + x] == HOLE]
    assert holes == [(x, y) for y in range(3, 13) for x in range(5, 45)]
    canvas.clear()
    assert canvas.map is canvas


@pytest.mark.parametrize(("map_row", "row"), [(0, 3), (1, 4), (5, 7), (11, 12)])
def test_a_row_of_a_map_lies_under_rows_of_text(map_row: int, row: int) -> None:
    assert with_map(Rect(5, 3, 40, 10)).row_of_text(map_row) == row
    assert Canvas(60, 20).row_of_text(map_row) == map_row


def test_a_copy_has_a_map_of_its_own() -> None:
    canvas, copied = with_map(Rect(0, 0, 40, 10)), with_map(Rect(0, 0, 20, 10))
    canvas.map.put(3, 2, "@", RED)
    copied.copy(canvas)
    assert copied.map.text() == canvas.map.text()
    assert copied.map_area == canvas.map_area
    copied.map.clear()
    assert "@" in canvas.map.text()


def test_a_map_is_shaded_with_the_canvas() -> None:
    canvas = with_map(Rect(0, 0, 40, 10))
    shade(canvas)
    assert BLUE not in canvas.map.bg
