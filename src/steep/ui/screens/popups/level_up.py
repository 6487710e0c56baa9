"""The choice that a level-up brings."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from steep.core.ruleset import GAIN_DEFENSE, GAIN_MAX_HP, GAIN_POWER
from steep.core.world import Hero
from steep.play.messages import STAT_NAMES, capitalised
from steep.rules.actions import CHOOSE, action
from steep.ui.events import Event, Key
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.popups.dialog import Dialog, Row


def stat_of(hero: Hero, stat: int) -> int:
    """The hero's number that a gain raises."""
    return {GAIN_MAX_HP: hero.max_hp, GAIN_POWER: hero.power, GAIN_DEFENSE: hero.defense}[stat]


QUIET = 0.7
"""Seconds without a key after which a key of the game is meant for the choice: longer than keyboards take to begin
to repeat a key that is held."""


class LevelUp(Dialog):
    """The choice that every level brings; nothing else can be done before.

    Some of its letters move the hero in the game. Whoever still holds or hammers one when the choice comes up must
    not choose by it, so such letters wait for a moment without any key.
    """

    title = "Level up"
    width = 46

    def __init__(self, player: PlayableScreen) -> None:
        super().__init__(player.context, player)
        self.player = player
        self.pause = QUIET

    def words(self) -> str:
        """The question."""
        return "What do you want to improve?"

    def rows(self) -> Sequence[Row]:
        """Every gain, and the number before and after."""
        hero, ruleset = self.player.session.hero, self.player.session.rulebook.compiled
        rows = []
        for index in range(ruleset.gain_count):
            gain = ruleset.gains[index]
            now = stat_of(hero, gain.stat)
            also = f", HP {hero.hp} -> {hero.hp + gain.amount}" if gain.stat == GAIN_MAX_HP else ""
            text = f"{capitalised(STAT_NAMES[gain.stat])} {gain.amount:+}"
            rows.append(Row(ascii_lowercase[index], text, f"{now} -> {now + gain.amount}{also}"))
        return rows

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """How to choose."""
        return (("letter", "choose"),)

    def tick(self) -> Screen | None:
        """All has been quiet: every letter chooses."""
        self.pause = None
        return self

    def handle(self, event: Event) -> Screen | None:
        """Choose, but by no key that may still be meant for the game."""
        if self.pause is not None and isinstance(event, Key) and self._is_of_the_game(event.name):
            return self
        return super().handle(event)

    def _is_of_the_game(self, key: str) -> bool:
        keymap = self.context.keymap
        return keymap.command("play", key) is not None and keymap.command("menu", key) is None

    def back(self) -> Screen | None:
        """There is no way round the choice."""
        return self

    def choose(self, index: int) -> Screen | None:
        """Take a gain."""
        return self.player.perform(action(CHOOSE, index))
