"""Categories of items, by which the inventory is grouped."""

from __future__ import annotations

import re

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import plural, spaced, without_plus
from steep.play.known.inventory_stacks import Stack

OTHER = "other"

PREPOSITIONS = re.compile(" (?:of|with|in|on|from) ")
"""What ends the noun of a name: "scroll with burnt edges"."""


def category_of(item: Item, rulebook: Rulebook) -> str:
    """What an item is listed under: its `category`, its equipment slot, "ammunition", or the noun in its name.

    "Healing potion" and "potion of might" are potions. "Bread", without any other word, is OTHER.
    """
    if item.category:
        return item.category
    if item.slot:
        return spaced(item.slot)
    if any(other.ammunition == item.key for other in rulebook.items):
        return "ammunition"
    noun = noun_of(item)
    return OTHER if noun == without_plus(item.name).lower() else plural(noun)


def noun_of(item: Item) -> str:
    """What an item is, without what it is like: "potion" for a healing potion."""
    return PREPOSITIONS.split(without_plus(item.name))[0].rpartition(" ")[2].lower()


def by_category(stacks: list[Stack], rulebook: Rulebook) -> list[Stack]:
    """Stacks in the order of their categories: equipment in that of the slots, the others by name, and OTHER last."""
    slots = [spaced(slot) for slot in rulebook.hero.slots]

    def order(stack: Stack) -> tuple[int, bool, str, tuple[int, ...]]:
        category = category_of(stack.item, rulebook)
        place = slots.index(category) if category in slots else len(slots)
        return place, category == OTHER, category, stack.slots

    return sorted(stacks, key=order)
