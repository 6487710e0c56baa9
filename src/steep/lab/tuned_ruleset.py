"""`steep.lab.tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from steep import __version__
from steep.content import Rulebook, RulesetError
from steep.content.change_numbers import WrittenRuleset
from steep.content.ruleset_errors import Mistake
from steep.core.input_errors import InputError, brief, checked_number
from steep.core.rules_hash import rules_hash
from steep.lab.comparison import changes_table, charts_of, play_both
from steep.lab.counting.counts import Counts
from steep.lab.figures.changes import compare_pairs
from steep.lab.figures.figures_in_bands import (
    BROKEN,
    UNCLEAR,
    BandFigure,
    band_text,
    bands_table,
    count_verdicts,
    figures_in_bands,
)
from steep.lab.figures.game_figures import cleared, killers_of
from steep.lab.measurement import checked_jobs
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.results.result import Cell, Column, Finding, Result, Table, Verdict
from steep.lab.simulate.play_and_count_paired_games import PairedGames
from steep.lab.simulate.play_games import WorkerPool, play_games
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import MAX_GAMES, Task
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.changed_ruleset_file import check_can_write, new_text, write_ruleset
from steep.lab.storage.target_file import GIVEN, Band, Target, TargetSource, check_killers, file_of, read_target
from steep.lab.storage.tuning_state import TuningState, origin_of
from steep.lab.studies.numbers_that_move import Space, space_of
from steep.lab.studies.search_for_bands import TOGETHER, Numbers, Request, Search, fingerprint_of_games, tasks_of
from steep.lab.tables_of_games.compare_games import target_like
from steep.lab.tables_of_games.games import TABLES, Games, games_at
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.texts.messages import counted

MOVED = (Column("", title="moved"), Column("", title="as written"), Column("", title="as tuned"))

OF_TRIALS = (
    Column("trial", "count"),
    Column("move"),
    Column("number", "count"),
    Column("games", "count"),
    Column("valid", "flag"),
)
"""A row for each move of a trial; games are of each bot."""

AGAINST = (Column("band", title="band"), Column("why", title="what prevents it"))

EXPLAINED = 3
"""For this many broken bands the result says what stands against them."""

DETECT = 0.02
"""The size of difference for which comparisons count the needed games. No figure here depends on it."""


def tune(
    ruleset: Path | str,
    target: TargetSource,
    *,
    towards: Games | Path | str | None = None,
    budget: int | None = None,
    jobs: int | None = None,
    state: Path | None = None,
    resume: bool = False,
    strict: bool = False,
    write: Path | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Search for numbers that make all bands of a target hold, and measure the result on other seeds.

    With `towards`, games that were read, the bots should survive each floor as often as these
    (`steep.lab.tables_of_games.compare_games.target_like`). `budget` replaces the target's number of games. `state` is
    a file for what was played, and with `resume` the search goes on from it. If the target was reached, the ruleset is
    written to the file `write`; with `strict`, only if no band is unclear.

    The result has the tables `bands` (as tuned, on seeds that tuning has not seen), `changes` (what tuning did, on the
    same seeds), `trials` and `against`. Its facts have `moves`, and what to change: a `diff` of the ruleset's file, or
    a new `file` that extends it. Raises `InputError`, and `Stopped`, with what is known by then, if `progress` stopped
    it.
    """
    if not isinstance(ruleset, Path | str):
        raise InputError(
            f"ruleset: found {'a loaded one' if isinstance(ruleset, Rulebook) else brief(ruleset)};"
            " allowed: its name or the path to its file, which tuning changes"
        )
    at_a_time = checked_jobs(jobs)
    name, path = str(ruleset), file_of(target)
    games = games_at(towards)
    if towards is not None and games is None:
        raise InputError(f"towards: found {brief(towards)}; allowed: games (steep.lab.read_games) or {TABLES}")
    wanted, space = read_request(ruleset, target, write)
    if games is not None:
        wanted = target_like(wanted, games)
    budget = None if budget is None else checked_number("budget", budget, 1, MAX_GAMES)
    wanted = wanted.for_tuning(budget, "--budget" if budget is not None else path or GIVEN)
    kept = TuningState.begin(state, origin_of(space.ruleset.rulebook(), wanted), resume=resume)
    search = Search(space, wanted)
    kept.tell(search)
    watch = Watch(progress, wanted.tuning.budget)
    with Warmup(watch.note) as warmup:
        play_search(search, kept, at_a_time, watch, warmup)
        numbers = numbers_that_matter(search, at_a_time, watch, warmup)
        held_out = measure(search, numbers, at_a_time, watch, warmup)
    found = result_of(name, path, strict, search, numbers, held_out)
    if write is None or not found.held:
        return found
    write_ruleset(write, name, space.ruleset, space.changes(numbers))
    return replace(found, facts={**found.facts, "written": str(write)})


