"""A result as plain text: tables of aligned columns. It knows no terminal, and no text has control characters."""

from __future__ import annotations

from collections.abc import Iterator

from steep.core.input_errors import printable
from steep.lab.results.for_people import ShownTable, shown_tables
from steep.lab.results.result import Result, Table


def as_text(result: Result) -> str:
    """What was played, all tables, and then what was found."""
    parts = [[result.title, *result.lead], *([*table_lines(table)] for table in result.tables)]
    verdict = [f"{result.verdict.word}:"] if result.verdict else []
    said = [*result.sentences, *result.cautions]
    parts.append([" ".join([*verdict, *said[:1]]), *said[1:]] if verdict or said else [])
    parts.append(result.listing.splitlines())
    lines = ([printable(line) for line in part] for part in parts if part)
    return "\n".join("".join(f"{line}\n" for line in part) for part in lines)


def table_lines(table: Table) -> Iterator[str]:
    """A table, group by group, with an empty line between them."""
    for number, shown in enumerate(shown_tables(table)):
        if number:
            yield ""
        if shown.caption:
            yield shown.caption
        yield from aligned(shown)
    yield from table.notes


def aligned(shown: ShownTable) -> Iterator[str]:
    """Headings, if there are any, and rows as lines of aligned columns; numbers are right-aligned."""
    rows = [[str(cell) for cell in row] for row in shown.rows]
    lines = [shown.headings, *rows] if any(shown.headings) else rows
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = zip(line, widths, shown.right, strict=True)
        yield "  " + "  ".join(f"{cell:{'>' if right else '<'}{width}}" for cell, width, right in cells).rstrip()
