"""Cursors on the map of a game: to look at a place, and to travel to one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.core.world import Hero
from steep.play.describe import describe_cell
from steep.play.moves.travel import Travel
from steep.play.view import seen_items
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import GameScreen, PlayableScreen
from steep.ui.screens.game.layout import monsters_by_distance
from steep.ui.screens.popups.dialog import key_of
from steep.ui.widgets import Span

DIRECTION_COMMANDS = ("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast")
"""Commands of the keymap, in the order of DIRECTIONS."""

FOOTER_COMMANDS = (("next", "next"), ("stairs", "stairs"))


class Cursor(Screen):
    """A place on the map, moved by keys and by the mouse."""

    verb = ""
    """What confirming does, for the foot."""

    def __init__(self, stage: GameScreen, cell: int) -> None:
        self.stage = stage
        self.cell = cell
        self._near = cell

    @abstractmethod
    def words(self) -> Sequence[Span]:
        """What is said of the place."""

    @abstractmethod
    def stops(self) -> Sequence[int]:
        """The cells that the cursor jumps to."""

    @abstractmethod
    def confirm(self) -> Screen | None:
        """What follows when the place is chosen."""

    def draw_marks(self, canvas: Canvas) -> None:
        """Draw more on the map than the cursor."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, the cursor, and what is said of its place."""
        layout_view, session, keymap = self.stage.layout_view, self.stage.session, self.stage.context.keymap
        # Only keys scroll: a map that moved under the mouse would move the place that it points at.
        layout_view.draw(canvas, session, near=self._near)
        self.draw_marks(canvas)
        layout_view.view.cursor(canvas, session.hero, self.cell)
        layout_view.draw_words(canvas, self.words())
        keys = [(key_of(keymap, "target", command), does) for command, does in FOOTER_COMMANDS]
        confirming = (key_of(keymap, "target", "confirm"), self.verb)
        layout_view.draw_keys(
            canvas, (("arrows", "move"), *keys, confirming, (key_of(keymap, "target", "cancel"), "back"))
        )

    def handle(self, event: Event) -> Screen | None:
        """Move, choose, or go back."""
        if isinstance(event, Closed):
            return self.stage.handle(event)
        if isinstance(event, Mouse):
            return self._point(event)
        if isinstance(event, Key):
            command = self.stage.context.keymap.command("target", event.name)
            if command == "cancel":
                return self.stage
            if command == "confirm":
                return self.confirm()
            self._move(command)
        return self

    def _move(self, command: str | None) -> None:
        cell = self.cell
        if command in DIRECTION_COMMANDS:
            cell += DIRECTIONS[DIRECTION_COMMANDS.index(command)]
            # A step over the edge of a plane would come in again on the other side.
            if not self.stage.layout_view.view.holds(cell) or steps_between(cell, self.cell) != 1:
                return
        elif command == "stairs" and self.stage.session.hero.stairs != NOWHERE:
            cell = self.stage.session.hero.stairs
        elif command in ("next", "previous") and self.stops():
            stops = self.stops()
            forward = command == "next"
            here = stops.index(cell) if cell in stops else (-1 if forward else 0)
            cell = stops[(here + (1 if forward else -1)) % len(stops)]
        self.cell = self._near = cell

    def _point(self, mouse: Mouse) -> Screen | None:
        if mouse.kind == "right":
            return self.stage
        cell = self.stage.layout_view.view.cell_at(mouse.x, mouse.y)
        if cell is None:
            return self
        self.cell = cell
        return self.confirm() if mouse.kind == "left" else self


class Look(Cursor):
    """Says what is known of a place."""

    verb = "done"

    def words(self) -> Sequence[Span]:
        """All that is known of the place."""
        first, *others = describe_cell(self.stage.session, self.cell)
        return [(first, palette.BRIGHT), *((line, palette.TEXT) for line in others)]

    def stops(self) -> Sequence[int]:
        """Foes, then things, then the stairs."""
        hero = self.stage.session.hero
        seen = [find.cell for find in seen_items(hero)]
        stairs = [hero.stairs] if hero.stairs != NOWHERE else []
        return list(dict.fromkeys((*(enemy.cell for enemy in monsters_by_distance(hero)), *seen, *stairs)))

    def confirm(self) -> Screen | None:
        """Back to the game."""
        return self.stage


def first_look(hero: Hero) -> int:
    """The cell that is looked at first: the nearest enemy's, else the hero's own."""
    enemies = monsters_by_distance(hero)
    return enemies[0].cell if enemies else hero.cell


class Destination(Look):
    """Chooses where to travel."""

    verb = "go there"

    def __init__(self, player: PlayableScreen, cell: int) -> None:
        super().__init__(player, cell)
        self.player = player

    def words(self) -> Sequence[Span]:
        """The question, what is known of the place, and why there is no way to it."""
        refusal = Travel(self.cell).refusal(self.player.session)
        why_not = [(refusal, palette.BAD)] if refusal and refusal != super().words()[0][0] else []
        return [("Travel where?", palette.ACCENT), *super().words(), *why_not]

    def confirm(self) -> Screen | None:
        """Go."""
        return self.player.pursue(Travel(self.cell))
