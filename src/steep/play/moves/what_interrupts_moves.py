"""What interrupts a multi-turn move: anything a player would want to know before the next step."""

from __future__ import annotations

from steep.content.articles_and_plurals import agreeing
from steep.core.geometry import steps_between
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import ALLIED, HERO, MAX_EVENTS, NEUTRAL, Hero, VisibleMonster
from steep.play.player_view import (
    PlayerView,
    alert_enemies,
    harmful_statuses,
    hp_per_turn,
    seen_items,
    seen_items_on,
    visible_monsters,
)
from steep.play.texts.abilities import dangers_at
from steep.play.texts.describe import item_names
from steep.play.texts.messages import capitalised, counted_names, enumerated, underfoot_sentence
from steep.play.texts.survival import stage_of
from steep.play.timeline import Happened
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.hunger import hunger_stage
from steep.rules.perceived_events import SHOVED, VANISHED


def visible_strangers(hero: Hero) -> list[VisibleMonster]:
    """The monsters in view that are no allies."""
    return [monster for monster in visible_monsters(hero) if monster.side != ALLIED]


def name_in_view(session: PlayerView, monster: VisibleMonster) -> str:
    """What a monster that comes into view is called: "orc", "captive witch"."""
    name = session.rulebook.monsters[monster.kind].name
    return f"captive {name}" if monster.side == NEUTRAL and not name[0].isupper() else name


NOT_IN_VIEW, IN_VIEW, BESIDE = range(3)
"""How near a gas is."""


def gases_avoided(session: PlayerView) -> dict[str, int]:
    """The names of the gases in view that the hero avoids, and how near each is."""
    hero = session.hero
    found: dict[str, int] = {}
    for cell in hero.in_view[: hero.in_view_count if hero.gas_in_view else 0]:
        for row in dangers_at(session, cell):
            if row > NO_GAS:
                name = session.rulebook.terrain_row(row).name
                near = BESIDE if steps_between(cell, hero.cell) <= 1 else IN_VIEW
                found[name] = max(near, found.get(name, NOT_IN_VIEW))
    return found


def hp_lost_to_hunger(session: PlayerView) -> int:
    """HP that hunger takes from the hero each turn."""
    stage = stage_of(session.hero, session.rulebook)
    return stage.hp if stage else 0


def quarters(hp: int, max_hp: int) -> int:
    """HP in quarters of max HP, rounded up: starving interrupts at each of them, not in each turn."""
    return -(-4 * hp // max_hp)


class Interrupts:
    """Compares a run with how it was at the last look, or at the start.

    So an enemy that was in view from the start doesn't interrupt, but one that left the view and came back does. If all
    moves share their `FloorNotes`, each enemy that sleeps or can't come, and each gas, interrupts once a floor. Items
    that the hero dropped or left don't interrupt.
    """

    def __init__(
        self,
        session: PlayerView,
        *,
        bears_statuses: bool = False,
        passes_items: bool = False,
        notes: FloorNotes | None = None,
    ) -> None:
        self._bears_statuses = bears_statuses
        self._passes_items = passes_items
        self._notes = FloorNotes() if notes is None else notes
        self.reason = ""
        """Why the move should stop here, as a sentence; empty when it may go on."""
        self._remember(session)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor = hero.floor
        self._cell = hero.cell
        self._events = int(hero.event_count)
        self._hunger = hunger_stage(session.rulebook.compiled, hero.nutrition)
        self._statuses = set(harmful_statuses(session))
        self._hp = hero.hp
        lost = min(0, hp_per_turn(session)) if self._bears_statuses else 0
        self._expected_hp = hero.hp + lost - hp_lost_to_hunger(session)
        self._monsters = {monster.actor for monster in visible_strangers(hero)}
        self._notes.look(session)
        to_take = self._notes.passed_by | self._notes.no_room
        self._left = {int(item.item) for item in seen_items(hero) if item.visited and item.item not in to_take}
        self._notes.harmless |= self._monsters - {monster.actor for monster in alert_enemies(session)}
        for name, near in gases_avoided(session).items():
            self._notes.gases[name] = max(near, self._notes.gases.get(name, NOT_IN_VIEW))

    def look(self, session: PlayerView, _: Happened | None = None) -> None:
        """Find out whether the move should stop here."""
        self.reason = self._change(session)
        self._remember(session)

    def _was_moved(self, hero: Hero) -> bool:
        """Whether somebody pulled, pushed or teleported the hero. A move that ignores that may go back and forth."""
        new = range(max(self._events, hero.event_count - MAX_EVENTS), hero.event_count)
        happened = (hero.events[number % MAX_EVENTS] for number in new)
        return any(event.what in (SHOVED, VANISHED) and event.whom == HERO for event in happened)

    def _change(self, session: PlayerView) -> str:
        hero = session.hero
        if session.over:
            return "Your run is over."
        if hero.choosing:
            return f"You have reached level {hero.level}."
        if hero.floor != self._floor:
            return f"You are on floor {hero.floor}."
        if self._was_moved(hero):
            return "You have been moved."
        alert = {enemy.actor for enemy in alert_enemies(session)}
        known = self._monsters | (self._notes.harmless - alert)
        new = [enemy for enemy in visible_strangers(hero) if enemy.actor not in known]
        if new:
            new.sort(key=lambda enemy: steps_between(enemy.cell, hero.cell))
            who = capitalised(enumerated(counted_names([name_in_view(session, enemy) for enemy in new])))
            return f"{who} {'comes' if len(new) == 1 else 'come'} into view."
        if gases := [
            name for name, near in gases_avoided(session).items() if near > self._notes.gases.get(name, NOT_IN_VIEW)
        ]:
            beside = all(gas in self._notes.gases for gas in gases)
            text = f"{capitalised(enumerated(gases))} {'is beside you' if beside else 'comes into view'}."
            # Several gases take the verb in the plural.
            return agreeing(text, gases[0] if len(gases) == 1 else "gases")
        if given := [status for status in harmful_statuses(session) if status not in self._statuses]:
            return f"You are {enumerated([session.rulebook.statuses[status].name for status in given])}."
        stage = hunger_stage(session.rulebook.compiled, hero.nutrition)
        if stage > self._hunger:
            return f"You are {session.rulebook.hunger.stages[stage - 1].name}."
        if hero.hp < self._expected_hp:
            return f"You are hurt: {hero.hp} of {hero.max_hp} HP."
        if hp_lost_to_hunger(session) and quarters(hero.hp, hero.max_hp) < quarters(self._hp, hero.max_hp):
            return f"You are {session.rulebook.hunger.stages[stage - 1].name}: {hero.hp} of {hero.max_hp} HP."
        here = {int(item.item) for item in seen_items_on(hero, hero.cell)}
        if hero.cell != self._cell and not self._passes_items and not here <= self._left:
            return underfoot_sentence(item_names(session, hero.cell))
        return ""
