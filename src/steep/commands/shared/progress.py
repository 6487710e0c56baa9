"""Progress on standard error while rules are compiled and games are played.

On a terminal there are bars, and a live table above them. Elsewhere an occasional line says what is being compiled.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from tqdm import tqdm

from steep.commands.shared.output import UPDATE_SECONDS, is_terminal, redraw, warn
from steep.core.compiler.compiled import watch_compiling
from steep.lab import Progress
from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.simulate.compile_in_background import Warmup, compile_all
from steep.lab.simulate.play_and_record_floor_visits import play_on

OnProgress = Callable[[int, int], None]
"""Called from any thread with the games and turns played since its last call."""

WIDTH = 100
"""The maximum width of a bar, in columns."""

ROWS_OF_BARS = 3
"""Terminal rows reserved for bars and the cursor."""

MIN_SHOWN = 20
"""Games before a live table is shown."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

LINE_SECONDS = 5.0
"""The minimum time between two lines about compiling where there is no terminal."""


class CompilingBar:
    """Shows which rule was compiled: a bar on a terminal, an occasional line elsewhere."""

    def __init__(self) -> None:
        self._bar: tqdm[None] | None = None
        self._last_line = -math.inf

    def update(self, done: int, count: int, name: str) -> None:
        """Rule `done` of `count` was compiled."""
        if is_terminal(sys.stderr):
            if self._bar is None:
                self._bar = tqdm(total=count, desc="compiling", unit="rule", ncols=WIDTH, position=1, leave=False)
            self._bar.set_postfix_str(name, refresh=False)
            self._bar.update(done - self._bar.n)
            if done == count:
                self._bar.close()
        elif time.monotonic() - self._last_line >= LINE_SECONDS:
            self._last_line = time.monotonic()
            warn(f"compiling {done} of {count}: {name}")

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()


def end_at_once(_signal: int, _frame: object) -> None:
    """On Ctrl-C: end the program without any exception."""
    os._exit(INTERRUPTED)


@contextmanager
def warming_up() -> Iterator[Warmup]:
    """Compile the rules in a background process, unless the cache holds them, and show its progress."""
    shown = CompilingBar()
    try:
        with Warmup(shown.update) as warmup:
            yield warmup
    finally:
        shown.close()


@contextmanager
def compiling(rule: Callable[..., Any]) -> Iterator[None]:
    """Show progress when, within this context, a rule and those it calls must be compiled.

    Ctrl-C ends the program at once: an exception would leave the compiler in a broken state, and no work is lost yet.
    """
    shown = CompilingBar()
    before = signal.signal(signal.SIGINT, end_at_once)
    try:
        with watch_compiling(rule, shown.update):
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        shown.close()


@contextmanager
def compiling_here() -> Iterator[Callable[[Progress], None]]:
    """Show how far the lab is with compiling in this process; pass the yielded function to one of its functions.

    Ctrl-C ends the program at once, as in `compiling`.
    """
    shown = CompilingBar()
    before = signal.signal(signal.SIGINT, end_at_once)

    def show_progress(now: Progress) -> None:
        if now.rules:
            shown.update(now.compiled, now.rules, now.rule)

    try:
        yield show_progress
    finally:
        signal.signal(signal.SIGINT, before)
        shown.close()


def compile_rules() -> None:
    """Compile all rules that playing needs, or load them from the cache."""
    with compiling(play_on):
        compile_all(lambda _done, _count, _name: None)


@contextmanager
def live_text() -> Iterator[Callable[[Callable[[], str]], None]]:
    """Show a text on a terminal above the bars, and replace it with each next one. It is removed at the end.

    The yielded function takes a function that makes the text, which is called at most once a second. Without a
    terminal it does nothing.
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
        if on_terminal and time.monotonic() - last >= UPDATE_SECONDS:
            columns, rows = shutil.get_terminal_size()
            write([line[: columns - 1] for line in make().splitlines()[: rows - ROWS_OF_BARS]])
            last = time.monotonic()

    try:
        yield show
    finally:
        if height:
            write([])


@contextmanager
def bar(games: int, what: str, done: int = 0) -> Iterator[OnProgress]:
    """A progress bar over `games` games, of which `done` are done, with games and turns per second and time left."""
    turns = 0
    with tqdm(total=games, initial=done, desc=what, unit=" games", disable=None, ncols=WIDTH, mininterval=0.2) as shown:

        def on_progress(games: int, more: int) -> None:
            nonlocal turns
            turns += more
            elapsed = shown.format_dict["elapsed"] or 1e-9
            shown.set_postfix_str(f"{turns / elapsed:,.0f} turns/s", refresh=False)
            shown.update(games)

        yield on_progress


@contextmanager
def progress_of_games(
    what: str, as_text: Callable[[Sequence[BotFigures]], str] | None = None
) -> Iterator[Callable[[Progress], None]]:
    """Show the progress of a function of the lab, to which the yielded function is passed; Ctrl-C stops it cleanly.

    `what` is written before the bar. With `as_text`, the figures so far are shown above it.
    """
    compiled = CompilingBar()
    stops: list[Callable[[], None]] = []
    before = Progress(0)

    with ExitStack() as stack, ExitStack() as bars:
        show = stack.enter_context(live_text())
        stack.callback(compiled.close)
        on_progress: OnProgress = ignore

        def show_progress(now: Progress) -> None:
            nonlocal before, on_progress
            if not stops or now.doing != before.doing:
                bars.close()
                stops[:] = [now.stop]
                on_progress = (
                    bars.enter_context(bar(now.wanted, now.doing or what, now.games)) if now.wanted else ignore
                )
                before = replace(now, rules=before.rules, compiled=before.compiled, note=before.note)
            on_progress(now.games - before.games, now.turns - before.turns)
            if now.compiled != before.compiled:
                compiled.update(now.compiled, now.rules, now.rule)
            if now.note != before.note and not is_terminal(sys.stderr):
                warn(now.note)
            if as_text is not None and now.figures is not None and now.games >= MIN_SHOWN:
                figures, text = now.figures, as_text
                show(lambda: text(figures()))
            before = now

        def stop() -> None:
            if not stops:
                raise KeyboardInterrupt
            for each in stops:
                each()

        with stopped_by_interrupt(stop):
            yield show_progress


def ignore(_games: int, _turns: int) -> None:
    """Show nothing of games that were played."""


@contextmanager
def stopped_by_interrupt(*stops: Callable[[], None]) -> Iterator[None]:
    """Within this context Ctrl-C or SIGTERM calls `stops`, which let work end cleanly; a second one ends it at once."""

    def interrupted(_signal: int, _frame: object) -> None:
        restore()
        for stop in stops:
            stop()

    def restore() -> None:
        for each, handler in before.items():
            signal.signal(each, handler)

    before = {each: signal.signal(each, interrupted) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        restore()
