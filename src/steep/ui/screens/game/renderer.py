"""Draws a game: map, hero, log, and on a wide canvas a side panel with the visible monsters and the inventory.

It draws a session's view and changes nothing in it. The layout says which rectangle of the canvas each part gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from steep.content import Rulebook
from steep.core.geometry import squared_distance
from steep.core.ruleset import DEFENSE, MAX_HP, POWER, Ruleset
from steep.core.world import ALLIED, NEUTRAL, Hero, VisibleMonster
from steep.play.inventory_stacks import stacks_of
from steep.play.player_view import visible_monsters
from steep.play.session import Session
from steep.play.texts.describe import direction_text, short_statuses, status_words, xp_for_level_up
from steep.play.texts.fight_forecasts import short_forecast
from steep.play.texts.messages import Message
from steep.play.texts.survival import stage_of, supplies
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color, Rect
from steep.ui.drawing.map_view import MapView
from steep.ui.drawing.palette import blend
from steep.ui.drawing.panels import Bar, ItemRow, KeyHint, MonsterRow, Panels, Sidebar, Span
from steep.ui.drawing.widgets import draw_bar, draw_key_hints, flowed, print_lines, print_spans, wrapped

WIDE = 100
"""Columns from which there is a side panel."""

MIN_SIDE, MAX_SIDE = 32, 36
"""Columns of the side panel."""
MIN_LOG, MAX_LOG = 4, 10
"""Rows of the log, banner included."""
LOG_SHARE = 6
"""The log gets at least one in this many rows."""
STATUS_ROWS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of a canvas of some size."""

    map: Rect
    status: Rect
    """The hero's numbers; a single row for a line if they are in the side panel."""
    log: Rect
    banner: Rect
    """Below the log: who plays and how fast, in watching and replaying. Without rows in other games."""
    footer: Rect
    side: Rect | None


