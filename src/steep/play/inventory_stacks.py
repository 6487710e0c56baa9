"""Stacks: the inventory as it is shown, with equal items under one letter.

The hero's record has a slot for each item, or for items that share one, and actions name slots. A stack has the letter
of its oldest item and is used from its newest, so its letter stays the same until it is used up. Stacks are listed by
category.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import definite, plural, spaced, without_plus
from steep.content.rulebook import enchanted
from steep.core.geometry import NOWHERE
from steep.core.ruleset import CURE_STATUS, FEED, FEEDS, HEAL, SELF, EffectRow
from steep.core.world import Hero
from steep.play.player_view import PlayerView, items_seen_on, seen_items_on
from steep.play.texts.messages import capitalised, letter_of
from steep.rules.action_codes import MAX_UNDERFOOT, UNDERFOOT


@dataclass(frozen=True, slots=True)
class Stack:
    """Items of one kind, enchanted alike. An equipped item has a stack of its own."""

    item: Item
    """Its kind, with what their enchantment gives."""
    slots: tuple[int, ...]
    """The oldest item's first."""
    equipped: bool
    count: int = 1
    charges: int = 0
    ammunition: str = ""
    """How much of its ammunition the hero has: "7 arrows"; empty if it uses none."""

    @property
    def letter(self) -> str:
        """The letter that selects it."""
        return letter_of(self.slots[0])

    @property
    def next_slot(self) -> int:
        """The slot to use or drop next."""
        return self.slots[-1]

    @property
    def lies_here(self) -> bool:
        """Whether it lies on the floor, under the hero."""
        return self.slots[0] >= UNDERFOOT

    @property
    def name(self) -> str:
        """Its name: "healing potion", "3 healing potions", "sword (equipped)", "2 slings (5 of 6)"."""
        counted = f"{self.count} {plural(self.item.name)}" if self.count > 1 else self.item.name
        if self.item.charges and not self.lies_here:
            return f"{counted} ({self.charges} of {self.count * self.item.charges})"
        if self.count > 1:
            return counted
        if self.ammunition:
            return f"{self.item.name} ({self.ammunition})"
        return f"{self.item.name} (equipped)" if self.equipped else self.item.name


def stacks_of(session: PlayerView) -> list[Stack]:
    """All stacks, in the order of their letters."""
    inventory, items = session.hero.inventory, session.rulebook.item_rows
    found: dict[tuple[int, int, int], list[int]] = {}
    for slot in oldest_first(session.hero):
        held = inventory[slot]
        if held.kind:
            # Items that are equipped or have charges are grouped by their slot, so each stays alone.
            alone = held.equipped or items[held.kind - 1].charges > 0
            found.setdefault((held.kind, held.plus, slot if alone else -1), []).append(slot)
    stacks = [
        Stack(
            enchanted(items[kind - 1], plus),
            tuple(slots),
            inventory[slots[0]].equipped == 1,
            sum(max(1, inventory[slot].count) for slot in slots),
            inventory[slots[0]].charges,
            ammunition_left(items[kind - 1], session),
        )
        for (kind, plus, _), slots in found.items()
    ]
    return sorted(stacks, key=lambda stack: stack.slots)


def worn_by_slot(session: PlayerView) -> dict[str, str]:
    """The names of what the hero has equipped, by slot."""
    return {stack.item.slot: stack.item.name for stack in stacks_of(session) if stack.equipped}


def left_unused(session: PlayerView) -> list[str]:
    """The consumables that the hero still carries, the most numerous first: "11 healing potions".

    Food is left out: nobody eats it all.
    """
    rows = session.rulebook.compiled.items
    stacks = []
    for stack in stacks_of(session):
        row = rows[session.hero.inventory[stack.slots[0]].kind - 1]
        used_up = row.slot == 0 and row.charges == 0 and row.ammunition == 0
        feeds = row.use != NOWHERE and session.rulebook.compiled.abilities[row.use].traits & FEEDS != 0
        if used_up and not feeds and (row.use != NOWHERE or row.thrown):
            stacks.append(stack)
    return [
        stack.name if stack.count > 1 else f"1 {stack.name}" for stack in sorted(stacks, key=lambda each: -each.count)
    ]


def usable_underfoot(session: PlayerView) -> list[Stack]:
    """The items underfoot that can be used where they lie, as far as an action can name them.

    The first nine things that lie there have a digit instead of a letter, the others nothing.
    """
    return [
        Stack(item, (UNDERFOOT + number,), equipped=False)
        for number, item in _with_a_use_here(session)
        if number < MAX_UNDERFOOT
    ]


