"""What a release is packed by: equal bytes for equal files, and a README that leads to the repository."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tarfile
import time
import tomllib
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from steep import __version__

ROOT = Path(__file__).parents[2]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("build_release")


def test_pictures_and_links_of_the_readme_are_absolute(release: Any) -> None:
    text = "![A](docs/a.png) [b](docs/b.md#c) [d](https://example.org) [e](#e) [![F](docs/f.svg)](docs/f.md)"
    assert release.with_absolute_links(text, "https://host/o/n", "v1") == (
        "![A](https://host/o/n/raw/v1/docs/a.png) [b](https://host/o/n/blob/v1/docs/b.md#c) [d](https://example.org)"
        " [e](#e) [![F](https://host/o/n/raw/v1/docs/f.svg?sanitize=true)](https://host/o/n/blob/v1/docs/f.md)"
    )
    readme = release.with_absolute_links((ROOT / "README.md").read_text("utf-8"), "https://host/o/n", "v1")
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)|src=\"(?!https?:)", readme) == []


def test_the_metadata_has_links_where_the_repository_is_known(release: Any, tmp_path: Path) -> None:
    for name in ("README.md", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    release.add_repository(tmp_path, "https://host/o/n", "1.2")
    links = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert links["Changelog"] == "https://host/o/n/blob/v1.2/CHANGELOG.md"


def test_archives_of_equal_files_are_equal(release: Any, tmp_path: Path) -> None:
    made = []
    for names in (("a", "b"), ("b", "a")):
        folder = tmp_path / names[0]
        folder.mkdir()
        for name in names:
            (folder / name).write_text(name)
        archive = folder.with_suffix(".tar.gz")
        with tarfile.open(archive, "w:gz") as packed:
            for name in names:
                packed.add(folder / name, name)
        release.repacked_sdist(archive, 1_700_000_000)
        release.zip_folder(folder, folder.with_suffix(".zip"), 1_700_000_000)
        made.append((archive.read_bytes(), folder.with_suffix(".zip").read_bytes()))
    assert made[0] == made[1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the program is built for Linux")
def test_the_one_file_program_plays_and_keeps_a_game_where_there_is_no_python(release: Any, tmp_path: Path) -> None:
    program, home = tmp_path / "steep-program", tmp_path / "home"
    home.mkdir()
    with release.environment_with(ROOT, [f"steep @ {ROOT.as_uri()}", "pyinstaller"], 1_700_000_000) as python:
        release.build_program(ROOT, python, program, 1_700_000_000)
    said = subprocess.run([program, "--version"], env={"HOME": str(home)}, capture_output=True, text=True, check=True)
    assert said.stdout == f"steep {__version__}\n"
    shown = played(program, home, ("New game", "n"), ("Enter start", "\r"), ("Turn", "..."), ("Turn 3", "S"))
    assert "plain Python" not in shown
    assert "Turn 3" in played(program, home, ("Continue", "c"), ("Turn 3", "S"))


def played(program: Path, home: Path, *keys: tuple[str, str]) -> str:
    """Press keys in a terminal, each once a text is shown; what was written, and the last screen."""
    screen = pyte.Screen(80, 24)
    stream, told = pyte.ByteStream(screen), b""
    child = pexpect.spawn(str(program), dimensions=(24, 80), env={"HOME": str(home), "TERM": "xterm"}, timeout=60)
    for text, key in keys:
        deadline = time.monotonic() + 60
        while text not in "\n".join(screen.display):
            assert time.monotonic() < deadline, "\n".join(screen.display)
            read = child.read_nonblocking(65536, 60)
            told += read
            stream.feed(read)
        shown = "\n".join(screen.display)
        child.send(key)
    child.expect(pexpect.EOF)
    return told.decode("utf-8", "replace") + shown
