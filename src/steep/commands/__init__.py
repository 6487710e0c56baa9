"""The commands, one module each, with a function of the same name and the decorator `command`.

Those of the lab have a folder of their own. They read options and print results, which other packages compute. A
module is imported when its command is used.
"""

import re
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from steep.commands import lab

SUMMARY = re.compile(r'^@command\ndef .*?^    """(.+?)(?:"""|$)', re.MULTILINE | re.DOTALL)
"""The first line of the docstring of a command's function."""


def modules() -> dict[str, str]:
    """The module of each command, by its name. That of `import_.py` is `import`, of `two_words.py` `two-words`."""
    found = (*iter_modules(__path__, f"{__name__}."), *iter_modules(lab.__path__, f"{lab.__name__}."))
    names = (each.name for each in found if not each.ispkg)
    return {name.rpartition(".")[2].rstrip("_").replace("_", "-"): name for name in names}


def command_names() -> list[str]:
    """All commands."""
    return sorted(modules())


def load_command(name: str) -> Any:
    """A command, as click has it. Imports its module."""
    module = modules()[name]
    return getattr(import_module(module), module.rpartition(".")[2])


def summary_of(name: str) -> str:
    """What a command does, read from its source, because importing all commands takes most of a second."""
    spec = find_spec(modules()[name])
    source = spec.loader.get_source(spec.name) if spec and isinstance(spec.loader, InspectLoader) else None
    found = SUMMARY.search(source or "")
    return found[1] if found else ""
