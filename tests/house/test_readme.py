"""The examples and commands of the README work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from manual_examples import with_outputs
from steep.cli import parse
from steep.content import load_ruleset

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = "".join(blocks("sh")).splitlines()
    return [line.split("#")[0].strip() for line in lines if line.startswith("steep ")]


@pytest.mark.usefixtures("private_folders")
def test_the_examples_print_what_the_readme_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(ROOT / "README.md") == README


@pytest.mark.parametrize("example", blocks("toml"))
def test_an_example_ruleset_loads(example: str, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    assert load_ruleset(str(path)).title == "More trolls, and a sword to meet them"


@pytest.mark.parametrize("command", commands())
def test_a_command_line_is_accepted(command: str) -> None:
    assert parse(shlex.split(command)[1:]).info_name == command.split()[1]


def test_the_readme_has_examples() -> None:
    assert (len(blocks("python")), len(blocks("toml")), len(commands())) == (2, 1, 10)
    assert "".join(blocks("console")).count("$ steep ") == 11
