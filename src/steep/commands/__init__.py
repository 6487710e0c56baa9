"""The commands, one module each. It has a function of the same name with the decorator `command`.

They read options and print results, which other packages compute. A module is imported when its command is used.
"""

import re
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from keyword import iskeyword
from pkgutil import iter_modules
from typing import Any

SUMMARY = re.compile(r'^@command\ndef .*?^    """(.+?)(?:"""|$)', re.MULTILINE | re.DOTALL)
"""The first line of the docstring of a command's function."""


def command_names() -> list[str]:
    """All commands. That of `import_.py` is `import`, and that of `two_words.py` would be `two-words`."""
    return [each.name.rstrip("_").replace("_", "-") for each in iter_modules(__path__) if not each.ispkg]


def module_of(name: str) -> str:
    """The name of a command's module, and of its function."""
    module = name.replace("-", "_")
    return f"{module}_" if iskeyword(module) else module


def load_command(name: str) -> Any:
    """A command, as click has it. Imports its module."""
    module = module_of(name)
    return getattr(import_module(f"{__name__}.{module}"), module)


def summary_of(name: str) -> str:
    """What a command does, read from its source, because importing all commands takes most of a second."""
    spec = find_spec(f"{__name__}.{module_of(name)}")
    source = spec.loader.get_source(spec.name) if spec and isinstance(spec.loader, InspectLoader) else None
    found = SUMMARY.search(source or "")
    return found[1] if found else ""
