"""Order of the manual's pages: the lists of links on pages of contents are its navigation, under their headings."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

PAGES = ("index", "decisions/README")
"""The pages of contents."""

ENTRY = re.compile(r"^(?:-|\d+\.) \[[^]]*]\(([\w./-]+)\.md\)", re.MULTILINE)
"""An item of a list that begins with a link to a page."""


def add_tables_of_contents(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Add a hidden table of contents for each list of a page."""
    if docname not in PAGES:
        return
    first, *others = re.split(r"^## (.*)\n", source[0], flags=re.MULTILINE)
    lists = [("", first), *zip(others[::2], others[1::2], strict=True)]
    for caption, text in lists:
        if pages := ENTRY.findall(text):
            options = f":hidden:\n:caption: {caption}" if caption else ":hidden:"
            source[0] += f"\n```{{toctree}}\n{options}\n\n" + "\n".join(pages) + "\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", add_tables_of_contents)
    return {"parallel_read_safe": True}
