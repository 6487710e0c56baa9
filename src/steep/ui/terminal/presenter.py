"""The presenter for terminals: shows canvases as text in colours, and reads keys and the mouse.

How many colours and cells a terminal has and how its keyboard is read raw, it leaves to blessed. What it
writes are the sequences of ECMA-48 and xterm, which the terminals of today understand or ignore.
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
from typing import Any, Self

from steep.ui.canvas import Canvas, Color
from steep.ui.events import Closed, Event, Key, Mouse, Resized
from steep.ui.terminal.sequences import decode
from steep.ui.terminal.sgr import fallback_glyphs, styler
from steep.ui.terminal.signals import ENDINGS, Signals

_TAKE = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[?1003h\x1b[?1006h"
"""The other screen, no wrapping at the right edge, no cursor; reports of the mouse's moves, in decimal numbers."""

_GIVE_BACK = "\x1b[?1006l\x1b[?1003l\x1b[m\x1b[2J\x1b[H\x1b[?25h\x1b[?7h\x1b[?1049l"

_BLANK = "\x1b[m\x1b[2J"

_ESCAPE_DELAY = 0.05
"""Seconds after which an escape character is the key, and not the start of a sequence."""

_SEQUENCE_DELAY = 0.5
"""Seconds that a sequence that has begun may take to arrive, over a slow line."""

_QUERY_TIMEOUT = 0.1
"""Seconds that the terminal has to tell what it can do. What it tells later is swallowed."""

_WINDOWS_POLL = 0.1
"""Seconds between looks at the size where no signal tells of a change."""

_KEYBOARD = 0
"""The file descriptor of standard input."""

_SIGNALS = (*ENDINGS, "SIGTSTP", "SIGCONT", "SIGWINCH")

_Cell = tuple[str, Color, Color]


