"""Prints what a function of the lab found, in the form that --format asks for."""

from __future__ import annotations

from steep.commands.shared.output import say, say_json, say_utf8
from steep.lab.results.as_json import json_of
from steep.lab.results.result import FORMS, Result


def print_result(result: Result, form: str) -> None:
    """Print a result. Texts for other programs are UTF-8, whatever the terminal has."""
    if form == "json":
        say_json(json_of(result))
    elif form in ("markdown", "github"):
        say_utf8(result.shown_as(FORMS[FORMS.index(form)]))
    else:
        say(result.shown_as("csv" if form == "csv" else "text"), end="")
