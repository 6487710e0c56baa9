"""Every example in docs/spawn.md runs and gives the output shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "spawn.md"


def test_every_example_gives_what_the_page_says() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    page = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    failed: list[str] = []
    result = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(page, out=failed.append)
    assert result.attempted > 20
    assert "".join(failed) == ""