def arrange(
    width: int, height: int, map_height: int, banner_rows: int = 0, more_status_rows: int = 0, region_rows: int = 0
) -> Layout:
    """Divide up a canvas: the map gets as many rows as it can use, the log gets the rest within its limits.

    Without a side panel, further rows of status are taken from the log, so that the map stays where it is. Rows that
    name a region, which come and go, are taken from the map.
    """
    side_width = max(MIN_SIDE, min(MAX_SIDE, width - 80)) if width >= WIDE else 0
    status_rows = 1 if side_width else STATUS_ROWS
    main = width - side_width
    log_rows = max(MIN_LOG, height // LOG_SHARE, min(MAX_LOG, height - 1 - status_rows - map_height))
    map_rows = height - 1 - status_rows - log_rows
    if not side_width:
        status_rows += more_status_rows
        log_rows -= more_status_rows
        status_rows += region_rows
        map_rows -= region_rows
    return Layout(
        map=Rect(0, 0, main, map_rows),
        status=Rect(0, map_rows, main, status_rows),
        log=Rect(0, map_rows + status_rows, main, log_rows - banner_rows),
        banner=Rect(0, height - 1 - banner_rows, main, banner_rows),
        footer=Rect(0, height - 1, main, 1),
        side=Rect(main, 0, side_width, height) if side_width else None,
    )


STATUS_NUMBERS = (("Power", "Defense"), ("Floor", "Level"), ("Turn", "Inv"))
"""Pairs of numbers below a narrow map; the last one only where there is room."""

BAR_WIDTH = 20
NARROW = 80
"""Columns below which the status has shorter bars and fewer numbers."""
SIDE_BAR, SHORTEST_BAR = 8, 3
"""Columns of a monster's bar in the side panel: as many as its name leaves, and none if those are too few."""
SIDE_WORDS = {NEUTRAL: "captive", ALLIED: "ally"}
"""What stands instead of a forecast for monsters that aren't hostile."""
WIZARD = "Wizard: "
"""Marks a wizard's run."""
PROGRESS_WIDTH = 12
"""Columns of the bar of a replay."""
SHORT_NAME = 5
"""Letters of a status at most where there is no room for its name."""
BAR_TEXT = 9
"""Columns at least for what stands behind the hero's bars."""
TITLE_ROWS = 2
"""Rows of the ruleset's title at most."""
MOST_MESSAGES = 100
"""Messages looked at for the log, which has far fewer rows."""
BRIGHT_TURNS = 1
"""Turns after its own during which a message keeps its full colour."""


def monsters_by_distance(hero: Hero) -> list[VisibleMonster]:
    """The visible monsters, nearest first. Ties keep the order of the view."""
    return sorted(visible_monsters(hero), key=lambda enemy: squared_distance(enemy.cell, hero.cell))


def fight_forecast(enemy: VisibleMonster, hero: Hero, ruleset: Ruleset) -> str:
    """The forecast of a fight in a few words: "win in 2, lose in 5". Empty if the hero is dead.

    For a monster that isn't hostile, it is the word for its side.
    """
    if hero.hp <= 0:
        return ""
    return SIDE_WORDS.get(enemy.side) or short_forecast(hero, ruleset, enemy)


def hp_text(hero: Hero) -> str:
    """The hero's HP, and what a shield takes beyond them: "18/30 +5"."""
    return f"{hero.hp}/{hero.max_hp}{f' +{hero.shield}' if hero.shield else ''}"


def region_label(session: Session) -> str:
    """The region that the hero is in, after the mark of a wizard's run; empty if there is neither."""
    region = session.region.name if session.region else ""
    return f"{WIZARD}{region}".removesuffix(": ") if session.wizard else region


def rows_of_messages(session: Session, height: int) -> list[list[Message]]:
    """The messages of the log, each on a row of its own; those of this turn share rows if there are more than fit."""
    entries = session.log.entries[-MOST_MESSAGES:]
    latest = [message for message in entries if message.turn == session.turn]
    if len(latest) <= height:
        return [[message] for message in entries]
    return [latest]


class GameRenderer:
    """Draws one game, with its map view and its layout."""

    def __init__(self, rulebook: Rulebook, banner_rows: int = 0) -> None:
        self.rulebook = rulebook
        self.banner_rows = banner_rows
        self.map_view = MapView(rulebook)
        self.layout = arrange(80, 24, rulebook.compiled.map_height, banner_rows)

    def draw(self, canvas: Canvas, session: Session, *, scroll_to: int | None = None) -> None:
        """Draw everything but the footer. The map scrolls to the hero, then on to the cell `scroll_to` if given."""
        canvas.clear(palette.BACKGROUND)
        if canvas.panels is not None:
            self._describe(canvas, canvas.panels, session, scroll_to)
            return
        region_rows = 1 if region_label(session) else 0
        more_rows = 1 if self._status_spans(session.hero) and not region_rows else 0
        map_height, squares = self.rulebook.compiled.map_height, canvas.squares
        rows = squares.rows_of_text(map_height) if squares else map_height
        self.layout = arrange(canvas.width, canvas.height, rows, self.banner_rows, more_rows, region_rows)
        self._draw_map(canvas, session.hero, scroll_to)
        self._draw_log(canvas, session)
        if self.layout.side is None:
            self._draw_status(canvas, session)
        else:
            status = self.layout.status
            canvas.fill(status.x, status.y, status.width, 1, "─", palette.FAINT)
            self._draw_side(canvas, self.sidebar(session), self.layout.side)

    def _describe(self, canvas: Canvas, panels: Panels, session: Session, scroll_to: int | None) -> None:
        """Draw the map on the whole canvas, with the hero in the middle, and describe what stands beside it."""
        nothing = Rect(0, 0, 0, 0)
        whole = Rect(0, 0, canvas.width, canvas.height)
        self.layout = Layout(whole, nothing, nothing, nothing, nothing, side=None)
        self._draw_map(canvas, session.hero, scroll_to)
        panels.sidebar = self.sidebar(session)
        messages = session.log.entries[-MOST_MESSAGES:]
        panels.log = [[(each.line, self._color_of(each, session))] for each in messages]

    def _draw_map(self, canvas: Canvas, hero: Hero, scroll_to: int | None) -> None:
        """Draw the map. In square cells, the hero is in the middle, and the light falls off."""
        in_squares = canvas.panels is not None or canvas.squares is not None
        self.map_view.set_area(canvas.open_map(self.layout.map, palette.BACKGROUND))
        if in_squares:
            self.map_view.center(hero)
        else:
            self.map_view.follow(hero)
        if scroll_to is not None:
            self.map_view.scroll_to(scroll_to)
        self.map_view.draw(canvas.map, hero, fades=in_squares)

    def draw_keys(self, canvas: Canvas, keys: Iterable[KeyHint]) -> None:
        """Draw key hints in the footer."""
        if canvas.panels is not None:
            canvas.panels.hints = list(keys)
            return
        footer = self.layout.footer
        draw_key_hints(canvas, footer.x + 1, footer.y, keys, footer.width - 2)

    def draw_footer(self, canvas: Canvas, spans: Iterable[Span]) -> None:
        """Draw the footer."""
        if canvas.panels is not None:
            canvas.panels.note = list(spans)
            return
        footer = self.layout.footer
        print_spans(canvas, footer.x + 1, footer.y, spans, footer.width - 2)

    def draw_note(self, canvas: Canvas, text: str) -> None:
        """Draw a warning in the footer, and over the rows above if it is longer."""
        if canvas.panels is not None:
            canvas.panels.note = [(text, palette.WARN)]
            return
        footer = self.layout.footer
        lines = wrapped(text, footer.width - 2)
        top = footer.y + 1 - len(lines)
        canvas.fill(footer.x, top, footer.width, len(lines), " ", palette.TEXT, palette.BACKGROUND)
        print_lines(canvas, footer.x + 1, top, [(line, palette.WARN) for line in lines], footer.width - 2)

    def draw_banner(self, canvas: Canvas, spans: Sequence[Span], progress: Bar | None = None) -> Rect:
        """Draw the banner: a bar after its first word, if there is progress, and the rest on its second row, if any.

        Returns where the bar is drawn.
        """
        if canvas.panels is not None:
            canvas.panels.banner, canvas.panels.progress = spans, progress
            return Rect(0, 0, 0, 0)
        banner = self.layout.banner
        canvas.fill(banner.x, banner.y, banner.width, banner.height, " ", palette.TEXT, palette.PANEL)
        x, y, room = banner.x + 1, banner.y, canvas.width
        if progress is None:
            print_spans(canvas, x, y, spans, room)
            return Rect(x, y, 0, 0)
        (word, color), *rest = spans
        bar = Rect(x + len(word), y, PROGRESS_WIDTH, 1)
        canvas.print(x, y, word, color)
        draw_bar(canvas, *bar[:3], progress.value, progress.maximum, progress.color)
        canvas.print(bar.x + bar.width + 1, y, progress.text, palette.TEXT)
        column = bar.x + bar.width + 1 + len(progress.text)
        if banner.height == 1:
            print_spans(canvas, column, y, rest, room - column)
        else:
            print_spans(canvas, x, y + 1, rest, room - 1 - x)
        return bar

    def draw_text_panel(self, canvas: Canvas, lines: Sequence[Span], keep_visible: int) -> None:
        """Draw text over the log, and over the rows above if it is longer.

        If that would hide the cell `keep_visible`, the text is at the top of the canvas.
        """
        if canvas.panels is not None:
            canvas.panels.text = lines
            return
        log = self.layout.log
        shown = [(part, color) for text, color in lines for part in wrapped(text, log.width - 4)]
        bottom = self.layout.footer.y
        height = max(bottom - log.y, len(shown))
        top = bottom - height
        position = self.map_view.position_of(keep_visible)
        if position is not None and canvas.row_of_text(position[1]) >= top:
            top, height = 0, len(shown)
        canvas.fill(log.x, top, log.width, height, " ", palette.TEXT, palette.PANEL)
        for row, (text, color) in enumerate(shown):
            canvas.print(log.x + 2, top + row, text, color)

    def _draw_log(self, canvas: Canvas, session: Session) -> None:
        log = self.layout.log
        rows: list[list[Span]] = []
        for messages in reversed(rows_of_messages(session, log.height)):
            above = flowed(self._colored(messages, session, log.width - 2), log.width - 2)
            # What happened before this turn is shown whole or not at all.
            if len(above) + len(rows) > log.height and messages[-1].turn < session.turn and rows:
                break
            rows = [*above, *rows]
        for row, spans in enumerate(rows[-log.height :]):
            print_spans(canvas, log.x + 1, log.y + row, spans, log.width - 2)

    def _colored(self, messages: Sequence[Message], session: Session, width: int) -> list[Span]:
        """Messages in pieces that fit in `width` columns. Those of earlier turns are darker."""
        spans: list[Span] = []
        for message in messages:
            color = self._color_of(message, session)
            spans += [(part, color) for part in wrapped(message.line, width)]
        return spans

    def _color_of(self, message: Message, session: Session) -> Color:
        color = palette.MESSAGES[message.kind]
        return color if message.turn >= session.turn - BRIGHT_TURNS else blend(color, palette.BACKGROUND, 0.4)

    def _draw_status(self, canvas: Canvas, session: Session) -> None:
        area, side = self.layout.status, self.sidebar(session)
        canvas.fill(area.x, area.y, area.width, area.height, " ", palette.TEXT, palette.PANEL)
        top, bottom = area.y, area.y + 1
        narrow = area.width < NARROW
        width = BAR_WIDTH // 2 if narrow else BAR_WIDTH
        for y, bar in enumerate(side.bars, top):
            canvas.print(1, y, bar.name, palette.DIM)
            draw_bar(canvas, 4, y, width, bar.value, bar.maximum, bar.color)
            canvas.print(5 + width, y, bar.text, palette.BRIGHT)
        numbers = {**dict(side.numbers), "Inv": side.carried}
        places = ((25, 8), (38, 6)) if narrow else ((38, 8), (54, 6), (67, 5))
        for (x, name_width), names in zip(places, STATUS_NUMBERS, strict=False):
            for y, name in enumerate(names, top):
                self._pair(canvas, x, y, name_width, name, numbers[name])
        name = region_label(session)
        room = area.width - 2 - (len(name) + 2 if name else 0)
        print_spans(canvas, 1, bottom + 1, self._status_row(session.hero, room), room)
        canvas.print(area.width - 1 - len(name), bottom + 1, name, palette.ACCENT)

    def _status_spans(self, hero: Hero, letters: int | None = None) -> list[Span]:
        """The hero's gold, nutrition and statuses with the turns left, harmful ones first.

        The statuses have short names if `letters` is given.
        """
        stage = stage_of(hero, self.rulebook)
        own: list[Span] = [
            (f"{name} {value}", palette.BAD if stage is not None and name != "Gold" else palette.TEXT)
            for name, value in supplies(hero, self.rulebook)
        ]
        # The food names the stage of hunger already.
        statuses = [
            (text, status)
            for text, status in short_statuses(hero.statuses, self.rulebook, letters)
            if stage is None or status.name != stage.name
        ]
        spans = [(text, palette.GOOD if status.helps else palette.BAD) for text, status in statuses]
        return own + sorted(spans, key=lambda span: span[1] == palette.GOOD)

    def _status_row(self, hero: Hero, width: int) -> list[Span]:
        """The hero's statuses in one row: short if there are many, and at its end how many more there are."""
        spans = self._status_spans(hero)
        if len(flowed(spans, width)) <= 1:
            return [span for row in flowed(spans, width) for span in row]
        short = self._status_spans(hero, SHORT_NAME)
        for count in range(len(short), 0, -1):
            more = [(f"+{len(short) - count}", palette.DIM)] if count < len(short) else []
            rows = flowed([*short[:count], *more], width)
            if len(rows) == 1:
                return rows[0]
        return short[:1]

    def _pair(self, canvas: Canvas, x: int, y: int, name_width: int, name: str, value: object) -> None:
        canvas.print(x, y, name, palette.DIM)
        canvas.print(x + name_width, y, str(value), palette.BRIGHT)

    def sidebar(self, session: Session) -> Sidebar:
        """What stands beside the map."""
        hero, rulebook = session.hero, self.rulebook
        health = palette.health_color(hero.hp, hero.max_hp)
        needed = xp_for_level_up(hero, rulebook.compiled)
        return Sidebar(
            title=f"{WIZARD}{rulebook.title}" if session.wizard else rulebook.title,
            region=session.region.name if session.region else "",
            bars=(
                Bar("HP", hero.hp, hero.max_hp, hp_text(hero), health),
                Bar("XP", hero.xp, needed, f"{hero.xp}/{needed}", palette.XP),
            ),
            numbers=(
                ("Floor", str(hero.floor)),
                ("Level", str(hero.level)),
                ("Power", str(hero.stats[POWER])),
                ("Defense", str(hero.stats[DEFENSE])),
                ("Turn", str(hero.turn)),
            ),
            statuses=self._status_spans(hero),
            monsters=[self._monster_row(enemy, hero) for enemy in monsters_by_distance(hero)],
            carried=f"{hero.inventory_count}/{rulebook.compiled.inventory_capacity}",
            items=[
                ItemRow(stack.letter, stack.item.glyph, palette.legible(stack.item.color), stack.name)
                for stack in stacks_of(session)
            ],
        )

    def _monster_row(self, enemy: VisibleMonster, hero: Hero) -> MonsterRow:
        kind, max_hp = self.rulebook.monsters[enemy.kind], int(enemy.stats[MAX_HP])
        color = palette.health_color(enemy.hp, max_hp)
        health = Bar("HP", enemy.hp, max_hp, f"{enemy.hp}/{max_hp}", color)
        return MonsterRow(kind.glyph, palette.legible(kind.color), kind.name, health, self._monster_lines(enemy, hero))

    def _draw_side(self, canvas: Canvas, side: Sidebar, area: Rect) -> None:
        canvas.fill(area.x, area.y, area.width, area.height, " ", palette.TEXT, palette.PANEL)
        x, width = area.x + 2, area.width - 4
        title = wrapped(side.title, width)[:TITLE_ROWS]
        print_lines(canvas, x, 1, [(line, palette.ACCENT) for line in title], width)
        for y, bar in enumerate(side.bars, 3):
            columns = width - 5 - max(BAR_TEXT, len(bar.text))
            canvas.print(x, y, bar.name, palette.DIM)
            draw_bar(canvas, x + 4, y, columns, bar.value, bar.maximum, bar.color)
            canvas.print(x + 5 + columns, y, bar.text, palette.BRIGHT)
        canvas.print(x, 5, side.region, palette.STAIRS, None, width)
        for at, (name, value) in enumerate(side.numbers):
            self._pair(canvas, x + (at % 2) * (width // 2), 6 + at // 2, 6 + (at % 2) * 2, name, value)
        reserved = 3 + min(len(side.items), area.height // 3)
        y = 9
        for row in flowed(side.statuses, width):
            print_spans(canvas, x, y, row, width)
            y += 1
        y = self._draw_monsters(canvas, side.monsters, x, y + 1, width, area.height - reserved)
        self._draw_inventory(canvas, side, x, y + 1, width, area.height - 1)

    def _draw_monsters(
        self, canvas: Canvas, monsters: Sequence[MonsterRow], x: int, y: int, width: int, end: int
    ) -> int:
        """Draw the visible monsters, nearest first. Returns the row below them."""
        self._heading(canvas, x, y, width, "In view")
        y += 1
        if not monsters:
            canvas.print(x, y, "no enemies", palette.DIM)
            return y + 1
        for index, monster in enumerate(monsters):
            lines, health = monster.lines, monster.health
            if y + 1 + len(lines) > end:
                canvas.print(x, y, f"and {len(monsters) - index} more", palette.DIM)
                return y + 1
            canvas.put(x, y, monster.glyph, monster.color)
            canvas.print(x + 2, y, monster.name, palette.TEXT, None, width - 9)
            bar = min(SIDE_BAR, width - 10 - len(monster.name))
            if bar >= SHORTEST_BAR:
                draw_bar(canvas, x + width - 7 - bar, y, bar, health.value, health.maximum, health.color)
            canvas.print(x + width - 6, y, health.text, palette.TEXT)
            print_lines(canvas, x + 2, y + 1, [(line, palette.DIM) for line in lines], width - 2)
            y += 1 + len(lines)
        return y

    def _monster_lines(self, enemy: VisibleMonster, hero: Hero) -> list[str]:
        """The forecast of a fight or its side, its statuses, and where it is if the map doesn't show that."""
        lines = (
            fight_forecast(enemy, hero, self.rulebook.compiled),
            " and ".join(status_words(enemy.asleep, enemy.statuses, self.rulebook)),
            "" if self.map_view.position_of(enemy.cell) else direction_text(hero.cell, enemy.cell),
        )
        return [line for line in lines if line]

    def _draw_inventory(self, canvas: Canvas, side: Sidebar, x: int, y: int, width: int, end: int) -> None:
        self._heading(canvas, x, y, width, f"Inventory {side.carried}")
        y += 1
        if not side.items:
            canvas.print(x, y, "empty", palette.DIM)
        room = max(0, end - y)
        if len(side.items) > room > 0:
            room -= 1
            canvas.print(x, y + room, f"and {len(side.items) - room} more", palette.DIM)
        for row, item in enumerate(side.items[:room], y):
            canvas.put(x, row, item.letter, palette.ACCENT)
            canvas.put(x + 2, row, item.glyph, item.color)
            canvas.print(x + 4, row, item.name, palette.TEXT, None, width - 4)

    def _heading(self, canvas: Canvas, x: int, y: int, width: int, title: str) -> None:
        canvas.fill(x, y, width, 1, "─", palette.FAINT)
        canvas.print(x, y, f"{title} ", palette.DIM)
