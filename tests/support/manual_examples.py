"""Examples of the manual's pages, and what they print.

Blocks of Python print what stands in a block of text below them. In blocks of console text each line that begins with
"$ steep " is a command; what it prints follows it, to standard output and standard error. Commands in blocks of sh are
not run. A block below a comment such as `<!-- file: mine.toml -->` is a file for the examples below it, and
`<!-- folder: examples/own_game -->` gives them that folder.

A line with … may have anything in its place, and a line of … alone stands for any number of lines.

`python tests/support/manual_examples.py docs/python.md README.md` runs the examples of these pages and writes into them
what they print. Cut outputs that still fit stay; others are written whole.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

from steep.cli import main

ROOT = Path(__file__).parents[2]

EXAMPLE = re.compile(
    r"^<!-- file: (?P<file>\S+) -->\n```\w*\n(?P<content>.*?)^```\n"
    r"|^<!-- folder: (?P<folder>\S+) -->\n"
    r"|^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```\n)?"
    r"|^```console\n(?P<session>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)

COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)

PROGRESS = re.compile(r"^steep: (?:compiling \d|generating floors;).*\n", re.MULTILINE)
"""What a command says on standard error only on some machines."""


def shown_or_printed(shown: str, printed: str) -> str:
    """What a page shows, if that is what was printed, perhaps cut; otherwise what was printed."""
    printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    lines = ["(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in shown.splitlines()]
    return shown if re.fullmatch("".join(lines), printed) else printed


def run_command(command: re.Match[str]) -> str:
    """A command of a console block with what it prints now."""
    words = shlex.split(command["command"].replace("\\\n", " "), comments=True)
    if words[0] != "steep":
        return command[0]
    printed = TextIOWrapper(BytesIO(), "utf-8", write_through=True)  # unlike StringIO it can have ± and the like
    with redirect_stdout(printed), redirect_stderr(printed):
        main(words[1:])
    written = PROGRESS.sub("", printed.buffer.getvalue().decode())
    shown = command["output"]
    gap = "\n" if f"\n{shown}".endswith("\n\n") else ""  # above the next command
    return f"$ {command['command']}\n{shown_or_printed(shown.removesuffix(gap), written)}{gap}"


def with_outputs(page: Path, names: dict[str, object] | None = None) -> str:
    """The text of a page with what its examples print now, where it shows what they print.

    They run in the current folder, one after another, and share their names, which are then in `names`.
    """
    text = page.read_text("utf-8")
    names = {} if names is None else names
    names["__name__"] = "example"

    def run(example: re.Match[str]) -> str:
        if example["file"]:
            Path(example["file"]).write_text(example["content"], "utf-8")
            return example[0]
        if example["folder"]:
            shutil.copytree(ROOT / example["folder"], example["folder"])
            return example[0]
        if example["session"]:
            return f"```console\n{COMMAND.sub(run_command, example['session'])}```\n"
        above = "\n" * text.count("\n", 0, example.start("code"))  # so that errors name the page's lines
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(above + example["code"], str(page), "exec"), names)  # noqa: S102  # the manual's own code
        if example["output"] is None:
            return example[0]
        output = shown_or_printed(example["output"], printed.getvalue())
        return f"```python\n{example['code']}```\n\n```text\n{output}```\n"

    return EXAMPLE.sub(run, text)


if __name__ == "__main__":
    for path in [Path(word).resolve() for word in sys.argv[1:]]:
        os.chdir(tempfile.mkdtemp())
        path.write_text(with_outputs(path), "utf-8")
