"""The map cursor, for looking around and for choosing where to travel."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from steep.core.geometry import DIRECTIONS, FLOOR, NOWHERE, steps_between
from steep.core.world import HOSTILE, Hero, VisibleMonster
from steep.play.moves import Travel
from steep.play.moves.explore import NO_STAIRS_SEEN
from steep.play.player_view import seen_items, seen_items_on, sensed_monsters, visible_monsters
from steep.play.texts.describe import describe_cell
from steep.play.warnings_and_discoveries import items_that_lock_others
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.panels import Span
from steep.ui.screen import Closed, Event, Key, Mouse, Screen
from steep.ui.screens.game.game_screen_bases import GameScreen, PlayableScreen
from steep.ui.screens.game.renderer import monsters_by_distance
from steep.ui.screens.menus.bestiary_screen import Bestiary

DIRECTION_COMMANDS = ("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast")
"""Keymap commands, in the order of `DIRECTIONS`."""

TOUCH_HINT = "Tap a spot to see what is there; tap it again: {}."
"""What a second tap does is put in."""

FOOTER_COMMANDS = (("next", "next"), ("stairs", "stairs"))


class Cursor(Screen):
    """A cursor on the map, moved with keys and the mouse."""

    shows_map = True
    verb = ""
    """What confirming does, for the footer."""

    def __init__(self, game: GameScreen, cell: int) -> None:
        self.game = game
        self.cell = cell
        self._scroll_to = cell
        self.note = ""
        """Why the last key did nothing; shown until the next one."""

    @abstractmethod
    def description(self) -> Sequence[Span]:
        """What to say about the cursor's cell."""

    @abstractmethod
    def targets(self) -> Sequence[int]:
        """The cells that Next and Previous jump between."""

    @abstractmethod
    def confirm(self) -> Screen | None:
        """Choose the cell. Returns the next screen."""

    def footer_commands(self) -> Sequence[tuple[str, str]]:
        """Commands that the footer names, and what they do."""
        return FOOTER_COMMANDS

    def draw_marks(self, canvas: Canvas) -> None:
        """Draw other marks on the map."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game, the cursor, and what is said about its cell."""
        renderer, session, keymap = self.game.renderer, self.game.session, self.game.context.keymap
        # Only keys scroll. If the mouse did, the map would move away under it.
        renderer.draw(canvas, session, scroll_to=self._scroll_to)
        self.draw_marks(canvas.map)
        renderer.map_view.draw_cursor(canvas.map, session.hero, self.cell)
        note = [(self.note, palette.WARN)] if self.note else []
        fingers = bool(self.game.context.buttons)
        hint = [(TOUCH_HINT.format(self.verb), palette.DIM)] if fingers else []
        renderer.draw_text_panel(canvas, [*self.description(), *note, *hint], self.cell)
        keys = [(keymap.label("target", command), does) for command, does in self.footer_commands()]
        confirming = (keymap.label("target", "confirm"), self.verb)
        renderer.draw_keys(canvas, (("arrows", "move"), *keys, confirming, (keymap.label("target", "cancel"), "back")))

    def handle(self, event: Event) -> Screen | None:
        """Move, choose or go back."""
        if isinstance(event, Closed):
            return self.game.handle(event)
        if isinstance(event, Mouse):
            return self._handle_mouse(event)
        if isinstance(event, Key):
            command = self.game.context.keymap.command("target", event.name)
            self.note = ""
            if command == "cancel":
                return self.game
            if command == "confirm":
                return self.confirm()
            self._move(command)
        return self

    def _move(self, command: str | None) -> None:
        cell = self.cell
        if command in DIRECTION_COMMANDS:
            cell += DIRECTIONS[DIRECTION_COMMANDS.index(command)]
            # A step over the edge would wrap around to the other side.
            if not self.game.renderer.map_view.contains(cell) or steps_between(cell, self.cell) != 1:
                return
        elif command == "stairs":
            if self.game.session.hero.stairs == NOWHERE:
                self.note = NO_STAIRS_SEEN
                return
            cell = self.game.session.hero.stairs
        elif command in ("next", "previous") and self.targets():
            targets = self.targets()
            forward = command == "next"
            here = targets.index(cell) if cell in targets else (-1 if forward else 0)
            cell = targets[(here + (1 if forward else -1)) % len(targets)]
        self.cell = self._scroll_to = cell

    def _handle_mouse(self, mouse: Mouse) -> Screen | None:
        if mouse.kind == "right":
            return self.game
        cell = self.game.renderer.map_view.cell_at(*mouse.on_map)
        if cell is None:
            return self
        # A finger doesn't hover: it points with a first tap.
        pointed = cell == self.cell or not self.game.context.buttons
        self.cell = cell
        return self.confirm() if mouse.kind == "left" and pointed else self


