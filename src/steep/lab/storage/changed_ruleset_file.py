"""The text of a ruleset file with some changed numbers and everything else as it was; and writing it."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomlkit

from steep.content.change_numbers import Keys, WrittenRuleset, depth_of
from steep.content.rulebook import load_chain
from steep.content.ruleset_errors import RulesetError
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.play.files.user_files import reason_of, write_whole


def edited(ruleset: WrittenRuleset, changes: Mapping[Keys, Any]) -> str | None:
    """The ruleset's own file with some values changed; comments and layout stay.

    What it inherits is added to it. None if its form can't express that: where spawn tables give the weights.
    """
    data = read_regular_file(ruleset.own.path, ruleset.own.size)
    document = tomlkit.parse(data.decode("utf-8-sig"))
    put(document, ruleset.overlay(changes))
    text = tomlkit.dumps(document)
    try:
        made = load_chain([*ruleset.chain[:-1], replace(ruleset.own, table=parse_toml(text))], [])
    except (RulesetError, ValueError):
        return None
    unmoded = replace(ruleset, mode="")
    return text if made.hash == unmoded.rulebook(changes).hash else None


def put(document: Any, overlay: Mapping[str, Any]) -> None:
    """Set the keys of sections in a document, and add the sections that it lacks."""
    for family, sections in overlay.items():
        held = document.setdefault(family, tomlkit.table(is_super_table=depth_of(family) == 3))
        for name, value in sections.items():
            if depth_of(family) == 2:
                update(held, name, value)
                continue
            kind = held.setdefault(name, tomlkit.table())
            for key, each in value.items():
                update(kind, key, each)


def update(held: Any, key: Any, value: Any) -> None:
    """Set a value, and within a table or a list only what differs."""
    old = held[key] if isinstance(held, list) or key in held else None
    if isinstance(value, dict) and isinstance(old, dict):
        for inner, each in value.items():
            update(old, inner, each)
    elif isinstance(value, list) and isinstance(old, list) and len(value) == len(old):
        for row, each in enumerate(value):
            update(old, row, each)
    elif old is None or old != value:
        held[key] = inline(value)


def inline(value: Any) -> Any:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update({key: inline(each) for key, each in value.items()})
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        array.extend(inline(each) for each in value)
        return array
    return value


def overlaid(ruleset: WrittenRuleset, name: str, changes: Mapping[Keys, Any], folder: Path) -> str:
    """A file in a folder that extends the ruleset, whose name or path is `name`, and says what has changed."""
    base = name
    if name.endswith(".toml") or os.sep in name:
        base = Path(os.path.relpath(ruleset.own.path.absolute(), folder.absolute())).as_posix()
    document = tomlkit.document()
    document["extends"] = base
    put(document, ruleset.overlay(changes))
    return tomlkit.dumps(document)


def diff(ruleset: WrittenRuleset, text: str) -> str:
    """What changes in the ruleset's own file, as a unified diff."""
    path = ruleset.own.path
    name = path.name if path.is_absolute() else path.as_posix()
    before = read_regular_file(path, ruleset.own.size).decode("utf-8-sig")
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), text.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def new_text(name: str, ruleset: WrittenRuleset, changes: dict[Keys, Any]) -> tuple[str, str]:
    """The ruleset's file with what moved, as a diff, or as a new file if it isn't the user's; and which of the two."""
    text = None if ruleset.own.bundled else edited(ruleset, changes)
    if text is not None:
        return diff(ruleset, text), "diff"
    return overlaid(ruleset, base_name(name, ruleset), changes, Path()), "file"


def base_name(name: str, ruleset: WrittenRuleset) -> str:
    """What a file must extend to extend the ruleset of this name."""
    return name.removesuffix(f":{ruleset.mode}") if ruleset.mode else name


def check_can_write(path: Path, ruleset: WrittenRuleset) -> None:
    """Refuse, before anything is played, a file that can't be written, and any existing one but the ruleset's own."""
    if not path.parent.is_dir():
        raise InputError(f"write: found no folder {path.parent}")
    if path.is_dir():
        raise InputError(f"write: found the folder {path}; allowed: a file, as {path / 'tuned.toml'}")
    if path.exists() and (ruleset.own.bundled or not path.samefile(ruleset.own.path)):
        raise InputError(f"write: found {path}; allowed: a new file, or the ruleset's own")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"write: {path} cannot be written; allowed: a file that you may write")


def write_ruleset(path: Path, name: str, ruleset: WrittenRuleset, changes: dict[Keys, Any]) -> None:
    """Write a tuned ruleset: over its own file, with its comments, or to another that extends it."""
    text = None
    if path.exists() and path.samefile(ruleset.own.path):
        text = edited(ruleset, changes)
        if text is None:
            raise InputError(f"write: {path} cannot express what moved; allowed: another file, which extends it")
    if text is None:
        text = overlaid(ruleset, base_name(name, ruleset), changes, path.parent)
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise InputError(f"write: {path} could not be written: {reason_of(error)}") from None
