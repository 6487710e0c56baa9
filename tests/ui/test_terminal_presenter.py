"""The terminal presenter on a real pseudo-terminal, with a terminal emulator showing the output."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from steep.ui.presenters import terminal_available
from wait_until import wait_until

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

import pexpect
import pyte

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

PROGRAM = Path(__file__).parents[1] / "support" / "event_list_program.py"
TIMEOUT = 20
"""Seconds until a test fails."""

TRUE_COLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
CURSOR_QUERY = b"\x1b[6n"
RESTORED = (b"\x1b[?1006l", b"\x1b[?1003l", b"\x1b[?25h", b"\x1b[?7h", b"\x1b[?1049l")
"""Mouse reports off, cursor and wrapping on, main screen."""


class TerminalSession:
    """A terminal in which `sh -c` runs the program."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.closed_file = folder / "closed_file"
        self.answers_queries = True
        self.received = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._answered = 0
        self._environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if name not in ("COLORTERM", "NO_COLOR", "TERM_PROGRAM")
            },
            "PYTHON_COLORS": "0",
            **(environment or TRUE_COLOR),
        }
        self.process: Any = None

    def start(self) -> TerminalSession:
        """Run the program, with the terminal's settings printed before and after."""
        return self.shell(f"stty -a; {sys.executable} {PROGRAM} {self.closed_file}; echo ended with $?; stty -a")

    def shell(self, command: str) -> TerminalSession:
        """Run a shell command."""
        self.process = pexpect.spawn("sh", ["-c", command], env=self._environment, dimensions=(24, 80))
        return self

    def read(self, seconds: float = 0.05) -> bytes:
        """The output of the next `seconds`. Answers cursor position queries, as terminals do."""
        try:
            output: bytes = self.process.read_nonblocking(65536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return b""
        self.received += output
        self._stream.feed(output)
        while self.answers_queries and self.received.count(CURSOR_QUERY) > self._answered:
            self._answered += 1
            self.process.send(b"\x1b[1;1R")
        return output

    def until(self, condition: Callable[[], bool]) -> None:
        """Read until a condition holds."""
        end = time.monotonic() + TIMEOUT
        while not condition():
            assert time.monotonic() < end, "timed out; the screen shows:\n" + self.text
            self.read()

    def wait_for(self, text: str) -> None:
        self.until(lambda: text in self.text)

    def settle(self) -> None:
        """Read until there is no more output."""
        while self.read(0.15):
            pass

    def send(self, keys: bytes | str) -> None:
        self.process.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def pid(self) -> int:
        """The program's process id, which it shows."""
        return int(self.text.split("process ")[1].split()[0])

    def cell_of(self, text: str) -> Any:
        """The first cell of a text on the screen."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return self.screen.buffer[row][line.index(text)]
        raise AssertionError(f"{text} is not on the screen:\n{self.text}")

    def has_cursor(self) -> bool:
        return not self.screen.cursor.hidden

    def output_parts(self) -> list[bytes]:
        """Wait for the end. Returns the output before the program, during it and after it."""
        self.until(lambda: self.received.count(b"speed") == 2)
        self.settle()
        before, _, rest = self.received.partition(b"\x1b[?1049h")
        during, _, after = rest.rpartition(b"\x1b[?1049l")
        return [before, during + b"\x1b[?1049l", after]


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[Callable[..., TerminalSession]]:
    started: list[TerminalSession] = []

    def start(**environment: str) -> TerminalSession:
        started.append(TerminalSession(tmp_path, **environment))
        return started[-1]

    yield start
    for session in started:
        if session.process is not None:
            session.process.close(force=True)


@pytest.fixture
def session(sessions: Callable[..., TerminalSession]) -> TerminalSession:
    session = sessions().start()
    session.wait_for("Testing")
    session.settle()
    return session


def settings(text: bytes) -> list[bytes]:
    """The terminal's settings as printed by stty."""
    return text[text.index(b"speed") :].partition(b"\x1b")[0].split()


def test_a_canvas_is_shown_glyph_by_glyph_to_the_last_corner(session: TerminalSession) -> None:
    lines = session.screen.display
    assert lines[0] == "┌─ Testing " + "─" * 68 + "┐"
    assert lines[1].startswith(f"│ process {session.pid} of 80 x 24 ")
    assert lines[23] == "└" + "─" * 78 + "X"
    assert b"\x1b[?7l" in session.received  # some terminals scroll when their last cell is filled
    assert not session.has_cursor()


def test_true_colours_are_shown_as_they_are(session: TerminalSession) -> None:
    assert session.cell_of("red").fg == "ff3c3c"
    assert session.cell_of("dim").fg == "545a6c"
    assert session.cell_of("chosen").bg == "343c52"
    assert session.cell_of("plain").bg == "000000"


def test_with_256_colours_the_nearest_are_shown(sessions: Callable[..., TerminalSession]) -> None:
    session = sessions(TERM="xterm-256color").start()
    session.wait_for("Testing")
    session.settle()
    assert b"38;2;" not in session.received
    red = bytes.fromhex(session.cell_of("red").fg)
    assert red[0] > 200
    assert max(red[1:]) < 120
    assert session.cell_of("chosen").bg != session.cell_of("plain").bg


@pytest.mark.parametrize(
    "kind", ["xterm", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("screen", "linux"))]
)
def test_with_8_colours_the_nearest_are_shown_with_bold(sessions: Callable[..., TerminalSession], kind: str) -> None:
    session = sessions(TERM=kind).start()
    session.wait_for("Testing")
    session.settle()
    assert b"38;" not in session.received
    assert session.cell_of("red").fg == "red"
    assert session.cell_of("red").bold
    assert session.cell_of("chosen").bg == "blue"
    assert session.cell_of("plain").bg == "black"


