"""The game as it is played: keys and clicks become actions and long moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from steep.core.geometry import DIRECTIONS, steps_between
from steep.play.describe import item_names
from steep.play.files import saves
from steep.play.game_over import finish_run
from steep.play.messages import reason_sentence, underfoot_sentence
from steep.play.moves.pickup import AutoPickup, may_pick_up
from steep.play.moves.travel import Descend, Explore, Fight, Interrupts, Move, Rest, Run, Travel
from steep.play.session import Session
from steep.play.view import seen_items_on, visible_monsters
from steep.rules.actions import DESCEND, DONE, INVENTORY_FULL, MOVE, PICK_UP, WAIT, action
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.keymap import key_label
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.cursors.cursor import DIRECTION_COMMANDS, Destination, Look
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.game.inspection import OBSERVING
from steep.ui.screens.menus.settings import SettingsMenu
from steep.ui.screens.popups.dialog import Dialog, Question, Row, key_of
from steep.ui.screens.popups.inventory import Drop, InventoryScreen
from steep.ui.screens.popups.level_up import LevelUp
from steep.ui.screens.texts.debug_overlay import DebugOverlay
from steep.ui.screens.texts.game_over import GameOverScreen

STEP_PAUSE = 0.015
"""Seconds between two steps of a long move."""

QUIET = 0.7
"""Seconds without a key after which the same key again is an answer: longer than a held key takes to repeat."""

ASKING = ("explore", "fight")
"""Commands that ask first with few HP; neither answers for the other."""

Home = Callable[[], Screen]
"""Makes the screen that a game ends in: the main menu."""

FOOTER_COMMANDS = (
    ("help", "help"),
    ("explore", "explore"),
    ("descend", "go down"),
    ("inventory", "inventory"),
    ("look", "look"),
    ("menu", "menu"),
)


class Play(PlayableScreen):
    """The hero moves, and everything else follows."""

    idle: float | None = None
    """Seconds to the next tick while no long move goes on; None for none."""

    def __init__(self, context: Context, session: Session, home: Home) -> None:
        super().__init__(context, session)
        self.home = home
        self.plan: Move | None = None
        self.note = ""
        """What the foot says until the next key."""
        self._interrupts: Interrupts | None = None
        self._hp = session.hero.hp
        self._pursued = ""
        """The command that began the long move, where a key did: the same key again goes on with it."""
        self._pickup = AutoPickup(session)
        self._asked = ""
        """The command that asked whether to go on with few HP."""
        self._accepted_hp = 0
        """With at least as many HP nobody is asked again; 0 when nothing was accepted."""
        self._commands = self._commands_by_name()

    def entered(self) -> Screen:
        """The screen to begin with: a run may have been left with a choice open, or be over."""
        self._hint()
        return self._after(self.session.floor)

    def _commands_by_name(self) -> dict[str, Callable[[], Screen | None]]:
        commands: dict[str, Callable[[], Screen | None]] = {
            "wait": partial(self.perform, action(WAIT)),
            "pick_up": partial(self.perform, action(PICK_UP)),
            "rest": lambda: self.pursue(Rest(), "rest"),
            "explore": partial(self._unless_weak, "explore", self._explore),
            "descend": lambda: self.pursue(Descend(), "descend"),
            "fight": partial(self._unless_weak, "fight", self._fight),
            "travel": lambda: Destination(self, self.session.hero.cell),
            "inventory": lambda: InventoryScreen(self),
            "drop": lambda: Drop(self),
            "menu": lambda: GameMenu(self),
            "behind": lambda: DebugOverlay(self.context, self, self.session),
            "save_and_quit": partial(self.leave, lambda: None),
        }
        for name, observe in OBSERVING.items():
            commands[name] = partial(observe, self)
        for index, name in enumerate(DIRECTION_COMMANDS):
            commands[name] = partial(self.perform, action(MOVE, index))
            commands[f"run_{name}"] = partial(self._run, name, index)
        return commands

    def draw_footer(self, canvas: Canvas) -> None:
        """What was noted last, else who and what is under the mouse, else some keys."""
        if self.note:
            self.layout_view.draw_footer(canvas, ((self.note, palette.WARN),))
        elif self.plan is not None:
            self.layout_view.draw_footer(canvas, (("Any key stops.", palette.DIM),))
        elif names := self.names_under_mouse():
            self.layout_view.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            keymap = self.context.keymap
            self.layout_view.draw_keys(
                canvas, ((key_of(keymap, "play", command), does) for command, does in FOOTER_COMMANDS)
            )

    def handle(self, event: Event) -> Screen | None:
        """Act, open another screen, or stop a long move."""
        if isinstance(event, Closed):
            self.save()
            self.context.release()
            return None
        if isinstance(event, Mouse) and event.kind == "move":
            was = self.pointer
            self.mouse = (event.x, event.y)
            if self.pointer != was:
                self.note = ""
            return self
        command = self.context.keymap.command("play", event.name) if isinstance(event, Key) else None
        if self.plan is not None:
            if command is not None and command == self._pursued:
                return self.tick()
            self._stop("")
            return self
        if self._asked and command not in ASKING:
            self._accept()
        self.note = ""
        if isinstance(event, Key):
            if command is not None:
                return self._commands[command]()
            helping = key_of(self.context.keymap, "play", "help")
            self.note = f"{key_label(event.name)} does nothing here. Press {helping} for help."
        elif isinstance(event, Mouse):
            return self._click(event)
        return self

    def _click(self, mouse: Mouse) -> Screen | None:
        """Left strikes, takes or travels; right looks; the wheel reads back."""
        if mouse.kind == "wheel_up":
            return OBSERVING["messages"](self)
        cell = self.layout_view.view.cell_at(mouse.x, mouse.y)
        if cell is None or mouse.kind == "wheel_down":
            return self
        if mouse.kind == "right":
            return Look(self, cell)
        hero = self.session.hero
        if cell == hero.cell:
            return self._take_here()
        if cell in [enemy.cell for enemy in visible_monsters(hero)] and steps_between(cell, hero.cell) == 1:
            return self.perform(action(MOVE, DIRECTIONS.index(cell - hero.cell)))
        return self.pursue(Travel(cell))

    def _take_here(self) -> Screen | None:
        hero = self.session.hero
        if seen_items_on(hero, hero.cell):
            return self.perform(action(PICK_UP))
        if hero.cell == hero.stairs:
            return self.perform(action(DESCEND))
        return self

    def perform(self, action: int) -> Screen | None:
        """Do one action."""
        floor = self.session.floor
        if self.session.act(action) == DONE:
            self._take_along()
            self._hint()
        return self._after(floor)

    def _run(self, name: str, direction: int) -> Screen | None:
        return self.pursue(Run(direction), f"run_{name}")

    def _unless_weak(self, command: str, go: Callable[[], Screen | None]) -> Screen | None:
        """Do what costs HP easily, but ask first with few of them left, until somebody has answered."""
        hero = self.session.hero
        weak = hero.hp * 100 < hero.max_hp * self.context.settings.stop_below_hp
        if not weak or self.session.over or 0 < self._accepted_hp <= hero.hp:
            if not weak:
                self._accepted_hp = 0
            return go()
        key = key_of(self.context.keymap, "play", command)
        self.note = f"Your HP is low: {hero.hp} of {hero.max_hp}. Press {key} again to {command} anyway."
        self._asked, self.pause = command, QUIET
        return self

    def _accept(self) -> None:
        """From here on the same key is an answer, and no longer the one that was held."""
        self._accepted_hp, self._asked, self.pause = self.session.hero.hp, "", self.idle

    def _explore(self) -> Screen | None:
        """Explore, after picking up what an enemy, gone by now, kept the hero from."""
        wanted = self.context.settings.auto_pickup and self._pickup.wants(self.session)
        if wanted and may_pick_up(self.session):
            return self.perform(action(PICK_UP))
        return self.pursue(Explore(), "explore")

    def _fight(self) -> Screen | None:
        """One action, and so no long move that the next key would only stop."""
        fight = Fight()
        step = fight.next_action(self.session)
        if step is None:
            self.note = fight.ended
            return self
        return self.perform(step)

    def _take_along(self) -> None:
        """Pick up what the hero has just walked onto, as far as the settings, the inventory and enemies allow."""
        session = self.session
        if not self._pickup.arrives(session) or not self.context.settings.auto_pickup:
            return
        hero = session.hero
        if may_pick_up(session):
            session.log.take_back(underfoot_sentence(item_names(session, hero.cell)))
            while may_pick_up(session) and session.act(action(PICK_UP)) == DONE:
                self._pickup.arrives(session)
            if left := item_names(session, hero.cell):
                session.log.add(underfoot_sentence(left), "info", session.turn)
        if hero.inventory_count == session.rulebook.compiled.inventory_capacity and seen_items_on(hero, hero.cell):
            self.note = reason_sentence(INVENTORY_FULL)

    def _hint(self) -> None:
        """Give a hint where one has its moment."""
        hints, keymap = self.context.hints, self.context.keymap
        if hints is not None:
            keys = {command: key_of(keymap, "play", command) for command in keymap.commands("play")}
            text = hints.due(self.session, keys)
            if text:
                self.session.log.add(text, "hint", self.session.turn)

    def pursue(self, plan: Move, command: str = "") -> Screen | None:
        """Begin a long move with its first step; the others follow by `tick`, or by the command's key again."""
        self.plan, self.pause, self.note, self._pursued = plan, STEP_PAUSE, "", command
        self._interrupts = Interrupts(self.session)
        return self.tick()

    def tick(self) -> Screen | None:
        """Do the next step of a long move."""
        if self._asked:
            self._accept()
        if self.plan is None or self._interrupts is None:
            return self
        floor = self.session.floor
        step = self.plan.next_action(self.session)
        if step is None:
            self._stop(self.plan.ended)
            return self
        if self.session.act(step) != DONE:
            self._stop("")
            return self._after(floor)
        self._take_along()
        if why := self._interrupts.reason(self.session):
            self._stop(why)
        self._hint()
        return self._after(floor)

    def _stop(self, why: str) -> None:
        """End a long move; what the log has just said does not stand in the foot again."""
        said = [message.text for message in self.session.log.entries[-3:] if message.turn == self.session.turn]
        self.plan = self._interrupts = None
        self.pause = self.idle
        self.note = self.note if why in said else why

    def _after(self, floor: int) -> Screen:
        """What follows an action that began on a floor."""
        if self.session.over:
            self._stop("")
            ending = finish_run(self.session, self.context.dirs)
            return GameOverScreen(self.context, self.session, self.home(), ending)
        wounded = self.session.hero.hp < self._hp
        self._hp = self.session.hero.hp
        if self.session.floor != floor:
            self._stop("")
            self.save()
        elif wounded:
            # A wound is final, too: killing the program does not undo it.
            self.save()
        if self.session.hero.choosing:
            self._stop("")
            return LevelUp(self)
        return self

    def save(self) -> bool:
        """Save the game; whether that went well. The foot says so when it did not."""
        try:
            saves.save(self.session, self.context.dirs.save)
        except saves.SaveError as error:
            self.note = str(error)
            return False
        return True

    def leave(self, then: Callable[[], Screen | None]) -> Screen | None:
        """Save and leave; asks before a game is lost that cannot be saved."""

        def left() -> Screen | None:
            self.context.release()
            return then()

        if self.save():
            return left()
        return Question(self.context, self, f"{self.note}. Leave anyway?", ("Leave without saving", "Stay"), left)


class GameMenu(Dialog):
    """What a game can be left for."""

    title = "Steep"

    def __init__(self, play: Play) -> None:
        super().__init__(play.context, play)
        self.play = play

    def rows(self) -> Sequence[Row]:
        """Back, the other screens, and the ways out."""
        return (
            Row("b", "Back to the game"),
            Row("c", "Character"),
            Row("m", "Messages"),
            Row("?", "Help"),
            Row("t", "Settings"),
            Row("s", "Save and return to the main menu"),
            Row("q", "Save and quit"),
        )

    def choose(self, index: int) -> Screen | None:
        """Go there."""
        play = self.play
        targets: tuple[Callable[[], Screen | None], ...] = (
            lambda: play,
            *(partial(OBSERVING[name], play) for name in ("character", "messages", "help")),
            partial(SettingsMenu, play.context, play),
            lambda: play.leave(play.home),
            lambda: play.leave(lambda: None),
        )
        return targets[index]()
