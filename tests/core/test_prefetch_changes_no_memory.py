"""Prefetching changes no memory, whatever the index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from steep.core.native.native_rule import native
from steep.core.record_arrays import zeros
from steep.core.rule_decorator import prefetch, rule
from steep.core.world import World


@rule
def prefetch_at_any_index(world: World) -> int:
    """The hero's cell, after prefetching valid and invalid indices."""
    for index in (0, 7, 3_599, 1 << 40, -1):
        prefetch(world, index)
        prefetch(world.hero, index)
        prefetch(world.hero.remembered, index)
        prefetch(world.actors, index)
    return world.hero.cell


@pytest.mark.parametrize("form", [lambda rule: rule, native])
def test_prefetching_changes_no_memory(form: Callable[[Any], Any]) -> None:
    (world,) = worlds = zeros(World, 1)
    world.hero.cell = 1_234
    before = worlds.tobytes()
    assert form(prefetch_at_any_index)(world) == 1_234
    assert worlds.tobytes() == before