@pytest.mark.parametrize("environment", [{"TERM": "vt220"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}])
def test_without_colours_bright_is_bold_and_marked_is_reversed(
    sessions: Callable[..., TerminalSession], environment: dict[str, str]
) -> None:
    session = sessions(**environment).start()
    session.wait_for("Testing")
    session.settle()
    cells = {text: session.cell_of(text) for text in ("red", "plain", "bright", "chosen")}
    assert {cell.fg for cell in cells.values()} == {"default"}
    assert {text for text, cell in cells.items() if cell.bold} == {"bright"}
    assert {text for text, cell in cells.items() if cell.reverse} == {"chosen"}


def test_an_encoding_without_line_glyphs_shows_similar_ones(sessions: Callable[..., TerminalSession]) -> None:
    session = sessions(**TRUE_COLOR, PYTHONIOENCODING="ascii").start()
    session.wait_for("Testing")
    session.settle()
    assert session.screen.display[0] == "+- Testing " + "-" * 68 + "+"
    assert max(session.received) < 128


def test_only_what_changed_is_written(session: TerminalSession) -> None:
    session.received = b""
    session.send("a")
    session.wait_for("a;")
    session.settle()
    assert session.received == b"\x1b[4;3H\x1b[38;2;204;204;204;48;2;0;0;0ma;"


def test_an_unchanged_frame_writes_nothing(session: TerminalSession) -> None:
    for _ in range(12):
        session.send("a")
    session.until(lambda: session.text.count("a;") == 12)
    session.settle()
    session.received = b""
    session.send("a")
    session.settle()
    assert session.received == b""


def test_the_cursor_moves_within_a_row_by_a_short_sequence(session: TerminalSession) -> None:
    for _ in range(12):
        session.send("\x1b[<0;2;2M")
    session.until(lambda: session.text.count("x=1, y=1") == 12)
    session.settle()
    session.received = b""
    session.send("\x1b[<0;3;3M")
    session.wait_for("x=2, y=2")
    session.settle()
    assert session.received == b"\x1b[15;11H\x1b[38;2;204;204;204;48;2;0;0;0m2\x1b[4C2"


def test_a_resized_terminal_is_redrawn(session: TerminalSession) -> None:
    session.resize(100, 30)
    session.wait_for("of 100 x 30")
    session.settle()
    assert session.screen.display[29] == "└" + "─" * 98 + "X"


INPUTS = [
    *[("K", "K"), (" ", "space"), ("\r", "enter"), ("\x10", "ctrl+p"), ("\x1b", "escape"), ("\x7f", "backspace")],
    *[("\x1b[A", "up"), ("\x1b[1;2A", "shift+up"), ("\x1bOx", "kp_8"), ("\x1bx", "alt+x"), ("é", "é")],
    ("\x1b[<35;10;5M", "Mouse(x=9, y=4, kind='move', square=None)"),
    ("\x1b[<0;80;24M", "Mouse(x=79, y=23, kind='left', square=None)"),
    ("\x1b[<2;1;1M", "Mouse(x=0, y=0, kind='right', square=None)"),
    ("\x1b[<64;1;1M", "Mouse(x=0, y=0, kind='wheel_up', square=None)"),
]


def test_keys_and_the_mouse_become_events(session: TerminalSession) -> None:
    for sent, name in INPUTS:
        session.send(sent)
        session.wait_for(f" {name};")


