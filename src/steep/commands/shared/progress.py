"""Progress on standard error while games are played: on a terminal bars, and a live table above them."""

from __future__ import annotations

import math
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from tqdm import tqdm

from steep.commands.shared.output import UPDATE_SECONDS, is_terminal, redraw, warn
from steep.core.native.libraries import BUILDING
from steep.lab import Progress
from steep.lab.figures.figures_with_intervals import BotFigures

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
    stops: list[Callable[[], None]] = []
    before = Progress(0)

    with ExitStack() as stack, ExitStack() as bars:
        show = stack.enter_context(live_text())
        on_progress: OnProgress = ignore

        def show_progress(now: Progress) -> None:
            nonlocal before, on_progress
            if not stops or now.doing != before.doing:
                bars.close()
                stops[:] = [now.stop]
                on_progress = (
                    bars.enter_context(bar(now.wanted, now.doing or what, now.games)) if now.wanted else ignore
                )
                before = replace(now, note=before.note)
            on_progress(now.games - before.games, now.turns - before.turns)
            if now.note != before.note and (now.note == BUILDING or not is_terminal(sys.stderr)):
                with tqdm.external_write_mode(file=sys.stderr):
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
