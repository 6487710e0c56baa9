"""The rulesets of environments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from steep.content import Rulebook, load_ruleset, ruleset_names

BUNDLED = frozenset(ruleset_names())


@cache
def loaded(name: str) -> Rulebook:
    """A bundled ruleset, read once. Environments play copies of it."""
    return load_ruleset(name)


@pytest.fixture(scope="package", autouse=True)
def _bundled_rulesets_are_read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "steep.env.check_arguments.load_ruleset",
            lambda name: loaded(name) if name in BUNDLED else load_ruleset(name),
        )
        yield
