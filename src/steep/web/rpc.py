"""Answers the calls of a page: a function of a module of `steep.web`, with its arguments."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from steep.content.ruleset_errors import Mistake
from steep.core.input_errors import InputError, printable, without_folders


def answer(module: str, function: str, arguments: Any) -> dict[str, Any]:
    """Call a function. `arguments` is a list, as the browser's proxy of it.

    The answer has one key: `value`; or `problem`, the sentence of an `InputError`, which names files without their
    folders; or `crash`, the traceback of another exception, which is a fault of Steep's.
    """
    try:
        return {"value": getattr(importlib.import_module(f"steep.web.{module}"), function)(*arguments.to_py())}
    except InputError as error:
        return {"problem": without_folders(str(error))}
    except Exception:
        return {"crash": traceback.format_exc()}


# Mistakes in a text, as a page shows them.


class Problem(TypedDict):
    """A mistake in a text."""

    path: str
    """The key, such as ``monsters.troll.hp``, or "line 3, column 5"; empty for the whole file."""
    text: str


def problems_of(mistakes: Iterable[Mistake]) -> list[Problem]:
    """Mistakes as plain data."""
    return [
        Problem(
            path=each.path or (f"line {each.line}, column {each.column}" if each.line else ""),
            text=printable(f"{each.found}; allowed: {each.allowed}"),
        )
        for each in mistakes
    ]


def hex_color(color: Sequence[int]) -> str:
    """A colour as pages write it."""
    return "#" + "".join(f"{part:02x}" for part in color)
