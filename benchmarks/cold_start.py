"""How long the first minute on a fresh machine takes: commands on an empty cache, from start to end.

    python benchmarks/cold_start.py

Each line is a run of its own with a cache of its own. What a command leaves to
compile in the background is waited for before the next begins, and told: from
the command's start until the cache was filled.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST = 600.0
"""Seconds that compiling may take."""

MEASURE = ("-m", "steep", "measure", "tcod-2020", "--games", "100", "--bot")

RESET = "import gymnasium, steep.env; env = gymnasium.make('steep/Descent-v0'); env.reset(seed=1)"

RUNS = {
    "measure, 100 games of the diver": (*MEASURE, "diver"),
    "measure, 100 games of the explorer": (*MEASURE, "explorer"),
    "measure, 100 games of the tactician": (*MEASURE, "tactician"),
    "the environment's first reset": ("-c", RESET),
    "the environment's first reset and step": ("-c", f"{RESET}; env.step(0)"),
}
"""What is run, and what Python is given to run it."""


def main() -> None:
    """Measure and print."""
    print(f"empty cache, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, seconds")
    print(f"{'':<42}{'told after':>12}{'again':>8}{'compiled after':>16}")
    for name, words in RUNS.items():
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            told = seconds(words, folder)
            wait_for_cache(Path(folder), start)
            compiled = time.monotonic() - start
            again = seconds(words, folder)
        print(f"{name:<42}{told:>12.1f}{again:>8.1f}{compiled:>16.1f}", flush=True)


def seconds(words: tuple[str, ...], cache: str) -> float:
    """How long a command takes with its cache in a folder."""
    start = time.monotonic()
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    subprocess.run([sys.executable, *words], env=env | {"XDG_CACHE_HOME": cache}, check=True, capture_output=True)
    return time.monotonic() - start


def wait_for_cache(folder: Path, start: float) -> None:
    """Wait until something compiled is in a folder."""
    while not any(folder.rglob("*.nbc")):
        if time.monotonic() - start > MOST:
            raise TimeoutError(f"nothing was compiled within {MOST:.0f} s")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
