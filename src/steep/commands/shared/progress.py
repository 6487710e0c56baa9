"""Progress on standard error: in a terminal, a bar with the figures so far above it."""

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
from steep.commands.shared.output import is_terminal, warn
from steep.core.input_errors import printable
from steep.core.native.libraries import BUILDING

OnProgress = Callable[[int, int], None]
"""Called from any thread with the games and turns played since its last call."""

UPDATE_SECONDS = 1.0
"""The minimum time between two updates of the figures."""

ROWS_OF_BARS = 3
"""Terminal rows reserved for a bar and the cursor."""

MIN_SHOWN = 20
"""Games before figures are shown."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Drawing:
    """A bar with a text above it. It draws nothing without a terminal, or with --quiet."""

    def __init__(self) -> None:
        self.on = is_terminal(sys.stderr) and not output.quiet
        self.last = -math.inf
        self.bars: Any = None
        self.text: Any = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Draw within this context, and clear it at the end."""
        if not self.on:
            yield
            return
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.text import Text

        named, speed = (TextColumn(text, markup=False) for text in ("{task.description}", "games {task.fields[speed]}"))
        self.bars = Progress(named, BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn())
        self.text = Text(no_wrap=True, overflow="crop", end="")
        with Live(Group(self.text, self.bars), console=Console(file=sys.stderr), refresh_per_second=5, transient=True):
            yield

    def show(self, make: Callable[[], str]) -> None:
        """Replace the text above the bar by what `make` returns, at most once a second."""
        if self.on and is_terminal(sys.stdout) and time.monotonic() - self.last >= UPDATE_SECONDS:
            rows = shutil.get_terminal_size().lines - ROWS_OF_BARS
            self.text.plain = "".join(f"{line}\n" for line in printable(make(), keep="\n").splitlines()[:rows])
            self.last = time.monotonic()


@contextmanager
def bar(drawing: Drawing, games: int, what: str, done: int = 0) -> Iterator[OnProgress]:
    """A bar over `games` games, of which `done` are done, with games and turns per second and the time left."""
    if not drawing.on:
        yield lambda _games, _turns: None
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
    """Show the progress of a function of the lab. Pass the yielded function to it.

    Ctrl-C or SIGTERM ends it cleanly; a second one ends it at once. Raises `KeyboardInterrupt` if it has no result.

    `what` is written before the bar. With `as_text`, the figures so far are shown above it.
    """
    stops: list[Callable[[], None]] = []
    before = lab.Progress(0)
    drawing = Drawing()

    with drawing.shown(), ExitStack() as bars:
        on_progress: OnProgress | None = None

        def show_progress(now: lab.Progress) -> None:
            nonlocal before, on_progress
            if not stops or now.doing != before.doing:
                bars.close()
                stops[:] = [now.stop]
                named = now.doing or what
                on_progress = bars.enter_context(bar(drawing, now.wanted, named, now.games)) if now.wanted else None
                before = replace(now, note=before.note)
            if on_progress is not None:
                on_progress(now.games - before.games, now.turns - before.turns)
            if now.note != before.note and (now.note == BUILDING or not is_terminal(sys.stderr)):
                warn(now.note)
            if as_text is not None and now.figures is not None and now.games >= MIN_SHOWN:
                figures, text = now.figures, as_text
                drawing.show(lambda: text(figures()))
            before = now

        def interrupted(_signal: int, _frame: object) -> None:
            restore()  # a second one ends it at once
            if not stops:
                raise KeyboardInterrupt
            for each in stops:
                each()

        def restore() -> None:
            for each, handler in handlers.items():
                signal.signal(each, handler)

        handlers = {each: signal.signal(each, interrupted) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield show_progress
        except lab.Stopped as stopped:
            warn("\n".join(stopped.args) or "stopped; there is no result")
            raise KeyboardInterrupt from None
        finally:
            restore()
