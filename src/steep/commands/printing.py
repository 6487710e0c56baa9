"""Answers on standard output: as an aligned table, as JSON or as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

PATIENCE = 5.0
"""Seconds."""

FORMATS = ("table", "json", "csv")


def add_format(parser: argparse.ArgumentParser) -> None:
    """The option of every command that reports."""
    parser.add_argument("--format", choices=FORMATS, default="table", help="how to print (default: table)")


def print_rows(headings: Sequence[str], rows: Sequence[Sequence[object]], form: str) -> None:
    """Print rows as an aligned table, as JSON (a list of objects) or as CSV."""
    if form == "json":
        print(json_text([dict(zip(headings, row, strict=True)) for row in rows]), end="")
    elif form == "csv":
        print(csv_text(headings, rows), end="")
    else:
        print(aligned([headings, *rows]))


def json_text(value: object) -> str:
    """A value as JSON that a person can read, too."""
    import json

    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def csv_text(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV, each with its line's end."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([headings, *rows])
    return text.getvalue()


def aligned(rows: Sequence[Sequence[object]], right: Sequence[int] = (), indent: str = "") -> str:
    """Rows as lines with columns under each other; those in `right` end in line, the others begin in line."""
    lines = [[str(value) for value in row] for row in rows]
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


def percent(chance: float) -> str:
    """A probability in percent. What is nearly sure is not called sure, nor impossible what nearly is."""
    if 0.9995 <= chance < 1:
        return ">99.9%"
    return "<0.1%" if 0 < chance < 0.0005 else f"{chance:.1%}"


@contextmanager
def patience() -> Iterator[None]:
    """Say on standard error what takes so long, once it does."""
    import threading

    why = "making floors; the first time after an update the generator is compiled, which can take half a minute"
    said = threading.Timer(PATIENCE, lambda: print(f"steep: {why}", file=sys.stderr, flush=True))
    said.daemon = True
    said.start()
    try:
        yield
    finally:
        said.cancel()
