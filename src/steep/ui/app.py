"""The loop between a presenter and the screens."""

from __future__ import annotations

from collections.abc import Callable

from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Resized
from steep.ui.presenter import Presenter
from steep.ui.screen import Screen

COLUMNS, ROWS = 80, 24
"""The least room that screens are drawn for."""


def run(presenter: Presenter, screen: Screen) -> None:
    """Show a screen and those that follow it, until one gives None or the program is asked to end."""
    begin(presenter, lambda: screen)


def begin(presenter: Presenter, make_screen: Callable[[], Screen]) -> None:
    """As `run`, of a screen that is made once there is something to show it on.

    It opens the presenter and closes it on every way out. A screen is told of `Closed` once, to
    save what there is to save; `Resized` it need not know, and nothing else while there is too little room.
    """
    canvas = Canvas(COLUMNS, ROWS)
    with presenter:
        current: Screen | None = make_screen()
        while current is not None:
            width, height = presenter.size()
            roomy = width >= COLUMNS and height >= ROWS
            canvas.resize(width, height)
            if roomy:
                current.draw(canvas)
            else:
                _ask_for_room(canvas)
            presenter.show(canvas)
            event = presenter.wait(current.pause if roomy else None)
            if isinstance(event, Closed):
                current.handle(event)
                return
            if not roomy or isinstance(event, Resized):
                continue
            if event is not None:
                current = current.handle(event)
            elif current.pause is not None:
                current = current.tick()


def _ask_for_room(canvas: Canvas) -> None:
    """Say how large it must be, in as little room as there is."""
    words = f"Steep needs {COLUMNS} x {ROWS}; this is {canvas.width} x {canvas.height}".split()
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= canvas.width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    for row, line in enumerate(lines, max(0, (canvas.height - len(lines)) // 2)):
        canvas.print(max(0, (canvas.width - len(line)) // 2), row, line)
