"""The Python side of the page that plays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from steep.ui.browser.presenter import BrowserPresenter, Frame
from steep.ui.input_events import MouseKind
from steep.ui.screens import main_menu, start_game
from steep.ui.screens.context import Context

ROOT = Path("/steep")
"""The folder that the worker keeps in the browser's storage."""

_shown: list[BrowserPresenter] = []


def start(width: int, height: int, ruleset: str | None, seed: int | None) -> Frame:
    """Show the main menu, or a new game of the ruleset and the seed of a link. Raises `InputError`."""
    context = Context.create(ROOT / "data", config_dir=ROOT / "config")
    _ = context.keymap, context.settings
    context.delete_temporaries()
    first = partial(main_menu, context)
    screen = first
    if ruleset is not None or seed is not None:
        rulebook = context.load_ruleset(ruleset or context.default_ruleset)
        screen = partial(start_game, context, rulebook, context.random_seed() if seed is None else seed)
    _shown[:] = [BrowserPresenter(screen, first)]
    return _shown[0].resize(width, height)


def resize(width: int, height: int) -> Frame:
    """Change the size of the canvas, in columns and rows."""
    return _shown[0].resize(width, height)


def press(key: str, code: str, ctrl: bool, alt: bool, shift: bool) -> Frame:
    """A key was pressed."""
    return _shown[0].press(key, code, ctrl=ctrl, alt=alt, shift=shift)


def point(x: int, y: int, kind: MouseKind) -> Frame:
    """The pointer did something on a cell."""
    return _shown[0].point(x, y, kind)


def tick() -> Frame:
    """No event came for as long as the last frame said."""
    return _shown[0].tick()
