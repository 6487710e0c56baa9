"""Descend: the move to the next floor."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from steep.core.geometry import NOWHERE
from steep.play.knowledge.floor_notes import Company, FloorNotes
from steep.play.moves.explore import Explore, can_come, left_behind, missing_allies, names_of_allies
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.moves.travel_run_and_rest import NO_WAY, Travel
from steep.play.player_view import PlayerView, visible_enemies
from steep.play.texts.messages import capitalised, reason_sentence
from steep.rules.action_codes import DESCEND, SEALED, WAIT, action
from steep.rules.experience_and_victory import is_sealed

NO_STAIRS_SEEN = "You haven't found the stairs yet."

PATIENCE = 30
"""Turns that the hero waits on the stairs for allies that may come."""


class Descend(MultiTurnMove):
    """Travel to the stairs and descend them. Where the hero knows no way there, it offers to explore.

    On the stairs it says once a floor what is left behind, and each time which allies are missing: it offers to wait
    for those that may come, and then to go without them. Who flees is told nothing.
    """

    passes_items = True

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__(notes)
        self._floor = NOWHERE
        self._waits = False
        self._turns_waited = 0
        self._travel: Travel | None = None
        self._search: Explore | None = None

    def _next(self, session: PlayerView) -> int | str:
        hero, notes = session.hero, self._notes
        if self._moves == 0:
            self._floor = hero.floor
        if hero.floor != self._floor:
            return ""
        if hero.stairs == NOWHERE:
            return self._explore(session, NO_STAIRS_SEEN)
        if hero.cell == hero.stairs:
            if is_sealed(session.rulebook.compiled, hero.floor):
                return self._explore(session, reason_sentence(SEALED))
            return action(DESCEND) if visible_enemies(hero) else self._on_stairs(session)
        notes.company = Company.UNASKED
        if self._travel is None:
            self._travel = Travel(hero.stairs, notes)
        act = self._travel.next_action(session)
        if act is not None and self._search is not None:
            return "You have found a way to the stairs."
        if act is not None:
            return act
        if self._travel.go_on is not None:
            return self._ask(self._travel.ended, self._travel.offer, self._travel.go_on)
        return self._explore(session, self._travel.ended) if self._travel.ended == NO_WAY else self._travel.ended

    def _explore(self, session: PlayerView, why: str) -> int | str:
        """Explore, or offer to for a reason, or ask what exploring asks first."""
        notes = self._notes
        if self._search is None:
            self._search = Explore(notes)
        act = self._search.next_action(session)
        if act is not None and notes.searches:
            return act

        def agree() -> None:
            notes.searches = True
            if self._search is not None and self._search.go_on is not None:
                self._search.go_on()

        if act is not None:
            return self._ask(why, "explore", agree)
        if self._search.go_on is not None and not self._search.instead:
            return self._ask(f"{why} {self._search.ended}", self._search.offer, agree)
        # Having taken some steps, it has said so already.
        return self._search.ended if self._moves else f"{why} {self._search.ended}"

    def _on_stairs(self, session: PlayerView) -> int | str:
        """Go down, or wait for allies, or say first what is left behind or who is missing."""
        notes = self._notes
        missing = missing_allies(session, notes)
        coming = can_come(session, missing)
        if not missing:
            notes.company = Company.UNASKED
        elif notes.company == Company.AGREED_TO_WAIT:
            self._waits, notes.company = True, Company.WAITED
        if self._waits and coming and self._turns_waited < PATIENCE:
            self._turns_waited += 1
            return action(WAIT)
        things = "" if notes.left else left_behind(session, notes)
        if missing and notes.company != Company.LEFT:
            return self._ask_about(session, things, missing.values(), coming.values())
        if things:
            return self._ask(things, "go on", partial(setattr, notes, "left", True))
        return action(DESCEND)

    def _ask_about(self, session: PlayerView, things: str, missing: Collection[int], coming: Collection[int]) -> str:
        """Say who is missing, and offer to wait for who may come, or to go without them."""
        notes = self._notes
        waits = coming and notes.company == Company.UNASKED
        verb = "is" if len(missing) == 1 else "are"
        text = f"{capitalised(names_of_allies(session, missing))} {verb} not beside you."
        offer = f"wait for {names_of_allies(session, coming)}" if waits else "go down all the same"

        def agree() -> None:
            notes.left = True
            notes.company = Company.AGREED_TO_WAIT if waits else Company.LEFT

        return self._ask(" ".join(filter(None, (things, text))), offer, agree)
