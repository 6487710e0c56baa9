"""Aiming items that need a target: an enemy, a direction, or the centre of a blast."""

from __future__ import annotations

from collections.abc import Sequence

from steep.content import Item, Rulebook
from steep.content.sections import UnidentifiedItem
from steep.core.geometry import CELLS, squared_distance, steps_between
from steep.core.ruleset import AbilityRow, EffectRow, codes
from steep.core.world import ALLIED, HOSTILE, NEUTRAL, VisibleMonster
from steep.play.inventory_stacks import row_in
from steep.play.player_view import visible_monsters
from steep.play.texts.abilities import (
    changes,
    damage_range,
    effects_of,
    obstacle_sentence,
    outcome_texts,
    throw_text,
    use_text,
)
from steep.play.texts.messages import capitalised, counted, enumerated, reason_sentence
from steep.rules.abilities.ability_shapes import (
    FAR,
    hits_hero,
    is_on_side,
    line_cell,
    line_length,
    reach_of,
    refusal,
    seen_line_length,
    would_hit,
)
from steep.rules.action_codes import DONE, NO_SUCH_ACTION, NOTHING_IN_BLAST, OUT_OF_REACH, THROW, USE, action
from steep.rules.combat import resistances_of
from steep.rules.items.throwing import seen_landing, throw_reach, throw_refusal
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.panels import Span
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen_bases import PlayableScreen
from steep.ui.screens.game.look_and_travel_cursors import Cursor
from steep.ui.screens.game.renderer import monsters_by_distance
from steep.ui.screens.popups.list_and_question_dialogs import Question

AIMED_SHAPES = ("touch", "target", "bolt", "beam", "ball", "cone")
"""The shapes that need a target."""

ONE_CELL_SHAPES = (codes.TOUCH, codes.TARGET)
"""The shapes that reach only their target."""

SIDE_WORDS = {HOSTILE: "{}", NEUTRAL: "captive {}", ALLIED: "your ally {}"}
"""What monsters are called, by their side."""


def called(monster: VisibleMonster, rulebook: Rulebook) -> str:
    """A monster's name, with whose friend it is."""
    return SIDE_WORDS[monster.side].format(rulebook.monsters[monster.kind].name)


