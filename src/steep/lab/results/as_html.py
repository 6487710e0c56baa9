"""A result as a page of HTML, with the looks of the report. All texts are escaped by the template."""

from __future__ import annotations

from steep.lab.report_page.page import Code, Group, Page, Section
from steep.lab.results.result import Result


def as_html(result: Result) -> str:
    """A whole page, which needs no other file."""
    charts = Group(result.charts, beside=len(result.charts) > 1)
    listing = [Group((Code(result.listing),))] if result.listing else []
    return Page(
        title=result.title,
        above=result.verdict.word if result.verdict else "",
        lead=(*result.lead, *result.sentences),
        cautions=result.cautions,
        sections=(Section("", "", (charts, *(Group((table,)) for table in result.tables), *listing)),),
    ).html()
