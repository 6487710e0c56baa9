"""The command `steep measure`: bots play many games, and a report says how they fared on each floor."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option
from steep.commands.shared.output import print_result, warn, warn_of_assumptions
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.core.input_errors import InputError, brief
from steep.play.files.rulesets_at_revision import read_rulebook

DEFAULT_BOT = "explorer"


class Object(options.Value):
    """An object of JSON."""

    def read(self, text: str) -> dict[str, Any]:
        """The object."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise InputError(f"""found {brief(text)}; allowed: an object of JSON, such as '{{"size": 8}}'""")
        return found


@command
def measure(
    ruleset: Annotated[
        str | None, Option(f"{options.RULESET}; none with --game or --env", options.RulesetName(), metavar="RULESET")
    ] = None,
    *,
    bots: options.Bots = DEFAULT_BOT,
    games: options.Games = 1000,
    seed: options.Seed = 0,
    floors: options.FloorsOfGame | None = None,
    turns: options.Turns = 20_000,
    jobs: options.Jobs | None = None,
    out: Annotated[
        Path | None,
        Option(
            "write tables and a report to this folder; with --game or --env, a table to this file",
            metavar="DIR|FILE",
        ),
    ] = None,
    pages: Annotated[
        str | None, Option("link the report's games to Steep's pages at this address", metavar="ADDRESS")
    ] = None,
    resume: Annotated[bool, Option("continue the measurement in --out")] = False,
    cluster: options.Cluster | None = None,
    game: Annotated[
        str | None, Option("a class with the methods of steep.lab.game.Game (docs/own-game.md)", metavar="MODULE:CLASS")
    ] = None,
    game_command: options.GameCommand | None = None,
    env: Annotated[
        str | None, Option("a Gymnasium environment, such as FrozenLake-v1 or module:ID", metavar="ID")
    ] = None,
    policy: Annotated[
        str | None, Option("a function of the view that plays instead of --bot", metavar="MODULE:FUNCTION")
    ] = None,
    env_args: Annotated[
        dict[str, Any] | None, Option("arguments for making the environment", Object(), metavar="JSON")
    ] = None,
    floor_from: Annotated[str | None, Option("where the environment gives its floor, such as info['depth']")] = None,
    won_if: Annotated[str | None, Option("what is above 0 at the end of a won episode, such as reward")] = None,
    time_limit: Annotated[
        float | None,
        Option("end such a game after this many seconds of processor time (default: 60)", options.Decimal(0.1, 86_400)),
    ] = None,
    form: options.Format = "text",
) -> int:
    """Let bots play many games, and report how they fare on each floor.

    $ steep measure tcod-2020 --games 200
    $ steep measure mine.toml --bot diver,explorer --out measured/
    $ steep measure --game my_game:Game --games 500 --out games.parquet
    $ steep measure --game-command "node game.mjs" --bot own,explorer
    """
    how: dict[str, Any] = {"games": games, "seed": seed, "turns": turns, "jobs": jobs, "out": out, "resume": resume}
    own: dict[str, Any] = {"game": game, "game_command": game_command, "env": env, "policy": policy}
    own |= {"env_args": env_args, "floor_from": floor_from, "won_if": won_if, "time_limit": time_limit}
    own = {name: value for name, value in own.items() if value is not None}
    if any(each is not None for each in (game, game_command, env)):
        if ruleset is not None:
            allowed = "a RULESET, --game, --game-command or --env"
            raise InputError(f"found both {brief(ruleset)} and a game; allowed: {allowed}")
        if cluster:
            why = "a cluster plays Steep's rules and runs no code of yours"
            raise InputError(f"--cluster is for a ruleset, not for --game or --env; {why}")
        if pages is not None:
            raise InputError("--pages is for a ruleset, not for --game or --env: pages play Steep's rules")
        return show(measure_own_game(bots, floors, how | own), form, out)
    for name in own:
        raise InputError(f"--{name.replace('_', '-')} is for --game or --env, not for a ruleset")
    if ruleset is None:
        raise InputError("found no RULESET; name one, or a game with --game or --env")
    from steep.lab.figures.figures_as_result import measured_result

    rulebook = read_rulebook(ruleset)
    warn_of_assumptions(rulebook)
    so_far = partial(measured_result, f"{rulebook.name} {rulebook.hash}", {})
    try:
        with progress_of_games(bots, lambda figures: str(so_far(figures))) as on_progress:
            measured = lab.measure(
                rulebook, bots, floors=floors, **how, pages=pages, cluster=cluster, progress=on_progress
            )
    except KeyboardInterrupt:
        if out is not None:
            warn(f"stopped; finished games are kept in {out}; --resume continues")
        return INTERRUPTED
    if measured.resumed == measured.wanted:
        warn(f"all {measured.resumed:,} games were played before; nothing is left to play")
    return show(measured, form, out)


def measure_own_game(bots: str, floors: tuple[int, int] | None, how: dict[str, Any]) -> lab.Games:
    """Let players play a game that is not Steep's. `how` are further arguments of `lab.measure_game`."""
    bot = None if bots == DEFAULT_BOT else bots
    what = how.get("policy") or bot or ("random" if "env" in how else DEFAULT_BOT)
    last = options.last_floor_of(floors)
    with progress_of_games(what) as on_progress:
        return lab.measure_game(bots=bot, last_floor=last, **how, progress=on_progress)


def show(measured: lab.Games, form: str, out: Path | None) -> int:
    """Print the figures, and say what was not played. Returns 1 if no game ended by itself."""
    for sentence in measured.damaged:
        warn(sentence)
    print_result(measured.result, form)
    if measured.determinism and form != "text" and (measured.fault_count or not measured.deterministic):
        warn("\n".join(measured.remarks))
    if not measured.whole:
        again = "" if out is None else "; --resume plays the others"
        warn(f"stopped; the figures are of {measured.played:,} of {measured.wanted:,} games{again}")
        return INTERRUPTED
    return int(measured.fault_count == measured.played)
