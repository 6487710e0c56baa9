"""The command `steep diff`: how two rulesets differ, floor by floor."""

from __future__ import annotations

from typing import Annotated

from steep.balance.diff_rulesets import compare
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import FloorsOfDungeon, Format, Option, RulesetName, Samples
from steep.commands.shared.output import patience, print_result
from steep.lab.ruleset_results.differences import difference_result
from steep.play.files.rulesets_at_revision import read_rulebook_at

Side = Annotated[
    str, Option("a ruleset's name or path, or FILE.toml@REVISION in a git repository", RulesetName(), metavar="RULESET")
]


@command
def diff(
    before: Side,
    after: Side,
    *,
    floors: FloorsOfDungeon | None = None,
    samples: Samples | None = None,
    form: Format = "text",
) -> int:
    """Compare two rulesets' odds and expected numbers by floor.

    $ steep diff tcod-2019 tcod-2020 --floors 1-3
    $ steep diff mine.toml@HEAD mine.toml
    """
    a, b = read_rulebook_at(before), read_rulebook_at(after)
    with patience():
        found = compare(a, b, floors, samples or 0)
    print_result(difference_result(found, a, b, (before, after)), form)
    return 0
