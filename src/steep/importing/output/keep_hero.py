"""Keeps the name of the hero that was chosen among several, in a comment of the imported ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file

MAX_BYTES = 1024 * 1024

LINE = re.compile(r"^# Imported with --hero (\w+)$", re.MULTILINE)


def hero_remark(name: str) -> str:
    """The comment that keeps a hero."""
    return f"Imported with --hero {name}"


def kept_hero(files: Iterable[Path]) -> str | None:
    """The hero named in the first of these rulesets that names one; None if none does.

    Raises `InputError` for a file that can't be read. One that isn't there says nothing.
    """
    for path in files:
        try:
            found = LINE.search(read_regular_file(path, MAX_BYTES).decode("utf-8-sig", errors="replace"))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
        if found is not None:
            return found[1]
    return None
