"""Statistics of all runs, by ruleset with who killed the hero and where, and the high scores."""

from __future__ import annotations

from collections.abc import Sequence

from steep.core.input_errors import InputError
from steep.play.files.ledger import Ledger, RunStatistics, Score, read_ledger, statistics_of
from steep.play.files.lore import lore_name, read_lore
from steep.play.files.user_file_paths_and_settings import DEFAULT_PROFILE
from steep.play.files.user_files import FileError
from steep.play.texts.describe import never_met_text
from steep.play.texts.messages import counted
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import FULL, columns_that_fit, wrapped
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.character_sheet import heading, pair
from steep.ui.screens.texts.pager import Line, Pager

HEADINGS = ("runs", "wins", "deepest", "best score", "kills", "turns")
OF_ALL = 'Runs of all profiles; "never met" is about {} only.'
MAX_KILLERS = 12
"""Killers listed for a ruleset."""
MAX_NAME = 24
"""Letters of a ruleset's name in the table."""
BAR = 30
"""Columns of the longest bar."""


class Statistics(Pager):
    """The figures of all runs that ended on this machine. Runs of bots don't count."""

    title = "Statistics"

    def __init__(self, context: Context, parent: Screen) -> None:
        super().__init__(context, parent)
        self.problem = ""
        ledger = Ledger()
        try:
            ledger = read_ledger(context.dirs)
        except InputError as error:
            self.problem = context.message(error)
        if broken := len(ledger.broken):
            lines = counted(broken, "line")
            self.problem = (
                f"{context.dirs.runs}: {lines} could not be read and {'is' if broken == 1 else 'are'} left out."
            )
        self.figures = statistics_of(ledger.runs)
        self.never_met = {each.ruleset: never_met_in(context, each.ruleset) for each in self.figures}
        """What is said of each ruleset; empty if it can no longer be loaded."""
        several = len(context.dirs.profiles()) > 1
        self.whose = OF_ALL.format(context.dirs.profile) if several else ""
        """Whose runs these are, where there are several profiles."""

    def lines(self, width: int) -> Sequence[Line]:
        """The table, and a section for each ruleset."""
        problem: list[Line] = [[(line, palette.BAD)] for line in wrapped(self.problem, width)] if self.problem else []
        if not self.figures:
            return [*problem, [("No run has ended yet.", palette.TEXT)]]
        sections = (
            line for figures in self.figures for line in ([], *section(figures, self.never_met[figures.ruleset]))
        )
        whose: list[Line] = [[], [(self.whose, palette.DIM)]] if self.whose else []
        return [*problem, *table(self.figures, width), *whose, *sections]


def table(figures: Sequence[RunStatistics], width: int) -> list[Line]:
    """A row for each ruleset, and one below it for what has no room."""
    rows = [
        tuple(map(str, (each.runs, each.wins, each.deepest, each.most_points or "", each.kills, each.turns)))
        for each in figures
    ]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    names = [each.ruleset[:MAX_NAME] for each in figures]
    first = max(map(len, ("ruleset", *names)))

    fit = columns_that_fit([first, *widths], width) - 1

    def line(name: str, cells: Sequence[str]) -> str:
        aligned = (cell.rjust(width) for cell, width in zip(cells[:fit], widths, strict=False))
        return "  ".join((name.ljust(first), *aligned))

    lines: list[Line] = [[(line("ruleset", HEADINGS), palette.DIM)]]
    for name, row in zip(names, rows, strict=True):
        others = ", ".join(f"{heading} {cell}" for heading, cell in zip(HEADINGS[fit:], row[fit:], strict=True) if cell)
        lines.append([(line(name, row), palette.TEXT)])
        lines += [[(f"  {each}", palette.DIM)] for each in wrapped(others, width - 2) if each]
    return lines


def never_met_in(context: Context, ruleset: str) -> str:
    """How much of a ruleset was never met; empty if that can't be told."""
    try:
        rulebook = context.load_ruleset(ruleset)
        return never_met_text(rulebook, read_lore(context.dirs.lore).of(lore_name(ruleset)))
    except InputError:
        return ""


def section(figures: RunStatistics, never_met: str) -> list[Line]:
    """What there is to say about one ruleset."""
    lines: list[Line] = [
        heading(figures.ruleset),
        pair("Runs", runs_text(figures)),
        pair("Deepest", f"floor {figures.deepest}; highest level {figures.highest_level}"),
        pair("Longest", counted(figures.longest, "turn")),
    ]
    if figures.quickest_win:
        lines.append(pair("Quickest win", counted(figures.quickest_win, "turn")))
    if never_met:
        lines.append(pair("Never met", never_met))
    if figures.deaths:
        lines.append(pair("Half died by", f"floor {figures.median_floor_of_death:g}"))
        lines += [[], [("  Deaths by floor", palette.DIM)], *bars(figures)]
        lines += [[], [("  Killed by", palette.DIM)], *killers(figures)]
    return lines


