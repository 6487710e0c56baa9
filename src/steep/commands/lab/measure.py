"""The command `steep measure`: bots play many games of a ruleset, and how they fared is reported floor by floor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from steep import lab
from steep.commands.shared.options import (
    RULESET,
    Bots,
    Cluster,
    Decimal,
    FloorsOfGame,
    Format,
    Games,
    Jobs,
    Option,
    RulesetName,
    Seed,
    Turns,
    Value,
)
from steep.commands.shared.output import warn
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.core.input_errors import InputError, brief


class Object(Value):
    """An object of JSON."""

    def read(self, option: str, text: str) -> dict[str, Any]:
        """The object."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise InputError(f"""{option}: found {brief(text)}; allowed: an object of JSON, as '{{"size": 8}}'""")
        return found


def run(
    ruleset: Annotated[
        str | None, Option(f"{RULESET}; none with --game or --env", RulesetName(), metavar="RULESET")
    ] = None,
    *,
    bots: Bots = "explorer",
    games: Games = 1000,
    seed: Seed = 0,
    floors: FloorsOfGame | None = None,
    turns: Turns = 20_000,
    jobs: Jobs | None = None,
    out: Annotated[
        Path | None,
        Option(
            "write tables, a summary and a report to this folder; with --game or --env, a table to this file",
            metavar="DIR|FILE",
        ),
    ] = None,
    resume: Annotated[bool, Option("continue the run that was started in --out")] = False,
    cluster: Cluster | None = None,
    game: Annotated[
        str | None, Option("a class by the protocol steep.lab.game.Game (docs/own-game.md)", metavar="MODULE:CLASS")
    ] = None,
    env: Annotated[
        str | None, Option("an environment of Gymnasium, as FrozenLake-v1 or module:ID", metavar="ID")
    ] = None,
    policy: Annotated[
        str | None, Option("plays these instead of --bot: a function of the view", metavar="MODULE:FUNCTION")
    ] = None,
    env_args: Annotated[
        dict[str, Any] | None, Option("arguments that the environment is made with", Object(), metavar="JSON")
    ] = None,
    floor_from: Annotated[
        str | None, Option("where the environment says its floor, as info['depth']", metavar="PATH")
    ] = None,
    won_if: Annotated[
        str | None, Option("what is above 0 at the end of a won episode, as reward", metavar="PATH")
    ] = None,
    time_limit: Annotated[
        float | None,
        Option(
            "end such a game after S seconds of processor time (default: 60)",
            Decimal(0.1, 86_400, "a time limit in seconds"),
            metavar="S",
        ),
    ] = None,
    form: Format = "text",
) -> int:
    """Measure, print the figures, and write them to the folder of --out.

    $ steep measure tcod-2020 --games 200
    $ steep measure mine.toml --bot diver,explorer --out measured/
    $ steep measure --game my_game:Game --games 500 --out games.parquet
    """
    playing: dict[str, Any] = {"games": games, "seed": seed, "turns": turns, "jobs": jobs}
    own = {"policy": policy, "env_args": env_args, "floor_from": floor_from, "won_if": won_if, "time_limit": time_limit}
    if game is not None or env is not None:
        from steep.commands.lab.measure_game import measure_own_game

        if ruleset is not None:
            raise InputError(f"found both {brief(ruleset)} and a game; allowed: a RULESET, --game or --env")
        if cluster:
            raise InputError(
                "--cluster is for a ruleset, not for --game or --env;"
                " a cluster plays Steep's rules and runs no code of yours"
            )
        playing |= {name: value for name, value in own.items() if value is not None}
        return measure_own_game(game, bots, floors, form, env=env, out=out, resume=resume, **playing)
    if ruleset is None:
        raise InputError("found no RULESET; name one, or a game with --game or --env")
    for name, value in own.items():
        if value is not None:
            raise InputError(f"--{name.replace('_', '-')} is for --game or --env, not for a ruleset")
    from steep.commands.shared.print_result import print_result
    from steep.lab.figures.figures_as_result import measured_result

    rulebook = read_rulebook(ruleset)
    if resume and out is None:
        raise InputError("--resume continues an earlier run; name its folder with --out")
    title = f"{rulebook.name} {rulebook.hash}"
    try:
        with progress_of_games(bots, lambda figures: str(measured_result(title, {}, figures))) as on_progress:
            measurement = lab.measure(
                rulebook,
                bots,
                floors=floors,
                **playing,
                cluster=cluster,
                out=out,
                resume=resume,
                progress=on_progress,
            )
    except KeyboardInterrupt:
        if out is not None:
            warn(f"stopped; what was finished is kept in {out}; --resume continues")
        return INTERRUPTED
    for sentence in measurement.damaged:
        warn(sentence)
    if measurement.resumed == measurement.wanted:
        warn(f"all {measurement.resumed:,} games were played before; nothing is left to play")
    print_result(measurement.result, form)
    if measurement.whole:
        return 0
    warn(stopped_message(measurement, out))
    return INTERRUPTED


def stopped_message(measurement: lab.Measurement, out: Path | None) -> str:
    """How many games were finished before Ctrl-C."""
    played, wanted = measurement.played, measurement.wanted
    if out is None:
        return f"stopped; the figures are of the {played:,} of {wanted:,} games that were finished"
    return f"stopped; {played:,} of {wanted:,} games are finished and kept in {out}; --resume plays the others"
