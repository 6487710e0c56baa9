"""Reads the ruleset named on the command line."""

from __future__ import annotations

from steep.content import Rulebook, load_ruleset
from steep.play.files.user_file_paths import Dirs


def read_rulebook(name_or_path: str) -> Rulebook:
    """A bundled ruleset, the user's own, or a file. Raises `RulesetError` listing everything wrong with it."""
    return load_ruleset(name_or_path, (Dirs().rulesets,))
