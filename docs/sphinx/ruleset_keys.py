"""An anchor for each key of a ruleset, such as `ruleset-keys.html#monsters.spawn`, at its row of the page of keys."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, Head, fields_of

PAGE = "ruleset-keys"
SECTIONS: dict[str, type[object]] = {"": Head, **SINGLE_SECTIONS, **KEYED_SECTIONS}
OBJECT = "rulesetkey"
"""What Sphinx calls a key in its search."""


def add_anchors(app: Sphinx, document: nodes.document) -> None:
    """Give the row of each key its anchor, and let the search find it by its name."""
    if app.env.docname != PAGE:
        return
    headings = {heading_of(section): section for section in document.findall(nodes.section)}
    for name, declared in SECTIONS.items():
        heading = {"": "Above the sections"}.get(name, f"[{name}.KEY]" if name in KEYED_SECTIONS else f"[{name}]")
        rows = rows_of(headings[heading]) if heading in headings else {}
        for key in fields_of(declared):
            anchor = f"{name}.{key}" if name else key
            if key not in rows:
                logging.getLogger(__name__).warning("%s has no row for the key %s", PAGE, anchor)
                continue
            rows[key]["ids"].append(anchor)
            document.note_explicit_target(rows[key])
            app.env.domains.standard_domain.note_object(OBJECT, anchor, anchor, location=rows[key])


def heading_of(section: nodes.section) -> str:
    """The text of a section's heading."""
    return str(section.next_node(nodes.title).astext())


def rows_of(section: nodes.section) -> dict[str, nodes.row]:
    """The rows of a section's first table of keys, by key."""
    for table in section.findall(nodes.table):
        head, *rows = table.findall(nodes.row)
        if head.astext().startswith("key"):
            return {row[0].astext(): row for row in rows}
    return {}


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.add_object_type(OBJECT, OBJECT, objname="ruleset key")
    app.connect("doctree-read", add_anchors)
    return {"parallel_read_safe": True}
