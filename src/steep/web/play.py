"""The Python side of the page that plays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from steep.content.reading.find_and_read_ruleset_files import ruleset_files
from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.core.random_streams import MAX_SEED
from steep.play.files import replays
from steep.play.files.links import PREFIX
from steep.ui.displays.browser import NAMES, BrowserPresenter, Frame
from steep.ui.screen import MouseKind
from steep.ui.screens import main_menu, replay, start_game
from steep.ui.screens.context import Context
from steep.web import player_files
from steep.web.player_files import keep_linked

ROOT = Path("/steep")
"""The folder that the worker keeps in the browser's storage."""

OPENED = Path("/opened")
"""The folder of files that were opened; nothing in it is kept."""


class Page:
    """The page: its context and what it shows."""

    context: Context
    shown: BrowserPresenter


def start(
    width: int,
    height: int,
    map_size: tuple[int, int] | None = None,
    ruleset: str | None = None,
    seed: str | None = None,
    text: str | None = None,
    touch: bool = False,
) -> Frame:
    """Show the main menu, or a new game of the ruleset and the seed of a link. Raises `InputError`.

    The sizes are those of `resize`. A link may hold the `text` of a ruleset. It is kept, and its game can go on later.
    """
    context = Page.context = Context.create(ROOT / "data", config_dir=ROOT / "config")
    context.page_root = ROOT
    context.buttons = NAMES if touch else {}
    _ = context.keymap, context.settings
    context.delete_temporaries()
    first = partial(main_menu, context)
    Page.shown = BrowserPresenter(first, first, context)
    if text is not None:
        ruleset = keep_linked(context, OPENED, text)
    elif ruleset is not None:
        check_name(context, ruleset)
    if ruleset is not None or seed is not None:
        rulebook = context.load_ruleset(ruleset or context.default_ruleset)
        number = context.random_seed() if seed is None else seed_of_text("seed", seed)
        Page.shown.show(partial(start_game, context, rulebook, number))
    return Page.shown.resize(width, height, map_size)


def check_name(context: Context, ruleset: str) -> None:
    """Check that the ruleset of a link, with or without a mode, is one that a page has. Raises `InputError`."""
    name, known = ruleset.partition(":")[0], context.ruleset_names()
    if name not in known:
        names = ", ".join(each for each in known if not each.startswith(PREFIX))
        raise InputError(f"ruleset: found no ruleset named {brief(name)}; allowed: {names}{nearest(name, known)}")


def ruleset_text() -> str:
    """The text of the ruleset that was played last; empty before the first game."""
    context = Page.context
    path = ruleset_files(context.ruleset_folders).get(context.last_ruleset.partition(":")[0])
    return path.read_text("utf-8") if path else ""


def resize(width: int, height: int, map_size: tuple[int, int] | None = None) -> Frame:
    """Change the size of the canvas, in columns and rows, and of the canvas that holds only a game's map."""
    return Page.shown.resize(width, height, map_size)


def choose(row: int) -> Frame:
    """A row of a list was clicked, or an action of a replay."""
    return Page.shown.choose(row)


def press(key: str, code: str, ctrl: bool, alt: bool, shift: bool) -> Frame:
    """A key was pressed."""
    return Page.shown.press(key, code, ctrl=ctrl, alt=alt, shift=shift)


def press_named(name: str) -> Frame:
    """A button was pressed that stands for a key of the keymap."""
    return Page.shown.press_named(name)


def point(x: int, y: int, kind: MouseKind) -> Frame:
    """The pointer did something on a cell."""
    return Page.shown.point(x, y, kind)


def scroll(rows: int) -> Frame:
    """A finger moved a text or a list up by some rows."""
    return Page.shown.scroll(rows)


def tick() -> Frame:
    """No event came for as long as the last frame said."""
    return Page.shown.tick()


def put_away() -> None:
    """The page is hidden: save, for it may be closed at any moment."""
    Page.shown.put_away()


def read_ahead() -> bool:
    """Read a part of what a new game will need. Returns whether there may be more."""
    return Page.context.read_ahead()


def save_if_changed() -> None:
    """Save what was done since the last save: the page may be reloaded at any moment."""
    Page.shown.save_if_changed()


def run_shown() -> bytes:
    """The replay of the run on screen, if that run is over or is itself a replay. Raises `InputError`."""
    if Page.shown.run is None:
        raise InputError("no run to share here: a run can be shared from its last screen, or from a replay of it")
    return replays.bytes_of(Page.shown.run)


def open_replay(name: str, data: bytes, before_end: int | None = None, text: str | None = None) -> Frame:
    """Show a recorded run, paused some turns before its end if that is given. Raises `InputError`.

    A link may hold the `text` of its ruleset, too.
    """
    context = Page.context
    if text is not None:
        keep_linked(context, OPENED, text)
    Page.shown.put_away()
    recording = replays.read(player_files.take_replay(context, OPENED, name, bytes(data)))
    rulebook = replays.rulebook_of(recording, context.load_ruleset)
    first = partial(main_menu, context)
    replays.check_fits(recording, rulebook)
    frame = Page.shown.show(lambda: replay(context, recording, rulebook, parent=first()))
    return frame if before_end is None else Page.shown.choose(recording.length - before_end)


def own_rulesets() -> dict[str, bytes]:
    """The files of the player's own rulesets and of those that came by links, by their names."""
    files = (path for folder in Page.context.ruleset_folders for path in folder.glob("*.toml") if path.is_file())
    return {path.name: path.read_bytes() for path in files}


def take_file(name: str, data: bytes) -> str:
    """Take a file of the player's. Returns what was done. Raises `InputError`."""
    return player_files.take_file(Page.context, OPENED, name, bytes(data))


def list_files() -> str:
    """The player's files and their sizes, as JSON."""
    return player_files.listing(ROOT)


def read_file(name: str) -> bytes:
    """One of the player's files, by a name of `list_files`."""
    return (ROOT / name).read_bytes()


def read_all_files() -> bytes:
    """All of the player's files, as an archive."""
    return player_files.archive_of(ROOT)


def show_menu() -> Frame:
    """Save, and show the main menu."""
    Page.shown.put_away()
    return Page.shown.show(partial(main_menu, Page.context))


def number_of_text(name: str, text: str, low: int, high: int, what: str) -> int:
    """A whole number in a range, in ASCII digits. `name` begins the message. Raises `InputError`."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise InputError(f'{name}: found "{shortened(text)}"; {what} is a whole number from {low} to {high}')


def seed_of_text(name: str, text: str) -> int:
    """A seed, 0 to 2**63 - 1. `name` begins the message. Raises `InputError`."""
    return number_of_text(name, text, 0, MAX_SEED, "a seed")
