"""The terminal presenter: draws canvases as coloured text, and reads keys and the mouse.

blessed provides the number of colours, the size and the keyboard's raw mode. The output is ECMA-48 and xterm
sequences, which today's terminals understand or ignore. Input is decoded here; `input_sequences` says why.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any, Self

from steep.ui.displays.terminal_input import decode
from steep.ui.drawing.canvas import Canvas, Color, writable
from steep.ui.drawing.palette import luma
from steep.ui.main_loop import EXIT_SIGNALS, Signals
from steep.ui.screen import Closed, Event, Key, Mouse, Resized

# Colours and glyphs for terminals of any capability.

TRUE_COLOR = 1 << 24

_BLACK, _BLUE, _WHITE, _DARK_GREY, _BRIGHT_WHITE = 0, 4, 7, 8, 15

_GREY_BELOW = 42
"""Below this difference between the strongest and weakest of red, green and blue, a colour is a grey."""

_BRIGHT_FROM = 170
"""If the strongest of red, green and blue is at least this, the colour is one of the eight bright ones."""

_MARKED_FROM, _DIM_BELOW, _BOLD_FROM = 55, 115, 215
"""Luma, 0 to 255: of backgrounds that mark something, of dim glyphs and of bold glyphs."""


def styler(colors: int, nearest: Callable[[int, int, int], int]) -> Callable[[Color, Color], str]:
    """A function that returns the escape sequence for a text colour and a background colour.

    `colors` is the number of colours the terminal shows, 0 for none. `nearest` maps red, green and blue to the number
    of the nearest of 256 colours.
    """
    if colors >= TRUE_COLOR:
        return cache(_true_color)
    if colors >= 256:
        return cache(lambda fg, bg: f"\x1b[38;5;{nearest(*fg)};48;5;{nearest(*bg)}m")
    if colors >= 8:
        return cache(_of_sixteen if colors >= 16 else _of_eight)
    return cache(_colorless)


def fallback_glyphs(encoding: str) -> Callable[[str], str] | None:
    """A function that replaces glyphs an encoding can't write; None if it can write them all."""
    try:
        "─│┌┐└┘█☼".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return cache(lambda glyph: writable(glyph, encoding))
    return None


def _true_color(fg: Color, bg: Color) -> str:
    return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*fg, *bg)


def _of_sixteen(fg: Color, bg: Color) -> str:
    front, back = _number(fg), _number(bg)
    if front == back:
        front = _contrasting(back)
    return f"\x1b[{30 + front if front < 8 else 82 + front};{40 + back if back < 8 else 92 + back}m"


def _of_eight(fg: Color, bg: Color) -> str:
    """Bright colours are bold. Dark grey is faint white as text, since bold black is black on many terminals.

    As a background, dark grey is blue.
    """
    front, back = _number(fg), _number(bg)
    back = _BLUE if back == _DARK_GREY else back % 8
    if back == (_WHITE if front == _DARK_GREY else front):
        front = _contrasting(back)
    if front == _DARK_GREY:
        return f"\x1b[0;2;{30 + _WHITE};{40 + back}m"
    return f"\x1b[0;{'1;' if front >= 8 else ''}{30 + front % 8};{40 + back}m"


def _number(color: Color) -> int:
    """The nearest of 16 colours: one bit each for red, green and blue, and one for bright."""
    strongest, weakest = max(color), min(color)
    if strongest - weakest >= _GREY_BELOW:
        middle = (strongest + weakest) // 2
        hue = sum(bit for bit, part in zip((1, 2, 4), color, strict=True) if part > middle)
        return hue + 8 if strongest >= _BRIGHT_FROM else hue
    light = luma(color)
    if light >= _BOLD_FROM:
        return _BRIGHT_WHITE
    if light >= _DIM_BELOW:
        return _WHITE
    return _DARK_GREY if light >= _MARKED_FROM else _BLACK


def _contrasting(back: int) -> int:
    """A text colour that is visible on a background of the same colour."""
    if back == _BLACK:
        return _DARK_GREY
    return _BRIGHT_WHITE if back < _WHITE or back == _DARK_GREY else _BLACK


