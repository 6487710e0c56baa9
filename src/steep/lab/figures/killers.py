"""What the figures call all that can kill the hero."""

from __future__ import annotations

from steep.content import Rulebook

OWN_FIRE_KEY = "own fire"
HUNGER_KEY = "hunger"
TERRAIN_KEY = "terrain"


def killers_of(rulebook: Rulebook) -> list[str]:
    """The keys of all that can kill the hero: the kinds of monsters, own fire, hunger and terrain."""
    return [*(monster.key for monster in rulebook.monsters), OWN_FIRE_KEY, HUNGER_KEY, TERRAIN_KEY]
