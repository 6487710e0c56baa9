# /// script
# requires-python = ">=3.11"
# dependencies = ["pillow", "steep"]
# ///
"""Draw the pictures of docs/layouts.md: a whole floor of each layout that the tests have.

    python tools/draw_layout_pictures.py

The same seed gives the same pictures.
"""

from __future__ import annotations

from draw_readme_pictures import PICTURES, ROOT, paint
from PIL import Image

from steep.balance.rolled_floors import RolledFloor, roll_floors
from steep.content import Rulebook, load_ruleset
from steep.ui.drawing.canvas import Canvas

RULESET = ROOT / "tests" / "support" / "rulesets" / "every_layout.toml"
SEED = 9

ROCK = (110, 104, 96)
FLOOR = (84, 84, 96)
HERO = STAIRS = (255, 255, 255)
BACKGROUND = (16, 16, 20)


def main() -> None:
    """Draw all pictures."""
    rulebook = load_ruleset(str(RULESET))
    for layout in rulebook.layouts:
        floor = layout.spawn.entries[0][0]
        (rolled,) = roll_floors(rulebook, SEED, floor, floor)
        picture = paint(canvas_of(rulebook, rolled))
        small = picture.resize((picture.width * 2 // 3, picture.height * 2 // 3))
        small.quantize(128, Image.Quantize.FASTOCTREE).save(PICTURES / f"layout-{layout.key}.png", optimize=True)


def canvas_of(rulebook: Rulebook, rolled: RolledFloor) -> Canvas:
    """The floor's map in colours."""
    colors = {kind.glyph: kind.color for kind in rulebook.terrain}
    colors |= {kind.glyph: kind.color for kind in rulebook.monsters}
    colors |= {kind.glyph: kind.color for kind in rulebook.items} | {"#": ROCK, ".": FLOOR, "@": HERO, ">": STAIRS}
    canvas = Canvas(rulebook.map.width, rulebook.map.height)
    canvas.bg[:] = [BACKGROUND] * len(canvas.bg)
    for y, row in enumerate(rolled.rows):
        for x, glyph in enumerate(row):
            canvas.glyphs[y * canvas.width + x] = glyph
            canvas.fg[y * canvas.width + x] = colors.get(glyph, FLOOR)
    return canvas


if __name__ == "__main__":
    main()
