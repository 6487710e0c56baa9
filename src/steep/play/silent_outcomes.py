"""What an action did of which no event tells: altars that became cages, and a throw that hit nobody."""

from __future__ import annotations

from collections.abc import Sequence

from steep.core.world import HERO, Event
from steep.play.choices import locked_sentence, offers
from steep.play.player_view import PlayerView, visible_monsters
from steep.rules.action_codes import PICK_UP, USE, cell_of, verb_of
from steep.rules.perceived_events import BROKE, IDENTIFIED, RECOVERED, THROWN

OF_FLIGHT = (THROWN, BROKE, IDENTIFIED, RECOVERED)
"""Events of a throw that say nothing of whom it hits."""


class SilentOutcomes:
    """What an action may do silently: made before it, and asked after it."""

    def __init__(self, session: PlayerView, action: int) -> None:
        self._session = session
        self._offered = offers(session) if verb_of(action) in (PICK_UP, USE) else {}
        self._target = cell_of(action)
        self._monsters = {monster.cell for monster in visible_monsters(session.hero)}

    def sentences(self, happened: Sequence[Event]) -> list[str]:
        """What it did, after these events."""
        told = (self._of_throw(happened), locked_sentence(self._session, self._offered))
        return [text for text in told if text]

    def _of_throw(self, happened: Sequence[Event]) -> str:
        """What a throw without any other event of the hero's did; empty if nothing was thrown, or it did something."""
        own = [event for event in happened if event.who == HERO]
        thrown = next((event for event in own if event.what == THROWN), None)
        if thrown is None or any(event.what not in OF_FLIGHT for event in own):
            return ""
        if thrown.cell in self._monsters:
            return "It has no effect."
        # What is thrown at nobody, and does nothing where it lands, needs no comment.
        aimed = self._target in self._monsters
        return "It misses." if aimed else "It hits nobody." if self._bursts(thrown.whom) else ""

    def _bursts(self, row: int) -> bool:
        """Whether a kind of item does something where it is thrown."""
        return self._session.rulebook.compiled.items[row].thrown > 0
