"""Draws what the hero knows of the floor, through a camera that scrolls where the map is larger than its place.

It reads the view (`Hero`) and a rulebook's glyphs, and nothing else: what the hero does not know cannot show.
"""

from __future__ import annotations

from collections.abc import Iterable

from steep.content import Rulebook
from steep.core.geometry import WIDTH
from steep.core.world import REMEMBERED_FLOOR, REMEMBERED_ROCK, REMEMBERED_STAIRS, UNKNOWN, Hero
from steep.play.view import seen_items, visible_monsters
from steep.ui import palette
from steep.ui.canvas import Canvas, Color

HERO_GLYPH = "@"
DEAD_GLYPH = "%"

CURSOR_MARGIN = 2
"""Cells that show around a cursor."""

Look = tuple[str, Color, Color]
"""Glyph, colour, background."""

_IN_VIEW: dict[int, Look] = {
    REMEMBERED_ROCK: ("#", palette.WALL, palette.WALL_GROUND),
    REMEMBERED_FLOOR: (".", palette.FLOOR, palette.FLOOR_GROUND),
    REMEMBERED_STAIRS: (">", palette.STAIRS, palette.FLOOR_GROUND),
}
_REMEMBERED: dict[int, Look] = {
    REMEMBERED_ROCK: ("#", palette.WALL_REMEMBERED, palette.WALL_GROUND_REMEMBERED),
    REMEMBERED_FLOOR: (".", palette.FLOOR_REMEMBERED, palette.GROUND),
    REMEMBERED_STAIRS: (">", palette.STAIRS_REMEMBERED, palette.GROUND),
}


class MapView:
    """A place on the canvas and the part of the map that shows there."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._map_width = rulebook.compiled.map_width
        self._map_height = rulebook.compiled.map_height
        self._sight = rulebook.compiled.view_radius
        self._monsters = [(kind.glyph, palette.legible(kind.color)) for kind in rulebook.monsters]
        self._items = [(kind.glyph, palette.legible(kind.color)) for kind in rulebook.items]
        self._left = self._top = 0
        self.place(0, 0, self._map_width, self._map_height)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        """Take a rectangle of the canvas. A map smaller than it stands in its middle."""
        self._x = x + max(0, width - self._map_width) // 2
        self._y = y + max(0, height - self._map_height) // 2
        self._width = min(width, self._map_width)
        self._height = min(height, self._map_height)

    def follow(self, hero: Hero) -> None:
        """Scroll as far as is needed to show the hero and, where there is room, all that it sees."""
        self._scroll(hero.cell, self._sight)

    def center(self, hero: Hero) -> None:
        """Scroll so that the hero is in the middle, as far as the map goes."""
        self._scroll(hero.cell, WIDTH)

    def reach(self, cell: int) -> None:
        """Scroll as far as is needed to show a cell with a little around it."""
        self._scroll(cell, CURSOR_MARGIN)

    def _scroll(self, cell: int, around: int) -> None:
        self._left = _scrolled(self._left, cell % WIDTH, self._width, self._map_width, around)
        self._top = _scrolled(self._top, cell // WIDTH, self._height, self._map_height, around)

    def cell_at(self, x: int, y: int) -> int | None:
        """The map's cell that shows on a cell of the canvas."""
        column, row = x - self._x, y - self._y
        if 0 <= column < self._width and 0 <= row < self._height:
            return (row + self._top) * WIDTH + column + self._left
        return None

    def spot(self, cell: int) -> tuple[int, int] | None:
        """Where on the canvas a cell of the map shows."""
        column, row = cell % WIDTH - self._left, cell // WIDTH - self._top
        if 0 <= column < self._width and 0 <= row < self._height:
            return self._x + column, self._y + row
        return None

    def holds(self, cell: int) -> bool:
        """Whether a cell is one of the map's."""
        return 0 <= cell % WIDTH < self._map_width and 0 <= cell // WIDTH < self._map_height

    def draw(self, canvas: Canvas, hero: Hero) -> None:
        """Draw the known map, the things on it, the foes in view and the hero."""
        self._draw_ground(canvas, hero)
        for find in seen_items(hero):
            glyph, color = self._items[find.kind]
            self._put(canvas, find.cell, glyph, color if hero.visible[find.cell] else palette.remembered(color))
        for enemy in visible_monsters(hero):
            glyph, color = self._monsters[enemy.kind]
            if enemy.asleep:
                self._put(canvas, enemy.cell, glyph, palette.remembered(color))
            elif enemy.confused:
                self._put(canvas, enemy.cell, glyph, palette.GROUND, color)
            else:
                self._put(canvas, enemy.cell, glyph, color)
        if hero.hp > 0:
            self._put(canvas, hero.cell, HERO_GLYPH, palette.HERO)
        else:
            self._put(canvas, hero.cell, DEAD_GLYPH, palette.BAD)

    def _draw_ground(self, canvas: Canvas, hero: Hero) -> None:
        known, visible = hero.remembered, hero.visible
        for row in range(self._height):
            y = self._y + row
            start = (row + self._top) * WIDTH + self._left
            for column in range(self._width):
                tile = known[start + column]
                if tile != UNKNOWN:
                    looks = _IN_VIEW if visible[start + column] else _REMEMBERED
                    canvas.put(self._x + column, y, *looks[tile])

    def _put(self, canvas: Canvas, cell: int, glyph: str, fg: Color, bg: Color | None = None) -> None:
        spot = self.spot(cell)
        if spot is not None:
            canvas.put(*spot, glyph, fg, bg)

    def mark(self, canvas: Canvas, cell: int) -> None:
        """Give a cell the ground of the mouse's pointer."""
        spot = self.spot(cell)
        if spot is not None:
            at = spot[1] * canvas.width + spot[0]
            canvas.bg[at] = palette.POINTER_GROUND

    def blast(self, canvas: Canvas, hero: Hero, cells: Iterable[int]) -> None:
        """Show which cells an effect reaches: empty floor becomes `*`, and whoever stands there gets its ground."""
        taken = self._taken(hero)
        for cell in cells:
            spot = self.spot(cell)
            if spot is not None:
                at = spot[1] * canvas.width + spot[0]
                canvas.bg[at] = palette.BLAST_GROUND
                if cell not in taken:
                    canvas.put(*spot, "*", palette.WARN)

    def cursor(self, canvas: Canvas, hero: Hero, cell: int) -> None:
        """Show a cell inverted and in brackets; a bracket gives way to whoever or whatever stands beside."""
        spot = self.spot(cell)
        if spot is None:
            return
        x, y = spot
        at = y * canvas.width + x
        canvas.put(x, y, canvas.glyphs[at], palette.GROUND, palette.CURSOR_GROUND)
        taken = self._taken(hero)
        for side, bracket in ((-1, "["), (1, "]")):
            if cell + side not in taken and self.spot(cell + side) is not None:
                canvas.put(x + side, y, bracket, palette.BRIGHT)

    def _taken(self, hero: Hero) -> set[int]:
        """The cells where the hero, a foe or a known thing is."""
        return {hero.cell, *(enemy.cell for enemy in visible_monsters(hero)), *(find.cell for find in seen_items(hero))}


def _scrolled(first: int, at: int, shown: int, whole: int, around: int) -> int:
    """The first of `shown` rows or columns out of a `whole`, moved as little as keeps `around` cells about `at` in."""
    margin = min(around, (shown - 1) // 2)
    first = min(max(first, at + margin - shown + 1), at - margin)
    return max(0, min(first, whole - shown))
