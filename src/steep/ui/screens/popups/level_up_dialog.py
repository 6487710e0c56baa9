"""The choice of a stat at a level-up."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from steep.core.ruleset import codes
from steep.core.world import Hero
from steep.play.texts.messages import STAT_WORDS, capitalised
from steep.rules.action_codes import CHOOSE, action
from steep.ui.main_loop import KeyGuard
from steep.ui.screen import Closed, Event, Key, Screen
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, DialogRow

MEANINGS = {
    codes.ACCURACY: "% added to your chance to hit",
    codes.EVASION: "% off the chance to be hit",
    codes.SPEED: "% of usual speed",
    codes.SIGHT: " cells of sight",
    codes.STEALTH: " steps nearer to sleepers unnoticed",
    codes.REGENERATION: " HP per 100 turns",
}
"""What a point of a stat is, after the number."""


def stat_of(hero: Hero, stat: int) -> int:
    """The hero's value of a stat."""
    return hero.max_hp if stat == codes.MAX_HP else int(hero.stats[stat])


class LevelUp(Dialog):
    """The choice at every level-up. Nothing else can be done first.

    A player who is still holding or tapping a key when the choice comes up must not choose by accident: so for a
    moment no key and no click counts, and the box says so.
    """

    title = "Level up"
    width = 46

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game.context, game)
        self.game = game
        self.guard = KeyGuard()
        self.tick_after = self.guard.seconds_left

    def prompt(self) -> str:
        """The question."""
        return "What do you want to improve?"

    def rows(self) -> Sequence[DialogRow]:
        """Each stat, with its value before and after."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        rows = []
        for index in range(ruleset.gain_count):
            gain = ruleset.gains[index]
            now = stat_of(hero, gain.stat)
            also = f", HP {hero.hp} -> {hero.hp + gain.amount}" if gain.stat == codes.MAX_HP else ""
            text = f"{capitalised(STAT_WORDS[gain.stat])} {gain.amount:+}"
            means = MEANINGS.get(gain.stat, "")
            rows.append(DialogRow(ascii_lowercase[index], text, f"{now} -> {now + gain.amount}{means}{also}"))
        return rows

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to choose, once keys count."""
        return (("wait", "a moment before you choose"),) if self.tick_after else (("letter", "choose"),)

    def tick(self) -> Screen | None:
        """Now every key counts."""
        self.guard.end()
        self.tick_after = None
        return self

    def handle(self, event: Event) -> Screen | None:
        """Choose, unless the key or the click may still be meant for the game."""
        counts = not isinstance(event, Key) or self.guard.is_deliberate(event.name)
        self.tick_after = self.guard.seconds_left or None
        if isinstance(event, Closed) or (counts and self.tick_after is None):
            return super().handle(event)
        return self

    def back(self) -> Screen | None:
        """The choice can't be skipped."""
        return self

    def choose(self, index: int) -> Screen | None:
        """Raise the stat."""
        return self.game.perform(action(CHOOSE, index))
