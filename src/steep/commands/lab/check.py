"""The command `steep check`: compares how bots fare in a ruleset with a baseline or a target, as a gate for CI."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from steep import lab
from steep.commands.shared import options
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import (
    GAMES,
    Option,
    is_asked_for,
    read_columns,
    read_games_at,
    refuse_columns,
    refuse_options,
)
from steep.commands.shared.output import print_result, warn
from steep.commands.shared.progress import progress_of_games
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.play.files.rulesets_at_revision import read_rulebook


@command
def check(
    ruleset: Annotated[
        str | None,
        Option(f"{options.RULESET}; {GAMES}; none with --game-command", options.RulesetName(), metavar="RULESET|FILE"),
    ] = None,
    *,
    baseline: Annotated[Path | None, Option("the baseline to compare with; for a table, another table")] = None,
    target: Annotated[Path | None, Option("the target file whose bands should hold")] = None,
    strict: Annotated[
        bool, Option("also exit 1 if there are too few games to tell, or if rows of a table are left out")
    ] = False,
    update: Annotated[bool, Option("write a new baseline from the current ruleset")] = False,
    tolerance: Annotated[
        float | None,
        Option("ignore differences up to this size (default: 0)", options.Decimal(0, 100), metavar="POINTS"),
    ] = None,
    false_alarms: Annotated[
        float | None,
        Option(
            "how often an unchanged ruleset may be reported as drifted (default: 0.001)", options.Decimal(0.000001, 0.5)
        ),
    ] = None,
    bots: options.Bots | None = None,
    games: options.Games | None = None,
    seed: options.Seed | None = None,
    floors: options.FloorsOfGame | None = None,
    turns: options.Turns | None = None,
    jobs: options.Jobs | None = None,
    cluster: options.Cluster | None = None,
    game_command: options.GameCommand | None = None,
    columns: options.Columns = (),
    out: Annotated[
        Path, Option("where to write a replay that shows a drift (default: the current folder)", metavar="FOLDER")
    ] = Path(),
    form: options.FormatOfGate = "text",
) -> int:
    """Compare a ruleset with a baseline or a target, and exit 1 if its difficulty is off.

    By default, the baseline or the target says what is played.

    $ steep check mine.toml --baseline mine.json
    $ steep check mine.toml --baseline mine.json --update --bot explorer --games 2000
    $ steep check games.csv --target difficulty.toml --format github
    $ steep check --game-command "node game.mjs" --baseline before.parquet
    """
    playing: dict[str, Any] = {"bots": bots, "games": games, "seed": seed, "floors": floors, "turns": turns}
    given = {name: value for name, value in playing.items() if value is not None}
    # What was played for a baseline, and what a target says, is nearer than a default for the whole project.
    asked = {name: value for name, value in given.items() if is_asked_for(name)}
    limits: dict[str, Any] = {"tolerance": tolerance, "false_alarms": false_alarms}
    limits = {name: value for name, value in limits.items() if value is not None}
    how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
    if (baseline is None) == (target is None):
        raise InputError("name what to compare with: either --baseline FILE or --target FILE")
    if target is not None:
        of_baselines = {"update": update or None, **limits, "bots": bots, "floors": floors, "turns": turns}
        refuse_options(of_baselines, "is for --baseline; with --target, the target file says what holds and who plays")
    if strict and update:
        raise InputError("--strict: is for a check; --update writes a baseline")
    called = read_columns(columns)
    if (ruleset is None) == (game_command is None):
        raise InputError("check: found both or neither of RULESET and --game-command; allowed: one of the two")
    read = None if ruleset is None else read_games_at(ruleset, called)
    if read is not None or game_command is not None:
        if update:
            raise InputError("--update: the baseline of a table is another table, which is never rewritten")
        if read is not None:
            refuse_options({**playing, **how}, f"is for rulesets, which are played; {read.path} holds games")
        other = None if baseline is None else read_games_at(str(baseline), called)
        if game_command is not None:
            from steep.lab.game_measurement import measure_like

            refuse_options({"cluster": cluster}, "plays Steep's rules and runs no code of yours")
            if baseline is not None and other is None:
                raise InputError(f"--baseline: found {baseline}; for --game-command allowed: a table of measure --out")
            refuse_options({"floors": floors, "turns": turns, "bots": bots}, "is as in --baseline or --target")
            asked = {name: asked[name] for name in ("games", "seed") if name in asked}
            with progress_of_games("check") as on_progress:
                read = measure_like(
                    game_command, other or target, following=True, **asked, jobs=jobs, progress=on_progress
                )
        assert read is not None
        result = lab.check(read, baseline=other or baseline, target=target, strict=strict, **limits)
        print_result(result, form)
        left_out = read.left_out or (other is not None and other.left_out)
        return int(not result.held or (strict and bool(left_out)))
    refuse_columns(called)
    rulebook = read_rulebook(str(ruleset))
    if baseline is not None and update:
        return write_baseline(rulebook, baseline, asked if baseline.exists() else given, how, limits, form)
    if baseline is not None:
        refuse_options(asked, f"is for --update; a check plays what {baseline} was made with")
        how |= {"out": out, "baseline": baseline, **limits}
    else:
        how |= {"target": target, "games": asked.get("games"), "seed": asked.get("seed")}
    with progress_of_games("check") as on_progress:
        result = lab.check(rulebook, strict=strict, **how, progress=on_progress)
    if problem := result.facts.get("replay_problem"):
        warn(problem)
    print_result(result, form)
    return 0 if result.held else 1


def write_baseline(
    rulebook: Rulebook, path: Path, asked: dict[str, Any], how: dict[str, Any], limits: dict[str, Any], form: str
) -> int:
    """Play and write a baseline. Options that were not given come from the old one."""
    from steep.lab.checks import baseline_result

    if path.exists():
        old = lab.Baseline.load(path)
        task = old.tasks[0]
        floors = task.first_floor, task.last_floor
        asked = {"games": task.games, "seed": task.seed, "floors": floors, "turns": task.turns} | asked
        asked = {"bots": ",".join(old.bots)} | asked
    with progress_of_games("baseline") as on_progress:
        made = lab.make_baseline(rulebook, **asked, **how, progress=on_progress)
    made.save(path)
    print_result(baseline_result(made, path, **limits), form)
    return 0
