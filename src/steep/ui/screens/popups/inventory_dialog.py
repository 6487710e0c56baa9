"""The inventory: the hero's items by letter, to use, equip or drop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from steep.core.geometry import NOWHERE
from steep.core.ruleset import ItemKind
from steep.play.inventory_stacks import (
    Stack,
    by_category,
    category_of,
    out_of_reach_here,
    row_in,
    stacks_of,
    usable_underfoot,
    wasted_sentence,
    worn_by_slot,
)
from steep.play.texts.abilities import item_summary, throw_text, triggered_ability
from steep.play.texts.equipment import comparison, wielded_text
from steep.play.texts.messages import capitalised, counted
from steep.rules.abilities.ability_shapes import FAR, refusal
from steep.rules.action_codes import DONE, DROP, MAX_UNDERFOOT, USE, action
from steep.rules.items.identification_and_enchantments import not_ready
from steep.rules.items.throwing import can_be_thrown, throw_reach
from steep.ui.drawing import palette
from steep.ui.drawing.panels import DialogRow
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen_bases import PlayableScreen
from steep.ui.screens.game.target_cursors import AIMED_SHAPES, TargetCursor, ThrowCursor
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Question

TOO_DEEP = "{} could be used here, but only the first {} in the pile can. Pick up something to reach deeper."


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

    def rows(self) -> Sequence[DialogRow]:
        """Each stack with its letter and what its items do."""
        return [
            DialogRow(
                stack.letter,
                f"{stack.item.glyph} {stack.name}",
                self.detail(stack),
                palette.legible(stack.item.color),
                self.heading(stack),
                self.note(stack),
            )
            for stack in self.stacks()
        ]

    def detail(self, stack: Stack) -> str:
        """What an item of a stack does."""
        return item_summary(stack.item, self.game.session.rulebook, worn_by_slot(self.game.session))

    def heading(self, stack: Stack) -> str:
        """What a stack is listed under."""
        if stack.lies_here:
            return "Here on the floor"
        return capitalised(category_of(stack.item, self.game.session.rulebook))

    def note(self, stack: Stack) -> str:
        """What equipping an item of a stack would change; of an equipped weapon, what it does in a turn."""
        session = self.game.session
        return wielded_text(stack.item, session) if stack.equipped else comparison(stack.item, session)


class UseItem(InventoryDialog):
    """Choosing a stack uses, equips or unequips one of its items. What lies underfoot can be used as well."""

    title = "Inventory"

    def stacks(self) -> list[Stack]:
        """The stacks carried, by category, and what can be used where it lies."""
        return [*super().stacks(), *usable_underfoot(self.game.session)]

    def prompt(self) -> str:
        """As for other lists, or how many things underfoot are not in it, and why."""
        count = out_of_reach_here(self.game.session)
        return TOO_DEEP.format(counted(count, "more thing"), MAX_UNDERFOOT) if count else super().prompt()

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to use an item."""
        return (("letter", "use, equip or unequip"), (self.context.keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Use an item, or aim it first. Before one is used that would do nothing, ask."""
        stack = self.stacks()[index]
        session = self.game.session
        ability = triggered_ability(stack.item, session.rulebook, "use")
        hero, ruleset = session.hero, session.rulebook.compiled
        ready = stack.lies_here or not_ready(hero, ruleset, stack.next_slot) == DONE
        if ready and ability is not None and ability.shape in AIMED_SHAPES:
            return TargetCursor(self.game, stack.next_slot, stack.item)
        use = partial(self.game.perform, action(USE, stack.next_slot))
        refused = ability is None or not ready or self._is_refused(stack)
        if not refused and (wasted := wasted_sentence(session, stack)):
            return Question(self.context, self.game, wasted, ("Use it anyway", "Keep it"), use)
        return use()

    def _is_refused(self, stack: Stack) -> bool:
        """Whether the rules refuse to use an item on the hero, and say why."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        row = ruleset.items[row_in(hero, stack.next_slot)].use
        return row == NOWHERE or refusal(hero, ruleset, ruleset.abilities[row], hero.cell) != DONE


class ThrowItem(InventoryDialog):
    """Choosing a stack aims one of its items. What can't be thrown isn't listed."""

    title = "Throw"

    def kind(self, stack: Stack) -> ItemKind:
        """What the hero knows of the kind of a stack's items."""
        session = self.game.session
        return session.rulebook.compiled.items[session.hero.inventory[stack.next_slot].kind - 1]

    def stacks(self) -> list[Stack]:
        """The stacks that can be thrown, with what is made for it first."""
        ruleset = self.game.session.rulebook.compiled
        thrown = [
            stack for stack in super().stacks() if not stack.equipped and can_be_thrown(ruleset, self.kind(stack))
        ]
        return sorted(thrown, key=lambda stack: self.kind(stack).thrown == 0)

    def heading(self, stack: Stack) -> str:
        """What a stack is listed under."""
        return "Made for throwing" if self.kind(stack).thrown else super().heading(stack)

    def detail(self, stack: Stack) -> str:
        """How far an item flies and what it does there."""
        rulebook = self.game.session.rulebook
        reach = throw_reach(rulebook.compiled, self.kind(stack))
        flies = "as far as you see" if reach == FAR else f"range {reach}"
        does = throw_text(stack.item, rulebook).removeprefix("thrown: ")
        return f"{flies}: {does}" if does else flies

    def note(self, stack: Stack) -> str:  # noqa: ARG002  # the same for all
        """Nothing: it isn't going to be equipped."""
        return ""

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
