"""Repairs what Sphinx's HTML gets wrong for keyboards and screen readers."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

PARAMETERS = re.compile(r'<dl>\s*(?=<dd><em class="sig-param">).*?</dl>', re.DOTALL)
"""Parameters with a line for each: a list of definitions that define nothing."""

LINES = {"<dl>": '<span class="parameters">', "</dl>": "</span>", "<dd>": "<span>", "</dd>": "</span>"}


def repair(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Let the keyboard scroll blocks of code that are too wide, and make parameters plain lines."""
    if "body" in context:
        body = context["body"].replace("<pre>", '<pre tabindex="0">')
        context["body"] = PARAMETERS.sub(lambda found: re.sub("</?d[ld]>", lambda tag: LINES[tag[0]], found[0]), body)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("html-page-context", repair)
    return {"parallel_read_safe": True}
