"""Why an action is impossible, with what the hero lacks: "You have no arrows for the bow."."""

from __future__ import annotations

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import definite, plural, spaced
from steep.content.rulebook import enchanted
from steep.core.ruleset import AFRAID, CANNOT_ACT, CHARMED
from steep.core.world import FOR_EVER, Carried, Hero
from steep.play.player_view import seen_items_on
from steep.play.texts.abilities import triggered_ability
from steep.play.texts.messages import capitalised, counted, enumerated, reason_sentence
from steep.rules.action_codes import (
    INVENTORY_FULL,
    MAX_UNDERFOOT,
    NO_AMMUNITION,
    NO_CHARGES,
    NOTHING_TO_ENCHANT,
    TOO_AFRAID,
    TOO_CHARMED,
    UNDERFOOT,
    USE,
    argument_of,
    verb_of,
)


def refusal_sentence(reason: int, action: int, hero: Hero, rulebook: Rulebook) -> str:
    """The message for an impossible action: it names an item that can't be used and what it lacks, or what to do."""
    if reason in UNWILLING:
        condition, text = UNWILLING[reason]
        return text.format(turns_left(hero, rulebook, condition))
    if reason == INVENTORY_FULL:
        return full_sentence(hero, rulebook)
    if (
        verb_of(action) == USE
        and argument_of(action) < UNDERFOOT
        and reason in (NO_CHARGES, NO_AMMUNITION, NOTHING_TO_ENCHANT)
    ):
        held = hero.inventory[argument_of(action)]
        item = enchanted(rulebook.item_rows[held.kind - 1], held.plus)
        if reason == NO_CHARGES:
            return f"{capitalised(definite(item.name))} has no charges left{next_charge(item, held)}."
        if reason == NO_AMMUNITION:
            return f"You have no {plural(ammunition_of(item, rulebook).name)} left for {definite(item.name)}."
        return f"You have no {enumerated(slots_enchanted(item, rulebook), 'or')} equipped that it could enchant."
    return reason_sentence(reason)


def full_sentence(hero: Hero, rulebook: Rulebook) -> str:
    """That the inventory is full, and what to do about what lies here."""
    kinds = rulebook.compiled.items
    here = [item.kind for item in seen_items_on(hero, hero.cell)[:MAX_UNDERFOOT]]
    usable = [row for row in here if kinds[row].slot == 0 and kinds[row].use >= 0]
    opening = {kind.key_item for kind in rulebook.terrain if kind.key_item}
    keys = [rulebook.item_rows[row] for row in here if rulebook.item_rows[row].key in opening]
    if keys:
        key = definite(keys[0].name)
        return f"Your inventory is full: drop something here, take {key}, and come back for it when {key} is used up."
    names = enumerated([definite(rulebook.item_rows[row].name) for row in usable])
    instead = f", or use {names} from the floor" if usable else ""
    return f"Your inventory is full: drop or use something first{instead}."


UNWILLING = {
    TOO_AFRAID: (AFRAID, "You are too afraid to attack{}. Walk away, wait, or use or throw an item."),
    TOO_CHARMED: (CHARMED, "You can't bring yourself to harm anyone{}. Walk away or wait."),
}
"""By what a hero refuses: the condition that makes it do so, and what is said, with for how long."""


def helpless_sentence(hero: Hero, rulebook: Rulebook) -> str:
    """What is said when a turn passes without the hero's action: "You are stunned and can't act."; empty if it acts."""
    rows = rulebook.compiled.statuses
    names = [
        rulebook.statuses[status].name
        for status, turns in enumerate(hero.statuses)
        if turns > 0 and rows[status].conditions & CANNOT_ACT
    ]
    return f"You are {enumerated(names)} and can't act." if names else ""


def turns_left(hero: Hero, rulebook: Rulebook, condition: int) -> str:
    """For how long the hero's statuses give it a condition; empty if for ever."""
    rows = rulebook.compiled.statuses
    turns = max(
        (turns for row, turns in zip(rows, hero.statuses, strict=False) if row.conditions & condition), default=0
    )
    return f" for {counted(turns, 'more turn')}" if 0 < turns < FOR_EVER else ""


def next_charge(item: Item, held: Carried) -> str:
    """In how many turns an item without charges regains one, sooner with others in its slot; empty if it never does."""
    turns = -(-(item.recharge - held.recharging) // held.count)
    return f", and regains one in {counted(turns, 'turn')}" if item.recharge else ""


def ammunition_of(item: Item, rulebook: Rulebook) -> Item:
    """The kind of item that an item uses as ammunition."""
    return next(other for other in rulebook.items if other.key == item.ammunition)


def slots_enchanted(item: Item, rulebook: Rulebook) -> list[str]:
    """The equipment slots that using an item enchants."""
    ability = triggered_ability(item, rulebook, "use")
    return list(dict.fromkeys(spaced(each.slot) for each in (ability.effects if ability else ()) if each.slot))
