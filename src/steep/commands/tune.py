"""The command `steep tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep import __version__
from steep.commands.measure import INTERRUPTED
from steep.commands.shared.lines_of_bands import lines_of
from steep.commands.shared.output import aligned, csv_text, is_terminal, say, say_json, warn
from steep.commands.shared.progress import bar, stopped_by_interrupt, warming_up
from steep.commands.shared.read_option_values import read_jobs, read_number
from steep.content import RulesetError
from steep.content.change_numbers import WrittenRuleset
from steep.content.ruleset_errors import Mistake
from steep.core.compiled import rules_hash
from steep.core.input_errors import InputError
from steep.lab.figures import table_of_bands
from steep.lab.figures.compare_two_rulesets import SURVIVAL, compare
from steep.lab.figures.figures_in_bands import BROKEN, UNCLEAR, BandFigure, figures_in_bands
from steep.lab.figures.figures_with_intervals import killers_of, plain
from steep.lab.figures.game_sums import GameSums
from steep.lab.simulate.play_and_count_paired_games import play_pairs, worker_pools_for
from steep.lab.simulate.simulation_task import MAX_GAMES
from steep.lab.stats.shares_as_text import percent, points
from steep.lab.storage.changed_ruleset_file import diff, edited, overlaid
from steep.lab.storage.target_file import Band, Target, check_killers, read_target
from steep.lab.storage.tuning_state import TuningState, origin_of
from steep.lab.studies.measure_tuned_ruleset import BeforeAndAfter
from steep.lab.studies.numbers_that_move import Space, space_of
from steep.lab.studies.play_trials import Player
from steep.lab.studies.search_for_bands import TOGETHER, Numbers, Request, Search, Trial, look_of, tasks_of
from steep.play.files.atomic_writes import reason_of, write_whole
from steep.play.files.user_file_paths import Dirs
from steep.play.messages import counted

HEADINGS = ("part", "name", "bot", "floor", "before", "after", "low", "high", "from", "to", "off", "verdict", "games")
"""Of CSV. Parts are moves, bands, the curve (survival with the interval of its difference) and trials."""

EXPLAINED = 3
"""For how many broken bands it is said what stands against them."""


@dataclass(frozen=True, slots=True)
class Result:
    """What tuning came to."""

    space: Space
    target: Target
    search: Search
    best: Trial
    numbers: Numbers
    """Those of the best trial, but as written where that changes nothing."""
    chance: float
    """That all bands hold together, by all games of tuning."""
    held_out: dict[str, BeforeAndAfter]
    before: list[BandFigure]
    after: list[BandFigure]

    @property
    def reached(self) -> bool:
        """Whether no band is broken, and tuning gives all of them together a fair chance."""
        return self.search.is_reached(self.best, self.after)

    @property
    def unclear(self) -> list[BandFigure]:
        """The bands that hold or do not, for all that the last games say."""
        return [figure for figure in self.after if figure.verdict == UNCLEAR]

    @property
    def moved(self) -> list[tuple[str, Any, Any]]:
        """Each value that moved, as written and as it is now."""
        changes = self.space.changes(self.numbers)
        places = (place for move in self.space.moves for place in move.places)
        return [(str(place), place.written, changes[place.keys]) for place in places if place.keys in changes]


def run(options: argparse.Namespace) -> int:
    """Search, measure what was found on other seeds, and print it. The exit code is 1 when a band does not hold."""
    jobs = read_jobs(options.jobs)
    target = read_target(options.target, tuning=True)
    if not target.moves:
        raise InputError(f"{options.target}: found no [[move]]; allowed: some, or there is nothing to tune")
    if options.budget is not None:
        budget = read_number("--budget", options.budget, 1, MAX_GAMES, "a budget in games")
        target = target.with_budget(budget)
    ruleset = WrittenRuleset.read(options.ruleset, (Dirs().rulesets,))
    space = checked_space(target, ruleset, str(options.target))
    if options.write is not None:
        check_can_write(options.write, space.ruleset)
    state = TuningState.begin(options.state, origin_of(space.ruleset.rulebook(), target), resume=options.resume)
    search = Search(space, target)
    state.tell(search)
    finished = play_search(search, state, jobs)
    if not any(trial.played for trial in search.trials):
        warn("stopped; nothing was tried")
        return INTERRUPTED
    if not finished:
        kept = f"kept in {options.state}; --resume goes on" if options.state else "lost; --state FILE keeps them"
        warn(f"stopped; {search.games:,} games of {counted(len(search.trials), 'trial')} are {kept}")
        say_nearest(search, space)
        return INTERRUPTED
    numbers = numbers_that_matter(search, jobs)
    result = None if numbers is None else measure(search, numbers, jobs)
    if result is None:
        warn("stopped in the last measurement")
        say_nearest(search, space)
        return INTERRUPTED
    print_result(options, result)
    held = result.reached and not (options.strict and result.unclear)
    if options.write is not None and held:
        write(options, result)
    return 0 if held else 1


def checked_space(target: Target, ruleset: WrittenRuleset, file: str) -> Space:
    """What a ruleset has of the numbers that move. Raises `RulesetError` with all that it lacks."""
    mistakes: list[Mistake] = []
    try:
        check_killers(target, killers_of(ruleset.rulebook()), file)
    except RulesetError as error:
        mistakes += error.mistakes
    try:
        space = space_of(ruleset, target.moves, file)
    except RulesetError as error:
        raise RulesetError([*mistakes, *error.mistakes]) from None
    if mistakes:
        raise RulesetError(mistakes)
    return space


def play_search(search: Search, state: TuningState, jobs: int) -> bool:
    """Play what a search asks for, and keep it; False when it was interrupted."""
    bots = ",".join(task.bot for task in search.target.tasks)
    with (
        bar(search.target.tuning.budget, bots, search.games) as on_progress,
        warming_up() as warmup,
        stopped_by_interrupt((player := Player(jobs, on_progress, warmup)).stop, warmup.stop),
    ):
        while (request := search.ask()) is not None:
            played = play(search, request, player)
            if played is None:
                return False
            search.tell(request, played)
            state.keep(request, played)
            if not is_terminal(sys.stderr):
                trials = counted(len(search.trials), "trial")
                warn(f"{search.games:,} of {search.target.tuning.budget:,} games, {trials}")
    return True


def play(search: Search, request: Request, player: Player) -> dict[str, GameSums] | None:
    """Play a request. None when stopped; empty when its numbers give no valid ruleset."""
    try:
        rulebook = search.space.rulebook(request.numbers)
    except RulesetError:
        return {}
    return player.play(rulebook, tasks_of(request, search.target))


def numbers_that_matter(search: Search, jobs: int) -> Numbers | None:
    """The best numbers, but as written where that changes none of the first games; None when interrupted.

    No band says anything of such a move, and what it came to is chance.
    """
    best, numbers = search.best, search.best.numbers
    with warming_up() as warmup, stopped_by_interrupt((player := Player(jobs, None, warmup)).stop, warmup.stop):
        for row, move in enumerate(search.space.moves):
            plain = (*numbers[:row], move.written, *numbers[row + 1 :])
            if numbers[row] == move.written or not move.low <= move.written <= move.high:
                continue
            played = play(search, Request(plain, 0, best.first_games), player)
            if played is None:
                return None
            if look_of(played) == best.first_look:
                numbers = plain
    return numbers


def measure(search: Search, numbers: Numbers, jobs: int) -> Result | None:
    """Play the ruleset as it was and as it was tuned on held-out seeds; None when interrupted."""
    space, target, best = search.space, search.target, search.best
    rulesets = [space.ruleset.rulebook().compiled, space.rulebook(numbers).compiled]
    held_out = {task.bot: BeforeAndAfter(task) for task in target.tasks}
    with (
        bar(2 * sum(task.games for task in target.tasks), "before, after") as on_progress,
        warming_up() as warmup,
        worker_pools_for(rulesets, jobs, on_progress, warmup) as worker_pools,
        stopped_by_interrupt(warmup.stop, *(worker_pool.stop for worker_pool in worker_pools)),
    ):
        play_pairs(worker_pools, list(held_out.values()), jobs)
    if any(each.after.games < each.task.games for each in held_out.values()):
        return None
    before, after = (
        figures_in_bands(
            target.bands,
            {bot: getattr(each, side) for bot, each in held_out.items()},
            target.confidence,
            search.killers,
        )
        for side in ("before", "after")
    )
    chance = math.exp(float(search.chances(search.model(), [best])[0]))
    return Result(space, target, search, best, numbers, chance, held_out, before, after)


def say_nearest(search: Search, space: Space) -> None:
    """Say what came nearest so far."""
    warn(f"nearest so far: {numbers_in_words(space, search.best)}")


def numbers_in_words(space: Space, trial: Trial) -> str:
    """The numbers of a trial: ``monsters.orc.hp 12, counts.monsters_per_room 140%``."""
    return ", ".join(
        f"{move.name} {number}{'%' if move.in_percent else ''}"
        for move, number in zip(space.moves, trial.numbers, strict=True)
    )


def new_text(options: argparse.Namespace, result: Result) -> tuple[str, str]:
    """The ruleset's file with what moved: a diff of it, or, where it is not the user's, a new one; and which it is."""
    ruleset, changes = result.space.ruleset, result.space.changes(result.numbers)
    text = None if ruleset.own.bundled else edited(ruleset, changes)
    if text is not None:
        return diff(ruleset, text), "diff"
    return overlaid(ruleset, base_name(options.ruleset, ruleset), changes, Path()), "file"


def base_name(argument: str, ruleset: WrittenRuleset) -> str:
    """What a file must extend to extend the ruleset of the command line."""
    return argument.removesuffix(f":{ruleset.mode}") if ruleset.mode else argument


def check_can_write(path: Path, ruleset: WrittenRuleset) -> None:
    """Refuse, before anything is played, a file that cannot be written, and any that exists but the ruleset's own."""
    if not path.parent.is_dir():
        raise InputError(f"--write: found no folder {path.parent}")
    if path.is_dir():
        raise InputError(f"--write: found the folder {path}; allowed: a file, as {path / 'tuned.toml'}")
    if path.exists() and (ruleset.own.bundled or not path.samefile(ruleset.own.path)):
        raise InputError(f"--write: found {path}; allowed: a new file, or the ruleset's own")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"--write: {path} cannot be written; allowed: a file that you may write")


