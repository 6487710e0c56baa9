"""Ruleset files to load, and the messages for bad ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from steep.content import Rulebook, RulesetError, load_ruleset

SMALL = """
[map]
width = 40
height = 20
room_attempts = 5
room_min = 4
room_max = 6

[hero]
hp = 9
power = 3
defense = 1
view_radius = 5
inventory = 4

[level_up]
base = 10
factor = 5
must_exceed = false
choices = [{ stat = "power", amount = 1 }]

[counts]
monsters_per_room = 2
items_per_room = 1

[monsters.rat]
glyph = "r"
hp = 2
power = 2
defense = 0
xp = 1
spawn = 10

[items.salve]
glyph = "!"
effect = "heal"
amount = 3
spawn = 10
"""

PLACE = re.compile(r"^([\w.]+\.toml):\d+:\d+: ")

Write = Callable[..., Path]
Load = Callable[[str], Rulebook]
Complaints = Callable[..., list[str]]


@pytest.fixture(scope="session")
def small() -> str:
    """The smallest valid ruleset."""
    return SMALL


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file, by default ``my.toml``, into the test's folder."""

    def write_file(content: str | bytes, name: str = "my.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture
def load(write: Write, small: str) -> Load:
    """Return a function that loads TOML that extends the small ruleset."""
    write(small, "small.toml")
    return lambda content: load_ruleset(str(write('extends = "small.toml"\n' + content)))


@pytest.fixture
def complaints(write: Write, small: str, tmp_path: Path) -> Complaints:
    """Return a function that gives the error lines for TOML that extends the small ruleset, without folder and place.

    Each of them names a line and a column, where the last key that it names stands, or a table around it.
    """
    write(small, "small.toml")

    def complain(content: str | bytes, *, alone: bool = False) -> list[str]:
        full_text = content if alone or isinstance(content, bytes) else 'extends = "small.toml"\n' + content
        path = write(full_text)
        with pytest.raises(RulesetError) as raised:
            load_ruleset(str(path))
        lines = str(raised.value).replace(str(tmp_path) + "/", "").splitlines()
        return [PLACE.sub(r"\1: ", line) for line in lines]

    return complain
