"""What other projects take from this repository: hooks for pre-commit, an action for pull requests, and llms.txt."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from steep.core.native.libraries import cache_folder

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
STEPS = {step.get("name"): step for step in yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"]}

MINE = 'title = "Mine"\nextends = "tcod-2020"\n'
FEW = ("--duels=0", "--samples=100")
TARGET = "floors = [1, 1]\ngames = 20\n[bands.diver]\nsurvival = { 1 = [0, 100] }\n"


@pytest.fixture
def programs(tmp_path: Path) -> dict[str, str]:
    """An environment whose PATH has `steep`, as it is here, and a `gh` that notes how it was called."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, text in {
        "steep": f'exec "{sys.executable}" -m steep "$@"',
        "gh": f'echo "$@" >> "{tmp_path}/called"; [ "$2" != --paginate ] || echo "$FOUND"',
    }.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (folder / name).chmod(0o755)
    cache = {"XDG_CACHE_HOME": str(cache_folder().parents[1])}  # or each process would build the rules' libraries
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), **cache}


def run_hook(name: str, folder: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a hook as pre-commit does: its entry and the words, in the repository's folder, without a shell."""
    entry = [*shlex.split(HOOKS[name]["entry"]), *words]
    return subprocess.run(entry, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_hook_for_mistakes_names_those_of_each_file(programs: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE, "utf-8")
    (tmp_path / "bad.toml").write_text(f"{MINE}[hero]\nhpp = 3\n", "utf-8")
    assert run_hook("steep-lint", tmp_path, programs, *FEW, "mine.toml").returncode == 0
    both = run_hook("steep-lint", tmp_path, programs, *FEW, "bad.toml", "mine.toml")
    assert (both.returncode, "hpp" in both.stderr, "mine" in both.stdout) == (1, True, True)


def test_the_hook_for_the_schema_writes_it_anew(programs: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "ruleset.schema.json").write_text("{}", "utf-8")
    assert re.search(HOOKS["steep-schema"]["files"], "editor/ruleset.schema.json")
    assert run_hook("steep-schema", tmp_path, programs, "ruleset.schema.json").returncode == 0
    assert '"monsters"' in (tmp_path / "ruleset.schema.json").read_text("utf-8")


def test_the_hook_that_checks_takes_what_to_check_as_arguments(programs: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE, "utf-8")
    (tmp_path / "target.toml").write_text(TARGET, "utf-8")
    done = run_hook("steep-check", tmp_path, programs, "mine.toml", "--target", "target.toml")
    assert done.returncode == 0, done.stderr
    assert "1 hold" in done.stdout


@pytest.fixture
def pull_request(programs: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A repository in which a branch changed one of two rulesets, and the variables that a job of GitHub has."""

    def git(*words: str) -> str:
        author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        done = subprocess.run(
            ["git", "-C", str(tmp_path / "repository"), *author, *words], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    folder = tmp_path / "repository"
    folder.mkdir()
    git("init", "--initial-branch=main")
    for name in ("my dungeon.toml", "other.toml"):
        (folder / name).write_text(MINE, "utf-8")
    (folder / "pyproject.toml").write_text("[tool.steep]\nsamples = 100\n", "utf-8")
    git("add", ".")
    git("commit", "-m", "before")
    base = git("rev-parse", "HEAD")
    (folder / "my dungeon.toml").write_text(f"{MINE}[hero]\nhp = 40\n", "utf-8")
    git("commit", "-am", "after")
    return programs | {
        "BASE": base,
        "RULESETS": "*.toml",
        "SUMMARY": str(tmp_path / "curves.md"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "page.md"),
        "GITHUB_REPOSITORY": "owner/name",
        "COMMENTS": "repos/owner/name/issues/7/comments",
        "FOUND": "",
    }


def run_step(name: str, environment: dict[str, str], folder: Path) -> None:
    """Run a step of the action as GitHub does."""
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_action_comments_what_changes_and_changes_its_comment(pull_request: dict[str, str], tmp_path: Path) -> None:
    repository, write = tmp_path / "repository", "Write the comment, or change the one that is there"
    run_step("Say what changes", pull_request, repository)
    told = (tmp_path / "curves.md").read_text("utf-8")
    assert told.startswith("<!-- steep curves -->\n### from ./my dungeon.toml@")
    assert "| hero.hp |  | 30 | 40 |" in told
    assert "other" not in told
    assert (tmp_path / "page.md").read_text("utf-8") == told
    for found, called in (("", "api --silent repos/owner/name/issues/7/comments -F"), ("12", "--method PATCH")):
        run_step(write, pull_request | {"FOUND": found}, repository)
        assert called in (tmp_path / "called").read_text("utf-8").splitlines()[-1]


def test_the_action_is_silent_where_no_ruleset_changes(pull_request: dict[str, str], tmp_path: Path) -> None:
    environment = pull_request | {"RULESETS": "other.toml"}
    for name in ("Say what changes", "Write the comment, or change the one that is there"):
        run_step(name, environment, tmp_path / "repository")
    assert len((tmp_path / "called").read_text("utf-8").splitlines()) == 1


def test_llms_txt_lists_the_pages_of_the_manual_with_what_they_are_for() -> None:
    told, index = ((ROOT / "docs" / name).read_text("utf-8") for name in ("llms.txt", "index.md"))
    assert re.match(r"# Steep\n\n> .+\n\n", told)
    pages = re.findall(r"^- \[.+?\]\((.+?)\): \w", told, re.MULTILINE)
    assert {*pages} == {*re.findall(r"\]\((.+?)\)", index)}, "it has a line for each page of docs/index.md"
    assert all((ROOT / "docs" / page).is_file() for page in pages)
