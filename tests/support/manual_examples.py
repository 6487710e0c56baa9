"""Examples of the manual's pages: blocks of Python, and in a block of text below one what it prints.

`python tests/support/manual_examples.py docs/python.md README.md` runs the examples of these pages and
writes into them what they print.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n(?P<output>\n```text\n.*?^```\n)?", re.MULTILINE | re.DOTALL)


def with_outputs(page: Path, names: dict[str, object] | None = None) -> str:
    """The text of a page with what its examples print now, where it shows what they print.

    They run in the current folder, one after another, and share their names, which are then in `names`.
    """
    text = page.read_text("utf-8")
    names = {} if names is None else names
    names["__name__"] = "example"

    def run(example: re.Match[str]) -> str:
        above = "\n" * text.count("\n", 0, example.start("code"))  # so that errors name the page's lines
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(above + example["code"], str(page), "exec"), names)  # noqa: S102  # the manual's own code
        output = "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())
        return f"```python\n{example['code']}```\n" + (f"\n```text\n{output}```\n" if example["output"] else "")

    return EXAMPLE.sub(run, text)


if __name__ == "__main__":
    for path in [Path(word).resolve() for word in sys.argv[1:]]:
        os.chdir(tempfile.mkdtemp())
        path.write_text(with_outputs(path), "utf-8")
