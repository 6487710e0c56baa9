"""`steep measure --game` and `--env`: players play a game that is not Steep's."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from steep.commands.shared.games_as_text import figure_lines, print_games
from steep.commands.shared.output import say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.read_option_values import read_decimal, read_jobs, read_number, read_range, read_seed
from steep.core.input_errors import InputError, brief
from steep.lab import GameMeasurement, measure_game
from steep.lab.simulate.simulation_task import MAX_GAMES, MAX_TURNS

ARGUMENTS = {
    "game": "game",
    "env": "env",
    "policy": "policy",
    "out": "out",
    "resume": "resume",
    "bots": "bot",
    "env_args": "env-args",
    "floor_from": "floor-from",
    "won_if": "won-if",
    "last_floor": "floors",
}
"""What the arguments of `steep.lab.measure_game` are called as options."""

DEFAULT_BOT = "explorer"


def run(options: argparse.Namespace) -> int:
    """Measure, print the figures, and write the table of --out."""
    if options.ruleset is not None:
        raise InputError(f"found both {brief(options.ruleset)} and a game; allowed: a RULESET, --game or --env")
    if options.cluster:
        raise InputError(
            "--cluster is for a ruleset, not for --game or --env;"
            " a cluster plays Steep's rules and runs no code of yours"
        )
    bot = None if options.bot == DEFAULT_BOT else options.bot
    what = options.policy or bot or ("random" if options.game is None else DEFAULT_BOT)
    try:
        with progress_of_games(what) as on_progress:
            measured = measure_game(
                options.game,
                bot,
                policy=options.policy,
                env=options.env,
                env_args=read_arguments(options.env_args),
                floor_from=options.floor_from,
                won_if=options.won_if,
                games=read_number("--games", options.games, 1, MAX_GAMES, "the number of games"),
                seed=read_seed(options.seed),
                last_floor=read_last_floor(options.floors),
                turns=read_number("--turns", options.turns, 1, MAX_TURNS, "the turn limit of a game"),
                time_limit=60.0 if options.time_limit is None else read_time_limit(options.time_limit),
                jobs=read_jobs(options.jobs),
                out=options.out,
                resume=options.resume,
                progress=on_progress,
            )
    except InputError as error:
        raise InputError(in_words_of_options(str(error))) from None
    except KeyboardInterrupt:
        return INTERRUPTED
    print_measured(measured, options.format)
    if not measured.whole:
        again = "" if measured.file is None else "; --resume plays the others"
        found = f"{measured.played:,} of {measured.wanted:,} games that were finished"
        warn(f"stopped; the figures are of the {found}{again}")
        return INTERRUPTED
    return 1 if measured.fault_count == measured.played else 0


def in_words_of_options(message: str) -> str:
    """A message that begins with an argument, beginning with the option."""
    name, colon, rest = message.partition(": ")
    return f"--{ARGUMENTS[name]}{colon}{rest}" if name in ARGUMENTS else message


def read_arguments(text: str | None) -> dict[str, Any] | None:
    """The value of --env-args."""
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise InputError(f"""--env-args: found {brief(text)}; allowed: an object of JSON, as '{{"size": 8}}'""")
    return found


def read_last_floor(text: str | None) -> int | None:
    """The last floor of --floors; a game of one's own begins where it begins."""
    if text is None:
        return None
    first, last = read_range(text)
    if first != 1:
        raise InputError(f'--floors: found "{text}"; a game of your own begins on floor 1, as in 1-{last}')
    return last


def read_time_limit(text: str) -> float:
    """The value of --time-limit."""
    return read_decimal("--time-limit", text, 0.1, 86_400, "a time limit in seconds")


def print_measured(measured: GameMeasurement, form: str) -> None:
    """Print all figures in the chosen format, and what there is to say of faults and of chance."""
    about = [*lines_about(measured)]
    if form == "text":
        where = "" if measured.file is None else f" in {measured.file}"
        title = f"{measured.game}: {measured.played:,} games{where}; 95% intervals"
        say("\n".join([title, *figure_lines(measured.games), "", *about]))
        return
    if form == "json":
        say_json(measured.as_json())
    else:
        print_games(measured.games, form)
    if measured.fault_count or not measured.deterministic:
        warn("\n".join(about))


def lines_about(measured: GameMeasurement) -> Iterator[str]:
    """Whether a seed fixes a game, and which games were ended by faults."""
    several = len(measured.determinism) > 1
    for bot, determinism in measured.determinism.items():
        yield from (f"{bot}: {line}" if several else line for line in determinism.lines())
    if not measured.fault_count:
        return
    yield f"{measured.fault_count:,} of {measured.played:,} games were ended by a fault; they count as stopped there"
    by_last_line: dict[str, list[str]] = {}
    for fault in measured.faults:
        by_last_line.setdefault(fault.error.splitlines()[-1], []).append(
            f"{fault.bot} {fault.seed}" if several else str(fault.seed)
        )
    for error, games in sorted(by_last_line.items(), key=lambda pair: -len(pair[1])):
        more = f" and {len(games) - 3} more" if len(games) > 3 else ""
        yield f"  {len(games)} x {error} (seed {', '.join(games[:3])}{more})"
    first = measured.faults[0]
    yield f"the first, seed {first.seed}:"
    yield from (f"  {line}" for line in first.error.splitlines())
