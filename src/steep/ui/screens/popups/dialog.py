"""Lists to choose from, by arrows, by letter or by mouse, and the framed box that most of them stand in."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steep.ui import palette
from steep.ui.canvas import Canvas, Color
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.keymap import Keymap, key_label
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.widgets import draw_box, hints, print_spans, shade, wrapped

KEY_COLUMNS = 5
"""Columns before a row's text: the mark of the chosen row and the row's own key."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line to choose: its key, what it is, and what it does."""

    key: str
    text: str
    detail: str = ""
    color: Color = palette.TEXT


class Choices:
    """Which row of a list is the chosen one, and which rows show."""

    def __init__(self) -> None:
        self.at = 0
        self._first = 0
        self._place = (0, 0, 0, 0)

    def draw(self, canvas: Canvas, rows: Sequence[Row], place: tuple[int, int, int, int]) -> None:
        """Draw as many rows as a place (x, y, width, height) has room for, the chosen one among them."""
        x, y, width, height = self._place = place
        self.at = max(0, min(self.at, len(rows) - 1))
        self._first = max(0, min(max(self._first, self.at - height + 1), self.at, len(rows) - height))
        detail_x = x + KEY_COLUMNS + max((len(row.text) for row in rows), default=0) + 2
        for line, row in enumerate(rows[self._first : self._first + height]):
            chosen = self._first + line == self.at
            bg = palette.CHOSEN if chosen else palette.PANEL
            canvas.fill(x, y + line, width, 1, " ", palette.TEXT, bg)
            canvas.put(x, y + line, ">" if chosen else " ", palette.ACCENT)
            canvas.print(x + 2, y + line, row.key, palette.ACCENT, None, KEY_COLUMNS - 2)
            canvas.print(x + KEY_COLUMNS, y + line, row.text, palette.BRIGHT if chosen else row.color, None, width)
            canvas.print(detail_x, y + line, row.detail, palette.DIM, None, x + width - detail_x)
        if self._first > 0:
            canvas.put(x + width - 1, y, "^", palette.ACCENT)
        if self._first + height < len(rows):
            canvas.put(x + width - 1, y + height - 1, "v", palette.ACCENT)

    def take(self, event: Event, keymap: Keymap, rows: Sequence[Row]) -> int | None:
        """Take a key or the mouse; the row that it decides for, or None."""
        if isinstance(event, Mouse):
            return self._point(event, len(rows))
        if not isinstance(event, Key) or not rows:
            return None
        for index, row in enumerate(rows):
            if row.key == event.name:
                self.at = index
                return index
        command = keymap.command("menu", event.name)
        if command == "up":
            self.at = (self.at - 1) % len(rows)
        elif command == "down":
            self.at = (self.at + 1) % len(rows)
        elif command == "select":
            return self.at
        return None

    def _point(self, mouse: Mouse, count: int) -> int | None:
        x, y, width, height = self._place
        if mouse.kind == "wheel_up":
            self.at = max(0, self.at - 1)
        elif mouse.kind == "wheel_down":
            self.at = min(count - 1, self.at + 1)
        elif x <= mouse.x < x + width and y <= mouse.y < y + height and self._first + mouse.y - y < count:
            self.at = self._first + mouse.y - y
            return self.at if mouse.kind == "left" else None
        return None


class Dialog(Screen):
    """A framed list before another screen."""

    title = ""
    width = 30
    """Columns of the box at the least."""

    def __init__(self, context: Context, below: Screen) -> None:
        self.context = context
        self.below = below
        self.choices = Choices()

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """What there is to choose."""

    @abstractmethod
    def choose(self, index: int) -> Screen | None:
        """What follows a choice."""

    def back(self) -> Screen | None:
        """What follows when nothing was chosen."""
        return self.below

    def words(self) -> str:
        """What stands above the list."""
        return ""

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the box."""
        return ((key_of(self.context.keymap, "menu", "back"), "back"),)

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen below, dimmed, and the box."""
        self.below.draw(canvas)
        shade(canvas)
        rows = self.rows()
        details = max((len(row.detail) + 2 for row in rows if row.detail), default=0)
        needed = max(
            KEY_COLUMNS + max((len(row.text) for row in rows), default=0) + details + 1,
            sum(len(key) + len(does) + 4 for key, does in self.footer_hints()),
            len(self.title) + 4,
            self.width,
        )
        inner = min(needed, canvas.width - 6)
        words = wrapped(self.words(), inner) if self.words() else []
        above = len(words) + 1 if words else 0
        height = min(len(rows), canvas.height - 6 - above)
        w, h = inner + 4, height + above + 4
        x, y = (canvas.width - w) // 2, (canvas.height - h) // 2
        draw_box(canvas, x, y, w, h, self.title)
        for line, text in enumerate(words):
            canvas.print(x + 2, y + 1 + line, text, palette.TEXT)
        self.choices.draw(canvas, rows, (x + 2, y + 1 + above, inner, height))
        print_spans(canvas, x + 2, y + h - 2, hints(self.footer_hints(), inner), inner)

    def handle(self, event: Event) -> Screen | None:
        """Choose, go back, or move through the list."""
        if isinstance(event, Closed):
            return self.below.handle(event)
        chosen = self.choices.take(event, self.context.keymap, self.rows())
        if chosen is not None:
            return self.choose(chosen)
        if isinstance(event, Key) and self.context.keymap.command("menu", event.name) == "back":
            return self.back()
        if isinstance(event, Mouse) and event.kind == "right":
            return self.back()
        return self


class Question(Dialog):
    """A question with a yes, which does what it was given, and a no, which goes back."""

    width = 46

    def __init__(
        self, context: Context, below: Screen, question: str, answers: tuple[str, str], yes: Callable[[], Screen | None]
    ) -> None:
        super().__init__(context, below)
        self.question = question
        self.answers = (Row("y", answers[0]), Row("n", answers[1]))
        self.yes = yes
        self.choices.at = 1

    def words(self) -> str:
        """The question."""
        return self.question

    def rows(self) -> Sequence[Row]:
        """Yes and no."""
        return self.answers

    def choose(self, index: int) -> Screen | None:
        """Do it, or go back."""
        return self.yes() if index == 0 else self.back()


def key_of(keymap: Keymap, context: str, command: str) -> str:
    """The usual key of a command as people write it; empty when it has none."""
    keys = keymap.keys(context, command)
    return key_label(keys[0]) if keys else ""