class TerminalPresenter:
    """Shows canvases in the terminal of standard input and output."""

    def __init__(self) -> None:
        self._terminal = _ask_terminal()
        self._output = self._terminal.stream
        self._style = styler(self._terminal.number_of_colors, self._terminal.rgb_downconvert)
        self._fallback = fallback_glyphs(getattr(self._output, "encoding", None) or "ascii")
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._unread = self._terminal.flushinp()
        self._events: deque[Event] = deque()
        self._signals = Signals(_SIGNALS)
        self._shown: list[_Cell | None] = []
        self._shown_size = (0, 0)
        self._taken = contextlib.ExitStack()
        self._listening = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Take the terminal over."""
        try:
            self._listen()
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Give the terminal back as it was, whatever ended the program."""
        self._give_back()
        self._listening.close()

    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal."""
        return self._terminal.width, self._terminal.height

    def show(self, canvas: Canvas) -> None:
        """Write what differs from the frame before, in one go."""
        width = canvas.width
        cells: list[_Cell | None] = list(zip(canvas.glyphs, canvas.fg, canvas.bg, strict=True))
        parts: list[str] = []
        if self._shown_size != (width, canvas.height):
            self._shown = [None] * len(cells)
            self._shown_size = (width, canvas.height)
            parts.append(_BLANK)
        pen, style = -1, ""
        for cell, (drawn, before) in enumerate(zip(cells, self._shown, strict=True)):
            if drawn == before or drawn is None:
                continue
            if cell != pen:
                parts.append(_move(pen, cell, width))
            glyph, fg, bg = drawn
            wanted = self._style(fg, bg)
            if wanted != style:
                parts.append(wanted)
                style = wanted
            parts.append(self._fallback(glyph) if self._fallback else glyph)
            pen = cell + 1 if (cell + 1) % width else -1
        self._shown = cells
        if parts:
            self._write("".join(parts))

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None when the time has run out."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            if event := self._next_event():
                return event
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if left == 0 and not self._unread and not self._readable(0):
                return None
            self._read(left)

    def _next_event(self) -> Event | None:
        if self._signals.ending:
            return Closed()
        if "SIGTSTP" in self._signals.noted:
            self._suspend()
            return Resized()
        if "SIGCONT" in self._signals.noted:
            self._signals.noted.discard("SIGCONT")
            self._give_back()
            self._take()
            return Resized()
        if "SIGWINCH" in self._signals.noted:
            self._signals.noted.discard("SIGWINCH")
            return Resized()
        return self._events.popleft() if self._events else None

    def _read(self, seconds: float | None) -> None:
        """Wait for what the terminal sends, and make events of it."""
        if self._unread:
            seconds = _ESCAPE_DELAY if self._unread == "\x1b" else _SEQUENCE_DELAY
        arrived = self._readable(seconds)
        if arrived:
            self._unread += self._received()
        complete = not arrived and not self._signals.noted
        while self._unread:
            event, length = decode(self._unread, complete)
            if not length:
                break
            self._unread = self._unread[length:]
            if event == Key("ctrl+c"):
                self._signals.noted.add("SIGINT")
            elif event == Key("ctrl+z") and hasattr(signal, "SIGTSTP"):
                self._signals.noted.add("SIGTSTP")
            elif event is not None:
                if self._events and _is_move(event) and _is_move(self._events[-1]):
                    self._events.pop()
                self._events.append(event)

    def _readable(self, seconds: float | None) -> bool:
        """Whether the terminal has sent something; returns early for a signal."""
        if sys.platform == "win32":
            before, end = self.size(), None if seconds is None else time.monotonic() + seconds
            while not self._terminal.kbhit(_WINDOWS_POLL if end is None else min(_WINDOWS_POLL, seconds or 0)):
                if self.size() != before:
                    self._signals.noted.add("SIGWINCH")
                if self._signals.noted or (end is not None and time.monotonic() >= end):
                    return False
            return True
        alarm = self._alarm.fileno()
        ready, _, _ = select.select([_KEYBOARD, alarm], [], [], seconds)
        if alarm in ready:
            self._alarm.recv(4096)
        return _KEYBOARD in ready

    def _received(self) -> str:
        if sys.platform == "win32":
            return self._terminal.flushinp()
        try:
            received = os.read(_KEYBOARD, 4096)
        except OSError:
            received = b""
        if not received:
            self._signals.noted.add("SIGHUP")
        return self._decoder.decode(received)

    def _listen(self) -> None:
        """Have signals noted, and `_readable` woken by them."""
        self._alarm, far_end = socket.socketpair()
        for end in (self._alarm, far_end):
            end.setblocking(False)
            self._listening.callback(end.close)
        before = signal.set_wakeup_fd(far_end.fileno(), warn_on_full_buffer=False)
        self._listening.callback(signal.set_wakeup_fd, before)
        self._listening.enter_context(self._signals)

    def _suspend(self) -> None:
        """Stop, with the terminal as the shell knows it, until the shell has the program go on."""
        self._signals.noted.discard("SIGTSTP")
        if sys.platform == "win32" or signal.getsignal(signal.SIGTSTP) is signal.SIG_IGN:
            return
        self._give_back()
        noting = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(os.getpgrp(), signal.SIGTSTP)  # the whole job, as the terminal itself would: make is waiting for us
        signal.signal(signal.SIGTSTP, noting)
        self._signals.noted.discard("SIGCONT")
        self._take()

    def _take(self) -> None:
        self._taken.enter_context(self._terminal.raw())
        self._shown_size = (0, 0)
        self._write(_TAKE)

    def _give_back(self) -> None:
        self._write(_GIVE_BACK)
        with contextlib.suppress(Exception):  # a terminal that has gone away cannot be given back
            if sys.platform != "win32":
                import termios

                termios.tcflush(_KEYBOARD, termios.TCIFLUSH)  # reports of the mouse are not for the shell
            self._taken.close()

    def _write(self, text: str) -> None:
        try:
            self._output.write(text)
            self._output.flush()
        except OSError:
            self._signals.noted.add("SIGHUP")


def _ask_terminal() -> Any:
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", str(_QUERY_TIMEOUT))
    from blessed import Terminal

    return Terminal()


def _move(pen: int, cell: int, width: int) -> str:
    """The shortest way from where the last glyph has left the cursor to a cell."""
    row, column = divmod(cell, width)
    if pen >= 0 and pen // width == row:
        return f"\x1b[{cell - pen}C" if cell - pen > 1 else "\x1b[C"
    return f"\x1b[{row + 1};{column + 1}H"


def _is_move(event: Event) -> bool:
    return isinstance(event, Mouse) and event.kind == "move"
