"""The main menu, and the choice of a new game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from steep import __version__
from steep.content import Rulebook, RulesetError
from steep.core.errors import InputError
from steep.core.streams import MAX_SEED
from steep.play.game_over import open_save
from steep.play.session import Session
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play import Play
from steep.ui.screens.menus.profiles import Profiles
from steep.ui.screens.popups.dialog import Choices, Question, Row, key_of
from steep.ui.screens.texts.high_scores import HighScores
from steep.ui.screens.texts.pager import Help
from steep.ui.widgets import draw_box, hints, print_lines, print_spans, wrapped

LETTERS = (
    (" ███", "█   ", " ██ ", "   █", "███ "),
    ("███", " █ ", " █ ", " █ ", " █ "),
    ("███", "█  ", "██ ", "█  ", "███"),
    ("███", "█  ", "██ ", "█  ", "███"),
    ("███ ", "█  █", "███ ", "█   ", "█   "),
)
"""S T E E P; every letter stands a step below the one before."""

PIXEL_WIDTH = 2
LETTER_GAP = 2
TITLE_WIDTH = sum(len(letter[0]) * PIXEL_WIDTH + LETTER_GAP for letter in LETTERS)
TITLE_HEIGHT = 10
TAGLINE = "A dungeon whose difficulty is data"
AS_WRITTEN = "as written"
MENU_WIDTH = 64
NEW_GAME_WIDTH = 76


def draw_title(canvas: Canvas) -> int:
    """Draw the name going down a stair into the dark; gives the row below it."""
    x, y = (canvas.width - TITLE_WIDTH) // 2 + 1, max(1, (canvas.height - 24) // 3)
    for step, letter in enumerate(LETTERS):
        color = palette.blend(palette.ACCENT, palette.GROUND, step * 0.13)
        for row, pixels in enumerate(letter):
            for column, pixel in enumerate(pixels):
                if pixel != " ":
                    at = x + column * PIXEL_WIDTH
                    canvas.fill(at, y + step + row, PIXEL_WIDTH, 1, pixel, color)
        width = len(letter[0]) * PIXEL_WIDTH + LETTER_GAP
        canvas.fill(
            x - 1, y + step + len(letter), width, 1, "▀", palette.blend(palette.FAINT, palette.GROUND, step * 0.13)
        )
        x += width
    return y + TITLE_HEIGHT


class MainMenu(Screen):
    """What Steep begins with."""

    def __init__(self, context: Context, problem: str = "") -> None:
        self.context = context
        self.choices = Choices()
        self.saved: Session | None = None
        self.problem = ""
        """Why there is no game to continue, where one was to be expected."""
        if context.dirs.save.exists():
            self._open_save()
        context.release()
        self.problem = problem or self.problem

    def _open_save(self) -> None:
        """Read the save, and keep other processes from it."""
        self.saved, self.problem = None, ""
        if not self.context.dirs.save.exists():
            self.problem = "The saved game is gone."
            return
        if not self.context.claim():
            self.problem = self.context.open_elsewhere
            return
        try:
            self.saved = open_save(self.context.dirs, self.context.load_ruleset)
        except InputError as error:
            self.problem = str(error)

    def _entries(self) -> list[tuple[Row, Callable[[], Screen | None]]]:
        entries: list[tuple[Row, Callable[[], Screen | None]]] = [
            (Row("n", "New game"), self._new_game),
            (Row("s", "High scores"), lambda: HighScores(self.context, self)),
            (Row("p", "Profile", self.context.dirs.profile), self._profiles),
            (Row("?", "Help"), lambda: Help(self.context, self, self.saved.rulebook if self.saved else None)),
            (Row("q", "Quit"), lambda: None),
        ]
        if self.saved is not None:
            entries.insert(0, (Row("c", "Continue", where_it_stands(self.saved)), self._continue))
        elif self.problem and self.context.dirs.save.exists():
            entries.append((Row("c", "Continue", "the save cannot be used now"), self._continue))
        return entries

    def _continue(self) -> Screen:
        """Go on with the save as it is now, whatever it was when the menu came up."""
        self._open_save()
        if self.saved is not None:
            return resume(self.context, self.saved)
        self.context.release()
        return self

    def _profiles(self) -> Screen:
        return Profiles(self.context, self, partial(MainMenu, self.context))

    def _new_game(self) -> Screen:
        return NewGame(self.context, self)

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, the menu, and what is wrong with the save."""
        canvas.clear(palette.GROUND)
        top = draw_title(canvas) + 1
        canvas.print((canvas.width - len(TAGLINE)) // 2, top, TAGLINE, palette.DIM)
        rows = [row for row, _ in self._entries()]
        width = max(28, 6 + max(len(row.text) + len(row.detail) + 6 for row in rows))
        x = (canvas.width - width) // 2
        self.choices.draw(canvas, rows, (x, top + 2, width, len(rows)))
        if self.problem:
            said = [(line, palette.BAD) for line in wrapped(self.problem, MENU_WIDTH)]
            x = (canvas.width - MENU_WIDTH) // 2
            print_lines(canvas, x, top + 3 + len(rows), said, MENU_WIDTH)
        version = f"Steep {__version__}"
        canvas.print(canvas.width - len(version) - 1, canvas.height - 1, version, palette.DIM)

    def handle(self, event: Event) -> Screen | None:
        """Go where a row leads."""
        if isinstance(event, Closed):
            return None
        entries = self._entries()
        chosen = self.choices.take(event, self.context.keymap, [row for row, _ in entries])
        return self if chosen is None else entries[chosen][1]()


class NewGame(Screen):
    """Which ruleset to play, and with what seed."""

    def __init__(self, context: Context, menu: MainMenu) -> None:
        self.context = context
        self.menu = menu
        self.choices = Choices()
        self.names = context.ruleset_names()
        self.mode = ""
        self.seed = ""
        self.note = ""

        def look_up(name: str) -> Rulebook | RulesetError:
            try:
                return context.load_ruleset(name)
            except RulesetError as error:
                return error

        self._found = cache(look_up)
        self._in_modes = cache(lambda name: modes_of(self._found(name)))

    def _rows(self) -> list[Row]:
        found = [self._found(name) for name in self.names]
        details = ["cannot be used" if isinstance(one, RulesetError) else one.title for one in found]
        return [Row("", name, detail) for name, detail in zip(self.names, details, strict=True)]

    def _written(self) -> Rulebook | RulesetError:
        return self._found(self.names[self.choices.at])

    def _modes(self) -> dict[str, Rulebook]:
        return self._in_modes(self.names[self.choices.at])

    def _mode(self) -> str:
        """The title of the mode that is chosen; one that a ruleset does not have is as it is written."""
        modes = self._modes()
        return self.mode if self.mode in modes else next((title for title in modes if not modes[title].mode), "")

    def _chosen(self) -> Rulebook | RulesetError:
        return self._modes().get(self._mode()) or self._written()

    def draw(self, canvas: Canvas) -> None:
        """Draw the rulesets, what the chosen one is, and the seed."""
        canvas.clear(palette.GROUND)
        rows = self._rows()
        inner = NEW_GAME_WIDTH - 4
        height = min(len(rows), 8)
        chosen = self._chosen()
        text, color = (
            (str(chosen), palette.BAD) if isinstance(chosen, RulesetError) else (chosen.description, palette.TEXT)
        )
        about = [(line, color) for line in wrapped(text, inner)][: canvas.height - height - 11]
        h = height + len(about) + 9
        x, y = (canvas.width - NEW_GAME_WIDTH) // 2, (canvas.height - h) // 2
        if h + TITLE_HEIGHT < canvas.height:
            y = max(y, draw_title(canvas))
        draw_box(canvas, x, y, NEW_GAME_WIDTH, h, "New game")
        self.choices.draw(canvas, rows, (x + 2, y + 1, inner, height))
        print_lines(canvas, x + 2, y + 2 + height, about, inner)
        at = y + 3 + height + len(about)
        modes = [
            (f"[{title}]", palette.BRIGHT) if title == self._mode() else (f" {title} ", palette.DIM)
            for title in self._modes()
        ]
        print_spans(canvas, x + 2, at, [("Mode ", palette.DIM), *modes], inner)
        field = [("Seed  ", palette.DIM), (self.seed, palette.BRIGHT), ("_", palette.ACCENT)]
        print_spans(
            canvas,
            x + 2,
            at + 1,
            field if self.seed else [*field, ("  any number; random when empty", palette.DIM)],
            inner,
        )
        canvas.print(x + 2, at + 2, self.note, palette.BAD, None, inner)
        print_spans(canvas, x + 2, y + h - 2, hints(self._footer_hints(), inner), inner)

    def _footer_hints(self) -> tuple[tuple[str, str], ...]:
        keymap = self.context.keymap
        return (
            (f"{key_of(keymap, 'menu', 'up')}/{key_of(keymap, 'menu', 'down')}", "ruleset"),
            (f"{key_of(keymap, 'menu', 'left')}/{key_of(keymap, 'menu', 'right')}", "mode"),
            ("0-9", "seed"),
            (key_of(keymap, "menu", "select"), "start"),
            (key_of(keymap, "menu", "back"), "back"),
        )

    def handle(self, event: Event) -> Screen | None:
        """Choose, type a seed, start, or go back."""
        if isinstance(event, Closed):
            return self.menu.handle(event)
        if isinstance(event, Mouse) and event.kind == "right":
            return self.menu
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
        chosen = self.choices.take(event, self.context.keymap, self._rows())
        return self if chosen is None else self._start()

    def _type(self, key: str) -> bool:
        """Change the seed by a key; False when the key is not one that types."""
        digit = key.removeprefix("kp_") if self.context.keymap.command("menu", key) is None else key
        if key in ("backspace", "delete"):
            self.seed, self.note = self.seed[:-1] if key == "backspace" else "", ""
        elif len(digit) != 1:
            return False
        elif digit not in "0123456789":
            self.note = f'A seed is a number from 0 to {MAX_SEED}; "{digit}" is not a digit.'
        elif int(self.seed + digit) > MAX_SEED:
            self.note = f"A seed is a number from 0 to {MAX_SEED}."
        else:
            self.seed, self.note = str(int(self.seed + digit)), ""
        return True

    def _start(self) -> Screen | None:
        rulebook = self._chosen()
        if isinstance(rulebook, RulesetError):
            self.note = "This ruleset can't be used."
            return self
        seed = int(self.seed) if self.seed else self.context.random_seed()
        return start(self.context, rulebook, seed, self)


def modes_of(written: Rulebook | RulesetError) -> dict[str, Rulebook]:
    """What a ruleset can be played as, by title: as it is written, and in each mode that changes anything.

    Of two modes with one title the later has its key behind it.
    """
    if isinstance(written, RulesetError):
        return {}
    found: dict[str, Rulebook] = {}
    for mode in written.modes:
        title = mode.title
        while title in found or title == AS_WRITTEN:
            title = f"{title} ({mode.key})"
        found[title] = written.in_mode(mode.key)
    same = [title for title, book in found.items() if book.hash == written.hash]
    return found | {same[0]: written} if same else {AS_WRITTEN: written} | found


def where_it_stands(session: Session) -> str:
    """A saved game in one line."""
    hero = session.hero
    return (
        f"{session.rulebook.name}: floor {hero.floor}, level {hero.level}, {hero.hp}/{hero.max_hp} HP, turn {hero.turn}"
    )


def start(context: Context, rulebook: Rulebook, seed: int, below: Screen) -> Screen:
    """Start a game; asks first when a saved one would be lost."""
    begin = partial(begin_game, context, rulebook, seed)
    if not context.claim():
        return MainMenu(context, context.open_elsewhere)
    context.release()
    if not context.dirs.save.exists():
        return begin()
    question = "Starting a new game erases your saved one."
    return Question(context, below, question, ("Start a new game", "Keep the saved one"), begin)


def begin_game(context: Context, rulebook: Rulebook, seed: int) -> Screen:
    """Start a game and save it, so that it is there whatever happens."""
    if not context.claim():
        return MainMenu(context, context.open_elsewhere)
    play = Play(context, Session.start(rulebook, seed), partial(MainMenu, context))
    play.save()
    return play.entered()


def resume(context: Context, session: Session) -> Screen:
    """Go on with a saved game."""
    return Play(context, session, partial(MainMenu, context)).entered()
