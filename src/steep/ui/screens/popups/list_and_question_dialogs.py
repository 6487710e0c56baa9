"""Lists to choose from with arrows, letters or the mouse, and the framed box around most of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steep.ui import palette
from steep.ui.canvas import Canvas, Color, Rect
from steep.ui.drawing import draw_box, key_hints, print_spans, shade, wrapped
from steep.ui.input_events import Closed, Event, Key, Mouse
from steep.ui.keymap import Keymap
from steep.ui.screen import Screen
from steep.ui.screens.context import Context

KEY_COLUMNS = 5
"""Columns before a row's text: the selection mark and the row's key."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: its key, its text, and a detail beside it."""

    key: str
    text: str
    detail: str = ""
    color: Color = palette.TEXT
    heading: str = ""
    """Printed above the first of the rows in a row that have it."""


def full_details(rows: Sequence[Row], width: int) -> list[list[str]]:
    """The detail of each row, in lines of at most `width` columns; no lines for a row that has room for it."""
    room = width - KEY_COLUMNS - max((len(row.text) for row in rows), default=0) - 2
    return [wrapped(row.detail, width) if len(row.detail) > room else [] for row in rows]


def lines_of(rows: Sequence[Row]) -> list[int | str]:
    """The lines of a list: the index of each row, and headings."""
    lines: list[int | str] = []
    for index, row in enumerate(rows):
        if row.heading and (index == 0 or rows[index - 1].heading != row.heading):
            lines.append(row.heading)
        lines.append(index)
    return lines


class ListBox:
    """A list of rows: which row is selected, and which rows are scrolled into view."""

    def __init__(self) -> None:
        self.selected = 0
        self._first = 0
        self._area = Rect(0, 0, 0, 0)
        self._lines: list[int | str] = []

    def draw(self, canvas: Canvas, rows: Sequence[Row], area: Rect) -> None:
        """Draw as many rows as the area has room for, always including the selected one."""
        x, y, width, height = self._area = area
        self.selected = max(0, min(self.selected, len(rows) - 1))
        self._lines = lines = lines_of(rows)
        at = lines.index(self.selected) if rows else 0
        # The heading above the selected row is scrolled into view with it.
        top = at - 1 if at > 0 and isinstance(lines[at - 1], str) else at
        self._first = max(0, min(max(self._first, at - height + 1), top, len(lines) - height))
        detail_x = x + KEY_COLUMNS + max((len(row.text) for row in rows), default=0) + 2
        for line, entry in enumerate(lines[self._first : self._first + height]):
            if isinstance(entry, str):
                canvas.fill(x, y + line, width, 1, " ", palette.TEXT, palette.PANEL)
                canvas.print(x, y + line, entry, palette.ACCENT, None, width)
                continue
            row, selected = rows[entry], entry == self.selected
            bg = palette.SELECTED if selected else palette.PANEL
            canvas.fill(x, y + line, width, 1, " ", palette.TEXT, bg)
            canvas.put(x, y + line, ">" if selected else " ", palette.ACCENT)
            canvas.print(x + 2, y + line, row.key, palette.ACCENT, None, KEY_COLUMNS - 2)
            canvas.print(x + KEY_COLUMNS, y + line, row.text, palette.BRIGHT if selected else row.color, None, width)
            canvas.print(detail_x, y + line, row.detail, palette.DIM, None, x + width - detail_x)
        if self._first > 0:
            canvas.put(x + width - 1, y, "^", palette.ACCENT)
        if self._first + height < len(lines):
            canvas.put(x + width - 1, y + height - 1, "v", palette.ACCENT)

    def handle(self, event: Event, keymap: Keymap, rows: Sequence[Row]) -> int | None:
        """Handle a key or the mouse. Returns the index of the row chosen, or None."""
        if isinstance(event, Mouse):
            return self._handle_mouse(event)
        if not isinstance(event, Key) or not rows:
            return None
        for index, row in enumerate(rows):
            if row.key == event.name:
                self.selected = index
                return index
        command = keymap.command("menu", event.name)
        if command == "up":
            self.selected = (self.selected - 1) % len(rows)
        elif command == "down":
            self.selected = (self.selected + 1) % len(rows)
        elif command == "select":
            return self.selected
        return None

    def _handle_mouse(self, mouse: Mouse) -> int | None:
        x, y, width, height = self._area
        rows = [entry for entry in self._lines if isinstance(entry, int)]
        line = self._first + mouse.y - y
        if mouse.kind == "wheel_up":
            self.selected = max(0, self.selected - 1)
        elif mouse.kind == "wheel_down":
            self.selected = min(len(rows) - 1, self.selected + 1)
        elif x <= mouse.x < x + width and y <= mouse.y < y + height and line < len(self._lines):
            entry = self._lines[line]
            if isinstance(entry, str):
                return None
            self.selected = entry
            return self.selected if mouse.kind == "left" else None
        return None


