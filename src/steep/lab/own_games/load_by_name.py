"""Finds what `module:name` names, in a worker process: it runs the module. Each mistake gives one clear message."""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError, brief, nearest


def split_name(option: str, name: str) -> tuple[str, str]:
    """The module and what it should have. Raises `InputError` where a name is not of the form ``module:name``."""
    module, colon, attribute = name.partition(":")
    names = [*module.split("."), *attribute.split(".")]
    if not colon or not all(part.isidentifier() for part in names):
        raise InputError(f"{option}: found {brief(name)}; allowed: module:name, as mygame.lab:Game")
    return module, attribute


def search_current_folder() -> None:
    """Find modules in the current folder first."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def load(option: str, name: str) -> Any:
    """What `module:name` names. Raises `InputError`."""
    module_name, attribute = split_name(option, name)
    found: Any = imported(option, module_name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            names = [each for each in dir(found) if not each.startswith("_")]
            raise InputError(f"{option}: {module_name} has no {brief(part)}{nearest(part, names)}")
        found = getattr(found, part)
    return found


def imported(option: str, name: str) -> Any:
    """A module, imported. Raises `InputError` where it cannot be."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if name == missing or name.startswith(f"{missing}."):
            raise InputError(
                f"{option}: found no module {brief(missing)} in {Path.cwd()}{near_module(missing)}"
            ) from None
        raise InputError(f"{option}: {name} needs {brief(missing)}, which is not installed {where(error)}") from None
    except SyntaxError as error:
        raise InputError(f"{option}: {error.filename}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise InputError(f"{option}: importing {name} failed {where(error)}: {why}") from None


def near_module(name: str) -> str:
    """A suggestion of a module beside the one that is missing."""
    folder = Path.cwd().joinpath(*name.split(".")[:-1])
    try:
        names = [path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()]
    except OSError:
        return ""
    return nearest(name.split(".")[-1], names)


def where(error: BaseException) -> str:
    """The last place of a traceback: ``(game.py, line 3)``."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
