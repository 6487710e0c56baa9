"""Writes what the pages have from Python: the types of its functions and answers, and the colours of charts.

``python tools/write_for_pages.py`` writes FILES. Pages call the public functions of MODULES that take and give
TypedDicts, descriptions of panels and plain data.
"""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from steep.lab.charts.chart import COLOURS
from steep.play.files.links import MOST_LETTERS
from steep.ui.drawing import panels

WEB = Path(__file__).parents[1] / "web"
MODULES = ("play", "verify", "walk", "workbench")
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    bytes: "Uint8Array<ArrayBuffer>",
    type(None): "null",
    Any: "unknown",
}
HEAD = """\
// What the pages call of Steep's Python, and what it answers.
// `python tools/write_for_pages.py` writes this file from the annotations of `steep.web`.
"""


class Records(dict[str, type]):
    """The TypedDicts and descriptions that types were found to have, by name."""

    def type_of(self, found: Any) -> str:
        """A type of TypeScript. Raises `TypeError` for one that no page can be given."""
        origin, parts = get_origin(found), get_args(found)
        if found in PLAIN:
            return PLAIN[found]
        if is_typeddict(found) or getattr(found, "__module__", "") == panels.__name__:
            assert self.setdefault(found.__name__, found) is found, f"two records are named {found.__name__}"
            return str(found.__name__)
        if origin is Literal:
            return " | ".join(f'"{word}"' for word in parts)
        if origin in (Union, types.UnionType):
            return " | ".join(map(self.type_of, parts))
        if origin is tuple:
            return f"readonly [{', '.join(map(self.type_of, parts))}]"
        if origin in (dict, Mapping):
            return f"Readonly<Record<{', '.join(map(self.type_of, parts))}>>"
        if origin in (list, Sequence):
            inner = self.type_of(parts[0])
            return f"readonly {f'({inner})' if ' ' in inner and '<' not in inner else inner}[]"
        raise TypeError(f"{found}: found a type that no page can be given")

    def lines(self) -> Iterator[str]:
        """The interfaces of all records, and of those that they have themselves."""
        written: set[str] = set()
        while left := sorted(self.keys() - written):
            for name in left:
                written.add(name)
                yield from ("", *doc_of(self[name]), f"export interface {name} {{")
                for key, hint in get_type_hints(self[name], include_extras=True).items():
                    optional = get_origin(hint) is NotRequired
                    type_ = self.type_of(get_args(hint)[0] if optional else hint)
                    yield f"  readonly {key}{'?' if optional else ''}: {type_};"
                yield "}"


def doc_of(documented: Any, indent: str = "") -> list[str]:
    """The first line of its docstring, as a comment."""
    return [f"{indent}/** {(inspect.getdoc(documented) or '').splitlines()[0]} */"]


def calls_of(module: str, records: Records) -> Iterator[str]:
    """The interface of a module's functions."""
    found = importlib.import_module(f"steep.web.{module}")
    yield from ("", *doc_of(found), f"export interface {module.capitalize()}Calls {{")
    for name, function in vars(found).items():
        function = inspect.unwrap(function)
        if inspect.isfunction(function) and function.__module__ == found.__name__ and not name.startswith("_"):
            with suppress(TypeError):
                call = call_of(function, records)
                yield from doc_of(function, "  ")
                yield f"  {call};"
    yield "}"


def call_of(function: Callable[..., Any], records: Records) -> str:
    """A function's type. Raises `TypeError` if it takes or gives what no page can have."""
    hints = get_type_hints(function)
    given = [
        f"{each.name}{'' if each.default is each.empty else '?'}: {records.type_of(hints[each.name])}"
        for each in inspect.signature(function).parameters.values()
    ]
    return f"{function.__name__}({', '.join(given)}): {records.type_of(hints['return'])}"


def calls() -> str:
    """The types of what the pages call, and the limit of their links."""
    records = Records()
    interfaces = [line for module in MODULES for line in calls_of(module, records)]
    limit = f"\n/** Letters of a link that most programs pass on whole. */\nexport const MOST_LETTERS = {MOST_LETTERS};"
    return HEAD + "\n".join([limit, *interfaces, *records.lines()]) + "\n"


def colours() -> str:
    """The colours of charts as properties of CSS."""
    themes = (":root", ':root[data-theme="dark"]')
    rules = [
        "\n".join([f"{theme} {{", *(f"  --{name}: {pair[dark]};" for name, pair in COLOURS.items()), "}\n"])
        for dark, theme in enumerate(themes)
    ]
    return "/* `python tools/write_for_pages.py` writes this file from `steep.lab.charts.chart`. */\n" + "\n".join(
        rules
    )


FILES: dict[Path, Callable[[], str]] = {
    WEB / "src" / "python" / "calls.ts": calls,
    WEB / "static" / "colours.css": colours,
}

if __name__ == "__main__":
    for path, text in FILES.items():
        path.write_text(text(), encoding="utf-8")
