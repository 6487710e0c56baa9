"""Enchanted items: "sword +2", and what it gives."""

from __future__ import annotations

from dataclasses import replace

from steep.content.compiling.abilities import each_plus_of
from steep.content.sections import Item


def with_plus(name: str, plus: int) -> str:
    """A name with an enchantment: "sword +2"; the name alone for none."""
    return f"{name} {plus:+}" if plus else name


def enchanted(item: Item, plus: int) -> Item:
    """An item with the name and the bonuses that an enchantment gives it."""
    if not plus:
        return item
    bonuses = {stat: getattr(item, stat) + plus * number for stat, number in each_plus_of(item)}
    return replace(item, name=with_plus(item.name, plus), **bonuses)
