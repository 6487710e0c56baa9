"""Turns the SVG of a file into a PNG, in its light form."""

from __future__ import annotations

import resvg_py

from steep.core.input_errors import InputError

ZOOM = 2
"""Pixels of a picture for each of the SVG's, as on most displays."""


def png_of(drawn: str) -> bytes:
    """The bytes of a PNG. Raises `InputError` where there is no font, as texts would be left out in silence."""
    if not has_fonts():
        raise InputError("a PNG needs a font of this system, and found none; allowed: a file that ends in .svg")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=ZOOM))


def has_fonts() -> bool:
    """Whether a letter leaves a mark."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    letter = '<text x="2" y="16" font-family="DejaVu Sans, Liberation Sans, Noto Sans, Segoe UI, sans-serif">M</text>'
    blank, written = (resvg_py.svg_to_bytes(svg_string=frame.format(inside)) for inside in ("", letter))
    return bytes(blank) != bytes(written)