def out_of_reach_here(session: PlayerView) -> int:
    """How many items underfoot lie too deep in the pile: they could be used, but no action can name them."""
    return sum(number >= MAX_UNDERFOOT for number, _ in _with_a_use_here(session))


def _with_a_use_here(session: PlayerView) -> list[tuple[int, Item]]:
    """The items underfoot that have a use without being equipped, with their number among all that lie there."""
    ruleset = session.rulebook.compiled
    here = zip(seen_items_on(session.hero, session.hero.cell), items_seen_on(session, session.hero.cell), strict=True)
    return [
        (number, item)
        for number, (seen, item) in enumerate(here)
        if ruleset.items[seen.kind].slot == 0 and ruleset.items[seen.kind].use != NOWHERE
    ]


def row_in(hero: Hero, slot: int) -> int:
    """The row of `Ruleset.items` of what a slot holds or, from UNDERFOOT on, of what lies underfoot."""
    if slot >= UNDERFOOT:
        return seen_items_on(hero, hero.cell)[slot - UNDERFOOT].kind
    return hero.inventory[slot].kind - 1


def oldest_first(hero: Hero) -> list[int]:
    """All slots, by when they were filled."""
    return sorted(range(len(hero.inventory)), key=lambda slot: (hero.inventory[slot].since, slot))


def ammunition_left(item: Item, session: PlayerView) -> str:
    """How much of an item's ammunition the hero has: "7 arrows", "no arrows"; empty if it uses none."""
    for number, other in enumerate(session.rulebook.items):
        if item.ammunition and other.key == item.ammunition:
            alike = [held for held in session.hero.inventory if held.kind == number + 1 and not held.equipped]
            count = sum(held.count for held in alike)
            return f"1 {other.name}" if count == 1 else f"{count or 'no'} {plural(other.name)}"
    return ""


def stack_with(hero: Hero, slot: int) -> tuple[int, int]:
    """The first slot of the stack that a slot belongs to, and how many items the stack has."""
    held = hero.inventory[slot]
    same = [
        other
        for other in oldest_first(hero)
        if (one := hero.inventory[other]).kind == held.kind and one.plus == held.plus and not one.equipped
    ]
    alone = not held.kind or held.equipped or held.charges
    return (slot, max(1, held.count)) if alone else (same[0], sum(hero.inventory[each].count for each in same))


def wasted_sentence(session: PlayerView, stack: Stack) -> str:
    """A sentence that using an item of a stack would do nothing now; empty if it would do something, or might."""
    hero, ruleset = session.hero, session.rulebook.compiled
    row = int(ruleset.items[row_in(hero, stack.next_slot)].use)
    if row == NOWHERE or ruleset.items[row_in(hero, stack.next_slot)].slot:
        return ""
    ability = ruleset.abilities[row]
    first, count = int(ability.first_effect), int(ability.effect_count)
    if ability.area != SELF or not count:
        return ""
    if not all(does_nothing(each, hero, ruleset.hunger_full) for each in ruleset.effects[first : first + count]):
        return ""
    healthy = " You are at full health." if hero.hp == hero.max_hp else ""
    return f"{capitalised(definite(stack.item.name))} would do nothing now.{healthy}"


def does_nothing(effect: EffectRow, hero: Hero, full: int) -> bool:
    """Whether an effect would change nothing about the hero, as far as it knows. `full` is its highest nutrition."""
    if effect.effect == HEAL:
        return bool(hero.hp == hero.max_hp)
    if effect.effect == FEED:
        return bool(hero.nutrition == full)
    return effect.effect == CURE_STATUS and hero.statuses[effect.status] == 0


OTHER = "other"

PREPOSITIONS = re.compile(" (?:of|with|in|on|from) ")
"""Words after which a name's noun is complete: "scroll with burnt edges"."""


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
    """The noun in an item's name: "potion" for a healing potion."""
    return PREPOSITIONS.split(without_plus(item.name))[0].rpartition(" ")[2].lower()


def by_category(stacks: list[Stack], rulebook: Rulebook) -> list[Stack]:
    """Stacks in the order of their categories: equipment in the order of the slots, the others by name, OTHER last."""
    slots = [spaced(slot) for slot in rulebook.hero.slots]

    def order(stack: Stack) -> tuple[int, bool, str, tuple[int, ...]]:
        category = category_of(stack.item, rulebook)
        place = slots.index(category) if category in slots else len(slots)
        return place, category == OTHER, category, stack.slots

    return sorted(stacks, key=order)
