"""The inventory: what the hero carries, by letter, to be used, equipped or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item
from steep.play.inventory import Stack, bonuses, compared, stacks_of
from steep.play.view import PlayerView
from steep.rules.actions import DROP, USE, action
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.cursors.target import AIMS, aim
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.popups.dialog import Dialog, Row, key_of

EFFECT_WORDS = {
    "heal": "heals {amount} HP",
    "lightning": "{amount} damage to the nearest enemy within {reach}",
    "confusion": "confuses an enemy for {amount} turns",
    "fireball": "{amount} damage to all within {reach} of a spot",
    "none": "",
}


def what_it_does(item: Item) -> str:
    """What using or equipping a thing does, in numbers."""
    if not item.slot:
        return EFFECT_WORDS[item.effect].format(amount=item.amount, reach=item.reach)
    return bonuses(item) or "no bonus"


def what_it_would_do(stack: Stack, session: PlayerView) -> str:
    """The same of what is carried, compared with what is equipped in its place."""
    comparison = "" if stack.equipped else compared(stack.item, session)
    return f"{what_it_does(stack.item)} ({comparison})" if comparison else what_it_does(stack.item)


class InventoryList(Dialog):
    """The stacks in the inventory, under their letters."""

    width = 44

    def __init__(self, player: PlayableScreen) -> None:
        super().__init__(player.context, player)
        self.player = player

    def stacks(self) -> list[Stack]:
        """All that is carried."""
        return stacks_of(self.player.session)

    def words(self) -> str:
        """Says so when there is nothing."""
        return "" if self.stacks() else "Your inventory is empty."

    def rows(self) -> Sequence[Row]:
        """Each stack with its letter, and what its things do."""
        return [
            Row(
                stack.letter,
                f"{stack.item.glyph} {stack.name}",
                what_it_would_do(stack, self.player.session),
                palette.legible(stack.item.color),
            )
            for stack in self.stacks()
        ]


class InventoryScreen(InventoryList):
    """Choosing a stack uses one of it, or equips or unequips it."""

    title = "Inventory"

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """How to use a thing."""
        return (("letter", "use, equip or unequip"), (key_of(self.context.keymap, "menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Use a thing, or aim it first."""
        stack = self.stacks()[index]
        if not stack.item.slot and stack.item.effect in AIMS:
            return aim(self.player, stack.next_slot, stack.item)
        return self.player.perform(action(USE, stack.next_slot))


class Drop(InventoryList):
    """Choosing a stack drops one of it."""

    title = "Drop"

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """How to drop a thing."""
        return (("letter", "drop"), (key_of(self.context.keymap, "menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Drop a thing."""
        return self.player.perform(action(DROP, self.stacks()[index].next_slot))