class TargetCursor(Cursor):
    """Chooses the target of an item. Confirming an invalid cell does nothing; the description says why."""

    verb = "use it there"
    does = USE
    """The verb of the action that it chooses a target for."""
    game: PlayableScreen

    def __init__(self, game: PlayableScreen, slot: int, item: Item) -> None:
        super().__init__(game, game.session.hero.cell)
        self.slot = slot
        self.kind = row_in(game.session.hero, slot)
        self.item = item
        self.ability = self.ability_row()
        meant = [monster for monster in monsters_by_distance(game.session.hero) if self.is_meant_for(monster)]
        aimed_at = sorted(meant, key=lambda monster: not self.can_hit(monster))
        self.cell = self._scroll_to = aimed_at[0].cell if aimed_at else self.cell_without_enemies()

    def ability_row(self) -> AbilityRow:
        """The ability that using the item sets off."""
        rulebook = self.game.session.rulebook
        return rulebook.compiled.abilities[rulebook.compiled.items[self.kind].use]

    def footer_commands(self) -> Sequence[tuple[str, str]]:
        """Without the stairs, which are no target. How to cancel takes their room."""
        return (("next", "next"),)

    def cell_without_enemies(self) -> int:
        """Where aiming starts if no enemy is in view: the nearest visible cell from where it hits no friend or hero."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        safe = [
            (steps_between(cell, hero.cell), cell)
            for cell in range(CELLS)
            if hero.visible[cell]
            and ruleset.enterable[hero.remembered[cell]] == 1
            and not hits_hero(hero, ruleset, self.ability, cell)
            and self.spares_friends(cell)
        ]
        return min(safe)[1] if safe and self.hits_area() else hero.cell

    def spares_friends(self, cell: int) -> bool:
        """Whether it hits only enemies when it is used on a cell."""
        self.cell = cell
        return all(each.side == HOSTILE for each in self.monsters_hit())

    def reach(self) -> int:
        """How many cells away it can be aimed."""
        return reach_of(self.ability)

    def hits_area(self) -> bool:
        """Whether more than one cell is hit."""
        return self.ability.area not in ONE_CELL_SHAPES

    def is_meant_for(self, monster: VisibleMonster) -> bool:
        """Whether a player would aim at a monster: at an enemy, or at a friend with what affects allies only."""
        return (monster.side == HOSTILE) == (self.ability.affects != codes.ALLIES)

    def can_hit(self, monster: VisibleMonster) -> bool:
        """Whether it hits a monster when it is aimed there."""
        before, self.cell = self.cell, monster.cell
        hits = self.reason() == DONE and self.reaches(monster.cell)
        self.cell = before
        return hits

    def targets(self) -> Sequence[int]:
        """The visible monsters, nearest first. Those that can't be hit, or that nobody would aim at, come last."""
        monsters = sorted(
            monsters_by_distance(self.game.session.hero),
            key=lambda each: (not self.is_meant_for(each), not self.can_hit(each)),
        )
        return [monster.cell for monster in monsters]

    def obstacle(self) -> str:
        """That something is in the way to the visible monster under the cursor; empty if nothing is."""
        session = self.game.session
        aimed = any(monster.cell == self.cell for monster in visible_monsters(session.hero))
        if not aimed or self.reaches(self.cell):
            return ""
        return obstacle_sentence(session, session.hero.cell, self.aim(), self.steps())

    def steps(self) -> int:
        """How many steps it gets towards the cursor."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        if self.ability.area == codes.BOLT:
            return seen_line_length(hero, ruleset, self.ability, self.cell)
        return line_length(hero.remembered, ruleset.stops, hero.cell, self.cell, steps_between(hero.cell, self.cell))

    def reason(self) -> int:
        """Why the cell is not a valid target, as far as the hero knows; DONE if it is.

        A blast may hit monsters that the hero doesn't see.
        """
        session = self.game.session
        reason = refusal(session.hero, session.rulebook.compiled, self.ability, self.cell)
        return DONE if reason == NOTHING_IN_BLAST and self.ability.area == codes.BALL else reason

    def confirm(self) -> Screen | None:
        """Use the item on the cell; asks first if that would kill the hero or hurt a friend."""
        if self.reason() != DONE:
            return self
        use = action(self.does, self.slot, self.aim())
        warnings = ["kill you"] if self.hits_hero() and self.game.session.hero.hp <= self.damage() else []
        if self.ability.traits & codes.HARMS:
            rulebook = self.game.session.rulebook
            warnings += (f"hit {called(each, rulebook)}" for each in self.monsters_hit() if each.side != HOSTILE)
        if not warnings:
            return self.game.perform(use)
        question, answers = f"It would {enumerated(warnings)}.", ("Do it", "Aim elsewhere")
        return Question(self.game.context, self, question, answers, lambda: self.game.perform(use))

    def aim(self) -> int:
        """The cell that the action names."""
        return self.cell

    def monsters_hit(self) -> list[VisibleMonster]:
        """The visible monsters that it hits, nearest first."""
        monsters = monsters_by_distance(self.game.session.hero)
        return [each for each in monsters if is_on_side(self.ability, each) and self.reaches(each.cell)]

    def names(self) -> list[str]:
        """The visible monsters that it hits, with their HP and what it would do to them."""
        return [self.name_of(monster) for monster in self.monsters_hit()]

    def name_of(self, monster: VisibleMonster) -> str:
        """A monster's name with its HP and, if known, what it would suffer: "orc (10 HP: 6 damage, then confused)"."""
        rulebook = self.game.session.rulebook
        if isinstance(self.item, UnidentifiedItem):
            return f"{called(monster, rulebook)} ({monster.hp} HP)"
        resistances = resistances_of(monster, rulebook.compiled)
        outcome = outcome_texts(self.ability, rulebook, resistances, monster.hp + monster.shield)
        return f"{called(monster, rulebook)} ({monster.hp} HP: {', '.join(outcome) or 'no damage'})"

    def reaches(self, cell: int) -> bool:
        """Whether the ability reaches a cell."""
        session = self.game.session
        length = seen_line_length(session.hero, session.rulebook.compiled, self.ability, self.cell)
        return would_hit(session.hero, session.rulebook.compiled, self.ability, self.cell, length, cell)

    def ground_alight(self) -> list[str]:
        """The terrain in view that it would set alight, what burns best first."""
        session = self.game.session
        if isinstance(self.item, UnidentifiedItem) or not any(row.effect == codes.IGNITE for row in self.effects()):
            return []
        reached = {
            session.hero.remembered[cell]
            for cell in session.hero.in_view[: session.hero.in_view_count]
            if self.reaches(cell)
        }
        kinds = [session.rulebook.terrain[number] for number in reached]
        burning = sorted(kinds, key=lambda kind: (-kind.flammable, kind.name))
        return [kind.name for kind in burning if kind.flammable]

    def hits_hero(self) -> bool:
        """Whether it would hit the hero, as far as the hero knows."""
        session = self.game.session
        if self.reason() != DONE or not hits_hero(session.hero, session.rulebook.compiled, self.ability, self.cell):
            return False
        return self.ability.needs != codes.NEEDS_ENEMY or bool(self.names())

    def damage(self, *, least: bool = False) -> int:
        """The most HP that it takes from the hero, or the least. The hero's resistances and shield count."""
        session = self.game.session
        taken = damage_range(self.ability, session.rulebook.compiled, session.hero.stats[codes.RESISTANCE :])[
            0 if least else 1
        ]
        return max(0, taken - session.hero.shield)

    def description(self) -> Sequence[Span]:
        """What the item does, and what it would hit here or why it can't be used here."""
        reason, rulebook, hero = self.reason(), self.game.session.rulebook, self.game.session.hero
        if reason != DONE:
            text = "Move the cursor to its target." if reason == NO_SUCH_ACTION else reason_sentence(reason)
            if reason == OUT_OF_REACH and self.reach() < FAR:
                text += f" It reaches {counted(self.reach(), 'cell')}."
            outcome = (text, palette.BAD)
        else:
            alight = "".join(f"; {name} would catch fire" for name in self.ground_alight()[:1])
            obstacle, names = self.obstacle(), ", ".join(self.names())
            here = "" if obstacle and not names else f"Here: {names or 'no enemy that you see'}{alight}."
            outcome = (" ".join(filter(None, (obstacle, here))), palette.WARN if obstacle else palette.BRIGHT)
        text = f"{capitalised(self.item.name)}: {self.what_it_does()}"
        lines = [(f"{text}.", palette.ACCENT), outcome]
        if self.hits_hero():
            left = max(0, hero.hp - self.damage())
            worst = " at worst" if self.damage(least=True) < self.damage() else ""
            fate = f", and die{worst}!" if left == 0 else f": {hero.hp} -> {left} HP{worst}" if left < hero.hp else ""
            others = changes(self.effects(), rulebook) if left else []
            text = f"You would be hit too{fate}{': ' if others and not fate else ', ' if others else ''}"
            lines.append((f"{text}{enumerated(others)}{'' if left == 0 else '.'}", palette.BAD))
        return lines

    def what_it_does(self) -> str:
        """What using the item does."""
        return use_text(self.item, self.game.session.rulebook)

    def effects(self) -> Sequence[EffectRow]:
        """What the ability does."""
        return effects_of(self.ability, self.game.session.rulebook.compiled)

    def draw_marks(self, canvas: Canvas) -> None:
        """Mark the path of a line up to where it ends, and the cells that the ability reaches unless it is refused."""
        hero, view = self.game.session.hero, self.game.renderer.map_view
        if self.ability.area == codes.BOLT:
            length = seen_line_length(hero, self.game.session.rulebook.compiled, self.ability, self.cell)
            view.draw_path(canvas, hero, [line_cell(hero.cell, self.cell, steps) for steps in range(1, length)])
        if self.hits_area() and self.reason() == DONE:
            enterable = self.game.session.rulebook.compiled.enterable
            reached = (cell for cell in range(CELLS) if enterable[hero.remembered[cell]] == 1 and self.reaches(cell))
            view.draw_blast(canvas, hero, reached)


