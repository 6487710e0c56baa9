"""Shows screens in a window or in a terminal, whichever there is."""

from __future__ import annotations

from collections.abc import Callable

from steep.core.input_errors import InputError
from steep.ui.main_loop import Recolor, run_from
from steep.ui.presenters import DUMB, NoDisplayError, Presenter, at_a_terminal, terminal_available, window_available
from steep.ui.screen import Screen


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
