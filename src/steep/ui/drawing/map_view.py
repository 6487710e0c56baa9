"""Draws what the hero knows of the floor. Scrolls if the map is larger than its area on the canvas.

It reads only the view (`Hero`) and the rulebook's glyphs, so it can't show what the hero doesn't know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from steep.content import Rulebook
from steep.content.sections import Region, Terrain
from steep.core.gas import gas_row, units_of_gas
from steep.core.geometry import FLOOR, ROCK, STAIRS, UNKNOWN, WIDTH, squared_distance
from steep.core.ruleset import SIGHT
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import MAX_GAS, Hero, VisibleMonster
from steep.play.player_view import seen_items, sensed_monsters, visible_monsters
from steep.rules.abilities.statuses import ANY_STATUS
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color, Rect

HERO_GLYPH = "@"
DEAD_GLYPH = "%"

CURSOR_MARGIN = 2
"""Cells kept visible around a cursor."""

FALL_OFF = 0.35
"""How much darker the edge of sight is than what is near, where light falls off."""

Appearance = tuple[str, Color, Color]
"""Glyph, text colour, background colour."""

FLICKER = ((0.0, 0.3), (0.15, 0.24), (0.3, 0.18), (0.1, 0.21))
"""For each shade of flickering terrain, how far its glyph is darkened, and how far it lights up its background."""

TINT = (0.3, 0.4)
"""How far gas tints a cell: the least, and what is added when the cell can hold no more."""

FIXED_COLORS: dict[int, tuple[Color, Color]] = {
    ROCK: (palette.WALL, palette.WALL_REMEMBERED),
    FLOOR: (palette.FLOOR, palette.FLOOR_REMEMBERED),
    STAIRS: (palette.STAIRS, palette.STAIRS_REMEMBERED),
}
"""The colours of rock, floor and stairs, in view and remembered, as far as a ruleset has no others."""


GLOW = {ROCK: 0.24, FLOOR: 0.13}
"""How far a region's colours of rock and floor light up the background of what is opaque and of what is not."""


def appearances_of(terrain: Sequence[Terrain], *, in_view: bool, region: Region | None = None) -> list[Appearance]:
    """What each kind of terrain looks like in a region, by number, in view or remembered."""
    own = dict(region.colors) if region else {}
    walls = palette.WALL_BACKGROUND if in_view else palette.WALL_BACKGROUND_REMEMBERED
    walls = _background(own, terrain, ROCK, walls, in_view=in_view)
    ground = palette.FLOOR_BACKGROUND if in_view else palette.BACKGROUND
    if in_view:
        ground = _background(own, terrain, FLOOR, ground, in_view=True)
    found = []
    for number, kind in enumerate(terrain):
        if kind.key not in own and number in FIXED_COLORS:
            color = FIXED_COLORS[number][0 if in_view else 1]
        else:
            shade = own.get(kind.key, kind.color)
            color = palette.legible(shade) if in_view else palette.remembered(shade)
        found.append((kind.glyph, color, walls if kind.opaque else ground))
    return found


def _background(
    own: Mapping[str, Color], terrain: Sequence[Terrain], number: int, usual: Color, *, in_view: bool
) -> Color:
    """The background of what is opaque (by ROCK) or not (by FLOOR): lit by a region's colour, if it has one."""
    color = own.get(terrain[number].key)
    if color is None:
        return usual
    return palette.blend(palette.BACKGROUND, color, GLOW[number] if in_view else GLOW[number] / 2)


def shades_of(appearance: Appearance) -> list[Appearance]:
    """What a flickering kind of terrain looks like in turn."""
    glyph, color, background = appearance
    return [
        (glyph, palette.blend(color, background, darker), palette.blend(background, color, glow))
        for darker, glow in FLICKER
    ]


