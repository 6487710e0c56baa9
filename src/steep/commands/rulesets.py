"""The command `steep rulesets`: list the bundled rulesets and the player's own."""

from __future__ import annotations

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Format
from steep.commands.shared.output import complain, print_result
from steep.content import RulesetError
from steep.lab.results.result import Column, Result, Table
from steep.ui.screens.context import Context

COLUMNS = tuple(Column(name, title=name) for name in ("ruleset", "title", "hash", "from", "modes", "description"))


@command
def rulesets(*, form: Format = "text") -> int:
    """List the rulesets: bundled ones and your own.

    $ steep rulesets
    """
    context = Context.create(None)
    rows = []
    for name in context.ruleset_names():
        rulebook = context.listed_ruleset(name)
        if isinstance(rulebook, RulesetError):
            complain(str(rulebook))
            continue
        modes = " ".join(mode.key for mode in rulebook.modes)
        rows.append((name, rulebook.title, rulebook.hash, rulebook.path or "bundled", modes, rulebook.description))
    print_result(Result(f"{len(rows)} rulesets", {}, (Table("rulesets", COLUMNS, tuple(rows)),)), form)
    return 0
