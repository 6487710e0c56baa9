"""The bestiary: what the profile has met over all its runs. What was never met is a question mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steep.content import Rulebook
from steep.core.geometry import FLOOR
from steep.core.input_errors import InputError
from steep.core.ruleset import NO_GAS
from steep.play.files.lore import FAMILIES, KindLore, Lore, lore_name, read_lore
from steep.play.texts.describe import counts_text, item_lines, monster_lines, terrain_row_lines
from steep.play.texts.messages import capitalised, with_pronoun
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color, Rect
from steep.ui.drawing.panels import DialogRow
from steep.ui.drawing.widgets import draw_box, draw_key_hints, print_lines, print_spans, wrapped
from steep.ui.screen import Closed, Event, Key, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.list_and_question_dialogs import ListBox

MAX_WIDTH = 100
LIST_WIDTH = 30
"""Columns of the list of kinds."""

UNKNOWN = DialogRow("?", "?", color=palette.DIM)
"""The row of a kind that was never met."""

GAS_GLYPH = "~"
"""Gas has no glyph of its own on the map, which it tints."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind in the book."""

    row: int
    """Its number; of terrain and gas the row of the compiled table."""
    key: str
    name: str
    glyph: str
    color: Color


def entries_of(rulebook: Rulebook) -> dict[str, list[Entry]]:
    """All kinds of a ruleset, by family."""
    terrain = [
        Entry(row, each.key, each.name, each.glyph, each.color)
        for row, each in enumerate(rulebook.terrain)
        if row > FLOOR
    ]
    gases = [Entry(NO_GAS + 1 + n, each.key, each.name, GAS_GLYPH, each.color) for n, each in enumerate(rulebook.gases)]
    return {
        "monsters": [Entry(n, each.key, each.name, each.glyph, each.color) for n, each in enumerate(rulebook.monsters)],
        "items": [Entry(n, each.key, each.name, each.glyph, each.color) for n, each in enumerate(rulebook.items)],
        "terrain": terrain + gases,
    }


def lines_about(family: str, row: int, known: KindLore, rulebook: Rulebook) -> list[str]:
    """What there is to say about a kind that was met."""
    if family == "monsters":
        return monster_lines(rulebook.monsters[row], rulebook, known)
    if family == "items":
        return item_lines(rulebook.items[row], rulebook)
    return terrain_row_lines(row, rulebook)


