"""Examples of the manual's pages are run, and outputs that have changed are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from manual_examples import shown_or_printed, with_outputs

PAGE = """
<!-- file: mine.toml -->
```toml
extends = "tcod-2020"
hero.hp = 31
```

```console
$ steep show mine.toml --flor 1    # a comment
{first}
$ pip install steep
Not run

$ steep diff mine.toml \\
    mine.toml --floors 1
{second}
```

```python
print("one", 0.1 + 0.2)
print("two")
```

```text
{third}
```
"""

MISTAKE = 'steep: steep show does not take --flor (did you mean "--floors"?); see steep show --help'


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "page.md"


def test_a_page_that_shows_what_its_examples_print_stays_as_it_is(page: Path) -> None:
    text = PAGE.format(first="steep: … does not take --flor …\n", second="…", third="one 0.3…\n…")
    page.write_text(text, "utf-8")
    assert with_outputs(page) == text


def test_an_output_that_has_changed_is_replaced(page: Path) -> None:
    page.write_text(PAGE.format(first="steep: it takes --flor\n", second="…", third="…\nthree"), "utf-8")
    right = PAGE.format(first=f"{MISTAKE}\n", second="…", third="one 0.30000000000000004\ntwo")
    assert with_outputs(page) == right


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        ("a 1\nb 2\nc 3\n", True),
        ("a 1\n…\n", True),
        ("…\nc 3\n", True),
        ("a 1\n…\nb 2\nc 3\n", True),
        ("a …\nb 2\n…\n", True),
        ("a 1\nc 3\n", False),
        ("a 1\nb 2\n", False),
        ("…\nb 3\n…\n", False),
        ("", False),
    ],
)
def test_a_cut_output_has_to_fit(shown: str, fits: bool) -> None:
    printed = "a 1\nb 2\nc 3\n"
    assert shown_or_printed(shown, printed) == (shown if fits else printed)
