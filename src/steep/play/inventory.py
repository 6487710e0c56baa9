"""What the hero carries as it is shown: like things in one stack, under one letter.

The record keeps a slot for each thing, and every action names a slot. A stack has the letter of its first slot and is
used from its last, so the letter stays while there is anything left.
"""

from __future__ import annotations

from dataclasses import dataclass

from steep.content import Item
from steep.core.world import Hero
from steep.play.messages import letter_of, plural
from steep.play.view import PlayerView


@dataclass(frozen=True, slots=True)
class Stack:
    """Things of one kind; something equipped stands alone."""

    item: Item
    slots: tuple[int, ...]
    equipped: bool

    @property
    def letter(self) -> str:
        """What chooses it."""
        return letter_of(self.slots[0])

    @property
    def next_slot(self) -> int:
        """The slot that using or dropping one of them names."""
        return self.slots[-1]

    @property
    def name(self) -> str:
        """What it is called: "healing potion", "3 healing potions", "sword (equipped)"."""
        if len(self.slots) > 1:
            return f"{len(self.slots)} {plural(self.item.name)}"
        return f"{self.item.name} (equipped)" if self.equipped else self.item.name


def stacks_of(session: PlayerView) -> list[Stack]:
    """Everything carried, in the order of the letters."""
    pack, items = session.hero.inventory, session.rulebook.items
    found: dict[tuple[int, int], list[int]] = {}
    for slot, held in enumerate(pack):
        if held.kind:
            # Whatever is equipped gets a key of its own: its slot.
            found.setdefault((held.kind, slot if held.equipped else -1), []).append(slot)
    stacks = [Stack(items[kind - 1], tuple(slots), worn >= 0) for (kind, worn), slots in found.items()]
    return sorted(stacks, key=lambda stack: stack.slots)


def slots_like(hero: Hero, slot: int) -> list[int]:
    """The slots of the stack that the thing in a slot belongs to; the slot alone when it is empty by now."""
    held = hero.inventory[slot]
    same = [other for other, one in enumerate(hero.inventory) if (one.kind, one.equipped) == (held.kind, 0)]
    return same if held.kind and not held.equipped else [slot]


STATS = (("power", "power"), ("defense", "defense"))
"""Fields of an item that it adds while it is equipped, and their names."""


def bonuses(item: Item) -> str:
    """What equipping a thing adds: "+4 power, -1 defense"."""
    return ", ".join(f"{value:+} {name}" for field, name in STATS if (value := getattr(item, field)))


def compared(item: Item, session: PlayerView) -> str:
    """What would change if a thing took the place of what is equipped: "vs. dagger: +2 power".

    Empty when nothing is equipped in its slot.
    """
    rivals = [stack.item for stack in stacks_of(session) if stack.equipped and stack.item.slot == item.slot]
    if not item.slot or not rivals:
        return ""
    now = rivals[0]
    changes = [(getattr(item, field) - getattr(now, field), name) for field, name in STATS]
    change = ", ".join(f"{by:+} {name}" for by, name in changes if by) or "no change"
    return f"vs. {now.name}: {change}"
