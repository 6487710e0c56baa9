"""What a player can set: a few keys in `settings.toml`, each with a default.

Changing one leaves the other lines of the file as they are.

No setting changes a rule: a run is the same record whatever is set.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from steep.core.errors import InputError, brief, nearest, shortened
from steep.play.files.atomic import reason_of, write_whole
from steep.play.files.user_file import read_user_file


class SettingsError(InputError):
    """The settings cannot be used or written: all that is wrong, a line each."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, by the names that they have in the file."""

    auto_pickup: bool = True
    """Whether the hero picks up what it walks onto, when no enemy is in view. It takes a turn, as picking up does."""
    stop_below_hp: int = 30
    """Percent of the maximum HP below which attacking by one key and exploring ask first; 0 never asks."""
    hints: bool = True
    """Whether the first games give hints, each once."""


MOST = {"stop_below_hp": 100}
"""The largest value of a number; the smallest is 0."""


def read_settings(path: Path) -> Settings:
    """The settings of a file, with the defaults for what it does not say. Raises `SettingsError`."""
    settings = Settings()
    problems: list[str] = []
    for key, value in read_user_file(path, SettingsError).items():
        problem = problem_of(key, value)
        if problem:
            problems.append(f"{path}: {problem}")
        else:
            settings = replace(settings, **{key: value})
    if problems:
        raise SettingsError("\n".join(problems))
    return settings


def problem_of(key: str, value: object) -> str:
    """What is wrong with a setting; empty when nothing is."""
    defaults = asdict(Settings())
    if key not in defaults:
        return f'unknown setting "{shortened(key)}"{nearest(key, defaults)}; there are {", ".join(defaults)}'
    if type(defaults[key]) is bool:
        return "" if type(value) is bool else f"{key}: found {brief(value)}; allowed: true or false"
    if type(value) is int and 0 <= value <= MOST[key]:
        return ""
    return f"{key}: found {brief(value)}; allowed: a whole number from 0 to {MOST[key]}"


def write_settings(path: Path, settings: Settings) -> None:
    """Put settings into a file whose other lines, comments too, stay. Raises `SettingsError`; then it is as it was."""
    before = read_settings(path)
    try:
        text = path.read_text("utf-8") if path.exists() else ""
        for field in fields(Settings):
            value = getattr(settings, field.name)
            if value == getattr(before, field.name):
                continue
            line = f"{field.name} = {str(value).lower()}"
            text, found = re.subn(rf"(?m)^[ \t]*{field.name}[ \t]*=[ \t]*\w+", line, text)
            if not found:
                text += f"\n{line}\n" if text and not text.endswith("\n") else f"{line}\n"
        write_whole(path, text.encode())
    except OSError as error:
        raise SettingsError(f"{path}: the settings could not be written: {reason_of(error)}") from None
