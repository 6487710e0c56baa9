"""The browser presenter: it hands frames to a page and takes the page's events.

A page cannot be waited for, so this presenter is driven: each event gives the frame to show next. How a frame is drawn
is up to the page. It gets a game's map as cells, and everything beside the map as a description. The presenter also
gives the page's keys Steep's names, and has new messages spoken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, TypedDict

from steep.play.files.recording import Recording
from steep.play.texts.messages import Message, capitalised
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color
from steep.ui.drawing.panels import DialogBox, KeyHint, Panels
from steep.ui.drawing.widgets import EMPTY, FULL, HALF, WITHOUT_KEYS
from steep.ui.keymap import Keymap, key_of_label
from steep.ui.main_loop import Loop
from steep.ui.screen import COLUMNS, NAMED_KEYS, ROWS, Choice, Closed, Event, Key, MakeScreen, Mouse, MouseKind, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_screen_bases import Animation, GameScreen, PlayableScreen
from steep.ui.screens.game.look_and_travel_cursors import Cursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay, TurnDialog
from steep.ui.screens.menus.new_game_menu import NewGame
from steep.ui.screens.popups.list_and_question_dialogs import Dialog
from steep.ui.screens.texts.game_over_screen import GameOverScreen
from steep.ui.screens.texts.pager import Pager

# The buttons that a page offers for each kind of screen, since a phone has no keys. Their keys are the keymap's.

Button = tuple[str, str]
"""A button's text and the key that it presses."""

COMMANDS: dict[str, tuple[tuple[str, str], ...]] = {
    "play": (
        ("Explore", "explore"),
        ("Fight", "fight"),
        ("Down", "descend"),
        ("Get", "pick_up"),
        ("Items", "inventory"),
        ("Rest", "rest"),
        ("Wait", "wait"),
        ("Look", "look"),
        ("Throw", "throw"),
        ("Drop", "drop"),
        ("Hero", "character"),
        ("Log", "messages"),
        ("Help", "help"),
        ("Menu", "menu"),
    ),
    "replay": (
        ("Pause", "pause"),
        ("Back", "back"),
        ("Step", "step"),
        ("Rewind", "rewind"),
        ("Floor -", "previous_floor"),
        ("Floor +", "next_floor"),
        ("Slower", "slower"),
        ("Faster", "faster"),
        ("Start", "beginning"),
        ("End", "end"),
        ("Jump", "jump"),
        ("Leave", "quit"),
    ),
    "target": (("Choose", "confirm"), ("Next", "next"), ("Read", "read"), ("Cancel", "cancel")),
    "list": (("Up", "page_up"), ("Down", "page_down"), ("Back", "back")),
    "menu": (
        ("Up", "up"),
        ("Down", "down"),
        ("Left", "left"),
        ("Right", "right"),
        ("Choose", "select"),
        ("Back", "back"),
    ),
}
"""The commands of each context that have buttons."""


NAMES = {context: {command: text for text, command in pairs} for context, pairs in COMMANDS.items()}
"""The text of each command's button, by context."""

DIGITS: tuple[Button, ...] = (*((digit, digit) for digit in "1234567890"), ("Delete", "backspace"))


def context_of(screen: Screen | None) -> str:
    """The context of the keymap that a screen takes its keys from."""
    if isinstance(screen, Replay):
        return "replay"
    if isinstance(screen, (PlayableScreen, GameScreen)):
        return "play"
    if isinstance(screen, Cursor):
        return "target"
    return "list" if isinstance(screen, Pager) else "menu"


def buttons_of(screen: Screen | None, keymap: Keymap, hints: Iterable[KeyHint] = ()) -> list[Button]:
    """The buttons for a screen, without those of commands that have no key.

    Buttons for other keys that it names follow. If it asks for a number, the digits come first.
    """
    context = context_of(screen)
    now = {"pause": capitalised(screen.pause_does)} if isinstance(screen, Replay) else {}
    pairs = ((now.get(command, text), keymap.keys(context, command)) for text, command in COMMANDS[context])
    buttons = [(text, keys[0]) for text, keys in pairs if keys]
    pressed = {key for _, key in buttons}
    named = ((capitalised(does), key_of_label(label)) for label, does in hints if does)
    others = [(text, key) for text, key in named if key is not None and key not in pressed]
    return [*(DIGITS if isinstance(screen, (NewGame, TurnDialog)) else ()), *buttons, *others]


