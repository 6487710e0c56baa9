"""Finds the ruleset that a person names."""

from __future__ import annotations

from steep.content import Rulebook, load_ruleset
from steep.play.files.dirs import Dirs


def read_rulebook(name_or_path: str) -> Rulebook:
    """A ruleset: bundled, the user's own, or a file. Raises `RulesetError` with all that is wrong with it."""
    return load_ruleset(name_or_path, (Dirs().rulesets,))
