"""Playing a game: keys and clicks become actions and multi-turn moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from steep.content import Item
from steep.core.geometry import DIRECTIONS, NOWHERE, steps_between
from steep.play.inventory_stacks import stacks_of, worn_by_slot
from steep.play.moves import Descend, Explore, Fight, Interrupts, Move, Rest, Run, Travel
from steep.play.moves.explore import may_pick_up
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.player_view import seen_items_on, visible_monsters
from steep.play.session import Session
from steep.play.texts.abilities import danger_of_step, item_summary, new_dangers_at, what_it_does
from steep.play.texts.messages import capitalised
from steep.play.turn_animation import TurnAnimation
from steep.play.warnings_and_discoveries import gift_underfoot
from steep.rules.action_codes import DESCEND, DONE, MOVE, PICK_UP, USE, WAIT, action, verb_of
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.keymap import key_label
from steep.ui.main_loop import KeyGuard
from steep.ui.screen import Closed, Event, Key, MakeScreen, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import INSPECTIONS, GameMenu
from steep.ui.screens.game.game_screen_bases import FLICKER_SECONDS, Animation, PlayableScreen
from steep.ui.screens.game.look_and_travel_cursors import DIRECTION_COMMANDS, LookCursor, TravelCursor
from steep.ui.screens.game.played_run import PlayedRun
from steep.ui.screens.popups.inventory_dialog import DropItem, ThrowItem, UseItem
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.popups.wizard_dialogs import WizardMenu

STEP_INTERVAL = 0.015
"""Seconds between two steps of a multi-turn move."""

OFFERED_INSTEAD: dict[str, type[Explore | Descend]] = {"explore": Explore, "descend": Descend}
"""By command, the moves that others offer where they can't go on."""

CONFIRMED_AT_LOW_HP: dict[str, type[Explore | Fight]] = {"explore": Explore, "fight": Fight}
"""Commands, with their moves, that ask for confirmation at low HP. A key of one doesn't confirm the other."""

NOT_YET = " Not yet."
"""Follows a question in the footer when its key is pressed before it counts, until it does."""

FOOTER_COMMANDS = (
    ("help", "help"),
    ("explore", "explore"),
    ("descend", "go down"),
    ("inventory", "inventory"),
    ("look", "look"),
    ("menu", "menu"),
)


def asks(move: Move) -> bool:
    """Whether a move has ended with a question."""
    return isinstance(move, MultiTurnMove) and move.go_on is not None


