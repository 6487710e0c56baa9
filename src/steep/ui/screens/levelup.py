"""The choice that a level-up brings."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from steep.core.ruleset import GAIN_DEFENSE, GAIN_MAX_HP, GAIN_POWER
from steep.core.world import Hero
from steep.play.messages import STAT_NAMES, capitalised
from steep.rules.actions import CHOOSE, action
from steep.ui.keymap import Keymap
from steep.ui.screen import Screen
from steep.ui.screens.dialog import Dialog, Row
from steep.ui.screens.stage import Player


def stat_of(hero: Hero, stat: int) -> int:
    """The hero's number that a gain raises."""
    return {GAIN_MAX_HP: hero.max_hp, GAIN_POWER: hero.power, GAIN_DEFENSE: hero.defense}[stat]


def idle_letters(keymap: Keymap) -> list[str]:
    """Letters that do nothing in play: whoever still presses keys of the game when the choice comes up makes none."""
    idle = [letter for letter in ascii_lowercase if keymap.command("play", letter) is None]
    return [*idle, *(letter for letter in ascii_lowercase if letter not in idle)]


class LevelUp(Dialog):
    """The choice that every level brings; nothing else can be done before."""

    title = "A new level"
    width = 46

    def __init__(self, player: Player) -> None:
        super().__init__(player.context, player)
        self.player = player

    def words(self) -> str:
        """The level reached."""
        return f"You reach level {self.player.session.hero.level}. Choose what to improve:"

    def rows(self) -> Sequence[Row]:
        """Every gain, and the number before and after."""
        hero, ruleset = self.player.session.hero, self.player.session.rulebook.compiled
        rows = []
        letters = idle_letters(self.context.keymap)
        for index in range(ruleset.gain_count):
            gain = ruleset.gains[index]
            now = stat_of(hero, gain.stat)
            also = f", HP {hero.hp} -> {hero.hp + gain.amount}" if gain.stat == GAIN_MAX_HP else ""
            text = f"{capitalised(STAT_NAMES[gain.stat])} {gain.amount:+}"
            rows.append(Row(letters[index], text, f"{now} -> {now + gain.amount}{also}"))
        return rows

    def feet(self) -> Sequence[tuple[str, str]]:
        """How to choose."""
        return (("letter", "choose"),)

    def back(self) -> Screen | None:
        """There is no way round the choice."""
        return self

    def choose(self, index: int) -> Screen | None:
        """Take a gain."""
        return self.player.perform(action(CHOOSE, index))
