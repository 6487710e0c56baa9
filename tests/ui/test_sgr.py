"""Colours and glyphs on terminals that have fewer of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.ui.canvas import Color
from steep.ui.sgr import TRUE_COLOR, fallback_glyphs, styler

BLACK = (0, 0, 0)
WHITE = (255, 255, 255)
GREY = (130, 130, 130)

colors = st.tuples(*[st.integers(0, 255)] * 3)
of_sixteen = st.integers(0, 15)


def never(red: int, green: int, blue: int) -> int:
    raise AssertionError("asks for the nearest colour without need")


def test_true_colour_is_shown_as_it_is() -> None:
    assert styler(TRUE_COLOR, never)((1, 2, 3), (4, 5, 6)) == "\x1b[38;2;1;2;3;48;2;4;5;6m"


def test_of_256_colours_the_nearest_are_taken() -> None:
    style = styler(256, lambda red, green, blue: red + green + blue)
    assert style((1, 2, 3), (4, 5, 6)) == "\x1b[38;5;6;48;5;15m"


def test_of_16_colours_the_nearest_are_taken() -> None:
    style = styler(16, lambda red, green, blue: red)
    assert style((3, 0, 0), (0, 0, 0)) == "\x1b[33;40m"
    assert style((9, 0, 0), (12, 0, 0)) == "\x1b[91;104m"


def test_of_8_colours_the_bright_ones_are_bold() -> None:
    style = styler(8, lambda red, green, blue: red)
    assert style((9, 0, 0), (0, 0, 0)) == "\x1b[0;1;31;40m"
    assert style((1, 0, 0), (0, 0, 0)) == "\x1b[0;31;40m"


@pytest.mark.parametrize("count", [8, 16])
@given(fg=of_sixteen, bg=of_sixteen)
def test_no_glyph_vanishes_in_its_background(count: int, fg: int, bg: int) -> None:
    style = styler(count, lambda red, green, blue: red)((fg, 0, 0), (bg, 0, 0))
    *_, front, back = (int(number) for number in re.findall(r"\d+", style))
    bold = "\x1b[0;1;" in style
    assert (front % 10 + 8 * (front >= 90 or bold)) != (back % 10 + 8 * (back >= 100))


def test_without_colours_bright_is_bold_dark_is_faint_and_marked_is_reversed() -> None:
    style = styler(0, never)
    looks = [style(fg, bg) for fg, bg in [(WHITE, BLACK), (GREY, BLACK), ((60, 60, 60), BLACK), (WHITE, (60, 70, 90))]]
    assert looks == ["\x1b[0;1m", "\x1b[0m", "\x1b[0;2m", "\x1b[0;7m"]


@given(colors, colors)
def test_without_colours_no_colour_is_sent(fg: Color, bg: Color) -> None:
    assert styler(0, never)(fg, bg) in ("\x1b[0m", "\x1b[0;1m", "\x1b[0;2m", "\x1b[0;7m")


def test_an_encoding_of_all_glyphs_needs_no_others() -> None:
    assert fallback_glyphs("utf-8") is None


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", "+-+|#.x~@?"), ("latin-1", "+-+|#·×~@?"), ("no-such-encoding", "??????????")]
)
def test_what_an_encoding_cannot_write_is_shown_by_something_like_it(encoding: str, shown: str) -> None:
    fallback = fallback_glyphs(encoding)
    assert fallback is not None
    assert "".join(fallback(glyph) for glyph in "┌─┐│█·×…@Ж") == shown


@given(st.characters(exclude_categories=["Cs"]))
def test_every_glyph_can_be_written_afterwards(glyph: str) -> None:
    fallback = fallback_glyphs("ascii")
    assert fallback is not None
    assert len(fallback(glyph).encode("ascii")) == 1
