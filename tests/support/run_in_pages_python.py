"""Runs a script by the Python of the built pages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "web"


def run_in_pages_python(script: str, folder: Path) -> str:
    """What a script prints, for which `folder` is /files. Skips the test without Node or the built pages."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node (https://nodejs.org) on the PATH")
    if not (BUILT / "lab.zip").exists():
        pytest.skip(f"the pages are not built ({BUILT / 'lab.zip'} is missing); make web builds them")
    path = folder / "script.py"
    path.write_text(script, "utf-8")
    command = [node, str(ROOT / "web" / "run_python.mjs"), str(BUILT), str(path), str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800)
    assert run.returncode == 0, run.stderr
    return run.stdout
