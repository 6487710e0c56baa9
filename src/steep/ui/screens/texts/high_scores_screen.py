"""The high scores."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.files.ledger import Score, read_ledger
from steep.play.files.user_file_paths import DEFAULT_PROFILE
from steep.play.files.user_files import FileError
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import columns_that_fit, wrapped
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager

HEADINGS = ("rank", "score", "floor", "level", "XP", "kills", "turns", "date", "seed")
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
    headings = [heading for heading in HEADINGS if scored or heading != "score"]
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
