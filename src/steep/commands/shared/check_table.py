"""`steep check` for a table of games: whether it has drifted from another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from steep.commands.shared.games_argument import read_games_at, refuse_playing
from steep.commands.shared.lines_of_drift import exit_code, table_of_figures
from steep.commands.shared.markdown_summary import say_markdown
from steep.commands.shared.output import csv_text, say, say_json
from steep.core.input_errors import InputError
from steep.lab import DriftCheck, Games, check
from steep.lab.drift_check import CLEARED, HEADINGS, drift_in_words, sensitivity_in_words
from steep.lab.figures.game_figures import cleared, strength
from steep.lab.stats.shares_as_text import give_or_take


def against_table(
    options: argparse.Namespace, games: Games, columns: Mapping[str, str], tolerance: float, rate: float
) -> int:
    """Compare a table with the older one of --baseline. The exit code is 1 when difficulty has drifted."""
    refuse_playing(options, games)
    baseline = read_games_at(str(options.baseline), columns)
    if options.update or baseline is None:
        found = "--update" if options.update else f'--baseline: found "{options.baseline}"'
        raise InputError(f"{found}; the baseline of a table is another table, which stays as it is")
    checked = check(games, baseline=baseline, tolerance=tolerance, false_alarms=rate)
    if options.format == "json":
        say_json(checked.as_json())
    elif options.format == "markdown":
        say_markdown(checked)
    elif options.format == "csv":
        say(csv_text((*HEADINGS, *CLEARED), checked.rows()), end="")
    else:
        say("".join(f"{line}\n" for line in lines(checked)), end="")
    return exit_code(checked, strict=options.strict)


def lines(checked: DriftCheck) -> Iterator[str]:
    """What was compared, all figures, and the verdict."""
    yield f"{checked.now.ruleset}, compared with {checked.baseline.ruleset}; 95% intervals"
    for who, now in checked.now.bots.items():
        then = checked.baseline.bots[who]
        was, clears = strength(who, cleared(then), len(now.reached)), cleared(now)
        clears_now = f"{clears.value:.2f} {give_or_take(clears.interval, 2)}"
        yield f"\n{was} in {then.games:,} games, {clears_now} in {now.games:,} now"
        yield table_of_figures([each for each in checked.figures if each.bot == who])
    yield ""
    if checked.held:
        yield f"{checked.verdict}: none of {len(checked.figures)} figures has drifted"
    for each in checked.drifted:
        yield f"drifted: {each.bot}: {drift_in_words(each)}"
    yield from map(sensitivity_in_words, checked.sensitivities)