class Play(PlayableScreen):
    """The game screen."""

    def __init__(
        self, context: Context, session: Session, main_menu: MakeScreen, run: type[PlayedRun] = PlayedRun
    ) -> None:
        """`run` says what becomes of the run that is played."""
        super().__init__(context, session, run.banner_rows)
        self.main_menu = main_menu
        self.note = ""
        self.run = run(self)
        self.tick_after = self.run.idle_tick
        context.last_ruleset = session.rulebook.name
        self.move: Move | None = None
        self._interrupts: Interrupts | None = None
        self._move_command = ""
        """The command that started the move, if a key did. The same key again continues it."""
        self._confirming = ""
        """The command waiting for confirmation, at low HP or because of danger, or empty."""
        self._confirmed: Callable[[], None] = lambda: None
        """What its confirmation does."""
        self._lapses = False
        """Whether any other key takes the question back, instead of confirming it for the next time."""
        self._instead = ""
        """The command that runs once it is confirmed, if that is another."""
        self._guard = KeyGuard()
        """Which keys confirm it."""
        self._last_command: str | None = None
        """The command of the last key. Another one takes back what the player has agreed to."""
        self._accepted_hp = 0
        """HP down to which low HP has been accepted, or 0."""
        self._accepted_step = NOWHERE
        """The cell of a step into danger that has been accepted; NOWHERE after every action."""
        self._commands = self._commands_by_name()

    def first_screen(self) -> Screen:
        """The first screen: a saved run may have a level-up open or be over."""
        self.session.tell()
        return self.next_screen(self.session.floor)

    def next_screen(self, floor: int) -> Screen:
        """The screen after an action that began on `floor`."""
        return self.run.next_screen(floor)

    def save(self) -> bool:
        """Save the game, if it is one that is saved. If that fails, returns False and sets the note."""
        return self.run.save()

    def note_encounters(self) -> None:
        """Write what the run has met."""
        self.run.note_encounters()

    def _commands_by_name(self) -> dict[str, Callable[[], Screen | None]]:
        commands: dict[str, Callable[[], Screen | None]] = {
            "wait": partial(self.perform, action(WAIT)),
            "pick_up": partial(self.perform, action(PICK_UP)),
            "rest": lambda: self.start_move(Rest(), "rest"),
            "explore": partial(self._confirm_at_low_hp, "explore", self._explore),
            "descend": lambda: self.start_move(Descend(self.floor_notes), "descend"),
            "fight": partial(self._confirm_at_low_hp, "fight", self._fight),
            "travel": lambda: TravelCursor(self, self.session.hero.cell),
            "inventory": lambda: UseItem(self),
            "drop": lambda: DropItem(self),
            "throw": lambda: ThrowItem(self),
            "menu": lambda: GameMenu(self, self.run.leave_rows()),
            "wizard": self._wizard,
            "debug": self.run.report,
            "save_and_quit": self.run.save_and_quit,
        }
        for name, inspect in INSPECTIONS.items():
            commands[name] = partial(inspect, self)
        for index, name in enumerate(DIRECTION_COMMANDS):
            commands[name] = partial(self._step, name, index)
            commands[f"run_{name}"] = partial(self._run, name, index)
        return commands

    def draw(self, canvas: Canvas) -> None:
        """Draw the game. While nothing else happens, it is drawn again and again if anything flickers."""
        super().draw(canvas)
        if self.tick_after in (None, FLICKER_SECONDS):
            flickers = self.renderer.map_view.flickering and self.context.flickers
            self.tick_after = FLICKER_SECONDS if flickers else None

    def draw_footer(self, canvas: Canvas) -> None:
        """Draw the note if there is one, else what is under the mouse, else key hints."""
        if self.note:
            self.renderer.draw_note(canvas, self.note)
            self._guard.appear()
        elif self.move is not None:
            stops = "A tap stops." if self.context.buttons else "Any key stops."
            self.renderer.draw_footer(canvas, ((stops, palette.DIM),))
        elif names := self.names_under_mouse():
            self.renderer.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            keymap = self.context.keymap
            self.renderer.draw_keys(
                canvas, ((keymap.label("play", command), does) for command, does in FOOTER_COMMANDS)
            )
        self.run.draw_banner(canvas)

    def handle(self, event: Event) -> Screen | None:
        """Act, open another screen or stop a multi-turn move. A key that comes just after its last step acts."""
        if isinstance(event, Closed):
            self.save()
            self.context.release()
            return None
        if isinstance(event, Mouse) and event.kind == "move":
            before = self.pointer
            self.mouse = event.on_map
            if self.pointer != before:
                self.note = ""
            return self
        command = self.context.keymap.command("play", event.name) if isinstance(event, Key) else None
        if self.move is not None:
            if command is not None and command == self._move_command:
                return self.tick()
            at_its_end = self.move.next_action(self.session) is None and not self.move.ended
            self.stop("")
            if not at_its_end:
                return self
        instead = self._instead if command == self._confirming else ""
        confirmers = CONFIRMED_AT_LOW_HP if self._confirming in CONFIRMED_AT_LOW_HP else (self._confirming,)
        if self._confirming and (command not in confirmers or (self._lapses and command != self._confirming)):
            self._accept(lapses=self._lapses)
        elif self._confirming and isinstance(event, Key):
            if not self._guard.is_deliberate(event.name):
                self.tick_after = self._guard.seconds_left or self.run.idle_tick
                if self._guard.seconds_left:
                    self.note = f"{self.note.removesuffix(NOT_YET)}{NOT_YET}"
                return self
            self._accept()
        self.note = ""
        if command != self._last_command:
            self.floor_notes.forget_consent()
        self._last_command = command
        if isinstance(event, Key):
            if instead:
                return self.start_move(OFFERED_INSTEAD[instead](self.floor_notes), command or "")
            if command is not None:
                return self._commands[command]()
            help_key = self.context.named("play", "help")
            self.note = f"{key_label(event.name)} does nothing here. Press {help_key} for help."
        elif isinstance(event, Mouse):
            return self._click(event)
        return self

    def _click(self, mouse: Mouse) -> Screen | None:
        """Left click attacks, picks up, descends or travels. Right click looks. Wheel up shows the messages."""
        if mouse.kind == "wheel_up":
            return INSPECTIONS["messages"](self)
        cell = self.renderer.map_view.cell_at(*mouse.on_map)
        if cell is None or mouse.kind == "wheel_down":
            return self
        if mouse.kind == "right":
            return LookCursor(self, cell)
        hero = self.session.hero
        if cell == hero.cell:
            return self._pick_up_or_descend()
        if cell in [enemy.cell for enemy in visible_monsters(hero)] and steps_between(cell, hero.cell) == 1:
            return self.perform(action(MOVE, DIRECTIONS.index(cell - hero.cell)))
        return self.start_move(Travel(cell))

    def _wizard(self) -> Screen:
        if self.session.wizard:
            return WizardMenu(self)
        self.note = "Only a game begun with steep play --wizard has wizard commands."
        return self

    def _pick_up_or_descend(self) -> Screen | None:
        hero = self.session.hero
        if seen_items_on(hero, hero.cell):
            return self.perform(action(PICK_UP))
        if hero.cell == hero.stairs:
            return self.perform(action(DESCEND))
        return self

    def perform(self, action: int) -> Screen | None:
        """Perform one action."""
        floor = self.session.floor
        gift = gift_underfoot(self.session) if verb_of(action) == PICK_UP else None
        self._accepted_step = NOWHERE
        animation = TurnAnimation(self.session, action) if self.context.animates else None
        before = self.picture() if animation and animation.flies else None
        if self.session.act(action) != DONE:
            return self.next_screen(floor)
        frames = animation.frames() if animation else []
        self.note = self.run.pickup.note or self.note
        after = self.next_screen(floor)
        if gift is not None and after is self:
            return self._offer(gift)
        return Animation(self, frames, before) if frames and after is self else after

    def _offer(self, gift: Item) -> Screen | None:
        """Offer to use a gift that was just taken."""
        rulebook = self.session.rulebook
        stack = next((each for each in stacks_of(self.session) if each.item.name == gift.name), None)
        if stack is None:
            return self
        question = f"Use the {gift.name} now? {capitalised(item_summary(gift, rulebook, worn_by_slot(self.session)))}."
        use = partial(self.perform, action(USE, stack.next_slot))
        return Question(self.context, self, question, ("Use it", "Keep it"), use)

    def _step(self, name: str, direction: int) -> Screen | None:
        """Step or attack. Before a step into danger that the hero knows of, ask first."""
        cell = self.session.hero.cell + DIRECTIONS[direction]
        danger = danger_of_step(self.session, cell)
        if danger and cell != self._accepted_step:
            does = [
                text for row in new_dangers_at(self.session, cell) for text in what_it_does(row, self.session.rulebook)
            ]
            note = " ".join((danger, "Step again in a moment to enter.", *does))
            return self._ask_for(name, note, partial(self._accept_step, cell))
        return self.perform(action(MOVE, direction))

    def _run(self, name: str, direction: int) -> Screen | None:
        if danger := danger_of_step(self.session, self.session.hero.cell + DIRECTIONS[direction]):
            self.note = danger
            return self
        return self.start_move(Run(direction), f"run_{name}")

    def _confirm_at_low_hp(self, command: str, run: Callable[[], Screen | None]) -> Screen | None:
        """Run a command that can cost HP. At low HP, ask first unless the player has already accepted it."""
        hero = self.session.hero
        low = hero.hp * 100 < hero.max_hp * self.context.settings.stop_below_hp
        impossible = CONFIRMED_AT_LOW_HP[command](self.floor_notes).next_action(self.session) is None
        if not low or impossible or 0 < self._accepted_hp <= hero.hp:
            if not low:
                self._accepted_hp = 0
            return run()
        key = self.context.named("play", command)
        note = f"Your HP is low: {hero.hp} of {hero.max_hp}. Press {key} again in a moment to {command} anyway."
        return self._ask_for(command, note, self._accept_hp)

    def _ask_to_go_on(self, command: str, move: Move) -> Screen | None:
        """After a move that has ended with a question, ask for its command's key again."""
        if not isinstance(move, MultiTurnMove) or move.go_on is None:
            return self
        key = self.context.named("play", command)
        note = f"{move.ended} Press {key} again in a moment to {move.offer}."
        after = self._ask_for(command, note, move.go_on)
        self._lapses, self._instead = True, move.instead
        return after

    def _ask_for(self, command: str, note: str, confirmed: Callable[[], None]) -> Screen | None:
        """Ask for a command's key again. A player who is still holding or tapping it must not confirm by accident."""
        self.note, self._confirming, self._confirmed, self._guard = note, command, confirmed, KeyGuard()
        self._lapses, self._instead = False, ""
        self.tick_after = self._guard.seconds_left
        return self

    def _accept(self, *, lapses: bool = False) -> None:
        """The player has confirmed, or has been asked and does something else, which may take the question back."""
        if not lapses:
            self._confirmed()
        self._confirming, self.tick_after = "", self.run.idle_tick

    def _accept_hp(self) -> None:
        self._accepted_hp = self.session.hero.hp

    def _accept_step(self, cell: int) -> None:
        self._accepted_step = cell

    def _explore(self) -> Screen | None:
        """Explore. First pick up items here that an enemy kept the hero from picking up."""
        wanted = self.context.settings.auto_pickup and self.run.pickup.wants(self.session)
        if wanted and may_pick_up(self.session):
            return self.perform(action(PICK_UP))
        return self.start_move(Explore(self.floor_notes), "explore")

    def _fight(self) -> Screen | None:
        """One action of a fight. It isn't a multi-turn move, which the next key would stop."""
        fight = Fight(self.floor_notes)
        step = fight.next_action(self.session)
        if step is None:
            self.note = fight.ended
            return self._ask_to_go_on("fight", fight)
        return self.perform(step)

    def start_move(self, move: Move, command: str = "") -> Screen | None:
        """Start a multi-turn move with its first step. `tick` or the command's key again continues it."""
        self.move, self.tick_after, self.note, self._move_command = move, STEP_INTERVAL, "", command
        self._accepted_step = NOWHERE
        self._interrupts = Interrupts(
            self.session, bears_statuses=move.bears_statuses, passes_items=move.passes_items, notes=self.floor_notes
        )
        self.session.observers.append(self._interrupts)
        return self.tick()

    def tick(self) -> Screen | None:
        """Do the next step of a multi-turn move, or what is done without one."""
        if self.move is None and self.tick_after == self.run.idle_tick:
            self.run.idle()
        if self._confirming:
            self._guard.end()
            self.tick_after = self.run.idle_tick
            self.note = self.note.removesuffix(NOT_YET)
        if self.move is None or self._interrupts is None:
            return self
        floor = self.session.floor
        step = self.move.next_action(self.session)
        if step is None:
            move = self.move
            command = self._move_command
            self.stop("" if command and asks(move) else move.ended)
            return self._ask_to_go_on(command, move) if command else self
        if self.session.act(step) != DONE:
            self.stop("")
            return self.next_screen(floor)
        self.note = self.run.pickup.note or self.note
        if self._interrupts.reason:
            self.stop(self._interrupts.reason)
        return self.next_screen(floor)

    def stop(self, reason: str) -> None:
        """End a multi-turn move. The reason is in the footer, or in the log if it's too long; it isn't said twice."""
        logged = [message.text for message in self.session.log.entries[-3:] if message.turn == self.session.turn]
        moving = self.move is not None
        if self._interrupts is not None:
            self.session.observers.remove(self._interrupts)
        self.move = self._interrupts = None
        self.tick_after = self.run.idle_tick
        if 0 < self.renderer.layout.footer.width - 2 < len(reason):
            self.session.log.add(reason, "info", self.session.turn)
        elif reason not in logged:
            self.note = reason
        if moving and not self.session.over:
            self.run.save_if_changed()
