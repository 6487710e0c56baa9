"""Runs the command in a process with limited CPU time and memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MAX_SECONDS = 10
"""CPU seconds: twice what any refusal may take, since machines differ."""

MEGABYTE = 1024 * 1024

MAX_MEMORY = 400 * MEGABYTE
"""Bytes of address space. A refusal needs less than half."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command."""

    code: int
    """Negative if a signal ended the command, as at the time limit."""
    output: str
    errors: str


def run_steep(
    *words: str, cwd: Path | None = None, env: Mapping[str, str] | None = None, memory: int = MAX_MEMORY
) -> Result:
    """Run `steep` without input. It is killed at the time limit, and cannot allocate more memory than the limit."""

    def set_limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    process = subprocess.run(
        [sys.executable, "-m", "steep", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        preexec_fn=set_limits,
        timeout=120,
    )
    return Result(process.returncode, process.stdout.decode(), process.stderr.decode())
