"""How a game stands on the screen: map, hero, log, and on a wide screen also the foes in view and the belongings.

It draws a session's view and changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from steep.content import Rulebook
from steep.core.geometry import squared_distance
from steep.core.ruleset import MonsterKind
from steep.core.world import Hero, VisibleMonster
from steep.play.describe import counted, xp_for_level_up
from steep.play.inventory import stacks_of
from steep.play.session import Session
from steep.play.view import visible_monsters
from steep.rules.combat import damage_of
from steep.spawn.threat import hits_to_kill
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.mapview import MapView
from steep.ui.widgets import Span, draw_bar, hints, print_lines, print_spans, wrapped

WIDE = 100
"""Columns from which on there is a panel at the side."""

SIDE_LEAST, SIDE_MOST = 32, 36
LOG_LEAST, LOG_MOST = 4, 10
LOG_PART = 6
"""A log has at least one of so many rows of the canvas."""
STATUS_ROWS = 2
BAR_WIDTH = 20
MONSTER_ROWS = 3
"""Rows that a foe takes at the most: itself, how a fight would go, what ails it."""
TITLE_ROWS = 2
"""Rows that a ruleset's title takes at the most."""
FRESH = 1
"""Turns that a message is shown in its full colour after its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of the canvas."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands on a canvas of some size."""

    map: Place
    status: Place
    """A single row, for a line, when the state stands at the side."""
    log: Place
    told: Place
    """Below the log, for words on how the game is shown; without rows when nobody has any."""
    footer: Place
    side: Place | None


