"""What an action did of which no event tells: altars that became cages, a throw that hit nobody, and a noise."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item
from steep.content.articles_and_plurals import definite
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Terrain
from steep.core.geometry import STAIRS, steps_between
from steep.core.ruleset import FLYING
from steep.core.world import HERO, MAX_INVENTORY, Event
from steep.play.knowledge.choices import locked_sentence, offers
from steep.play.player_view import PlayerView, visible_monsters
from steep.play.texts.messages import capitalised, counted
from steep.play.texts.terrain import obstacle_sentence
from steep.rules.action_codes import PICK_UP, USE, argument_of, cell_of, verb_of
from steep.rules.perceived_events import BROKE, IDENTIFIED, RECOVERED, THROWN

OF_FLIGHT = (THROWN, BROKE, IDENTIFIED, RECOVERED)
"""Events of a throw that say nothing of whom it hits."""


def item_used(session: PlayerView, action: int) -> Item | None:
    """The item of the inventory that an action uses, as the hero knows it; None if it uses none."""
    slot = argument_of(action)
    if verb_of(action) != USE or slot >= MAX_INVENTORY or not session.hero.inventory[slot].kind:
        return None
    return session.rulebook.item_rows[session.hero.inventory[slot].kind - 1]


class SilentOutcomes:
    """What an action may do silently: made before it, and asked after it."""

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
