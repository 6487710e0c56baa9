"""The command `steep export`: write a ruleset's tables in the shape of another game."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import remark, say_utf8
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.exporting import export_ruleset


def run(options: argparse.Namespace) -> int:
    """Write the tables; what the shape can't say goes to standard error."""
    exported = export_ruleset(read_rulebook(options.ruleset), options.shape)
    say_utf8(exported.text)
    if exported.left_out:
        remark("\n".join([f"not said by tables of {options.shape}:", *(f"  {line}" for line in exported.left_out)]))
    return 0
