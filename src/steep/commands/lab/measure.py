"""The command `steep measure`: bots play many games of a ruleset, and how they fared is reported floor by floor."""

from __future__ import annotations

import argparse
from pathlib import Path

from steep.commands.shared.measurement_as_text import as_text, print_measurement
from steep.commands.shared.output import warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_playing
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.core.input_errors import InputError
from steep.lab import Measurement, measure


def run(options: argparse.Namespace) -> int:
    """Measure, print the figures, and write them to the folder of --out."""
    if options.game is not None or options.env is not None:
        from steep.commands.lab.measure_game import run as run_own_game

        return run_own_game(options)
    check_is_for_a_ruleset(options)
    rulebook = read_rulebook(options.ruleset)
    playing = read_playing(options, rulebook)
    if options.resume and options.out is None:
        raise InputError("--resume continues an earlier run; name its folder with --out")
    title = f"{rulebook.name} {rulebook.hash}"
    try:
        with progress_of_games(options.bot, lambda figures: as_text(title, figures)) as on_progress:
            measurement = measure(
                rulebook,
                **playing,
                cluster=options.cluster,
                out=options.out,
                resume=options.resume,
                progress=on_progress,
            )
    except KeyboardInterrupt:
        if options.out is not None:
            warn(f"stopped; what was finished is kept in {options.out}; --resume continues")
        return INTERRUPTED
    for sentence in measurement.damaged:
        warn(sentence)
    if measurement.resumed == measurement.wanted:
        warn(f"all {measurement.resumed:,} games were played before; nothing is left to play")
    print_measurement(measurement, options.format)
    if measurement.whole:
        return 0
    warn(stopped_message(measurement, options.out))
    return INTERRUPTED


def check_is_for_a_ruleset(options: argparse.Namespace) -> None:
    """Refuse what is for a game of one's own. Raises `InputError`."""
    if options.ruleset is None:
        raise InputError("found no RULESET; name one, or a game with --game or --env")
    for name in ("policy", "env_args", "floor_from", "won_if", "time_limit"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name.replace('_', '-')} is for --game or --env, not for a ruleset")


def stopped_message(measurement: Measurement, out: Path | None) -> str:
    """How many games were finished before Ctrl-C."""
    played, wanted = measurement.played, measurement.wanted
    if out is None:
        return f"stopped; the figures are of the {played:,} of {wanted:,} games that were finished"
    return f"stopped; {played:,} of {wanted:,} games are finished and kept in {out}; --resume plays the others"
