"""Docstrings are Markdown, as the manual's pages are, and not reStructuredText: MyST parses them."""

from __future__ import annotations

import ast
import inspect
import sys

from docutils import nodes
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective


class Markdown(SphinxDirective):
    """A directive whose content is Markdown."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse the content."""
        # In what is no section, headings become rubrics, which the table of contents leaves out.
        parsed: nodes.Element = nodes.container()
        # Headings of two docstrings may have the same text.
        config: MdParserConfig = self.env.myst_config  # type: ignore[attr-defined]  # MyST puts it there
        parser = create_md_parser(config.copy(heading_anchors=0), SphinxRenderer)
        parser.disable("wordcount")  # it defines a name, once for each docstring
        parser.options.update(document=self.state.document, current_node=parsed)
        parser.render("\n".join(self.content))
        return list(parsed.children)


def mark_as_markdown(_app: Sphinx, what: str, name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Put a docstring into the directive."""
    if what == "data":
        lines[:] = docstring_of_constant(*name.rsplit(".", 1))
    lines[:] = [".. markdown::", "", *(f"   {line}" for line in lines), ""]


def docstring_of_constant(module: str, name: str) -> list[str]:
    """The docstring below the assignment of a constant, in the module that this one imports it from."""
    statements = ast.parse(inspect.getsource(sys.modules[module])).body
    imports = [each for each in statements if isinstance(each, ast.ImportFrom)]
    origins = {alias.name: each.module for each in imports for alias in each.names}
    found = ModuleAnalyzer.for_module(origins.get(name) or module).find_attr_docs()
    return list(found.get(("", name), []))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.add_directive("markdown", Markdown)
    app.connect("autodoc-process-docstring", mark_as_markdown)
    return {"parallel_read_safe": True}
