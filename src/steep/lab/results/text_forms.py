"""The text forms of a result: plain text, JSON, CSV, Markdown, and commands of GitHub Actions.

None knows a terminal, and plain text, Markdown and commands have no control characters.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from steep.core.input_errors import printable
from steep.lab.results.for_people import ShownTable, shown_tables
from steep.lab.results.result import Finding, Result, Table

WIDTH = 100
"""The width of wrapped lines that are not for a terminal, in characters."""

MIN_WIDTH = 40

INDENT = " " * 6


def as_text(result: Result, width: int = WIDTH) -> str:
    """Tables of aligned columns: what was played, all tables, and then what was found.

    Sentences below rows are wrapped to `width` characters.
    """
    parts = [[result.title, *result.lead], *([*aligned_lines(table, width)] for table in result.tables)]
    verdict = [f"{result.verdict.word}:"] if result.verdict else []
    said = [*result.sentences, *result.cautions]
    parts.append([" ".join([*verdict, *said[:1]]), *said[1:]] if verdict or said else [])
    parts.append(result.listing.splitlines())
    lines = ([printable(line) for line in part] for part in parts if part)
    return "\n".join("".join(f"{line}\n" for line in part) for part in lines)


def aligned_lines(table: Table, width: int) -> Iterator[str]:
    """A table, group by group, with an empty line between them."""
    for number, shown in enumerate(shown_tables(table)):
        if number:
            yield ""
        if shown.caption:
            yield shown.caption
        yield from aligned(shown, width)
    yield from table.notes


def aligned(shown: ShownTable, width: int) -> Iterator[str]:
    """Headings, if there are any, and rows as lines of aligned columns; numbers are right-aligned."""
    beside = [number for number, column in enumerate(shown.columns) if not column.below]
    below = [number for number, column in enumerate(shown.columns) if column.below]
    headings = [shown.headings[number] for number in beside]
    lines = [[str(row[number]) for number in beside] for row in shown.rows]
    widths = [max(map(len, column)) for column in zip(headings, *lines, strict=True)]
    wrapper = TextWrapper(max(width, MIN_WIDTH), initial_indent=INDENT, subsequent_indent=INDENT)
    wrapper.break_long_words = wrapper.break_on_hyphens = False  # a name or a path stays whole

    def in_columns(cells: list[str]) -> str:
        columns = zip(cells, widths, (shown.right[number] for number in beside), strict=True)
        return "  " + "  ".join(f"{cell:{'>' if right else '<'}{width}}" for cell, width, right in columns).rstrip()

    if any(headings):
        yield in_columns(headings)
    for row, line in zip(shown.rows, lines, strict=True):
        yield in_columns(line)
        for title, said in ((shown.headings[number], str(row[number])) for number in below):
            yield from wrapper.wrap(f"{title}: {said}" if title and said else said)


def as_json(result: Result) -> str:
    """All figures: each table by its name as a list of objects. Unknown numbers are null, shares between 0 and 1."""
    return json.dumps(json_of(result), indent=2, ensure_ascii=False) + "\n"


def json_of(result: Result) -> dict[str, Any]:
    """The same as plain data."""
    verdict = {"verdict": result.verdict.word, "held": result.held} if result.verdict else {}
    said = {"sentences": list(result.sentences), "cautions": list(result.cautions)}
    tables = {table.name: result.rows(table.name) for table in result.tables if table.names}
    return {**verdict, **result.facts, **said, **tables}


def as_csv(result: Result) -> str:
    """The first table: a line of names, and one for each row. Unknown numbers are empty."""
    text = io.StringIO()
    table = result.tables[0]
    csv.writer(text, lineterminator="\n").writerows([table.names, *table.flat_rows()])
    return text.getvalue()


MAX_ROWS = 12
"""The most rows of a table: a comment should fit a screen. The rest is counted."""

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~&])")
"""Characters that Markdown or HTML would take for markup."""


def as_markdown(result: Result) -> str:
    """For a comment, or the summary of a job: the verdict, what was found, the rows that matter, what was played."""
    verdict = f": {escape_markdown(result.verdict.word)}" if result.verdict else ""
    lines = [f"### {escape_markdown(result.title)}{verdict}"]
    for line in (*result.sentences, *result.cautions):
        lines += ["", escape_markdown(line)]
    for table in result.tables:
        for shown in shown_tables(table, notable=True):
            lines += markdown_lines(shown)
    if result.listing:
        fence = "`" * (1 + max([2, *map(len, re.findall("`+", result.listing))]))
        lines += ["", fence, *map(printable, result.listing.splitlines()), fence]
    if result.lead:
        lines += ["", escape_markdown("; ".join(result.lead))]
    return "".join(f"{line}\n" for line in lines)


def markdown_lines(shown: ShownTable) -> Iterator[str]:
    """A table of at most MAX_ROWS rows, and how many more there are."""
    if shown.caption:
        yield from ("", escape_markdown(shown.caption))
    yield ""
    rules = ["---:" if right else "---" for right in shown.right]
    rows = [[escape_markdown(str(cell)) for cell in row] for row in (shown.headings, *shown.rows[:MAX_ROWS])]
    yield from (f"| {' | '.join(row)} |" for row in (rows[0], rules, *rows[1:]))
    if len(shown.rows) > MAX_ROWS:
        yield from ("", f"And {len(shown.rows) - MAX_ROWS} more.")


def escape_markdown(text: str) -> str:
    """A text from outside as Markdown that shows it."""
    return SPECIAL.sub(r"\\\1", printable(text))


ESCAPES = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
OF_PROPERTIES = ((":", "%3A"), (",", "%2C"))


def as_github(result: Result) -> str:
    """A line for each finding and each caution, beside the lines that they are about, and a notice with the verdict.

    The escapes are those of `@actions/core` (packages/core/src/command.ts).
    """
    verdict = result.verdict.word if result.verdict else ""
    cautions = [Finding("warning", result.title, caution) for caution in result.cautions]
    said = "\n".join(result.sentences) or verdict or result.title
    summary = Finding("notice", f"{result.title}: {verdict}" if verdict else result.title, said)
    return "".join(f"{annotation(each)}\n" for each in (*result.findings, *cautions, summary))


def annotation(finding: Finding) -> str:
    """``::error file=mine.toml,line=3,title=broken::diver: too few survive floor 2``."""
    file = Path(finding.file)
    if file.is_relative_to(Path.cwd()):
        file = file.relative_to(Path.cwd())
    places = {"file": file.as_posix() if finding.file else "", "line": str(finding.line or ""), "title": finding.title}
    properties = ",".join(
        f"{name}={escape_command(text, *ESCAPES, *OF_PROPERTIES)}" for name, text in places.items() if text
    )
    return f"::{finding.level} {properties}::{escape_command(finding.message, *ESCAPES)}"


def escape_command(text: str, *escapes: tuple[str, str]) -> str:
    """A text that cannot end a command or a property."""
    text = printable(text, keep="\r\n")
    for char, escape in escapes:
        text = text.replace(char, escape)
    return text
