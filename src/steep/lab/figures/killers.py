"""What the figures call all that can kill the hero, and by what it hurts."""

from __future__ import annotations

from steep.content import Item, Monster, Rulebook
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Gas, Terrain

OWN_FIRE_KEY = "own fire"
HUNGER_KEY = "hunger"
TERRAIN_KEY = "terrain"

ATTACK_KEY = "attack"
"""Stands for attacks among the abilities and statuses that take HP."""


def killers_of(rulebook: Rulebook) -> list[str]:
    """The keys of all that can kill the hero: the kinds of monsters, own fire, hunger and terrain."""
    return [*(monster.key for monster in rulebook.monsters), OWN_FIRE_KEY, HUNGER_KEY, TERRAIN_KEY]


def cause_keys(rulebook: Rulebook) -> list[str]:
    """What each cause of damage is called, by its number in `DamageRow`: attacks, then abilities, then statuses."""
    kinds: list[Monster | Item | Terrain | Gas] = [
        *rulebook.monsters,
        *rulebook.item_rows,
        *rulebook.terrain,
        *rulebook.gases,
    ]
    abilities = (ability.key for kind in kinds for ability in abilities_of(kind, rulebook))
    return [ATTACK_KEY, *abilities, *(status.key for status in rulebook.statuses)]
