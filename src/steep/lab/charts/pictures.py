"""Writes charts to a file: an SVG, or its light form as a PNG."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from steep.core.input_errors import InputError
from steep.lab.charts.chart import Chart
from steep.lab.charts.svg import in_file
from steep.play.files.user_files import reason_of, write_whole

ZOOM = 2
"""Pixels of a PNG for each of the SVG's, as on most displays."""


def check_picture(path: Path) -> None:
    """Raise `InputError` when the file's name or a missing library rules out a picture, before any work is done."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError(f"found {path}; allowed: a file that ends in .png or .svg")
    if path.suffix.lower() == ".png" and importlib.util.find_spec("resvg_py") is None:
        raise InputError(f'{path} needs resvg_py: pip install "steep[lab]"; a file that ends in .svg does not')


def write_picture(path: Path, title: str, subtitle: str, charts: Sequence[Chart]) -> None:
    """Draw charts to a file. Raises `InputError` when it cannot be written."""
    drawn = in_file(title, subtitle, charts)
    whole = png_of(drawn) if path.suffix.lower() == ".png" else drawn.encode()
    try:
        write_whole(path, whole)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {reason_of(error)}") from None


def png_of(drawn: str) -> bytes:
    """The bytes of a PNG. Raises `InputError` where there is no font, as texts would be left out in silence."""
    import resvg_py

    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    letter = '<text x="2" y="16" font-family="DejaVu Sans, Liberation Sans, Noto Sans, Segoe UI, sans-serif">M</text>'
    blank, written = (resvg_py.svg_to_bytes(svg_string=frame.format(inside)) for inside in ("", letter))
    if bytes(blank) == bytes(written):
        raise InputError("a PNG needs a font of this system, and found none; allowed: a file that ends in .svg")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=ZOOM))
