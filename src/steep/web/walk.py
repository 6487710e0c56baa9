"""The Python side of the workbench's floor: a hero walks through it, as with ``steep play --watch``.

The screens are the game's own. The text lies in a file, and the floor is regenerated when the text changes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from steep.content import load_ruleset
from steep.content.reading.find_and_read_ruleset_files import BUNDLED
from steep.core.input_errors import checked_number
from steep.core.random_streams import MAX_SEED
from steep.play.session import Session
from steep.scripting import checked_floor
from steep.ui.displays.browser import BrowserPresenter, Frame
from steep.ui.screen import MouseKind, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.played_run import HotReload


class Walk:
    """What is shown, and the file with the text."""

    shown: BrowserPresenter
    path: Path | None = None


def start(text: str, seed: int, floor: int, width: int, height: int) -> Frame:
    """Show a floor as the run of a seed finds it, on so many columns and rows. Raises `InputError`."""
    path = write(text)
    rulebook = load_ruleset(str(path))
    checked_number("seed", seed, 0, MAX_SEED)
    checked_floor(floor, rulebook)
    context = Context.create(path.parent / "data", config_dir=path.parent / "config")

    def first() -> Screen:
        # Leaving the run begins it again.
        return Play(context, Session.start(rulebook, seed, floor), first, HotReload)

    Walk.shown = BrowserPresenter(first, first, context)
    return Walk.shown.resize(width, height)


def write(text: str) -> Path:
    """Write the file, beside what bundled rulesets extend."""
    if Walk.path is None:
        folder = Path(tempfile.mkdtemp(prefix="steep-"))
        (folder / "parts").symlink_to(BUNDLED / "parts")
        Walk.path = folder / "ruleset.toml"
    Walk.path.write_text(text, encoding="utf-8")
    return Walk.path


def change(text: str) -> None:
    """Give the floor another text. It is loaded at the next tick."""
    write(text)


def resize(width: int, height: int) -> Frame:
    """Change the size of the canvas, in columns and rows."""
    return Walk.shown.resize(width, height)


def press(key: str, code: str, ctrl: bool, alt: bool, shift: bool) -> Frame:
    """A key was pressed."""
    return Walk.shown.press(key, code, ctrl=ctrl, alt=alt, shift=shift)


def press_named(name: str) -> Frame:
    """A swipe stands for a key of the keymap."""
    return Walk.shown.press_named(name)


def point(x: int, y: int, kind: MouseKind) -> Frame:
    """The pointer did something on a cell."""
    return Walk.shown.point(x, y, kind)


def tick() -> Frame:
    """No event came for as long as the last frame said."""
    return Walk.shown.tick()
