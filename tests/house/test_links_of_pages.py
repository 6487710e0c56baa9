"""Links of the README, the manual and the other pages lead to files, folders and headings that exist."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
PAGES = [path for path in PAGES if "node_modules" not in path.parts]


@cache
def inline_tokens(path: Path) -> list[tuple[str, list[Token]]]:
    """The texts of a page, each with the tag of what it stands in, such as "h2"."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))
    return [(before.tag, token.children or []) for before, token in pairwise(tokens) if token.type == "inline"]


@cache
def anchors(path: Path) -> set[str]:
    """The anchors that GitHub gives to a page's headings."""
    seen: Counter[str] = Counter()
    found = set()
    for tag, children in inline_tokens(path):
        if re.fullmatch(r"h\d", tag):
            text = "".join(child.content for child in children).lower()
            slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return found


def links(path: Path) -> list[str]:
    """Where a page's links and pictures lead within the project."""
    tokens = [child for _, children in inline_tokens(path) for child in children]
    found = [str(token.attrs.get("href") or token.attrs.get("src") or "") for token in tokens]
    return [link for link in found if link and not link.startswith(("http:", "https:"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_or_folder_and_a_heading_of_it(path: Path) -> None:
    for link in links(path):
        file, _, anchor = link.partition("#")
        target = path.parent / unquote(file) if file else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_a_link_to_no_heading_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `two`\n\n## One: two\n\n[a](#one-two), [b](#one-two-1), [c](#three)\n", encoding="utf-8")
    assert [link for link in links(page) if link[1:] not in anchors(page)] == ["#three"]