def read_request(ruleset: Path | str, target: TargetSource, write: Path | None) -> tuple[Target, Space]:
    """A target, and the numbers that it moves in a ruleset. Raises `InputError` if these can't be tuned or written."""
    wanted, file = read_target(target), file_of(target) or GIVEN
    if not wanted.moves:
        raise InputError(f"{file}: found no [[move]], so there is nothing to tune; allowed: one or more")
    space = checked_space(wanted, WrittenRuleset.read(str(ruleset), (Dirs().rulesets,)), file)
    if write is not None:
        check_can_write(write, space.ruleset)
    return wanted, space


def result_of(
    name: str, path: str, strict: bool, search: Search, numbers: Numbers, held_out: dict[str, BeforeAndAfter]
) -> Result:
    """What tuning came to."""
    space, target, best = search.space, search.target, search.best
    sides = (
        {bot: each.before.counts for bot, each in held_out.items()},
        {bot: each.after.counts for bot, each in held_out.items()},
    )
    before, after = (figures_in_bands(target.bands, each, target.confidence, search.killers) for each in sides)
    changes = space.changes(numbers)
    places = (place for move in space.moves for place in move.places)
    moves = [(str(place), place.written, changes[place.keys]) for place in places if place.keys in changes]
    reached, unclear = search.is_reached(best, after), sum(figure.verdict == UNCLEAR for figure in after)
    chance = math.exp(float(search.chances(search.model(), [best])[0]))
    text, form = new_text(name, space.ruleset, changes)
    compared = tuple(compare_pairs(each, DETECT) for each in held_out.values())
    task, budget = target.tasks[0], target.tuning.budget
    trials = counted(len(search.trials), "setting")
    return Result(
        f"{name} tuned towards {path or 'a target'}",
        {
            "reached": reached,
            "shown": reached and not unclear,
            "chance": chance,
            "ruleset": name,
            "ruleset_hash": space.ruleset.rulebook().hash,
            "tuned_hash": space.rulebook(numbers).hash,
            "target": path,
            "steep": __version__,
            "rules": rules_hash(),
            "budget": budget,
            "games": search.games,
            "seed": target.tuning.seed,
            "best_games": best.games,
            "held_out": {"seed": task.seed, "games": task.games, "confidence": target.confidence},
            "moves": [{"path": where, "before": was, "after": now} for where, was, now in moves],
            form: text,
        },
        (
            bands_table(
                after,
                {bot: cleared(counts) for bot, counts in sides[1].items()},
                task.last_floor - task.first_floor + 1,
                before,
            ),
            Table("moved", MOVED, tuple((where, *map(toml_text, values)) for where, *values in moves)),
            changes_table(compared, DETECT),
            Table("trials", OF_TRIALS, tuple(rows_of_trials(search))),
            Table("against", AGAINST, () if reached else tuple(explained(search, after))),
        ),
        (
            f"{trials} tried in {search.games:,} of {budget:,} games from seed {target.tuning.seed}; all bands together"
            f" are {percent(chance)} likely with the best of them",
            "under A: as written; under B: as tuned",
            f"bands, as tuned, on {task.games:,} other games of each bot, from seed {task.seed}, floors"
            f" {task.first_floor}-{task.last_floor}; {100 * target.confidence:g}% intervals for all bands together",
        ),
        tuple(chart for each in compared for chart in charts_of(each, ("as written", "as tuned"))),
        Verdict(*verdict_of(reached, unclear, strict)),
        (
            f"of {len(after)} bands, {count_verdicts(after)}",
            *verdict_sentences(reached, unclear, after, chance, bool(moves)),
        ),
        findings=tuple(
            Finding("error", "not reached", f"{each.band.bot}, {each.band.subject}: {each.verdict}")
            for each in after
            if each.verdict == BROKEN
        ),
        listing=text if moves else "",
    )


