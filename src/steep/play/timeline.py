"""The timeline of a run: floors, levels, notable kills, finds and low points of HP, with their turns.

It grows while the run is played and knows only what the hero perceived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from steep.content import Rulebook
from steep.content.articles_and_plurals import definite, indefinite
from steep.content.enchanted_items import with_plus
from steep.core.world import HERO, Event, Hero
from steep.play.observers import Happened, ObservedRun
from steep.play.texts.messages import capitalised
from steep.rules import perceived_events as events
from steep.rules.items.enchantments import plus_of

MomentKind = Literal["floor", "level", "kill", "find", "low", "other"]
MOMENT_KINDS = frozenset(get_args(MomentKind))

MAX_MOMENTS = 400
"""Moments that a timeline keeps; what comes later is left out."""

LOW = 25
"""Percent of maximum HP: what is no more is a low point."""
RECOVERED = 50
"""Percent of maximum HP from which on the next low point is another one."""


class Moment(NamedTuple):
    """Something worth telling of a run."""

    turn: int
    floor: int
    kind: MomentKind
    text: str

    @property
    def line(self) -> str:
        """The text, indented below that of its floor."""
        return self.text if self.kind == "floor" else f"  {self.text}"


class Timeline:
    """The moments of a run in order."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.lowest = 0
        """The HP of the last low point; 0 once the hero has recovered from it."""

    def add(self, hero: Hero, kind: MomentKind, text: str) -> None:
        """Add a moment that is now."""
        if len(self.moments) < MAX_MOMENTS:
            self.moments.append(Moment(hero.turn, hero.floor, kind, text))

    def look(self, run: ObservedRun, happened: Happened) -> None:
        """Add what is worth telling: what the hero perceived, and its HP."""
        hero, rulebook = run.hero, run.rulebook
        kills = Counter(run.kills)
        kills.subtract(rulebook.monsters[event.whom].key for event in happened.events if is_kill(event))
        strongest = max((xp_of(key, rulebook) for key, count in kills.items() if count), default=-1)
        for event in happened.events:
            if event.what == events.ARRIVED:
                region = rulebook.region_on(event.amount)
                self.add(hero, "floor", f"Floor {event.amount}{f', {region.name}' if region and region.name else ''}")
            elif event.what == events.LEVELLED:
                self.add(hero, "level", f"Level {event.amount}")
            elif event.what == events.DIED and event.whom != HERO:
                kind = rulebook.monsters[event.whom]
                if kind.unique or kind.boss:
                    by = "" if event.who == HERO else f" by {indefinite(rulebook.name_of(event.who))}"
                    self.add(hero, "kill", f"{capitalised(definite(kind.name))} killed{by}")
                elif is_kill(event) and kind.xp > strongest:
                    self.add(hero, "kill", f"First {kind.name} killed")
                    strongest = kind.xp
            elif event.what == events.PICKED_UP:
                self._note_find(event, hero, rulebook)
            elif event.what == events.TOOK_GOAL:
                self.add(hero, "find", f"{capitalised(definite(rulebook.item_rows[event.whom].name))} taken")
            elif event.what == events.FREED:
                self.add(hero, "other", f"{capitalised(indefinite(rulebook.monsters[event.whom].name))} freed")
        self._note_low_hp(happened.events, hero, rulebook)

    def _note_find(self, event: Event, hero: Hero, rulebook: Rulebook) -> None:
        """Add the first find of equipment of each name, but none of what the hero starts with: it has dropped that."""
        item = rulebook.item_rows[event.whom]
        if not plus_of(event.detail) and item.key in {start.item for start in rulebook.hero.start}:
            return
        text = f"{capitalised(indefinite(with_plus(item.name, plus_of(event.detail))))} found"
        if item.slot and text not in [moment.text for moment in self.moments]:
            self.add(hero, "find", text)

    def _note_low_hp(self, happened: Sequence[Event], hero: Hero, rulebook: Rulebook) -> None:
        """Add a low point of HP, or lower the last one while the hero has not recovered from it."""
        if hero.hp * 100 >= hero.max_hp * RECOVERED:
            self.lowest = 0
        if hero.hp <= 0 or hero.hp * 100 > hero.max_hp * LOW or 0 < self.lowest <= hero.hp:
            return
        if self.lowest:
            del self.moments[max(row for row, moment in enumerate(self.moments) if moment.kind == "low")]
        self.lowest = hero.hp
        harmed = [event for event in happened if event.what in (events.HIT, events.DAMAGED) and event.whom == HERO]
        by = f" after {indefinite(rulebook.name_of(harmed[-1].who))}" if harmed and harmed[-1].who > HERO else ""
        self.add(hero, "low", f"Down to {hero.hp} of {hero.max_hp} HP{by}")


def is_kill(event: Event) -> bool:
    """Whether an event is a kill of the hero's."""
    return event.what == events.DIED and event.who == HERO != event.whom


def xp_of(key: str, rulebook: Rulebook) -> int:
    """The XP that a kind of monster is worth, which says how strong it is; -1 for one that isn't in the ruleset."""
    return next((kind.xp for kind in rulebook.monsters if kind.key == key), -1)