def test_a_sequence_in_two_pieces_is_one_key(session: TerminalSession) -> None:
    session.send("\x1b[1")
    session.send(";2A")
    session.wait_for("shift+up;")
    assert "escape" not in session.text


def test_of_many_mouse_moves_at_once_only_the_last_is_an_event(session: TerminalSession) -> None:
    session.send("".join(f"\x1b[<35;{column};9M" for column in range(1, 60)))
    session.wait_for("x=58")
    assert session.text.count("Mouse") < 12


def test_bytes_that_are_not_utf_8_are_skipped(session: TerminalSession) -> None:
    session.send(b"\xff\xfea")
    session.wait_for("a;")


def test_a_terminal_that_never_answers_delays_the_start_little(sessions: Callable[..., TerminalSession]) -> None:
    session = sessions()
    session.answers_queries = False
    start = time.monotonic()
    session.start().wait_for("Testing")
    assert time.monotonic() - start < 4


def assert_restored(session: TerminalSession) -> bytes:
    """Wait for the end and check that the terminal is restored. Returns the output after that."""
    before, during, after = session.output_parts()
    assert settings(before) == settings(after)
    for sequence in RESTORED:
        assert sequence in during[during.rindex(b"\x1b[?1006l") :]
    assert session.has_cursor()
    return after


def test_quitting_restores_the_terminal(session: TerminalSession) -> None:
    session.send("q")
    after = assert_restored(session)
    assert b"goodbye" in after
    assert b"ended with 0" in after
    assert not session.closed_file.exists()


def test_a_failure_restores_the_terminal_and_is_shown_after_it(session: TerminalSession) -> None:
    session.send("!")
    after = assert_restored(session)
    assert b"RuntimeError: a test failure" in after
    assert b"ended with 1" in after


def test_mouse_reports_while_quitting_are_not_typed_into_the_shell(sessions: Callable[..., TerminalSession]) -> None:
    session = sessions().shell(f"{sys.executable} {PROGRAM} closed_file; read line; echo typed $line into the shell")
    session.wait_for("Testing")
    session.settle()
    session.send("w")
    session.settle()
    session.send("\x1b[<35;1;1M")
    session.wait_for("goodbye")
    session.send("this\r")
    session.wait_for("typed this into the shell")


def test_ctrl_c_closes_the_program(session: TerminalSession) -> None:
    session.send("\x03")
    assert b"goodbye" in assert_restored(session)
    assert session.closed_file.read_text("utf-8") == "closed"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_exit_signals_close_the_program(session: TerminalSession, number: signal.Signals) -> None:
    os.kill(session.pid, number)
    assert b"goodbye" in assert_restored(session)
    assert session.closed_file.read_text("utf-8") == "closed"


def test_a_terminal_that_goes_away_closes_the_program(session: TerminalSession) -> None:
    pid = session.pid
    session.process.ptyproc.fileobj.close()
    session.process = None
    wait_until(session.closed_file.exists)
    assert session.closed_file.read_text("utf-8") == "closed"
    assert pid > 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
@pytest.mark.parametrize("method", ["key", pytest.param("signal", marks=pytest.mark.slow)])
def test_suspending_restores_the_terminal_until_the_program_continues(
    sessions: Callable[..., TerminalSession], method: str
) -> None:
    session = sessions(**TRUE_COLOR, PS1="test prompt> ")
    session.process = pexpect.spawn("bash", ["--norc", "-i"], env=session._environment, dimensions=(24, 80))
    session.wait_for("test prompt>")
    session.send(f"{sys.executable} {PROGRAM} {session.closed_file}\r")
    session.wait_for("Testing")
    session.settle()
    if method == "key":
        session.send("\x1a")
    else:
        os.kill(session.pid, signal.SIGTSTP)
    session.wait_for("Stopped")
    session.settle()
    assert all(sequence in session.received for sequence in RESTORED)
    assert session.has_cursor()
    session.send("stty -a | grep -o -w -- icanon\r")
    session.wait_for("\nicanon")
    session.send("fg\r")
    session.wait_for("┌─ Testing")
    session.settle()
    assert not session.has_cursor()
    session.send("a")
    session.wait_for("a;")
    session.send("q")
    session.wait_for("goodbye")


@pytest.mark.parametrize(("stdin", "stdout"), [(True, True), (True, False), (False, True)])
def test_both_input_and_output_must_be_a_terminal(monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin.isatty", lambda: stdin)
    monkeypatch.setattr("sys.stdout.isatty", lambda: stdout)
    assert terminal_available() == (stdin and stdout)


def test_a_program_without_input_has_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert not terminal_available()


def test_a_dumb_terminal_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal_available()
