"""The text of a tuned ruleset, and the file that it is written to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from steep.content.change_numbers import Keys, WrittenRuleset
from steep.core.input_errors import InputError
from steep.lab.storage.changed_ruleset_file import diff, edited, overlaid
from steep.play.files.atomic_writes import reason_of, write_whole


def new_text(name: str, ruleset: WrittenRuleset, changes: dict[Keys, Any]) -> tuple[str, str]:
    """The ruleset's file with what moved: a diff of it, or, where it is not the user's, a new one; and which it is."""
    text = None if ruleset.own.bundled else edited(ruleset, changes)
    if text is not None:
        return diff(ruleset, text), "diff"
    return overlaid(ruleset, base_name(name, ruleset), changes, Path()), "file"


def base_name(name: str, ruleset: WrittenRuleset) -> str:
    """What a file must extend to extend the ruleset of this name."""
    return name.removesuffix(f":{ruleset.mode}") if ruleset.mode else name


def check_can_write(path: Path, ruleset: WrittenRuleset) -> None:
    """Refuse, before anything is played, a file that cannot be written, and any that exists but the ruleset's own."""
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
            raise InputError(f"write: {path} cannot say what moved; allowed: another file, that extends it")
    if text is None:
        text = overlaid(ruleset, base_name(name, ruleset), changes, path.parent)
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise InputError(f"write: {path} could not be written: {reason_of(error)}") from None