class LookCursor(Cursor):
    """Describes what is known of a cell."""

    verb = "done"

    def description(self) -> Sequence[Span]:
        """Everything known of the cell."""
        first, *others = describe_cell(self.game.session, self.cell)
        return [(first, palette.BRIGHT), *((line, palette.TEXT) for line in others)]

    def footer_commands(self) -> Sequence[tuple[str, str]]:
        """As for others, and the bestiary where it has a page."""
        return (*FOOTER_COMMANDS, *([("read", "bestiary")] if self._page() else []))

    def handle(self, event: Event) -> Screen | None:
        """As for others, or open the bestiary at the page of what is under the cursor."""
        command = self.game.context.keymap.command("target", event.name) if isinstance(event, Key) else None
        page = self._page() if command == "read" else None
        if page is None or not isinstance(self.game, PlayableScreen):
            return super().handle(event)
        self.game.note_encounters()
        return Bestiary(self.game.context, self, self.game.session.rulebook, page)

    def _page(self) -> tuple[str, int] | None:
        """The page about the monster, the item or the terrain under the cursor; None if there is none."""
        if not isinstance(self.game, PlayableScreen):
            return None
        session, hero = self.game.session, self.game.session.hero
        monsters = [("monsters", int(each.kind)) for each in visible_monsters(hero) if each.cell == self.cell]
        kinds = len(session.rulebook.items)
        items = [("items", int(each.kind)) for each in seen_items_on(hero, self.cell) if each.kind < kinds]
        terrain = int(hero.remembered[self.cell])
        ground = [("terrain", terrain)] if terrain > FLOOR else []
        return next(iter((*monsters, *items, *ground)), None)

    def targets(self) -> Sequence[int]:
        """Visible enemies, the nearest first, then other monsters in view, sensed ones, seen items and the stairs.

        Items where the hero can't go, as in cages, come last.
        """
        hero = self.game.session.hero
        monsters = [monster.cell for monster in (*monsters_to_look_at(hero), *sensed_monsters(hero))]
        items = [item.cell for item in seen_items(hero)]
        shut_in = [cell for cell in items if not hero.passable[hero.remembered[cell]]]
        stairs = [hero.stairs] if hero.stairs != NOWHERE else []
        reachable = (cell for cell in items if cell not in shut_in)
        return list(dict.fromkeys((*monsters, *reachable, *stairs, *shut_in)))

    def confirm(self) -> Screen | None:
        """Return to the game."""
        return self.game


def first_look_cell(hero: Hero) -> int:
    """Where looking begins: the nearest enemy, else the nearest other monster, or the hero."""
    monsters = monsters_to_look_at(hero)
    return monsters[0].cell if monsters else hero.cell


def monsters_to_look_at(hero: Hero) -> list[VisibleMonster]:
    """The visible monsters, enemies first, and the nearest first of each."""
    return sorted(monsters_by_distance(hero), key=lambda monster: monster.side != HOSTILE)


class TravelCursor(LookCursor):
    """Chooses where to travel."""

    verb = "go there"
    game: PlayableScreen

    def __init__(self, game: PlayableScreen, cell: int) -> None:
        super().__init__(game, cell)

    def description(self) -> Sequence[Span]:
        """The question, what is known of the cell, and why the hero can't travel there."""
        refusal = Travel(self.cell).refusal(self.game.session)
        problem = [(refusal, palette.BAD)] if refusal and refusal != super().description()[0][0] else []
        return [("Travel where?", palette.ACCENT), *super().description(), *problem]

    def targets(self) -> Sequence[int]:
        """Captives that the hero knows of, treasures of which it can take one, then all that looking comes to."""
        session = self.game.session
        captives = [cell for _, cell in self.game.floor_notes.captives.values()]
        offered = [item.cell for item in items_that_lock_others(session)]
        nearest = sorted((*captives, *offered), key=lambda cell: steps_between(cell, session.hero.cell))
        return list(dict.fromkeys((*nearest, *super().targets())))

    def confirm(self) -> Screen | None:
        """Start travelling, if there is a way; the description says why there is none."""
        if Travel(self.cell).refusal(self.game.session):
            return self
        return self.game.start_move(Travel(self.cell))
