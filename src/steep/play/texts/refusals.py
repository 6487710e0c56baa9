"""Texts about what did not happen: refused actions, and unseen outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item, Rulebook
from steep.content.articles_and_plurals import definite, plural, spaced
from steep.content.compiling.abilities import abilities_of
from steep.content.rulebook import enchanted
from steep.content.sections import Terrain
from steep.core.geometry import STAIRS, steps_between
from steep.core.ruleset import AFRAID, CANNOT_ACT, CHARMED, FLYING
from steep.core.world import FOR_EVER, HERO, MAX_INVENTORY, Carried, Event, Hero
from steep.play.player_view import PlayerView, seen_items_on, visible_monsters
from steep.play.texts.abilities import obstacle_sentence, triggered_ability
from steep.play.texts.messages import capitalised, counted, enumerated, reason_sentence
from steep.play.warnings_and_discoveries import locked_sentence, offers
from steep.rules.action_codes import (
    INVENTORY_FULL,
    MAX_UNDERFOOT,
    NO_AMMUNITION,
    NO_CHARGES,
    NOTHING_TO_ENCHANT,
    PICK_UP,
    TOO_AFRAID,
    TOO_CHARMED,
    UNDERFOOT,
    USE,
    argument_of,
    cell_of,
    verb_of,
)
from steep.rules.perceived_events import BROKE, IDENTIFIED, RECOVERED, THROWN


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
"""By refusal: the condition that makes the hero refuse, and the message, where {} says for how long."""


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


# Outcomes of an action that no event tells of: altars that became cages, a throw that hit nobody, and a noise.

OF_FLIGHT = (THROWN, BROKE, IDENTIFIED, RECOVERED)
"""Events of a throw that don't name a target."""


def item_used(session: PlayerView, action: int) -> Item | None:
    """The item of the inventory that an action uses, as the hero knows it; None if it uses none."""
    slot = argument_of(action)
    if verb_of(action) != USE or slot >= MAX_INVENTORY or not session.hero.inventory[slot].kind:
        return None
    return session.rulebook.item_rows[session.hero.inventory[slot].kind - 1]


class SilentOutcomes:
    """Outcomes of an action that no event tells of: created before it, and asked after it."""

    def __init__(self, session: PlayerView, action: int) -> None:
        self._session = session
        self._offered = offers(session) if verb_of(action) in (PICK_UP, USE) else {}
        self._target = cell_of(action)
        self._cell = session.hero.cell
        self._floor = session.hero.floor
        self._used = item_used(session, action)
        self._monsters = {monster.cell for monster in visible_monsters(session.hero)}

    def sentences(self, happened: Sequence[Event]) -> list[str]:
        """What it did, after these events."""
        told = (self._of_throw(happened), locked_sentence(self._session, self._offered), self._of_noise(happened))
        return [text for text in told if text]

    def _of_noise(self, happened: Sequence[Event]) -> str:
        """How far a noise of the hero's is heard: that of an item it used, or of the terrain that it stepped onto."""
        hero, rulebook = self._session.hero, self._session.rulebook
        known = [rulebook.items[event.whom] for event in happened if self._used and event.what == IDENTIFIED]
        used = [*known, *([self._used] if self._used else [])][:1]
        abilities: list[tuple[str, Item | Terrain]] = [("use", item) for item in used]
        stepped = hero.floor == self._floor and hero.cell != self._cell and not hero.conditions & FLYING
        if stepped and hero.remembered[hero.cell] > STAIRS:
            abilities.append(("enter", rulebook.terrain[hero.remembered[hero.cell]]))
        for trigger, owner in abilities:
            steps = max((each.noise for each in abilities_of(owner, rulebook) if each.trigger == trigger), default=0)
            if steps:
                whole = steps >= max(rulebook.compiled.map_width, rulebook.compiled.map_height) - 2
                where = "all over the floor" if whole else f"{counted(steps, 'step')} away"
                return f"{capitalised(definite(owner.name))} is heard {where}: whoever hears it may come."
        return ""

    def _of_throw(self, happened: Sequence[Event]) -> str:
        """What a throw without any other event of the hero's did; empty if nothing was thrown, or it did something."""
        own = [event for event in happened if event.who == HERO]
        thrown = next((event for event in own if event.what == THROWN), None)
        if thrown is None or any(event.what not in OF_FLIGHT for event in own):
            return ""
        if thrown.cell in self._monsters:
            return "It has no effect."
        if self._target in self._monsters:
            flown = steps_between(self._cell, thrown.cell)
            return obstacle_sentence(self._session, self._cell, self._target, flown) or "It misses."
        # What is thrown at nobody, and does nothing where it lands, needs no comment.
        return "It hits nobody." if self._bursts(thrown.whom) else ""

    def _bursts(self, row: int) -> bool:
        """Whether a kind of item does something where it is thrown."""
        return self._session.rulebook.compiled.items[row].thrown > 0
