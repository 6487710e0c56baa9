"""The main menu with its lists of replays and profiles, and starting, continuing and replacing games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from steep import OWN_RULESET, __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.play.files import replays
from steep.play.files.ledger import begin_attempt
from steep.play.files.user_file_paths_and_settings import MAX_PROFILE_LENGTH, profile_named
from steep.play.files.user_files import reason_of
from steep.play.finish_run import finish_saved_victory, open_save
from steep.play.playback import Playback
from steep.play.seed_of_the_day import Attempt, day_of, day_with_seed, seed_of, start_sentence
from steep.play.session import Session
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.panels import DialogRow
from steep.ui.drawing.widgets import draw_title, print_lines, wrapped
from steep.ui.screen import Closed, Event, Key, MakeScreen, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.menus.new_game_menu import NewGame
from steep.ui.screens.menus.seed_of_the_day_screen import SeedOfTheDay
from steep.ui.screens.popups.list_and_question_dialogs import (
    KEY_COLUMNS,
    Dialog,
    ListBox,
    Question,
    detail_columns,
    is_whole,
)
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.statistics_and_high_scores import HighScores, Statistics


class Profiles(Dialog):
    """All profiles, and a row for a new one."""

    title = "Profile"

    def __init__(self, context: Context, parent: Screen, main_menu: MakeScreen) -> None:
        super().__init__(context, parent)
        self.main_menu = main_menu
        self.names = context.dirs.profiles()
        self.list_box.selected = self.names.index(context.dirs.profile)

    def prompt(self) -> str:
        """What a profile is."""
        return "Each profile has its own saved game and bestiary. All share the high scores."

    def rows(self) -> Sequence[DialogRow]:
        """The profiles, with whether each has a saved game, and the row for a new one."""
        dirs = self.context.dirs
        saved = [dirs.of_profile(name).save.exists() for name in self.names]
        rows = [DialogRow("", name, "a saved game" if has else "") for name, has in zip(self.names, saved, strict=True)]
        return [*rows, DialogRow("+", "New profile")]

    def choose(self, index: int) -> Screen | None:
        """Switch to the profile, or ask for a new name."""
        if index == len(self.names):
            return NewProfile(self.context, self, self.main_menu)
        self.context.change_profile(self.names[index])
        return self.main_menu()


class NewProfile(Dialog):
    """Asks for the name of a new profile."""

    title = "New profile"
    width = 46

    def __init__(self, context: Context, parent: Screen, main_menu: MakeScreen) -> None:
        super().__init__(context, parent)
        self.main_menu = main_menu
        self.name = ""
        self.note = ""

    def prompt(self) -> str:
        """What is wrong with the name, or what to type."""
        return self.note or "Type a name: letters, digits, - and _."

    def rows(self) -> Sequence[DialogRow]:
        """The name typed so far."""
        return (DialogRow("", f"Name  {self.name}_"),)

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to confirm and go back."""
        return ((self.context.keymap.label("menu", "select"), "play"), *super().footer_keys())

    def handle(self, event: Event) -> Screen | None:
        """Type, or handle the event as any list does."""
        if isinstance(event, Key):
            if event.name in ("backspace", "delete"):
                self.name, self.note = self.name[:-1] if event.name == "backspace" else "", ""
                return self
            if len(event.name) == 1:
                self.name, self.note = (self.name + event.name)[:MAX_PROFILE_LENGTH], ""
                return self
        return super().handle(event)

    def choose(self, index: int) -> Screen | None:  # noqa: ARG002  # there is only one row
        """Switch to the profile."""
        try:
            profile = profile_named(self.name)
        except InputError as error:
            self.note = str(error)
            return self
        self.context.change_profile(profile)
        return self.main_menu()


MAX_SHOWN = 100
"""Replays in the list; older ones can be played by `steep replay`."""


class Replays(Dialog):
    """The newest recordings in the folder of replays. Choosing one plays it."""

    title = "Replays"
    width = 60

    def __init__(self, context: Context, parent: Screen) -> None:
        super().__init__(context, parent)
        self.problem = ""
        self.files: list[Path] = []
        try:
            self.files = sorted(context.dirs.replays.glob("*.replay"), reverse=True)
        except OSError as error:
            self.problem = context.message(f"{context.dirs.replays}: {reason_of(error)}")
        self.older = len(self.files[MAX_SHOWN:])
        self.files = self.files[:MAX_SHOWN]
        self._rows = [replay_row(path) for path in self.files]

    def prompt(self) -> str:
        """What is wrong with the chosen one, or where they are."""
        if self.problem or not self.files:
            return self.problem or "No replays yet. Each run that ends leaves one."
        where = "under Files" if self.context.page_root else f"in {self.context.dirs.replays}"
        return f"{self.older} older ones are {where}." if self.older else ""

    def rows(self) -> Sequence[DialogRow]:
        """A row for each replay."""
        return self._rows

    def choose(self, index: int) -> Screen | None:
        """Play the replay, or say why that isn't possible."""
        self.problem = ""
        try:
            recording = replays.read(self.files[index])
            rulebook = replays.rulebook_of(recording, self.context.load_ruleset)
            return Replay(self.context, Playback(recording, rulebook), self)
        except InputError as error:
            self.problem = self.context.message(error)
            return self


