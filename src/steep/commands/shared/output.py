"""Results on standard output, and messages on standard error.

Everything that a command prints goes through `say` or `warn`, so no control character from a file reaches a terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import TextIO

from steep.content import Rulebook
from steep.core.input_errors import InputError, printable, spelled
from steep.lab.results.result import FORMS, Result
from steep.lab.results.text_forms import WIDTH, as_text, json_of
from steep.ui.drawing.canvas import writable

PATIENCE = 5.0
"""Seconds before a wait is explained."""

PLAIN = {"±": "+-", "–": "-", "—": "-", "…": "..."}
"""Replacements for characters of our own texts that a stream's encoding lacks."""

MAX_LINES = 60
MAX_LINE = 4_000
"""Characters. Longer than any path; a message may quote more from a file."""


class OutputError(InputError):
    """Standard output cannot be written to."""


@contextmanager
def writing() -> Iterator[None]:
    """Raise errors of standard output in this context as `OutputError`, except `BrokenPipeError`."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None


def say(text: str, end: str = "\n") -> None:
    """Write lines to standard output. Raises `OutputError`."""
    if sys.stdout is None:
        raise OutputError("standard output cannot be written: it is closed")
    with writing():
        sys.stdout.write(shown(text + end, sys.stdout.encoding))


def say_utf8(text: str) -> None:
    """Write a text as UTF-8, whatever the terminal's encoding. Raises `OutputError`."""
    say("", end="")
    with writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(printable(text, keep="\n\t").encode())


def flush() -> None:
    """Flush standard output now, while an error can still be reported. Raises `OutputError`."""
    if sys.stdout is not None:
        with writing():
            sys.stdout.flush()


def give_up_output() -> None:
    """Write nothing more to standard output, not even at exit."""
    sys.stdout = None


quiet = False
"""Whether remarks and progress are hidden. Each command line starts with False."""


def warn(text: str) -> None:
    """Write a remark to standard error, after the command's name. Long ones are cut."""
    if not quiet:
        complain(text)


def complain(text: str) -> None:
    """Write an error to standard error, after the command's name. Long ones are cut."""
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = [f"and {len(lines) - MAX_LINES} more lines"]
    lines = [line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…" for line in lines]
    write_error("steep: " + "\n".join(lines))


def warn_of_assumptions(rulebook: Rulebook) -> None:
    """Say what an imported ruleset assumes, as it was not read from the game's code."""
    for topic, text in rulebook.imported.unread:
        warn(f"not read from the game: {topic} ({text})")


def remark(text: str) -> None:
    """Write lines that are no errors to standard error."""
    if not quiet:
        write_error(text)


def write_error(text: str) -> None:
    """Write lines to standard error. Errors are ignored, as there is nowhere to report them."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(shown(text + "\n", sys.stderr.encoding))
            sys.stderr.flush()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream exists and is a terminal that can move its cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def shown(text: str, encoding: str | None) -> str:
    """Lines that a stream can show: unprintable characters, and those that its encoding lacks, are spelled out."""
    text = printable(text, keep="\n")
    encoding = encoding or "ascii"
    if encodable(text, encoding):
        return text
    return "".join(char if encodable(char, encoding) else PLAIN.get(char) or spelled(char) for char in text)


def in_columns(text: str) -> str:
    """A text in fixed columns. Characters that standard output lacks are replaced by similar ones.

    `say` would spell it out in several columns.
    """
    encoding = (sys.stdout and sys.stdout.encoding) or "ascii"
    return text if encodable(text, encoding) else "".join(writable(char, encoding) for char in text)


def encodable(text: str, encoding: str) -> bool:
    """Whether an encoding has every character of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say_json(value: object) -> None:
    """Print a value as JSON; in ASCII where the stream's encoding is not Unicode, so that no character is replaced."""
    encoding = (sys.stdout and sys.stdout.encoding) or "ascii"
    say(json.dumps(value, indent=2, ensure_ascii=not encodable("±–—…", encoding)))


@contextmanager
def patience(doing: str = "generating floors") -> Iterator[None]:
    """Say on standard error what takes so long, after PATIENCE seconds."""
    timer = threading.Timer(PATIENCE, warn, [doing])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# Prints what a function of the lab found, in the form that --format asks for.

COLOURS = {True: "bold green", False: "bold red", None: "bold yellow"}
"""The colour of a verdict, by whether the check holds."""


def print_result(result: Result, form: str) -> None:
    """Print a result. Texts for other programs are UTF-8, whatever the terminal has."""
    if form == "json":
        say_json(json_of(result))
    elif form in ("markdown", "github"):
        say_utf8(result.shown_as(FORMS[FORMS.index(form)]))
    elif form == "csv":
        say(result.shown_as("csv"), end="")
    else:
        terminal = is_terminal(sys.stdout)
        text = as_text(result, shutil.get_terminal_size().columns if terminal else WIDTH)
        if terminal and find_spec("rich"):
            say_coloured(result, text)
        else:
            say(text, end="")
    for caution in result.cautions if form == "csv" else ():
        warn(caution)


def say_coloured(result: Result, plain: str) -> None:
    """Print a result's text in a terminal: its title is bold, and its verdict has a colour unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    text = Text(shown(plain, sys.stdout.encoding))
    text.stylize("bold", 0, text.plain.index("\n"))
    if result.verdict is not None:
        text.highlight_words([f"\n{result.verdict.word}:"], COLOURS[result.verdict.good])
    with writing():
        Console(file=sys.stdout).print(text, end="", soft_wrap=True)