def write(options: argparse.Namespace, result: Result) -> None:
    """Write the tuned ruleset: over its own file, with its comments, or to another that extends it."""
    ruleset, changes = result.space.ruleset, result.space.changes(result.numbers)
    text = None
    if options.write.exists() and options.write.samefile(ruleset.own.path):
        text = edited(ruleset, changes)
        if text is None:
            raise InputError(f"--write: {options.write} cannot say what moved; allowed: another file, that extends it")
    if text is None:
        text = overlaid(ruleset, base_name(options.ruleset, ruleset), changes, options.write.parent)
    try:
        write_whole(options.write, text.encode())
    except OSError as error:
        raise InputError(f"--write: {options.write} could not be written: {reason_of(error)}") from None
    warn(f"wrote {options.write}")


def print_result(options: argparse.Namespace, result: Result) -> None:
    """Print what tuning came to in the chosen format."""
    if options.format == "json":
        say_json(as_json(options, result))
    elif options.format == "csv":
        say(csv_text(HEADINGS, list(rows_of(result))), end="")
    else:
        say("".join(f"{line}\n" for line in lines(options, result)), end="")


def as_json(options: argparse.Namespace, result: Result) -> dict[str, Any]:
    """Everything that tuning came to."""
    task, tuning = result.target.tasks[0], result.target.tuning
    text, form = new_text(options, result)
    return {
        "reached": result.reached,
        "shown": result.reached and not result.unclear,
        "chance": result.chance,
        "ruleset": options.ruleset,
        "ruleset_hash": result.space.ruleset.rulebook().hash,
        "tuned_hash": result.space.rulebook(result.numbers).hash,
        "target": str(options.target),
        "steep": __version__,
        "rules": rules_hash(),
        "budget": tuning.budget,
        "games": result.search.games,
        "seed": tuning.seed,
        "held_out": {"seed": task.seed, "games": task.games, "confidence": result.target.confidence},
        "moves": [{"path": path, "before": before, "after": after} for path, before, after in result.moved],
        "bands": [
            row | {"before": plain(was.estimate.value)}
            for row, was in zip(table_of_bands.as_json(result.after), result.before, strict=True)
        ],
        "curve": [
            {"bot": bot, **plain(change)}
            for bot, each in result.held_out.items()
            for change in compare(each.paired, 0.02).changes
        ],
        "against": [{"band": subject(band), "why": why} for band, why in explained(result)],
        "trials": [
            {"numbers": list(trial.numbers), "games": trial.games, "valid": bool(trial.played)}
            for trial in result.search.trials
        ],
        form: text,
    }


