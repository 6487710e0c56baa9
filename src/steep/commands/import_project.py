"""The command `steep import`: read the tables of a Python project as a ruleset, or write an adapter for the lab."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import remark, say_utf8
from steep.importing import import_project
from steep.importing.output.write_adapter import write_adapter
from steep.importing.output.write_ruleset_file import write_ruleset


def run(options: argparse.Namespace) -> int:
    """Write a project's tables as a ruleset, or its adapter; what was read from where goes to standard error.

    Returns 1 if something is missing that a person must fill in.
    """
    if options.adapter is not None:
        written = write_adapter(options.path, options.adapter)
        remark("\n".join(written.report))
        return 0 if written.finished else 1
    imported = import_project(options.path)
    if options.out is None:
        say_utf8(imported.toml)
    else:
        write_ruleset(imported.toml, options.out)
    remark("\n".join(imported.report))
    if not imported.missing:
        return 0
    missing = [f"  {line}" for line in imported.missing]
    remark("\n".join(["missing; the ruleset does not load before you replace each TODO:", *missing]))
    return 1