class MapView:
    """The area of the canvas that shows the map, and which part of the map it shows."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._map_width = rulebook.compiled.map_width
        self._map_height = rulebook.compiled.map_height
        self._view_radius = int(rulebook.compiled.hero_stats[SIGHT])
        self._monsters = [(kind.glyph, palette.legible(kind.color)) for kind in rulebook.monsters]
        self._items = [(kind.glyph, palette.legible(kind.color)) for kind in rulebook.item_rows]
        self._rulebook = rulebook
        self._floor = 0
        self._color_for(1)
        self._gases = rulebook.gases
        self.moment: int | None = None
        """Counts up while what flickers does so; None if it keeps its first shade."""
        self.flickering = False
        """Whether anything drawn last flickers."""
        self._left = self._top = 0
        self.set_area(Rect(0, 0, self._map_width, self._map_height))

    def _color_for(self, floor: int) -> None:
        """Set what terrain looks like on a floor."""
        if floor == self._floor:
            return
        self._floor = floor
        terrain, region = self._rulebook.terrain, self._rulebook.region_on(floor)
        self._in_view = appearances_of(terrain, in_view=True, region=region)
        self._remembered = appearances_of(terrain, in_view=False, region=region)
        self._shades = {n: shades_of(self._in_view[n]) for n, kind in enumerate(terrain) if kind.flickers}
        """Of the kinds of terrain that flicker, by number."""

    def set_area(self, area: Rect) -> None:
        """Set the area of the canvas to draw in. A smaller map is centred in it."""
        self._x = area.x + max(0, area.width - self._map_width) // 2
        self._y = area.y + max(0, area.height - self._map_height) // 2
        self._width = min(area.width, self._map_width)
        self._height = min(area.height, self._map_height)

    def follow(self, hero: Hero) -> None:
        """Scroll just far enough to show the hero and, if there is room, everything in sight range."""
        self._scroll(hero.cell, self._view_radius)

    def center(self, hero: Hero) -> None:
        """Scroll the hero to the middle, or as near as the edges of the map allow."""
        self._scroll(hero.cell, WIDTH)

    def scroll_to(self, cell: int) -> None:
        """Scroll just far enough to show a cell and a margin around it."""
        self._scroll(cell, CURSOR_MARGIN)

    def _scroll(self, cell: int, around: int) -> None:
        self._left = _scrolled(self._left, cell % WIDTH, self._width, self._map_width, around)
        self._top = _scrolled(self._top, cell // WIDTH, self._height, self._map_height, around)

    def cell_at(self, x: int, y: int) -> int | None:
        """The map cell drawn at a canvas position, or None."""
        column, row = x - self._x, y - self._y
        if 0 <= column < self._width and 0 <= row < self._height:
            return (row + self._top) * WIDTH + column + self._left
        return None

    def position_of(self, cell: int) -> tuple[int, int] | None:
        """The canvas position (x, y) of a map cell, or None if it isn't visible."""
        column, row = cell % WIDTH - self._left, cell // WIDTH - self._top
        if 0 <= column < self._width and 0 <= row < self._height:
            return self._x + column, self._y + row
        return None

    def contains(self, cell: int) -> bool:
        """Whether a cell is inside the map."""
        return 0 <= cell % WIDTH < self._map_width and 0 <= cell // WIDTH < self._map_height

    def draw(self, canvas: Canvas, hero: Hero, *, fades: bool = False) -> None:
        """Draw the remembered map, the gas in view, the seen items, the monsters sensed and seen, and the hero.

        Arrows at the edge point to monsters outside the part of the map that is shown. If it fades, the light falls
        off with the distance.
        """
        self._draw_ground(canvas, hero)
        if fades:
            self._fade(canvas, hero)
        for item in seen_items(hero):
            glyph, color = self._items[item.kind]
            self._put(canvas, item.cell, glyph, color if hero.visible[item.cell] else palette.remembered(color))
        for monster in sensed_monsters(hero):
            self._draw_arrow(canvas, monster, dimmed=True)
        for monster in visible_monsters(hero):
            self._draw_arrow(canvas, monster, dimmed=bool(monster.asleep))
        for sensed in sensed_monsters(hero):
            glyph, color = self._monsters[sensed.kind]
            self._put(canvas, sensed.cell, glyph, palette.remembered(color))
        for enemy in visible_monsters(hero):
            glyph, color = self._monsters[enemy.kind]
            if enemy.asleep:
                self._put(canvas, enemy.cell, glyph, palette.remembered(color))
            elif enemy.conditions & ANY_STATUS:
                self._put(canvas, enemy.cell, glyph, palette.BACKGROUND, color)
            else:
                self._put(canvas, enemy.cell, glyph, color)
        if hero.hp > 0:
            self._put(canvas, hero.cell, HERO_GLYPH, palette.HERO)
        else:
            self._put(canvas, hero.cell, DEAD_GLYPH, palette.BAD)

    def _draw_ground(self, canvas: Canvas, hero: Hero) -> None:
        remembered, visible = hero.remembered, hero.visible
        self._color_for(hero.floor)
        self.flickering = False
        for row in range(self._height):
            y = self._y + row
            start = (row + self._top) * WIDTH + self._left
            for column in range(self._width):
                tile = remembered[start + column]
                if tile == UNKNOWN:
                    continue
                if not visible[start + column]:
                    appearance = self._remembered[tile]
                elif tile in self._shades:
                    appearance = self._flicker(tile, start + column)
                else:
                    appearance = self._in_view[tile]
                canvas.put(self._x + column, y, *appearance)
        if hero.gas_in_view:
            self._tint_gas(canvas, hero)

    def _fade(self, canvas: Canvas, hero: Hero) -> None:
        """Let the light in view fall off with the distance."""
        for cell in hero.in_view[: hero.in_view_count]:
            position = self.position_of(cell)
            if position is not None:
                share = FALL_OFF * min(1.0, (squared_distance(cell, hero.cell) ** 0.5) / self._view_radius)
                at = position[1] * canvas.width + position[0]
                canvas.fg[at] = palette.blend(canvas.fg[at], palette.BACKGROUND, share)
                canvas.bg[at] = palette.blend(canvas.bg[at], palette.BACKGROUND, share)

    def _tint_gas(self, canvas: Canvas, hero: Hero) -> None:
        """Tint the cells with gas in view: more where it is denser, and in turns more and less if it flickers."""
        for cell in hero.in_view[: hero.in_view_count]:
            position = self.position_of(cell)
            if not hero.gas[cell] or position is None:
                continue
            gas = self._gases[gas_row(hero.gas, cell) - NO_GAS - 1]
            share = TINT[0] + TINT[1] * units_of_gas(hero.gas, cell) / MAX_GAS
            if gas.flickers:
                self.flickering = True
                moment = 0 if self.moment is None else hash((cell, self.moment)) % len(FLICKER)
                share -= FLICKER[moment][0]
            at = position[1] * canvas.width + position[0]
            canvas.bg[at] = palette.blend(canvas.bg[at], gas.color, max(share, 0.1))

    def _flicker(self, tile: int, cell: int) -> Appearance:
        """What flickering terrain on a cell looks like at this moment: neighbours don't change together."""
        self.flickering = True
        shades = self._shades[tile]
        return shades[0 if self.moment is None else hash((cell, self.moment)) % len(shades)]

    def _put(self, canvas: Canvas, cell: int, glyph: str, fg: Color, bg: Color | None = None) -> None:
        position = self.position_of(cell)
        if position is not None:
            canvas.put(*position, glyph, fg, bg)

    def _draw_arrow(self, canvas: Canvas, monster: VisibleMonster, *, dimmed: bool) -> None:
        """Draw an arrow at the edge of the area towards a monster outside it."""
        if self.position_of(monster.cell) is not None:
            return
        column, row = monster.cell % WIDTH - self._left, monster.cell // WIDTH - self._top
        x, y = max(0, min(column, self._width - 1)), max(0, min(row, self._height - 1))
        arrow = "^" if row < y else "v" if row > y else "<" if column < x else ">"
        color = self._monsters[monster.kind][1]
        background = palette.remembered(color) if dimmed else color
        canvas.put(self._x + x, self._y + y, arrow, palette.BACKGROUND, background)

    def highlight(self, canvas: Canvas, cell: int) -> None:
        """Highlight the cell under the mouse."""
        position = self.position_of(cell)
        if position is not None:
            canvas.bg[position[1] * canvas.width + position[0]] = palette.POINTER_BACKGROUND

    def draw_blast(self, canvas: Canvas, hero: Hero, cells: Iterable[int]) -> None:
        """Mark the cells an effect reaches: empty floor becomes `*`, and whatever is there gets a red background."""
        occupied = self._occupied(hero)
        for cell in cells:
            position = self.position_of(cell)
            if position is not None:
                at = position[1] * canvas.width + position[0]
                canvas.bg[at] = palette.BLAST_BACKGROUND
                if cell not in occupied:
                    canvas.put(*position, "*", palette.WARN)

    def draw_path(self, canvas: Canvas, hero: Hero, cells: Iterable[int]) -> None:
        """Mark the cells that something flies over: empty floor becomes `*`, and whatever is there stays."""
        occupied = self._occupied(hero)
        for cell in cells:
            position = self.position_of(cell)
            if position is not None and cell not in occupied:
                canvas.put(*position, "*", palette.DIM)

    def draw_mark(self, canvas: Canvas, cell: int, glyph: str, color: Color) -> None:
        """Draw a glyph over a cell, or without one light up what is there."""
        position = self.position_of(cell)
        if position is None:
            return
        if glyph:
            canvas.put(*position, glyph, color)
        else:
            at = position[1] * canvas.width + position[0]
            canvas.put(*position, canvas.glyphs[at], palette.BACKGROUND, color)

    def draw_cursor(self, canvas: Canvas, hero: Hero, cell: int) -> None:
        """Draw a cell inverted and in brackets. A bracket is left out where it would cover something."""
        position = self.position_of(cell)
        if position is None:
            return
        x, y = position
        at = y * canvas.width + x
        canvas.put(x, y, canvas.glyphs[at], palette.BACKGROUND, palette.CURSOR_BACKGROUND)
        occupied = self._occupied(hero)
        for side, bracket in ((-1, "["), (1, "]")):
            if cell + side not in occupied and self.position_of(cell + side) is not None:
                canvas.put(x + side, y, bracket, palette.BRIGHT)

    def _occupied(self, hero: Hero) -> set[int]:
        """The cells of the hero, visible monsters and seen items."""
        return {hero.cell, *(enemy.cell for enemy in visible_monsters(hero)), *(item.cell for item in seen_items(hero))}


def _scrolled(first: int, at: int, shown: int, whole: int, around: int) -> int:
    """The first visible row or column: `first`, moved just enough to keep `around` cells around `at` visible."""
    margin = min(around, (shown - 1) // 2)
    first = min(max(first, at + margin - shown + 1), at - margin)
    return max(0, min(first, whole - shown))
