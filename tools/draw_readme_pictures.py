# /// script
# requires-python = ">=3.11"
# dependencies = ["pillow", "steep"]
# ///
r"""Draw the README's pictures of the game: play some keys, and paint the canvas with the window's tiles.

    python tools/draw_readme_pictures.py

The same seed and keys give the same pictures. The pictures of the odds and of a report are made by hand:

    steep show tcod-2020 --plot docs/pictures/odds.png

    steep measure tcod-2019 --bot random,diver,brawler,explorer,tactician --games 1000 --out /tmp/report
    chromium --headless --hide-scrollbars --window-size=1160,1800 --screenshot=docs/pictures/report.png \
        /tmp/report/report.html
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image, ImageChops

from steep.ui.canvas import Canvas
from steep.ui.input_events import Event, Key
from steep.ui.main_loop import run
from steep.ui.null_presenter import NullPresenter
from steep.ui.screens import start_game
from steep.ui.screens.context import Context

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "src" / "steep" / "ui" / "window" / "assets"
PICTURES = ROOT / "docs" / "pictures"
TILE = (12, 24)
COLUMNS = 32

RULESET = "tcod-2020"
SEED = 42
MULTI_TURN_MOVE: list[Event | None] = [None] * 80
"""Ticks that a multi-turn move gets before the next key."""

ROUND = ("o", "tab", "tab", "tab", "tab", "tab")
SHOTS = {
    "window.png": (110, 36, (*ROUND * 8, "o")),
    "terminal.png": (80, 24, ("o", "o", "o", "x")),
}
"""For each picture: columns, rows, and the keys to press."""


def main() -> None:
    """Draw all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, (width, height, keys) in SHOTS.items():
        paint(play(width, height, keys)).save(PICTURES / name, optimize=True)


def play(width: int, height: int, keys: tuple[str, ...]) -> Canvas:
    """The canvas after these keys, each with time for a multi-turn move."""
    events = [event for key in keys for event in (Key(key), *MULTI_TURN_MOVE)]
    presenter = NullPresenter(events, width, height)
    with tempfile.TemporaryDirectory() as folder:
        context = Context.create(Path(folder))
        context.hinting = False
        run(presenter, start_game(context, context.load_ruleset(RULESET), SEED))
    return presenter.canvas


def paint(canvas: Canvas) -> Image.Image:
    """A picture of the canvas, with a tile for every cell."""
    width, height = TILE
    sheet = Image.open(ASSETS / f"tiles-{width}x{height}.png").convert("RGBA")
    order = {glyph: number for number, glyph in enumerate((ASSETS / "tiles.txt").read_text("utf-8").rstrip("\n"))}
    picture = Image.new("RGB", (canvas.width * width, canvas.height * height))
    for cell, glyph in enumerate(canvas.glyphs):
        column, row = order[glyph] % COLUMNS * width, order[glyph] // COLUMNS * height
        tile = sheet.crop((column, row, column + width, row + height))
        ink = ImageChops.multiply(tile.getchannel("A"), tile.convert("L"))
        at = (cell % canvas.width * width, cell // canvas.width * height)
        picture.paste(canvas.bg[cell], (*at, at[0] + width, at[1] + height))
        picture.paste(canvas.fg[cell], (*at, at[0] + width, at[1] + height), ink)
    return picture


if __name__ == "__main__":
    main()
