"""Lists to choose from with arrows, letters or the mouse, and the framed box around most of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from steep.core.ruleset import codes
from steep.core.world import Hero
from steep.play.texts.messages import STAT_WORDS, capitalised
from steep.rules.action_codes import CHOOSE, action
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import ELLIPSIS, Canvas, Rect
from steep.ui.drawing.panels import DialogBox, DialogRow, KeyHint, Span
from steep.ui.drawing.widgets import draw_box, draw_key_hints, print_lines, shade, wrapped
from steep.ui.keymap import Keymap
from steep.ui.main_loop import KeyGuard
from steep.ui.screen import Choice, Closed, Event, Key, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_screen_bases import PlayableScreen

PAGE_ROWS = 11
"""Rows of a list that is not drawn, for the keys that move through it by pages."""
KEY_COLUMNS = 5
"""Columns before a row's text: the selection mark and the row's key."""


def detail_columns(rows: Sequence[DialogRow], width: int) -> list[int]:
    """The column in which the detail of each row begins.

    It is the same for all rows. If that would cut off details, rows with a long text have a column of their own.
    """
    ends = [KEY_COLUMNS + len(row.text) + 2 for row in rows]
    longest = max(ends, default=0)
    if longest + max((len(row.whole_detail) for row in rows), default=0) > width:
        longest = max((end for end in ends if end <= width // 2), default=0)
    return [max(longest, end) for end in ends]


def is_whole(row: DialogRow, column: int, width: int) -> bool:
    """Whether a row with its detail in some column has room for all of it."""
    end = column + len(row.whole_detail) if row.whole_detail else KEY_COLUMNS + len(row.text)
    return end <= width


def full_details(rows: Sequence[DialogRow], width: int) -> list[list[Span]]:
    """Each row in full, in lines of at most `width` columns; no lines if every row has room for all of it."""
    columns = detail_columns(rows, width)
    if all(is_whole(row, column, width) for row, column in zip(rows, columns, strict=True)):
        return [[] for _ in rows]
    return [full_detail(row, width) for row in rows]


def full_detail(row: DialogRow, width: int) -> list[Span]:
    """A row's detail and note, each from a line of its own, under its text if that has no room in the list."""
    texts = (
        (row.text if KEY_COLUMNS + len(row.text) > width else "", palette.TEXT),
        (row.detail, palette.TEXT),
        (capitalised(row.note), palette.BRIGHT),
    )
    return [(line, color) for text, color in texts if text for line in wrapped(text, width)]


def lines_of(rows: Sequence[DialogRow]) -> list[int | str]:
    """The lines of a list: the index of each row, and headings."""
    lines: list[int | str] = []
    for index, row in enumerate(rows):
        if row.heading and (index == 0 or rows[index - 1].heading != row.heading):
            lines.append(row.heading)
        lines.append(index)
    return lines


