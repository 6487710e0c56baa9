"""Automatic pickup: decides when to pick up. The screen then performs the ordinary action."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.play.known.choices import one_of_several
from steep.play.player_view import PlayerView, enemies_that_come, seen_items, seen_items_on
from steep.rules.items.inventory import slot_for


class AutoPickup:
    """Compares a run with how it was at the last call.

    The hero wants the items it has just walked onto, unless it dropped or left one of them on an earlier visit, or
    taking one would lock away others.
    Items that it could not pick up, because of an enemy or a full inventory, stay wanted until it leaves the floor or
    the program ends.
    """

    def __init__(self, session: PlayerView) -> None:
        self._passed: set[int] = set()
        self._remember(session)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor, self._cell = hero.floor, hero.cell
        self._left_behind = {item.item for item in seen_items(hero) if item.visited}
        self._passed &= {item.item for item in seen_items(hero)}

    def arrives(self, session: PlayerView) -> bool:
        """Whether the hero has walked, since the last call, onto a cell where it wants all items."""
        hero = session.hero
        if hero.floor != self._floor:
            self._passed.clear()
            self._left_behind.clear()
        walked = (hero.floor, hero.cell) != (self._floor, self._cell)
        here = {item.item for item in seen_items_on(hero, hero.cell)}
        arrived = bool(here) and walked and here.isdisjoint(self._left_behind - self._passed)
        arrived = arrived and hero.cell not in {item.cell for item in one_of_several(session)}
        if arrived:
            self._passed |= here
        self._remember(session)
        return arrived

    def wants(self, session: PlayerView) -> bool:
        """Whether all items underfoot were passed by before, because of an enemy or a full inventory."""
        here = {item.item for item in seen_items_on(session.hero, session.hero.cell)}
        return bool(here) and here <= self._passed


def may_pick_up(session: PlayerView) -> bool:
    """Whether the hero can pick up an item now, with no enemy in view that would keep it from exploring."""
    hero = session.hero
    calm = not enemies_that_come(session) and not session.over and not hero.choosing
    return calm and bool(seen_items_on(hero, hero.cell)) and not is_full(session)


def is_full(session: PlayerView) -> bool:
    """Whether the hero has room for nothing that lies underfoot."""
    hero, ruleset = session.hero, session.rulebook.compiled
    return all(slot_for(hero, ruleset, item.kind) == NOWHERE for item in seen_items_on(hero, hero.cell))
