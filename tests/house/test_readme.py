"""The examples and commands of the README, of the first pages and of the reference work."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from manual_examples import with_outputs
from steep.cli import parse

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    "README.md",
    "docs/first-minutes-maker.md",
    "docs/first-minutes-researcher.md",
    *(path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("docs/api/*.md"))),
]


def commands() -> list[str]:
    pages = "".join((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/play.md"))
    lines = "".join(re.findall(r"^```sh\n(.*?)^```$", pages, re.MULTILINE | re.DOTALL)).splitlines()
    return [line.split("#")[0].strip() for line in lines if line.startswith("steep ")]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.usefixtures("private_folders")
def test_the_examples_print_what_the_page_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(ROOT / name) == (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("command", commands())
def test_a_command_line_is_accepted(command: str) -> None:
    assert parse(shlex.split(command)[1:]).info_name == command.split()[1]


def test_there_are_commands() -> None:
    assert len(commands()) == 10


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_extras_that_pages_install_exist() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))))
    named = {name for extras in re.findall(r"(?:steep|\.|WHEEL)\[([a-z,]+)\]", pages) for name in extras.split(",")}
    assert {"lab", "tune", "env"} <= named <= PROJECT["project"]["optional-dependencies"].keys()


def test_a_change_is_of_a_type_that_the_changelog_has() -> None:
    types = {each["directory"] for each in PROJECT["tool"]["towncrier"]["type"]}
    changes = [path.name for path in (ROOT / "changes").iterdir() if path.name != "README.md"]
    assert [name for name in changes if not re.fullmatch(rf"\+[a-z-]+\.({'|'.join(types)})\.md", name)] == []