class ListBox:
    """A list of rows: which row is selected, and which rows are scrolled into view."""

    def __init__(self) -> None:
        self.selected = 0
        self._first = 0
        self._area = Rect(0, 0, 0, 0)
        self._lines: list[int | str] = []

    def draw(self, canvas: Canvas, rows: Sequence[DialogRow], area: Rect) -> None:
        """Draw as many rows as the area has room for, always including the selected one.

        Marks in the column right of the area say that there are more.
        """
        x, y, width, height = self._area = area
        self.keep_selection_within(rows)
        self._lines = lines = lines_of(rows)
        at = lines.index(self.selected) if rows else 0
        # The heading above the selected row is scrolled into view with it.
        top = at - 1 if at > 0 and isinstance(lines[at - 1], str) else at
        self._first = max(0, min(max(self._first, at - height + 1), top, len(lines) - height))
        columns = detail_columns(rows, width)
        for line, entry in enumerate(lines[self._first : self._first + height]):
            if isinstance(entry, str):
                canvas.fill(x, y + line, width, 1, " ", palette.TEXT, palette.PANEL)
                canvas.print(x, y + line, entry, palette.ACCENT, None, width)
                continue
            row, selected = rows[entry], entry == self.selected
            bg = palette.SELECTED if selected else palette.PANEL
            canvas.fill(x, y + line, width, 1, " ", palette.TEXT, bg)
            canvas.put(x, y + line, ">" if selected else " ", palette.ACCENT)
            canvas.print(x + 2, y + line, row.key, palette.ACCENT, None, KEY_COLUMNS - 2)
            room = width - columns[entry]
            detail = row.whole_detail if len(row.whole_detail) <= room else row.detail
            color = palette.BRIGHT if selected else row.color or palette.TEXT
            canvas.print(x + KEY_COLUMNS, y + line, row.text, color, None, width - KEY_COLUMNS)
            canvas.print(x + columns[entry], y + line, detail, palette.DIM, None, room)
        if self._first > 0:
            canvas.put(x + width, y, "^", palette.ACCENT)
        if self._first + height < len(lines):
            canvas.put(x + width, y + height - 1, "v", palette.ACCENT)

    def keep_undrawn(self, rows: Sequence[DialogRow]) -> None:
        """Keep the rows of a list that is described, so that keys and the wheel move through it as through others."""
        self.keep_selection_within(rows)
        self._lines, self._area = lines_of(rows), Rect(0, 0, 0, PAGE_ROWS)

    def keep_selection_within(self, rows: Sequence[DialogRow]) -> None:
        """Select the last row if there are fewer rows than before."""
        self.selected = max(0, min(self.selected, len(rows) - 1))

    def handle(self, event: Event, keymap: Keymap, rows: Sequence[DialogRow], also: str = "menu") -> int | None:
        """Handle a key or the mouse. Returns the index of the row chosen, or None.

        The keys for up and down, pages, top and bottom are those of menus, and of the context `also`.
        """
        if isinstance(event, Mouse):
            return self._handle_mouse(event)
        if isinstance(event, Choice) and event.row < len(rows):
            self.selected = event.row
            return event.row
        if not isinstance(event, Key) or not rows:
            return None
        for index, row in enumerate(rows):
            if row.key == event.name:
                self.selected = index
                return index
        command = keymap.command("menu", event.name) or keymap.command(also, event.name)
        if command == "up":
            self.selected = (self.selected - 1) % len(rows)
        elif command == "down":
            self.selected = (self.selected + 1) % len(rows)
        elif command == "select":
            return self.selected
        else:
            page = max(1, self._area.height - 1)
            steps = {"page_up": -page, "page_down": page, "top": -len(rows), "bottom": len(rows)}
            self.selected = max(0, min(self.selected + steps.get(command or "", 0), len(rows) - 1))
        return None

    def _handle_mouse(self, mouse: Mouse) -> int | None:
        x, y, width, height = self._area
        rows = [entry for entry in self._lines if isinstance(entry, int)]
        line = self._first + mouse.y - y
        if mouse.kind == "wheel_up":
            self.selected = max(0, self.selected - 1)
        elif mouse.kind == "wheel_down":
            self.selected = min(len(rows) - 1, self.selected + 1)
        elif x <= mouse.x < x + width and y <= mouse.y < y + height and line < len(self._lines):
            entry = self._lines[line]
            if isinstance(entry, str):
                return None
            self.selected = entry
            return self.selected if mouse.kind == "left" else None
        return None


class Dialog(Screen):
    """A framed list over another screen, which it goes back to."""

    title = ""
    width = 30
    """Minimum columns inside the box."""

    def __init__(self, context: Context, parent: Screen) -> None:
        self.context = context
        self.parent = parent
        self.shows_map = parent.shows_map
        self.list_box = ListBox()
        self.missing = ""
        """The key just pressed, if it is of no row. Until another is pressed, Enter chooses nothing."""

    @abstractmethod
    def rows(self) -> Sequence[DialogRow]:
        """The rows to choose from."""

    @abstractmethod
    def choose(self, index: int) -> Screen | None:
        """Act on the chosen row. Returns the next screen."""

    def back(self) -> Screen | None:
        """The next screen if the player goes back without choosing."""
        return self.parent

    def prompt(self) -> str:
        """The text above the list; empty for none."""
        return ""

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """Key hints for the bottom of the box: keys and what they do."""
        return ((self.context.keymap.label("menu", "back"), "back"),)

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen below, dimmed, and the box; below the list, the selected row in full if rows are cut off."""
        self.parent.draw(canvas)
        rows = self.rows()
        if canvas.panels is not None:
            self.list_box.keep_undrawn(rows)
            at = self.list_box.selected
            canvas.panels.dialog = DialogBox(self.title, self.prompt(), rows, at, self._hints())
            canvas.links.clear()
            return
        shade(canvas)
        details = max((len(row.whole_detail) + 2 for row in rows if row.whole_detail), default=0)
        needed = max(
            KEY_COLUMNS + max((len(row.text) for row in rows), default=0) + details + 1,
            sum(len(key) + len(does) + 4 for key, does in self.footer_keys()),
            len(self.title) + 4,
            self.width,
        )
        inner = min(needed, canvas.width - 6)
        prompt = wrapped(self.prompt(), inner) if self.prompt() else []
        above = len(prompt) + 1 if prompt else 0
        self.list_box.keep_selection_within(rows)
        full = full_details(rows, inner)
        selected = full[self.list_box.selected] if full else []
        # The box has its top where it would be with the longest text below, so the list stays where it is.
        room = canvas.height - above - 4
        below, most = (
            min(len(lines) + 1, room // 2) if lines else 0 for lines in (selected, max(full, key=len, default=[]))
        )
        height = min(len(lines_of(rows)), room - below)
        w, h = inner + 4, height + above + below + 4
        x, y = (canvas.width - w) // 2, (canvas.height - above - 4 - min(room, len(lines_of(rows)) + most)) // 2
        draw_box(canvas, x, y, w, h, self.title)
        for line, text in enumerate(prompt):
            canvas.print(x + 2, y + 1 + line, text, palette.TEXT)
        self.list_box.draw(canvas, rows, Rect(x + 2, y + 1 + above, inner, height))
        if below:
            canvas.fill(x + 1, y + 1 + above + height, w - 2, 1, "─", palette.FAINT)
            if len(selected) >= below:
                text, color = selected[below - 2]
                selected[below - 2 :] = [(f"{text[: inner - 1]}{ELLIPSIS}", color)]
            print_lines(canvas, x + 2, y + 2 + above + height, selected, inner)
        draw_key_hints(canvas, x + 2, y + h - 2, self._hints(), inner)

    def _hints(self) -> Sequence[KeyHint]:
        return ((self.missing, "is not in the list"),) if self.missing else self.footer_keys()

    def handle(self, event: Event) -> Screen | None:
        """Choose, go back or move through the list."""
        if isinstance(event, Closed):
            return self.parent.handle(event)
        if isinstance(event, Key) and self._chooses_nothing(event.name):
            return self
        chosen = self.list_box.handle(event, self.context.keymap, self.rows())
        if chosen is not None:
            return self.choose(chosen)
        if isinstance(event, Key) and self.context.keymap.command("menu", event.name) == "back":
            return self.back()
        if isinstance(event, Mouse) and event.kind == "right":
            return self.back()
        return self

    def _chooses_nothing(self, key: str) -> bool:
        """Whether a key is of no row, or is Enter after such a key: the row it would choose wasn't meant."""
        command = self.context.keymap.command("menu", key)
        chooses = command == "select" and self.missing != ""
        unknown = command is None and len(key) == 1 and key not in {row.key for row in self.rows()}
        self.missing = key if unknown else ""
        return chooses


