"""The command `steep compare`: how games differ: of bots in two rulesets on the same seeds, or of tables."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Iterator, Sequence

from steep.commands.shared.games_argument import read_games_at, refuse_columns
from steep.commands.shared.markdown_summary import say_markdown
from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_columns, read_decimal, read_playing
from steep.lab import Games, GamesComparison, RulesetComparison, Stopped, compare
from steep.lab.comparison import CLEARED, HEADINGS, MIN_POINTS
from steep.lab.figures.compare_two_rulesets import ALPHA, DEATHS, SURVIVAL, Change, Comparison
from steep.lab.figures.ends_by_floor import strength
from steep.lab.figures.player_comparison import PlayerComparison
from steep.lab.stats.shares_as_text import give_or_take, in_points, percent
from steep.play.files.rulesets_at_revision import read_rulebook_at

LISTED = 5
"""Where more games are needed, floors are listed one by one up to this many."""

TITLES = {DEATHS: "deaths, of those who reach the floor", SURVIVAL: "survival, of all"}


def run(options: argparse.Namespace) -> int:
    """Play both rulesets, and print the differences."""
    detect = read_decimal("--detect", options.detect, MIN_POINTS, 100, "a difference, in points,")
    columns = read_columns(options.columns)
    read = read_games_at(options.a, columns), read_games_at(options.b, columns)
    if any(read):
        return compare_with_games(options, read, detect)
    refuse_columns(columns)
    a, b = read_rulebook_at(options.a), read_rulebook_at(options.b)
    options.bot = options.bot or "explorer"
    playing = read_playing(options, a, b)
    with progress_of_games(options.bot) as on_progress:
        comparison = compare(a, b, **playing, detect=detect, names=(options.a, options.b), progress=on_progress)
    print_comparison(options, comparison)
    if comparison.whole:
        return 0
    warn(f"stopped; the figures are of the first {comparison.played:,} of {comparison.wanted:,} seeds")
    return INTERRUPTED


def compare_with_games(options: argparse.Namespace, read: tuple[Games | None, Games | None], detect: float) -> int:
    """Compare two sides, one of which at least is games that were read; a ruleset on the other is played."""
    playing = {}
    if not all(read):
        rulebook = read_rulebook_at(options.a if read[0] is None else options.b)
        words = argparse.Namespace(**vars(options) | {"bot": options.bot or "explorer"})
        playing = read_playing(words, rulebook) | {"bots": options.bot}
        if options.floors is None:
            del playing["floors"]
    try:
        with progress_of_games(options.bot or "") as on_progress:
            said = playing | {"detect": detect, "names": (options.a, options.b), "progress": on_progress}
            a, b = read
            if a is not None:
                comparison = compare(a, b or options.b, **said)
            else:
                assert b is not None
                comparison = compare(options.a, b, **said)
    except Stopped:
        warn("stopped; nothing was compared")
        return INTERRUPTED
    if options.format == "json":
        say_json(comparison.as_json())
    elif options.format == "csv":
        say(csv_text(comparison.table.column_names, comparison.rows()), end="")
    elif options.format == "markdown":
        say_markdown(comparison)
    else:
        say("".join(f"{line}\n" for line in lines_of_games(comparison)), end="")
    return 0


def lines_of_games(comparison: GamesComparison) -> Iterator[str]:
    """What was compared, then each player, as text."""
    yield from aligned([("A", comparison.a), ("B", comparison.b)]).splitlines()
    yield f"95% intervals; significant means with all floors tested (Holm, {ALPHA:.0%})"
    for each in comparison.players:
        floors = len(each.counts_a.reached)
        yield ""
        yield f"A: {each.games_a:,} games by {strength(each.a, each.cleared_a, floors)}"
        yield f"B: {each.games_b:,} games by {strength(each.b, each.cleared_b, floors)}"
        yield f"  {each.why}"
        yield from lines_of_changes(each, min(each.games_a, each.games_b))


def print_comparison(options: argparse.Namespace, comparison: RulesetComparison) -> None:
    """Print all differences in the chosen format."""
    if options.format == "json":
        say_json(comparison.as_json())
    elif options.format == "markdown":
        say_markdown(comparison)
    elif options.format == "csv":
        say(csv_text((*HEADINGS, *CLEARED), comparison.rows()), end="")
    else:
        say("".join(f"{line}\n" for line in text_lines(comparison)), end="")


def text_lines(comparison: RulesetComparison) -> Iterator[str]:
    """The settings, then each bot, as text."""
    sides = comparison.a, comparison.b
    yield from aligned(
        [(letter, side.ruleset, side.hash) for letter, side in zip("AB", sides, strict=True)]
    ).splitlines()
    for task in [each.task for each in comparison.bots[:1]]:
        yield (
            f"both from seed {task.seed}, floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns;"
            f" 95% intervals; significant means with all floors tested (Holm, {ALPHA:.0%})"
        )
    for each in comparison.bots:
        yield ""
        yield from bot_lines(comparison, each)


def bot_lines(whole: RulesetComparison, comparison: Comparison) -> Iterator[str]:
    """One bot: its strength, the differences, whether there were enough games, and examples."""
    bot, floors = comparison.task.bot, len(comparison.a.reached)
    yield (
        f"{comparison.games:,} games of each by {strength(bot, comparison.a.cleared, floors)} under A,"
        f" {comparison.b.cleared.value:.2f} {give_or_take(comparison.b.cleared.interval, 2)} under B"
    )
    yield from lines_of_changes(comparison, comparison.games)
    yield from example(whole, comparison)


def lines_of_changes(comparison: Comparison | PlayerComparison, games: int) -> Iterator[str]:
    """The differences, and whether there were enough games."""
    for measure, title in TITLES.items():
        yield f"  {title}"
        changes = comparison.ranked(measure)
        rows = [
            (in_points(each.subject, each.difference, each.interval), *shares(each), verdict(each))
            for each in changes
            if each.difference != 0
        ]
        if rows:
            yield aligned(rows, right=(1, 3), indent="    ")
        if alike := [each for each in changes if each.difference == 0]:
            floors_alike = floors_in_words(sorted(each.floor for each in alike))
            widest = max(each.interval.half_width for each in alike)
            yield f"    no difference on {floors_alike} (± {100 * widest:.1f} points at most)"
    yield f"  are {games:,} games enough to detect {100 * comparison.detect:g} points, 8 times in 10?"
    yield aligned([(f"{measure}:", enough(comparison, measure, games)) for measure in TITLES], indent="    ")


def shares(change: Change) -> tuple[str, str, str]:
    """A figure under A and under B."""
    a, b = ("?" if math.isnan(share) else percent(share) for share in (change.a, change.b))
    return a, "->", b


def verdict(change: Change) -> str:
    """Whether a difference is significant."""
    if change.holds:
        return "significant"
    return "unknown" if math.isnan(change.difference) else "may be chance"


def enough(comparison: Comparison | PlayerComparison, measure: str, games: int) -> str:
    """On which floors a difference of --detect points would be detected, and how many games the others need."""
    changes = [each for each in comparison.changes if each.measure == measure]
    seen = [each.floor for each in changes if each.needed is not None and each.needed <= games]
    more = [(each.needed, each.floor) for each in changes if each.needed is not None and each.needed > games]
    unknown = [each.floor for each in changes if each.needed is None]
    parts = []
    if seen:
        parts.append(f"enough on {'all floors' if len(seen) == len(changes) else floors_in_words(seen)}")
    if len(more) > LISTED:
        lowest, highest = (f"{needed:,} on floor {floor}" for needed, floor in (min(more), max(more)))
        parts.append(f"it takes from {lowest} to {highest}")
    elif more:
        parts.append("it takes " + ", ".join(f"{needed:,} on floor {floor}" for needed, floor in more))
    if unknown:
        parts.append(f"unknown on {floors_in_words(unknown)}, which too few games reach")
    return "; ".join(parts)


def floors_in_words(floors: Sequence[int]) -> str:
    """Rising floor numbers in words, consecutive ones as a range."""
    runs: list[list[int]] = []
    for floor in floors:
        if runs and floor == runs[-1][-1] + 1:
            runs[-1].append(floor)
        else:
            runs.append([floor])
    words = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return f"floor{'' if len(floors) == 1 else 's'} {', '.join(words)}"


def example(whole: RulesetComparison, comparison: Comparison) -> Iterator[str]:
    """Games that show the largest significant difference in deaths, and how to watch the first."""
    change = next((each for each in comparison.ranked(DEATHS) if each.holds), None)
    if change is None:
        return
    row = change.floor - comparison.task.first_floor
    dead, alive, seeds = (
        ("B", "A", comparison.dead_in_b[row]) if change.difference > 0 else ("A", "B", comparison.dead_in_a[row])
    )
    if seeds:
        words = ", ".join(map(str, seeds))
        yield f"  games that show it: of seed {words}, dead on floor {change.floor} under {dead}, past it under {alive}"
        ruleset = (whole.a if dead == "A" else whole.b).ruleset
        # A run to watch starts on floor 1, with the ruleset as it is now.
        if comparison.task.first_floor == 1 and "@" not in ruleset:
            yield f"    steep play --ruleset {shlex.quote(ruleset)} --seed {seeds[0]} --bot {comparison.task.bot}"
