"""Answers on standard output: as an aligned table, as JSON or as CSV; and remarks on standard error.

Everything that a command prints goes through `say` or `warn`, and so nothing that stood in a file reaches a terminal
as a control character.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from steep.core.errors import InputError, printable, spelled

PATIENCE = 5.0
"""Seconds."""

FORMATS = ("table", "json", "csv")

PLAIN = {"±": "+-", "–": "-", "—": "-", "…": "..."}
"""What stands for the characters of our own sentences where a stream's encoding has none."""

MOST_LINES = 60
LONGEST_LINE = 4_000
"""Characters. Longer than any path; what a message repeats of a file may be longer."""


class OutputError(InputError):
    """Standard output cannot be written."""


@contextmanager
def writing() -> Iterator[None]:
    """Have what goes wrong with standard output in this context raised as `OutputError`, a closed pipe as itself."""
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
    """Write a text that is UTF-8 whatever the terminal speaks, as a file would have it. Raises `OutputError`."""
    say("", end="")
    with writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(printable(text, keep="\n").encode())


def flush() -> None:
    """Have everything written now, while somebody can still be told that it cannot be. Raises `OutputError`."""
    if sys.stdout is not None:
        with writing():
            sys.stdout.flush()


def give_up_output() -> None:
    """Write nothing more to standard output, not even on the way out."""
    sys.stdout = None


def warn(text: str) -> None:
    """Say something on standard error, after the command's name. Long texts are cut."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more lines"]
    lines = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…" for line in lines]
    remark("steep: " + "\n".join(lines))


def remark(text: str) -> None:
    """Write lines to standard error. Where that cannot be, there is nobody to tell."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(shown(text + "\n", sys.stderr.encoding))
            sys.stderr.flush()


def redraw(lines: Sequence[str], height: int) -> None:
    """Write lines to standard error, in place of the `height` lines above the cursor and of all below it."""
    if sys.stderr is not None:
        up = f"\x1b[{height}A" if height else ""
        text = shown("".join(f"{line}\n" for line in lines), sys.stderr.encoding)
        with suppress(OSError):
            sys.stderr.write(f"{up}\x1b[J{text}")
            sys.stderr.flush()


def shown(text: str, encoding: str | None) -> str:
    """Lines as a stream can show them: what is not printable, and what the encoding does not have, is spelled out."""
    text = printable(text, keep="\n")
    encoding = encoding or "ascii"
    if encodable(text, encoding):
        return text
    return "".join(char if encodable(char, encoding) else PLAIN.get(char) or spelled(char) for char in text)


def encodable(text: str, encoding: str) -> bool:
    """Whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def add_format(parser: argparse.ArgumentParser) -> None:
    """The option of every command that reports."""
    parser.add_argument("--format", choices=FORMATS, default="table", help="how to print (default: table)")


def print_rows(headings: Sequence[str], rows: Sequence[Sequence[object]], form: str) -> None:
    """Print rows as an aligned table, as JSON (a list of objects) or as CSV."""
    if form == "json":
        say_json([dict(zip(headings, row, strict=True)) for row in rows])
    elif form == "csv":
        say(csv_text(headings, rows), end="")
    else:
        say(aligned([headings, *rows]))


def say_json(value: object) -> None:
    """Print a value as JSON; for a stream that is not of Unicode in plain ASCII, so that every value stays as it is."""
    encoding = (sys.stdout and sys.stdout.encoding) or "ascii"
    say(json_text(value, ascii_only=not encodable("±–—…", encoding)), end="")


def json_text(value: object, *, ascii_only: bool = False) -> str:
    """A value as JSON that a person can read, too."""
    import json

    return json.dumps(value, indent=2, ensure_ascii=ascii_only) + "\n"


def csv_text(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV, each with its line's end."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([headings, *rows])
    return text.getvalue()


def aligned(rows: Sequence[Sequence[object]], right: Sequence[int] = (), indent: str = "") -> str:
    """Rows as lines with columns under each other; those in `right` end in line, the others begin in line."""
    lines = [[printable(str(value)) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        (
            indent
            + "  ".join(
                value.rjust(width) if column in right else value.ljust(width)
                for column, (value, width) in enumerate(zip(line, widths, strict=True))
            )
        ).rstrip()
        for line in lines
    )


@contextmanager
def patience() -> Iterator[None]:
    """Say on standard error what takes so long, once it does."""
    import threading

    why = "making floors; the first time after an update the generator is compiled, which can take half a minute"
    said = threading.Timer(PATIENCE, lambda: warn(why))
    said.daemon = True
    said.start()
    try:
        yield
    finally:
        said.cancel()