class Question(Dialog):
    """A yes-or-no question. Yes calls a function, no goes back."""

    width = 46

    def __init__(
        self,
        context: Context,
        parent: Screen,
        question: str,
        answers: tuple[str, str],
        on_yes: Callable[[], Screen | None],
    ) -> None:
        super().__init__(context, parent)
        self.question = question
        self.answers = (DialogRow("y", answers[0]), DialogRow("n", answers[1]))
        self._on_yes = on_yes
        self.list_box.selected = 1

    def prompt(self) -> str:
        """The question."""
        return self.question

    def rows(self) -> Sequence[DialogRow]:
        """Yes and no."""
        return self.answers

    def choose(self, index: int) -> Screen | None:
        """Call the function, or go back."""
        return self._on_yes() if index == 0 else self.back()


# The choice of a stat at a level-up.

MEANINGS = {
    codes.ACCURACY: "% added to your chance to hit",
    codes.EVASION: "% off the chance to be hit",
    codes.SPEED: "% of usual speed",
    codes.SIGHT: " cells of sight",
    codes.STEALTH: " steps nearer to sleepers unnoticed",
    codes.REGENERATION: " HP per 100 turns",
}
"""What a point of a stat is, after the number."""


def stat_of(hero: Hero, stat: int) -> int:
    """The hero's value of a stat."""
    return hero.max_hp if stat == codes.MAX_HP else int(hero.stats[stat])


class LevelUp(Dialog):
    """The choice at every level-up. Nothing else can be done first.

    A player who is still holding or tapping a key when the choice comes up must not choose by accident: so for a
    moment no key and no click counts, and the box says so.
    """

    title = "Level up"
    width = 46

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game.context, game)
        self.game = game
        self.guard = KeyGuard()
        self.tick_after = self.guard.seconds_left

    def prompt(self) -> str:
        """The question."""
        return "What do you want to improve?"

    def rows(self) -> Sequence[DialogRow]:
        """Each stat, with its value before and after."""
        hero, ruleset = self.game.session.hero, self.game.session.rulebook.compiled
        rows = []
        for index in range(ruleset.gain_count):
            gain = ruleset.gains[index]
            now = stat_of(hero, gain.stat)
            also = f", HP {hero.hp} -> {hero.hp + gain.amount}" if gain.stat == codes.MAX_HP else ""
            text = f"{capitalised(STAT_WORDS[gain.stat])} {gain.amount:+}"
            means = MEANINGS.get(gain.stat, "")
            rows.append(DialogRow(ascii_lowercase[index], text, f"{now} -> {now + gain.amount}{means}{also}"))
        return rows

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to choose, once keys count."""
        return (("wait", "a moment before you choose"),) if self.tick_after else (("letter", "choose"),)

    def tick(self) -> Screen | None:
        """Now every key counts."""
        self.guard.end()
        self.tick_after = None
        return self

    def handle(self, event: Event) -> Screen | None:
        """Choose, unless the key or the click may still be meant for the game."""
        counts = not isinstance(event, Key) or self.guard.is_deliberate(event.name)
        self.tick_after = self.guard.seconds_left or None
        if isinstance(event, Closed) or (counts and self.tick_after is None):
            return super().handle(event)
        return self

    def back(self) -> Screen | None:
        """The choice can't be skipped."""
        return self

    def choose(self, index: int) -> Screen | None:
        """Raise the stat."""
        return self.game.perform(action(CHOOSE, index))
