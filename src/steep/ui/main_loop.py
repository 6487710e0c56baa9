"""The main loop: show a screen, wait for an event, go to the next screen."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterable
from time import monotonic
from types import FrameType
from typing import Self

from steep.core.input_errors import InputError
from steep.ui.drawing.canvas import Canvas, Squares
from steep.ui.drawing.panels import Panels
from steep.ui.keymap import key_of_label
from steep.ui.presenters import DUMB, NoDisplayError, Presenter, at_a_terminal, terminal_available, window_available
from steep.ui.screen import COLUMNS, ROWS, Closed, Event, Key, MakeScreen, Mouse, Resized, Screen

# Records signals for a presenter to act on when it is ready, instead of interrupting it anywhere.

EXIT_SIGNALS = frozenset(("SIGINT", "SIGTERM", "SIGHUP"))
"""Signals that ask the program to quit."""


class Signals:
    """The names of the signals received and not yet discarded.

    Signals that the platform doesn't have, and those set to be ignored (as under nohup), are left alone.
    """

    def __init__(self, names: Iterable[str] = EXIT_SIGNALS) -> None:
        self.received: set[str] = set()
        self._names = tuple(names)
        self._restore = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Start recording."""
        for name in self._names:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._restore.callback(signal.signal, number, signal.signal(number, self._record))
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the previous handlers."""
        self._restore.close()

    @property
    def exit_requested(self) -> bool:
        """Whether a signal has asked the program to quit."""
        return bool(self.received & EXIT_SIGNALS)

    def _record(self, number: int, _: FrameType | None) -> None:
        self.received.add(signal.Signals(number).name)


# Which keys are deliberate when a question has just come up, which a player who is still playing mustn't answer.

GUARDED_SECONDS = 0.7
"""How long no key counts, from when the question is first drawn. Keys pressed meanwhile don't make it longer.

