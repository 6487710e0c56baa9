"""`steep check --target`: whether the figures of bots lie in the bands of a target, as a gate for CI."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from steep import __version__
from steep.commands.measure import INTERRUPTED
from steep.commands.shared import table_of_bands
from steep.commands.shared.local_or_cluster_executor import executor
from steep.commands.shared.output import csv_text, say, say_json, warn
from steep.commands.shared.progress import bar, stopped_by_interrupt
from steep.commands.shared.read_option_values import read_jobs, read_number, read_seed
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.compiled import rules_hash
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.figures.figures_in_bands import BROKEN, UNCLEAR, BandFigure, figures_in_bands
from steep.lab.figures.figures_with_intervals import killers_of, plain
from steep.lab.figures.game_sums import GameSums
from steep.lab.simulate.play_and_tally import play_games
from steep.lab.simulate.simulation_task import MAX_GAMES
from steep.lab.storage.target_file import Target, check_killers, read_target

OF_BASELINES = ("update", "tolerance", "false_alarms", "bot", "floors", "turns")
"""Options that only a check of a baseline has."""


def run(options: argparse.Namespace) -> int:
    """Play the games of a target, and print its bands. The exit code is 1 when one is broken."""
    for option in OF_BASELINES:
        if getattr(options, option):
            name = f"--{option.replace('_', '-')}"
            raise InputError(f"{name}: is for --baseline; with --target, the target file says what holds and who plays")
    jobs = read_jobs(options.jobs)
    rulebook = read_rulebook(options.ruleset)
    target = with_games(read_target(options.target), options.games, options.seed)
    killers = killers_of(rulebook)
    check_killers(target, killers, str(options.target))
    played = play(rulebook, target, jobs, options.cluster)
    if played is None:
        warn("stopped; nothing was decided")
        return INTERRUPTED
    figures = figures_in_bands(target.bands, played, target.confidence, killers)
    failing = (BROKEN, UNCLEAR) if options.strict else (BROKEN,)
    failed = any(figure.verdict in failing for figure in figures)
    if options.format == "json":
        say_json(as_json(options, rulebook, target, played, figures, held=not failed))
    elif options.format == "csv":
        say(csv_text(table_of_bands.HEADINGS, [table_of_bands.row_of(each) for each in figures]), end="")
    else:
        say("".join(f"{line}\n" for line in lines(options.target, rulebook, target, played, figures)), end="")
    return 1 if failed else 0


def with_games(target: Target, games: str | None, seed: str | None) -> Target:
    """The target with the games and the seed of the options, where they are given."""
    number = None if games is None else read_number("--games", games, 1, MAX_GAMES, "the number of games")
    first = None if seed is None else read_seed(seed)
    changed = target.with_games(number, first)
    task = changed.tasks[0]
    if task.seed + task.games - 1 > MAX_SEED:
        raise InputError(
            f"--seed: found {task.seed}; the last of {task.games} games would have a seed beyond {MAX_SEED}"
        )
    return changed


def play(rulebook: Rulebook, target: Target, jobs: int, cluster: str | None) -> dict[str, GameSums] | None:
    """Play the games of each bot; None when interrupted."""
    played = {task.bot: GameSums(task) for task in target.tasks}
    with (
        bar(sum(task.games for task in target.tasks), ",".join(played)) as on_progress,
        executor(rulebook.compiled, jobs, cluster, on_progress) as worker_pool,
        stopped_by_interrupt(worker_pool.stop),
    ):
        play_games(worker_pool, list(played.values()), worker_pool.jobs)
    return played if all(sums.games == sums.task.games for sums in played.values()) else None


def as_json(
    options: argparse.Namespace,
    rulebook: Rulebook,
    target: Target,
    played: Mapping[str, GameSums],
    figures: Sequence[BandFigure],
    *,
    held: bool,
) -> dict[str, object]:
    """What was played, and all figures."""
    task = target.tasks[0]
    return {
        "held": held,
        "strict": options.strict,
        "target": str(options.target),
        "ruleset": rulebook.name,
        "ruleset_hash": rulebook.hash,
        "steep": __version__,
        "rules": rules_hash(),
        "seed": task.seed,
        "games": task.games,
        "floors": [task.first_floor, task.last_floor],
        "turns": task.turns,
        "confidence": target.confidence,
        "cleared": {bot: plain(sums.counts.cleared) for bot, sums in played.items()},
        "bands": table_of_bands.as_json(figures),
    }


def lines(
    path: Path, rulebook: Rulebook, target: Target, played: Mapping[str, GameSums], figures: Sequence[BandFigure]
) -> Iterator[str]:
    """What was played, all figures, and the verdict, as text."""
    task = target.tasks[0]
    yield (
        f"{rulebook.name} {rulebook.hash}: {task.games:,} games of each bot from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor}, at most {task.turns:,} turns;"
        f" {100 * target.confidence:g}% intervals for all bands together"
    )
    yield from table_of_bands.lines_of(figures, played)
    yield ""
    verdicts = {figure.verdict for figure in figures}
    word = "broken" if BROKEN in verdicts else "not broken" if UNCLEAR in verdicts else "held"
    yield f"{word}: of {len(figures)} bands of {path}, {table_of_bands.tally_of(figures)}"
    if UNCLEAR in verdicts:
        yield "unclear: the interval has an edge of the band in it; more --games tell"
