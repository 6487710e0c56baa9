"""`steep measure --game` and `--env`: players play a game that is not Steep's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steep.commands.shared.games_as_text import figure_lines, print_games
from steep.commands.shared.output import say, say_json, warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.core.input_errors import InputError
from steep.lab import Games, measure_game

DEFAULT_BOT = "explorer"


def measure_own_game(game: str | None, bots: str, floors: tuple[int, int] | None, form: str, **how: Any) -> int:
    """Measure, print the figures, and write the table of --out. `how` are further arguments of `measure_game`."""
    bot = None if bots == DEFAULT_BOT else bots
    what = how.get("policy") or bot or ("random" if game is None else DEFAULT_BOT)
    if floors is not None and floors[0] != 1:
        found = "-".join(map(str, floors))
        raise InputError(f'--floors: found "{found}"; a game of your own begins on floor 1, as in 1-{floors[1]}')
    try:
        with progress_of_games(what) as on_progress:
            measured = measure_game(game, bot, last_floor=floors and floors[1], **how, progress=on_progress)
    except KeyboardInterrupt:
        return INTERRUPTED
    for sentence in measured.damaged:
        warn(sentence)
    print_measured(measured, form)
    if not measured.whole:
        again = "" if measured.temporary else "; --resume plays the others"
        found = f"{measured.played:,} of {measured.wanted:,} games that were finished"
        warn(f"stopped; the figures are of the {found}{again}")
        return INTERRUPTED
    return 1 if measured.fault_count == measured.played else 0


def print_measured(measured: Games, form: str) -> None:
    """Print all figures in the chosen format, and what there is to say of faults and of chance."""
    assert measured.manifest is not None
    about = [*lines_about(measured)]
    if form == "text":
        where = "" if measured.temporary else f" in {measured.path}"
        title = f"{measured.manifest.ruleset}: {measured.played:,} games{where}; 95% intervals"
        say("\n".join([title, *figure_lines(measured), "", *about]))
        return
    if form == "json":
        say_json(measured.as_json())
    else:
        print_games(measured, form)
    if measured.fault_count or not measured.deterministic:
        warn("\n".join(about))


def lines_about(measured: Games) -> Iterator[str]:
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