It is longer than the usual delay before a held key is repeated.
"""

HELD_SECONDS = 0.12
"""A key that comes again this soon is held, not pressed again."""


class KeyGuard:
    """A question that has come up, and the keys pressed since."""

    def __init__(self) -> None:
        self._until = monotonic() + GUARDED_SECONDS
        self._appeared = False
        self._last_key, self._last_time = "", 0.0

    @property
    def seconds_left(self) -> float:
        """Seconds until keys count; 0 if they do."""
        return max(0.0, self._until - monotonic())

    def appear(self) -> None:
        """The question is drawn: the first time, the wait begins again."""
        if not self._appeared and self._until:
            self._until = monotonic() + GUARDED_SECONDS
        self._appeared = True

    def end(self) -> None:
        """From now on, keys count."""
        self._until = 0.0

    def is_deliberate(self, key: str) -> bool:
        """Whether a key that was just pressed counts: not too soon, and not because it is held."""
        now = monotonic()
        held = key == self._last_key and now - self._last_time < HELD_SECONDS
        self._last_key, self._last_time = key, now
        return now >= self._until and not held


Recolor = Callable[[Canvas], None]
"""Changes the colours of a canvas that has been drawn."""


def run(presenter: Presenter, screen: Screen) -> None:
    """Show a screen and those that follow, until one returns None or the program is closed."""
    run_from(presenter, lambda: screen)


class Loop:
    """The screen that is shown now, drawn and given events one at a time by whoever waits for them.

    The screen receives `Closed` once, so that it can save. Screens never receive `Resized`, and no other event while
    the canvas is too small to draw them.
    """

    def __init__(
        self,
        screen: Screen | None,
        recolor: Recolor = lambda _: None,
        smallest: tuple[int, int] = (COLUMNS, ROWS),
        *,
        for_fingers: bool = False,
    ) -> None:
        self.screen = screen
        """None after the last one."""
        self._recolor = recolor
        self._smallest = smallest
        self._canvas = Canvas(*smallest, for_fingers=for_fingers)

    @property
    def seconds(self) -> float | None:
        """How long to wait for an event; None for as long as it takes."""
        return self.screen.tick_after if self.screen is not None and self._fits else None

    def draw(self, width: int, height: int, panels: Panels | None = None, squares: Squares | None = None) -> Canvas:
        """Draw the screen on a canvas of this size, in columns and rows. The next frame is drawn on the same canvas.

        With `panels`, the canvas holds a game's map alone, and may be of any size. With `squares`, a map has a canvas
        of its own.
        """
        self._canvas.resize(width, height, panels, squares)
        if self.screen is not None and self._fits:
            self.screen.draw(self._canvas)
            for layer in self._canvas.layers:
                self._recolor(layer)
        else:
            _draw_too_small(self._canvas, self._smallest)
        return self._canvas

    def take(self, event: Event | None) -> None:
        """Go on with an event, or without one after `seconds`."""
        if self.screen is None:
            return
        if isinstance(event, Closed):
            self.screen.handle(event)
            self.screen = None
        elif not self._fits or isinstance(event, Resized):
            return
        elif event is not None:
            self.screen = self.screen.handle(self._key_clicked(event) or event)
        elif self.screen.tick_after is not None:
            self.screen = self.screen.tick()

    def _key_clicked(self, event: Event) -> Key | None:
        """The key of the hint that was clicked, if one was."""
        if not isinstance(event, Mouse) or event.kind != "left":
            return None
        labels = (link.label for link in self._canvas.links if link.area.contains(event.x, event.y))
        name = next(filter(None, map(key_of_label, labels)), None)
        return Key(name) if name else None

    @property
    def _fits(self) -> bool:
        canvas = self._canvas
        large = canvas.width >= self._smallest[0] and canvas.height >= self._smallest[1]
        return large or canvas.panels is not None


def run_from(presenter: Presenter, make_screen: MakeScreen, recolor: Recolor = lambda _: None) -> None:
    """As `run`, but the first screen is made only after the presenter has opened.

    The presenter is closed however the loop ends.
    """
    with presenter:
        loop = Loop(make_screen(), recolor)
        while loop.screen is not None:
            presenter.show(loop.draw(*presenter.size(), squares=presenter.squares))
            loop.take(presenter.wait(loop.seconds))


def _draw_too_small(canvas: Canvas, smallest: tuple[int, int]) -> None:
    """Show the size that is needed, wrapped to whatever width there is."""
    words = f"Steep needs {smallest[0]} x {smallest[1]}; this is {canvas.width} x {canvas.height}".split()
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= canvas.width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    for row, line in enumerate(lines, max(0, (canvas.height - len(lines)) // 2)):
        canvas.print(max(0, (canvas.width - len(line)) // 2), row, line)


# Shows screens in a window or in a terminal, whichever there is.


def show(ui: str | None, make_screen: Callable[[], Screen], recolor: Recolor) -> int:
    """Run screens until the player leaves: in a window if there is a display, else in the terminal.

    `ui` is "window", "terminal" or None for either. `make_screen` is called last, so that a game that cannot be shown
    is never started. `recolor` changes the colours of each frame.

    Returns the exit code. Raises `InputError` when there is nowhere to show anything.
    """
    if ui == "terminal" or (ui is None and not window_available()):
        run_from(terminal_presenter(), make_screen, recolor)
        return 0
    if not window_available():
        raise InputError("there is no display to open a window on; --ui terminal plays in a terminal")
    from steep.ui.displays.window import WindowPresenter

    try:
        run_from(WindowPresenter(), make_screen, recolor)
    except NoDisplayError:
        if ui == "window" or not terminal_available():
            raise
        run_from(terminal_presenter(), make_screen, recolor)
    return 0


def terminal_presenter() -> Presenter:
    """A presenter for the terminal. Raises `InputError` when there is none that can show the game."""
    if not terminal_available():
        nowhere = "there is neither a display to open a window on nor a terminal to play in"
        raise InputError(DUMB if at_a_terminal() else nowhere)
    from steep.ui.displays.terminal import TerminalPresenter

    return TerminalPresenter()
