"""Automatic pick-up: which things underfoot are wanted. It performs nothing; taking one is the ordinary action."""

from __future__ import annotations

from steep.play.view import PlayerView, seen_items, seen_items_on, visible_monsters


class AutoPickup:
    """Compares a run with how it was at the last question.

    Wanted is what the hero has just walked onto, unless an enemy is in view or
    something on the cell is not for the taking: what was dropped, or left
    by somebody who stood on it before. What was passed because of an enemy or
    a full inventory stays wanted for as long as the floor and the program last.
    """

    def __init__(self, session: PlayerView) -> None:
        self._passed: set[int] = set()
        self._remember(session)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor, self._cell = hero.floor, hero.cell
        self._left = {find.item for find in seen_items(hero) if find.visited}
        self._passed &= {find.item for find in seen_items(hero)}

    def arrives(self, session: PlayerView) -> bool:
        """Whether the hero has walked, since the last question, onto a cell where all is for the taking."""
        hero = session.hero
        if hero.floor != self._floor:
            self._passed.clear()
            self._left.clear()
        walked = (hero.floor, hero.cell) != (self._floor, self._cell)
        here = {find.item for find in seen_items_on(hero, hero.cell)}
        arrived = bool(here) and walked and here.isdisjoint(self._left - self._passed)
        if arrived:
            self._passed |= here
        self._remember(session)
        return arrived

    def wants(self, session: PlayerView) -> bool:
        """Whether all that lies underfoot was passed because of an enemy or a full inventory."""
        here = {find.item for find in seen_items_on(session.hero, session.hero.cell)}
        return bool(here) and here <= self._passed


def may_pick_up(session: PlayerView) -> bool:
    """Whether it is safe and possible to take something from the cell underfoot now."""
    hero = session.hero
    free = hero.inventory_count < session.rulebook.compiled.inventory_capacity
    calm = not visible_monsters(hero) and not session.over and not hero.choosing
    return free and calm and bool(seen_items_on(hero, hero.cell))