def rows_of(result: Result) -> Iterator[tuple[object, ...]]:
    """Everything as rows."""
    for path, before, after in result.moved:
        yield "move", path, None, None, before, after, *[None] * 6, result.best.games
    for was, now in zip(result.before, result.after, strict=True):
        row = dict(zip(table_of_bands.HEADINGS, table_of_bands.row_of(now), strict=True))
        ends = row["value"], row["low"], row["high"], row["from"], row["to"], row["off"], row["verdict"]
        games = result.held_out[now.band.bot].task.games
        figure = row["figure"] if row["killer"] is None else f"{row['figure']}: {row['killer']}"
        yield "band", figure, row["bot"], row["floor"], plain(was.estimate.value), *ends, games
    for bot, each in result.held_out.items():
        for change in compare(each.paired, 0.02).changes:
            shares = plain(change.a), plain(change.b), change.interval.low, change.interval.high
            yield "curve", change.measure, bot, change.floor, *shares, *[None] * 4, each.task.games
    for trial in result.search.trials:
        yield "trial", numbers_in_words(result.space, trial), *[None] * 10, trial.games


def lines(options: argparse.Namespace, result: Result) -> Iterator[str]:
    """Everything as text."""
    tuning, task = result.target.tuning, result.target.tasks[0]
    settings = counted(len(result.search.trials), "setting")
    yield (
        f"{options.ruleset}: {settings} tried in {result.search.games:,} of {tuning.budget:,}"
        f" games from seed {tuning.seed}; all bands together are {percent(result.chance)} likely with the best of them"
    )
    yield ""
    yield from moved_lines(result)
    yield ""
    yield (
        f"on {task.games:,} other games of each bot, from seed {task.seed},"
        f" floors {task.first_floor}-{task.last_floor};"
        f" {100 * result.target.confidence:g}% intervals for all bands together"
    )
    yield from lines_of(
        result.after,
        {bot: each.after.counts.cleared for bot, each in result.held_out.items()},
        task.last_floor - task.first_floor + 1,
    )
    for bot, each in result.held_out.items():
        yield f"\nwhat it did to survival of the {bot}, with 95% intervals of the difference"
        rows = [
            (
                f"floor {change.floor}",
                share(change.a),
                "->",
                share(change.b),
                points(change.difference, change.interval),
            )
            for change in compare(each.paired, 0.02).changes
            if change.measure == SURVIVAL
        ]
        yield aligned(rows, right=(1, 3), indent="  ")
    yield ""
    yield from verdict_lines(options, result)


