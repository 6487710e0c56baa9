"""What is shown while something takes long: compiling rules, playing games.

On a terminal there are bars on standard error, and figures that grow above
them. Elsewhere a line now and then tells what is compiled.
"""

from __future__ import annotations

import math
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from tqdm import tqdm

from steep.commands.shared.output import redraw, warn
from steep.core.compiled import watch_compiling
from steep.lab.simulate.games import play_on
from steep.lab.simulate.warmup import Warmup, compile_all

Told = Callable[[int, int], None]
"""Called with games and turns that were played since the last call; by any thread."""

WIDTH = 100
"""Columns that a bar takes at most."""

ROWS_OF_BARS = 3
"""Of a terminal, that are left to bars and the cursor."""

SHOWN_EVERY = 1.0
"""Seconds between two tables that grow, at least."""

SAID_EVERY = 5.0
"""Seconds between two lines about compiling, at least, where there is no terminal."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at a stream in a terminal. There may be no stream at all."""
    return stream is not None and stream.isatty()


class CompilingBar:
    """Tells which rule was compiled: as a bar on a terminal, and elsewhere as a line now and then."""

    def __init__(self) -> None:
        self._bar: tqdm[None] | None = None
        self._said = -math.inf

    def told(self, done: int, count: int, name: str) -> None:
        """Rule `done` of `count` was compiled."""
        if is_terminal(sys.stderr):
            if self._bar is None:
                self._bar = tqdm(total=count, desc="compiling", unit="rule", ncols=WIDTH, position=1, leave=False)
            self._bar.set_postfix_str(name, refresh=False)
            self._bar.update(done - self._bar.n)
            if done == count:
                self._bar.close()
        elif time.monotonic() - self._said >= SAID_EVERY:
            self._said = time.monotonic()
            warn(f"compiling {done} of {count}: {name}")

    def close(self) -> None:
        """Nothing more is compiled."""
        if self._bar is not None:
            self._bar.close()


@contextmanager
def warming_up() -> Iterator[Warmup]:
    """Compile all that playing games takes in another process, unless the cache holds it, and tell how far it is."""
    shown = CompilingBar()
    try:
        with Warmup(shown.told) as warmup:
            yield warmup
    finally:
        shown.close()


@contextmanager
def compiling(rule: Callable[..., Any]) -> Iterator[None]:
    """Tell which rules are compiled when, within this context, a rule and those it calls are not in the cache.

    Ctrl-C ends the program at once: an exception would leave the compiler in pieces, and nothing can be lost yet.
    """
    shown = CompilingBar()
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        with watch_compiling(rule, shown.told):
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        shown.close()


def compile_rules() -> None:
    """Compile all that playing games takes, or load it from the cache."""
    with compiling(play_on):
        compile_all(lambda _done, _count, _name: None)


@contextmanager
def growing_text() -> Iterator[Callable[[Callable[[], str]], None]]:
    """Shows a text on a terminal, above the bars, and each next one in its place; none is left when it ends.

    It is given what makes the text, as that is called no more than once a second. Without a terminal it does nothing.
    """
    height, last = 0, -math.inf
    on_terminal = is_terminal(sys.stdout) and is_terminal(sys.stderr)

    def write(lines: Sequence[str]) -> None:
        nonlocal height
        with tqdm.external_write_mode(file=sys.stderr):
            redraw(lines, height)
        height = len(lines)

    def show(make: Callable[[], str]) -> None:
        nonlocal last
        if on_terminal and time.monotonic() - last >= SHOWN_EVERY:
            columns, rows = shutil.get_terminal_size()
            write([line[: columns - 1] for line in make().splitlines()[: rows - ROWS_OF_BARS]])
            last = time.monotonic()

    try:
        yield show
    finally:
        if height:
            write([])


@contextmanager
def bar(games: int, what: str, done: int = 0) -> Iterator[Told]:
    """A bar over so many games, of which some are done, with their rate, turns a second, and the time that remains."""
    turns = 0
    with tqdm(total=games, initial=done, desc=what, unit=" games", disable=None, ncols=WIDTH, mininterval=0.2) as shown:

        def told(games: int, more: int) -> None:
            nonlocal turns
            turns += more
            elapsed = shown.format_dict["elapsed"] or 1e-9
            shown.set_postfix_str(f"{turns / elapsed:,.0f} turns/s", refresh=False)
            shown.update(games)

        yield told


@contextmanager
def stopped_by_interrupt(*stops: Callable[[], None]) -> Iterator[None]:
    """Within this context Ctrl-C calls `stops`, which let work end cleanly; a second Ctrl-C interrupts at once."""

    def interrupted(_signal: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        for stop in stops:
            stop()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
