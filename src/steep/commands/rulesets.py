"""The command `steep rulesets`: list the bundled rulesets and the player's own."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import print_rows, warn
from steep.content import RulesetError
from steep.ui.screens.context import Context

HEADINGS = ("ruleset", "title", "hash", "from", "modes", "description")


def run(options: argparse.Namespace) -> int:
    """List all rulesets. One that cannot be loaded is reported on standard error and left out."""
    context = Context.create(None)
    rows = []
    for name in context.ruleset_names():
        rulebook = context.listed_ruleset(name)
        if isinstance(rulebook, RulesetError):
            warn(str(rulebook))
            continue
        modes = " ".join(mode.key for mode in rulebook.modes)
        rows.append((name, rulebook.title, rulebook.hash, rulebook.path or "bundled", modes, rulebook.description))
    print_rows(HEADINGS, rows, options.format)
    return 0
