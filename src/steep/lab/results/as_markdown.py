"""A result as a short text in Markdown, for a comment or for the summary of a job in CI."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steep.core.input_errors import printable
from steep.lab.results.for_people import ShownTable, shown_tables
from steep.lab.results.result import Result

MAX_ROWS = 12
"""Of a table: a comment should fit a screen. The rest is counted."""

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~&])")
"""Characters that Markdown or HTML would take for markup."""


def as_markdown(result: Result) -> str:
    """The verdict, what was found, the rows that matter, and what was played."""
    verdict = f": {escaped(result.verdict.word)}" if result.verdict else ""
    lines = [f"### {escaped(result.title)}{verdict}"]
    for line in (*result.sentences, *result.cautions):
        lines += ["", escaped(line)]
    for table in result.tables:
        for shown in shown_tables(table, notable=True):
            lines += table_lines(shown)
    if result.listing:
        fence = "`" * (1 + max([2, *map(len, re.findall("`+", result.listing))]))
        lines += ["", fence, *map(printable, result.listing.splitlines()), fence]
    if result.lead:
        lines += ["", escaped("; ".join(result.lead))]
    return "".join(f"{line}\n" for line in lines)


def table_lines(shown: ShownTable) -> Iterator[str]:
    """A table of at most MAX_ROWS rows, and how many more there are."""
    if shown.caption:
        yield from ("", escaped(shown.caption))
    yield ""
    rules = ["---:" if right else "---" for right in shown.right]
    rows = [[escaped(str(cell)) for cell in row] for row in (shown.headings, *shown.rows[:MAX_ROWS])]
    yield from (f"| {' | '.join(row)} |" for row in (rows[0], rules, *rows[1:]))
    if len(shown.rows) > MAX_ROWS:
        yield from ("", f"And {len(shown.rows) - MAX_ROWS} more.")


def escaped(text: str) -> str:
    """A text from outside as Markdown that shows it."""
    return SPECIAL.sub(r"\\\1", printable(text))
