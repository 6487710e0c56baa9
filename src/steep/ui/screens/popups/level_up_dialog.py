"""The choice of a stat at a level-up."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from steep.core.ruleset import MAX_HP
from steep.core.world import Hero
from steep.play.messages import STAT_WORDS, capitalised
from steep.rules.action_codes import CHOOSE, action
from steep.ui.input_events import KEY_REPEAT_DELAY, Event, Key
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row


def stat_of(hero: Hero, stat: int) -> int:
    """The hero's value of a stat."""
    return hero.max_hp if stat == MAX_HP else int(hero.stats[stat])


class LevelUp(Dialog):
    """The choice at every level-up. Nothing else can be done first.

    Some of its letters are also movement keys. A player who is still holding or tapping one when the choice comes up
    must not choose by accident, so keys of the game are ignored until there has been no key for a moment.
    """

    title = "Level up"
    width = 46

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game.context, game)
        self.game = game
        self.tick_after = KEY_REPEAT_DELAY

    def prompt(self) -> str:
        """The question."""
        return "What do you want to improve?"

    def rows(self) -> Sequence[Row]:
        """Each stat, with its value before and after."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        rows = []
        for index in range(ruleset.gain_count):
            gain = ruleset.gains[index]
            now = stat_of(hero, gain.stat)
            also = f", HP {hero.hp} -> {hero.hp + gain.amount}" if gain.stat == MAX_HP else ""
            text = f"{capitalised(STAT_WORDS[gain.stat])} {gain.amount:+}"
            rows.append(Row(ascii_lowercase[index], text, f"{now} -> {now + gain.amount}{also}"))
        return rows

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to choose."""
        return (("letter", "choose"),)

    def tick(self) -> Screen | None:
        """There was no key for a moment: now every letter chooses."""
        self.tick_after = None
        return self

    def handle(self, event: Event) -> Screen | None:
        """Choose, unless the key may still be meant for the game."""
        if self.tick_after is not None and isinstance(event, Key) and self._is_game_key(event.name):
            return self
        return super().handle(event)

    def _is_game_key(self, key: str) -> bool:
        keymap = self.context.keymap
        return keymap.command("play", key) is not None and keymap.command("menu", key) is None

    def back(self) -> Screen | None:
        """The choice can't be skipped."""
        return self

    def choose(self, index: int) -> Screen | None:
        """Raise the stat."""
        return self.game.perform(action(CHOOSE, index))
