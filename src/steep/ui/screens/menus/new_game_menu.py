"""The new game screen: choose a ruleset, a mode and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from steep.content import Rulebook, RulesetError
from steep.core.random_streams import MAX_SEED
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.panels import DialogRow
from steep.ui.drawing.widgets import (
    TITLE_HEIGHT,
    draw_box,
    draw_key_hints,
    draw_title,
    print_lines,
    print_spans,
    wrapped,
)
from steep.ui.screen import Closed, Event, Key, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.list_and_question_dialogs import ListBox, lines_of

AS_WRITTEN = "as written"
NEW_GAME_WIDTH = 76

Start = Callable[[Rulebook, int], Screen]
"""Starts a game of a ruleset and a seed."""

MAX_ROWS = 10
"""Rows of the list of rulesets at most."""

OPENED_BY = "n"
"""The key that opens this menu. Pressing it twice is not taken for a mistake in the seed."""


class NewGame(Screen):
    """Asks which ruleset, mode and seed to play. With one ruleset, it shows no list."""

    def __init__(
        self, context: Context, menu: Screen, start: Start, groups: Mapping[str, Sequence[str]], title: str = "New game"
    ) -> None:
        self.context = context
        self.menu = menu
        self.start = start
        self.title = title
        self.list_box = ListBox()
        self.headings = {name: heading for heading, names in groups.items() for name in names}
        """The heading of each ruleset in the list."""
        self.names = [*self.headings]
        last, _, mode = context.last_ruleset.partition(":")
        self.list_box.selected = self.names.index(last) if last in self.names else 0
        self.mode = ""
        self.seed = ""
        self.note = ""
        self._mode_areas: dict[str, Rect] = {}
        """Where the title of each mode was drawn."""

        self._rulebook = cache(context.listed_ruleset)
        self._modes_by_name = cache(lambda name: modes_of(self._rulebook(name), context.in_mode))
        if mode and last in self.names:
            titles = (title for title, rulebook in self._modes().items() if rulebook.mode == mode)
            self.mode = next(titles, "")

    def _rows(self) -> list[DialogRow]:
        rulebooks = [self._rulebook(name) for name in self.names]
        details = ["cannot be used" if isinstance(rulebook, RulesetError) else rulebook.title for rulebook in rulebooks]
        return [
            DialogRow("", name, detail, heading=self.headings[name])
            for name, detail in zip(self.names, details, strict=True)
        ]

    @property
    def lists(self) -> bool:
        """Whether there is a list of rulesets to choose from."""
        return len(self.names) > 1

    def _unchanged(self) -> Rulebook | RulesetError:
        return self._rulebook(self.names[self.list_box.selected])

    def _modes(self) -> dict[str, Rulebook]:
        return self._modes_by_name(self.names[self.list_box.selected])

    def _mode(self) -> str:
        """The title of the selected mode, or of the unchanged ruleset if this ruleset has no such mode."""
        modes = self._modes()
        return self.mode if self.mode in modes else next((title for title in modes if not modes[title].mode), "")

    def _selected(self) -> Rulebook | RulesetError:
        return self._modes().get(self._mode()) or self._unchanged()

    def draw(self, canvas: Canvas) -> None:
        """Draw the rulesets, the description of the selected one, the modes and the seed."""
        canvas.clear(palette.BACKGROUND)
        rows = self._rows()
        width = min(NEW_GAME_WIDTH, canvas.width)
        inner = width - 4
        height = min(len(lines_of(rows)), MAX_ROWS) if self.lists else 0
        chosen = self._selected()
        text, color = (
            (self.context.message(chosen), palette.BAD)
            if isinstance(chosen, RulesetError)
            else (chosen.description, palette.TEXT)
        )
        about = [(line, color) for line in wrapped(text, inner)][: canvas.height - height - 11]
        h = height + len(about) + 9
        x, y = (canvas.width - width) // 2, (canvas.height - h) // 2
        if h + TITLE_HEIGHT < canvas.height:
            y = max(y, draw_title(canvas))
        draw_box(canvas, x, y, width, h, self.title)
        if self.lists:
            self.list_box.draw(canvas, rows, Rect(x + 2, y + 1, inner, height))
        print_lines(canvas, x + 2, y + 2 + height, about, inner)
        at = y + 3 + height + len(about)
        canvas.print(x + 2, at, "Mode ", palette.DIM)
        column = x + 7
        self._mode_areas.clear()
        for title in self._modes():
            text, color = (f"[{title}]", palette.BRIGHT) if title == self._mode() else (f" {title} ", palette.DIM)
            canvas.print(column, at, text, color, None, x + 2 + inner - column)
            self._mode_areas[title] = Rect(column, at, len(text), 1)
            column += len(text)
        field = [("Seed  ", palette.DIM), (self.seed, palette.BRIGHT), ("_", palette.ACCENT)]
        print_spans(
            canvas,
            x + 2,
            at + 1,
            field if self.seed else [*field, ("  any number; random when empty", palette.DIM)],
            inner,
        )
        canvas.print(x + 2, at + 2, self.note, palette.BAD, None, inner)
        draw_key_hints(canvas, x + 2, y + h - 2, self._footer_keys(), inner)

    def _footer_keys(self) -> tuple[tuple[str, str], ...]:
        keymap = self.context.keymap
        up_and_down = (f"{keymap.label('menu', 'up')}/{keymap.label('menu', 'down')}", "ruleset")
        return (
            (keymap.label("menu", "select"), "start"),
            (keymap.label("menu", "back"), "back"),
            *([up_and_down] if self.lists else []),
            (f"{keymap.label('menu', 'left')}/{keymap.label('menu', 'right')}", "mode"),
            ("0-9", "seed"),
        )

    def handle(self, event: Event) -> Screen | None:
        """Choose, type a seed, start or go back."""
        if isinstance(event, Closed):
            return self.menu.handle(event)
        if isinstance(event, Mouse) and event.kind == "right":
            return self.menu
        if isinstance(event, Mouse) and event.kind == "left":
            for title, area in self._mode_areas.items():
                if area.contains(event.x, event.y):
                    self.mode = title
                    return self
        if isinstance(event, Key):
            command = self.context.keymap.command("menu", event.name)
            if command == "back":
                return self.menu
            if command in ("left", "right"):
                titles = [*self._modes()]
                step = -1 if command == "left" else 1
                self.mode = titles[(titles.index(self._mode()) + step) % len(titles)] if titles else ""
                return self
            if self._type(event.name):
                return self
        chosen = self.list_box.handle(event, self.context.keymap, self._rows())
        return self if chosen is None else self._start()

    def _type(self, key: str) -> bool:
        """Edit the seed. False if the key doesn't type."""
        digit = key.removeprefix("kp_") if self.context.keymap.command("menu", key) is None else key
        if key in ("backspace", "delete"):
            self.seed, self.note = self.seed[:-1] if key == "backspace" else "", ""
        elif len(digit) != 1:
            return False
        elif digit == OPENED_BY:
            pass
        elif digit not in "0123456789":
            self.note = f'A seed is a number from 0 to {MAX_SEED}; "{digit}" is not a digit.'
        elif int(self.seed + digit) > MAX_SEED:
            self.note = f"A seed is a number from 0 to {MAX_SEED}."
        else:
            self.seed, self.note = str(int(self.seed + digit)), ""
        return True

    def _start(self) -> Screen | None:
        rulebook = self._selected()
        if isinstance(rulebook, RulesetError):
            self.note = "This ruleset can't be used."
            return self
        seed = int(self.seed) if self.seed else self.context.random_seed()
        return self.start(rulebook, seed)


def modes_of(
    ruleset: Rulebook | RulesetError, in_mode: Callable[[Rulebook, str], Rulebook] = Rulebook.in_mode
) -> dict[str, Rulebook]:
    """The ways to play a ruleset, by title: unchanged, and each of its modes, as `in_mode` gives them.

    If two modes have the same title, the key of the later one is added to its title.
    """
    if isinstance(ruleset, RulesetError):
        return {}
    modes: dict[str, Rulebook] = {}
    for mode in ruleset.modes:
        title = mode.title
        while title in modes or title == AS_WRITTEN:
            title = f"{title} ({mode.key})"
        modes[title] = in_mode(ruleset, mode.key)
    same = [title for title, rulebook in modes.items() if rulebook.hash == ruleset.hash]
    return modes | {same[0]: ruleset} if same else {AS_WRITTEN: ruleset} | modes
