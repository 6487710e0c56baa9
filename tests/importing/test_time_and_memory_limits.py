"""Hostile projects are refused quickly, or read in part."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from run_steep_with_limits import MEGABYTE, run_steep
from sample_tutorial_projects import Files, write_project
from steep.importing.python import time_and_memory_limits

DOUBLING = "a = a + a\n" * 20_000

HOSTILE: dict[str, Callable[[], Files]] = {
    "a list that doubles 20,000 times": lambda: {"a.py": f"a = [1]\n{DOUBLING}"},
    "a text that doubles 20,000 times": lambda: {"a.py": f"a = 'xx'\n{DOUBLING}"},
    "a dictionary that is united 20,000 times": lambda: {
        "a.py": "a = {" + ",".join(f"'k{n}': {n}" for n in range(9_000)) + "}\n" + "a = a | a\n" * 20_000
    },
    "a module of a hundred thousand parts": lambda: {"a.py": "import " + ".".join("a" * 95_000)},
    "seventy lines to be repaired in a large function": lambda: {
        "a.py": "def f():\n" + f'    x = "{"y" * 4_000}"\n' * 200 + "    x = ]\n" * 70
    },
    "a file of statements without end": lambda: {"a.py": "a=1\n" * 200_000},
    "a large module that many others take whole": lambda: {
        **{f"b{n}.py": "from big import *\n" for n in range(1_900)},
        "big.py": "".join(f"x{n} = 1\n" for n in range(9_000)),
    },
}

MAX_MEMORY = 500 * MEGABYTE
"""Bytes of address space: as in `limits`, plus a syntax tree of 200,000 words."""


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_project_is_refused_in_seconds_and_megabytes(hostile: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", HOSTILE[hostile]())
    result = run_steep("import", str(project), memory=MAX_MEMORY)
    assert result.code == 2, result.errors
    assert result.errors.startswith(f"steep: {project}: ")
    assert result.errors.count("\n") == 1


def test_the_message_does_not_name_the_codec_that_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_and_memory_limits, "MAX_SECONDS", 0.2)
    slow = b"a" * 600_000 + b"-" + b"b" * 600_000
    with pytest.raises(time_and_memory_limits.TooMuchError, match=r"^takes more than 0\.2 seconds to read; try"):
        read_bounded(slow)


def read_bounded(data: bytes) -> None:
    with time_and_memory_limits.bounded():
        while True:
            data.decode("punycode", "replace")


def test_reading_for_too_long_is_stopped_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_and_memory_limits, "MAX_SECONDS", 0.2)
    expected = "takes more than 0.2 seconds to read; try a part of it, such as the file with the tables"
    with pytest.raises(time_and_memory_limits.TooMuchError, match=expected), time_and_memory_limits.bounded():
        endless()


def test_running_out_of_memory_between_two_checks_is_reported_the_same_way() -> None:
    with (
        pytest.raises(time_and_memory_limits.TooMuchError, match="takes more memory than there is to read"),
        time_and_memory_limits.bounded(),
    ):
        raise MemoryError


def endless() -> None:
    """Continue after any error."""
    while True:
        with suppress(Exception):
            int("1")


def test_pipes_and_devices_in_a_project_are_skipped(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"a.py": "enemy_chances = {0: [('orc', 5)]}"})
    os.mkfifo(project / "pipe.py")
    (project / "zero.py").symlink_to("/dev/zero")
    (project / "log.py").symlink_to("/proc/kmsg")
    result = run_steep("import", str(project))
    assert result.code == 1, result.errors
    assert "pipe.py:1: cannot be read (it is not a regular file)" in result.errors


def test_an_endless_file_at_out_is_not_read(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", {"a.py": "enemy_chances = {0: [('orc', 5)]}"})
    out = tmp_path / "out.toml"
    os.mkfifo(out)
    result = run_steep("import", str(project), "--out", str(out))
    assert (result.code, result.errors) == (2, f"steep: --out {out}: cannot be read (it is not a regular file)\n")
