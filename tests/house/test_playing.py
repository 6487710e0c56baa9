"""A person plays: the whole program, on a real pseudo-terminal, as a terminal emulator shows it."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

from steep.play import replays

COLUMNS, ROWS = 80, 24


class Player:
    """Somebody at a terminal."""

    def __init__(self, data: Path, *words: str) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "steep", *words, "--ui", "terminal", "--data-dir", str(data)],
            dimensions=(ROWS, COLUMNS),
            env={**os.environ, "TERM": "xterm-256color", "XDG_CONFIG_HOME": str(data / "config")},
            timeout=20,
        )

    def sees(self, words: str, seconds: float = 20.0) -> None:
        """Wait until the screen shows the words."""
        until = time.monotonic() + seconds
        while words not in self.text():
            assert time.monotonic() < until, f"{words!r} never came up:\n{self.text()}"
            self._read()

    def types(self, keys: str) -> None:
        self.child.send(keys)

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def turn(self) -> int:
        found = re.search(r"Turn (\d+)", self.text())
        assert found, self.text()
        return int(found[1])

    def leaves(self) -> int | None:
        """Wait until the program has ended; its exit status."""
        while True:
            try:
                self.stream.feed(self.child.read_nonblocking(65536, 20))
            except pexpect.EOF:
                break
        self.child.close()
        status: int | None = self.child.exitstatus
        return status

    def _read(self) -> None:
        try:
            self.stream.feed(self.child.read_nonblocking(65536, 0.2))
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            pytest.fail(f"the program ended:\n{self.text()}")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


def test_a_game_is_begun_saved_continued_and_as_it_was(data: Path) -> None:
    player = Player(data, "play", "--seed", "42")
    player.sees("Floor 1")
    player.types("l")
    player.sees("Turn 1")
    player.types("o")
    player.sees("You see a healing potion here")
    turn = player.turn()
    assert turn > 5
    player.types("S")
    assert player.leaves() == 0
    assert (data / "save.steep").exists()

    player = Player(data)
    player.sees("Continue")
    player.types("c")
    player.sees(f"Turn {turn}")
    player.types("S")
    assert player.leaves() == 0


def test_a_bot_is_watched_until_it_dies_and_its_run_can_be_verified(data: Path) -> None:
    player = Player(data, "play", "--bot", "diver", "--seed", "3")
    player.sees("Floor 1")
    player.types("++++++++")
    player.sees("Killed by", 60)
    player.types("\x03")
    player.leaves()
    recorded = [replays.read(path) for path in (data / "replays").glob("*")]
    assert len(recorded) == 1
    from steep.content import load_ruleset

    assert replays.verify(recorded[0], load_ruleset("tcod-2020")).first_difference is None


def test_a_bad_save_is_named_and_the_menu_is_still_there(data: Path) -> None:
    (data / "save.steep").write_bytes(b"STEEP and then nothing of use")
    player = Player(data)
    player.sees("Continue")
    player.types("c")
    player.sees("save")
    player.sees("New game")
    player.types("\x03")
    assert player.leaves() == 0
    assert (data / "save.steep").read_bytes() == b"STEEP and then nothing of use"


def test_a_terminal_that_is_too_small_says_so_and_goes_on_when_it_has_grown(data: Path) -> None:
    player = Player(data, "play", "--seed", "42")
    player.sees("Floor 1")
    player.child.setwinsize(20, 60)
    player.screen.resize(20, 60)
    player.sees("Steep needs 80 x 24; this is 60 x 20")
    player.child.setwinsize(30, 100)
    player.screen.resize(30, 100)
    player.sees("In view")
    player.types("S")
    assert player.leaves() == 0
