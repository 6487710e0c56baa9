"""The command `steep check`: compares how bots fare in a ruleset with a baseline or a target, as a gate for CI."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from steep import lab
from steep.commands.shared.games_argument import (
    GAMES,
    is_asked_for,
    read_columns,
    read_games_at,
    refuse_columns,
    refuse_options,
)
from steep.commands.shared.options import (
    RULESET,
    Bots,
    Cluster,
    Columns,
    Decimal,
    FloorsOfGame,
    FormatOfGate,
    Games,
    Jobs,
    Option,
    RulesetName,
    Seed,
    Turns,
    in_words,
)
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.commands.shared.progress import INTERRUPTED, progress_of_games
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.core.input_errors import InputError


def run(
    ruleset: Annotated[str, Option(f"{RULESET}; {GAMES}", RulesetName(), metavar="RULESET|FILE")],
    *,
    baseline: Annotated[
        Path | None, Option("the baseline to compare with; that of a table is another table", metavar="FILE")
    ] = None,
    target: Annotated[Path | None, Option("the target whose bands should hold", metavar="FILE")] = None,
    strict: Annotated[
        bool, Option("exit 1 also when there are too few games to tell, or rows of a table are left out")
    ] = False,
    update: Annotated[bool, Option("write a new baseline from the ruleset as it is now")] = False,
    tolerance: Annotated[
        float | None,
        Option(
            "ignore differences up to this size (default: 0)",
            Decimal(0, 100, "a tolerance, in points,"),
            metavar="POINTS",
        ),
    ] = None,
    false_alarms: Annotated[
        float | None,
        Option(
            "how often an unchanged ruleset may be reported as drifted (default: 0.001)",
            Decimal(0.000001, 0.5, "a rate of false alarms"),
            metavar="RATE",
        ),
    ] = None,
    bots: Bots | None = None,
    games: Games | None = None,
    seed: Seed | None = None,
    floors: FloorsOfGame | None = None,
    turns: Turns | None = None,
    jobs: Jobs | None = None,
    cluster: Cluster | None = None,
    columns: Columns = (),
    out: Annotated[
        Path,
        Option("where to write a replay that shows a drift (default: the current folder)", metavar="FOLDER"),
    ] = Path(),
    form: FormatOfGate = "text",
) -> int:
    """Check a ruleset or a table of games, or write a new baseline. The exit code is 1 when the check does not hold.

    Options that say what is played are by default those of the baseline or the target.

    $ steep check mine.toml --baseline mine.json
    $ steep check mine.toml --baseline mine.json --update --bot explorer --games 2000
    $ steep check games.csv --target difficulty.toml --format github
    """
    playing: dict[str, Any] = {"bots": bots, "games": games, "seed": seed, "floors": floors, "turns": turns}
    given = {name: value for name, value in playing.items() if value is not None}
    # What was played for a baseline, and what a target says, is nearer than a default for the whole project.
    asked = {name: value for name, value in given.items() if is_asked_for(name)}
    limits: dict[str, Any] = {"tolerance": tolerance, "false_alarms": false_alarms}
    limits = {name: value for name, value in limits.items() if value is not None}
    if (baseline is None) == (target is None):
        raise InputError("name what to compare with, either by --baseline FILE or by --target FILE")
    if target is not None:
        of_baselines = {"update": update or None, **limits, "bot": bots, "floors": floors, "turns": turns}
        refuse_options(of_baselines, "is for --baseline; with --target, the target file says what holds and who plays")
    if strict and update:
        raise InputError("--strict: is for a check; --update writes a baseline")
    called = read_columns(columns)
    if (read := read_games_at(ruleset, called)) is not None:
        of_playing = {"bot": bots, **playing, "bots": None, "jobs": jobs, "cluster": cluster}
        refuse_options(of_playing, f"is for rulesets, which are played; {read.path} holds games")
        other = None if baseline is None else read_games_at(str(baseline), called)
        if update or (target is None and other is None):
            found = "--update" if update else f'--baseline: found "{baseline}"'
            raise InputError(f"{found}; the baseline of a table is another table, which stays as it is")
        result = lab.check(read, baseline=other, target=target, strict=strict, **limits)
        if strict and (read.left_out or (other is not None and other.left_out)):
            print_result(result, form)
            warn("--strict: rows are left out")
            return 1
    else:
        refuse_columns(called)
        rulebook = read_rulebook(ruleset)
        how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
        if baseline is not None and update:
            return write_baseline(rulebook, baseline, asked if baseline.exists() else given, how, limits, form)
        if baseline is not None:
            old = lab.Baseline.load(baseline)
            refuse_other_games(asked, old, baseline)
            how |= {"out": out, "baseline": baseline, **limits}
        else:
            how |= {"target": target, "games": asked.get("games"), "seed": asked.get("seed")}
        try:
            with progress_of_games("check" if baseline is None else ",".join(old.bots)) as on_progress:
                result = lab.check(rulebook, strict=strict, **how, progress=on_progress)
        except lab.Stopped:
            warn("stopped; nothing was decided")
            return INTERRUPTED
        if problem := result.facts.get("replay_problem"):
            warn(problem)
    print_result(result, form)
    return 0 if result.held else 1


def write_baseline(
    rulebook: Rulebook, path: Path, asked: dict[str, Any], how: dict[str, Any], limits: dict[str, Any], form: str
) -> int:
    """Play and write a baseline. What is not asked for is taken from the old one."""
    from steep.lab.checks import baseline_result

    playing = (playing_of(lab.Baseline.load(path)) if path.exists() else {}) | asked
    try:
        with progress_of_games(playing.get("bots", "explorer")) as on_progress:
            made = lab.make_baseline(rulebook, **playing, **how, progress=on_progress)
    except lab.Stopped:
        warn("stopped; the baseline is unchanged")
        return INTERRUPTED
    made.save(path)
    print_result(baseline_result(made, path, **limits), form)
    return 0


def playing_of(baseline: lab.Baseline) -> dict[str, Any]:
    """What was played for a baseline."""
    task = baseline.tasks[0]
    floors = task.first_floor, task.last_floor
    bots = ",".join(baseline.bots)
    return {"bots": bots, "games": task.games, "seed": task.seed, "floors": floors, "turns": task.turns}


def refuse_other_games(asked: dict[str, Any], baseline: lab.Baseline, path: Path) -> None:
    """Raise `InputError` when options ask for other games than the baseline's."""
    was = playing_of(baseline)
    for name, value in asked.items():
        same = {*value.split(",")} == {*baseline.bots} if name == "bots" else value == was[name]
        if not same:
            option = "bot" if name == "bots" else name
            made = f"{path} was made with {in_words(was[name])}; --update writes a new one"
            raise InputError(f'--{option}: found "{in_words(value)}"; {made}')