def runs_text(figures: RunStatistics) -> str:
    """How runs ended: "12: 1 won (8%), 10 died, 1 abandoned"."""
    share = f" ({figures.wins / figures.runs:.0%})" if figures.wins else ""
    return f"{figures.runs}: {figures.wins} won{share}, {figures.deaths} died, {figures.abandoned} abandoned"


def bars(figures: RunStatistics) -> list[Line]:
    """Deaths on each floor, as bars."""
    most = max(figures.deaths_on.values())
    return [
        [
            (f"  {floor:>4} ", palette.TEXT),
            (FULL * max(1, figures.deaths_on[floor] * BAR // most) if figures.deaths_on[floor] else "", palette.ACCENT),
            (f" {figures.deaths_on[floor] or ''}", palette.DIM),
        ]
        for floor in range(1, max(figures.deaths_on) + 1)
    ]


def killers(figures: RunStatistics) -> list[Line]:
    """Who killed, most often first."""
    found = sorted(figures.killers.items(), key=lambda killer: (-killer[1], killer[0]))
    lines: list[Line] = [
        [
            (f"  {count:>4} ", palette.BRIGHT),
            (f"{name or 'something unknown'}", palette.TEXT),
            (f"  {count / figures.deaths:.0%}", palette.DIM),
        ]
        for name, count in found[:MAX_KILLERS]
    ]
    rest = sum(count for _, count in found[MAX_KILLERS:])
    return [*lines, *([[(f"  {rest:>4} ", palette.BRIGHT), ("others", palette.TEXT)]] if rest else [])]


SCORE_HEADINGS = ("rank", "score", "floor", "level", "XP", "kills", "turns", "date", "seed")
"""The score only if some run has one."""

INDENT = " " * 6
"""As wide as the rank column and the space after it."""


def cells_of(rank: int, score: Score) -> tuple[str, ...]:
    """The cells of a score's row."""
    numbers = (rank, score.points or "", score.floor, score.level, score.xp, score.kills, score.turns)
    return (*map(str, numbers), score.date[:10], str(score.seed))


def ending_of(score: Score) -> str:
    """The line below the numbers: how the run ended, its ruleset, and its profile unless that is the default."""
    profile = "" if score.profile == DEFAULT_PROFILE else f", {score.profile}"
    return f"{score.cause} ({score.ruleset}{profile})"


class HighScores(Pager):
    """The best runs, with the numbers and the ending of each."""

    title = "High scores"

    def __init__(self, context: Context, parent: Screen) -> None:
        super().__init__(context, parent)
        self.problem = ""
        self.scores: list[Score] = []
        try:
            ledger = read_ledger(context.dirs)
            self.scores = ledger.scores
            self.problem = context.message(ledger.troubles.get(context.dirs.scores.name, ""))
        except FileError as error:
            self.problem = context.message(error)

    def lines(self, width: int) -> Sequence[Line]:
        """The table, and why something is missing in it."""
        problem: list[Line] = [[(line, palette.BAD)] for line in wrapped(self.problem, width)] if self.problem else []
        if not self.scores:
            return problem or [[("No scores yet.", palette.TEXT)]]
        return [*problem, *score_table(self.scores, width)]


def score_table(scores: Sequence[Score], width: int) -> list[Line]:
    """Scores with the numbers and the ending of each. Numbers that have no room are in a row of their own."""
    rows = [cells_of(rank, score) for rank, score in enumerate(scores, 1)]
    scored = any(score.points for score in scores)
    headings = [heading for heading in SCORE_HEADINGS if scored or heading != "score"]
    rows = rows if scored else [(row[0], *row[2:]) for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    fit = columns_that_fit(widths, width)
    table: list[Line] = [[(aligned(headings[:fit], headings[:fit], widths[:fit]), palette.DIM)]]
    for rank, row in enumerate(rows, 1):
        cells = aligned(row[:fit], headings[:fit], widths[:fit])
        table.append([(cells, palette.ACCENT if rank == 1 else palette.TEXT)])
        others = ", ".join(f"{heading} {cell}" for heading, cell in zip(headings[fit:], row[fit:], strict=True))
        below = [line for text in (others, ending_of(scores[rank - 1])) for line in wrapped(text, width - len(INDENT))]
        table += [[(f"{INDENT}{line}", palette.DIM)] for line in below if line]
    return table


def aligned(cells: Sequence[str], headings: Sequence[str], widths: Sequence[int]) -> str:
    """Cells in columns: numbers right-aligned, the date left-aligned."""
    texts = (
        cell.ljust(width) if heading == "date" else cell.rjust(width)
        for cell, width, heading in zip(cells, widths, headings, strict=True)
    )
    return "  ".join(texts)
