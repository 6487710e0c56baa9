"""A bot as a multi-turn move."""

from __future__ import annotations

from steep.bots.bots_by_name import find_bot
from steep.bots.choose_action import choose_action
from steep.bots.memory.bot_memory import ImaginedState, Mind, start_mind
from steep.play.player_view import PlayerView
from steep.play.texts.messages import reason_sentence
from steep.rules.action_codes import RUN_OVER


class BotMove:
    """A bot's actions until the run is over. Its random stream is seeded with the run's seed.

    Raises `InputError` for an unknown name.
    """

    bears_statuses = False
    passes_items = False

    def __init__(self, name: str, seed: int) -> None:
        self._number = find_bot(name).number
        self._mind = Mind()
        self._imagined_state = ImaginedState()
        start_mind(self._mind, seed)
        self.ended = ""

    def next_action(self, session: PlayerView) -> int | None:
        """The bot's next action; None when the run is over."""
        if session.over:
            self.ended = reason_sentence(RUN_OVER)
            return None
        return choose_action(self._number, session.hero, session.rulebook.compiled, self._mind, self._imagined_state)