def verdict_of(reached: bool, unclear: int, strict: bool) -> tuple[str, bool | None]:
    """Whether the target was reached, and if it is strict, without a doubt."""
    if not reached:
        return "not reached", False
    if unclear:
        return "not shown to be reached", False if strict else None
    return "reached", True


def verdict_sentences(
    reached: bool, unclear: int, after: Sequence[BandFigure], chance: float, moved: bool
) -> Iterator[str]:
    """Sentences about the outcome, and what to do about it."""
    broken = sum(figure.verdict == BROKEN for figure in after)
    if reached and unclear:
        yield (
            f"{unclear} of {len(after)} bands are unclear, because the interval crosses an edge; set more `games` in"
            " the target"
        )
    elif not reached and broken:
        yield f"{broken} of {len(after)} bands {'is' if broken == 1 else 'are'} broken on the last games"
    elif not reached:
        yield (
            "no band is broken on the last games, but the games of tuning make all bands together only"
            f" {percent(chance)} likely"
        )
    if not moved:
        yield "nothing moved: the ruleset as written is the best that was found"
    else:
        yield f"{'what moved' if reached else 'what came nearest'}:"


def rows_of_trials(search: Search) -> Iterator[tuple[Cell, ...]]:
    """What was tried."""
    for number, trial in enumerate(search.trials):
        for move, value in zip(search.space.moves, trial.numbers, strict=True):
            yield number, move.name, value, trial.games, bool(trial.played)


def toml_text(value: Any) -> str:
    """A TOML value as text."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_text(each)}" for key, each in value.items()) + " }"
    return str(value)


def checked_space(target: Target, ruleset: WrittenRuleset, file: str) -> Space:
    """The numbers that move, in a ruleset. Raises `RulesetError` with all that it lacks."""
    mistakes: list[Mistake] = []
    try:
        check_killers(target, killers_of(ruleset.rulebook()), file)
    except RulesetError as error:
        mistakes += error.mistakes
    try:
        space = space_of(ruleset, target.moves, file)
    except RulesetError as error:
        mistakes += error.mistakes
    if mistakes:
        raise RulesetError(mistakes)
    return space


def play_search(search: Search, state: TuningState, jobs: int, watch: Watch, warmup: Warmup) -> None:
    """Play what a search asks for, and keep it. Raises `Stopped`."""
    budget = search.target.tuning.budget
    watch.begin(",".join(task.bot for task in search.target.tasks), budget, search.games)
    played: dict[str, Counts] | None = {}
    while played is not None and (request := search.ask()) is not None:
        played = play(search, request, jobs, watch, warmup)
        if played is not None:
            search.tell(request, played)
            state.keep(request, played)
            watch.note(f"{search.games:,} of {budget:,} games, {counted(len(search.trials), 'trial')}")
    if not any(trial.played for trial in search.trials):
        raise Stopped("stopped; nothing was tried")
    if played is None:
        kept = f"kept in {state.path}; --resume goes on" if state.path else "lost; --state FILE keeps them"
        trials = counted(len(search.trials), "trial")
        raise Stopped(f"stopped; {search.games:,} games of {trials} are {kept}", nearest(search))


def play(search: Search, request: Request, jobs: int, watch: Watch, warmup: Warmup) -> dict[str, Counts] | None:
    """Play a request. None when stopped; empty when its numbers give no valid ruleset."""
    try:
        rulebook = search.space.rulebook(request.numbers)
    except RulesetError:
        return {}
    return counts_of(rulebook, tasks_of(request, search.target), jobs, watch, warmup)


def counts_of(
    rulebook: Rulebook, tasks: Sequence[Task], jobs: int, watch: Watch, warmup: Warmup
) -> dict[str, Counts] | None:
    """The games of each task's bot; None when stopped."""
    played = [PlayedGames(task, len(rulebook.monsters)) for task in tasks]
    with WorkerPool(rulebook.compiled, jobs, watch.played, warmup=warmup) as worker_pool:
        watch.stop_with(worker_pool.stop, warmup.stop)
        play_games(worker_pool, played, jobs)
    watch.raise_failure()
    return {each.task.bot: each.counts for each in played} if all(each.whole for each in played) else None