Hint = tuple[str, str, str | None]
"""A key as it is shown, what it does, and the key's name; None if it is no key."""


def hints_of(hints: Iterable[KeyHint], *, for_fingers: bool) -> list[Hint]:
    """Key hints for a page, without commands that have no key. A hint for two keys becomes two, the text in the second.

    For fingers, hints for keys that swipes and buttons replace are left out, and no key is named.
    """
    found: list[Hint] = []
    for label, does in hints:
        first, slash, second = label.partition("/") if len(label) > 1 else (label, "", "")
        instead = WITHOUT_KEYS.get(label)
        if not label or (for_fingers and (slash or instead == "")):
            continue
        if for_fingers:
            found.append((instead or "", does, None if instead else key_of_label(label)))
        elif slash:
            found += [(first, "", key_of_label(first)), (second, does, key_of_label(second))]
        else:
            found.append((label, does, key_of_label(label)))
    return found


def plain(value: Any, color: Callable[[Color], Color]) -> Any:
    """A description as lists and dicts, with colours that `color` has changed."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name), color) for each in fields(value)}
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, int) for part in value):
        return color((value[0], value[1], value[2]))
    return [plain(each, color) for each in value] if isinstance(value, list | tuple) else value


_RECENT = 30
"""Messages of the log that are looked at for new ones."""

_DRAWN = dict.fromkeys(map(ord, f"─│┌┐└┘▀>{FULL}{HALF}{EMPTY}"), " ")
"""Glyphs of frames, bars and marks, which are not spoken."""


class SpokenText:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        self._screen: Screen | None = None
        self._messages: list[Message] = []
        self._note = ""
        self._rows: list[str] = []
        self._selected = ""

    def of_dialog(self, screen: Screen | None, box: DialogBox) -> list[str]:
        """Sentences and rows to be said of a list that was described: all of it if it is new, else what is selected."""
        rows = [" ".join(filter(None, (row.key, row.text, row.whole_detail))) for row in box.rows]
        selected = rows[box.selected] if rows else ""
        new = screen is not self._screen
        said = [text for text in (box.title, box.prompt, *rows) if text and text != selected] if new else []
        said += [selected] if selected and (new or selected != self._selected) else []
        self._screen, self._selected = screen, selected
        return said

    def of(self, screen: Screen | None, canvas: Canvas) -> list[str]:
        """Sentences and rows to be said of the frame that was just drawn."""
        if isinstance(screen, GameScreen):
            said = self._of_game(screen)
            self._rows, self._selected = [], ""
        else:
            said = self._of_list_or_text(canvas, new=screen is not self._screen)
        self._screen = screen
        return said

    def _of_game(self, screen: GameScreen) -> list[str]:
        recent = screen.session.log.entries[-_RECENT:]
        said = [message.line for message in recent if message not in self._messages]
        self._messages = recent
        note = getattr(screen, "note", "")
        if note and note != self._note:
            said.append(note)
        self._note = note
        return said

    def _of_list_or_text(self, canvas: Canvas, *, new: bool) -> list[str]:
        rows = _rows_on(canvas, {palette.PANEL, palette.SELECTED})
        selected = " ".join(_rows_on(canvas, {palette.SELECTED}))
        said = [row for row in rows if new or row not in self._rows]
        if selected and selected != self._selected:
            said = [row for row in said if row != selected] if new else []
            said.append(selected)
        self._rows, self._selected = rows, selected
        return said


def _rows_on(canvas: Canvas, backgrounds: set[tuple[int, int, int]]) -> list[str]:
    """The texts on some backgrounds, a row each."""
    rows = []
    for start in range(0, len(canvas.glyphs), canvas.width):
        cells = range(start, start + canvas.width)
        if backgrounds.isdisjoint(canvas.bg[start : start + canvas.width]):
            continue
        text = "".join(canvas.glyphs[cell] if canvas.bg[cell] in backgrounds else " " for cell in cells)
        words = " ".join(text.translate(_DRAWN).split())
        if words:
            rows.append(words)
    return rows


_RENAMED = {
    " ": "space",
    "ArrowUp": "up",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "PageUp": "page_up",
    "PageDown": "page_down",
}
"""Values of `key` that are not the name of a key in lower case."""

_KEYPAD = re.compile(r"Numpad(\d|Enter|Decimal)")


def key_name(key: str, code: str, *, ctrl: bool = False, alt: bool = False, shift: bool = False) -> str | None:
    """The name of a key from `key` and `code` of a keyboard event; None for a key without one, such as a dead key.

    `alt` is not to be given for AltGr, which types a character of its own.
    """
    modifiers = f"{'ctrl+' if ctrl else ''}{'alt+' if alt else ''}"
    if keypad := _KEYPAD.fullmatch(code):
        name = f"kp_{keypad[1].lower()}".replace("decimal", "period")
    else:
        name = _RENAMED.get(key, key.lower())
    if name in NAMED_KEYS:
        return f"{modifiers}{'shift+' if shift else ''}{name}"
    if len(key) == 1 and key.isprintable():
        return f"{modifiers}{key.lower() if ctrl else key}"
    return None


Swipe = Literal["run", "step", "scroll"]
"""A swipe runs in its direction, presses an arrow, or scrolls a text or a list by as many rows as the finger moves."""


class Frame(TypedDict):
    """What the page shows."""

    width: int
    """Columns."""
    height: int
    """Rows."""
    glyphs: str
    """A character per cell, row by row."""
    fg: bytes
    """Text colours: three bytes per cell, red, green and blue."""
    bg: bytes
    """Background colours, as `fg`."""
    seconds: float | None
    """When to ask for the next frame if no event comes before; None for not at all."""
    said: list[str]
    """What a screen reader says of it."""
    buttons: list[Button]
    """The buttons to offer."""
    swipe: Swipe
    """What a swipe does."""
    shares: bool
    """Whether it shows a run that is over, or a replay, which `BrowserPresenter.run` returns."""
    panels: Panels | None
    """What stands beside a game's map, as plain data; None where cells are all."""
    hints: list[Hint]
    """Keys and what they do, where `panels` are shown."""
    zooms: list[str]
    """Keys that the page may zoom its map with: those that no command of a game has."""


