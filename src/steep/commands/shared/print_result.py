"""Prints what a function of the lab found, in the form that --format asks for."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from steep.commands.shared.output import is_terminal, say, say_json, say_utf8, shown, warn, writing
from steep.lab.results.as_json import json_of
from steep.lab.results.result import FORMS, Result

COLOURS = {True: "bold green", False: "bold red", None: "bold yellow"}
"""Of a verdict, by whether what was checked holds."""


def print_result(result: Result, form: str) -> None:
    """Print a result. Texts for other programs are UTF-8, whatever the terminal has."""
    if form == "json":
        say_json(json_of(result))
    elif form in ("markdown", "github"):
        say_utf8(result.shown_as(FORMS[FORMS.index(form)]))
    elif form == "text" and is_terminal(sys.stdout) and find_spec("rich"):
        say_coloured(result)
    else:
        say(result.shown_as("csv" if form == "csv" else "text"), end="")
    for caution in result.cautions if form == "csv" else ():
        warn(caution)


def say_coloured(result: Result) -> None:
    """Print a result as text for a terminal: its title is bold, and its verdict has a colour unless NO_COLOR is set."""
    from rich.console import Console
    from rich.text import Text

    text = Text(shown(result.shown_as("text"), sys.stdout.encoding))
    text.stylize("bold", 0, text.plain.index("\n"))
    if result.verdict is not None:
        text.highlight_words([f"\n{result.verdict.word}:"], COLOURS[result.verdict.good])
    with writing():
        Console(file=sys.stdout).print(text, end="", soft_wrap=True)