class Bestiary(Screen):
    """Monsters, items and terrain of a ruleset: a list, and the selected one in full."""

    def __init__(
        self, context: Context, parent: Screen, rulebook: Rulebook, page: tuple[str, int] | None = None
    ) -> None:
        """Open the book, at the page of a family's row if one is given."""
        self.context = context
        self.parent = parent
        self.problem = ""
        self.lore = Lore()
        try:
            self.lore = read_lore(context.dirs.lore)
        except InputError as error:
            self.problem = context.message(error)
        self.family = FAMILIES[0]
        self.list_box = ListBox()
        self._books = [rulebook, *self._others(rulebook)]
        self._show(rulebook)
        if page is not None:
            self._turn_to(*page)

    def _turn_to(self, family: str, row: int) -> None:
        """Select a row of a family, which is in view; of terrain and gas, one of the compiled table."""
        self.family, self.list_box = family, ListBox()
        number, entry = next((n, each) for n, each in enumerate(self.entries[family]) if each.row == row)
        self.list_box.selected = number
        # A wizard's run, for one, is not in the book.
        self.known[family].setdefault(entry.key, KindLore())

    def _others(self, rulebook: Rulebook) -> list[Rulebook]:
        """The other rulesets of which anything was met and that can be loaded."""
        names = {*self.lore.kinds, *(run.ruleset for run in self.lore.open.values())} - {lore_name(rulebook.name)}
        listed = (self.context.listed_ruleset(name) for name in sorted(names & {*self.context.ruleset_names()}))
        return [each for each in listed if isinstance(each, Rulebook)]

    def _show(self, rulebook: Rulebook) -> None:
        """Turn to a ruleset."""
        self.rulebook = rulebook
        self.entries = entries_of(rulebook)
        self.known = self.lore.of(lore_name(rulebook.name))
        self._select_first()

    def _select_first(self) -> None:
        """Select the first kind that was met."""
        self.list_box = ListBox()
        rows = self._rows()
        self.list_box.selected = next((number for number, row in enumerate(rows) if row is not UNKNOWN), 0)

    def _rows(self) -> list[DialogRow]:
        return [
            DialogRow(each.glyph, each.name, color=palette.legible(each.color))
            if each.key in self.known[self.family]
            else UNKNOWN
            for each in self.entries[self.family]
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the tabs, the list and the selected kind."""
        canvas.clear(palette.BACKGROUND)
        w, h = min(canvas.width, MAX_WIDTH), canvas.height
        x = (canvas.width - w) // 2
        draw_box(canvas, x, 0, w, h, f"Bestiary: {self.rulebook.title}")
        tabs = [
            (f"[{self._tab(family)}]", palette.BRIGHT)
            if family == self.family
            else (f" {self._tab(family)} ", palette.DIM)
            for family in FAMILIES
        ]
        print_spans(canvas, x + 2, 1, tabs, w - 4)
        rows = self._rows()
        across = min(LIST_WIDTH, w // 2 - 4)
        self.list_box.draw(canvas, rows, Rect(x + 2, 3, across, h - 6))
        self._draw_entry(canvas, Rect(x + across + 4, 3, w - across - 6, h - 6))
        keymap = self.context.keymap
        keys = (
            (f"{keymap.label('menu', 'left')}/{keymap.label('menu', 'right')}", "what"),
            (f"{keymap.label('menu', 'up')}/{keymap.label('menu', 'down')}", "which"),
            ("Tab" if len(self._books) > 1 else "", "ruleset"),
            (keymap.label("menu", "back"), "back"),
        )
        draw_key_hints(canvas, x + 2, h - 2, keys, w - 4)

    def _tab(self, family: str) -> str:
        known = sum(each.key in self.known[family] for each in self.entries[family])
        return f"{capitalised(family)} {known} of {len(self.entries[family])}"

    def _draw_entry(self, canvas: Canvas, area: Rect) -> None:
        lines: list[tuple[str, Color]] = [(line, palette.BAD) for line in wrapped(self.problem, area.width)]
        lines = lines if self.problem else []
        if self.entries[self.family]:
            entry = self.entries[self.family][self.list_box.selected]
            known = self.known[self.family].get(entry.key)
            if known is None:
                lines.append(("You have never met this one.", palette.DIM))
            else:
                lines += [
                    (f"{entry.glyph}  {capitalised(entry.name)}", palette.legible(entry.color)),
                    ("", palette.TEXT),
                ]
                texts = lines_about(self.family, entry.row, known, self.rulebook)
                lines += [(line, palette.TEXT) for text in texts for line in wrapped(text, area.width)]
                kinds = self.rulebook.monsters
                pronoun = kinds[entry.row].pronoun if self.family == "monsters" else ""
                counts = with_pronoun(counts_text(known), pronoun)
                lines += [("", palette.TEXT), *((line, palette.DIM) for line in wrapped(counts, area.width))]
        print_lines(canvas, area.x, area.y, lines[: area.height], area.width)

    def handle(self, event: Event) -> Screen | None:
        """Choose a kind, a family or a ruleset, or go back."""
        if isinstance(event, Closed):
            return self.parent.handle(event)
        if isinstance(event, Mouse) and event.kind == "right":
            return self.parent
        if isinstance(event, Key):
            command = self.context.keymap.command("menu", event.name)
            if command == "back":
                return self.parent
            if command in ("left", "right"):
                step = -1 if command == "left" else 1
                self.family = FAMILIES[(FAMILIES.index(self.family) + step) % len(FAMILIES)]
                self._select_first()
                return self
            if event.name == "tab":
                self._show(self._books[(self._books.index(self.rulebook) + 1) % len(self._books)])
                return self
            if len(event.name) == 1 and command is None:
                self._find(event.name)
                return self
        self.list_box.handle(event, self.context.keymap, self._rows())
        return self

    def _find(self, glyph: str) -> None:
        """Select the next known kind with a glyph."""
        rows: Sequence[DialogRow] = self._rows()
        after = [*range(self.list_box.selected + 1, len(rows)), *range(self.list_box.selected + 1)]
        found = (number for number in after if rows[number].key == glyph and rows[number] is not UNKNOWN)
        self.list_box.selected = next(found, self.list_box.selected)
