"""The first table of a result as CSV."""

from __future__ import annotations

import csv
import io

from steep.lab.results.result import Result


def as_csv(result: Result) -> str:
    """A line of names, and one for each row. Unknown numbers are empty."""
    text = io.StringIO()
    table = result.tables[0]
    csv.writer(text, lineterminator="\n").writerows([table.names, *table.flat_rows()])
    return text.getvalue()
