"""Stacks: the inventory as it is shown, with equal items under one letter.

The hero's record has a slot for each item, and actions name slots. A stack has the letter of its first slot and is used
from its last, so its letter stays the same until it is used up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from steep.content import Item
from steep.content.articles_and_plurals import plural
from steep.content.compile_abilities import abilities_of
from steep.content.enchanted_items import enchanted
from steep.content.rulebook import Rulebook
from steep.core.ruleset import STAT_NAMES
from steep.core.world import Hero
from steep.play.messages import STAT_WORDS, letter_of
from steep.play.player_view import PlayerView


@dataclass(frozen=True, slots=True)
class Stack:
    """Items of one kind, enchanted alike. An equipped item has a stack of its own."""

    item: Item
    """Its kind, with what their enchantment gives."""
    slots: tuple[int, ...]
    equipped: bool
    charges: int = 0

    @property
    def letter(self) -> str:
        """The letter that selects it."""
        return letter_of(self.slots[0])

    @property
    def next_slot(self) -> int:
        """The slot to use or drop next."""
        return self.slots[-1]

    @property
    def name(self) -> str:
        """Its name: "healing potion", "3 healing potions", "sword (equipped)"."""
        if len(self.slots) > 1:
            return f"{len(self.slots)} {plural(self.item.name)}"
        if self.item.charges:
            return f"{self.item.name} ({self.charges} of {self.item.charges})"
        return f"{self.item.name} (equipped)" if self.equipped else self.item.name


def stacks_of(session: PlayerView) -> list[Stack]:
    """All stacks, in the order of their letters."""
    inventory, items = session.hero.inventory, session.rulebook.items
    found: dict[tuple[int, int, int], list[int]] = {}
    for slot, held in enumerate(inventory):
        if held.kind:
            # What is equipped or has charges is grouped by its slot, so it stays alone.
            alone = held.equipped or items[held.kind - 1].charges > 0
            found.setdefault((held.kind, held.plus, slot if alone else -1), []).append(slot)
    stacks = [
        Stack(
            enchanted(items[kind - 1], plus),
            tuple(slots),
            inventory[slots[0]].equipped == 1,
            inventory[slots[0]].charges,
        )
        for (kind, plus, _), slots in found.items()
    ]
    return sorted(stacks, key=lambda stack: stack.slots)


def slots_like(hero: Hero, slot: int) -> list[int]:
    """All slots of the stack that a slot belongs to; only the slot itself when it is empty, equipped or has charges."""
    held = hero.inventory[slot]
    same = [
        other
        for other, one in enumerate(hero.inventory)
        if (one.kind, one.plus, one.equipped) == (held.kind, held.plus, 0)
    ]
    return same if held.kind and not held.equipped and not held.charges else [slot]


def bonuses_of(item: Item) -> Counter[str]:
    """What an item adds while it is equipped, with the words that follow each number."""
    added = Counter({f" {words}": getattr(item, stat, 0) for stat, words in zip(STAT_NAMES, STAT_WORDS, strict=True)})
    added.update({f"% {spaced(damage_type)} resistance": percent for damage_type, percent in item.resist})
    return added


def weapon_text(item: Item) -> str:
    """The dice and the damage type of attacks with an item: "+1d6 fire damage"; empty if it has neither."""
    damage_type = f"{spaced(item.damage_type)} " if item.damage_type else ""
    if item.damage is not None:
        return f"+{item.damage} {damage_type}damage"
    return f"{damage_type}damage" if damage_type else ""


def spaced(key: str) -> str:
    """A key as it is shown."""
    return key.replace("_", " ").replace("-", " ")


def signed(numbers: Mapping[str, int]) -> str:
    """Numbers with signs and words: "+4 power, -1 defense, +50% fire resistance". Leaves out 0."""
    return ", ".join(f"{number:+}{words}" for words, number in numbers.items() if number)


def bonuses(item: Item) -> str:
    """What an item gives while it is equipped: "+1d6 fire damage, +4 power, -1 defense"."""
    return ", ".join(each for each in (weapon_text(item), signed(bonuses_of(item))) if each)


def comparison(item: Item, session: PlayerView) -> str:
    """An item compared with the one equipped in its equipment slot: "vs. dagger: +2 power, without poison bite".

    Empty when the equipment slot is free.
    """
    equipped = [stack.item for stack in stacks_of(session) if stack.equipped and stack.item.slot == item.slot]
    if not item.slot or not equipped:
        return ""
    current = equipped[0]
    changes = bonuses_of(item)
    changes.subtract(bonuses_of(current))
    attacks = weapon_text(item), weapon_text(current)
    mine, theirs = names_of_abilities(item, session.rulebook), names_of_abilities(current, session.rulebook)
    texts = (
        f"{attacks[0] or 'plain damage'} instead of {attacks[1] or 'plain damage'}" if attacks[0] != attacks[1] else "",
        signed(changes),
        *(f"with {name}" for name in mine if name not in theirs),
        *(f"without {name}" for name in theirs if name not in mine),
    )
    return f"vs. {current.name}: {', '.join(text for text in texts if text) or 'no change'}"


def names_of_abilities(item: Item, rulebook: Rulebook) -> list[str]:
    """What the abilities of an item that is equipped are called."""
    return [ability.name for ability in abilities_of(item, rulebook) if ability.trigger != "throw"]
