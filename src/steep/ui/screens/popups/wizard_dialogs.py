"""The commands of a wizard's run: the menu of them, lists to choose floors and kinds from, and the cursor for cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steep.play.session import Session
from steep.play.wizard import COMMANDS, Needs, WizardCommand, deepest_floor, is_carried
from steep.ui.drawing import palette
from steep.ui.drawing.panels import DialogRow, Span
from steep.ui.screen import Event, Key, Screen
from steep.ui.screens.game.game_screen_bases import PlayableScreen
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Question

MAX_FILTER = 24
"""Letters of a filter."""


def change(game: PlayableScreen, command: WizardCommand, *numbers: int) -> Screen:
    """Let a wizard's command change the game, and save it. Returns the next screen."""
    session, floor = game.session, game.session.floor
    refusal = session.change_as_wizard(command, *numbers)
    if refusal:
        # In the log, since the mouse that chose the cell clears the footer when it moves on.
        session.log.add(refusal, "info", session.turn)
        return game
    after = game.next_screen(floor)
    if not session.over:
        game.save()
    return after


def toggle_invulnerable(game: PlayableScreen) -> Screen:
    """Let a wizard become invulnerable, or mortal again."""
    session = game.session
    session.invulnerable = not session.invulnerable
    text = "Nothing can harm you any more." if session.invulnerable else "You are mortal again."
    session.log.add(text, "hint", session.turn)
    game.save()
    return game


class WizardDeath(Question):
    """Asks a wizard that has died whether that shall be the end. Going back means to live on."""

    def __init__(self, game: PlayableScreen, die: Callable[[], Screen | None]) -> None:
        super().__init__(game.context, game, "You die. Shall that be the end?", ("Die", "Come back to life"), die)
        self.game = game

    def back(self) -> Screen | None:
        """Come back to life, and save the game."""
        self.game.session.revive()
        self.game.save()
        return self.game


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen from a list: the number that a command is told, its name, and a detail."""

    number: int
    name: str
    detail: str = ""


def floors(session: Session) -> list[Choice]:
    """The floors that a wizard can go to, with their regions."""
    numbers = range(1, deepest_floor(session.rulebook.compiled) + 1)
    regions = [session.rulebook.region_on(floor) for floor in numbers]
    return [
        Choice(floor, f"Floor {floor}", region.name if region else "")
        for floor, region in zip(numbers, regions, strict=True)
    ]


def items(session: Session) -> list[Choice]:
    """The kinds of items that can be carried, by name."""
    rulebook = session.rulebook
    kinds = ((kind, item) for kind, item in enumerate(rulebook.items) if is_carried(rulebook.compiled, kind))
    return sorted((Choice(kind, item.name) for kind, item in kinds), key=lambda each: each.name)


def monsters(session: Session) -> list[Choice]:
    """The kinds of monsters, by name."""
    kinds = enumerate(session.rulebook.monsters)
    return sorted((Choice(kind, monster.name) for kind, monster in kinds), key=lambda each: each.name)


LISTS: dict[Needs, tuple[str, Callable[[Session], list[Choice]]]] = {
    "floor": ("Which floor?", floors),
    "item": ("Which item?", items),
    "monster": ("Which monster?", monsters),
}
"""What is chosen from a list: its title and what is on it."""


def next_question(game: PlayableScreen, command: WizardCommand, *numbers: int) -> Screen:
    """The screen that asks what a command still has to be told; the command itself if it has been told all."""
    if len(numbers) == len(command.needs):
        return change(game, command, *numbers)
    needed = command.needs[len(numbers)]
    if needed == "cell":
        return WizardCursor(game, command, numbers)
    return WizardList(game, command, numbers, *LISTS[needed])


class WizardMenu(Dialog):
    """All commands of a wizard."""

    title = "Wizard"

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game.context, game)
        self.game = game

    def rows(self) -> Sequence[DialogRow]:
        """The commands, and at the end whether the hero is invulnerable."""
        becomes = "Become mortal again" if self.game.session.invulnerable else "Become invulnerable"
        return [*(DialogRow(command.key, command.name) for command in COMMANDS), DialogRow("v", becomes)]

    def choose(self, index: int) -> Screen | None:
        """Do what the row says, or ask what it needs."""
        if index == len(COMMANDS):
            return toggle_invulnerable(self.game)
        return next_question(self.game, COMMANDS[index])


class WizardList(Dialog):
    """A list to choose from, which shrinks to what has the letters typed."""

    width = 46

    def __init__(
        self,
        game: PlayableScreen,
        command: WizardCommand,
        numbers: tuple[int, ...],
        title: str,
        choices: Callable[[Session], list[Choice]],
    ) -> None:
        super().__init__(game.context, game)
        self.game = game
        self.command = command
        self.numbers = numbers
        self.title = title
        self.typed = ""
        self._choices = choices(game.session)

    def matching(self) -> list[Choice]:
        """What has the letters typed in its name or its detail."""
        return [each for each in self._choices if self.typed in f"{each.name} {each.detail}".lower()]

    def prompt(self) -> str:
        """The letters typed so far."""
        nothing = "" if self.matching() else "  (nothing has that name)"
        return f"Type to filter: {self.typed}_{nothing}"

    def rows(self) -> Sequence[DialogRow]:
        """What can be chosen."""
        return [DialogRow("", each.name, each.detail) for each in self.matching()]

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to choose and go back."""
        return ((self.context.keymap.label("menu", "select"), "choose"), *super().footer_keys())

    def handle(self, event: Event) -> Screen | None:
        """Type, or handle the event as any list does."""
        if isinstance(event, Key):
            letter = " " if event.name == "space" else event.name
            if event.name in ("backspace", "delete"):
                self.typed = self.typed[:-1] if event.name == "backspace" else ""
                return self
            if len(letter) == 1:
                self.typed = (self.typed + letter.lower())[:MAX_FILTER]
                self.list_box.selected = 0
                return self
        return super().handle(event)

    def choose(self, index: int) -> Screen | None:
        """Tell the command, and go on."""
        return next_question(self.game, self.command, *self.numbers, self.matching()[index].number)


class WizardCursor(LookCursor):
    """Chooses a cell for a command."""

    verb = "choose"
    game: PlayableScreen

    def __init__(self, game: PlayableScreen, command: WizardCommand, numbers: tuple[int, ...]) -> None:
        super().__init__(game, game.session.hero.cell)
        self.command = command
        self.numbers = numbers

    def description(self) -> Sequence[Span]:
        """The question, and what is known of the cell."""
        return [(f"{self.command.name}: where?", palette.ACCENT), *super().description()]

    def confirm(self) -> Screen | None:
        """Tell the command, and go on."""
        return next_question(self.game, self.command, *self.numbers, self.cell)
