"""`steep.lab.tune`: moves numbers of a ruleset until the figures of bots lie in the bands of a target."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep import __version__
from steep.content import Rulebook, RulesetError
from steep.content.change_numbers import WrittenRuleset
from steep.content.ruleset_errors import Mistake
from steep.core.checked_arguments import checked_number
from steep.core.input_errors import InputError, brief
from steep.core.rules_hash import rules_hash
from steep.lab.counting.counts import Counts
from steep.lab.figures import table_of_bands
from steep.lab.figures.changes import Change, compare_pairs
from steep.lab.figures.figures_in_bands import UNCLEAR, BandFigure, figures_in_bands
from steep.lab.figures.game_figures import cleared
from steep.lab.figures.killers import killers_of
from steep.lab.games_to_play import checked_jobs
from steep.lab.progress import OnProgress, Stopped, Watch
from steep.lab.report_page.result_page import Table, result_page, share_text
from steep.lab.results.data_frames import ArrowTable
from steep.lab.results.dataclass_results import Result, as_arrow
from steep.lab.results.plain_data import plain
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_count_paired_games import play_pairs, worker_pools_for
from steep.lab.simulate.simulation_task import MAX_GAMES, Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.storage.target_file import Band, Target, check_killers
from steep.lab.storage.tuning_state import TuningState, origin_of
from steep.lab.studies.measure_tuned_ruleset import BeforeAndAfter
from steep.lab.studies.numbers_that_move import Space, space_of
from steep.lab.studies.play_trials import Player
from steep.lab.studies.search_for_bands import TOGETHER, Numbers, Request, Search, Trial, look_of, tasks_of
from steep.lab.studies.write_tuned_ruleset import check_can_write, new_text, write_ruleset
from steep.lab.tables.bands_like_games import target_like
from steep.lab.tables.games import TABLES, Games, games_at
from steep.lab.target_check import GIVEN, TargetSource, checked_target
from steep.play.files.user_file_paths import Dirs
from steep.play.texts.messages import counted

HEADINGS = ("part", "name", "bot", "floor", "before", "after", "low", "high", "from", "to", "off", "verdict", "games")
"""Of CSV. Parts are moves, bands, the curve (survival with the interval of its difference) and trials."""

EXPLAINED = 3
"""For how many broken bands it is said what stands against them."""

DETECT = 0.02
"""The size of difference for which comparisons say how many games it takes; no figure here depends on it."""


@dataclass(frozen=True, slots=True)
class MovedValue:
    """A value of the ruleset that moved."""

    path: str
    """As ``monsters.troll.power``."""
    keys: tuple[Any, ...]
    """The same as keys of tables, and indices of lists."""
    before: Any
    """As TOML has it."""
    after: Any


@dataclass(frozen=True, slots=True)
class Tried:
    """Numbers that were tried."""

    numbers: tuple[int, ...]
    """One for each move."""
    words: str
    games: int
    """Of each bot."""
    valid: bool
    """Whether they give a valid ruleset."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands against a band."""

    band: Band
    why: str


