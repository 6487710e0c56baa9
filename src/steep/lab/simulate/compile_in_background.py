"""Builds the library of rules in another process while this one plays in plain Python.

Plain Python plays the same games, so playing starts at once and switches to compiled rules between two games.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Self

from steep.core.native.libraries import BUILDING, build_command, can_load, is_ready, load

LIBRARY = "games"


class Warmup:
    """Makes the compiled rules ready in the background. Use it as a context.

    It is ready at once if the library is there, and never if none can be built. Leaving the context lets a process that
    is building finish, so that the next command finds the library; `stop` ends it.
    """

    def __init__(self, on_building: Callable[[str], None] | None = None) -> None:
        self._on_building = on_building
        self._ready = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def ready(self) -> bool:
        """Whether games can be played compiled."""
        return self._ready.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until it is ready, at most this long; whether it is."""
        return self._ready.wait(seconds)

    def __enter__(self) -> Self:
        if is_ready(LIBRARY):
            self._ready.set()
            return self
        if not can_load(LIBRARY):
            load(LIBRARY)  # it says why the plain rules play on
            return self
        if self._on_building is not None:
            self._on_building(BUILDING)
        self._process = subprocess.Popen(  # noqa: S603
            build_command(LIBRARY),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C should reach only this process, which then ends the other.
            start_new_session=True,
        )
        threading.Thread(target=self._wait_for, args=(self._process,), name="steep-warmup", daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.stop()

    def stop(self) -> None:
        """End the other process."""
        if self._process is not None:
            self._process.kill()

    def _wait_for(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        # If it built nothing that can be kept, this process builds for itself. If that fails, too, it says why.
        if process.returncode >= 0 and load(LIBRARY, told=lambda _line: None) is not None:
            self._ready.set()