class ThrowCursor(TargetCursor):
    """Chooses where to throw an item. It flies up to the first actor in its way."""

    verb = "throw it there"
    does = THROW
    _aimed: tuple[int, int] | None = None
    """The cell of the cursor, and what was aimed at for it."""

    def ability_row(self) -> AbilityRow:
        """The ability that throwing the item sets off; one without effects if it just lands."""
        rulebook = self.game.session.rulebook
        row = rulebook.compiled.items[self.kind].thrown
        if row:
            return rulebook.compiled.abilities[row - 1]
        ability = AbilityRow()
        ability.area = codes.TARGET
        return ability

    def reach(self) -> int:
        """How many cells it flies."""
        ruleset = self.game.session.rulebook.compiled
        return throw_reach(ruleset, ruleset.items[self.kind])

    def aim(self) -> int:
        """The cell of the cursor; if the way to a monster there is blocked, one on a line that comes to it first."""
        if self._aimed is None or self._aimed[0] != self.cell:
            self._aimed = self.cell, self._clear_line()
        return self._aimed[1]

    def _clear_line(self) -> int:
        session = self.game.session
        hero, ruleset = session.hero, session.rulebook.compiled
        monsters = [monster.cell for monster in monsters_by_distance(hero)]
        if self.cell not in monsters or seen_landing(hero, ruleset, self.cell) == self.cell:
            return self.cell
        others = (
            (squared_distance(cell, self.cell), cell)
            for cell in range(CELLS)
            if throw_refusal(hero, ruleset, self.slot, cell) == DONE and seen_landing(hero, ruleset, cell) == self.cell
        )
        return min(others, default=(0, self.cell))[1]

    def landing(self) -> int:
        """Where it comes down, as far as the hero knows."""
        return seen_landing(self.game.session.hero, self.game.session.rulebook.compiled, self.aim())

    def reason(self) -> int:
        """Why the item can't be thrown at the cell, as far as the hero knows; DONE if it can."""
        session = self.game.session
        return throw_refusal(session.hero, session.rulebook.compiled, self.slot, self.aim())

    def reaches(self, cell: int) -> bool:
        """Whether what it does where it lands reaches a cell."""
        session = self.game.session
        return would_hit(session.hero, session.rulebook.compiled, self.ability, self.landing(), 0, cell)

    def hits_hero(self) -> bool:
        """Whether it would hit the hero, as far as the hero knows."""
        session = self.game.session
        return self.reason() == DONE and hits_hero(
            session.hero, session.rulebook.compiled, self.ability, self.landing()
        )

    def steps(self) -> int:
        """How many steps it flies."""
        return steps_between(self.game.session.hero.cell, self.landing())

    def what_it_does(self) -> str:
        """What throwing the item does."""
        does = throw_text(self.item, self.game.session.rulebook).removeprefix("thrown: ")
        unknown = isinstance(self.item, UnidentifiedItem)
        return does or ("thrown, unknown effect" if unknown else "thrown, it hurts nobody")

    def draw_marks(self, canvas: Canvas) -> None:
        """Mark the path of the item, and where it lands."""
        hero, view = self.game.session.hero, self.game.renderer.map_view
        steps = range(1, steps_between(hero.cell, self.landing()))
        view.draw_path(canvas, hero, [line_cell(hero.cell, self.aim(), step) for step in steps])
        super().draw_marks(canvas)
