"""A text over the whole screen that can be scrolled: any text, the messages of a run, the floor report."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from steep.play.session import Session
from steep.play.texts.messages import MessageLog
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.panels import Span
from steep.ui.drawing.widgets import draw_box, draw_key_hints, folded, print_spans, wrapped
from steep.ui.screen import Closed, Event, Key, Mouse, Screen
from steep.ui.screens.context import Context

Line = Sequence[Span]

WHEEL = 3
"""Lines scrolled per step of the mouse wheel."""

MAX_WIDTH = 100
"""Columns of the text at most."""


class Pager(Screen):
    """A scrolling text over the whole screen. Subclasses give the lines."""

    title = ""

    def __init__(self, context: Context, parent: Screen) -> None:
        self.context = context
        self.parent = parent
        self.top = 0
        self._height = 1
        self._count = 0

    @abstractmethod
    def lines(self, width: int) -> Sequence[Line]:
        """The whole text. Lines of more than `width` columns are broken between words."""

    def keys(self) -> Sequence[tuple[str, str]]:
        """Keys that do more than scroll, and what they do."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible part of the text."""
        canvas.clear(palette.BACKGROUND)
        w, h = min(canvas.width, MAX_WIDTH), canvas.height
        x = (canvas.width - w) // 2
        draw_box(canvas, x, 0, w, h, self.title)
        lines = [row for line in self.lines(w - 4) for row in folded(line, w - 4)]
        self._count, self._height = len(lines), h - 4
        self._scroll(0)
        for row, line in enumerate(lines[self.top : self.top + self._height]):
            print_spans(canvas, x + 2, 1 + row, line, w - 4)
        self._draw_footer(canvas, x + 2, h - 2, w - 4)

    def _draw_footer(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        keymap = self.context.keymap
        keys = [*self.keys(), (keymap.label("list", "back"), "back")]
        room = width
        if self._count > self._height:
            last = min(self.top + self._height, self._count)
            where = f"lines {self.top + 1}-{last} of {self._count}"
            room = width - len(where) - 2
            canvas.print(x + width - len(where), y, where, palette.DIM)
            keys += [
                (f"{keymap.label('list', 'up')}/{keymap.label('list', 'down')}", "scroll"),
                (f"{keymap.label('list', 'page_up')}/{keymap.label('list', 'page_down')}", "by pages"),
            ]
        draw_key_hints(canvas, x, y, keys, room)

    def _scroll(self, by: int) -> None:
        self.top = max(0, min(self.top + by, self._count - self._height))

    def handle(self, event: Event) -> Screen | None:
        """Scroll or go back."""
        if isinstance(event, Closed):
            return self.parent.handle(event)
        if isinstance(event, Mouse):
            self._scroll({"wheel_up": -WHEEL, "wheel_down": WHEEL}.get(event.kind, 0))
            return self.parent if event.kind == "right" else self
        if isinstance(event, Key):
            command = self.context.keymap.command("list", event.name)
            if command == "back":
                return self.parent
            page = self._height - 1
            steps = {
                "up": -1,
                "down": 1,
                "page_up": -page,
                "page_down": page,
                "top": -self._count,
                "bottom": self._count,
            }
            self._scroll(steps.get(command or "", 0))
        return self


class DebugOverlay(Pager):
    """The report on the current floor."""

    title = "Floor report"

    def __init__(
        self, context: Context, parent: Screen, session: Session, report: Callable[[Session], list[str]]
    ) -> None:
        super().__init__(context, parent)
        self.session = session
        self.report = report

    def lines(self, width: int) -> Sequence[Line]:
        """The report."""
        lines: list[Line] = []
        for row in self.report(self.session):
            # Rows of a table keep their columns; longer sentences are wrapped.
            parts = [row] if len(row) <= width else wrapped(row, width)
            lines += [[(part, palette.TEXT)] for part in parts]
        return lines


class MessageHistory(Pager):
    """Every message. Opens at the newest."""

    title = "Messages"

    def __init__(self, context: Context, parent: Screen, log: MessageLog) -> None:
        super().__init__(context, parent)
        self.log = log
        self.top = 1 << 30  # drawing limits this to the end of the text

    def lines(self, width: int) -> Sequence[Line]:
        """One line per message, after the turn of its last repeat."""
        lines: list[Line] = []
        turn = -1
        for message in self.log.entries:
            first, *others = wrapped(message.line, width - 8)
            label = f"{message.turn:>6}  " if message.turn != turn else " " * 8
            turn = message.turn
            lines.append([(label, palette.DIM), (first, palette.MESSAGES[message.kind])])
            lines += [[(" " * 8 + part, palette.MESSAGES[message.kind])] for part in others]
        return lines
