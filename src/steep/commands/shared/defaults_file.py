"""Defaults of options in `[tool.steep]` of a `pyproject.toml`: of the current folder, or the nearest above that has it.

`[tool.steep]` is for every command that has the option, `[tool.steep.measure]` for one. The command line wins.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    path, table = nearest_table()
    own = table.get(command.name or "", {})
    if not isinstance(own, dict):
        raise InputError(f"{path}: [tool.steep] {command.name}: found {brief(own)}; allowed: a table of options")
    if command.name in OWN_TABLE_ONLY:
        table = {}
    known = options_of(command)
    found = {}
    for key, value in table.items():
        if key in known:
            found[known[key].name] = read_value(f"{path}: [tool.steep]", known[key], key, value)
        elif key != command.name:
            check_is_for_another(path, key, isinstance(value, dict), all_commands(ctx))
    for key, value in own.items():
        where = f"{path}: [tool.steep.{command.name}]"
        if key not in known:
            raise InputError(f"{where}: steep {command.name} has no option {brief(key)}{nearest(key, known)}")
        found[known[key].name] = read_value(where, known[key], key, value)
    return {name: value for name, value in found.items() if name}


def options_of(command: click.Command) -> dict[str, click.Option]:
    """A command's options by their names without the dashes."""
    return {name_of(each).lstrip("-"): each for each in command.params if isinstance(each, click.Option)}


def nearest_table() -> tuple[Path, dict[str, Any]]:
    """The nearest file with a table `[tool.steep]`, and the table; an empty one if there is none."""
    import tomllib

    try:
        here = Path.cwd()
    except OSError:
        return Path(), {}
    for path in (folder / FILE for folder in (here, *here.parents)):
        if not path.is_file():
            continue
        try:
            content = read_regular_file(path, MAX_BYTES)
        except OSError:
            continue
        if b"steep" not in content:
            continue
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


def all_commands(ctx: click.Context) -> dict[str, click.Command]:
    """All commands by name, each of which is imported."""
    steep = ctx.find_root().command
    assert isinstance(steep, click.Group)
    names = steep.list_commands(ctx)
    return {name: command for name in names if (command := steep.get_command(ctx, name)) is not None}


def check_is_for_another(path: Path, key: str, is_table: bool, commands: Mapping[str, click.Command]) -> None:
    """Raise `InputError` for a key of `[tool.steep]` that is neither a command nor an option of one."""
    known = {name for command in commands.values() for name in options_of(command)}
    if key in commands if is_table else key in known:
        return
    if is_table:
        raise InputError(f"{path}: [tool.steep.{key}]: there is no such command{nearest(key, commands)}")
    raise InputError(f"{path}: [tool.steep]: no command has an option {brief(key)}{nearest(key, known)}")


def read_value(where: str, option: click.Option, key: str, value: object) -> Any:
    """A value of TOML as a value of an option. Raises `InputError`."""
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
        return option.type.convert(str(value), option, None)
    except InputError as error:
        raise InputError(f"{where} {str(error).removeprefix('--')}") from None
