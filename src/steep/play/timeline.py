"""The timeline of a run: floors, levels, notable kills, finds and low points of HP, with their turns.

It grows while the run is played and knows only what the hero perceived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, get_args

from steep.content import Rulebook
from steep.content.articles_and_plurals import definite, indefinite
from steep.content.rulebook import with_plus
from steep.core.geometry import FLOOR
from steep.core.ruleset import NO_GAS
from steep.core.world import DEAD, GAS_STEP, HERO, Event, Hero, World
from steep.play.files.lore import RunLore, lore_name
from steep.play.player_view import PlayerView, seen_items, visible_monsters
from steep.play.texts.messages import MessageLog, capitalised
from steep.rules import perceived_events as events
from steep.rules.items.identification_and_enchantments import plus_of

MomentKind = Literal["floor", "level", "kill", "find", "low", "other"]
MOMENT_KINDS = frozenset(get_args(MomentKind))

MAX_MOMENTS = 400
"""Moments that a timeline keeps; what comes later is left out."""

LOW = 25
"""At most this percent of maximum HP is a low point."""
RECOVERED = 50
"""Once HP are back at this percent of the maximum, the next low point is a new one."""


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
        """Add the first find of equipment of each name, but not starting equipment that the hero had dropped."""
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


# Observers of a run: whatever watches it is told of each action by one method, in the order of one list.

MOST_UNSAVED = 50
"""Turns after which a run is saved whatever happened."""


class Happened(NamedTuple):
    """What a run has just gone through."""

    events: Sequence[Event] = ()
    """What the hero perceived of it."""
    action: int | None = None
    """The action that was played; None where a run began, or a wizard's command changed it."""


class ObservedRun(PlayerView, Protocol):
    """What observers see of a run. A `Session` is one."""

    world: World
    log: MessageLog
    kills: dict[str, int]
    """Kills by kind, including those that have just happened."""
    wizard: bool


class Observer(Protocol):
    """Watches a run."""

    def look(self, run: ObservedRun, happened: Happened, /) -> None:
        """See what has happened, and what the run has become.

        An observer may act, as automatic pickup does. Those after it in the list then see only what it led to.
        """


class Autosave:
    """Decides when to save a running game, so that killing the program undoes almost nothing."""

    def __init__(self, run: PlayerView) -> None:
        self.due = False
        """Whether to save now.

        That is on a new floor, after a wound, when an enemy comes into view, when the inventory changes, when a
        level-up is due or chosen, and when the last save is too many turns ago.
        """
        self.turn = run.hero.turn
        """When the run was last saved."""
        self._remember(run)

    def _remember(self, run: PlayerView) -> None:
        hero = run.hero
        self._hp = hero.hp
        self._monsters = {enemy.actor for enemy in visible_monsters(hero)}
        self._kept = (hero.floor, hero.choosing, [(held.kind, held.count, held.equipped) for held in hero.inventory])
        """Whenever any of this changes, a save is due."""

    def look(self, run: PlayerView, _: Happened) -> None:
        """Compare the run with how it was."""
        hp, monsters, kept = self._hp, self._monsters, self._kept
        self._remember(run)
        self.due |= self._hp < hp or not self._monsters <= monsters or self._kept != kept
        self.due |= run.hero.turn - self.turn >= MOST_UNSAVED


class Encounters:
    """Collects what a run meets."""

    def __init__(self, session: ObservedRun) -> None:
        self.met = RunLore(lore_name(session.rulebook.name))
        self.changed = True
        """Whether there is anything that was not noted in the file."""
        self._rows: tuple[set[int], set[int], set[int]] = (set(), set(), set())
        """The numbers of the monsters, items and terrain met."""
        self.look(session, Happened())

    def look(self, run: ObservedRun, _: Happened) -> None:
        """Add what the hero sees and carries."""
        hero, rulebook = run.hero, run.rulebook
        kinds = len(rulebook.items)
        items = {seen.kind for seen in seen_items(hero)} | {held.kind - 1 for held in hero.inventory if held.kind}
        identified = {number for number in range(kinds) if hero.identified[number]}
        terrain = {int(row) for row in {*hero.remembered} if row > FLOOR}
        gases = {NO_GAS + int(gas) // GAS_STEP for gas in {*hero.gas} if gas}
        found = (
            {monster.kind for monster in visible_monsters(hero)},
            {int(row) for row in items if row < kinds} | identified,
            terrain | gases,
        )
        for rows, new in zip(self._rows, found, strict=True):
            self.changed = self.changed or not new <= rows
            rows |= new
        self.changed = self.changed or self.met.kills != run.kills

    def lore(self, session: ObservedRun) -> RunLore:
        """All that was met, by key."""
        rulebook = session.rulebook
        monsters, items, terrain = self._rows
        self.met.met = {
            "monsters": {rulebook.monsters[row].key for row in monsters},
            "items": {rulebook.items[row].key for row in items},
            "terrain": {rulebook.terrain_row(row).key for row in terrain},
        }
        self.met.kills = dict(session.kills)
        killer = session.world.killer
        by_monster = session.world.outcome == DEAD and 0 <= killer < len(rulebook.monsters)
        self.met.killed_by = rulebook.monsters[killer].key if by_monster else ""
        return self.met