def share(value: float) -> str:
    """A share in percent."""
    return "?" if math.isnan(value) else percent(value)


def moved_lines(result: Result) -> Iterator[str]:
    """What moved from what to what."""
    if not result.moved:
        yield "nothing moved: the ruleset as written is the best that was found"
        return
    rows = [(path, text_of(before), "->", text_of(after)) for path, before, after in result.moved]
    yield aligned([("moved", "", "", ""), *rows], indent="  ")


def text_of(value: Any) -> str:
    """A TOML value as text."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text_of(each)}" for key, each in value.items()) + " }"
    return str(value)


def verdict_lines(options: argparse.Namespace, result: Result) -> Iterator[str]:
    """Whether the target was reached, why not, and the file that says so."""
    yield f"of {len(result.after)} bands of {options.target}: {table_of_bands.tally_of(result.after)}"
    if result.reached and result.unclear:
        yield (
            f"not shown to be reached: {len(result.unclear)} of {len(result.after)} bands are unclear, their edge being"
            " in the interval; more `games` in the target tell"
        )
        yield from (f"  {subject(figure.band)}: {measured(figure)}" for figure in result.unclear)
    if not result.reached:
        broken = sum(figure.verdict == BROKEN for figure in result.after)
        why = (
            f"{broken} of {len(result.after)} bands {'is' if broken == 1 else 'are'} broken on the last games"
            if broken
            else f"no band is broken on the last games, but by those of tuning all together are only"
            f" {percent(result.chance)} likely"
        )
        yield f"refused: {why}. What came nearest is shown above."
        for band, why in explained(result):
            yield f"  {subject(band)}: {why}"
    text, form = new_text(options, result)
    if result.moved and text:
        yield ""
        what = "what moved" if result.reached else "what came nearest"
        if form == "diff":
            yield f"to apply {what}:" if result.reached else f"{what}, as a diff:"
        else:
            yield f"a ruleset with {what}:"
        yield ""
        yield text.rstrip("\n")


def subject(band: Band) -> str:
    """A band in words."""
    return f"{band.bot}, {band.subject} from {table_of_bands.band_text(band)}"


def measured(figure: BandFigure) -> str:
    """A figure and its interval: ``64.0%, from 58.1% to 69.5%``."""
    band, interval = figure.band, figure.estimate.interval
    value, *ends = (table_of_bands.number(band, each) for each in (figure.estimate.value, interval.low, interval.high))
    return f"{value}, from {' to '.join(ends)}"


def explained(result: Result) -> Iterator[tuple[Band, str]]:
    """For the bands that are farthest off, what stands against each."""
    if result.reached:
        return
    search = result.search
    off = [figure for figure in result.after if figure.off]
    off.sort(key=lambda figure: -abs(figure.off) / max(figure.band.high, 1e-9))
    for figure in off[:EXPLAINED]:
        (row, *_) = [number for number, limit in enumerate(search.limits) if limit.band == figure.band]
        alone, others = search.against(row)
        if alone < TOGETHER:
            yield figure.band, "cannot be held within the bounds of the moves, whatever else holds"
        elif others:
            names = "; ".join(dict.fromkeys(subject(search.limits[other].band) for other in others))
            yield figure.band, f"can be held, but by the settings that were tried not together with {names}"
        else:
            yield figure.band, "can be held together with each other band, but not with all of them"
