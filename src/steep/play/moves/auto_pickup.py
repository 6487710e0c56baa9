"""Automatic pickup: decides when to pick up. The screen then performs the ordinary action."""

from __future__ import annotations

from steep.play.known.choices import one_of_several
from steep.play.known.floor_notes import rows_without_room
from steep.play.known.surplus_items import surplus_rows
from steep.play.player_view import PlayerView, enemies_that_come, seen_items, seen_items_on


class AutoPickup:
    """Compares a run with how it was at the last call.

    The hero wants the items it has just walked onto, unless it dropped or left one of them on an earlier visit, or
    taking one would lock away others. It wants no equipment that is no better than what it carries.
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
        """Whether the hero has walked, since the last call, onto a cell where it wants the items."""
        hero = session.hero
        if hero.floor != self._floor:
            self._passed.clear()
            self._left_behind.clear()
        walked = (hero.floor, hero.cell) != (self._floor, self._cell)
        here = worth_taking_here(session)
        arrived = bool(here) and walked and here.isdisjoint(self._left_behind - self._passed)
        arrived = arrived and hero.cell not in {item.cell for item in one_of_several(session)}
        if arrived:
            self._passed |= here
        self._remember(session)
        return arrived

    def wants(self, session: PlayerView) -> bool:
        """Whether what is underfoot was passed by before, because of an enemy or a full inventory."""
        here = worth_taking_here(session)
        return bool(here) and here <= self._passed


def worth_taking_here(session: PlayerView) -> set[int]:
    """The rows of the items underfoot, but equipment no better than what the hero carries."""
    return {int(item.item) for item in seen_items_on(session.hero, session.hero.cell)} - surplus_rows(session)


def may_pick_up(session: PlayerView) -> bool:
    """Whether the hero can pick up an item that it wants, with no enemy in view that would keep it from exploring."""
    calm = not enemies_that_come(session) and not session.over and not session.hero.choosing
    return calm and bool(worth_taking_here(session)) and not is_full(session)


def is_full(session: PlayerView) -> bool:
    """Whether the hero has room for nothing underfoot that it wants."""
    return worth_taking_here(session) <= rows_without_room(session)
