"""The command `steep compare`: how games differ: of bots in two rulesets on the same seeds, or of tables."""

from __future__ import annotations

import argparse

from steep.commands.shared.games_argument import read_games_at, refuse_columns
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_columns, read_decimal, read_playing
from steep.content import Rulebook
from steep.lab import Stopped, compare
from steep.lab.comparison import MIN_POINTS
from steep.play.files.rulesets_at_revision import read_rulebook_at


def run(options: argparse.Namespace) -> int:
    """Compare, and print the differences. Nothing is played where both sides are games that were read."""
    detect = read_decimal("--detect", options.detect, MIN_POINTS, 100, "a difference, in points,")
    columns = read_columns(options.columns)
    read = read_games_at(options.a, columns), read_games_at(options.b, columns)
    if not any(read):
        refuse_columns(columns)
    a, b = (games or read_rulebook_at(name) for games, name in zip(read, (options.a, options.b), strict=True))
    rulebooks = [side for side in (a, b) if isinstance(side, Rulebook)]
    bots = options.bot or (None if any(read) else "explorer")
    playing = {}
    if rulebooks:
        words = argparse.Namespace(**vars(options) | {"bot": bots or "explorer"})
        playing = read_playing(words, *rulebooks) | {"bots": bots}
        if any(read) and options.floors is None:
            del playing["floors"]
    names = options.a, options.b
    try:
        with progress_of_games(bots or "") as on_progress:
            result = compare(a, b, **playing, detect=detect, names=names, progress=on_progress)
    except Stopped:
        warn("stopped; nothing was compared")
        return INTERRUPTED
    print_result(result, options.format)
    asked, played = result.facts.get("games_asked"), sum(row["games"] for row in result.rows("bots"))
    if asked in (None, played):
        return 0
    warn(f"stopped; the figures are of the first {played:,} of {asked:,} seeds")
    return INTERRUPTED
