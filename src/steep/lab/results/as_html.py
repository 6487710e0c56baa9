"""A result as a page of HTML, with the looks of the report. All texts are escaped by the template."""

from __future__ import annotations

from steep.lab.report_page.page import Group, Page, Part, Section
from steep.lab.results.result import Result


def as_html(result: Result) -> str:
    """A whole page, which needs no other file."""
    title = f"{result.title}: {result.verdict.word}" if result.verdict else result.title
    parts: tuple[Part, ...] = (*result.charts, *result.tables)
    found = Section("", "", tuple(Group((part,)) for part in parts))
    return Page(title, (*result.lead, *result.sentences), (found,), cautions=result.cautions).html()
