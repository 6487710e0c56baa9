"""Progress on standard error while games are played: on a terminal a bar, and the figures so far above it."""

from __future__ import annotations

import math
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from steep import lab
from steep.commands.shared import output
from steep.commands.shared.output import UPDATE_SECONDS, is_terminal, warn
from steep.core.input_errors import printable
from steep.core.native.libraries import BUILDING

OnProgress = Callable[[int, int], None]
"""Called from any thread with the games and turns played since its last call."""

ROWS_OF_BARS = 3
"""Terminal rows reserved for a bar and the cursor."""

MIN_SHOWN = 20
"""Games before figures are shown."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Drawing:
    """A bar, and above it a text. It draws nothing where there is no terminal, or with --quiet."""

    def __init__(self) -> None:
        self.on = is_terminal(sys.stderr) and not output.quiet
        self.lines: list[str] = []
        self.last = -math.inf
        self.bars: Any = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Draw within this context, and remove what was drawn at its end."""
        if not self.on:
            yield
            return
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.text import Text

        console = Console(file=sys.stderr)
        named, speed = (TextColumn(text, markup=False) for text in ("{task.description}", "games {task.fields[speed]}"))
        bars = self.bars = Progress(named, BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn())

        def drawn() -> Group:
            lines = (Text(line, no_wrap=True, overflow="crop") for line in self.lines)
            return Group(*lines, bars.get_renderable())

        with Live(get_renderable=drawn, console=console, refresh_per_second=5, transient=True):
            yield

    def show(self, make: Callable[[], str]) -> None:
        """Replace the text above the bar, which `make` makes, at most once a second."""
        if self.on and is_terminal(sys.stdout) and time.monotonic() - self.last >= UPDATE_SECONDS:
            rows = shutil.get_terminal_size().lines - ROWS_OF_BARS
            self.lines = printable(make(), keep="\n").splitlines()[:rows]
            self.last = time.monotonic()


@contextmanager
def bar(drawing: Drawing, games: int, what: str, done: int = 0) -> Iterator[OnProgress]:
    """A bar over `games` games, of which `done` are done, with games and turns per second and the time left."""
    if not drawing.on:
        yield ignore
        return
    task = drawing.bars.add_task(printable(what), total=games, completed=done, speed="")
    turns, start = 0, time.monotonic()

    def on_progress(games: int, more: int) -> None:
        nonlocal turns
        turns += more
        speed = turns / max(time.monotonic() - start, 1e-9)
        drawing.bars.update(task, advance=games, speed=f"{speed:,.0f} turns/s")

    try:
        yield on_progress
    finally:
        drawing.bars.remove_task(task)


@contextmanager
def progress_of_games(
    what: str, as_text: Callable[[Any], str] | None = None
) -> Iterator[Callable[[lab.Progress], None]]:
    """Show the progress of a function of the lab, to which the yielded function is passed; Ctrl-C stops it cleanly.

    `what` is written before the bar. With `as_text`, the figures so far are shown above it.
    """
    stops: list[Callable[[], None]] = []
    before = lab.Progress(0)
    drawing = Drawing()

    with ExitStack() as stack, ExitStack() as bars:
        stack.enter_context(drawing.shown())
        on_progress: OnProgress = ignore

        def show_progress(now: lab.Progress) -> None:
            nonlocal before, on_progress
            if not stops or now.doing != before.doing:
                bars.close()
                stops[:] = [now.stop]
                named = now.doing or what
                on_progress = bars.enter_context(bar(drawing, now.wanted, named, now.games)) if now.wanted else ignore
                before = replace(now, note=before.note)
            on_progress(now.games - before.games, now.turns - before.turns)
            if now.note != before.note and (now.note == BUILDING or not is_terminal(sys.stderr)):
                warn(now.note)
            if as_text is not None and now.figures is not None and now.games >= MIN_SHOWN:
                figures, text = now.figures, as_text
                drawing.show(lambda: text(figures()))
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
