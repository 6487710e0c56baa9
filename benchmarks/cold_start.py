"""Measures the first minute after an installation: how long commands take with an empty cache.

    python benchmarks/cold_start.py

Each line has its own cache: seconds until the command has finished, seconds
when it is run again, and seconds from its first start until its rules were
compiled. Compiling in the background ends before the next line begins.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MAX_SECONDS = 600.0
"""For compiling."""

MEASURE = ("-m", "steep", "measure", "tcod-2020", "--games", "100", "--bot")

STEEP = ("-m", "steep", "measure", "steep", "--games", "20", "--bot", "explorer")

RESET = "import gymnasium, steep.env; env = gymnasium.make('steep/Descent-v0'); env.reset(seed=1)"

RUNS = {
    "measure, 100 games of the diver": (*MEASURE, "diver"),
    "measure, 100 games of the explorer": (*MEASURE, "explorer"),
    "measure, 100 games of the tactician": (*MEASURE, "tactician"),
    "measure, 20 games of the explorer in steep": STEEP,
    "the environment's first reset": ("-c", RESET),
    "the environment's first reset and step": ("-c", f"{RESET}; env.step(0)"),
}
"""For each line, Python's arguments."""


def main() -> None:
    """Measure and print."""
    print(f"empty cache, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, seconds")
    print(f"{'':<42}{'finished after':>16}{'again':>8}{'compiled after':>16}")
    for name, arguments in RUNS.items():
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            first = seconds(arguments, folder)
            wait_for_cache(Path(folder), start)
            compiled = time.monotonic() - start
            again = seconds(arguments, folder)
        print(f"{name:<42}{first:>16.1f}{again:>8.1f}{compiled:>16.1f}", flush=True)


def seconds(arguments: tuple[str, ...], cache: str) -> float:
    """Run Python with these arguments and a cache folder. Returns how long it took."""
    start = time.monotonic()
    env = os.environ | {"XDG_CACHE_HOME": cache}
    subprocess.run([sys.executable, *arguments], env=env, check=True, capture_output=True)
    return time.monotonic() - start


def wait_for_cache(folder: Path, start: float) -> None:
    """Wait until a folder holds a library."""
    while not any(folder.rglob("*.sum")):
        if time.monotonic() - start > MAX_SECONDS:
            raise TimeoutError(f"nothing was compiled within {MAX_SECONDS:.0f} s")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
