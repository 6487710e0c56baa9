"""Compiled rules never index out of bounds: in the engine, in the environment, and after forged states."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "support" / "play_with_bounds_checks.py"


def test_compiled_rules_never_index_out_of_bounds() -> None:
    run = subprocess.run(
        [sys.executable, PROGRAM],
        # Unoptimised, since compiling takes longer than playing. Numba then warns that it caches nothing.
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert run.stdout == "the environment\nforged states\nthe engine\n", run.stderr
