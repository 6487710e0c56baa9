"""The command `steep check`: compares how bots fare in a ruleset with a baseline or a target, as a gate for CI."""

from __future__ import annotations

import argparse
from typing import Any

from steep.commands.commands_and_options import NEW_BASELINE
from steep.commands.shared.games_argument import read_columns, read_games_at, refuse_columns, refuse_playing
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import (
    as_options,
    read_decimal,
    read_jobs,
    read_number,
    read_playing,
    read_seed,
    read_tasks,
)
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.lab import Baseline, Stopped, check, make_baseline
from steep.lab.drift_check import baseline_result
from steep.lab.simulate.simulation_task import MAX_GAMES

OF_BASELINES = ("update", "tolerance", "false_alarms", "bot", "floors", "turns")
"""Options that only a check of a baseline has."""


def run(options: argparse.Namespace) -> int:
    """Check a ruleset or a table of games, or write a new baseline. The exit code is 1 when the check does not hold."""
    how = target_options(options) if options.target is not None else baseline_options(options)
    columns = read_columns(options.columns)
    if (games := read_games_at(options.ruleset, columns)) is not None:
        refuse_playing(options, games)
        if options.target is None:
            how["baseline"] = read_games_at(str(options.baseline), columns)
        if options.update or how.get("baseline", games) is None:
            found = "--update" if options.update else f'--baseline: found "{options.baseline}"'
            raise InputError(f"{found}; the baseline of a table is another table, which stays as it is")
        result = check(games, strict=options.strict, **how)
    else:
        refuse_columns(columns)
        rulebook = read_rulebook(options.ruleset)
        if options.update:
            return update(options, rulebook, how["tolerance"], how["false_alarms"])
        playing: dict[str, Any] = {"jobs": read_jobs(options.jobs), "cluster": options.cluster}
        if options.target is not None:
            playing["games"] = options.games and read_number(
                "--games", options.games, 1, MAX_GAMES, "the number of games"
            )
            playing["seed"] = None if options.seed is None else read_seed(options.seed)
            who = "check"
        else:
            baseline = Baseline.load(options.baseline)
            refuse_other_games(options, baseline)
            playing["out"], who = options.out, ",".join(baseline.bots)
        try:
            with as_options("seed"), progress_of_games(who) as on_progress:
                result = check(rulebook, strict=options.strict, **how, **playing, progress=on_progress)
        except Stopped:
            return interrupted("nothing was decided")
        if problem := result.facts.get("replay_problem"):
            warn(problem)
    print_result(result, options.format)
    return 0 if result.held else 1


def target_options(options: argparse.Namespace) -> dict[str, Any]:
    """What a check against a target is told."""
    for option in OF_BASELINES:
        if getattr(options, option):
            name = f"--{option.replace('_', '-')}"
            raise InputError(f"{name}: is for --baseline; with --target, the target file says what holds and who plays")
    return {"target": options.target}


def baseline_options(options: argparse.Namespace) -> dict[str, Any]:
    """What a check against a baseline is told."""
    if options.strict and options.update:
        raise InputError("--strict: is for a check; --update writes a baseline")
    return {
        "baseline": options.baseline,
        "tolerance": read_decimal("--tolerance", options.tolerance or "0", 0, 100, "a tolerance, in points,"),
        "false_alarms": read_decimal(
            "--false-alarms", options.false_alarms or "0.001", 0.000001, 0.5, "a rate of false alarms"
        ),
    }


def update(options: argparse.Namespace, rulebook: Rulebook, tolerance: float, false_alarms: float) -> int:
    """Play and write a baseline. Options that were not given are taken from the old one."""
    words = options_of(Baseline.load(options.baseline)) if options.baseline.exists() else NEW_BASELINE
    for option, word in words.items():
        if getattr(options, option) is None:
            setattr(options, option, word)
    playing = read_playing(options, rulebook)
    try:
        with as_options("seed"), progress_of_games(options.bot) as on_progress:
            baseline = make_baseline(rulebook, **playing, cluster=options.cluster, progress=on_progress)
    except Stopped:
        return interrupted("the baseline is unchanged")
    baseline.save(options.baseline)
    print_result(baseline_result(baseline, options.baseline, tolerance, false_alarms), options.format)
    return 0


def options_of(baseline: Baseline) -> dict[str, str]:
    """The settings of a baseline as option values."""
    task = baseline.tasks[0]
    return {
        "bot": ",".join(baseline.bots),
        "games": str(task.games),
        "seed": str(task.seed),
        "floors": f"{task.first_floor}-{task.last_floor}",
        "turns": str(task.turns),
    }


def refuse_other_games(options: argparse.Namespace, baseline: Baseline) -> None:
    """Raise `InputError` when options ask for other games than the baseline's."""
    words = options_of(baseline)
    for option, word in words.items():
        given = getattr(options, option)
        if given is not None and set(read_tasks(argparse.Namespace(**words | {option: given}))) != set(baseline.tasks):
            made = f"{options.baseline} was made with {word}; --update writes a new one"
            raise InputError(f'--{option}: found "{given}"; {made}')


def interrupted(consequence: str) -> int:
    """Warn that playing was stopped; returns the exit code."""
    warn(f"stopped; {consequence}")
    return INTERRUPTED
