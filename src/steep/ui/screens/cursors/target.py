"""Aiming what needs a target: one foe, or the middle of a blast."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item
from steep.core.geometry import CELLS
from steep.core.ruleset import NEEDS_ENEMY
from steep.core.world import REMEMBERED_ROCK
from steep.play.messages import capitalised, reason_sentence
from steep.rules.actions import DONE, NO_ENEMY_THERE, OUT_OF_SIGHT, USE, action
from steep.rules.effects import is_in_blast
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.screen import Screen
from steep.ui.screens.cursors.cursor import Cursor
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.game.layout import monsters_by_distance
from steep.ui.widgets import Span


class Target(Cursor):
    """Chooses where a thing takes effect. What cannot be chosen says why and stays."""

    verb = "use it there"

    def __init__(self, player: PlayableScreen, place: int, item: Item) -> None:
        enemies = monsters_by_distance(player.session.hero)
        super().__init__(player, enemies[0].cell if enemies else player.session.hero.cell)
        self.player = player
        self.place = place
        self.item = item

    def stops(self) -> Sequence[int]:
        """The foes in view, nearest first."""
        return [enemy.cell for enemy in monsters_by_distance(self.player.session.hero)]

    def reason(self) -> int:
        """Why the place will not do, as far as the hero can tell; DONE when it will."""
        return DONE if self.player.session.hero.visible[self.cell] else OUT_OF_SIGHT

    def confirm(self) -> Screen | None:
        """Use the thing there."""
        if self.reason() != DONE:
            return self
        return self.player.perform(action(USE, self.place, self.cell))

    def names(self) -> list[str]:
        """Who is there, with their HP."""
        hero, monsters = self.player.session.hero, self.player.session.rulebook.monsters
        enemies = (enemy for enemy in monsters_by_distance(hero) if self.reaches(enemy.cell))
        return [f"{monsters[enemy.kind].name} ({enemy.hp} HP)" for enemy in enemies]

    def reaches(self, cell: int) -> bool:
        """Whether the effect takes hold on a cell."""
        return cell == self.cell

    def effect(self) -> str:
        """What the thing will do, for the first line."""
        return f"{capitalised(self.item.name)}: confuses one enemy for {self.item.amount} turns."

    def words(self) -> Sequence[Span]:
        """What the thing does, and whom it would meet here or why it cannot be used here."""
        reason = self.reason()
        if reason != DONE:
            outcome = (reason_sentence(reason), palette.BAD)
        else:
            outcome = (f"Here: {', '.join(self.names()) or 'no enemy that you see'}.", palette.BRIGHT)
        return [(self.effect(), palette.ACCENT), outcome]


class SingleTarget(Target):
    """One foe in view."""

    def reason(self) -> int:
        """A place in view, and a foe there."""
        reason = super().reason()
        if reason == DONE and self.cell not in self.stops():
            return NO_ENEMY_THERE
        return reason


class BlastTarget(Target):
    """The middle of a blast, with all that it reaches drawn."""

    def reaches(self, cell: int) -> bool:
        """Whether a cell is within the blast."""
        return is_in_blast(cell, self.cell, self.item.reach, self.player.session.rulebook.compiled)

    def effect(self) -> str:
        """The blast's damage and radius."""
        return f"{capitalised(self.item.name)}: {self.item.amount} damage to all within {self.item.reach}, you too."

    def words(self) -> Sequence[Span]:
        """Says also when the hero would burn."""
        hero = self.player.session.hero
        words = list(super().words())
        needs = self.player.session.rulebook.compiled.fireball_needs
        if self.reason() == DONE and self.reaches(hero.cell) and (needs != NEEDS_ENEMY or self.names()):
            left = max(0, hero.hp - self.item.amount)
            fate = f"You would burn too: {hero.hp} -> {left} HP." if left else "You would burn too, and die!"
            words.append((fate, palette.BAD))
        return words

    def draw_marks(self, canvas: Canvas) -> None:
        """Draw the blast."""
        hero = self.player.session.hero
        reached = (cell for cell in range(CELLS) if hero.remembered[cell] > REMEMBERED_ROCK and self.reaches(cell))
        self.player.layout_view.view.blast(canvas, hero, reached)


AIMS: dict[str, type[Target]] = {"confusion": SingleTarget, "fireball": BlastTarget}
"""By effect, how it is aimed; what is not here needs no target."""


def aim(player: PlayableScreen, place: int, item: Item) -> Target:
    """The screen that aims a thing."""
    return AIMS[item.effect](player, place, item)