@dataclass(frozen=True, slots=True)
class TunedRuleset(Result):
    """What tuning came to: numbers that moved, and what bots measure of it on seeds that tuning has not seen."""

    steep: str
    """The version that played."""
    rules: str
    """Hash of the sources of all rules and bots."""
    ruleset: str
    """Its name or path."""
    ruleset_hash: str
    tuned_hash: str
    target: str
    """Its file; empty when it was none."""
    strict: bool
    """Whether bands of which too few games tell count as broken."""
    reached: bool
    """Whether no band is broken, and tuning gives all of them together a fair chance."""
    chance: float
    """That all bands hold together, by all games of tuning."""
    budget: int
    games: int
    """That tuning played, of all bots."""
    seed: int
    """Of tuning."""
    tasks: tuple[Task, ...]
    """The held-out games, a task for each bot."""
    confidence: float
    """Of all intervals of bands together, a share."""
    moves: tuple[MovedValue, ...]
    before: tuple[BandFigure, ...]
    """On the held-out games, as written."""
    after: tuple[BandFigure, ...]
    cleared: dict[str, Estimate]
    """By bot, the floors that a game leaves alive as tuned."""
    curve: dict[str, tuple[Change, ...]]
    """By bot, deaths and survival by floor: A is as written, B as tuned."""
    against: tuple[Obstacle, ...]
    """For the bands that are farthest off."""
    trials: tuple[Tried, ...]
    best_games: int
    """Of each bot, that the best trial was tried with."""
    form: str
    """What `text` is: a "diff" of the ruleset's file, or a new "file" that extends it."""
    text: str
    written: str | None
    """The file that the tuned ruleset was written to."""

    @property
    def unclear(self) -> list[BandFigure]:
        """The bands that hold or do not, for all that the held-out games say."""
        return [figure for figure in self.after if figure.verdict == UNCLEAR]

    @property
    def held(self) -> bool:
        """Whether the target was reached; if it is strict, without a doubt."""
        return self.reached and not (self.strict and self.unclear)

    @property
    def table(self) -> ArrowTable:
        """A row for each band, as tuned."""
        return as_arrow(table_of_bands.HEADINGS, [table_of_bands.row_of(each) for each in self.after])

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Everything as rows of HEADINGS."""
        games = self.tasks[0].games
        for move in self.moves:
            yield "move", move.path, None, None, move.before, move.after, *[None] * 6, self.best_games
        for was, now in zip(self.before, self.after, strict=True):
            row = dict(zip(table_of_bands.HEADINGS, table_of_bands.row_of(now), strict=True))
            ends = row["value"], row["low"], row["high"], row["from"], row["to"], row["off"], row["verdict"]
            figure = row["figure"] if row["killer"] is None else f"{row['figure']}: {row['killer']}"
            yield "band", figure, row["bot"], row["floor"], plain(was.estimate.value), *ends, games
        for bot, changes in self.curve.items():
            for change in changes:
                shares = plain(change.a), plain(change.b), change.interval.low, change.interval.high
                yield "curve", change.measure, bot, change.floor, *shares, *[None] * 4, games
        for trial in self.trials:
            yield "trial", trial.words, *[None] * 10, trial.games

    def as_json(self) -> dict[str, Any]:
        """Everything that tuning came to."""
        task = self.tasks[0]
        return {
            "reached": self.reached,
            "shown": self.reached and not self.unclear,
            "chance": self.chance,
            "ruleset": self.ruleset,
            "ruleset_hash": self.ruleset_hash,
            "tuned_hash": self.tuned_hash,
            "target": self.target,
            "steep": self.steep,
            "rules": self.rules,
            "budget": self.budget,
            "games": self.games,
            "seed": self.seed,
            "held_out": {"seed": task.seed, "games": task.games, "confidence": self.confidence},
            "moves": [{"path": move.path, "before": move.before, "after": move.after} for move in self.moves],
            "bands": [
                row | {"before": plain(was.estimate.value)}
                for row, was in zip(table_of_bands.as_json(self.after), self.before, strict=True)
            ],
            "curve": [{"bot": bot, **plain(change)} for bot, changes in self.curve.items() for change in changes],
            "against": [{"band": subject(each.band), "why": each.why} for each in self.against],
            "trials": [
                {"numbers": list(trial.numbers), "games": trial.games, "valid": trial.valid} for trial in self.trials
            ],
            self.form: self.text,
        }

    def html(self) -> str:
        """What moved, the bands and the curve, as tables."""
        moved = [(move.path, str(move.before), str(move.after)) for move in self.moves]
        bands = [
            (f"{each.band.bot}, {name}", *cells)
            for each in self.after
            for name, *cells in [table_of_bands.text_row(each)]
        ]
        curve = [
            (f"{bot}, {change.subject}", share_text(change.a), share_text(change.b))
            for bot, changes in self.curve.items()
            for change in changes
        ]
        lead = (
            f"{self.ruleset}: {self.games:,} games of tuning, and {self.tasks[0].games:,} others of each bot."
            f" {'Reached' if self.reached else 'Not reached'}: {table_of_bands.tally_of(self.after)}."
        )
        tables = [
            Table("What moved", ("", "as written", "as tuned"), moved),
            Table("Bands, as tuned", ("", "band", "measured", "interval", ""), bands),
            Table("On the same seeds", ("", "as written", "as tuned"), curve),
        ]
        return result_page("A ruleset tuned", lead, [], tables)

    def write(self, path: Path | str) -> None:
        """Write the tuned ruleset: over its own file, with its comments, or to a new one that extends it.

        Raises `InputError` when that fails, or when the ruleset has changed since.
        """
        ruleset = WrittenRuleset.read(self.ruleset, (Dirs().rulesets,))
        if ruleset.rulebook().hash != self.ruleset_hash:
            raise InputError(f"{self.ruleset}: this ruleset has changed since it was tuned; tune it again")
        changes = {move.keys: move.after for move in self.moves}
        check_can_write(Path(path), ruleset)
        write_ruleset(Path(path), self.ruleset, ruleset, changes)


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
) -> TunedRuleset:
    """Search for numbers with which all bands of a target hold, and measure what was found on other seeds.

    With `towards`, games that were read, the bots should survive each floor as often as these
    (`steep.lab.tables.bands_like_games.target_like`). `budget` replaces the target's number of games. `state` is a file
    for what was played, and with `resume` the search goes on from it. If the target was reached, the ruleset is written
    to the file `write`; with `strict`, only if no band is unclear. Raises `InputError`, and `Stopped`, with what is
    known by then, if `progress` stopped it.
    """
    if not isinstance(ruleset, Path | str):
        raise InputError(
            f"ruleset: found {'a loaded one' if isinstance(ruleset, Rulebook) else brief(ruleset)};"
            " allowed: its name or the path to its file, which tuning changes"
        )
    at_a_time = checked_jobs(jobs)
    name, path = str(ruleset), str(target) if isinstance(target, Path | str) else ""
    wanted = checked_target(target, tuning=True)
    if not wanted.moves:
        raise InputError(f"{path or GIVEN}: found no [[move]]; allowed: some, or there is nothing to tune")
    if towards is not None:
        if (games := towards if isinstance(towards, Games) else games_at(towards)) is None:
            raise InputError(f"towards: found {brief(towards)}; allowed: games (steep.lab.read_games) or {TABLES}")
        wanted = target_like(wanted, games)
    if budget is not None:
        wanted = wanted.with_budget(checked_number("budget", budget, 1, MAX_GAMES))
    space = checked_space(wanted, WrittenRuleset.read(name, (Dirs().rulesets,)), path or GIVEN)
    if write is not None:
        check_can_write(write, space.ruleset)
    kept = TuningState.begin(state, origin_of(space.ruleset.rulebook(), wanted), resume=resume)
    search = Search(space, wanted)
    kept.tell(search)
    watch = Watch(progress, wanted.tuning.budget)
    with Warmup(watch.note) as warmup:
        play_search(search, kept, at_a_time, watch, warmup)
        numbers = numbers_that_matter(search, at_a_time, watch, warmup)
        held_out = measure(search, numbers, at_a_time, watch, warmup)
    found = result_of(name, path, strict, search, numbers, held_out)
    if write is not None and found.held:
        write_ruleset(write, name, space.ruleset, space.changes(numbers))
        return replace(found, written=str(write))
    return found


def result_of(
    name: str, path: str, strict: bool, search: Search, numbers: Numbers, held_out: dict[str, BeforeAndAfter]
) -> TunedRuleset:
    """What tuning came to."""
    space, target, best = search.space, search.target, search.best
    before, after = (
        figures_in_bands(
            target.bands,
            {bot: getattr(each, side).counts for bot, each in held_out.items()},
            target.confidence,
            search.killers,
        )
        for side in ("before", "after")
    )
    changes = space.changes(numbers)
    places = (place for move in space.moves for place in move.places)
    reached = search.is_reached(best, after)
    text, form = new_text(name, space.ruleset, changes)
    return TunedRuleset(
        steep=__version__,
        rules=rules_hash(),
        ruleset=name,
        ruleset_hash=space.ruleset.rulebook().hash,
        tuned_hash=space.rulebook(numbers).hash,
        target=path,
        strict=strict,
        reached=reached,
        chance=math.exp(float(search.chances(search.model(), [best])[0])),
        budget=target.tuning.budget,
        games=search.games,
        seed=target.tuning.seed,
        tasks=target.tasks,
        confidence=target.confidence,
        moves=tuple(
            MovedValue(str(place), place.keys, place.written, changes[place.keys])
            for place in places
            if place.keys in changes
        ),
        before=tuple(before),
        after=tuple(after),
        cleared={bot: cleared(each.after.counts) for bot, each in held_out.items()},
        curve={bot: compare_pairs(each, DETECT).changes for bot, each in held_out.items()},
        against=() if reached else tuple(Obstacle(*each) for each in explained(search, after)),
        trials=tuple(
            Tried(trial.numbers, numbers_in_words(space, trial), trial.games, bool(trial.played))
            for trial in search.trials
        ),
        best_games=best.games,
        form=form,
        text=text,
        written=None,
    )


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


def play_search(search: Search, state: TuningState, jobs: int, watch: Watch, warmup: Warmup) -> None:
    """Play what a search asks for, and keep it. Raises `Stopped`."""
    budget = search.target.tuning.budget
    player = Player(jobs, watch.played, warmup)
    watch.begin(",".join(task.bot for task in search.target.tasks), budget, search.games)
    watch.stop_with(player.stop, warmup.stop)
    while (request := search.ask()) is not None:
        played = play(search, request, player)
        watch.raise_failure()
        if played is None:
            break
        search.tell(request, played)
        state.keep(request, played)
        watch.note(f"{search.games:,} of {budget:,} games, {counted(len(search.trials), 'trial')}")
    else:
        if any(trial.played for trial in search.trials):
            return
    if not any(trial.played for trial in search.trials):
        raise Stopped("stopped; nothing was tried")
    kept = f"kept in {state.path}; --resume goes on" if state.path else "lost; --state FILE keeps them"
    trials = counted(len(search.trials), "trial")
    raise Stopped(f"stopped; {search.games:,} games of {trials} are {kept}", nearest(search))


def play(search: Search, request: Request, player: Player) -> dict[str, Counts] | None:
    """Play a request. None when stopped; empty when its numbers give no valid ruleset."""
    try:
        rulebook = search.space.rulebook(request.numbers)
    except RulesetError:
        return {}
    return player.play(rulebook, tasks_of(request, search.target))


def numbers_that_matter(search: Search, jobs: int, watch: Watch, warmup: Warmup) -> Numbers:
    """The best numbers, but as written where that changes none of the first games. Raises `Stopped`.

    No band says anything of such a move, and what it came to is chance.
    """
    best, numbers = search.best, search.best.numbers
    player = Player(jobs, None, warmup)
    watch.begin("", 0)
    watch.stop_with(player.stop, warmup.stop)
    for row, move in enumerate(search.space.moves):
        unmoved = (*numbers[:row], move.written, *numbers[row + 1 :])
        if numbers[row] == move.written or not move.low <= move.written <= move.high:
            continue
        played = play(search, Request(unmoved, 0, best.first_games), player)
        watch.raise_failure()
        if played is None:
            raise Stopped("stopped in the last measurement", nearest(search))
        if look_of(played) == best.first_look:
            numbers = unmoved
    return numbers


def measure(search: Search, numbers: Numbers, jobs: int, watch: Watch, warmup: Warmup) -> dict[str, BeforeAndAfter]:
    """Play the ruleset as it was and as it was tuned on held-out seeds. Raises `Stopped`."""
    space, target = search.space, search.target
    rulesets = [space.ruleset.rulebook().compiled, space.rulebook(numbers).compiled]
    held_out = {task.bot: BeforeAndAfter(task, kinds=len(space.ruleset.rulebook().monsters)) for task in target.tasks}
    watch.begin("before, after", 2 * sum(task.games for task in target.tasks))
    with worker_pools_for(rulesets, jobs, watch.played, warmup) as worker_pools:
        watch.stop_with(warmup.stop, *(worker_pool.stop for worker_pool in worker_pools))
        play_pairs(worker_pools, list(held_out.values()), jobs)
    watch.raise_failure()
    if not all(each.after.whole for each in held_out.values()):
        raise Stopped("stopped in the last measurement", nearest(search))
    return held_out


def nearest(search: Search) -> str:
    """What came nearest so far."""
    return f"nearest so far: {numbers_in_words(search.space, search.best)}"


def numbers_in_words(space: Space, trial: Trial) -> str:
    """The numbers of a trial: ``monsters.orc.hp 12, counts.monsters_per_room 140%``."""
    return ", ".join(
        f"{move.name} {number}{'%' if move.in_percent else ''}"
        for move, number in zip(space.moves, trial.numbers, strict=True)
    )


def explained(search: Search, after: Sequence[BandFigure]) -> Iterator[tuple[Band, str]]:
    """For the bands that are farthest off, what stands against each."""
    off = [figure for figure in after if figure.off]
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
            several = len(search.limits) > 1
            tried = f"in {counted(len(search.trials), 'trial')} no setting was found that holds"
            yield (
                figure.band,
                f"can be held together with each other band, but {tried} them all" if several else f"{tried} it",
            )


def subject(band: Band) -> str:
    """A band in words."""
    return f"{band.bot}, {band.subject} from {table_of_bands.band_text(band)}"
