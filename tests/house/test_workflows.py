"""Workflows run actions of a known commit only, and a job that may write runs no code of the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = [*OWN, *sorted((ROOT / "examples").rglob("*.yml"))]
PINNING = [*WORKFLOWS, ROOT / "action.yml"]

PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
"""An action at a commit, and its version for people."""

RUNS_CODE = ("checkout", "setup-python", "setup-node")


@pytest.mark.parametrize("path", PINNING, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_that_may_write_runs_no_code_of_the_project(path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        if "write" in job.get("permissions", {}).values():
            steps = job["steps"]
            assert not [step for step in steps if any(name in step.get("uses", "") for name in RUNS_CODE)]
            assert not [step for step in steps if re.search(r"make|pip|npm|python|node", step.get("run", ""))]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_checkout_leaves_no_token_behind(path: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    checkouts = [
        step for job in workflow["jobs"].values() for step in job["steps"] if "checkout@" in step.get("uses", "")
    ]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_zizmor_finds_no_fault() -> None:
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    if zizmor is None:
        pytest.skip("zizmor is not installed")
    found = subprocess.run(
        [zizmor, "--offline", "--no-progress", *PINNING], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout
