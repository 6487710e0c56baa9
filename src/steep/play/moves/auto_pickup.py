"""Automatic pickup of what the hero walks onto, by the ordinary action."""

from __future__ import annotations

from collections.abc import Callable

from steep.play.knowledge.choices import one_of_several
from steep.play.knowledge.floor_notes import rows_without_room, surplus_rows
from steep.play.observers import Happened
from steep.play.player_view import PlayerView, enemies_that_come, seen_items, seen_items_on
from steep.play.session import Session
from steep.play.texts.describe import item_names
from steep.play.texts.messages import underfoot_sentence
from steep.play.texts.refusals import full_sentence
from steep.rules.action_codes import DONE, PICK_UP, action


class AutoPickup:
    """Picks up what the hero wants, of what it has just walked onto.

    The hero wants the items it has just walked onto, unless it dropped or left one of them on an earlier visit, or
    taking one would lock away others. It wants no equipment that is no better than what it carries.
    Items that it could not pick up, because of an enemy or a full inventory, stay wanted until it leaves the floor or
    the program ends.
    """

    def __init__(self, session: Session, is_on: Callable[[], bool] = lambda: True) -> None:
        self._session = session
        self._is_on = is_on
        """Whether the player wants it at all."""
        self.note = ""
        """What was left because the inventory is full, after the last action; usually empty."""
        self._passed: set[int] = set()
        self._remember(session)

    def look(self, _: PlayerView, happened: Happened) -> None:
        """Pick up, if the hero has just walked onto what it wants, and inventory and enemies allow it."""
        session = self._session
        self.note = ""
        arrived = self._arrives(session)
        if not arrived or happened.action is None or not self._is_on():
            return
        if may_pick_up(session):
            session.log.retract(underfoot_sentence(item_names(session, session.hero.cell)))
            while may_pick_up(session) and session.act(action(PICK_UP)) == DONE:
                pass
            if rest := item_names(session, session.hero.cell):
                session.log.add(underfoot_sentence(rest), "info", session.turn)
        if worth_taking_here(session) and is_full(session):
            self.note = full_sentence(session.hero, session.rulebook)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor, self._cell = hero.floor, hero.cell
        self._left_behind = {item.item for item in seen_items(hero) if item.visited}
        self._passed &= {item.item for item in seen_items(hero)}

    def _arrives(self, session: PlayerView) -> bool:
        """Whether the hero has walked, since the last look, onto a cell where it wants the items."""
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
