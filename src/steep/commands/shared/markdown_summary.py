"""A result of the lab as a short text in Markdown, for a comment or for the summary of a job in CI."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from steep.commands.shared.output import say_utf8
from steep.lab import DriftCheck, GamesComparison, RulesetComparison, TargetCheck
from steep.lab.comparison import MEASURES
from steep.lab.drift_check import sensitivity_in_words
from steep.lab.figures import table_of_bands
from steep.lab.figures.compare_two_rulesets import Change, Comparison
from steep.lab.figures.drift_significance import DRIFTED, HELD, TOO_FEW
from steep.lab.figures.figures_in_bands import BROKEN, HOLDS
from steep.lab.figures.player_comparison import PlayerComparison
from steep.lab.report_page.result_page import share_text
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import give_or_take, points

MAX_ROWS = 12
"""Of a table: a comment should fit a screen. The rest is counted."""

DRIFT_HEADINGS = {DRIFTED: "Difficulty has drifted", HELD: "Difficulty held", TOO_FEW: "Too few games to tell"}

BAND_HEADINGS = {BROKEN: "The target is broken", HELD: "The target holds", TOO_FEW: "Too few games to tell"}

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~&])")
"""Characters that Markdown or HTML would take for markup."""


def say_markdown(result: RulesetComparison | GamesComparison | DriftCheck | TargetCheck) -> None:
    """Print what a result says: its verdict, then only the figures that changed or that don't hold."""
    lines: Iterable[str]
    if isinstance(result, RulesetComparison):
        parts = [part_of_bot(each) for each in result.bots]
        lines = comparison_lines(result.a.ruleset, result.b.ruleset, parts)
    elif isinstance(result, GamesComparison):
        parts = [part_of_player(each) for each in result.players]
        lines = chain(comparison_lines(result.a, result.b, parts), caution_lines(result))
    elif isinstance(result, DriftCheck):
        lines = drift_lines(result)
    else:
        lines = band_lines(result)
    say_utf8("".join(f"{line}\n" for line in lines))


class Part(NamedTuple):
    """What a comparison says of one bot or player."""

    games: str
    """Whose games were compared, and how many, as Markdown."""
    cleared_a: Estimate
    cleared_b: Estimate
    floors: int
    changes: list[Change]
    """Those that are no chance, the largest of a measure first."""


def part_of_bot(each: Comparison) -> Part:
    """What a comparison of rulesets says of a bot."""
    games = f"**{escaped(each.task.bot)}**, {each.games:,} games of each on the same seeds"
    changes = [change for measure in MEASURES for change in each.ranked(measure) if change.holds]
    return Part(games, each.a.cleared, each.b.cleared, len(each.a.reached), changes)


def part_of_player(each: PlayerComparison) -> Part:
    """What a comparison of games says of a player."""
    who = each.a if each.a == each.b else f"{each.a} → {each.b}"
    games = f"**{escaped(who)}**, {each.games_a:,} and {each.games_b:,} games ({escaped(each.why)})"
    changes = [change for measure in MEASURES for change in each.ranked(measure) if change.holds]
    return Part(games, each.cleared_a, each.cleared_b, len(each.counts_a.reached), changes)


def comparison_lines(a: str, b: str, parts: Sequence[Part]) -> Iterator[str]:
    """Each bot's or player's significant differences."""
    a, b = escaped(a), escaped(b)
    changed = any(part.changes for part in parts)
    yield f"### {'Difficulty changed' if changed else 'No significant change of difficulty'}: {a} → {b}"
    for part in parts:
        was, now = part.cleared_a, part.cleared_b
        yield ""
        yield (
            f"{part.games}: clears {was.value:.2f} {give_or_take(was.interval, 2)} → {now.value:.2f}"
            f" {give_or_take(now.interval, 2)} of {part.floors} floors"
        )
        yield from table(("", a, b, "difference"), [row_of_change(change) for change in part.changes])
        if not part.changes:
            yield ""
            yield "Nothing significant."
    yield ""
    yield "95% intervals; significant with all floors of a bot tested (Holm, 5%)."


def row_of_change(change: Change) -> tuple[str, ...]:
    """A difference as texts."""
    return change.subject, share_text(change.a), share_text(change.b), points(change.difference, change.interval)


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


def caution_lines(result: GamesComparison | DriftCheck | TargetCheck) -> Iterator[str]:
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
