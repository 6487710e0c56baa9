"""Defaults of options in `[tool.steep]` of a `pyproject.toml`: of the current folder, or the nearest above that has it.

`[tool.steep]` is for every command that has the option, `[tool.steep.measure]` for one. The command line wins.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from steep.commands.shared.options import name_of
from steep.core.input_errors import InputError, brief, nearest
from steep.core.read_untrusted_files import read_regular_file

FILE = "pyproject.toml"
MAX_BYTES = 1024 * 1024

OWN_TABLE_ONLY = ("play",)
"""Commands that go by their own table alone: what a project sets for measurements is not for a game."""


PLACES = "steep.places_of_defaults"
"""In the `meta` of click's context: where the file has a parameter."""


def defaults_for(command: click.Command, ctx: click.Context) -> dict[str, Any]:
    """The defaults of a command's options by parameter, as they would be typed. Raises `InputError`."""
    name = command.name or ""
    alone = name in OWN_TABLE_ONLY
    path, table = nearest_table(f"steep.{name}" if alone else "steep")
    own = table.get(name, {})
    if not isinstance(own, dict):
        raise InputError(f"{path}: [tool.steep] {name}: found {brief(own)}; allowed: a table of options")
    known = options_of(command)
    found = {}
    places = ctx.meta[PLACES] = {}
    for where, keys in (("[tool.steep]", {} if alone else table), (f"[tool.steep.{name}]", own)):
        for key, value in keys.items():
            if key in known:
                found[known[key].name or ""] = as_typed(value, known[key], path.parent)
                places[known[key].name] = f"{path}: {where} {key}"
            elif keys is own:
                what = f"steep {name} has no option {brief(key)}{nearest(key, known)}"
                raise InputError(f"{path}: {where}: {what}")
            elif key != name:
                check_is_for_another(path, key, isinstance(value, dict), ctx)
    return found


def as_typed(value: object, option: click.Option, folder: Path) -> str | list[str]:
    """A value of TOML as it would be typed; a path is one from the file's folder."""
    if option.multiple:
        return [str(each) for each in (value if isinstance(value, list) else [value])]
    return str(folder / str(value) if isinstance(option.type, click.Path) and folder != Path.cwd() else value)


def options_of(command: click.Command) -> dict[str, click.Option]:
    """A command's options by their names without the dashes."""
    return {name_of(each).lstrip("-"): each for each in command.params if isinstance(each, click.Option)}


def nearest_table(mention: str) -> tuple[Path, dict[str, Any]]:
    """The nearest file with a table `[tool.steep]`, and the table; an empty one if there is none.

    A file without the mention is not read any further: it belongs to another project.
    """
    try:
        here = Path.cwd()
    except OSError:
        return Path(), {}
    for path in (folder / FILE for folder in (here, *here.parents)):
        content = b""
        with suppress(OSError, ValueError):  # none, none that can be read, or a huge one
            content = read_regular_file(path, MAX_BYTES)
        if mention.encode() not in content:
            continue
        import tomllib

        try:
            table = tomllib.loads(content.decode())["tool"]["steep"]
        except (KeyError, TypeError):
            continue
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: {error}") from None
        if not isinstance(table, dict):
            raise InputError(f"{path}: [tool] steep: found {brief(table)}; allowed: a table of options")
        return path, table
    return Path(), {}


def check_is_for_another(path: Path, key: str, is_table: bool, ctx: click.Context) -> None:
    """Raise `InputError` for a key of `[tool.steep]` that is neither a command nor an option of one."""
    steep = ctx.find_root().command
    assert isinstance(steep, click.Group)
    names = steep.list_commands(ctx)
    if is_table:
        if key not in names:
            raise InputError(f"{path}: [tool.steep.{key}]: there is no such command{nearest(key, names)}")
        return
    known: set[str] = set()
    for command in (steep.get_command(ctx, name) for name in names):
        known.update(options_of(command) if command is not None else ())
        if key in known:
            return
    raise InputError(f"{path}: [tool.steep]: no command has an option {brief(key)}{nearest(key, known)}")