def _colorless(fg: Color, bg: Color) -> str:
    light, ground = luma(fg), luma(bg)
    if ground >= _MARKED_FROM or ground > light:
        return "\x1b[0;7m"
    if light >= _BOLD_FROM:
        return "\x1b[0;1m"
    return "\x1b[0;2m" if light < _DIM_BELOW else "\x1b[0m"


_ENTER = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[?1003h\x1b[?1006h"
"""Alternate screen, no wrapping at the right edge, no cursor, mouse reports of all moves in decimal."""

_LEAVE = "\x1b[?1006l\x1b[?1003l\x1b[m\x1b[2J\x1b[H\x1b[?25h\x1b[?7h\x1b[?1049l"

_BLANK = "\x1b[m\x1b[2J"

_ESCAPE_DELAY = 0.05
"""Seconds after which a lone escape character is the Escape key, not the start of a sequence."""

_SEQUENCE_DELAY = 0.5
"""Seconds that an unfinished sequence may take to arrive, for slow lines."""

_QUERY_TIMEOUT = 0.1
"""Seconds to wait for the terminal's answers to queries. Later answers are dropped."""

_WINDOWS_POLL = 0.1
"""Seconds between checks of the size on Windows, where no signal reports a change."""

_KEYBOARD = 0
"""The file descriptor of standard input."""

_SIGNALS = (*EXIT_SIGNALS, "SIGTSTP", "SIGCONT", "SIGWINCH")

_Cell = tuple[str, Color, Color]


class TerminalPresenter:
    """Shows canvases in the terminal of standard input and output."""

    squares = None

    def __init__(self) -> None:
        self._terminal = _open_terminal()
        self._output = self._terminal.stream
        self._style = styler(self._terminal.number_of_colors, self._terminal.rgb_downconvert)
        self._fallback = fallback_glyphs(getattr(self._output, "encoding", None) or "ascii")
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._unread = self._terminal.flushinp()
        self._events: deque[Event] = deque()
        self._signals = Signals(_SIGNALS)
        self._shown: list[_Cell | None] = []
        self._shown_size = (0, 0)
        self._modes = contextlib.ExitStack()
        self._handlers = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Take over the terminal."""
        try:
            self._install_handlers()
            self._acquire()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the terminal, however the program ended."""
        self._restore()
        self._handlers.close()

    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        return self._terminal.width, self._terminal.height

    def show(self, canvas: Canvas) -> None:
        """Write only the cells that changed since the last frame, in one write."""
        width = canvas.width
        cells: list[_Cell | None] = list(zip(canvas.glyphs, canvas.fg, canvas.bg, strict=True))
        parts: list[str] = []
        if self._shown_size != (width, canvas.height):
            self._shown = [None] * len(cells)
            self._shown_size = (width, canvas.height)
            parts.append(_BLANK)
        cursor, style = -1, ""
        for cell, (drawn, before) in enumerate(zip(cells, self._shown, strict=True)):
            if drawn == before or drawn is None:
                continue
            if cell != cursor:
                parts.append(_cursor_to(cursor, cell, width))
            glyph, fg, bg = drawn
            wanted = self._style(fg, bg)
            if wanted != style:
                parts.append(wanted)
                style = wanted
            parts.append(self._fallback(glyph) if self._fallback else glyph)
            cursor = cell + 1 if (cell + 1) % width else -1
        self._shown = cells
        if parts:
            self._write("".join(parts))

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None after `seconds` without one."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            if event := self._next_event():
                return event
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if left == 0 and not self._unread and not self._readable(0):
                return None
            self._read(left)

    def _next_event(self) -> Event | None:
        if self._signals.exit_requested:
            return Closed()
        if "SIGTSTP" in self._signals.received:
            self._suspend()
            return Resized()
        if "SIGCONT" in self._signals.received:
            self._signals.received.discard("SIGCONT")
            self._restore()
            self._acquire()
            return Resized()
        if "SIGWINCH" in self._signals.received:
            self._signals.received.discard("SIGWINCH")
            return Resized()
        return self._events.popleft() if self._events else None

    def _read(self, seconds: float | None) -> None:
        """Wait for input and turn it into events."""
        if self._unread:
            seconds = _ESCAPE_DELAY if self._unread == "\x1b" else _SEQUENCE_DELAY
        arrived = self._readable(seconds)
        if arrived:
            self._unread += self._read_text()
        complete = not arrived and not self._signals.received
        while self._unread:
            event, length = decode(self._unread, complete)
            if not length:
                break
            self._unread = self._unread[length:]
            if event == Key("ctrl+c"):
                self._signals.received.add("SIGINT")
            elif event == Key("ctrl+z") and hasattr(signal, "SIGTSTP"):
                self._signals.received.add("SIGTSTP")
            elif event is not None:
                if self._events and _is_mouse_move(event) and _is_mouse_move(self._events[-1]):
                    self._events.pop()
                self._events.append(event)

    def _readable(self, seconds: float | None) -> bool:
        """Whether there is input within `seconds`. Returns early for a signal."""
        if sys.platform == "win32":
            before, end = self.size(), None if seconds is None else time.monotonic() + seconds
            while not self._terminal.kbhit(_WINDOWS_POLL if end is None else min(_WINDOWS_POLL, seconds or 0)):
                if self.size() != before:
                    self._signals.received.add("SIGWINCH")
                if self._signals.received or (end is not None and time.monotonic() >= end):
                    return False
            return True
        wakeup = self._wakeup.fileno()
        ready, _, _ = select.select([_KEYBOARD, wakeup], [], [], seconds)
        if wakeup in ready:
            self._wakeup.recv(4096)
        return _KEYBOARD in ready

    def _read_text(self) -> str:
        if sys.platform == "win32":
            return self._terminal.flushinp()
        try:
            data = os.read(_KEYBOARD, 4096)
        except OSError:
            data = b""
        if not data:
            self._signals.received.add("SIGHUP")
        return self._decoder.decode(data)

    def _install_handlers(self) -> None:
        """Record signals, and let them wake `_readable`."""
        self._wakeup, writer = socket.socketpair()
        for end in (self._wakeup, writer):
            end.setblocking(False)
            self._handlers.callback(end.close)
        previous = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        self._handlers.callback(signal.set_wakeup_fd, previous)
        self._handlers.enter_context(self._signals)

    def _suspend(self) -> None:
        """Restore the terminal and stop, until the shell continues the program."""
        self._signals.received.discard("SIGTSTP")
        if sys.platform == "win32" or signal.getsignal(signal.SIGTSTP) is signal.SIG_IGN:
            return
        self._restore()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(os.getpgrp(), signal.SIGTSTP)  # the whole job, as Ctrl-Z does: the program may run under make
        signal.signal(signal.SIGTSTP, handler)
        self._signals.received.discard("SIGCONT")
        self._acquire()

    def _acquire(self) -> None:
        self._modes.enter_context(self._terminal.raw())
        self._shown_size = (0, 0)
        self._write(_ENTER)

    def _restore(self) -> None:
        self._write(_LEAVE)
        with contextlib.suppress(Exception):  # the terminal may be gone
            if sys.platform != "win32":
                import termios

                termios.tcflush(_KEYBOARD, termios.TCIFLUSH)  # mouse reports must not reach the shell
            self._modes.close()

    def _write(self, text: str) -> None:
        try:
            self._output.write(text)
            self._output.flush()
        except OSError:
            self._signals.received.add("SIGHUP")


def _open_terminal() -> Any:
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", str(_QUERY_TIMEOUT))
    from blessed import Terminal

    return Terminal()


def _cursor_to(cursor: int, cell: int, width: int) -> str:
    """The shortest sequence that moves the cursor from where the last glyph left it to a cell. -1: position unknown."""
    row, column = divmod(cell, width)
    if cursor >= 0 and cursor // width == row:
        return f"\x1b[{cell - cursor}C" if cell - cursor > 1 else "\x1b[C"
    return f"\x1b[{row + 1};{column + 1}H"


def _is_mouse_move(event: Event) -> bool:
    return isinstance(event, Mouse) and event.kind == "move"