def numbers_that_matter(search: Search, jobs: int, watch: Watch, warmup: Warmup) -> Numbers:
    """The best numbers, but as written where that changes none of the first games. Raises `Stopped`.

    No band says anything about such a move, and where it went is chance.
    """
    best, numbers, written = search.best, search.best.numbers, search.space.written
    moved = [
        row
        for row, move in enumerate(search.space.moves)
        if numbers[row] != move.written and move.low <= move.written <= move.high
    ]
    watch.begin("", len(moved) * len(search.target.tasks) * best.first_games)
    for row in moved:
        unmoved = (*numbers[:row], written[row], *numbers[row + 1 :])
        played = play(search, Request(unmoved, 0, best.first_games), jobs, watch, warmup)
        if played is None:
            raise Stopped("stopped in the last measurement", nearest(search))
        if fingerprint_of_games(played) == best.first_look:
            numbers = unmoved
    return numbers


@dataclass
class BeforeAndAfter(PairedGames):
    """The games of one task under both: A is as it was."""

    kinds: int = field(kw_only=True)
    """The number of kinds of monsters."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before, self.after = (PlayedGames(self.task, self.kinds) for _ in range(2))

    def add(self, a: GameBatch, b: GameBatch) -> None:
        """Add the games of two batches that start at the same seed."""
        super().add(a, b)
        self.before.add(a)
        self.after.add(b)


def measure(search: Search, numbers: Numbers, jobs: int, watch: Watch, warmup: Warmup) -> dict[str, BeforeAndAfter]:
    """Play the ruleset as it was and as it was tuned on held-out seeds. Raises `Stopped`."""
    space, tasks = search.space, search.target.tasks
    before, after = space.ruleset.rulebook(), space.rulebook(numbers)
    held_out = {task.bot: BeforeAndAfter(task, kinds=len(before.monsters)) for task in tasks}
    watch.begin("before, after", 2 * sum(task.games for task in tasks))
    play_both((before, after), list(held_out.values()), jobs, watch, warmup)
    if not all(each.after.whole for each in held_out.values()):
        raise Stopped("stopped in the last measurement", nearest(search))
    return held_out


def nearest(search: Search) -> str:
    """What came nearest so far: ``nearest so far: monsters.orc.hp 12, counts.monsters_per_room 140%``."""
    named = zip(search.space.moves, search.best.numbers, strict=True)
    words = (f"{move.name} {number}{'%' if move.in_percent else ''}" for move, number in named)
    return f"nearest so far: {', '.join(words)}"


def explained(search: Search, after: Sequence[BandFigure]) -> Iterator[tuple[str, str]]:
    """For the bands that are farthest off, what stands against each."""
    off = [figure for figure in after if figure.off]
    off.sort(key=lambda figure: -abs(figure.off) / max(figure.band.high, 1e-9))
    for figure in off[:EXPLAINED]:
        (row, *_) = [number for number, limit in enumerate(search.limits) if limit.band == figure.band]
        alone, others = search.against(row)
        if alone < TOGETHER:
            yield subject(figure.band), "cannot be held within the bounds of the moves"
        elif others:
            names = "; ".join(dict.fromkeys(subject(search.limits[other].band) for other in others))
            yield subject(figure.band), f"can be held, but no tried setting also held {names}"
        else:
            several = len(search.limits) > 1
            tried = f"none of {counted(len(search.trials), 'trial')} held"
            yield (
                subject(figure.band),
                f"can be held together with each other band, but {tried} all of them" if several else f"{tried} it",
            )


def subject(band: Band) -> str:
    """A band in words."""
    return f"{band.bot}, {band.subject} from {band_text(band)}"
