"""A result of the lab as a short text in Markdown, for a comment or for the summary of a job in CI."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from steep.commands.shared.output import say_utf8
from steep.lab import DriftCheck, TargetCheck
from steep.lab.drift_check import sensitivity_in_words
from steep.lab.figures import table_of_bands
from steep.lab.figures.drift_significance import DRIFTED, HELD, TOO_FEW
from steep.lab.figures.figures_in_bands import BROKEN, HOLDS
from steep.lab.report_page.result_page import share_text
from steep.lab.stats.shares_as_text import points

MAX_ROWS = 12
"""Of a table: a comment should fit a screen. The rest is counted."""

DRIFT_HEADINGS = {DRIFTED: "Difficulty has drifted", HELD: "Difficulty held", TOO_FEW: "Too few games to tell"}

BAND_HEADINGS = {BROKEN: "The target is broken", HELD: "The target holds", TOO_FEW: "Too few games to tell"}

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~&])")
"""Characters that Markdown or HTML would take for markup."""


def say_markdown(result: DriftCheck | TargetCheck) -> None:
    """Print what a result says: its verdict, then only the figures that changed or that don't hold."""
    lines = drift_lines(result) if isinstance(result, DriftCheck) else band_lines(result)
    say_utf8("".join(f"{line}\n" for line in lines))


def drift_lines(result: DriftCheck) -> Iterator[str]:
    """The figures that have drifted, the most certain first."""
    name, drifted = escaped(result.now.ruleset), result.drifted
    yield f"### {DRIFT_HEADINGS[result.verdict]}: {name}"
    yield ""
    yield (
        f"Of {len(result.figures)} figures {len(drifted) or 'none'} drifted from the baseline,"
        f" over {sum(each.games for each in result.now.bots.values()):,} games."
    )
    for each in result.sensitivities:
        yield ""
        yield f"{escaped(sensitivity_in_words(each))}."
    yield from caution_lines(result)
    rows = [
        (
            f"{escaped(each.bot)}, {each.subject}",
            share_text(each.was),
            share_text(each.now),
            points(each.difference.value, each.difference.interval),
        )
        for each in drifted
    ]
    yield from table(("", "baseline", "now", "difference"), rows)


def band_lines(result: TargetCheck) -> Iterator[str]:
    """The bands that don't hold."""
    name, open_bands = escaped(result.ruleset), [each for each in result.figures if each.verdict != HOLDS]
    yield f"### {BAND_HEADINGS[result.verdict]}: {name}"
    yield ""
    tally = table_of_bands.tally_of(result.figures)
    yield f"Of {len(result.figures)} bands {tally}, over {sum(task.games for task in result.tasks):,} games."
    yield from caution_lines(result)
    texts = [(each.band.bot, *table_of_bands.text_row(each)) for each in open_bands]
    rows = [tuple(map(escaped, (f"{bot}, {subject}", *cells))) for bot, subject, *cells in texts]
    yield from table(("", "band", "measured", "interval", ""), rows)


def caution_lines(result: DriftCheck | TargetCheck) -> Iterator[str]:
    """What is to be said of the intervals."""
    for caution in result.cautions:
        yield ""
        yield f"{escaped(caution)}."


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as a table, at most MAX_ROWS of them; nothing if there are none."""
    if not rows:
        return
    yield ""
    for row in (headings, ["---", *["---:"] * (len(headings) - 1)], *rows[:MAX_ROWS]):
        yield f"| {' | '.join(row)} |"
    if len(rows) > MAX_ROWS:
        yield ""
        yield f"And {len(rows) - MAX_ROWS} more."


def escaped(text: str) -> str:
    """A name from outside as Markdown that shows it."""
    return SPECIAL.sub(r"\\\1", text)
