"""Knows the names that tutorials have for their own kinds, for tables that were taken out of such a game."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Rulebook, load_ruleset

OTHER_NAMES = {
    "health_potion": "healing_potion",
    "heal": "healing_potion",
    "confuse": "confusion_scroll",
    "lightning": "lightning_scroll",
    "fireball": "fireball_scroll",
}
"""Names in the tutorials' code that differ from the keys of the bundled rulesets."""


def key_in(seed: Rulebook, family: str, name: str) -> str:
    """The key that a bundled ruleset has for a tutorial's name of a kind; empty if it has none."""
    keys = {kind.key for kind in (seed.monsters if family == "monsters" else seed.items)}
    return next((key for key in (name, OTHER_NAMES.get(name, "")) if key in keys), "")


def with_most_kinds(seed: str, names: Sequence[str]) -> str:
    """A tutorial's bundled ruleset, or the one with its chapter on gear if that knows more of the names."""

    def known(ruleset: str) -> int:
        rulebook = load_ruleset(ruleset)
        return sum(bool(key_in(rulebook, "monsters", name) or key_in(rulebook, "items", name)) for name in names)

    return max((seed, f"{seed}-gear"), key=known)
