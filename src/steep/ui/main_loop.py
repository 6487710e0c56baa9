"""The main loop: show a screen, wait for an event, go to the next screen."""

from __future__ import annotations

from steep.ui.canvas import Canvas
from steep.ui.input_events import Closed, Resized
from steep.ui.presenter_interface import Presenter
from steep.ui.screen import COLUMNS, ROWS, MakeScreen, Screen


def run(presenter: Presenter, screen: Screen) -> None:
    """Show a screen and those that follow, until one returns None or the program is closed."""
    run_from(presenter, lambda: screen)


def run_from(presenter: Presenter, make_screen: MakeScreen) -> None:
    """As `run`, but the first screen is made only after the presenter has opened.

    The presenter is closed however the loop ends. The current screen receives `Closed` once, so that it can save.
    Screens never receive `Resized`, and no other event while the canvas is too small to draw them.
    """
    canvas = Canvas(COLUMNS, ROWS)
    with presenter:
        current: Screen | None = make_screen()
        while current is not None:
            width, height = presenter.size()
            fits = width >= COLUMNS and height >= ROWS
            canvas.resize(width, height)
            if fits:
                current.draw(canvas)
            else:
                _draw_too_small(canvas)
            presenter.show(canvas)
            event = presenter.wait(current.tick_after if fits else None)
            if isinstance(event, Closed):
                current.handle(event)
                return
            if not fits or isinstance(event, Resized):
                continue
            if event is not None:
                current = current.handle(event)
            elif current.tick_after is not None:
                current = current.tick()


def _draw_too_small(canvas: Canvas) -> None:
    """Show the size that is needed, wrapped to whatever width there is."""
    words = f"Steep needs {COLUMNS} x {ROWS}; this is {canvas.width} x {canvas.height}".split()
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= canvas.width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    for row, line in enumerate(lines, max(0, (canvas.height - len(lines)) // 2)):
        canvas.print(max(0, (canvas.width - len(line)) // 2), row, line)
