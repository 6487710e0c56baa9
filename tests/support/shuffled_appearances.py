"""Worlds that look the same to the hero, in which the items that it hasn't identified are other ones."""

from __future__ import annotations

import random
from itertools import permutations

from steep.core.record import pack, unpack
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.rules.items.identification_and_enchantments import perceived_kind, true_kind


def shuffled(world: World, ruleset: Ruleset, rng: random.Random) -> World:
    """A world with the same view in which the unidentified things are others."""
    other = unpack(World, pack(world))
    kinds = [kind for kind in range(ruleset.item_kinds) if world.appearances[kind]]
    for number in {ruleset.items[kind].appearance for kind in kinds}:
        mine = [kind for kind in kinds if ruleset.items[kind].appearance == number]
        for kind, twin in zip(mine, rng.choice(list(permutations(mine))), strict=True):
            row = world.appearances[kind] - 1
            other.appearances[twin], other.appearances[row] = row + 1, twin + 1
    for i in range(world.item_count):
        kind = true_kind(other, ruleset, perceived_kind(world, world.items[i].kind))
        other.items[i].kind = kind
        if kind != world.items[i].kind:
            other.items[i].charges = ruleset.items[kind].charges
    return other
