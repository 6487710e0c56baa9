# /// script
# requires-python = ">=3.11"
# dependencies = ["pillow"]
# ///
"""Draw the window's tiles from a TrueType font.

    python tools/draw_tiles_from_font.py DejaVuSansMono.ttf

Each sheet has the same glyphs, hinted for one cell size. So letters and lines are sharp, where a font that is scaled
while the game runs would be blurred. Run it again only to change the glyphs or the sizes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

ASSETS = Path(__file__).parent.parent / "src" / "steep" / "ui" / "displays" / "assets"

SIZES = (13, 16, 20, 23, 26, 33, 43)
"""Pixels per em, chosen so that cells have even widths."""

COLUMNS = 32

GLYPHS = (
    *(range(0x20, 0x7F), range(0xA0, 0x180)),  # Latin
    *(range(0x391, 0x3CA), range(0x400, 0x460)),  # Greek, Cyrillic
    *(range(0x2010, 0x2028), range(0x2030, 0x203B), range(0x20A0, 0x20B6)),  # punctuation, currencies
    *(range(0x2190, 0x21B5), range(0x2200, 0x2266), range(0x2300, 0x2312)),  # arrows, mathematics
    *(range(0x2500, 0x2600), range(0x2600, 0x2670)),  # boxes, blocks, shapes, symbols
)

JOINED = {*range(0x2500, 0x2591), *range(0x2594, 0x25A0)}
"""Boxes and blocks: they must touch those in the next cell."""


def main(font_file: str) -> None:
    """Write a sheet for every size, and the list of glyphs."""
    probe = ImageFont.truetype(font_file, 16)
    unknown = bytes(probe.getmask("\U0010ffff"))
    glyphs = [chr(code) for codes in GLYPHS for code in codes if bytes(probe.getmask(chr(code))) != unknown]
    for size in SIZES:
        font = ImageFont.truetype(font_file, size, layout_engine=ImageFont.Layout.BASIC)
        tiles = [draw(glyph, font) for glyph in glyphs]
        width, height = tiles[0].size
        sheet = Image.new("L", (width * COLUMNS, height * -(-len(glyphs) // COLUMNS)))
        for number, tile in enumerate(tiles):
            sheet.paste(tile, (number % COLUMNS * width, number // COLUMNS * height))
        white = Image.new("L", sheet.size, 255)
        Image.merge("LA", (white, sheet)).save(ASSETS / f"tiles-{width}x{height}.png", optimize=True)
    (ASSETS / "tiles.txt").write_text("".join(glyphs), "utf-8")


def draw(glyph: str, font: ImageFont.FreeTypeFont) -> Image.Image:
    """One glyph in a cell as wide as the font's advance and as high as its line, in 32 shades."""
    ascent, descent = font.getmetrics()
    tile = Image.new("L", (round(font.getlength("M")), ascent + descent))
    ImageDraw.Draw(tile).text((0, ascent), glyph, fill=255, font=font, anchor="ls")
    if ord(glyph) in JOINED:
        right, bottom = tile.width - 1, tile.height - 1
        for edge, inner in (
            ((0, 0, 1, bottom + 1), (1, 0, 2, bottom + 1)),
            ((right, 0, right + 1, bottom + 1), (right - 1, 0, right, bottom + 1)),
            ((0, 0, right + 1, 1), (0, 1, right + 1, 2)),
            ((0, bottom, right + 1, bottom + 1), (0, bottom - 1, right + 1, bottom)),
        ):
            if tile.crop(edge).getbbox():
                tile.paste(ImageChops.lighter(tile.crop(edge), tile.crop(inner)), edge)
    return tile.point([round(level / 255 * 31) * 255 // 31 for level in range(256)])


if __name__ == "__main__":
    main(sys.argv[1])
