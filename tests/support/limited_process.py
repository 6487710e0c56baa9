"""Runs the command as people do, in a process with a bound on its time and its memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS = 10
"""Of a processor: twice what any refusal may take, as machines differ."""

MEGABYTE = 1024 * 1024

MOST_MEMORY = 400 * MEGABYTE
"""Of address space, of which a refusal fills less than half."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a command."""

    code: int
    """Negative when a signal ended it, as that for too much time does."""
    output: str
    errors: str


def run_steep(
    *words: str, cwd: Path | None = None, env: Mapping[str, str] | None = None, memory: int = MOST_MEMORY
) -> Ran:
    """Run `steep` with no input. It is killed when it takes too long, and gets no more memory than it may have."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    ran = subprocess.run(
        [sys.executable, "-m", "steep", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        preexec_fn=bound,
        timeout=120,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())
