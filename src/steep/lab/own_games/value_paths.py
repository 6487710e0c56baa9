"""Paths to a value of an environment, as ``info['depth']``: a small grammar, which runs nothing.

A path is ``obs``, ``info``, ``reward`` or ``env``, then any of ``['key']``, ``[3]`` and ``.name``, and then perhaps a
whole number to add or subtract, as in ``obs[3] + 1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steep.core.input_errors import InputError, brief, nearest

ROOTS = ("obs", "info", "reward", "env")

GRAMMAR = "obs, info, reward or env, then ['key'], [3] or .name, then + 1: as info['depth'] or obs[3] + 1"

PATH = re.compile(
    r"\s*(?P<root>\w+)(?P<steps>(?:\s*\[\s*(?:'[^']*'|\"[^\"]*\"|-?\d{1,9})\s*\]|\s*\.\s*[^\W_]\w*)*)"
    r"\s*(?P<add>[+-]\s*\d{1,9})?\s*"
)

STEP = re.compile(r"\[\s*(?:'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\"|(?P<index>-?\d+))\s*\]|\.\s*(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class ValuePath:
    """Where to find a value."""

    text: str
    root: str
    steps: tuple[tuple[str, str | int], ...]
    """("item", key or index) or ("name", attribute or key)."""
    add: int

    def value(self, found: Mapping[str, Any]) -> Any:
        """The value, of `found` by ROOTS. Raises `LookupError` that says what is missing and what there is."""
        value, path = found[self.root], self.root
        for kind, key in self.steps:
            try:
                value = value[key] if kind == "item" or isinstance(value, Mapping) else getattr(value, str(key))
            except (LookupError, AttributeError, TypeError):
                raise LookupError(f"{self.text}: {path} has no {key!r}{what_there_is(value, key)}") from None
            path += f"[{key!r}]" if kind == "item" else f".{key}"
        return value + self.add if self.add else value


def what_there_is(value: Any, key: str | int) -> str:
    """What could have been meant."""
    if isinstance(value, Mapping):
        names = [str(name) for name in value]
        return f"{nearest(str(key), names)}; it has: {', '.join(names) or 'nothing'}"
    return f"; it is {brief(value)}"


def parsed(option: str, text: str) -> ValuePath:
    """A path from its text. Raises `InputError`."""
    match = PATH.fullmatch(text)
    if match is None:
        raise InputError(f"{option}: found {brief(text)}; allowed: {GRAMMAR}")
    root = match["root"]
    if root not in ROOTS:
        raise InputError(f"{option}: found {brief(root)}{nearest(root, ROOTS)}; allowed: {GRAMMAR}")
    steps: list[tuple[str, str | int]] = []
    for step in STEP.finditer(match["steps"]):
        if step["name"] is not None:
            steps.append(("name", step["name"]))
        elif step["index"] is not None:
            steps.append(("item", int(step["index"])))
        else:
            steps.append(("item", step["single"] if step["single"] is not None else step["double"]))
    return ValuePath(text, root, tuple(steps), int((match["add"] or "0").replace(" ", "")))
