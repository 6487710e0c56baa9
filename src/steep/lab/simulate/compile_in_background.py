"""Compiles the rules in a background process while this one plays in plain Python.

Plain Python plays the same games, so playing starts at once and switches to compiled rules between two games. Run as a
module, this is the background process: it prints a line for each rule it compiles and ends once all are in the cache.
When several start at once, one compiles and the others wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from steep.content import load_ruleset
from steep.core.compiler.compiled import cache_folder, check_numba, may_be_cached, watch_compiling
from steep.core.compiler.one_process_at_a_time import alone
from steep.lab.simulate.play_and_record_floor_visits import play_on
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task

OnCompiled = Callable[[int, int, str], None]
"""Called from another thread with the number of rules compiled, the number of all, and the name of the last."""

RULESET = "tcod-2020"

PIPE = 1
"""The file descriptor that the background process writes to."""


class Warmup:
    """Makes the compiled rules ready in the background. Use it as a context.

    It is ready at once if the cache holds them. Leaving the context lets a process that is already compiling finish, so
    that the next command finds the cache filled; `stop` ends it.
    """

    def __init__(self, on_compiled: OnCompiled | None = None) -> None:
        self._on_compiled = on_compiled
        self._ready = threading.Event()
        self._left = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._compiles = False

    @property
    def ready(self) -> bool:
        """Whether games can be played compiled."""
        return self._ready.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until it is ready, at most this long; whether it is."""
        return self._ready.wait(seconds)

    def __enter__(self) -> Self:
        check_numba()
        if may_be_cached(play_on) and Simulator(load_ruleset(RULESET).compiled).load():
            self._ready.set()
            return self
        self._process = subprocess.Popen(
            [sys.executable, "-m", "steep.lab.simulate.compile_in_background"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            # Ctrl-C should reach only this process, which then ends the other.
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), name="steep-warmup", daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._left.set()
        if kind is not None or not self._compiles:
            self.stop()

    def stop(self) -> None:
        """End the background process."""
        self._left.set()
        if self._process is not None:
            self._process.kill()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        with process:
            for line in process.stdout or ():
                if not line.strip():
                    continue
                self._compiles = True
                done, count, name = line.split()
                if self._on_compiled is not None and not self._left.is_set():
                    self._on_compiled(int(done), int(count), name)
        if not self._left.is_set():
            # If the background process failed, compile here, which raises whatever is wrong.
            Simulator(load_ruleset(RULESET).compiled).load()
            self._ready.set()


def compile_all(on_compiled: OnCompiled) -> None:
    """Compile all rules that playing needs, or load them from the cache."""
    with watch_compiling(play_on, on_compiled):
        Simulator(load_ruleset(RULESET).compiled).play(Task("diver", 0, 1, turns=1), 0, 1, lambda _games, _turns: True)


def main() -> None:
    """Compile, and report progress on standard output.

    If the reader has closed the pipe, compiling continues, but waiting for another process to compile ends.
    """

    def write(line: str) -> None:
        os.write(PIPE, f"{line}\n".encode())

    def emit(done: int, count: int, name: str) -> None:
        with suppress(OSError):
            write(f"{done} {count} {name}")

    with alone(cache_folder() / "compiling.lock", lambda: write("")):
        compile_all(emit)


if __name__ == "__main__":
    main()
