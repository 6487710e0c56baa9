"""Rulesets: their TOML checked, laid over what they extend, and compiled into numbers."""

from steep.content.errors import Finding, RulesetError
from steep.content.rulebook import Rulebook, load_ruleset, ruleset_names
from steep.content.sections import Item, Monster

__all__ = ["Finding", "Item", "Monster", "Rulebook", "RulesetError", "load_ruleset", "ruleset_names"]
