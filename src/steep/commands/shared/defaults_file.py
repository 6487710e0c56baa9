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


def defaults_for(command: click.Command, ctx: click.Context) -> dict[str, Any]:
    """The defaults of a command's options by parameter, read as on the command line. Raises `InputError`."""
    name = command.name or ""
    alone = name in OWN_TABLE_ONLY
    path, table = nearest_table(f"steep.{name}" if alone else "steep")
    own = table.get(name, {})
    if not isinstance(own, dict):
        raise InputError(f"{path}: [tool.steep] {name}: found {brief(own)}; allowed: a table of options")
    known = options_of(command)
    found = {}
    for key, value in {} if alone else table.items():
        if key in known:
            found[known[key].name] = read_value(path, "[tool.steep]", known[key], key, value)
        elif key != name:
            check_is_for_another(path, key, isinstance(value, dict), ctx)
    for key, value in own.items():
        if key not in known:
            what = f"steep {name} has no option {brief(key)}{nearest(key, known)}"
            raise InputError(f"{path}: [tool.steep.{name}]: {what}")
        found[known[key].name] = read_value(path, f"[tool.steep.{name}]", known[key], key, value)
    return {parameter: value for parameter, value in found.items() if parameter}


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
            tools = tomllib.loads(content.decode()).get("tool")
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: {error}") from None
        if isinstance(tools, dict) and "steep" in tools:
            table = tools["steep"]
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


def read_value(path: Path, table: str, option: click.Option, key: str, value: object) -> Any:
    """A value of TOML as a value of an option; a path is one from the file's folder. Raises `InputError`."""
    where = f"{path}: {table}"
    if option.is_flag:
        if isinstance(value, bool):
            return value
        raise InputError(f"{where} {key}: found {brief(value)}; allowed: true or false")
    if option.multiple:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        raise InputError(f"{where} {key}: found {brief(value)}; allowed: a list of strings")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"{where} {key}: found {brief(value)}; allowed: a number or a string, as on the command line")
    try:
        read = option.type.convert(str(value), option, None)
    except InputError as error:
        raise InputError(f"{where} {str(error).removeprefix('--')}") from None
    return path.parent / read if isinstance(read, Path) and path.parent != Path.cwd() else read
