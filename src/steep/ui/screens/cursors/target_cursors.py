"""Aiming items that need a target: one enemy, or the centre of a blast."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item
from steep.core.geometry import CELLS, steps_between
from steep.core.ruleset import NEEDS_ENEMY
from steep.core.world import REMEMBERED_ROCK
from steep.play.messages import capitalised, reason_sentence
from steep.rules.action_codes import DONE, NO_ENEMY_THERE, OUT_OF_SIGHT, USE, action
from steep.rules.effects import is_in_blast
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.drawing import Span
from steep.ui.screen import Screen
from steep.ui.screens.cursors.look_and_travel_cursors import Cursor
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.game.renderer import monsters_by_distance
from steep.ui.screens.popups.list_and_question_dialogs import Question


class TargetCursor(Cursor):
    """Chooses the target of an item. Confirming an invalid cell does nothing; the description says why."""

    verb = "use it there"
    game: PlayableScreen

    def __init__(self, game: PlayableScreen, slot: int, item: Item) -> None:
        super().__init__(game, game.session.hero.cell)
        self.slot = slot
        self.item = item
        self.cell = self._scroll_to = self.targets()[0] if self.targets() else self.cell_without_enemies()

    def cell_without_enemies(self) -> int:
        """Where aiming starts if no enemy is in view."""
        return self.game.session.hero.cell

    def targets(self) -> Sequence[int]:
        """The visible monsters, nearest first."""
        return [enemy.cell for enemy in monsters_by_distance(self.game.session.hero)]

    def reason(self) -> int:
        """Why the cell is not a valid target, as far as the hero knows; DONE if it is."""
        return DONE if self.game.session.hero.visible[self.cell] else OUT_OF_SIGHT

    def confirm(self) -> Screen | None:
        """Use the item on the cell."""
        if self.reason() != DONE:
            return self
        return self.game.perform(action(USE, self.slot, self.cell))

    def names(self) -> list[str]:
        """The visible monsters in reach of the effect, with their HP."""
        hero, monsters = self.game.session.hero, self.game.session.rulebook.monsters
        enemies = (enemy for enemy in monsters_by_distance(hero) if self.reaches(enemy.cell))
        return [f"{monsters[enemy.kind].name} ({enemy.hp} HP)" for enemy in enemies]

    def reaches(self, cell: int) -> bool:
        """Whether the effect reaches a cell."""
        return cell == self.cell

    def effect(self) -> str:
        """What the item does, for the first line."""
        return f"{capitalised(self.item.name)}: confuses one enemy for {self.item.amount} turns."

    def description(self) -> Sequence[Span]:
        """What the item does, and what it would hit here or why it can't be used here."""
        reason = self.reason()
        if reason != DONE:
            outcome = (reason_sentence(reason), palette.BAD)
        else:
            outcome = (f"Here: {', '.join(self.names()) or 'no enemy that you see'}.", palette.BRIGHT)
        return [(self.effect(), palette.ACCENT), outcome]


class SingleTargetCursor(TargetCursor):
    """Aims at one visible enemy."""

    def reason(self) -> int:
        """As above; there must also be an enemy."""
        reason = super().reason()
        if reason == DONE and self.cell not in self.targets():
            return NO_ENEMY_THERE
        return reason


class BlastCursor(TargetCursor):
    """Aims the centre of a blast, and draws the cells it reaches."""

    def cell_without_enemies(self) -> int:
        """The nearest visible cell whose blast doesn't reach the hero, or the hero's cell if there is none."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        safe = [
            (steps_between(cell, hero.cell), cell)
            for cell in range(CELLS)
            if hero.visible[cell]
            and hero.remembered[cell] > REMEMBERED_ROCK
            and not is_in_blast(hero.cell, cell, self.item.reach, ruleset)
        ]
        return min(safe)[1] if safe else hero.cell

    def reaches(self, cell: int) -> bool:
        """Whether a cell is inside the blast."""
        return is_in_blast(cell, self.cell, self.item.reach, self.game.session.rulebook.compiled)

    def burns_hero(self) -> bool:
        """Whether the blast would burn the hero, as far as the hero knows."""
        needs = self.game.session.rulebook.compiled.fireball_needs
        reached = self.reason() == DONE and self.reaches(self.game.session.hero.cell)
        return reached and (needs != NEEDS_ENEMY or bool(self.names()))

    def confirm(self) -> Screen | None:
        """As above, but asks first if the blast would kill the hero."""
        if not self.burns_hero() or self.game.session.hero.hp > self.item.amount:
            return super().confirm()
        answers = ("Burn", "Aim elsewhere")
        return Question(self.game.context, self, "You would burn to death.", answers, super().confirm)

    def effect(self) -> str:
        """The blast's damage and radius."""
        return f"{capitalised(self.item.name)}: {self.item.amount} damage to all within {self.item.reach}, you too."

    def description(self) -> Sequence[Span]:
        """As above, with a warning if the hero would burn."""
        hero = self.game.session.hero
        lines = list(super().description())
        if self.burns_hero():
            left = max(0, hero.hp - self.item.amount)
            fate = f"You would burn too: {hero.hp} -> {left} HP." if left else "You would burn too, and die!"
            lines.append((fate, palette.BAD))
        return lines

    def draw_marks(self, canvas: Canvas) -> None:
        """Mark the cells the blast reaches."""
        hero = self.game.session.hero
        reached = (cell for cell in range(CELLS) if hero.remembered[cell] > REMEMBERED_ROCK and self.reaches(cell))
        self.game.renderer.map_view.draw_blast(canvas, hero, reached)


CURSORS: dict[str, type[TargetCursor]] = {"confusion": SingleTargetCursor, "fireball": BlastCursor}
"""The cursor of each effect that needs a target."""


def aim(game: PlayableScreen, slot: int, item: Item) -> TargetCursor:
    """The cursor that aims an item."""
    return CURSORS[item.effect](game, slot, item)
