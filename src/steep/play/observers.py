"""Observers of a run: whatever watches it is told of each action by one method, in the order of one list.

A session tells its own: the timeline, the luck and the recording. A screen adds those that a player needs:
of these, autosave and encounters, what a run has met as far as the hero knows what it is, are here.

An item whose kind is not identified is nothing that was met: else the counts would tell what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from steep.core.geometry import FLOOR
from steep.core.ruleset import NO_GAS
from steep.core.world import DEAD, GAS_STEP, Event, World
from steep.play.files.lore import RunLore, lore_name
from steep.play.player_view import PlayerView, seen_items, visible_monsters
from steep.play.texts.messages import MessageLog

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
    """With those that have just happened."""
    wizard: bool


class Observer(Protocol):
    """Watches a run."""

    def look(self, run: ObservedRun, happened: Happened, /) -> None:
        """See what has happened, and what the run has become.

        An observer may act, as automatic pickup does. Those after it in the list then see only what it led to.
        """


class Autosave:
    """Tells when to save a run as it goes, so that killing the program undoes next to nothing."""

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
        """What a save is due for, whichever way it changes."""

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
