"""The terminal, as a person has it: a real pseudo-terminal, and a terminal emulator that shows what arrives."""

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

from steep.ui.presenter import terminal_available

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

import pexpect
import pyte

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

PROGRAM = Path(__file__).parents[1] / "support" / "canvas_program.py"
PATIENCE = 20
"""Seconds until a test gives up."""

TRUE_COLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
CURSOR_QUESTION = b"\x1b[6n"
LEFT = (b"\x1b[?1006l", b"\x1b[?1003l", b"\x1b[?25h", b"\x1b[?7h", b"\x1b[?1049l")
"""No reports of the mouse, a cursor, wrapping, and the screen of before."""


class Lodger:
    """A person at a terminal, with the program running in a shell's child as started by `sh -c`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.ledger = folder / "ledger"
        self.answers = True
        self.received = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._confirming = 0
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

    def start(self) -> Lodger:
        """Run the program between two looks at the terminal's settings."""
        return self.shell(f"stty -a; {sys.executable} {PROGRAM} {self.ledger}; echo ended with $?; stty -a")

    def shell(self, command: str) -> Lodger:
        """Run a command of the shell."""
        self.process = pexpect.spawn("sh", ["-c", command], env=self._environment, dimensions=(24, 80))
        return self

    def read(self, seconds: float = 0.05) -> bytes:
        """What arrives in a while; the terminal answers where its cursor is, as terminals do."""
        try:
            arrived: bytes = self.process.read_nonblocking(65536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return b""
        self.received += arrived
        self._stream.feed(arrived)
        while self.answers and self.received.count(CURSOR_QUESTION) > self._confirming:
            self._confirming += 1
            self.process.send(b"\x1b[1;1R")
        return arrived

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something to be seen."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "waited in vain for what the screen shows here:\n" + self.text
            self.read()

    def sees(self, words: str) -> None:
        self.until(lambda: words in self.text)

    def settle(self) -> None:
        """Wait until nothing more arrives."""
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
    def number(self) -> int:
        """The program's process, which it shows."""
        return int(self.text.split("process ")[1].split()[0])

    def look(self, words: str) -> Any:
        """The first cell of words on the screen."""
        for row, line in enumerate(self.screen.display):
            if words in line:
                return self.screen.buffer[row][line.index(words)]
        raise AssertionError(f"{words} is nowhere in\n{self.text}")

    def has_cursor(self) -> bool:
        return not self.screen.cursor.hidden

    def leave(self) -> list[bytes]:
        """All that arrived, from before the program, of it, and after it; after it has ended."""
        self.until(lambda: self.received.count(b"speed") == 2)
        self.settle()
        before, _, rest = self.received.partition(b"\x1b[?1049h")
        during, _, after = rest.rpartition(b"\x1b[?1049l")
        return [before, during + b"\x1b[?1049l", after]


@pytest.fixture
def lodgers(tmp_path: Path) -> Iterator[Callable[..., Lodger]]:
    started: list[Lodger] = []

    def start(**environment: str) -> Lodger:
        started.append(Lodger(tmp_path, **environment))
        return started[-1]

    yield start
    for lodger in started:
        if lodger.process is not None:
            lodger.process.close(force=True)


@pytest.fixture
def lodger(lodgers: Callable[..., Lodger]) -> Lodger:
    lodger = lodgers().start()
    lodger.sees("Lodging")
    lodger.settle()
    return lodger


def settings(text: bytes) -> list[bytes]:
    """The terminal's settings, as stty lists them."""
    return text[text.index(b"speed") :].partition(b"\x1b")[0].split()


def test_a_canvas_is_shown_glyph_by_glyph_to_the_last_corner(lodger: Lodger) -> None:
    lines = lodger.screen.display
    assert lines[0] == "┌─ Lodging " + "─" * 68 + "┐"
    assert lines[1].startswith(f"│ process {lodger.number} of 80 x 24 ")
    assert lines[23] == "└" + "─" * 78 + "X"
    assert b"\x1b[?7l" in lodger.received  # else there are terminals that scroll when their last corner is filled
    assert not lodger.has_cursor()


def test_true_colours_are_shown_as_they_are(lodger: Lodger) -> None:
    assert lodger.look("red").fg == "ff3c3c"
    assert lodger.look("dim").fg == "545a6c"
    assert lodger.look("chosen").bg == "343c52"
    assert lodger.look("plain").bg == "000000"


def test_of_256_colours_the_nearest_are_shown(lodgers: Callable[..., Lodger]) -> None:
    lodger = lodgers(TERM="xterm-256color").start()
    lodger.sees("Lodging")
    lodger.settle()
    assert b"38;2;" not in lodger.received
    red = bytes.fromhex(lodger.look("red").fg)
    assert red[0] > 200
    assert max(red[1:]) < 120
    assert lodger.look("chosen").bg != lodger.look("plain").bg


@pytest.mark.parametrize("kind", ["xterm", "screen", "linux"])
def test_of_8_colours_the_nearest_are_shown_with_bold(lodgers: Callable[..., Lodger], kind: str) -> None:
    lodger = lodgers(TERM=kind).start()
    lodger.sees("Lodging")
    lodger.settle()
    assert b"38;" not in lodger.received
    assert lodger.look("red").fg == "red"
    assert lodger.look("red").bold
    assert lodger.look("chosen").bg == "blue"
    assert lodger.look("plain").bg == "black"


@pytest.mark.parametrize("environment", [{"TERM": "vt220"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}])
def test_without_colours_bright_is_bold_and_marked_is_reversed(
    lodgers: Callable[..., Lodger], environment: dict[str, str]
) -> None:
    lodger = lodgers(**environment).start()
    lodger.sees("Lodging")
    lodger.settle()
    looks = {words: lodger.look(words) for words in ("red", "plain", "bright", "chosen")}
    assert {look.fg for look in looks.values()} == {"default"}
    assert {words for words, look in looks.items() if look.bold} == {"bright"}
    assert {words for words, look in looks.items() if look.reverse} == {"chosen"}


def test_an_output_without_lines_shows_others(lodgers: Callable[..., Lodger]) -> None:
    lodger = lodgers(**TRUE_COLOR, PYTHONIOENCODING="ascii").start()
    lodger.sees("Lodging")
    lodger.settle()
    assert lodger.screen.display[0] == "+- Lodging " + "-" * 68 + "+"
    assert max(lodger.received) < 128


def test_only_what_changed_is_written(lodger: Lodger) -> None:
    lodger.received = b""
    lodger.send("a")
    lodger.sees("a;")
    lodger.settle()
    assert lodger.received == b"\x1b[4;3H\x1b[38;2;204;204;204;48;2;0;0;0ma;"


def test_a_frame_like_the_one_before_writes_nothing(lodger: Lodger) -> None:
    for _ in range(12):
        lodger.send("a")
    lodger.until(lambda: lodger.text.count("a;") == 12)
    lodger.settle()
    lodger.received = b""
    lodger.send("a")
    lodger.settle()
    assert lodger.received == b""


def test_changes_in_one_row_are_reached_by_a_short_step(lodger: Lodger) -> None:
    for _ in range(12):
        lodger.send("\x1b[<0;2;2M")
    lodger.until(lambda: lodger.text.count("x=1, y=1") == 12)
    lodger.settle()
    lodger.received = b""
    lodger.send("\x1b[<0;3;3M")
    lodger.sees("x=2, y=2")
    lodger.settle()
    assert lodger.received == b"\x1b[15;11H\x1b[38;2;204;204;204;48;2;0;0;0m2\x1b[4C2"


def test_a_resized_terminal_is_drawn_anew(lodger: Lodger) -> None:
    lodger.resize(100, 30)
    lodger.sees("of 100 x 30")
    lodger.settle()
    assert lodger.screen.display[29] == "└" + "─" * 98 + "X"


def test_a_terminal_too_small_says_so_until_it_has_grown(lodger: Lodger) -> None:
    lodger.resize(60, 20)
    lodger.sees("Steep needs 80 x 24; this is 60 x 20")
    lodger.send("a")
    lodger.settle()
    lodger.resize(80, 24)
    lodger.sees("of 80 x 24")
    assert "a;" not in lodger.text


TOLD = [
    *[("K", "K"), (" ", "space"), ("\r", "enter"), ("\x10", "ctrl+p"), ("\x1b", "escape"), ("\x7f", "backspace")],
    *[("\x1b[A", "up"), ("\x1b[1;2A", "shift+up"), ("\x1bOx", "kp_8"), ("\x1bx", "alt+x"), ("é", "é")],
    *[("\x1b[<35;10;5M", "Mouse(x=9, y=4, kind='move')"), ("\x1b[<0;80;24M", "Mouse(x=79, y=23, kind='left')")],
    *[("\x1b[<2;1;1M", "Mouse(x=0, y=0, kind='right')"), ("\x1b[<64;1;1M", "Mouse(x=0, y=0, kind='wheel_up')")],
]


def test_keys_and_the_mouse_are_told(lodger: Lodger) -> None:
    for sent, name in TOLD:
        lodger.send(sent)
        lodger.sees(f" {name};")


def test_a_sequence_that_comes_in_pieces_is_one_key(lodger: Lodger) -> None:
    lodger.send("\x1b[1")
    lodger.send(";2A")
    lodger.sees("shift+up;")
    assert "escape" not in lodger.text


def test_of_many_moves_of_the_mouse_at_once_the_last_is_told(lodger: Lodger) -> None:
    lodger.send("".join(f"\x1b[<35;{column};9M" for column in range(1, 60)))
    lodger.sees("x=58")
    assert lodger.text.count("Mouse") < 12


def test_bytes_that_are_no_text_are_passed_over(lodger: Lodger) -> None:
    lodger.send(b"\xff\xfea")
    lodger.sees("a;")


def test_answers_that_come_late_type_nothing(lodger: Lodger) -> None:
    lodger.send("\x1bP1+r524742=38\x1b\\\x1b[24;80R\x1bP>|xterm(388)\x1b\\a")
    lodger.sees("a;")
    assert lodger.screen.display[3].split()[1] == "a;"


def test_a_terminal_that_never_answers_is_not_waited_for(lodgers: Callable[..., Lodger]) -> None:
    lodger = lodgers()
    lodger.answers = False
    begin = time.monotonic()
    lodger.start().sees("Lodging")
    assert time.monotonic() - begin < 4


def leaves_as_it_came(lodger: Lodger) -> bytes:
    """Whether the terminal has everything back; gives what was written after that."""
    before, during, after = lodger.leave()
    assert settings(before) == settings(after)
    for sequence in LEFT:
        assert sequence in during[during.rindex(b"\x1b[?1006l") :]
    assert lodger.has_cursor()
    return after


def test_leaving_gives_the_terminal_back(lodger: Lodger) -> None:
    lodger.send("q")
    after = leaves_as_it_came(lodger)
    assert b"good bye" in after
    assert b"ended with 0" in after
    assert not lodger.ledger.exists()


def test_a_failure_gives_the_terminal_back_and_is_shown_after_it(lodger: Lodger) -> None:
    lodger.send("!")
    after = leaves_as_it_came(lodger)
    assert b"RuntimeError: the roof fell in" in after
    assert b"ended with 1" in after


def test_what_the_mouse_does_on_the_way_out_is_not_typed_into_the_shell(lodgers: Callable[..., Lodger]) -> None:
    lodger = lodgers().shell(f"{sys.executable} {PROGRAM} ledger; read line; echo typed $line into the shell")
    lodger.sees("Lodging")
    lodger.settle()
    lodger.send("w")
    lodger.settle()
    lodger.send("\x1b[<35;1;1M")
    lodger.sees("good bye")
    lodger.send("this\r")
    lodger.sees("typed this into the shell")


def test_ctrl_c_closes(lodger: Lodger) -> None:
    lodger.send("\x03")
    assert b"good bye" in leaves_as_it_came(lodger)
    assert lodger.ledger.read_text("utf-8") == "closed"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_being_asked_to_end_closes(lodger: Lodger, number: signal.Signals) -> None:
    os.kill(lodger.number, number)
    assert b"good bye" in leaves_as_it_came(lodger)
    assert lodger.ledger.read_text("utf-8") == "closed"


def test_a_terminal_that_goes_away_closes(lodger: Lodger) -> None:
    number = lodger.number
    lodger.process.ptyproc.fileobj.close()
    lodger.process = None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not lodger.ledger.exists():
        time.sleep(0.05)
    assert lodger.ledger.read_text("utf-8") == "closed"
    assert number > 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
@pytest.mark.parametrize("way", ["key", "signal"])
def test_suspending_gives_the_terminal_to_the_shell_and_takes_it_again(
    lodgers: Callable[..., Lodger], way: str
) -> None:
    lodger = lodgers(**TRUE_COLOR, PS1="at your service> ")
    lodger.process = pexpect.spawn("bash", ["--norc", "-i"], env=lodger._environment, dimensions=(24, 80))
    lodger.sees("at your service>")
    lodger.send(f"{sys.executable} {PROGRAM} {lodger.ledger}\r")
    lodger.sees("Lodging")
    lodger.settle()
    if way == "key":
        lodger.send("\x1a")
    else:
        os.kill(lodger.number, signal.SIGTSTP)
    lodger.sees("Stopped")
    lodger.settle()
    assert all(sequence in lodger.received for sequence in LEFT)
    assert lodger.has_cursor()
    lodger.send("stty -a | grep -o -w -- icanon\r")
    lodger.sees("\nicanon")
    lodger.send("fg\r")
    lodger.sees("┌─ Lodging")
    lodger.settle()
    assert not lodger.has_cursor()
    lodger.send("a")
    lodger.sees("a;")
    lodger.send("q")
    lodger.sees("good bye")


@pytest.mark.parametrize(("there", "here"), [(True, True), (True, False), (False, True)])
def test_a_terminal_is_needed_at_both_ends(monkeypatch: pytest.MonkeyPatch, there: bool, here: bool) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin.isatty", lambda: there)
    monkeypatch.setattr("sys.stdout.isatty", lambda: here)
    assert terminal_available() == (there and here)


def test_a_program_without_input_has_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert not terminal_available()


def test_a_terminal_that_can_only_print_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal_available()
