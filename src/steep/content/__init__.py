"""Rulesets: load TOML files, merge them with what they extend, validate them and compile them into numbers."""

from steep.content.rulebook import Rulebook, load_ruleset, ruleset_names
from steep.content.ruleset_errors import Mistake, RulesetError
from steep.content.sections import Ability, Item, Monster

__all__ = ["Ability", "Item", "Mistake", "Monster", "Rulebook", "RulesetError", "load_ruleset", "ruleset_names"]
