"""Colours and glyphs on terminals with few colours or glyphs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.ui.displays.terminal import TRUE_COLOR, fallback_glyphs, styler
from steep.ui.drawing.canvas import Color

BLACK = (0, 0, 0)
WHITE = (255, 255, 255)
GREY = (130, 130, 130)

colors = st.tuples(*[st.integers(0, 255)] * 3)


def never(red: int, green: int, blue: int) -> int:
    raise AssertionError("asked for the nearest colour")


def test_true_colour_is_shown_as_it_is() -> None:
    assert styler(TRUE_COLOR, never)((1, 2, 3), (4, 5, 6)) == "\x1b[38;2;1;2;3;48;2;4;5;6m"


def test_with_256_colours_the_nearest_are_used() -> None:
    style = styler(256, lambda red, green, blue: red + green + blue)
    assert style((1, 2, 3), (4, 5, 6)) == "\x1b[38;5;6;48;5;15m"


@pytest.mark.parametrize(
    ("color", "number"),
    [
        *[((255, 0, 0), 91), ((120, 30, 20), 31), ((240, 112, 98), 91), ((63, 127, 63), 32), ((138, 204, 128), 92)],
        *[((236, 184, 98), 93), ((0, 0, 130), 34), ((150, 178, 246), 94), ((207, 63, 255), 95), ((0, 200, 210), 96)],
        *[((255, 255, 255), 97), ((204, 204, 204), 37), ((168, 154, 128), 37), ((84, 90, 108), 90)],
    ],
)
def test_with_16_colours_hues_stay_and_greys_become_steps(color: Color, number: int) -> None:
    assert styler(16, never)(color, BLACK) == f"\x1b[{number};40m"


def test_with_16_colours_a_marked_line_has_another_background() -> None:
    assert styler(16, never)(WHITE, (52, 60, 82)) == "\x1b[97;100m"
    assert styler(16, never)(WHITE, (14, 16, 22)) == "\x1b[97;40m"


def test_with_8_colours_bright_is_bold_dark_grey_is_faint_and_a_marked_line_is_on_blue() -> None:
    style = styler(8, never)
    assert style((255, 0, 0), BLACK) == "\x1b[0;1;31;40m"
    assert style((120, 0, 0), BLACK) == "\x1b[0;31;40m"
    assert style((84, 90, 108), BLACK) == "\x1b[0;2;37;40m"
    assert style(WHITE, (52, 60, 82)) == "\x1b[0;1;37;44m"


@pytest.mark.parametrize("count", [8, 16])
@given(fg=colors, bg=colors)
def test_no_glyph_has_the_colour_of_its_background(count: int, fg: Color, bg: Color) -> None:
    style = styler(count, never)(fg, bg)
    *_, front, back = (int(number) for number in re.findall(r"\d+", style))
    bright = front >= 90 or "\x1b[0;1;" in style
    assert (front % 10, bright) != (back % 10, back >= 100)


def test_without_colours_bright_is_bold_dark_is_faint_and_marked_is_reversed() -> None:
    style = styler(0, never)
    styles = [style(fg, bg) for fg, bg in [(WHITE, BLACK), (GREY, BLACK), ((60, 60, 60), BLACK), (WHITE, (60, 70, 90))]]
    assert styles == ["\x1b[0;1m", "\x1b[0m", "\x1b[0;2m", "\x1b[0;7m"]


@given(colors, colors)
def test_without_colours_no_colour_is_sent(fg: Color, bg: Color) -> None:
    assert styler(0, never)(fg, bg) in ("\x1b[0m", "\x1b[0;1m", "\x1b[0;2m", "\x1b[0;7m")


def test_an_encoding_with_all_glyphs_needs_no_fallback() -> None:
    assert fallback_glyphs("utf-8") is None


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", "+-+|#.x~@?"), ("latin-1", "+-+|#·×~@?"), ("no-such-encoding", "??????????")]
)
def test_glyphs_the_encoding_lacks_are_replaced_by_similar_ones(encoding: str, shown: str) -> None:
    fallback = fallback_glyphs(encoding)
    assert fallback is not None
    assert "".join(fallback(glyph) for glyph in "┌─┐│█·×…@Ж") == shown


@given(st.characters(exclude_categories=["Cs"]))
def test_every_glyph_has_a_fallback_in_ascii(glyph: str) -> None:
    fallback = fallback_glyphs("ascii")
    assert fallback is not None
    assert len(fallback(glyph).encode("ascii")) == 1
