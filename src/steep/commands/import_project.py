"""The command `steep import`: read the tables of a Python project as a ruleset."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import remark, say_utf8
from steep.importing import import_project
from steep.importing.output.write_ruleset_file import write_ruleset


def run(options: argparse.Namespace) -> int:
    """Write a project's tables as a ruleset; what was read from where goes to standard error."""
    imported = import_project(options.path)
    if options.out is None:
        say_utf8(imported.toml)
    else:
        write_ruleset(imported.toml, options.out)
    remark("\n".join(imported.report))
    return 0
