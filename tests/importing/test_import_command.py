"""`steep import`: the ruleset goes to standard output or a new file, the report to standard error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sample_tutorial_projects import TCOD_2020, with_the_seeds_names, write_project
from steep.cli import main
from steep.content import load_ruleset
from steep.core.record import pack


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project", with_the_seeds_names(TCOD_2020))


def test_the_ruleset_goes_to_standard_output_and_the_rest_to_standard_error(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(project)]) == 0
    output = capfd.readouterr()
    out = tmp_path / "out.toml"
    out.write_text(output.out)
    assert pack(load_ruleset(str(out)).compiled) == pack(load_ruleset("tcod-2020").compiled)
    first, *_, coverage = output.err.splitlines()
    assert first == "9 files read; the most similar tutorial is tcod-2020"
    assert coverage.startswith("96 % of your game's numbers are in the ruleset")


def test_quiet_still_says_that_something_was_not_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lost = "class Engine:\n    def lose(self):\n        self.lives_left -= 1\n"
    project = write_project(tmp_path / "project", {**with_the_seeds_names(TCOD_2020), "lives.py": lost})
    assert main(["import", str(project), "-q"]) == 0
    assert capfd.readouterr().err == (
        "2 things were not read, or changed; assumed, as only code says them: stats; "
        "import without -q, or with --report FILE.json, for the report\n"
    )


def test_out_writes_a_new_file(project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.toml"
    assert main(["import", str(project), "--out", str(out)]) == 0
    assert load_ruleset(str(out)).title == "project"
    assert capfd.readouterr().out == ""


def test_out_may_be_the_same_file_again(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert [main(["import", str(project), "--out", str(out)]) for _ in range(2)] == [0, 0]


def test_out_never_overwrites_another_file(project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.toml"
    out.write_text("# mine\n")
    assert main(["import", str(project), "--out", str(out)]) == 2
    assert out.read_text() == "# mine\n"
    assert "; choose a new file" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["mine.txt", "no/such/folder/mine.toml"])
def test_an_unusable_out_is_refused(
    name: str, project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(project), "--out", str(tmp_path / name)]) == 2
    output = capfd.readouterr().err
    assert output.startswith("steep: --out ")
    assert output.count("\n") == 1


def test_nothing_to_read_is_one_message(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path)]) == 2
    output = capfd.readouterr()
    assert output.out == ""
    assert (
        output.err == f"steep: {tmp_path}: found nothing to read; Steep reads Python, and tables in other languages\n"
    )


def test_a_terminal_without_unicode_still_gets_the_ruleset(tmp_path: Path) -> None:
    factories = TCOD_2020["entity_factories.py"].replace('char="o"', 'char="☻"')
    project = write_project(tmp_path / "project", {**TCOD_2020, "entity_factories.py": factories})
    run = subprocess.run(
        [sys.executable, "-m", "steep", "import", str(project)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert 'glyph   = "☻"' in run.stdout.decode()
