"""How Sphinx renders the manual. `make web` installs what it needs and builds it into `build/web/manual/`."""

import os
import sys
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.ext.autodoc.mock import mock  # type: ignore[attr-defined]  # Sphinx exports it nowhere

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]

project = "Steep"
html_title = "Steep: the manual"
root_doc = "index"
exclude_patterns = ["sphinx"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "accessible_html",
    "markdown_docstrings",
    "ruleset_keys",
    "tables_of_contents",
]
highlight_language = "text"
suppress_warnings = ["myst.header"]  # the headings of a class's docstring begin below those of a page

myst_heading_anchors = 4

autodoc_default_options = {"members": True, "member-order": "bysource"}
# Libraries that only extras bring: signatures and docstrings are the same without them.
autodoc_mock_imports = ["gymnasium", "numpy", "pebble", "pyarrow", "resvg_py", "scipy", "rich", "tomlkit"]
with mock(autodoc_mock_imports):  # autodoc looks at the members of a module when it mocks no more
    import steep.lab

    for name in steep.lab.__all__:
        getattr(steep.lab, name)
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 80

html_theme = "furo"
templates_path = ["templates"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#6b4300", "color-brand-content": "#6b4300"},
    "dark_css_variables": {"color-brand-primary": "#ecb862", "color-brand-content": "#ecb862"},
}  # the accents of web/static/style.css
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_favicon = str(HERE.parents[1] / "web" / "static" / "icon.svg")
html_copy_source = False
html_extra_path = ["../llms.txt"]
html_show_copyright = False
html_show_sphinx = False
html_domain_indices = False
html_search_scorer = str(HERE / "search.js")


def link_to_what_has_no_page(_app: Sphinx, document: nodes.document) -> None:
    """Show a link to a folder of the project as its text, and let a page of `notes/` be downloaded."""
    here = Path(document["source"]).parent
    for link in list(document.findall(addnodes.pending_xref)):
        target = here / link["reftarget"]
        if target.is_dir():
            link.replace_self(link.children)
        elif link["refdomain"] == "doc" and Path(link["reftarget"]).is_absolute():
            file = f"{os.path.relpath(target, here)}.md"
            link.replace_self(
                addnodes.download_reference("", "", *link.children, refdoc=link["refdoc"], reftarget=file)
            )


def setup(app: Sphinx) -> None:
    """Connect to Sphinx."""
    app.connect("doctree-read", link_to_what_has_no_page, priority=400)  # before Sphinx collects downloads
