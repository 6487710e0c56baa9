"""The inventory: the hero's items by letter, to use, equip or drop."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.ability_texts import item_summary, use_of
from steep.play.equipment_texts import comparison
from steep.play.inventory_stacks import Stack, stacks_of
from steep.play.item_categories import by_category, category_of
from steep.play.messages import capitalised
from steep.play.player_view import PlayerView
from steep.rules.action_codes import DONE, DROP, USE, action
from steep.rules.item_charges import not_ready
from steep.rules.throwing import can_be_thrown
from steep.ui import mix_colors
from steep.ui.screen import Screen
from steep.ui.screens.cursors.target_cursors import AIMED_SHAPES, TargetCursor, ThrowCursor
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row


def stack_summary(stack: Stack, session: PlayerView) -> str:
    """What an item of a stack does, compared with what is equipped in the same slot."""
    versus = "" if stack.equipped else comparison(stack.item, session)
    summary = item_summary(stack.item, session.rulebook)
    return f"{summary}; {versus}" if versus else summary


class InventoryDialog(Dialog):
    """The stacks of the inventory by letter."""

    width = 44

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game.context, game)
        self.game = game

    def stacks(self) -> list[Stack]:
        """The stacks carried, by category."""
        session = self.game.session
        return by_category(stacks_of(session), session.rulebook)

    def prompt(self) -> str:
        """The message that the inventory is empty, if it is."""
        return "" if self.stacks() else "Your inventory is empty."

    def rows(self) -> Sequence[Row]:
        """Each stack with its letter and what its items do."""
        return [
            Row(
                stack.letter,
                f"{stack.item.glyph} {stack.name}",
                stack_summary(stack, self.game.session),
                mix_colors.legible(stack.item.color),
                capitalised(category_of(stack.item, self.game.session.rulebook)),
            )
            for stack in self.stacks()
        ]


class UseItem(InventoryDialog):
    """Choosing a stack uses, equips or unequips one of its items."""

    title = "Inventory"

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to use an item."""
        return (("letter", "use, equip or unequip"), (self.context.keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Use an item, or aim it first."""
        stack = self.stacks()[index]
        session = self.game.session
        ability = use_of(stack.item, session.rulebook)
        ready = not_ready(session.hero, session.rulebook.compiled, stack.next_slot) == DONE
        if ready and ability is not None and ability.shape in AIMED_SHAPES:
            return TargetCursor(self.game, stack.next_slot, stack.item)
        return self.game.perform(action(USE, stack.next_slot))


class ThrowItem(InventoryDialog):
    """Choosing a stack aims one of its items. What can't be thrown isn't listed."""

    title = "Throw"

    def stacks(self) -> list[Stack]:
        """The stacks that can be thrown."""
        session = self.game.session
        ruleset = session.rulebook.compiled
        kinds = [ruleset.items[held.kind - 1] for held in session.hero.inventory]
        return [
            stack for stack in super().stacks() if not stack.equipped and can_be_thrown(ruleset, kinds[stack.next_slot])
        ]

    def prompt(self) -> str:
        """The message that there is nothing to throw, if there is nothing."""
        return "" if self.stacks() else "You have nothing to throw."

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to throw an item."""
        return (("letter", "throw"), (self.context.keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Aim an item."""
        stack = self.stacks()[index]
        return ThrowCursor(self.game, stack.next_slot, stack.item)


class DropItem(InventoryDialog):
    """Choosing a stack drops one of its items."""

    title = "Drop"

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to drop an item."""
        return (("letter", "drop"), (self.context.keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Drop an item."""
        return self.game.perform(action(DROP, self.stacks()[index].next_slot))
