"""Compiles what plays games in another process, while this one plays in plain Python.

Plain Python plays the same games, so whoever plays need not wait for the
compiler: they begin plain and go on compiled, from one game to the next. Run
as a module it is that other process. It tells line by line what it compiles,
and ends once the cache holds it. Where several begin at once, one compiles and
the others wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from steep.content import load_ruleset
from steep.core.compiled import cache_folder, check_numba, may_be_cached, watch_compiling
from steep.lab.simulate.games import play_on
from steep.lab.simulate.simulator import Simulator
from steep.lab.simulate.task import Task

Told = Callable[[int, int, str], None]
"""Told how many rules are compiled, of how many, and the name of the last; by another thread."""

SLICE_SECONDS = 0.2
"""Seconds between two looks at whether another process has compiled."""

RULESET = "tcod-2020"

PIPE = 1
"""The descriptor that the other process writes to."""


class Warmup:
    """What plays games, made ready in the background. Use it as a context.

    Where the cache holds it, it is ready at once. On leaving, the other process is left to itself once it compiles, so
    that the next command finds the cache filled; `stop` ends it.
    """

    def __init__(self, told: Told | None = None) -> None:
        self._told = told
        self._ready = threading.Event()
        self._left = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._compiles = False

    @property
    def ready(self) -> bool:
        """Whether games can be played compiled."""
        return self._ready.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until it is ready, for so long at most; whether it is."""
        return self._ready.wait(seconds)

    def __enter__(self) -> Self:
        check_numba()
        if may_be_cached(play_on) and Simulator(load_ruleset(RULESET).compiled).load():
            self._ready.set()
            return self
        self._process = subprocess.Popen(
            [sys.executable, "-m", "steep.lab.simulate.warmup"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            # Ctrl-C is for this process, which then ends the other.
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), name="steep-warmup", daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._left.set()
        if kind is not None or not self._compiles:
            self.stop()

    def stop(self) -> None:
        """End the other process."""
        self._left.set()
        if self._process is not None:
            self._process.kill()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        with process:
            for line in process.stdout or ():
                if not line.strip():
                    continue
                self._compiles = True
                done, all_of_them, name = line.split()
                if self._told is not None and not self._left.is_set():
                    self._told(int(done), int(all_of_them), name)
        if not self._left.is_set():
            # Where the other process failed, whoever plays compiles for themselves, and learns what is wrong.
            Simulator(load_ruleset(RULESET).compiled).load()
            self._ready.set()


def compile_all(told: Told) -> None:
    """Compile all that playing games takes, or load it from the cache."""
    with watch_compiling(play_on, told):
        Simulator(load_ruleset(RULESET).compiled).play(Task("diver", 0, 1, turns=1), 0, 1, lambda _games, _turns: True)


@contextmanager
def alone(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Wait for others that are within this context, where the system knows locks. `waiting` is called meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                waiting()
                time.sleep(SLICE_SECONDS)
        yield


def main() -> None:
    """Compile, and tell it to who listens at the other end of a pipe.

    Where nobody listens any more, compiling goes on; waiting for another process that compiles does not.
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