def arrange(width: int, height: int, map_height: int, note_rows: int = 0) -> Layout:
    """Share a canvas out: the map gets what it can use, the log what is left within its bounds."""
    side_width = max(SIDE_LEAST, min(SIDE_MOST, width - 80)) if width >= WIDE else 0
    status_rows = 1 if side_width else STATUS_ROWS
    main = width - side_width
    log_rows = max(LOG_LEAST, height // LOG_PART, min(LOG_MOST, height - 1 - status_rows - map_height))
    map_rows = height - 1 - status_rows - log_rows
    return Layout(
        map=Place(0, 0, main, map_rows),
        status=Place(0, map_rows, main, status_rows),
        log=Place(0, map_rows + status_rows, main, log_rows - note_rows),
        told=Place(0, height - 1 - note_rows, main, note_rows),
        footer=Place(0, height - 1, main, 1),
        side=Place(main, 0, side_width, height) if side_width else None,
    )


def monsters_by_distance(hero: Hero) -> list[VisibleMonster]:
    """The foes in view, nearest first; of equals the one that the view lists first."""
    return sorted(visible_monsters(hero), key=lambda enemy: squared_distance(enemy.cell, hero.cell))


def fight_forecast(enemy: VisibleMonster, hero: Hero, kind: MonsterKind) -> str:
    """How a fight with a foe would go, blow for blow, in few words; none for a hero who fights no more."""
    if hero.hp <= 0:
        return ""
    given = hits_to_kill(enemy.hp, damage_of(hero.power, kind.defense))
    taken = hits_to_kill(hero.hp, damage_of(kind.power, hero.defense))
    if not given:
        return f"can't be hurt, {counted(taken, 'hit')} to lose" if taken else "can't be hurt, harmless"
    return f"{counted(given, 'hit')} to win, {f'{taken} to lose' if taken else 'harmless'}"


class GameLayout:
    """The screen of one game: its camera and its layout."""

    def __init__(self, rulebook: Rulebook, note_rows: int = 0) -> None:
        self.rulebook = rulebook
        self._note_rows = note_rows
        self.view = MapView(rulebook)
        self.layout = arrange(80, 24, rulebook.compiled.map_height, note_rows)

    def draw(self, canvas: Canvas, session: Session, *, near: int | None = None) -> None:
        """Draw all but the foot; the map scrolls to the hero and on to the cell `near` where it is given."""
        canvas.clear(palette.GROUND)
        self.layout = arrange(canvas.width, canvas.height, self.rulebook.compiled.map_height, self._note_rows)
        place = self.layout.map
        self.view.place(place.x, place.y, place.width, place.height)
        self.view.follow(session.hero)
        if near is not None:
            self.view.reach(near)
        self.view.draw(canvas, session.hero)
        self._draw_log(canvas, session)
        if self.layout.side is None:
            self._draw_status(canvas, session)
        else:
            status = self.layout.status
            canvas.fill(status.x, status.y, status.width, 1, "─", palette.FAINT)
            self._draw_side(canvas, session, self.layout.side)

    def draw_keys(self, canvas: Canvas, keys: Iterable[tuple[str, str]]) -> None:
        """Draw keys and what they do into the last line."""
        self.draw_footer(canvas, hints(keys, self.layout.footer.width - 2))

    def draw_footer(self, canvas: Canvas, spans: Iterable[Span]) -> None:
        """Draw the last line."""
        footer = self.layout.footer
        print_spans(canvas, footer.x + 1, footer.y, spans, footer.width - 2)

    def draw_status_background(self, canvas: Canvas) -> tuple[int, int]:
        """Draw the ground for words on how the game is shown; gives where they begin."""
        told = self.layout.told
        canvas.fill(told.x, told.y, told.width, told.height, " ", palette.TEXT, palette.PANEL)
        return told.x + 1, told.y

    def draw_words(self, canvas: Canvas, lines: Sequence[Span]) -> None:
        """Draw lines in the place of the log; what is more than it holds takes the rows above."""
        log = self.layout.log
        shown = [(part, color) for text, color in lines for part in wrapped(text, log.width - 4)]
        bottom = self.layout.footer.y
        height = max(bottom - log.y, len(shown))
        top = bottom - height
        canvas.fill(log.x, top, log.width, height, " ", palette.TEXT, palette.PANEL)
        for row, (text, color) in enumerate(shown):
            canvas.print(log.x + 2, top + row, text, color)

    def _draw_log(self, canvas: Canvas, session: Session) -> None:
        log = self.layout.log
        lines: list[Span] = []
        for message in reversed(session.log.entries):
            color = palette.MESSAGES[message.kind]
            if message.turn < session.turn - FRESH:
                color = palette.blend(color, palette.GROUND, 0.4)
            lines += [(part, color) for part in reversed(wrapped(message.line, log.width - 2))]
            if len(lines) >= log.height:
                break
        for row, (text, color) in enumerate(reversed(lines[: log.height])):
            canvas.print(log.x + 1, log.y + row, text, color)

    def _draw_status(self, canvas: Canvas, session: Session) -> None:
        place, hero = self.layout.status, session.hero
        needed = xp_for_level_up(hero, self.rulebook.compiled)
        canvas.fill(place.x, place.y, place.width, place.height, " ", palette.TEXT, palette.PANEL)
        top, below = place.y, place.y + 1
        canvas.print(1, top, "HP", palette.DIM)
        draw_bar(canvas, 4, top, BAR_WIDTH, hero.hp, hero.max_hp, palette.of_health(hero.hp, hero.max_hp))
        canvas.print(5 + BAR_WIDTH, top, f"{hero.hp}/{hero.max_hp}", palette.BRIGHT)
        canvas.print(1, below, "XP", palette.DIM)
        draw_bar(canvas, 4, below, BAR_WIDTH, hero.xp, needed, palette.XP)
        canvas.print(5 + BAR_WIDTH, below, f"{hero.xp}/{needed}", palette.BRIGHT)
        self._pair(canvas, 38, top, 8, "Power", hero.power)
        self._pair(canvas, 38, below, 8, "Defense", hero.defense)
        self._pair(canvas, 54, top, 6, "Floor", hero.floor)
        self._pair(canvas, 54, below, 6, "Level", hero.level)
        self._pair(canvas, 67, top, 5, "Turn", hero.turn)
        self._pair(canvas, 67, below, 5, "Inv", f"{hero.inventory_count}/{self.rulebook.compiled.inventory_capacity}")

    def _pair(self, canvas: Canvas, x: int, y: int, name_width: int, name: str, value: object) -> None:
        canvas.print(x, y, name, palette.DIM)
        canvas.print(x + name_width, y, str(value), palette.BRIGHT)

    def _draw_side(self, canvas: Canvas, session: Session, place: Place) -> None:
        canvas.fill(place.x, place.y, place.width, place.height, " ", palette.TEXT, palette.PANEL)
        hero = session.hero
        x, width = place.x + 2, place.width - 4
        needed = xp_for_level_up(hero, self.rulebook.compiled)
        title = wrapped(self.rulebook.title, width)[:TITLE_ROWS]
        print_lines(canvas, x, 1, [(line, palette.ACCENT) for line in title], width)
        bar = width - 14
        canvas.print(x, 3, "HP", palette.DIM)
        draw_bar(canvas, x + 4, 3, bar, hero.hp, hero.max_hp, palette.of_health(hero.hp, hero.max_hp))
        canvas.print(x + 5 + bar, 3, f"{hero.hp}/{hero.max_hp}", palette.BRIGHT)
        canvas.print(x, 4, "XP", palette.DIM)
        draw_bar(canvas, x + 4, 4, bar, hero.xp, needed, palette.XP)
        canvas.print(x + 5 + bar, 4, f"{hero.xp}/{needed}", palette.BRIGHT)
        half = x + width // 2
        self._pair(canvas, x, 6, 6, "Floor", hero.floor)
        self._pair(canvas, half, 6, 8, "Level", hero.level)
        self._pair(canvas, x, 7, 6, "Power", hero.power)
        self._pair(canvas, half, 7, 8, "Defense", hero.defense)
        self._pair(canvas, x, 8, 6, "Turn", hero.turn)
        kept = 3 + min(len(stacks_of(session)), place.height // 3)
        y = self._draw_monsters(canvas, session, x, 10, width, place.height - kept)
        self._draw_inventory(canvas, session, x, y + 1, width, place.height - 1)

    def _draw_monsters(self, canvas: Canvas, session: Session, x: int, y: int, width: int, end: int) -> int:
        """The foes in view, nearest first; gives the row after them."""
        hero = session.hero
        self._heading(canvas, x, y, width, "In view")
        y += 1
        enemies = monsters_by_distance(hero)
        if not enemies:
            canvas.print(x, y, "no enemies", palette.DIM)
            return y + 1
        for index, enemy in enumerate(enemies):
            if y + MONSTER_ROWS > end:
                canvas.print(x, y, f"and {len(enemies) - index} more", palette.DIM)
                return y + 1
            kind, numbers = self.rulebook.monsters[enemy.kind], self.rulebook.compiled.monsters[enemy.kind]
            canvas.put(x, y, kind.glyph, palette.legible(kind.color))
            canvas.print(x + 2, y, kind.name, palette.TEXT, None, width - 18)
            draw_bar(canvas, x + width - 15, y, 8, enemy.hp, numbers.hp, palette.of_health(enemy.hp, numbers.hp))
            canvas.print(x + width - 6, y, f"{enemy.hp}/{numbers.hp}", palette.TEXT)
            ails = [word for word, ailing in (("asleep", enemy.asleep), ("confused", enemy.confused)) if ailing]
            lines = [line for line in (fight_forecast(enemy, hero, numbers), " and ".join(ails)) if line]
            print_lines(canvas, x + 2, y + 1, [(line, palette.DIM) for line in lines], width - 2)
            y += 1 + len(lines)
        return y

    def _draw_inventory(self, canvas: Canvas, session: Session, x: int, y: int, width: int, end: int) -> None:
        hero = session.hero
        self._heading(
            canvas, x, y, width, f"Inventory {hero.inventory_count}/{self.rulebook.compiled.inventory_capacity}"
        )
        y += 1
        stacks = stacks_of(session)
        if not stacks:
            canvas.print(x, y, "empty", palette.DIM)
        for row, stack in enumerate(stacks[: max(0, end - y)], y):
            canvas.put(x, row, stack.letter, palette.ACCENT)
            canvas.put(x + 2, row, stack.item.glyph, palette.legible(stack.item.color))
            canvas.print(x + 4, row, stack.name, palette.TEXT, None, width - 4)

    def _heading(self, canvas: Canvas, x: int, y: int, width: int, title: str) -> None:
        canvas.fill(x, y, width, 1, "─", palette.FAINT)
        canvas.print(x, y, f"{title} ", palette.DIM)
