"""A person plays: the whole program, on a real pseudo-terminal, as a terminal emulator shows it."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

from steep.content import load_ruleset
from steep.play.files import replays
from steep.play.files.saves import load
from steep.play.files.scores import read_scores

COLUMNS, ROWS = 80, 24

DEADLY = """
extends = "tcod-2020"
title = "A short life"
[hero]
hp = 2
[counts]
monsters_per_room = { 1 = 8 }
"""


class Player:
    """Somebody at a terminal."""

    def __init__(self, data: Path, *words: str, terminal: str = "xterm-256color") -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "steep", *words, "--ui", "terminal", "--data-dir", str(data)],
            dimensions=(ROWS, COLUMNS),
            env={**os.environ, "TERM": terminal, "XDG_CONFIG_HOME": str(data / "config")},
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
    player.sees("You pick up a healing potion (a)")
    player.types("!!")  # the first may stop the exploring; the second does nothing
    player.sees("! does nothing here")
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


def test_a_held_key_explores_on_and_stops_for_an_enemy(data: Path) -> None:
    player = Player(data, "play", "--seed", "42", "--ruleset", "tcod-2020-gear")
    player.sees("Find the stairs (>) and go down")
    player.types("o" * 200)
    player.sees("You can't explore while an orc is in view.")
    assert player.turn() > 10
    player.types("x")
    player.sees("It needs 30 hits to kill you.")
    player.types("\x1b")
    player.sees("? help")
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


@pytest.fixture
def deadly(tmp_path: Path) -> str:
    file = tmp_path / "deadly.toml"
    file.write_text(DEADLY, encoding="utf-8")
    return str(file)


def dies(player: Player) -> None:
    """Walk into the monsters until they have won."""
    player.sees("Floor 1")
    until = time.monotonic() + 40
    while "You died" not in player.text():
        assert time.monotonic() < until, player.text()
        player.types("o\t")
        player._read()


def what_is_left(data: Path) -> tuple[int, int, bool]:
    scores = read_scores(data / "scores.json")
    return len(scores), len(list((data / "morgue").glob("[!.]*"))), (data / "save.steep").exists()


def test_a_death_is_the_end_of_the_run_and_is_told_once(data: Path, deadly: str) -> None:
    player = Player(data, "play", "--ruleset", deadly, "--seed", "7")
    dies(player)
    assert what_is_left(data) == (1, 1, False)
    player.types("\x1b")
    player.sees("New game")
    assert "Continue" not in player.text()
    player.types("s")
    player.sees("Killed by ")
    player.types("\x03")
    assert player.leaves() == 0


def test_a_killed_program_leaves_what_was_last_saved_and_its_lock_is_free(data: Path) -> None:
    player = Player(data, "play", "--seed", "42")
    player.sees("Floor 1")
    player.types("..")
    player.sees("Turn 2")
    player.child.kill(signal.SIGKILL)
    player.child.wait()
    again = Player(data)
    again.sees("Continue")
    again.types("c")
    again.sees("Floor 1")
    again.types("S")
    assert again.leaves() == 0


def test_a_program_killed_on_the_screen_of_death_does_not_bring_the_run_back(data: Path, deadly: str) -> None:
    player = Player(data, "play", "--ruleset", deadly, "--seed", "7")
    player.sees("Floor 1")
    alive = (data / "save.steep").read_bytes()
    dies(player)
    player.child.kill(signal.SIGKILL)
    player.child.wait()
    (data / "save.steep").write_bytes(alive)
    again = Player(data)
    again.sees("The saved game is over. Killed by ")
    assert "Continue" not in again.text()
    again.types("\x03")
    assert again.leaves() == 0
    assert what_is_left(data) == (1, 1, False)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_that_is_asked_to_end_saves(data: Path, name: str) -> None:
    player = Player(data, "play", "--seed", "42")
    player.sees("Floor 1")
    player.types("..")
    player.sees("Turn 2")
    player.child.kill(getattr(signal, name))
    assert player.leaves() == 0
    player = Player(data)
    player.sees("turn 2")
    player.types("\x03")
    assert player.leaves() == 0


def test_a_second_terminal_is_told_that_the_game_is_open_and_can_play_another_profile(data: Path) -> None:
    first = Player(data, "play", "--seed", "42")
    first.sees("Floor 1")
    second = Player(data)
    second.sees("is open in another Steep")
    second.types("p+ann\r")
    second.sees("ann")
    second.types("n\r")
    second.sees("Floor 1")
    second.types("S")
    assert second.leaves() == 0
    third = Player(data, "play", "--seed", "3")
    third.sees("is open in another Steep")
    third.types("q")
    assert third.leaves() == 0
    first.types("S")
    assert first.leaves() == 0
    assert load(data / "save.steep", load_ruleset).seed == 42
    assert load(data / "profiles" / "ann" / "save.steep", load_ruleset).turn == 0


def test_a_profile_is_chosen_by_the_command(data: Path) -> None:
    player = Player(data, "play", "--profile", "Ann", "--seed", "42")
    player.sees("Floor 1")
    player.types("S")
    assert player.leaves() == 0
    assert (data / "profiles" / "ann" / "save.steep").exists()
    assert not (data / "save.steep").exists()


def test_a_game_that_cannot_be_shown_is_not_begun(data: Path) -> None:
    (data / "config" / "steep").mkdir(parents=True)
    (data / "config" / "steep" / "keymap.toml").write_text("[play]\nno_command = []\n", encoding="utf-8")
    files = sorted(data.rglob("*"))
    for terminal in ("xterm-256color", "dumb"):
        player = Player(data, "play", "--seed", "42", terminal=terminal)
        assert player.leaves() == 2
        assert sorted(data.rglob("*")) == files
    (data / "config" / "steep" / "keymap.toml").unlink()
    player = Player(data, "play", "--seed", "42", terminal="dumb")
    assert player.leaves() == 2
    assert not (data / "save.steep").exists()