class Dialog(Screen):
    """A framed list over another screen, which it goes back to."""

    title = ""
    width = 30
    """Minimum columns inside the box."""

    def __init__(self, context: Context, parent: Screen) -> None:
        self.context = context
        self.parent = parent
        self.list_box = ListBox()

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """The rows to choose from."""

    @abstractmethod
    def choose(self, index: int) -> Screen | None:
        """Act on the chosen row. Returns the next screen."""

    def back(self) -> Screen | None:
        """The next screen if the player goes back without choosing."""
        return self.parent

    def prompt(self) -> str:
        """The text above the list; empty for none."""
        return ""

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """Key hints for the bottom of the box: keys and what they do."""
        return ((self.context.keymap.label("menu", "back"), "back"),)

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen below, dimmed, and the box."""
        self.parent.draw(canvas)
        shade(canvas)
        rows = self.rows()
        details = max((len(row.detail) + 2 for row in rows if row.detail), default=0)
        needed = max(
            KEY_COLUMNS + max((len(row.text) for row in rows), default=0) + details + 1,
            sum(len(key) + len(does) + 4 for key, does in self.footer_keys()),
            len(self.title) + 4,
            self.width,
        )
        inner = min(needed, canvas.width - 6)
        prompt = wrapped(self.prompt(), inner) if self.prompt() else []
        above = len(prompt) + 1 if prompt else 0
        full = full_details(rows, inner)
        below = max((len(lines) + 1 for lines in full if lines), default=0)
        height = min(len(lines_of(rows)), canvas.height - 6 - above - below)
        w, h = inner + 4, height + above + below + 4
        x, y = (canvas.width - w) // 2, (canvas.height - h) // 2
        draw_box(canvas, x, y, w, h, self.title)
        for line, text in enumerate(prompt):
            canvas.print(x + 2, y + 1 + line, text, palette.TEXT)
        self.list_box.draw(canvas, rows, Rect(x + 2, y + 1 + above, inner, height))
        for line, text in enumerate(full[self.list_box.selected] if full else ()):
            canvas.print(x + 2, y + 2 + above + height + line, text, palette.TEXT)
        print_spans(canvas, x + 2, y + h - 2, key_hints(self.footer_keys(), inner), inner)

    def handle(self, event: Event) -> Screen | None:
        """Choose, go back or move through the list."""
        if isinstance(event, Closed):
            return self.parent.handle(event)
        chosen = self.list_box.handle(event, self.context.keymap, self.rows())
        if chosen is not None:
            return self.choose(chosen)
        if isinstance(event, Key) and self.context.keymap.command("menu", event.name) == "back":
            return self.back()
        if isinstance(event, Mouse) and event.kind == "right":
            return self.back()
        return self


class Question(Dialog):
    """A yes-or-no question. Yes calls a function, no goes back."""

    width = 46

    def __init__(
        self,
        context: Context,
        parent: Screen,
        question: str,
        answers: tuple[str, str],
        on_yes: Callable[[], Screen | None],
    ) -> None:
        super().__init__(context, parent)
        self.question = question
        self.answers = (Row("y", answers[0]), Row("n", answers[1]))
        self._on_yes = on_yes
        self.list_box.selected = 1

    def prompt(self) -> str:
        """The question."""
        return self.question

    def rows(self) -> Sequence[Row]:
        """Yes and no."""
        return self.answers

    def choose(self, index: int) -> Screen | None:
        """Call the function, or go back."""
        return self._on_yes() if index == 0 else self.back()
