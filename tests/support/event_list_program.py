"""A small program for the terminal tests: it lists the events it receives and acts on some keys.

Its argument is a file to which it writes "closed" when it receives `Closed`.
"""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

from steep.ui.displays.terminal import TerminalPresenter
from steep.ui.drawing.canvas import Canvas
from steep.ui.main_loop import run
from steep.ui.screen import Closed, Event, Key, Screen

LAST_EVENTS = 12


class EventList(Screen):
    """Lists events. The key "q" quits, "w" quits once more input has arrived, "!" fails."""

    def __init__(self, closed_file: Path) -> None:
        self.closed_file = closed_file
        self.lines: list[str] = []

    def draw(self, canvas: Canvas) -> None:
        canvas.frame(0, 0, canvas.width, canvas.height, "Testing")
        canvas.print(2, 1, f"process {os.getpid()} of {canvas.width} x {canvas.height}")
        for row, line in enumerate(self.lines[-LAST_EVENTS:]):
            canvas.print(2, 3 + row, f"{line};")
        canvas.print(2, 20, "red", (255, 60, 60))
        canvas.print(12, 20, "dim", (84, 90, 108))
        canvas.print(22, 20, "plain")
        canvas.print(32, 20, "bright", (255, 255, 255))
        canvas.print(42, 20, "chosen", (255, 255, 255), (52, 60, 82))
        canvas.put(canvas.width - 1, canvas.height - 1, "X")

    def handle(self, event: Event) -> Screen | None:
        if event == Closed():
            self.closed_file.write_text("closed", "utf-8")
        if event == Key("!"):
            raise RuntimeError("a test failure")
        if event == Key("w"):
            select.select([sys.stdin], [], [])
        self.lines.append(event.name if isinstance(event, Key) else repr(event))
        return None if event in (Key("q"), Key("w")) else self


if __name__ == "__main__":
    run(TerminalPresenter(), EventList(Path(sys.argv[1])))
    print("goodbye")
