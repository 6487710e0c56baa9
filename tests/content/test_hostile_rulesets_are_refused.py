"""Hostile ruleset files are refused quickly, in little memory and with a short message."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from run_steep_with_limits import run_steep
from steep.content import RulesetError, load_ruleset

MAX_NUMBER = 1_000_000
"""Bytes: just below the limit."""


def many(line: str, before: str = "", size: int = MAX_NUMBER) -> str:
    """A file of about `size` bytes that repeats a line with a running number."""
    return before + "".join(line.format(n) for n in range((size - len(before)) // (len(line) + 3)))


BASE = 'extends = "tcod-2020"\n'

HOSTILE: dict[str, Callable[[], str]] = {
    "unknown keys": lambda: many("k{} = 1\n"),
    "kinds": lambda: many("[monsters.k{}]\n", BASE),
    "unknown kinds in a table": lambda: many("k{} = 1\n", f"{BASE}[spawn.monsters.1]\n"),
    "invalid floors": lambda: many("k{} = 1\n", f"{BASE}[monsters.orc.spawn]\n"),
    "a key of 60,000 parts": lambda: ".".join("a" * 60_000) + " = 1",
    "a quoted key of 60,000 parts": lambda: '"a" . ' * 60_000 + "a = 1",
    "a key of a million letters": lambda: f'{BASE}[items."{"x" * MAX_NUMBER}"]\nhp = 1',
    "a text of a million letters": lambda: f'{BASE}[items.dagger]\nglyph = "/"\nslot = "{"x" * MAX_NUMBER}"',
    "a line that is not TOML": lambda: "x" * MAX_NUMBER,
    "a number of a million digits": lambda: f"{BASE}[hero]\nhp = 0x{'f' * MAX_NUMBER}",
    "a file that is too large": lambda: "#" * 2 * MAX_NUMBER,
}


EACH_TIME = ("kinds", "a key of 60,000 parts")
"""What is tried in every run of the tests; each takes a process of its own."""


@pytest.mark.parametrize(
    "hostile", [pytest.param(name, marks=() if name in EACH_TIME else pytest.mark.slow) for name in HOSTILE]
)
def test_a_hostile_ruleset_is_refused_in_seconds_and_megabytes(hostile: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE[hostile]())
    result = run_steep("roll", str(path))
    assert result.code == 2, result.errors
    lines = result.errors.splitlines()
    assert lines[0].startswith(f"steep: {path}:")
    assert 1 <= len(lines) <= 51
    assert max(map(len, lines)) < 1_000


def refusal(path: Path | str) -> str:
    """The message about a ruleset that is refused."""
    with pytest.raises(RulesetError) as raised:
        load_ruleset(str(path))
    return str(raised.value)


def test_a_chain_of_nine_hundred_files_is_refused(tmp_path: Path) -> None:
    for number in range(900):
        (tmp_path / f"r{number}.toml").write_text(f'extends = "r{number + 1}.toml"\n')
    expected = 'r15.toml:1:1: extends: found "r16.toml" after 16 files; allowed: at most 16 files in a chain'
    assert refusal(tmp_path / "r0.toml").endswith(expected)


def test_files_of_a_chain_share_one_size_limit(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"r{number}.toml").write_text(f'extends = "r{number + 1}.toml"\n' + "#" * 600_000)
    assert "r1.toml: found a file that cannot be read (it has 600_" in refusal(tmp_path / "r0.toml")


def test_devices_and_pipes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("/dev/zero", "/dev/tty", "pipe.toml", "/proc/kmsg"):
        path = tmp_path / "my.toml"
        path.write_text(f'extends = "{name}"\n')
        result = run_steep("roll", str(path))
        assert result.code == 2
        # A file under /proc reports a size of 0, so it is read as empty and lacks every section.
        assert result.errors.startswith(f"steep: {path}:"), result.errors


def test_a_name_with_a_hundred_thousand_modes_is_an_unknown_ruleset() -> None:
    result = run_steep("roll", "tcod-2020" + ":a" * 60_000)
    assert result.code == 2
    assert result.errors.startswith('steep: ruleset "tcod-2020:a:a')
    assert len(result.errors) < 5_000
