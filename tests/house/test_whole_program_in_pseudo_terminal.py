"""End-to-end tests: the whole program in a pseudo-terminal, with a terminal emulator to read its screen."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pexpect
import pyte
import pytest

from steep.content import load_ruleset
from steep.play.files import replays
from steep.play.files.ledger import read_ledger
from steep.play.files.saves import load
from steep.play.files.user_file_paths_and_settings import Dirs

COLUMNS, ROWS = 80, 24

DEADLY_RULESET = """
extends = "tcod-2020"
title = "A short life"
[hero]
hp = 2
[counts]
monsters_per_room = { 1 = 8 }
"""


class TerminalSession:
    """The program in a terminal of 80 x 24."""

    def __init__(self, data: Path, *arguments: str, terminal: str = "xterm-256color") -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "steep", *arguments, "--ui", "terminal", "--data-dir", str(data)],
            dimensions=(ROWS, COLUMNS),
            env={**os.environ, "TERM": terminal, "XDG_CONFIG_HOME": str(data / "config")},
            timeout=20,
        )

    def wait_for(self, text: str, seconds: float = 20.0) -> None:
        """Wait until the screen shows a text."""
        deadline = time.monotonic() + seconds
        while text not in self.text():
            assert time.monotonic() < deadline, f"{text!r} did not appear:\n{self.text()}"
            self._read()

    def send(self, keys: str) -> None:
        self.child.send(keys)

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def turn(self) -> int:
        match = re.search(r"Turn (\d+)", self.text())
        assert match, self.text()
        return int(match[1])

    def wait_for_exit(self) -> int | None:
        """Wait until the program ends. Returns its exit status."""
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


def test_a_saved_game_continues_where_it_was(data: Path) -> None:
    session = TerminalSession(data, "play", "--seed", "42", "--ruleset", "tcod-2020")
    session.wait_for("Floor 1")
    session.send("l")
    session.wait_for("Turn 1")
    session.send("o")
    session.wait_for("You pick up a healing potion (a)")
    session.send("!!")  # the first may stop exploring; the second is an unbound key
    session.wait_for("! does nothing here")
    turn = session.turn()
    assert turn > 5
    session.send("S")
    assert session.wait_for_exit() == 0
    assert (data / "save.steep").exists()

    session = TerminalSession(data)
    session.wait_for("Continue")
    session.send("c")
    session.wait_for(f"Turn {turn}")
    session.send("S")
    assert session.wait_for_exit() == 0


def test_a_held_key_keeps_exploring_and_stops_for_an_enemy(data: Path) -> None:
    session = TerminalSession(data, "play", "--seed", "42", "--ruleset", "tcod-2020-gear")
    session.wait_for("Find the stairs (>) and go down")
    session.send("o" * 200)
    session.wait_for("An orc is in view. Press o again in a moment to explore all the same.")
    assert session.turn() > 10
    session.send("x")
    session.wait_for("It needs 30 hits to kill you.")
    session.send("\x1b")
    session.wait_for("? help")
    session.send("S")
    assert session.wait_for_exit() == 0


@pytest.mark.slow
def test_a_bots_run_can_be_watched_to_its_death_and_its_replay_verified(data: Path) -> None:
    session = TerminalSession(data, "play", "--bot", "diver", "--seed", "3")
    session.wait_for("Floor 1")
    session.send("++++++++")
    session.wait_for("The bot diver died", 60)
    session.send("\x03")
    session.wait_for_exit()
    recorded = [replays.read(path) for path in (data / "replays").glob("*")]
    assert len(recorded) == 1
    assert replays.verify(recorded[0], load_ruleset("steep")).first_difference is None


@pytest.mark.slow
def test_a_terminal_too_small_shows_the_size_needed_until_it_grows(data: Path) -> None:
    session = TerminalSession(data, "play", "--seed", "42")
    session.wait_for("Floor 1")
    session.child.setwinsize(20, 60)
    session.screen.resize(20, 60)
    session.wait_for("Steep needs 80 x 24; this is 60 x 20")
    session.child.setwinsize(30, 100)
    session.screen.resize(30, 100)
    session.wait_for("In view")
    session.send("S")
    assert session.wait_for_exit() == 0


@pytest.fixture
def deadly_ruleset(tmp_path: Path) -> str:
    file = tmp_path / "deadly.toml"
    file.write_text(DEADLY_RULESET, encoding="utf-8")
    return str(file)


def play_until_death(session: TerminalSession) -> None:
    """Walk into monsters until the hero dies."""
    session.wait_for("Floor 1")
    deadline = time.monotonic() + 40
    while "You died" not in session.text():
        assert time.monotonic() < deadline, session.text()
        session.send("o\t")
        session._read()


def files_left(data: Path) -> tuple[int, int, bool]:
    """How many scores and morgue files there are, and whether there is a save."""
    scores = read_ledger(Dirs(data)).scores
    return len(scores), len(list((data / "morgue").glob("[!.]*"))), (data / "save.steep").exists()


@pytest.mark.slow
def test_a_death_ends_the_run_and_is_scored_once(data: Path, deadly_ruleset: str) -> None:
    session = TerminalSession(data, "play", "--ruleset", deadly_ruleset, "--seed", "7")
    play_until_death(session)
    assert files_left(data) == (1, 1, False)
    session.send("\x1b")
    session.wait_for("New game")
    assert "Continue" not in session.text()
    session.send("s")
    session.wait_for("Killed by ")
    session.send("\x03")
    assert session.wait_for_exit() == 0


def test_a_killed_program_leaves_its_last_save_unlocked(data: Path) -> None:
    session = TerminalSession(data, "play", "--seed", "42")
    session.wait_for("Floor 1")
    session.send("..")
    session.wait_for("Turn 2")
    session.child.kill(signal.SIGKILL)
    session.child.wait()
    again = TerminalSession(data)
    again.wait_for("Continue")
    again.send("c")
    again.wait_for("Floor 1")
    again.send("S")
    assert again.wait_for_exit() == 0


def test_an_exit_signal_saves_the_game(data: Path) -> None:
    session = TerminalSession(data, "play", "--seed", "42")
    session.wait_for("Floor 1")
    session.send("..")
    session.wait_for("Turn 2")
    session.child.kill(signal.SIGTERM)
    assert session.wait_for_exit() == 0
    session = TerminalSession(data)
    session.wait_for("turn 2")
    session.send("\x03")
    assert session.wait_for_exit() == 0


@pytest.mark.slow
def test_a_second_terminal_cannot_open_the_same_game_but_another_profile(data: Path) -> None:
    first = TerminalSession(data, "play", "--seed", "42")
    first.wait_for("Floor 1")
    second = TerminalSession(data)
    second.wait_for("is open in another Steep")
    second.send("p+ann\r")
    second.wait_for("ann")
    second.send("n\r")
    second.wait_for("Floor 1")
    second.send("S")
    assert second.wait_for_exit() == 0
    third = TerminalSession(data, "play", "--seed", "3")
    assert third.wait_for_exit() == 2
    assert "No game was started." in third.text()
    first.send("S")
    assert first.wait_for_exit() == 0
    assert load(data / "save.steep", load_ruleset).seed == 42
    assert load(data / "profiles" / "ann" / "save.steep", load_ruleset).turn == 0


@pytest.mark.slow
def test_a_profile_is_chosen_on_the_command_line(data: Path) -> None:
    session = TerminalSession(data, "play", "--profile", "Ann", "--seed", "42")
    session.wait_for("Floor 1")
    session.send("S")
    assert session.wait_for_exit() == 0
    assert (data / "profiles" / "ann" / "save.steep").exists()
    assert not (data / "save.steep").exists()


@pytest.mark.slow
def test_a_game_that_cannot_be_shown_is_not_started(data: Path) -> None:
    (data / "config" / "steep").mkdir(parents=True)
    (data / "config" / "steep" / "keymap.toml").write_text("[play]\nno_command = []\n", encoding="utf-8")
    files = sorted(data.rglob("*"))
    for terminal in ("xterm-256color", "dumb"):
        session = TerminalSession(data, "play", "--seed", "42", terminal=terminal)
        assert session.wait_for_exit() == 2
        assert sorted(data.rglob("*")) == files
    (data / "config" / "steep" / "keymap.toml").unlink()
    session = TerminalSession(data, "play", "--seed", "42", terminal="dumb")
    assert session.wait_for_exit() == 2
    assert not (data / "save.steep").exists()


def test_playing_imports_all_that_is_installed_to_play_and_nothing_of_the_lab(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    needed, of_the_lab = (
        {re.split(r"[<>=;\[]", each)[0] for each in requirements} - {"numpy"}  # which tcod needs, too
        for requirements in (project["dependencies"], project["optional-dependencies"]["lab"])
    )
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    session = TerminalSession(data, "play", "--seed", "42")
    told = session.child.logfile_read = io.BytesIO()
    session.wait_for("Floor 1")
    session.send("S")
    assert session.wait_for_exit() == 0
    window = [sys.executable, "-c", "import steep.ui.displays.window"]
    shown = subprocess.run(window, capture_output=True, check=True).stderr
    imported = {name.decode() for name in re.findall(rb"import time: *\d+ \| *\d+ \| *(\w+)", told.getvalue() + shown)}
    assert needed - imported == set()
    assert of_the_lab & imported == set()