def replay_row(path: Path) -> DialogRow:
    """When a run ended, its ruleset, seed and length."""
    when = path.stem[: len("2026-01-01-1200")]
    day, clock = when[:10], when[11:]
    try:
        recording = replays.read(path)
    except InputError:
        return DialogRow("", path.stem, "cannot be read", palette.BAD)
    header = recording.header
    return DialogRow(
        "", f"{day} {clock[:2]}:{clock[2:]}", f"{header.ruleset}, seed {header.seed}, {recording.length} actions"
    )


TAGLINE = "A turn-based dungeon: take the Lamp on floor 20"
"""What Steep's own dungeon is, and how it is won."""
MENU_WIDTH = 64

WIZARD_START = "You are a wizard: {} opens your commands. This run has no score and no replay."

TUTORIALS = "The dungeons of roguelike tutorials"
OWN = "Your own"
"""Headings of rulesets."""


class MainMenu(Screen):
    """The first screen of Steep."""

    def __init__(self, context: Context, problem: str = "") -> None:
        self.context = context
        self.list_box = ListBox()
        self.saved: Session | None = None
        self.problem = ""
        """Why the saved game can't be continued, or empty."""
        if context.dirs.save.exists():
            self._open_save()
        context.release()
        self.problem = problem or self.problem

    def _open_save(self) -> None:
        """Lock and read the saved game."""
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
            self.problem = self.context.message(error)

    def _entries(self) -> list[tuple[DialogRow, Callable[[], Screen | None]]]:
        entries: list[tuple[DialogRow, Callable[[], Screen | None]]] = [
            (DialogRow("n", "New game"), self._new_game),
            (DialogRow("d", "Seed of the day", day_of(self.context.now())), self._seed_of_the_day),
            (DialogRow("t", "Tutorials", "and your own rulesets"), self._other_rulesets),
            (DialogRow("a", "Statistics", "of all runs"), lambda: Statistics(self.context, self)),
            (DialogRow("b", "Bestiary", "what you have met"), self._bestiary),
            (DialogRow("r", "Replays"), lambda: Replays(self.context, self)),
            (DialogRow("s", "High scores"), lambda: HighScores(self.context, self)),
            (DialogRow("p", "Profile", self.context.dirs.profile), self._profiles),
            (DialogRow("?", "Help"), lambda: Help(self.context, self, self.saved.rulebook if self.saved else None)),
        ]
        if self.context.page_root is None:
            entries.append((DialogRow("q", "Quit"), lambda: None))
        if self.saved is not None:
            entries.insert(0, (save_row(self.saved), self._continue))
        elif self.problem and self.context.dirs.save.exists():
            entries.append((DialogRow("c", "Try the saved game again"), self._continue))
        return entries

    def _continue(self) -> Screen:
        """Continue the saved game. Reads it again, since it may have changed since the menu was made."""
        self._open_save()
        if self.saved is not None:
            return resume(self.context, self.saved)
        self.context.release()
        return self

    def _profiles(self) -> Screen:
        return Profiles(self.context, self, partial(MainMenu, self.context))

    def _new_game(self) -> Screen:
        return self._choose({"": [OWN_RULESET]}, "New game")

    def _seed_of_the_day(self) -> Screen:
        rulebook = self.context.load_ruleset(OWN_RULESET)
        saved = self.saved.attempt if self.saved else None

        def play(day: str) -> Screen:
            return asked_first(self.context, screen, lambda: begin_attempt_at(self.context, rulebook, day, saved))

        screen = SeedOfTheDay(self.context, self, rulebook, saved, play, self._continue)
        return screen

    def _bestiary(self) -> Screen:
        return Bestiary(self.context, self, self.context.load_ruleset(OWN_RULESET))

    def _other_rulesets(self) -> Screen:
        groups = {TUTORIALS: self.context.tutorial_names(), OWN: self.context.own_ruleset_names()}
        return self._choose(groups, "Tutorials and your own rulesets")

    def _choose(self, groups: Mapping[str, Sequence[str]], title: str) -> Screen:
        """Choose a game of one of some rulesets, by heading."""
        if not self.context.claim():
            self.problem = self.context.open_elsewhere
            return self
        self.context.release()
        if self.problem == self.context.open_elsewhere:
            self.problem = ""

        def begin(rulebook: Rulebook, seed: int) -> Screen:
            return start(self.context, rulebook, seed, screen)

        screen = NewGame(self.context, self, begin, groups, title)
        return screen

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, the menu and any problem with the save."""
        canvas.clear(palette.BACKGROUND)
        across = min(MENU_WIDTH, canvas.width - 2)
        lines = [(line, palette.BAD) for line in wrapped(self.problem, across)] if self.problem else []
        top = draw_title(canvas) + 1
        if not lines:
            for line in wrapped(TAGLINE, across):
                canvas.print((canvas.width - len(line)) // 2, top, line, palette.DIM)
                top += 1
            top += 1
        rows = [row for row, _ in self._entries()]
        longest = max(len(row.text) for row in rows) + max(len(row.whole_detail) for row in rows)
        width = min(KEY_COLUMNS + longest + 4, canvas.width - 2)
        x = (canvas.width - width) // 2
        if self.saved and not is_whole(replace(rows[0], note=""), detail_columns(rows, width)[0], width):
            # What the list would cut off of the saved game is said below it.
            lines += [(line, palette.TEXT) for line in wrapped(rows[0].whole_detail, across)]
            rows[0] = replace(rows[0], detail=self.saved.rulebook.name, note="")
        height = min(len(rows), canvas.height - top - 1 - len(lines))
        self.list_box.draw(canvas, rows, Rect(x, top, width, height))
        gap = int(top + height + len(lines) + 1 < canvas.height)
        print_lines(canvas, (canvas.width - across) // 2, top + height + gap, lines, across)
        version = f"Steep {__version__}"
        canvas.print(canvas.width - len(version) - 1, canvas.height - 1, version, palette.DIM)

    def handle(self, event: Event) -> Screen | None:
        """Open the screen of the chosen row."""
        if isinstance(event, Closed):
            return None
        entries = self._entries()
        chosen = self.list_box.handle(event, self.context.keymap, [row for row, _ in entries], "list")
        return self if chosen is None else entries[chosen][1]()


def save_row(session: Session) -> DialogRow:
    """The row of a saved game."""
    hero = session.hero
    mark = "wizard, " if session.wizard else ""
    won = "won, " if session.won else ""
    where = f"{mark}{session.rulebook.name}: {won}floor {hero.floor}, level {hero.level}"
    return DialogRow("c", "Continue", where, note=f"{hero.hp}/{hero.max_hp} HP, turn {hero.turn}")


def start(
    context: Context, rulebook: Rulebook, seed: int, parent: Screen, *, wizard: bool = False, what: str = "a new game"
) -> Screen:
    """Start a game. Asks first if it would erase a saved one; `what` is what the question calls the new one."""
    return asked_first(context, parent, partial(begin_game, context, rulebook, seed, wizard=wizard), what)


def asked_first(context: Context, parent: Screen, begin: Callable[[], Screen], what: str = "a new game") -> Screen:
    """Begin a game. Asks first if it would erase a saved one."""
    if not context.claim():
        return MainMenu(context, context.open_elsewhere)
    context.release()
    if not context.dirs.save.exists():
        return begin()
    question = f"Starting {what} erases your saved one."
    return Question(context, parent, question, ("Start a new game", "Keep the saved one"), begin)


def begin_game(context: Context, rulebook: Rulebook, seed: int, *, wizard: bool = False) -> Screen:
    """Start a game and save it at once, so that it survives whatever happens."""
    if not context.claim():
        return MainMenu(context, context.open_elsewhere)
    session = Session.start(rulebook, seed, wizard=wizard)
    if wizard:
        session.log.add(WIZARD_START.format(context.keymap.label("play", "wizard")), "hint", 0)
    try:
        note_practice(context, session)
    except InputError as error:
        return MainMenu(context, context.message(error))
    return begin_session(context, session)


def begin_attempt_at(context: Context, rulebook: Rulebook, day: str, saved: Attempt | None) -> Screen:
    """Start a game of a day's seed, scored if it is the profile's first. `saved` is that of the saved game."""
    if not context.claim():
        return MainMenu(context, context.open_elsewhere)
    session = Session.start(rulebook, seed_of(day))
    try:
        _note_attempt(context, session, day, saved, practice=False)
    except InputError as error:
        return MainMenu(context, context.message(error))
    return begin_session(context, session)


def note_practice(context: Context, session: Session) -> None:
    """Note a game that has the seed of today or of a later day by its number. Raises `InputError`."""
    day = day_with_seed(session.seed)
    own = day >= day_of(context.now()) and session.rulebook.hash == context.load_ruleset(OWN_RULESET).hash
    if own:
        _note_attempt(context, session, day, None, practice=True)


def _note_attempt(context: Context, session: Session, day: str, saved: Attempt | None, *, practice: bool) -> None:
    attempt = begin_attempt(context.dirs, day, session.rulebook.hash, session.id, saved, practice=practice)
    session.attempt = attempt
    clean = attempt.scored and not attempt.practised
    session.log.add(start_sentence(attempt), "hint" if clean else "bad", 0)


def begin_session(context: Context, session: Session) -> Screen:
    """Save a new game and show it. If it takes the place of one that was won, that is finished first."""
    finish_saved_victory(context.dirs, context.load_ruleset)
    play = a_play(context, session)
    play.save()
    return play.first_screen()


def a_play(context: Context, session: Session) -> Play:
    """The game screen, from whose end the next game can be started."""
    play = Play(context, session, partial(MainMenu, context))
    play.run.new_game = lambda rulebook: start(
        context, rulebook, context.random_seed(), MainMenu(context), wizard=session.wizard
    )
    return play


def resume(context: Context, session: Session) -> Screen:
    """Continue a saved game."""
    return a_play(context, session).first_screen()