SMALLEST = (48, 24)
"""The smallest canvas of a page, in columns and rows: that of a phone held upright."""


ZOOM_KEYS = ("+", "=", "-")
"""Closer, closer, farther."""

MOST_ROWS = 200
"""Rows scrolled at once."""


class BrowserPresenter:
    """Shows screens one frame at a time. When the player quits, `first` makes the screen to start again from."""

    def __init__(self, screen: MakeScreen, first: MakeScreen, context: Context) -> None:
        self._first = first
        self._context = context
        self._size = (COLUMNS, ROWS)
        self._map_size: tuple[int, int] | None = None
        self._spoken = SpokenText()
        self.show(screen)

    def show(self, screen: MakeScreen) -> Frame:
        """Go to another screen."""
        self._loop = Loop(screen(), self._context.recolor, SMALLEST, for_fingers=bool(self._context.buttons))
        return self.frame()

    def resize(self, width: int, height: int, map_size: tuple[int, int] | None = None) -> Frame:
        """Change the size of the canvas, in columns and rows.

        `map_size` is its size where it holds a game's map alone, and what stands beside that is described; without one,
        it holds everything.
        """
        self._size = (max(1, width), max(1, height))
        self._map_size = map_size and (max(1, map_size[0]), max(1, map_size[1]))
        return self.frame()

    def choose(self, row: int) -> Frame:
        """A row of a list was clicked, or an action of a replay."""
        return self._take(Choice(max(0, row)))

    def press(self, key: str, code: str, *, ctrl: bool, alt: bool, shift: bool) -> Frame:
        """A key was pressed: `key` and `code` as in a keyboard event."""
        name = key_name(key, code, ctrl=ctrl, alt=alt, shift=shift)
        return self.frame() if name is None else self._take(Key(name))

    def press_named(self, name: str) -> Frame:
        """A button was pressed that stands for a key of the keymap."""
        return self._take(Key(name))

    def point(self, x: int, y: int, kind: MouseKind) -> Frame:
        """The pointer moved to, clicked or scrolled over a cell of the canvas."""
        return self._take(Mouse(x, y, kind))

    def scroll(self, rows: int) -> Frame:
        """A finger moved a text or a list up by some rows; negative: down."""
        keys = self._context.keymap.keys("list", "down" if rows > 0 else "up")
        wheel: MouseKind = "wheel_down" if rows > 0 else "wheel_up"
        for _ in range(min(abs(rows), MOST_ROWS)):
            if _swipe(self._loop.screen) == "scroll":
                is_text = isinstance(self._loop.screen, Pager) and keys
                self._loop.take(Key(keys[0]) if is_text else Mouse(0, 0, wheel))
        return self.frame()

    def tick(self) -> Frame:
        """No event came for as long as the last frame said."""
        return self._take(None)

    def put_away(self) -> None:
        """The page is hidden, and may be closed at any moment: the screen saves, and goes on if it is shown again."""
        if self._loop.screen is not None:
            self._loop.screen.handle(Closed())

    def save_if_changed(self) -> None:
        """Save the game that is shown, unless the last save is up to date."""
        screen = self._loop.screen
        if isinstance(screen, Animation):
            screen = screen.game
        if isinstance(screen, Play):
            screen.run.save_if_changed()

    @property
    def run(self) -> Recording | None:
        """The run that is shown, if it is over or a replay."""
        screen = self._loop.screen
        while isinstance(screen, Dialog):
            screen = screen.parent
        if isinstance(screen, GameOverScreen) and not screen.session.wizard:
            return screen.session.recording
        return screen.playback.recording if isinstance(screen, Replay) else None

    def frame(self) -> Frame:
        """The screen as it is now."""
        screen = self._loop.screen
        described = self._map_size is not None and screen is not None and screen.shows_map
        panels = Panels() if described else None
        canvas = self._loop.draw(*((self._map_size if described else None) or self._size), panels)
        if panels is None:
            hints: Sequence[KeyHint] = [(link.label, link.does) for link in canvas.links]
        else:
            hints = panels.dialog.hints if panels.dialog else panels.hints
        if isinstance(screen, Animation):
            screen = screen.game
        return Frame(
            width=canvas.width,
            height=canvas.height,
            glyphs="".join(canvas.glyphs),
            fg=b"".join(map(_rgb, canvas.fg)),
            bg=b"".join(map(_rgb, canvas.bg)),
            seconds=self._loop.seconds,
            said=self._said(screen, canvas),
            buttons=buttons_of(screen, self._context.keymap, hints),
            swipe=_swipe(screen),
            shares=self.run is not None,
            panels=None if panels is None else self._plain(panels),
            hints=hints_of(hints, for_fingers=bool(self._context.buttons)) if panels else [],
            zooms=self._zooms() if panels else [],
        )

    def _said(self, screen: Screen | None, canvas: Canvas) -> list[str]:
        if canvas.panels is not None and canvas.panels.dialog is not None:
            return self._spoken.of_dialog(screen, canvas.panels.dialog)
        return self._spoken.of(screen, canvas)

    def _plain(self, panels: Panels) -> Any:
        return plain(panels, palette.recolored if self._context.settings.color_blind else lambda color: color)

    def _zooms(self) -> list[str]:
        playing = isinstance(self._loop.screen, PlayableScreen)
        return [key for key in ZOOM_KEYS if playing and self._context.keymap.command("play", key) is None]

    def _take(self, event: Event | None) -> Frame:
        self._loop.take(event)
        if self._loop.screen is None:
            return self.show(self._first)
        return self.frame()


def _swipe(screen: Screen | None) -> Swipe:
    if isinstance(screen, PlayableScreen):
        return "run"
    return "step" if isinstance(screen, (GameScreen, Cursor)) else "scroll"


@lru_cache(maxsize=4096)
def _rgb(color: Color) -> bytes:
    return bytes(color)
