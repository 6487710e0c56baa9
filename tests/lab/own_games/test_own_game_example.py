"""The small roguelike in `examples/own_game`, measured and gated by the workflow that lies beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import steep

yaml = pytest.importorskip("yaml")

OWN_GAME = Path(__file__).parents[3] / "examples" / "own_game"
WORKFLOW = OWN_GAME / "difficulty.yml"

GAMES = "8"
REAVERS = "3: [(entity_factories.rat, 30), (entity_factories.reaver, 20)]"
MORE_REAVERS = "1: [(entity_factories.reaver, 10_000)]"


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def ran(workflow: dict[str, Any], tmp_path: Path) -> tuple[list[int], str]:
    """The exit codes of the workflow's own commands after a change of the spawn table, and the job's summary."""
    for side in ("before", "after"):
        shutil.copytree(OWN_GAME, tmp_path / side, ignore=shutil.ignore_patterns("__pycache__"))
    table = tmp_path / "after" / "procgen.py"
    text = table.read_text(encoding="utf-8")
    assert REAVERS in text
    table.write_text(text.replace(REAVERS, MORE_REAVERS), encoding="utf-8")
    target = tmp_path / "after" / "difficulty.toml"
    target.write_text(target.read_text(encoding="utf-8").partition("[bands.explorer]")[0], encoding="utf-8")
    commands = tmp_path / "bin"
    commands.mkdir()
    (commands / "steep").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m steep "$@"\n')
    (commands / "steep").chmod(0o755)
    environment = (
        os.environ
        | workflow["env"]
        | {
            "GAMES": GAMES,
            "BOTS": "diver",
            "GITHUB_STEP_SUMMARY": str(tmp_path / "page.md"),
            "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(steep.__file__).parents[1]),
        }
    )
    steps = [step["run"] for step in workflow["jobs"]["difficulty"]["steps"] if "steep " in step.get("run", "")]
    codes = []
    for script in steps:
        if "pip install" not in script:
            shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]  # as GitHub runs "shell: bash"
            result = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            codes.append(result.returncode)
            assert result.returncode in (0, 1), result.stderr
    assert (tmp_path / "summary.md").read_text() == (tmp_path / "page.md").read_text()
    return codes, (tmp_path / "page.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_workflow_measures_compares_and_fails_a_change_that_breaks_a_band(ran: tuple[list[int], str]) -> None:
    codes, summary = ran
    assert codes == [0, 0, 1]
    assert summary.startswith("### before.parquet compared with after.parquet: difficulty changed")
    assert f"diver, {GAMES} games of each: clears " in summary
    assert "| survival | 1 | " in summary
    assert "no difference was found in 8 games" in summary  # so games of the same seed were compared
    assert "### after.parquet in the bands of " in summary
    assert "toml: broken\n" in summary


GH = """#!/bin/sh
case "$*" in *--paginate*) printf '%s' "$THERE" ;; *) echo "$@" > called.txt ;; esac
"""
"""Stands for GitHub's command line: lists the comments of THERE, and notes how else it is called."""


@pytest.mark.parametrize(
    ("there", "called"),
    [
        ("", "api --silent repos/me/game/issues/7/comments -F body=@comment.md\n"),
        ("12\n34\n", "api --silent --method PATCH repos/me/game/issues/comments/12 -F body=@comment.md\n"),
    ],
)
def test_the_summary_is_one_comment_which_is_changed_later(
    workflow: dict[str, Any], tmp_path: Path, there: str, called: str
) -> None:
    script = workflow["jobs"]["comment"]["steps"][-1]["run"]
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "summary.md").write_text("### Difficulty changed\n")
    environment = os.environ | {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_REPOSITORY": "me/game",
        "COMMENTS": "repos/me/game/issues/7/comments",
        "THERE": there,
    }
    subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=tmp_path, env=environment, check=True
    )
    assert (tmp_path / "called.txt").read_text() == called
    assert (tmp_path / "comment.md").read_text() == "<!-- difficulty -->\n### Difficulty changed\n"


def test_what_may_write_comments_runs_no_code_of_the_pull_request(workflow: dict[str, Any]) -> None:
    measuring, commenting = workflow["jobs"]["difficulty"], workflow["jobs"]["comment"]
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in measuring
    assert commenting["permissions"] == {"pull-requests": "write"}
    used = [step["uses"].partition("@")[0] for step in commenting["steps"] if "uses" in step]
    assert used == ["actions/download-artifact"]
    assert all(step["with"]["persist-credentials"] is False for step in measuring["steps"] if "checkout" in str(step))
