"""Encounters: what a run has met, as far as the hero knows what it is.

An item whose kind is not identified is nothing that was met: else the counts would tell what it is.
"""

from __future__ import annotations

from steep.core.geometry import FLOOR
from steep.core.ruleset import NO_GAS
from steep.core.world import DEAD, GAS_STEP
from steep.play.files.lore import RunLore, lore_name
from steep.play.observers import Happened, ObservedRun
from steep.play.player_view import seen_items, visible_monsters
from steep.play.session import Session


class Encounters:
    """Collects what a run meets."""

    def __init__(self, session: Session) -> None:
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

    def lore(self, session: Session) -> RunLore:
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
