"""The rendered manual: every link leads somewhere, every ruleset key and every public name has its place."""

from __future__ import annotations

import importlib
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from steep.web.workbench import schema

BUILT = Path(__file__).parents[2] / "build" / "web"
MANUAL = BUILT / "manual"
MODULES = ("steep", "steep.spawn", "steep.lab", "steep.env")

pytestmark = pytest.mark.skipif(
    not MANUAL.exists(), reason=f"the manual is not built ({MANUAL} is missing); make web builds it"
)


class Page(HTMLParser):
    """What a page links to and loads, and the anchors that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: list[str] = []
        self.inline_scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag's address and anchor."""
        values = dict(attrs)
        if values.get("id"):
            self.anchors.append(str(values["id"]))
        if tag == "script" and "src" not in values:
            self.inline_scripts += 1
        for name in ("href", "src", "action"):
            if address := values.get(name):
                (self.links if tag == "a" else self.loaded).append(address)


@cache
def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def pages() -> list[Path]:
    return sorted(MANUAL.rglob("*.html"))


def test_sphinx_found_nothing_wrong() -> None:
    assert (MANUAL.parents[1] / "manual" / "warnings.txt").read_text("utf-8") == ""


def test_every_link_of_a_page_leads_to_a_page_and_an_anchor() -> None:
    broken = []
    for path in pages():
        page = read(path)
        for address in page.links + page.loaded:
            split = urlsplit(address)
            if split.scheme in ("http", "https"):
                continue
            target = (path.parent / unquote(split.path)).resolve() if split.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (
                split.fragment and target.suffix == ".html" and unquote(split.fragment) not in read(target).anchors
            ):
                broken.append(f"{path.relative_to(MANUAL)}: {address}")
    assert broken == []


def test_no_page_loads_anything_from_another_host_or_has_a_script_in_it() -> None:
    for path in pages():
        page = read(path)
        assert [address for address in page.loaded if urlsplit(address).netloc] == []
        assert page.inline_scripts == 0


def test_no_page_has_an_anchor_twice() -> None:
    for path in pages():
        anchors = read(path).anchors
        assert sorted(anchors) == sorted(set(anchors)), path.name


def test_every_key_of_a_ruleset_has_an_anchor_to_which_the_workbench_leads() -> None:
    anchors = read(MANUAL / "ruleset-keys.html").anchors
    keys = [f"{section}.{key['key']}" if section else key["key"] for section, keys in schema().items() for key in keys]
    assert len(keys) >= 300
    assert [key for key in keys if key not in anchors] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference_with_a_docstring(module: str) -> None:
    page = (MANUAL / "api" / f"{module}.html").read_text("utf-8")
    documented = set(re.findall(rf'id="{re.escape(module)}\.(\w+)">(?:(?! id=").)*?</dt>\n<dd><p>', page, re.DOTALL))
    names = importlib.import_module(module).__all__
    assert names
    assert set(names) - documented == set()
