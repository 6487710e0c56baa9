"""A process that plays a maker's games: each request is a line of JSON, and so is each answer.

It knows nothing of games: `game_of_command.py` reads what the lines say. The page docs/game-protocol.md is for makers.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from select import select
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic
from typing import Any

from steep.core.input_errors import InputError, brief, nearest, printable, shortened
from steep.lab.own_games.play_one_game import Mistake

MAX_LINE = 1024 * 1024
"""Bytes of one answer, and of what an engine says before its first."""

TAIL_LINES = 12
"""Lines of standard error in the message of a crash."""

MAX_ERROR_LINE = 400
"""Characters of a line of standard error; the rest is cut off."""

ECHOED_LINES = 1_000
"""Lines of standard error that one process passes on."""

SLIP = 0.8
"""How alike a program's name is to one with a slip of the finger: other programs are none that was meant."""

GRACE = 0.5
"""Seconds for a game to end by itself once nothing more is asked."""

GUARD = f"""
import os, sys, time
sys.stdin.read()
time.sleep({GRACE})
os.killpg(int(sys.argv[1]), 9)
"""
"""Ends a game's process and its children once ours has ended, in whatever way."""

GROUPS = hasattr(os, "killpg")
"""Whether the system has process groups. Windows has none: there only the game is ended, not its children."""


def words_of(command: str) -> list[str]:
    """A command as a program and its arguments; no shell is involved. Raises `InputError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"game_command: found {brief(command)}: {error}") from None
    if not words:
        raise InputError('game_command: found nothing; allowed: a program and its arguments, as "node game.mjs"')
    if shutil.which(words[0]) is None:
        raise InputError(f"game_command: {why_not(words[0])}")
    return words


def why_not(program: str) -> str:
    """Why a program cannot be started, in words."""
    if Path(program).exists():
        return f'{program} is no program on the PATH; a file of yours is "./{Path(program)}", and needs chmod +x'
    names: set[str] = set()
    for folder in os.get_exec_path():
        with suppress(OSError):
            names |= {path.name for path in Path(folder).iterdir()}
    slips = get_close_matches(program, names, cutoff=SLIP)
    return f"found no program {brief(program)} on the PATH{nearest(program, slips)}"


class GameProcess:
    """A process of a maker's game. Ask it a line at a time, and close it."""

    def __init__(self, words: list[str], echo: Callable[[str], None] | None = None) -> None:
        """Start the process. `echo` is given its standard error, line by line. Raises `InputError`."""
        self._waited = 0.0
        self._asked_at: float | None = None
        self._aborted = ""
        self._echo, self._echoed = echo, 0
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._read = b""
        self._greeting = MAX_LINE
        """Bytes that may still come before the first answer: some engines say hello."""
        try:
            self._process = Popen(  # noqa: S603  # the maker's own command
                words, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=GROUPS
            )
        except OSError as error:
            raise InputError(f"game_command: {words[0]} cannot be started: {error.strerror}") from None
        guard = [sys.executable, "-ISc", GUARD, str(self._process.pid)]
        self._guard = (
            Popen(guard, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)  # noqa: S603
            if GROUPS
            else None
        )
        self._reader = Thread(target=self._read_errors, daemon=True)
        self._reader.start()

    @property
    def seconds(self) -> float:
        """How long answers have been waited for, in all. May be called from any thread."""
        waited, asked_at = self._waited, self._asked_at
        return waited + (0.0 if asked_at is None else monotonic() - asked_at)

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Ask, and wait for the answer, which is an object of JSON. Raises `Mistake`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps(question, separators=(",", ":"), allow_nan=False) + "\n"
        if self._greeting == 0 and not self._read and select([self._process.stdout], [], [], 0)[0]:
            self._read = os.read(self._process.stdout.fileno(), 65_536)
        if self._greeting == 0 and self._read.strip():
            what = f"it wrote {line_in_words(self._read)} before it was asked {shortened(line.strip())}"
            raise Mistake(f"{what}; {NO_PRINTS}")
        self._asked_at = monotonic()
        try:
            self._process.stdin.write(line.encode())
            answer = self._line()
        except BrokenPipeError:
            answer = None
        finally:
            waited, self._asked_at = self.seconds, None
            self._waited = waited
        if answer is None:
            raise Mistake(self._how_it_ended(line.strip()))
        try:
            found = json.loads(answer, parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Mistake(f"it answered {line_in_words(answer)}; allowed: an object of JSON in one line; {NO_PRINTS}")
        self._greeting = 0
        return found

    def _line(self) -> bytes | None:
        """The next line that is not blank; None when the output ends. Raises `Mistake`."""
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        while True:
            while b"\n" not in self._read:
                if len(self._read) > MAX_LINE:
                    raise Mistake(f"its answer has more than {MAX_LINE:,} bytes, from {line_in_words(self._read)} on")
                found = os.read(output, 65_536)
                if not found:
                    return None
                self._read += found
            line, _, self._read = self._read.partition(b"\n")
            if not line.strip():
                continue
            if self._greeting > 0 and not line.lstrip().startswith(b"{"):
                self._greeting -= len(line)
                self._note(line)
                continue
            return line

    def _how_it_ended(self, asked: str) -> str:
        """The message about a process that gives no more answers, its last words first."""
        if self._aborted:
            return f"{self._aborted}, asked {shortened(asked)}"
        try:
            code = self._process.wait(GRACE)
        except TimeoutExpired:
            how = "it closed its standard output"
        else:
            how = f"its process ended with {exit_in_words(code)}"
        self._reader.join(GRACE)
        tail = [*self._tail]
        said = ["the end of its standard error:", *(f"  {line}" for line in tail)] if tail else []
        return "\n".join([*said, f"{how}, asked {shortened(asked)}"])

    def _read_errors(self) -> None:
        """Read standard error to its end, because a full pipe would block the game."""
        assert self._process.stderr is not None
        left = b""
        with suppress(OSError, ValueError):
            while found := os.read(self._process.stderr.fileno(), 65_536):
                *lines, left = (left + found).split(b"\n")
                left = left[:MAX_LINE]
                for line in lines:
                    self._note(line)
        if left:
            self._note(left)

    def _note(self, line: bytes) -> None:
        """Keep a line of standard error for the message of a crash, and pass it on."""
        text = printable(line[: 4 * MAX_ERROR_LINE].decode(errors="replace").rstrip()[:MAX_ERROR_LINE], keep="\t")
        self._tail.append(text)
        self._echoed += 1
        if self._echo is not None and self._echoed <= ECHOED_LINES:
            last = self._echoed == ECHOED_LINES
            self._echo("the rest of the game's standard error is left out" if last else text)

    def abort(self, why: str) -> None:
        """End the process from another thread while `ask` waits, which then raises a `Mistake` that says why."""
        self._aborted = why
        self._kill()

    def _kill(self) -> None:
        with suppress(OSError):
            if GROUPS:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def close(self, grace: float = GRACE) -> None:
        """End the process and its children."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        with suppress(TimeoutExpired):
            self._process.wait(grace)
        self._kill()
        self._process.wait()
        self._reader.join(GRACE)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


NO_PRINTS = "its own prints belong on standard error"
NO_ANSWER = "; does it read a line at a time, and flush each answer?"


def refuse_constant(name: str) -> float:
    """NaN and infinities are no JSON."""
    raise ValueError(name)


def line_in_words(line: bytes) -> str:
    """The beginning of what was written, for a message."""
    return brief(line.split(b"\n")[0][:200].decode(errors="replace").strip())


def exit_in_words(code: int) -> str:
    """How a process ended."""
    if code < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
