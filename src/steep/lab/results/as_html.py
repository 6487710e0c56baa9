"""A result as a page of HTML, with the looks of the report. All texts are escaped by the template."""

from __future__ import annotations

from steep.lab.report_page.html_report import templates
from steep.lab.results.for_people import shown_tables
from steep.lab.results.result import Result


def as_html(result: Result) -> str:
    """A whole page, which needs no other file."""
    parts = [(table, tuple(shown_tables(table))) for table in result.tables]
    return templates().get_template("result.html").render(result=result, parts=parts)
