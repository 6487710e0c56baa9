"""Screens that read bundled rulesets once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ready_made_sessions import load
from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.ui.screens import context

BUNDLED = ruleset_names()


def load_bundled_once(name: str, folders: Sequence[Path]) -> Rulebook:
    """The ruleset of this name; a bundled one from memory, unless the user has another of its name."""
    bundled = name.partition(":")[0]
    if bundled in BUNDLED and not any((folder / f"{bundled}.toml").exists() for folder in folders):
        return load(name)
    return load_ruleset(name, folders)


@pytest.fixture(autouse=True)
def _bundled_rulesets_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Menus show them all, and Steep's dungeon is large."""
    monkeypatch.setattr(context, "load_ruleset", load_bundled_once)
